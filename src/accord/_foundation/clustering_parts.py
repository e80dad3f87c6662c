"""The packed parts that a Clustering is made of, and selections from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.checks import need_every_node
from accord._foundation.labels import Labels
from accord._foundation.rows import NOWHERE, Rows
from accord._foundation.threads import thread_count
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._foundation.table_reduction import Reduction


@dataclass(frozen=True)
class Levels:
    """The resolutions of a clustering: their names, and for each cluster the index of its level."""

    names: tuple[Hashable, ...]
    of_cluster: NDArray[np.int64]

    def __post_init__(self) -> None:
        self.of_cluster.flags.writeable = False

    def __reduce__(self) -> tuple[object, ...]:  # unpickled arrays are writeable: lock them again
        return Levels, (self.names, self.of_cluster)

    def cluster_numbers(self) -> list[int]:
        """For each cluster, the number of earlier clusters on its level."""
        order = np.argsort(self.of_cluster, kind="stable")
        counts = np.bincount(self.of_cluster, minlength=len(self.names))
        number = np.empty(len(order), np.int64)
        number[order] = np.arange(len(order)) - np.repeat(np.cumsum(counts) - counts, counts)
        return number.tolist()

    def take(self, keep: NDArray[np.bool_]) -> Levels:
        """The levels of the clusters marked in `keep`; a level may end up without clusters."""
        return Levels(self.names, self.of_cluster[keep])

    def same_as(self, other: Levels) -> bool:
        """Whether names and levels of clusters are equal."""
        return self.names == other.names and np.array_equal(self.of_cluster, other.of_cluster)


@dataclass(frozen=True)
class DeclaredNoise:
    """The label that was declared as noise, False for none, and how many nodes had it."""

    label: object
    n_nodes: int


@dataclass(frozen=True)
class Parts:
    """What a Clustering is made of; its attributes are documented there."""

    node_labels: Labels
    rows: Rows
    names: Sequence[Hashable] | None = None
    weights: NDArray[Any] | None = None
    repeated: int = 0
    levels: Levels | None = None
    multiplicity: NDArray[np.int64] | None = None
    reduction: Reduction | None = None
    #: None if nothing was said about noise.
    declared_noise: DeclaredNoise | None = None


def same_parts(first: Parts, second: Parts) -> bool:
    """Whether they make equal clusterings; the same nodes may be indexed in another order."""
    if len(first.node_labels) != len(second.node_labels) or first.names != second.names:
        return False
    if first.reduction is not second.reduction:
        return False
    if (first.weights is None) != (second.weights is None):
        return False
    if first.levels is None or second.levels is None:
        if first.levels is not second.levels:
            return False
    elif not first.levels.same_as(second.levels):
        return False
    rows, weights = second.rows, second.weights
    if not first.node_labels.same_as(second.node_labels):
        if first.node_labels.kind != second.node_labels.kind:
            return False
        new_index = first.node_labels.find(second.node_labels)
        if (new_index == NOWHERE).any():
            return False
        rows = rows.relabel(new_index, len(first.node_labels), thread_count())
        weights = None if weights is None else weights[np.argsort(new_index)]
    if first.weights is not None and weights is not None:
        return first.rows == rows and np.array_equal(first.weights, weights)
    return first.rows == rows


# ---- names of clusters ---------------------------------------------------------------------------


def cluster_numbers(n_clusters: int, levels: Levels | None) -> list[int]:
    """The numbers 0, 1, 2, … of clusters, starting again at 0 on every level."""
    return list(range(n_clusters)) if levels is None else levels.cluster_numbers()


def without_numbering(
    names: Sequence[Hashable] | None, levels: Levels | None
) -> tuple[Hashable, ...] | None:
    """The names, or None if they only number the clusters 0, 1, 2, … on every level."""
    if names is None or (names[0] == 0 and list(names) == cluster_numbers(len(names), levels)):
        return None
    return tuple(names)


# ---- selections ----------------------------------------------------------------------------------


def take_clusters(parts: Parts, keep: NDArray[np.bool_]) -> Parts:
    """The clusters marked in `keep`, with their names and levels. All nodes stay."""
    names = parts.names
    if names is not None:
        names = [name for name, kept in zip(names, keep, strict=True) if kept]
    levels = None if parts.levels is None else parts.levels.take(keep)
    return replace(parts, rows=parts.rows.take(keep), names=names, levels=levels)


def take_nodes(parts: Parts, nodes: Iterable[Hashable]) -> Parts:
    """The given nodes, and the clusters that have at least one; unknown nodes are ignored."""
    need_every_node(parts.multiplicity, "a choice of nodes")
    found = parts.node_labels.find(nodes)
    kept = np.unique(found[found != NOWHERE])
    new_index = np.full(len(parts.node_labels), NOWHERE)
    new_index[kept] = np.arange(len(kept), dtype=np.uint32)
    rows = parts.rows.relabel(new_index, len(kept), thread_count())
    filled = rows.sizes > 0
    if not filled.any():
        raise InputError("none of these nodes is in any cluster")
    restricted = replace(
        parts,
        node_labels=parts.node_labels.take(kept),
        rows=rows,
        weights=None if parts.weights is None else parts.weights[kept],
        repeated=0,
    )
    return take_clusters(restricted, filled)


def take_level(parts: Parts, level: int) -> Parts | None:
    """The clusters of one level, on all nodes and without levels; None if it has no clusters."""
    assert parts.levels is not None
    keep = parts.levels.of_cluster == level
    return take_clusters(replace(parts, levels=None, repeated=0), keep) if keep.any() else None


def merge_levels(parts: Parts) -> Parts:
    """The clusters of all levels on one; names that several levels have get the level in front."""
    if parts.levels is None:
        return parts
    names = parts.names
    if names is not None:
        times = Counter(names)
        levels = [parts.levels.names[level] for level in parts.levels.of_cluster.tolist()]
        names = [
            f"{level}/{name}" if times[name] > 1 else name
            for level, name in zip(levels, names, strict=True)
        ]
    return replace(parts, names=names, levels=None)


def mark_distinct(parts: Parts) -> NDArray[np.bool_]:
    """Mark the clusters that are not equal to an earlier one of the same level."""
    threads = thread_count()
    if parts.levels is None:
        return ~parts.rows.duplicates(threads)
    distinct = np.zeros(len(parts.rows), bool)
    for level in range(len(parts.levels.names)):
        clusters = np.flatnonzero(parts.levels.of_cluster == level)
        rows = parts.rows.take_indices(clusters.astype(np.uint32), threads)
        distinct[clusters] = ~rows.duplicates(threads)
    return distinct
