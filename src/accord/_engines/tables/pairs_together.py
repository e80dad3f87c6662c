"""How many pairs of nodes are together, from the sizes and overlaps of crisp clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord._summaries.clustering_pair import PairCounts, Tallies, Tally

if TYPE_CHECKING:
    from accord._engines.tables.engine import TableEngine


def count_pairs(engine: TableEngine) -> PairCounts:
    """Count the pairs of nodes within clusters and within overlaps; raise if clusters overlap."""
    engine.need_crisp()
    pair = engine.pair
    pair.need_integer_weights("pairs of nodes")
    tallies = engine.get(Tallies)
    truth, found, both = map(_pairs_within, (tallies.truth, tallies.found, tallies.joint))
    total = _pairs_of(int(pair.total_weight))
    counts = {
        (0, 0): total - truth - found + both,
        (0, 1): found - both,
        (1, 0): truth - both,
        (1, 1): both,
    }
    pairs = {shared: n for shared, n in counts.items() if n}
    return PairCounts(pairs, pair.truth.n_clusters, pair.found.n_clusters, total)


def _pairs_within(groups: Tally) -> int:
    amounts, times = groups
    pairs = zip(amounts.tolist(), times.tolist(), strict=True)
    return sum(_pairs_of(amount) * n for amount, n in pairs)


def _pairs_of(nodes: int) -> int:
    return nodes * (nodes - 1) // 2
