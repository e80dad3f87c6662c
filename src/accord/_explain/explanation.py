"""Explanation: what happened to every cluster, and what that costs by a metric."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from accord._display.columns import Columns, csv_blocks
from accord._display.numbers import count, decimals, readable, significant
from accord._display.result import Note, PlottedResult
from accord._display.tables import Block, Lines, Table
from accord._engines.native.overlaps import overlaps_of_clusters
from accord._explain.explained_cluster import ExplainedCluster, listed
from accord._explain.explained_node import ExplainedNode
from accord._explain.explained_side import ExplainedSide, VerdictTotal, check_limit
from accord._explain.lookup import find_cluster
from accord._explain.members import as_integer, explain_cluster, explain_node
from accord._explain.node_agreement import NodeAgreement
from accord._explain.node_clusters import clusters_of_nodes, describe_no_clusters
from accord._explain.verdicts import VERDICTS
from accord._foundation.checks import need_every_node
from accord._foundation.compared import SideFacts, facts_of_sides, notes_on_compared
from accord._foundation.pair import Pair
from accord._summaries.clustering_pair import Overlaps
from accord.errors import InputError, unknown
from accord.metrics._score import Score

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Default number of clusters and of nodes in a printed table.
DEFAULT_TOP = 10

#: The facts about each cluster.
CLUSTER_COLUMNS = (
    "side",
    "cluster",
    "size",
    "verdict",
    "parts",
    "partner",
    "overlap",
    "f1",
    "precision",
    "recall",
    "cost",
)
#: Number of clusters of a node in a printed table.
_CLUSTERS_SHOWN = 4
_CLUSTERS_PER_BLOCK = 10_000


@dataclass(frozen=True, eq=False, repr=False)
class Explanation(PlottedResult):
    """What happened to every cluster of truth and found, and its cost. Prints as tables."""

    _plots: ClassVar[tuple[str, ...]] = (
        "verdicts",
        "flows",
        "overlap_matrix",
        "match_by_size",
        "sizes",
    )

    #: The metric by which costs are measured, and its value.
    metric: str
    score: Score
    truth: ExplainedSide
    found: ExplainedSide
    #: How well the clusters of each node agree.
    nodes: NodeAgreement
    #: The two clusterings on the node base.
    pair: Pair
    #: Maximum number of clusters of each side, and of nodes, that are shown. None shows all
    #: clusters in data and DEFAULT_TOP in text.
    top: int | None = None

    def head(self, n: int) -> Explanation:
        """The same explanation, limited to `n` clusters of each side and `n` nodes."""
        return replace(self, top=check_limit(n))

    @property
    def sides(self) -> tuple[ExplainedSide, ExplainedSide]:
        """The clusters of the truth, and those of found."""
        return self.truth, self.found

    def totals(self) -> dict[str, dict[str, VerdictTotal]]:
        """The number, size and cost of clusters, by side and verdict."""
        return {side.side: side.totals() for side in self.sides}

    def worst_nodes(self, n: int = DEFAULT_TOP) -> list[tuple[Hashable, float]]:
        """The `n` nodes whose clusters agree worst, with their agreement.

        Nodes that a side does not have come last. For lazy tables, one node of each node type.
        """
        return self.nodes.worst(n)

    def cluster(self, name: object) -> ExplainedCluster:
        """Explain the truth cluster of this name; `found_cluster` explains a found cluster.

        Its nodes are compared with those of its best partner, and listed by the found clusters they
        are in.

        >>> from accord import explain
        >>> why = explain({"red": [1, 2, 3]}, {"a": [1, 2], "b": [3, 4]})
        >>> red = why.cluster("red")
        >>> red.partner, red.correct, red.missing, red.extra
        ('a', [1, 2], [3], [])
        >>> red.sets()
        {'a': [1, 2], 'b': [3]}
        """
        return explain_cluster(self, "truth", self._find_cluster(name, "truth"))

    def found_cluster(self, name: object) -> ExplainedCluster:
        """Explain the found cluster of this name; `cluster` explains a truth cluster.

        Its nodes are compared with those of its best partner, and listed by the truth clusters they
        are in.
        """
        return explain_cluster(self, "found", self._find_cluster(name, "found"))

    def _find_cluster(self, name: object, side: str) -> int:
        """The index of the cluster of this name in the input."""
        this, opposite = self._order_sides(side)
        return find_cluster(this.clustering, name, side, opposite.clustering)

    def node(self, name: object) -> ExplainedNode:
        """Explain the node of this name: its clusters on both sides, and how well they match."""
        need_every_node(self.pair.multiplicity, "a node")
        return explain_node(self, self.nodes.find(name))

    def clusters_of(self, node: int, side: str) -> list[Hashable] | None:
        """The names of the clusters of a node; None if the side does not have the node.

        The node is given by its index in the pair.
        """
        return clusters_of_nodes(self, np.array([node]), self._order_sides(side)[0].side)[0]

    def overlaps_of(
        self, clusters: Sequence[int] | NDArray[np.int64], side: str = "truth"
    ) -> Overlaps:
        """The overlaps of these clusters of `side` with those of the other side.

        Clusters are given and returned as indices into the input.
        """
        chosen, n_clusters = np.asarray(clusters, np.int64), len(self._order_sides(side)[0])
        wrong = chosen[(chosen < 0) | (chosen >= n_clusters)]
        if len(wrong):
            raise InputError(
                f"there is no {side} cluster {wrong[0]}: "
                f"there are {n_clusters:,}, and the first one is 0"
            )
        return overlaps_of_clusters(self.pair, chosen, side)

    def _order_sides(self, side: str) -> tuple[ExplainedSide, ExplainedSide]:
        """This side, and the opposite one."""
        if side not in ("truth", "found"):
            raise unknown("side", side, ("truth", "found"))
        return (self.truth, self.found) if side == "truth" else (self.found, self.truth)

    @cached_property
    def _side_facts(self) -> tuple[SideFacts, SideFacts]:
        repeated = self.truth.clustering.repeated, self.found.clustering.repeated
        return facts_of_sides(self.pair, repeated)

    # ---- as data ---------------------------------------------------------------------------------

    def rows(self, side: str) -> Iterator[tuple[Any, ...]]:
        """The clusters of a side, costliest first: plain objects by CLUSTER_COLUMNS."""
        this, opposite = self._order_sides(side)
        names, partner_names = this.clustering.cluster_names(), opposite.clustering.cluster_names()
        indices = this.costliest(self.top)
        for start in range(0, len(indices), _CLUSTERS_PER_BLOCK):
            block = indices[start : start + _CLUSTERS_PER_BLOCK]
            yield from zip(
                itertools.repeat(side, len(block)),
                (names[index] for index in block.tolist()),
                map(as_integer, this.sizes[block].tolist()),
                (VERDICTS[verdict] for verdict in this.verdict[block].tolist()),
                (parts or None for parts in this.parts[block].tolist()),
                (
                    None if partner < 0 else partner_names[partner]
                    for partner in this.partner[block].tolist()
                ),
                map(as_integer, this.overlap[block].tolist()),
                this.f1[block].tolist(),
                this.precision[block].tolist(),
                this.recall[block].tolist(),
                this.cost[block].tolist(),
                strict=True,
            )

    def to_dict(self) -> dict[str, Any]:
        """What was compared, totals, the clusters of both sides, costliest first, worst nodes."""
        clusters = {
            side.side: [
                dict(zip(CLUSTER_COLUMNS[1:], row[1:], strict=True)) for row in self.rows(side.side)
            ]
            for side in self.sides
        }
        return {
            "metric": self.metric,
            "value": float(self.score),
            "compared": {
                **{
                    side.side: asdict(facts)
                    for side, facts in zip(self.sides, self._side_facts, strict=True)
                },
                "nodes": asdict(self.pair.facts),
            },
            "totals": {
                side: {verdict: asdict(total) for verdict, total in totals.items()}
                for side, totals in self.totals().items()
            },
            **clusters,
            "nodes": [
                {
                    "node": name,
                    "agreement": agreement,
                    "truth": self.clusters_of(node, "truth"),
                    "found": self.clusters_of(node, "found"),
                }
                for node, name, agreement in self._lowest_nodes()
            ],
        }

    def columns(self) -> Columns:
        """A row per cluster of both sides, costliest first."""
        columns = list(zip(*self._all_rows(), strict=True)) or [()] * len(CLUSTER_COLUMNS)
        return dict(zip(CLUSTER_COLUMNS, columns, strict=True))

    def csv_blocks(self) -> Iterator[str]:
        return csv_blocks(CLUSTER_COLUMNS, self._all_rows())

    def _all_rows(self) -> Iterator[tuple[Any, ...]]:
        return itertools.chain.from_iterable(self.rows(side.side) for side in self.sides)

    # ---- for people ------------------------------------------------------------------------------

    @property
    def _n_shown(self) -> int:
        return DEFAULT_TOP if self.top is None else self.top

    def summary(self) -> str:
        """A line with the value, and the number of truth clusters with each verdict."""
        totals = self.truth.totals()
        clusters = sum(total.clusters for total in totals.values())
        verdicts = ", ".join(
            f"{total.clusters:,} {verdict}" for verdict, total in totals.items() if total.clusters
        )
        value = f"{self.metric} {decimals(self.score)}; of {count(clusters, 'truth cluster')}"
        return f"{value}: {verdicts}" if verdicts else value

    def notes(self) -> list[Note]:
        """What was compared, and what the node base left out."""
        truth, found = self._side_facts
        base_chosen = self.pair.base_chosen
        notes = notes_on_compared(truth, found, self.pair.facts, base_chosen=base_chosen)
        return [*notes, *self._note_on_numbers()]

    def _note_on_numbers(self) -> list[Note]:
        """That clusters without names are numbered, if a side has such clusters."""
        unnamed = [side.side for side in self.sides if side.clustering.names is None]
        if not unnamed:
            return []
        text = f"the clusters of {' and '.join(unnamed)} have no names: they are numbered from 0"
        return [Note("numbers", text)]

    def blocks(self) -> list[Block]:
        """What was compared, totals by verdict, the costliest clusters, and the worst nodes."""
        return [
            Lines([self.summary(), *self.notes()]),
            self._totals_table(),
            *self._cluster_blocks("truth"),
            *self._cluster_blocks("found"),
            *self._node_blocks(),
        ]

    def _totals_table(self) -> Table:
        by_side = [side.totals() for side in self.sides]
        sums = [sum(totals.values(), VerdictTotal()) for totals in by_side]
        verdicts = [
            verdict
            for verdict in VERDICTS
            if any(verdict in totals and totals[verdict].clusters for totals in by_side)
        ]
        rows = [
            _totals_row(verdict, [totals.get(verdict) for totals in by_side])
            for verdict in verdicts
        ]
        header = ["verdict"]
        for side in self.sides:
            header += [f"{side.side} clusters", "size", "cost"]
        bars = {
            1 + 3 * side: [
                totals[verdict].clusters / sums[side].clusters if verdict in totals else None
                for verdict in verdicts
            ]
            for side, totals in enumerate(by_side)
        }
        return Table(header, [*rows, _totals_row("all", sums)], range(1, len(header)), bars)

    def _cluster_blocks(self, side: str) -> list[Block]:
        """A title and a table of the costliest clusters of a side."""
        this, opposite = self._order_sides(side)
        indices = this.costliest(self._n_shown)
        rows = [
            [
                str(this.name(index)),
                readable(this.sizes[index].item()),
                this.describe(index),
                "-" if this.partner[index] < 0 else str(opposite.name(int(this.partner[index]))),
                decimals(this.f1[index].item()),
                decimals(this.precision[index].item()),
                decimals(this.recall[index].item()),
                significant(this.cost[index].item()),
            ]
            for index in indices.tolist()
        ]
        judged = len(this.judged)
        part = "" if len(rows) == judged else f", the {len(rows):,} costliest of {judged:,}"
        measures = ["f1", "precision", "recall", "cost"]
        header = [f"{side} cluster", "size", "verdict", "best partner", *measures]
        bars = {4: this.f1[indices].tolist()}
        return [f"{side} clusters{part}", Table(header, rows, (1, 4, 5, 6, 7), bars)]

    def _node_blocks(self) -> list[Block]:
        """A title and a table of the nodes that agree worst; nothing if all agree fully."""
        nodes = self._lowest_nodes()
        if not nodes:
            return []
        title = f"nodes whose clusters agree worst{self.nodes.order}"
        rows = [
            [
                str(name),
                decimals(agreement),
                *(
                    _listed_clusters(self.clusters_of(node, side), side)
                    for side in ("truth", "found")
                ),
            ]
            for node, name, agreement in nodes
        ]
        bars = {1: [agreement for _, _, agreement in nodes]}
        return [
            f"{title}, one of each type" if self.nodes.of_types else title,
            Table(["node", "agreement", "truth clusters", "found clusters"], rows, (1,), bars),
        ]

    def _lowest_nodes(self) -> list[tuple[int, Hashable, float]]:
        """The index, name and agreement of the nodes to show."""
        lowest = self.nodes.lowest(self._n_shown)
        agreement = self.nodes.agreement[lowest].tolist()
        return list(zip(lowest.tolist(), self.nodes.names(lowest), agreement, strict=True))


def _listed_clusters(names: Sequence[Hashable] | None, side: str) -> str:
    """The names of some clusters of a node, and how many more there are, or why there are none."""
    if not names:
        return describe_no_clusters(names, side)
    return listed(names[:_CLUSTERS_SHOWN], len(names))


def _totals_row(verdict: str, totals: Sequence[VerdictTotal | None]) -> list[str]:
    """A row of the table of totals; empty cells for a side that cannot have the verdict."""
    cells = [("", "", "") if total is None else total.cells() for total in totals]
    return [verdict, *itertools.chain.from_iterable(cells)]
