"""How many clusters each pair of nodes shares on both sides, as integers of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord import _core
from accord._engines.crisp_pairs import count_crisp_pairs, pairs_of
from accord._engines.native.node_types import TypedPair
from accord._foundation.memory import available_memory, need_memory
from accord._foundation.rows import Rows
from accord._foundation.side import Side
from accord._summaries.clustering_pair import (
    MentionPairs,
    NodeTypes,
    PairCounts,
    PairsTogether,
    PairWork,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._engines.native.engine import NativeEngine

    Counts = dict[tuple[int, int], int]


def count_pairs(engine: NativeEngine, *, method: str = "automatic") -> PairCounts:
    """Count the pairs of nodes by the number of clusters they share on each side.

    Sizes and overlaps tell it where no node is in several clusters; elsewhere node types do.
    `method` "by_items", "one_by_one" or "by_cells" forces one way of counting for all node types.
    """
    pair = engine.pair
    pair.need_integer_weights("pairs of nodes")
    sides = (pair.truth, pair.found)
    is_crisp = not any(side.is_fuzzy or side.n_overlapping for side in sides)
    if method == "automatic" and is_crisp and pair.weights is None:
        return count_crisp_pairs(engine, pair.n_nodes)
    memberships = len(pair.truth.rows.members) + len(pair.found.rows.members)
    # Measured: transposed rows and node types, before any pair is counted.
    need_memory("counting pairs", 12 * memberships + 40 * pair.n_nodes)
    types, threads = engine.get(NodeTypes), pair.threads
    typed_sides = [
        (
            side.clusters_of_node.without_shares.take_indices(types.representative, threads),
            len(side.rows),
        )
        for side in sides
    ]
    weights = types.amounts.astype(np.int64)
    most_items = min(available_memory() / 40, 2.0**31)  # an item takes up to 40 bytes
    (truth, truth_clusters), (found, found_clusters) = typed_sides
    typed = TypedPair(
        truth, found, truth_clusters, found_clusters, weights, threads, engine.progress
    )
    a, b, high, low, work = _core.count_pairs(
        typed, method, most_items, threads=threads, progress=engine.begin_step("counting pairs")
    )
    of_truth, of_found = (
        _own_counts(engine, side, f"counting pairs in {name}", method, rows, weights, most_items)
        for name, side, rows in (("truth", pair.truth, truth), ("found", pair.found, found))
    )
    total = pairs_of(int(pair.total_weight))
    pairs = add_pairs_apart(exact_counts(a, b, high, low), of_truth, of_found, total)
    nested_truth, nested_found, by_items, one_by_one, item_pairs, comparisons = work
    how = PairWork(by_items, one_by_one, item_pairs, comparisons, nested_truth, nested_found)
    return PairCounts(pairs, truth_clusters, found_clusters, total, how)


def count_mention_pairs(engine: NativeEngine) -> MentionPairs:
    """Count pairs among the nodes in clusters of truth, of found, and of both."""
    pair, counts = engine.pair, engine.get(PairCounts)
    in_truth, in_found = (side.memberships_of_node > 0 for side in (pair.truth, pair.found))

    def pairs_among(nodes: NDArray[np.bool_]) -> int:
        return pairs_of(int(nodes.sum() if pair.weights is None else pair.weights[nodes].sum()))

    common = in_truth & in_found
    of_common = counts.pairs
    if not common.all():
        of_common = (
            type(engine)(pair.only(common), engine.progress).get(PairCounts).pairs
            if common.any()
            else {}
        )
    together = counts.together
    apart = PairsTogether(
        pairs_among(in_truth) - together.truth,
        pairs_among(in_found) - together.found,
        of_common.get((0, 0), 0),
    )
    return MentionPairs(together, apart, bool((in_truth == in_found).all()))


def _own_counts(
    engine: NativeEngine,
    side: Side,
    step: str,
    method: str,
    clusters_of_type: Rows,
    weights: NDArray[np.int64],
    most_items: float,
) -> Counts:
    """How many pairs share k > 0 clusters of one side, by (k, 1): the other is one cluster.

    They do not depend on the other side: without weights they are counted once per clustering.
    """
    keeps = engine.pair.weights is None and method == "automatic"
    if keeps and side.own_pairs.counts is not None:
        return side.own_pairs.counts
    counts = exact_counts(
        *_core.count_side_pairs(
            clusters_of_type,
            len(side.rows),
            weights,
            method,
            most_items,
            threads=engine.pair.threads,
            progress=engine.begin_step(step),
        )[:4]
    )
    if keeps:
        side.own_pairs.counts = counts
    return counts


def exact_counts(a: NDArray[Any], b: NDArray[Any], high: NDArray[Any], low: NDArray[Any]) -> Counts:
    """Counts of 128 bits, given in two halves, as integers."""
    columns = zip(a.tolist(), b.tolist(), high.tolist(), low.tolist(), strict=True)
    return {(i, j): (upper << 64) + lower for i, j, upper, lower in columns}


def add_pairs_apart(both: Counts, of_truth: Counts, of_found: Counts, total: int) -> Counts:
    """Add the pairs that share clusters on one side only, and those that share none.

    The former are known from the counts of each side alone.
    """
    pairs = dict(both)
    for (a, _), n in of_truth.items():
        pairs[a, 0] = n
    for (b, _), n in of_found.items():
        pairs[0, b] = n
    for (a, b), n in both.items():
        pairs[a, 0] -= n
        pairs[0, b] -= n
    pairs[0, 0] = total - sum(pairs.values())
    return {key: pairs[key] for key in sorted(pairs) if pairs[key]}
