"""named_clusters: which truth clusters each found cluster stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._explain.named_clusters import NamedClusters, Naming
from accord._foundation.node_base import NodeBase
from accord._foundation.node_index import pair_up
from accord._foundation.pair import Pair
from accord._foundation.progress import ProgressCallback
from accord._foundation.reading import Orientation, Reading
from accord._foundation.threads import thread_count
from accord._summaries.clustering_pair import BestOverlaps, Overlaps
from accord.errors import unknown
from accord.metrics._score import Details, Score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._foundation.types import ClusteringLike

MATCH_MEASURES = ("f1", "pprob")
WEIGHTINGS = ("micro", "macro")


def named_clusters(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    by: str = "f1",
    weighting: str = "micro",
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> NamedClusters:
    """Name found clusters after the truth clusters they stand for, and score how well names fit.

    Every truth cluster names the found cluster that matches it best, or several if they match
    equally well. `by` is how matches are judged: by F1, or by the product m²/(ab) of the shares of
    the overlap m in both clusters ("pprob"). Precision and recall compare each truth cluster with
    the union of the found clusters it has named; their means over the truth clusters are weighted
    by size ("micro") or not ("macro"). A truth cluster that shares no node with any found cluster
    counts as 0; found clusters without a name do not count. In xmeasures this is called labelling
    (Lutov et al., 2018).

    >>> from accord import named_clusters
    >>> named = named_clusters({"red": [1, 2, 3], "blue": [4, 5]}, [[1, 2], [3, 4, 5], [6]])
    >>> named.names
    [['red'], ['blue'], []]
    >>> round(named.score, 4), round(named.score.precision, 4), named.score.recall
    (0.832, 0.8667, 0.8)
    """
    if by not in MATCH_MEASURES:
        raise unknown("measure of matches", by, MATCH_MEASURES)
    if weighting not in WEIGHTINGS:
        raise unknown("weighting", weighting, WEIGHTINGS)
    count = thread_count(threads)
    reading = Reading(orientation, noise, columns, nodes)
    inputs = as_clusterings([("truth", truth), ("found", found)], reading, threads=count)
    sides = [side.merged() for side in inputs]
    pair = pair_up(sides, nodes, count)
    table = NativeEngine(pair, progress).get(BestOverlaps, side="truth", by=by)
    chosen = _best_partners(table, by)
    overlap, truth_size, found_size = (values[chosen] for values in _as_floats(table))
    columns_of_names = (
        pair.truth.index_in_input(table.truth[chosen]),
        pair.found.index_in_input(table.found[chosen]),
        2 * overlap / (truth_size + found_size),
        overlap / found_size,
        overlap / truth_size,
    )
    namings = [
        Naming(*row) for row in zip(*(column.tolist() for column in columns_of_names), strict=True)
    ]
    namings.sort(key=lambda naming: (naming.found, naming.truth))
    return NamedClusters(tuple(namings), _score(pair, table, chosen, weighting), *sides)


def _best_partners(table: Overlaps, by: str) -> NDArray[np.int64]:
    """The indices of the exactly best overlaps, among those that are best up to rounding."""
    keep = np.ones(len(table), bool)
    for group in _groups_of_ties(table.truth):
        matches = [_exact_match(table, index, by) for index in group.tolist()]
        best = max(matches)
        keep[group] = [match == best for match in matches]
    return np.flatnonzero(keep)


def _exact_match(table: Overlaps, index: int, by: str) -> Fraction:
    """How well the clusters of an overlap match: half the F1, or the product of their shares."""
    amounts = (
        table.amounts[index],
        table.truth_sizes[table.truth[index]],
        table.found_sizes[table.found[index]],
    )
    overlap, truth_size, found_size = (Fraction(amount.item()) for amount in amounts)
    if by == "f1":
        return overlap / (truth_size + found_size)
    return overlap * overlap / (truth_size * found_size)


def _groups_of_ties(cluster: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """The indices of the entries of each cluster that has several; entries are sorted."""
    tied = np.flatnonzero(np.bincount(cluster)[cluster] > 1)
    if len(tied):
        yield from np.split(tied, np.flatnonzero(np.diff(cluster[tied])) + 1)


def _as_floats(
    table: Overlaps,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The amount of each overlap, and the sizes of its clusters, whose sums could overflow."""
    sizes = table.truth_sizes[table.truth], table.found_sizes[table.found]
    return (
        table.amounts.astype(np.float64),
        sizes[0].astype(np.float64),
        sizes[1].astype(np.float64),
    )


def _score(pair: Pair, table: Overlaps, chosen: NDArray[np.int64], weighting: str) -> Score:
    """F1 of the mean precision and recall of truth clusters with the clusters they named."""
    clusters = table.truth_sizes.astype(np.float64)
    if not len(clusters):
        return Score(0.0, Details(precision=0.0, recall=0.0))
    overlap, size = _unions(pair, table, chosen)
    weights = clusters if weighting == "micro" else np.ones(len(clusters))
    precision = float(
        (weights * np.divide(overlap, size, out=np.zeros(len(size)), where=size > 0)).sum()
        / weights.sum()
    )
    recall = float((weights * (overlap / clusters)).sum() / weights.sum())
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return Score(f1, Details(precision=precision, recall=recall))


def _unions(
    pair: Pair, table: Overlaps, chosen: NDArray[np.int64]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """For each truth cluster, its overlap with the union of the clusters it named, and its size."""
    truth = table.truth[chosen]
    overlap: NDArray[Any] = np.zeros(len(table.truth_sizes), table.amounts.dtype)
    size: NDArray[Any] = np.zeros(len(table.truth_sizes), table.found_sizes.dtype)
    overlap[truth], size[truth] = table.amounts[chosen], table.found_sizes[table.found[chosen]]
    weights = np.ones(pair.n_nodes, table.amounts.dtype) if pair.weights is None else pair.weights
    for group in _groups_of_ties(truth):
        cluster = int(truth[group[0]])
        union = np.unique(
            np.concatenate(
                [pair.found.rows.row(found) for found in table.found[chosen[group]].tolist()]
            )
        )
        size[cluster] = weights[union].sum()
        overlap[cluster] = weights[np.intersect1d(union, pair.truth.rows.row(cluster))].sum()
    return overlap, size
