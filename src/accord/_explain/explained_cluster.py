"""ExplainedCluster: the members of one cluster by where they are on the other side."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.columns import Columns
from accord._display.names import printable, shortened
from accord._display.numbers import count, decimals, readable, significant
from accord._display.result import Result
from accord._display.tables import Block, Lines, Table
from accord._explain.explained_side import check_limit
from accord._explain.node_agreement import NodeAgreement
from accord._foundation.clustering import Clustering

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Default number of partners in a printed table, and of members in a printed list.
_PARTNERS_SHOWN = 10
_MEMBERS_SHOWN = 20
_MAX_NAME_LENGTH = 60


@dataclass(frozen=True, eq=False, repr=False)
class Partner:
    """A cluster of the other side that shares nodes with the explained one."""

    cluster: Hashable
    size: float
    #: The verdict on the partner, in words.
    verdict: str
    #: Number of common nodes, or their weight; and its share of either cluster.
    overlap: float
    share: float
    partner_share: float
    f1: float
    nodes: NodeAgreement
    #: The nodes of the explained cluster and of the partner, by index.
    members: NDArray[np.uint32]
    partner_members: NDArray[np.uint32]
    #: For each node, whether it is in the explained cluster.
    is_member: NDArray[np.bool_]

    @property
    def shared(self) -> list[Hashable]:
        """The members of the explained cluster that the partner has."""
        return self.nodes.names(self.select(inside=True))

    @property
    def missing(self) -> list[Hashable]:
        """The members of the explained cluster that the partner lacks."""
        shared = np.searchsorted(self.members, self.select(inside=True))
        return self.nodes.names(np.delete(self.members, shared))

    @property
    def extra(self) -> list[Hashable]:
        """The members of the partner that the explained cluster lacks."""
        return self.nodes.names(self.select(inside=False))

    def select(self, *, inside: bool, limit: int | None = None) -> NDArray[np.uint32]:
        """The first nodes of the partner that are, or are not, in the explained cluster."""
        if limit is None:
            limit = len(self.partner_members)
        found: list[NDArray[np.uint32]] = []
        left, start, length = limit, 0, 1024
        while left > 0 and start < len(self.partner_members):
            block = self.partner_members[start : start + length]
            found.append(block[self.is_member[block] == inside][:left])
            left, start, length = left - len(found[-1]), start + length, 2 * length
        return np.concatenate(found) if found else self.partner_members[:0]

    def __repr__(self) -> str:
        return f"Partner({self.cluster!r}, overlap={readable(self.overlap)}, f1={self.f1:.4f})"

    def to_dict(self) -> dict[str, Any]:
        return {
            "cluster": self.cluster,
            "size": self.size,
            "verdict": self.verdict,
            "overlap": self.overlap,
            "share": self.share,
            "partner_share": self.partner_share,
            "f1": self.f1,
            "shared": self.shared,
            "missing": self.missing,
            "extra": self.extra,
        }


@dataclass(frozen=True, eq=False, repr=False)
class ExplainedCluster(Result):
    """The members of one cluster by where they are on the other side, partner by partner."""

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
    nodes: NodeAgreement
    #: The members that are in no cluster of the other side, by index.
    uncovered: NDArray[np.uint32]
    #: Maximum number of partners that are shown. None shows all in data and some in text.
    top: int | None = None

    def head(self, n: int) -> ExplainedCluster:
        """The same, limited to the `n` best partners."""
        return replace(self, top=check_limit(n))

    @property
    def in_no_cluster(self) -> list[Hashable]:
        """The members that are in no cluster of the other side."""
        return self.nodes.names(self.uncovered)

    @property
    def other_side(self) -> str:
        return "found" if self.side == "truth" else "truth"

    # ---- as data ---------------------------------------------------------------------------------

    def sets(self) -> dict[Hashable, list[Hashable]]:
        """The members that each partner has, by its name; a node may be with several partners.

        Members in no cluster of the other side are in a set of their own, if there are any:
        "in_no_found_cluster" or "in_no_truth_cluster".
        """
        sets = {partner.cluster: partner.shared for partner in self.partners[: self.top]}
        if not len(self.uncovered):
            return sets
        # Without blanks, as some file formats have no names with blanks.
        return {**sets, self._nowhere.replace(" ", "_"): self.in_no_cluster}

    def to_clustering(self) -> Clustering:
        """The sets as a clustering, to be written to a file with `accord.write`."""
        return Clustering.from_clusters(
            {str(name): members for name, members in self.sets().items()}
        )

    @property
    def _nowhere(self) -> str:
        return f"in no {self.other_side} cluster"

    def to_dict(self) -> dict[str, Any]:
        """The facts about the cluster, and about each partner with its members."""
        return {
            "side": self.side,
            "cluster": self.cluster,
            "size": self.size,
            "verdict": self.verdict,
            "cost": self.cost,
            "partners": [partner.to_dict() for partner in self.partners[: self.top]],
            "in_no_cluster": self.in_no_cluster,
        }

    def columns(self) -> Columns:
        """A row per partner and node: `members` is "shared" or "extra".

        Members in no cluster of the other side have no partner, and are "in no cluster".
        """
        rows = list(self._rows())
        columns = zip(*rows, strict=True) if rows else [()] * 3
        return dict(zip(("partner", "members", "node"), columns, strict=True))

    def _rows(self) -> Iterator[tuple[Hashable, str, Hashable]]:
        for partner in self.partners[: self.top]:
            for kind in ("shared", "extra"):
                yield from ((partner.cluster, kind, node) for node in getattr(partner, kind))
        yield from ((None, "in no cluster", node) for node in self.in_no_cluster)

    # ---- for people ------------------------------------------------------------------------------

    def blocks(self) -> list[Block]:
        """The verdict, a table of partners, and the members by partner."""
        shown = self.partners[: _PARTNERS_SHOWN if self.top is None else self.top]
        blocks: list[Block] = [self._summary()]
        if shown:
            blocks += [self._partner_table(shown), self._members(shown)]
            extra = [(partner.cluster, partner.select(inside=False)) for partner in shown]
            lines = [
                f"{one_line(name)}: {self._listed(nodes)}" for name, nodes in extra if len(nodes)
            ]
            if lines:
                blocks.append(Lines(lines, f"other members of these {self.other_side} clusters"))
        elif len(self.uncovered):
            blocks.append(f"{self._nowhere}: {self._listed(self.uncovered)}")
        return blocks

    def _listed(self, nodes: NDArray[np.uint32]) -> str:
        """The names of some nodes in a line, and how many more there are."""
        return listed(self.nodes.names(nodes[:_MEMBERS_SHOWN]), len(nodes))

    def _summary(self) -> str:
        cost = f", costs {significant(self.cost)} of {self.metric}" if self.cost else ""
        return (
            f"{self.side} cluster {one_line(self.cluster)}: size {readable(self.size)}, "
            f"{self.verdict}{cost}"
        )

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

    def _members(self, shown: Sequence[Partner]) -> Lines:
        lines = [
            f"{one_line(partner.cluster)}: {self._listed(partner.select(inside=True))}"
            for partner in shown
        ]
        left = self.n_partners - len(shown)
        if left:
            lines.append(f"… and {count(left, f'{self.other_side} cluster')} more")
        if len(self.uncovered):
            lines.append(f"{self._nowhere}: {self._listed(self.uncovered)}")
        return Lines(lines, f"members by {self.other_side} cluster")


def one_line(name: object) -> str:
    """A name on one line and of limited length: names come from users."""
    return shortened(printable(str(name)), _MAX_NAME_LENGTH)


def listed(names: Sequence[object], total: int) -> str:
    """The first names of a `total` number in a line, and how many more there are."""
    shown = ", ".join(one_line(name) for name in names)
    left = total - len(names)
    return f"{shown}, … and {left:,} more" if left > 0 else shown
