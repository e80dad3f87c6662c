"""The engine for tables whose node types do not fit into memory: it works where the tables are.

Cluster sizes, overlaps and best partners come from joins and groups; no more is fetched than a few
numbers for each cluster.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from accord._engines.base import PairEngine, Provider
from accord._engines.tables.matches import find_best_matches
from accord._engines.tables.membership_table import MembershipTable
from accord._engines.tables.pair import TablePair, pair_tables
from accord._engines.tables.pairs import count_pairs
from accord._engines.tables.reduction import UnreducedTables
from accord._engines.tables.tallies import tally_overlaps
from accord._foundation.node_base import NodeBase, check_policy
from accord._foundation.table_reduction import Reduction
from accord._summaries.clustering_pair import BestMatches, PairCounts, Tallies


class TableEngine(PairEngine):
    """Computes what follows from the overlaps of clusters, for two tables without levels."""

    providers: ClassVar[Mapping[type, Provider]] = {
        BestMatches: find_best_matches,
        Tallies: tally_overlaps,
        PairCounts: count_pairs,
    }

    def __init__(self, unreduced: UnreducedTables, nodes: NodeBase) -> None:
        super().__init__()
        self._tables, self._reason = unreduced.tables, unreduced.reason
        if any("level" in side.columns for side in self._tables.sides):
            raise self._reason
        policy = check_policy(nodes)
        with self._tables.session.backend.errors():
            self._pair = pair_tables(self._tables, policy)

    @property
    def pair(self) -> TablePair:
        return self._pair

    @property
    def repeated_memberships(self) -> tuple[int, int]:
        truth, found = (self._count_repeated(side) for side in self._tables.sides)
        return truth, found

    def _count_repeated(self, side: MembershipTable) -> int:
        if side.clustering is not None:
            return side.clustering.repeated
        session = self._tables.session
        distinct = session.distinct(side.memberships, "node", *side.cluster_columns)
        return side.n_memberships - session.count_rows(distinct)

    @property
    def reduction(self) -> Reduction:
        """The rows moved so far; no node types were fetched."""
        session = self._tables.session
        return Reduction(session.backend.name, self._tables.rows, session.rows_moved, None)

    def need_crisp(self) -> None:
        """Raise if a side has overlaps, or nodes with weights that are in no cluster.

        For a summary that follows from the sizes and overlaps of crisp sides only: these do not
        tell a cluster from a node that stands for several.
        """
        for side in (self.pair.truth, self.pair.found):
            if side.n_overlapping or (self.pair.is_weighted and side.n_in_no_cluster):
                raise self._reason

    def _unsupported(self, summary: type) -> Exception:
        """Every other summary needs more than overlaps."""
        return self._reason
