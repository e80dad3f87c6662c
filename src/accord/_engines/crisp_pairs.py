"""How many pairs of nodes are together on both sides, from the sizes and overlaps of clusters."""

from __future__ import annotations

from accord._engines.base import PairEngine
from accord._summaries.clustering_pair import PairCounts, Tallies, Tally


def count_crisp_pairs(engine: PairEngine, n_nodes: int) -> PairCounts:
    """Count the pairs of nodes within clusters and within overlaps, which are pairs on both sides.

    No node may be in several clusters of a side, or stand for several nodes and be in none.
    """
    pair, tallies = engine.pair, engine.get(Tallies)
    truth, found, both = map(pairs_within, (tallies.truth, tallies.found, tallies.joint))
    total = pairs_of(n_nodes)
    counts = {
        (0, 0): total - truth - found + both,
        (0, 1): found - both,
        (1, 0): truth - both,
        (1, 1): both,
    }
    pairs = {shared: n for shared, n in counts.items() if n}
    return PairCounts(pairs, pair.truth.n_clusters, pair.found.n_clusters, total)


def pairs_within(groups: Tally) -> int:
    """Number of pairs of nodes in the same group."""
    amounts, times = groups
    pairs = zip(amounts.tolist(), times.tolist(), strict=True)
    return sum(pairs_of(amount) * n for amount, n in pairs)


def pairs_of(nodes: int) -> int:
    """Number of pairs among so many nodes."""
    return nodes * (nodes - 1) // 2
