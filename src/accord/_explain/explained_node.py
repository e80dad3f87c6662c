"""ExplainedNode: the clusters of one node on both sides, and how well they match."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import asdict, dataclass, fields
from typing import Any

from accord._display.columns import Columns
from accord._display.numbers import count, decimals, readable
from accord._display.result import Result
from accord._display.tables import Block, Table
from accord._explain.explained_cluster import one_line


@dataclass(frozen=True)
class NodeMembership:
    """A cluster of a node."""

    #: "truth" or "found".
    side: str
    cluster: Hashable
    size: float
    #: The verdict on the cluster, in words.
    verdict: str
    #: The best partner of the cluster, None for none, and whether it has the node.
    partner: Hashable
    partner_f1: float
    partner_has_node: bool
    #: The best cluster of the other side that has the node, None for none.
    match: Hashable
    match_f1: float


@dataclass(frozen=True, eq=False, repr=False)
class ExplainedNode(Result):
    """The clusters of one node on both sides, and how well they match."""

    node: Hashable
    #: The mean F1 of its clusters with the best cluster of the other side that has the node.
    agreement: float
    #: Whether each side has the node, in a cluster or not.
    in_truth: bool
    in_found: bool
    memberships: tuple[NodeMembership, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "node": self.node,
            "agreement": self.agreement,
            "in_truth": self.in_truth,
            "in_found": self.in_found,
            "memberships": [asdict(membership) for membership in self.memberships],
        }

    def columns(self) -> Columns:
        """A row per cluster of the node."""
        return {
            field.name: [getattr(membership, field.name) for membership in self.memberships]
            for field in fields(NodeMembership)
        }

    def blocks(self) -> list[Block]:
        """The agreement of the node, and a table of its clusters."""
        summary = (
            f"node {one_line(self.node)}: agreement {decimals(self.agreement)}, "
            f"{self._count_clusters('truth', self.in_truth)}, "
            f"{self._count_clusters('found', self.in_found)}"
        )
        return [summary, self._table()] if self.memberships else [summary]

    def _count_clusters(self, side: str, has_node: bool) -> str:
        if not has_node:
            return f"not in {side}"
        number = sum(membership.side == side for membership in self.memberships)
        return f"in {count(number, f'{side} cluster')}" if number else f"in no {side} cluster"

    def _table(self) -> Table:
        rows = [
            [
                membership.side,
                str(membership.cluster),
                readable(membership.size),
                membership.verdict,
                "-" if membership.partner is None else str(membership.partner),
                decimals(membership.partner_f1),
                readable(membership.partner_has_node),
                "-" if membership.match is None else str(membership.match),
                decimals(membership.match_f1),
            ]
            for membership in self.memberships
        ]
        header = ["side", "cluster", "size", "verdict", "best partner", "f1", "has the node"]
        header += ["best with the node", "f1"]
        bars = {8: [membership.match_f1 for membership in self.memberships]}
        return Table(header, rows, (2, 5, 8), bars)
