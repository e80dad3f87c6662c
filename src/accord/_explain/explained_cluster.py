"""ExplainedCluster: the members of one cluster, which are wrong, and where they are."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.columns import Columns
from accord._display.escaping import printable
from accord._display.names import shortened
from accord._display.numbers import count, decimals, readable, significant
from accord._display.result import Result
from accord._display.tables import Block, Lines, Table
from accord._explain.explained_side import check_limit
from accord._explain.node_clusters import clusters_of_nodes, describe_no_clusters
from accord._explain.partner import Partner
from accord._foundation.clustering import Clustering

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._explain.explanation import Explanation

#: Default number of partners in a printed table, and of members in a printed list.
_PARTNERS_SHOWN = 10
_MEMBERS_SHOWN = 20
_MAX_NAME_LENGTH = 60
#: The facts about each node.
_COLUMNS = ("node", "status", "partner", "truth", "found")


@dataclass(frozen=True, eq=False, repr=False)
class ExplainedCluster(Result):
    """The members of one cluster: correct, missing and extra ones, and where each of them is.

    Nodes are missing or extra as seen from the truth, also if the cluster is a found one: *missing*
    nodes are in the truth cluster and not in the found one, *extra* nodes are in the found cluster
    and not in the truth one. Unless said otherwise, the two are this cluster and its best partner.
    """

    #: "truth" or "found".
    side: str
    cluster: Hashable
    size: float
    #: The verdict in words, such as "split into 3".
    verdict: str
    #: The metric by which the cost is measured.
    metric: str
    cost: float
    #: The clusters of the other side that share nodes, the best match first.
    partners: tuple[Partner, ...]
    #: Number of all of them, if only the best ones are listed.
    n_partners: int
    explanation: Explanation
    #: The indices of the members of the cluster.
    member_indices: NDArray[np.uint32]
    #: Maximum number of partners that are shown. None shows all in data and some in text.
    top: int | None = None

    def head(self, n: int) -> ExplainedCluster:
        """The same, limited to the `n` best partners."""
        return replace(self, top=check_limit(n))

    @property
    def other_side(self) -> str:
        """The side of the partners: "truth" or "found"."""
        return "found" if self.side == "truth" else "truth"

    @property
    def partner(self) -> Hashable:
        """The name of the best partner; None if no cluster of the other side shares a node."""
        return self.partners[0].cluster if self.partners else None

    @property
    def members(self) -> list[Hashable]:
        """The nodes of the cluster."""
        return self._names(self.member_indices)

    @property
    def correct(self) -> list[Hashable]:
        """The members that its best partner has too."""
        return self._names(self.nodes_by_status["correct"])

    @property
    def missing(self) -> list[Hashable]:
        """The nodes of the truth cluster that the found cluster lacks."""
        return self._names(self.nodes_by_status["missing"])

    @property
    def extra(self) -> list[Hashable]:
        """The nodes of the found cluster that the truth cluster lacks: its wrong members."""
        return self._names(self.nodes_by_status["extra"])

    @cached_property
    def nodes_by_status(self) -> dict[str, NDArray[np.uint32]]:
        """The correct, missing and extra nodes, by index."""
        if self.partners:
            best = self.partners[0]
            return {
                "correct": best.select(inside=True),
                "missing": best.missing_nodes,
                "extra": best.extra_nodes,
            }
        none, is_truth = self.member_indices[:0], self.side == "truth"
        return {
            "correct": none,
            "missing": self.member_indices if is_truth else none,
            "extra": none if is_truth else self.member_indices,
        }

    @property
    def in_no_cluster(self) -> list[Hashable]:
        """The members that the other side has, in no cluster."""
        return self._names(self.members_nowhere["in no cluster"])

    @property
    def outside(self) -> list[Hashable]:
        """The members that the other side does not have."""
        return self._names(self.members_nowhere["outside"])

    @cached_property
    def members_nowhere(self) -> dict[str, NDArray[np.uint32]]:
        """The members "in no cluster" of the other side or "outside" of its nodes, by index."""
        pair, explanation = self.explanation.pair, self.explanation
        of_pair, explained = (
            (pair.found, explanation.found)
            if self.side == "truth"
            else (pair.truth, explanation.truth)
        )
        nowhere = self.member_indices[of_pair.memberships_of_node[self.member_indices] == 0]
        known = explained.has_node[nowhere]
        return {"in no cluster": nowhere[known], "outside": nowhere[~known]}

    def _names(self, nodes: NDArray[np.uint32]) -> list[Hashable]:
        return self.explanation.nodes.names(nodes)

    # ---- as data ---------------------------------------------------------------------------------

    def sets(self) -> dict[Hashable, list[Hashable]]:
        """The members that each partner has, by its name; a node may be with several partners.

        Members in no cluster of the other side are in a set of their own, if there are any, which
        is called "in_no_found_cluster" or "in_no_truth_cluster"; and so are members that the other
        side does not have, as "not_in_found" or "not_in_truth".
        """
        sets = {partner.cluster: partner.shared for partner in self.partners[: self.top]}
        # Without blanks, as some file formats have no names with blanks.
        nowhere: dict[Hashable, list[Hashable]] = {
            words.replace(" ", "_"): self._names(nodes) for words, nodes in self.described_nowhere
        }
        return {**sets, **nowhere}

    def to_clustering(self) -> Clustering:
        """The sets as a clustering, to be written to a file with `accord.write`."""
        return Clustering.from_clusters(
            {str(name): members for name, members in self.sets().items()}
        )

    @property
    def described_nowhere(self) -> list[tuple[str, NDArray[np.uint32]]]:
        """The members that are in no cluster of the other side, with words that say why."""
        words = {
            "in no cluster": f"in no {self.other_side} cluster",
            "outside": f"not in {self.other_side}",
        }
        return [
            (words[reason], nodes) for reason, nodes in self.members_nowhere.items() if len(nodes)
        ]

    def to_dict(self) -> dict[str, Any]:
        """The facts about the cluster, its nodes by status, and each partner with its members."""
        return {
            "side": self.side,
            "cluster": self.cluster,
            "size": self.size,
            "verdict": self.verdict,
            "cost": self.cost,
            "partner": self.partner,
            "correct": self.correct,
            "missing": self.missing,
            "extra": self.extra,
            "nodes": [
                {"node": node, "status": status, "truth": truth, "found": found}
                for node, status, truth, found in self._node_rows()
            ],
            "partners": [partner.to_dict() for partner in self.partners[: self.top]],
            "in_no_cluster": self.in_no_cluster,
            "outside": self.outside,
        }

    def columns(self) -> Columns:
        """A row per node: its status, the best partner, and its clusters on both sides.

        The status is "correct", "missing" or "extra". Names of several clusters are joined by
        "; ", and in place of names stands "in no cluster", "not in truth" or "not in found".
        """
        rows = [
            (node, status, self.partner, _in_a_cell(truth, "truth"), _in_a_cell(found, "found"))
            for node, status, truth, found in self._node_rows()
        ]
        columns = zip(*rows, strict=True) if rows else [()] * len(_COLUMNS)
        return dict(zip(_COLUMNS, columns, strict=True))

    def _node_rows(
        self,
    ) -> Iterator[tuple[Hashable, str, list[Hashable] | None, list[Hashable] | None]]:
        """The name and status of each node, and its clusters in truth and in found."""
        for status, nodes in self.nodes_by_status.items():
            sides = (
                clusters_of_nodes(self.explanation, nodes, side) for side in ("truth", "found")
            )
            yield from zip(
                self._names(nodes), itertools.repeat(status, len(nodes)), *sides, strict=True
            )

    # ---- for people ------------------------------------------------------------------------------

    def blocks(self) -> list[Block]:
        """The verdict, the correct, missing and extra nodes, and the members by partner."""
        shown = self.partners[: _PARTNERS_SHOWN if self.top is None else self.top]
        blocks: list[Block] = [self._summary()]
        if len(self.member_indices):
            blocks.append(self._status_lines())
        if shown:
            blocks.append(self._partner_table(shown))
        if len(self.member_indices):
            blocks.append(self._members_by_partner(shown))
        lines = [
            f"{one_line(partner.cluster)}: {self._listed(nodes)}"
            for partner in shown[1:]
            if len(nodes := partner.select(inside=False))
        ]
        if lines:
            title = f"nodes of the other {self.other_side} clusters that are not members"
            blocks.append(Lines(lines, title))
        return blocks

    def _listed(self, nodes: NDArray[np.uint32]) -> str:
        """The names of some nodes in a line, and how many more there are."""
        return listed(self._names(nodes[:_MEMBERS_SHOWN]), len(nodes))

    def _summary(self) -> str:
        cost = f", costs {significant(self.cost)} of {self.metric}" if self.cost else ""
        return (
            f"{self.side} cluster {one_line(self.cluster)}: size {readable(self.size)}, "
            f"{self.verdict}{cost}"
        )

    def _status_lines(self) -> Lines:
        """The correct, missing and extra nodes: how many, and their names."""
        names = {self.side: self.cluster, self.other_side: self.partner}
        title, where = f"no {self.other_side} cluster has any of its members", {}
        if self.partners:
            title = (
                f"compared with its best partner, {self.other_side} cluster "
                f"{one_line(self.partner)}"
            )
            where = {
                "correct": ", in both",
                "missing": f", only in truth cluster {one_line(names['truth'])}",
                "extra": f", only in found cluster {one_line(names['found'])}",
            }
        lines = [
            f"{len(nodes):,} {status}{where.get(status, '')}: {self._listed(nodes)}"
            if len(nodes)
            else f"0 {status}"
            for status, nodes in self.nodes_by_status.items()
        ]
        return Lines(lines, title)

    def _partner_table(self, shown: Sequence[Partner]) -> Table:
        rows = [
            [
                str(partner.cluster),
                readable(partner.size),
                partner.verdict,
                readable(partner.overlap),
                decimals(partner.share),
                decimals(partner.partner_share),
                decimals(partner.f1),
            ]
            for partner in shown
        ]
        shares = [f"share of {self.side}", f"share of {self.other_side}"]
        header = [f"{self.other_side} cluster", "size", "verdict", "shared", *shares, "f1"]
        return Table(header, rows, (1, 3, 4, 5, 6), {6: [partner.f1 for partner in shown]})

    def _members_by_partner(self, shown: Sequence[Partner]) -> Lines:
        lines = [
            f"{one_line(partner.cluster)}: {self._listed(partner.select(inside=True))}"
            for partner in shown
        ]
        left = self.n_partners - len(shown)
        if left:
            lines.append(f"… and {count(left, f'{self.other_side} cluster')} more")
        lines += [f"{words}: {self._listed(nodes)}" for words, nodes in self.described_nowhere]
        return Lines(lines, f"members by {self.other_side} cluster")


def _in_a_cell(clusters: Sequence[Hashable] | None, side: str) -> str:
    """The names of the clusters of a node on a side, as the cell of a table of data."""
    return "; ".join(map(str, clusters)) if clusters else describe_no_clusters(clusters, side)


def one_line(name: object) -> str:
    """A name on one line and of limited length: names come from users."""
    return shortened(printable(str(name)), _MAX_NAME_LENGTH)


def listed(names: Sequence[object], total: int) -> str:
    """The first names of a `total` number in a line, and how many more there are."""
    shown = ", ".join(one_line(name) for name in names)
    left = total - len(names)
    return f"{shown}, … and {left:,} more" if left > 0 else shown
