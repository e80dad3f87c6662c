"""Which clusters of the two sides share nodes, and how many."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from accord import _core
from accord._engines.native.co_members import (
    amounts_of,
    co_members,
    counted_co_members,
    default_sharing,
)
from accord._foundation.pair import Pair
from accord._foundation.progress import ProgressCallback
from accord._summaries.clustering_pair import (
    BestOverlaps,
    Containment,
    OverlappingNodes,
    Overlaps,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._engines.native.engine import NativeEngine


def count_overlaps(engine: NativeEngine, *, complete: bool = False) -> Overlaps:
    """Count the common nodes of clusters; if `complete`, a node a side lacks is alone there."""
    pair = engine.pair
    if complete:
        pair = pair.with_singletons
        if pair is engine.pair:
            return engine.get(Overlaps)
    walk = counted_co_members(pair)
    offsets, found, amounts = _core.count_overlaps(
        walk, threads=pair.threads, progress=engine.begin_step("counting overlaps")
    )
    cluster = np.repeat(np.arange(len(walk.rows)), np.diff(offsets))
    return Overlaps(
        cluster, found.astype(np.int64), amounts, walk.sizes, walk.other_sizes, pair.total_weight
    )


def count_overlapping_nodes(engine: NativeEngine) -> OverlappingNodes:
    """Count the nodes that are in several clusters of a side, and of both sides."""
    pair = engine.pair
    truth, found = (side.memberships_of_node > 1 for side in (pair.truth, pair.found))

    def weight(nodes: NDArray[np.bool_]) -> int | float:
        return int(nodes.sum()) if pair.weights is None else pair.weights[nodes].sum().item()

    return OverlappingNodes(weight(truth), weight(found), weight(truth & found))


def find_best_overlaps(
    engine: NativeEngine, *, side: str, by: str, sharing: str | None = "full"
) -> BestOverlaps:
    """Find the overlaps of the clusters of `side` with their best partners by "f1" or "pprob".

    Matches that are equal up to rounding are all listed. The default `sharing` is by counts of
    nodes; None is by shares if there are any.
    """
    pair, from_found = engine.pair, side == "found"
    sharing = sharing or default_sharing(pair)
    walk = co_members(pair, sharing, from_found=from_found)
    step = f"finding the best partners of {side} clusters"
    offsets, partner, amounts = _core.best_overlaps(
        walk, by, threads=pair.threads, progress=engine.begin_step(step)
    )
    cluster = np.repeat(np.arange(len(walk.sizes)), np.diff(offsets))
    sizes: tuple[Any, Any] = walk.sizes, walk.other_sizes
    if sharing == "full":  # sums of integers are exact where floats are not
        truth, found = (amounts_of(each.rows, pair.weights) for each in (pair.truth, pair.found))
        sizes = (found, truth) if from_found else (truth, found)
    return BestOverlaps(
        cluster, partner.astype(np.int64), amounts, sizes[0], sizes[1], pair.total_weight
    )


def find_containment(engine: NativeEngine, *, side: str) -> Containment:
    """Find what happened to the clusters of `side` ("truth" or "found") on the other side."""
    pair = engine.pair
    walk = co_members(pair, default_sharing(pair), from_found=side == "found")
    progress = engine.begin_step(f"finding what contains {side} clusters")
    return Containment(*_core.find_containment(walk, threads=pair.threads, progress=progress))


def overlaps_of_clusters(
    pair: Pair,
    index: NDArray[np.int64],
    side: str = "truth",
    progress: ProgressCallback | None = None,
) -> Overlaps:
    """The overlaps of some clusters of `side`; clusters are indexed as in the input.

    Clusters that the node base has emptied have none. If memberships have shares, two clusters
    share the smaller of a node's two shares.
    """
    from_found = side == "found"
    this, other = (pair.found, pair.truth) if from_found else (pair.truth, pair.found)
    if this.kept is not None:
        index = index[this.kept[index]]
    walk = co_members(pair, default_sharing(pair), from_found=from_found)
    offsets, met, amounts = _core.count_overlaps(
        replace(walk, rows=walk.rows.take_indices(this.index_on_base(index), pair.threads)),
        threads=pair.threads,
        progress=progress,
    )
    cluster = np.repeat(index, np.diff(offsets))
    partner = other.index_in_input(met.astype(np.int64))
    sizes = this.expand_to_input(walk.sizes, 0)
    other_sizes = other.expand_to_input(walk.other_sizes, 0)
    if from_found:
        return Overlaps(partner, cluster, amounts, other_sizes, sizes, pair.total_weight)
    return Overlaps(cluster, partner, amounts, sizes, other_sizes, pair.total_weight)
