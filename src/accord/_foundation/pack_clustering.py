"""From clusters, labels or memberships to the packed parts of a Clustering, checked on the way."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.numbers import count
from accord._foundation.arguments import argument
from accord._foundation.checks import (
    check_names,
    check_node_weights,
    check_shares,
    is_iterable,
    need_every_node,
    weigh,
)
from accord._foundation.clustering_parts import DeclaredNoise, Levels, Parts
from accord._foundation.columns import (
    Column,
    RowError,
    clusters_by_level,
    compact,
    is_missing,
    make_column,
)
from accord._foundation.labels import Labels, as_integers, label_nodes, merge_all
from accord._foundation.noise import (
    NOISE_POLICIES,
    NoisePolicy,
    apply_noise,
    count_noise,
    is_missing_label,
)
from accord._foundation.rows import NOWHERE, Rows, ShareConflict, concatenate
from accord._foundation.threads import thread_count
from accord.errors import InputError, unknown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Indices = NDArray[np.uint32]


def pack_clusters(
    clusters: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
    nodes: Iterable[Hashable] | None,
    weights: Mapping[Any, float] | None,
) -> Parts:
    """Pack the nodes of each cluster."""
    if isinstance(clusters, str | bytes) or not isinstance(clusters, Iterable):
        raise InputError(
            f"clusters are {clusters!r}: "
            "expected an iterable of clusters, or a mapping from names to nodes"
        )
    names = list(clusters) if isinstance(clusters, Mapping) else None
    rows = list(clusters.values()) if isinstance(clusters, Mapping) else list(clusters)
    members: list[Hashable] = []
    shares: list[float] = []
    sizes = []
    for index, row in enumerate(rows):
        if not is_iterable(row):
            raise InputError(
                f"cluster {_name(names, index)} is {row!r}: expected a collection of nodes"
            )
        before = len(members)
        members.extend(row.tolist() if isinstance(row, np.ndarray) else row)
        if len(members) == before:
            raise InputError(f"cluster {_name(names, index)} is empty: leave it out")
        sizes.append(len(members) - before)
        shares.extend(row.values() if isinstance(row, Mapping) else [1.0] * sizes[-1])
    fuzzy = any(isinstance(row, Mapping) for row in rows)
    return _pack(sizes, members, names, shares if fuzzy else None, nodes, weights)


def pack_nodes(clusters_of_node: Mapping[Any, Any], weights: Mapping[Any, float] | None) -> Parts:
    """Pack the clusters of each node."""
    if not isinstance(clusters_of_node, Mapping):
        raise InputError(
            f"expected a mapping from node to clusters, not {type(clusters_of_node).__name__}"
        )
    members: dict[Hashable, list[Hashable]] = {}
    shares: dict[Hashable, list[float]] = {}
    for node, clusters in clusters_of_node.items():
        for cluster in clusters if is_iterable(clusters) else (clusters,):
            if not isinstance(cluster, Hashable) or is_missing(cluster):
                raise InputError(
                    f"node {node!r} is in {cluster!r}: a cluster must be hashable, and not "
                    "missing; a node in no cluster has an empty collection, or "
                    f"{_for_missing_labels()}"
                )
            members.setdefault(cluster, []).append(node)
            shares.setdefault(cluster, []).append(
                clusters[cluster] if isinstance(clusters, Mapping) else 1.0
            )
    if not members:
        raise InputError("no node is in any cluster")
    fuzzy = any(isinstance(clusters, Mapping) for clusters in clusters_of_node.values())
    return _pack(
        [len(row) for row in members.values()],
        [node for row in members.values() for node in row],
        list(members),
        [share for row in shares.values() for share in row] if fuzzy else None,
        clusters_of_node,
        weights,
    )


def pack_labels(
    labels: ArrayLike | Sequence[Hashable],
    nodes: Sequence[Hashable] | NDArray[Any] | None,
    noise: object,
    noise_policy: NoisePolicy,
    weights: ArrayLike | Mapping[Any, float] | None,
) -> Parts:
    """Pack one cluster label per node."""
    if noise_policy not in NOISE_POLICIES:
        raise unknown("noise policy", noise_policy, NOISE_POLICIES)
    if not is_iterable(labels):
        raise InputError(f"labels are {labels!r}: expected a sequence with one label per node")
    threads = thread_count()
    given = labels if isinstance(labels, np.ndarray | Sequence) else list(labels)  # type: ignore[arg-type]
    if isinstance(given, np.ndarray) and given.ndim != 1:
        raise InputError(
            "labels must be a flat sequence, one label per node; "
            f"these have {given.ndim} dimensions"
        )
    if not len(given):
        raise InputError("there are no labels")
    known = np.arange(len(given)) if nodes is None else nodes
    if len(known) != len(given):
        raise InputError(f"{len(given)} labels for {len(known)} nodes: give one label per node")
    node_labels, index = label_nodes(known, threads)
    repeated = len(given) - len(node_labels)
    if repeated:
        raise InputError(f"{count(repeated, 'repeated node')}: give one label per node")
    clusters = _label_column(given, noise)
    names, cluster_of_node = list(clusters.labels), np.empty(len(given), np.int64)
    cluster_of_node[index] = np.where(
        clusters.index == NOWHERE, -1, clusters.index.astype(np.int64)
    )
    all_weights = None if weights is None else weigh(node_labels, weights, index)
    n_noise = count_noise(cluster_of_node, names, noise)
    cluster_of_node, names = apply_noise(cluster_of_node, names, noise, noise_policy)
    if not names:
        raise InputError(f"every label is the noise label {noise!r}: nothing is left to compare")
    if noise_policy == "drop" and (cluster_of_node < 0).any():
        kept = np.flatnonzero(cluster_of_node >= 0).astype(np.uint32)
        node_labels, cluster_of_node = node_labels.take(kept), cluster_of_node[kept]
        all_weights = None if all_weights is None else all_weights[kept]
    all_nodes = np.arange(len(node_labels), dtype=np.uint32)
    cluster = np.where(cluster_of_node < 0, NOWHERE, cluster_of_node).astype(np.uint32)
    rows, _ = Rows.group(cluster, all_nodes, None, len(names), len(node_labels), threads)
    declared = None if noise is None else DeclaredNoise(noise, n_noise)
    return Parts(node_labels, rows, names, all_weights, declared_noise=declared)


def _label_column(labels: Any, noise: object) -> Column:
    """The labels of nodes; raise if one is missing, unless missing labels are noise."""
    integers = as_integers(labels)
    if integers is not None:
        return Column(*label_nodes(integers, thread_count(), "cluster"), all_used=True)
    if not _has_missing(labels):
        return Column(*label_nodes(labels, thread_count(), "cluster"), all_used=True)
    if is_missing_label(noise):
        return make_column(labels, "cluster")
    position = next(index for index, label in enumerate(labels) if is_missing(label))
    raise InputError(
        f"the label at position {position} is missing ({labels[position]!s}): leave its node out, "
        f"or {_for_missing_labels()}"
    )


def _for_missing_labels() -> str:
    """What to do about missing labels."""
    return (
        "use noise=float('nan') if nodes without a label are in no cluster, "
        f"{argument('nodes', 'labelled')} to compare the nodes with a label in truth alone, or "
        f"{argument('nodes', 'clustered')} to compare those with a label on both sides"
    )


def _has_missing(labels: Any) -> bool:
    """Whether a label is missing; labels that cannot be hashed are not looked at."""
    if isinstance(labels, np.ndarray) and labels.dtype.kind in "fmM":
        return bool((np.isnan if labels.dtype.kind == "f" else np.isnat)(labels).any())
    if isinstance(labels, np.ndarray) and labels.dtype.kind != "O":
        return False
    try:
        return any(map(is_missing, set(labels)))
    except TypeError:
        return False


def pack_memberships(
    nodes: Column,
    clusters: Column,
    shares: NDArray[np.float64] | None = None,
    levels: Column | None = None,
    weights: NDArray[Any] | None = None,
) -> Parts:
    """Pack columns with a row for each membership.

    A row without a cluster is for a node that may be in none. Clusters of the same name on two
    levels are two clusters. `weights` are those of the nodes, the same in all rows of a node.
    """
    threads = thread_count()
    if (nodes.index == NOWHERE).any():
        row = int(np.argmax(nodes.index == NOWHERE))
        raise RowError(f"row {row + 1} has no node", row)
    node_labels, node = compact(nodes)
    if (clusters.index == NOWHERE).all():
        raise InputError("no node is in any cluster")
    n_clusters, cluster, names, packed_levels = clusters_by_level(clusters, levels)
    try:
        rows, repeated = Rows.group(cluster, node, shares, n_clusters, len(node_labels), threads)
    except ShareConflict as conflict:
        assert shares is not None
        row, member = conflict.args[:2]
        twice = np.flatnonzero((cluster == row) & (node == member))
        second = int(twice[np.argmax(shares[twice] != shares[twice[0]])])
        what = _conflict(_name(names, row), node_labels[member], shares[twice[0]], shares[second])
        raise RowError(what, second) from None
    row_weights = None if weights is None else _weight_of_node(weights, node, node_labels)
    return Parts(node_labels, rows, names, row_weights, repeated, packed_levels)


def stack_levels(given: Mapping[Hashable, Any] | Iterable[Any]) -> Parts:
    """Pack a clustering for each level; without names, levels are 0, 1, 2, …"""
    if hasattr(given, "level_names") or not isinstance(given, Iterable):
        raise InputError(f"levels are {type(given).__name__}: expected a clustering for each level")
    levels = given if isinstance(given, Mapping) else dict(enumerate(given))
    if not levels:
        raise InputError("there are no levels")
    check_names(levels, "level")
    for name, level in levels.items():
        if not hasattr(level, "level_names"):
            raise InputError(
                f"level {name!r} is {type(level).__name__}: expected a Clustering for each level"
            )
        need_every_node(level.multiplicity, f"level {name!r}")
        if level.level_names:
            raise InputError(
                f"level {name!r} has levels itself: give one clustering without levels for each"
            )
    threads = thread_count()
    labels, maps = merge_all([level.node_labels for level in levels.values()])
    rows = [
        level.rows if moved is None else level.rows.relabel(moved, len(labels), threads)
        for level, moved in zip(levels.values(), maps, strict=True)
    ]
    names = None
    if any(level.names is not None for level in levels.values()):
        names = [name for level in levels.values() for name in level.cluster_names()]
    return Parts(
        labels,
        concatenate(rows),
        names,
        _weight_on_all_levels(list(levels.values()), maps, len(labels)),
        sum(level.repeated for level in levels.values()),
        Levels(
            tuple(levels),
            np.repeat(np.arange(len(levels)), [level.n_clusters for level in levels.values()]),
        ),
        declared_noise=_noise_of_levels(list(levels.values())),
    )


def _noise_of_levels(levels: Sequence[Any]) -> DeclaredNoise | None:
    """What was said about noise; None if it was not said of all levels."""
    declared = [level.parts.declared_noise for level in levels]
    if any(each is None for each in declared):
        return None
    return DeclaredNoise(declared[0].label, sum(each.n_nodes for each in declared))


def _pack(
    sizes: Sequence[int],
    members: Sequence[Hashable],
    names: Sequence[Hashable] | None,
    shares: Sequence[float] | None,
    more_nodes: Iterable[Hashable] | None,
    weights: Mapping[Any, float] | None,
) -> Parts:
    if not members:
        raise InputError("there are no clusters")
    check_names(names or (), "cluster name")
    nodes = members if more_nodes is None else [*members, *more_nodes]
    threads = thread_count()
    labels, index = label_nodes(nodes, threads)
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    share_array = None if shares is None else check_shares(shares, members)
    try:
        rows, repeated = Rows.pack(
            offsets, index[: len(members)], share_array, len(labels), threads
        )
    except ShareConflict as conflict:
        row, member, share, other = conflict.args
        raise InputError(_conflict(_name(names, row), labels[member], share, other)) from None
    return Parts(labels, rows, names, None if weights is None else weigh(labels, weights), repeated)


def _weight_of_node(weights: NDArray[Any], node: Indices, labels: Labels) -> NDArray[Any]:
    of_node = np.zeros(len(labels), weights.dtype)
    of_node[node] = weights
    differs = of_node[node] != weights
    if differs.any():
        row = int(np.argmax(differs))
        raise InputError(
            f"node {labels[int(node[row])]!r} has the weights {weights[row]} and "
            f"{of_node[node[row]]}: give it the same in all rows"
        )
    return check_node_weights(of_node)


def _weight_on_all_levels(
    levels: Sequence[Any], maps: Sequence[Indices | None], n_nodes: int
) -> NDArray[Any] | None:
    given = [(level.weights, moved) for level, moved in zip(levels, maps, strict=True)]
    if all(weights is None for weights, _ in given):
        return None
    if any(weights is None for weights, _ in given):
        raise InputError(
            "some levels have weights and others none: give the nodes of all levels weights"
        )
    of_node = np.zeros(n_nodes, np.result_type(*(weights for weights, _ in given)))
    for weights, moved in given:
        of_node[slice(None) if moved is None else moved] = weights
    if any(
        (of_node[slice(None) if moved is None else moved] != weights).any()
        for weights, moved in given
    ):
        raise InputError(
            "some nodes have different weights on different levels: give each node one weight"
        )
    return of_node


def _conflict(cluster: str, node: Hashable, share: float, other: float) -> str:
    return f"cluster {cluster} has node {node!r} twice, with shares {share:g} and {other:g}"


def _name(names: Sequence[Hashable] | None, index: int) -> str:
    return f"{index}" if names is None else repr(names[index])
