"""overlaps and pair_counts: the counts behind the metrics, for further use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_base import NodeBase
from accord._foundation.node_index import pair_up
from accord._foundation.pair import Pair
from accord._foundation.reading import Orientation, Reading
from accord._foundation.threads import thread_count
from accord._summaries.clustering_pair import Overlaps, PairCounts

if TYPE_CHECKING:
    from accord._foundation.types import ClusteringLike


def overlaps(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Overlaps:
    """Compute the overlap (contingency) table: which clusters share how many nodes.

    >>> from accord import overlaps
    >>> table = overlaps([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
    >>> list(zip(table.truth.tolist(), table.found.tolist(), table.amounts.tolist()))
    [(0, 0, 2), (0, 1, 1), (1, 1, 2)]
    """
    reading = Reading(orientation, noise, columns, nodes)
    pair = _pair(truth, found, reading, nodes, threads)
    table = NativeEngine(pair).get(Overlaps)
    return Overlaps(
        pair.truth.index_in_input(table.truth),
        pair.found.index_in_input(table.found),
        table.amounts,
        pair.truth.expand_to_input(table.truth_sizes, 0),
        pair.found.expand_to_input(table.found_sizes, 0),
        table.total,
    )


def pair_counts(
    truth: ClusteringLike,
    found: ClusteringLike,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> PairCounts:
    """Count pairs of nodes by the number of clusters they share in truth and in found.

    The Omega index is computed from these counts.

    >>> from accord import pair_counts
    >>> pair_counts([[1, 2, 3], [3, 4]], [[1, 2], [3, 4]]).pairs
    {(0, 0): 2, (1, 0): 2, (1, 1): 2}
    """
    reading = Reading(orientation, noise, columns, nodes)
    return NativeEngine(_pair(truth, found, reading, nodes, threads)).get(PairCounts)


def _pair(
    truth: ClusteringLike,
    found: ClusteringLike,
    reading: Reading,
    nodes: NodeBase,
    threads: int | None,
) -> Pair:
    count = thread_count(threads)
    sides = as_clusterings([("truth", truth), ("found", found)], reading, threads=count)
    return pair_up(sides, nodes, count)
