"""How many pairs of nodes are together on both sides of tables, where clusters do not overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord._engines.crisp_pairs import count_crisp_pairs
from accord._summaries.clustering_pair import PairCounts

if TYPE_CHECKING:
    from accord._engines.tables.engine import TableEngine


def count_pairs(engine: TableEngine) -> PairCounts:
    """Count the pairs of nodes that are together on both sides; raise if sizes do not tell."""
    engine.need_crisp()
    engine.pair.need_integer_weights("pairs of nodes")
    return count_crisp_pairs(engine, int(engine.pair.total_weight))
