"""Summaries of tables whose node types do not fit into memory, made inside the engine that holds them.

Cluster sizes, overlaps and best partners come from joins and groups; what is fetched is no larger
than the clusters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from accord._engines.base import PairEngine, Provider
from accord._engines.tables.keys import find_clusters
from accord._engines.tables.members import Members
from accord._engines.tables.node_types import check_conflicts, kind_of_weights
from accord._engines.tables.reduction import UnreducedTables
from accord._foundation.node_base import check_policy
from accord._foundation.pair import BasePair, NodeFacts
from accord._foundation.reduction import Reduction
from accord._foundation.rounding import ROUNDING
from accord._foundation.side import BaseSide
from accord._summaries.clustering_pair import (
    BestMatches,
    BestPartners,
    SideMatches,
    Tallies,
)
from accord.errors import InputError, NodeSetError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._foundation.node_base import NodeBase


@dataclass(frozen=True)
class SideCounts:
    """What was counted of a side on the node base."""

    memberships: int
    overlapping: int
    in_no_cluster: int
    fuzzy: bool


class TableSide(BaseSide):
    """What was counted of a side whose memberships stay in its table."""

    def __init__(self, kept: NDArray[np.bool_], counts: SideCounts) -> None:
        self.kept = None if kept.all() else kept
        self._counts, self._n_clusters = counts, int(np.count_nonzero(kept))

    @property
    def n_clusters(self) -> int:
        return self._n_clusters

    @property
    def n_memberships(self) -> int:
        return self._counts.memberships

    @property
    def n_overlapping(self) -> int:
        return self._counts.overlapping

    @property
    def n_in_no_cluster(self) -> int:
        return self._counts.in_no_cluster

    @property
    def n_duplicates(self) -> None:
        return None

    @property
    def is_fuzzy(self) -> bool:
        return self._counts.fuzzy


@dataclass(frozen=True, eq=False)
class _Rows:
    """The memberships of a side on the node base, as a lazy table: node, cluster (a number), share, weight, clusters."""

    frame: Any
    #: Which clusters are left on the node base.
    kept: NDArray[np.bool_]


class TableEngine(PairEngine):
    """The summaries of overlaps for two tables on a node base; the others are refused."""

    def __init__(self, unreduced: UnreducedTables, nodes: NodeBase) -> None:
        super().__init__()
        self._tables, self._reason = unreduced.tables, unreduced.reason
        if len(self._tables.members) != 2 or any(
            "level" in side.columns for side in self._tables.members
        ):
            raise self._reason
        policy = check_policy(nodes)
        with self._tables.session.backend.errors():
            check_conflicts(self._tables)
            self._pair = self._prepare(policy)

    def _unsupported(self, summary: type) -> Exception:
        """Any other summary needs more than overlaps."""
        return self._reason

    @property
    def pair(self) -> BasePair[TableSide]:
        return self._pair

    @property
    def repeated_memberships(self) -> tuple[int, int]:
        truth, found = (self._count_repeated(side) for side in self._tables.members)
        return truth, found

    def _count_repeated(self, side: Members) -> int:
        if side.clustering is not None:
            return side.clustering.repeated
        distinct = self._tables.session.distinct(side.in_clusters, "node", *side.cluster_columns)
        return side.in_cluster - self._number(distinct)

    @property
    def reduction(self) -> Reduction:
        """What it took so far; no types were fetched."""
        session = self._tables.session
        return Reduction(session.backend.name, self._tables.rows, session.rows_moved, None)

    # ---- node base -------------------------------------------------------------------------------

    def _prepare(self, policy: str | None) -> BasePair[TableSide]:
        session, nw = self._tables.session, self._tables.session.narwhals
        sides = self._tables.members
        known = [session.distinct(side.frame, "node") for side in sides]
        n_truth, n_found = (self._number(frame) for frame in known)
        common = self._number(known[0].join(known[1], on="node", how="inner"))
        only_truth, only_found = n_truth - common, n_found - common
        if policy == "equal" and (only_truth or only_found):
            raise NodeSetError(
                f"the nodes are not equal: {only_truth:,} are in truth only, {only_found:,} in found only"
            )
        within = {"intersection": (known[1], known[0]), "truth": (None, known[0])}.get(
            policy or "union", (None, None)
        )
        base = (
            known[0]
            if policy in ("truth", "equal")
            else known[0].join(known[1], on="node", how="inner")
        )
        if policy in (None, "union"):
            base = session.distinct(nw.concat(known), "node")
        n_base = {"intersection": common, "truth": n_truth, "equal": n_truth}.get(
            policy or "", n_truth + only_found
        )
        if not n_base:
            raise InputError(
                "there are no nodes to compare: the two clusterings have none in common, or none was given"
            )
        self._base, self._weights = base, self._find_weights(base)
        clusters = [find_clusters(self._tables, place) for place in (0, 1)]
        self._rows = [
            self._on_base(side, own, only)
            for side, own, only in zip(sides, clusters, within, strict=True)
        ]
        total: int | float = n_base
        if self._weights is not None:
            total = session.fetch(
                self._weights.select(nw.col("weight").sum().cast(kind_of_weights(nw, sides)))
            ).item()
        self.total = total
        dropped = (
            only_truth if policy == "intersection" else 0,
            only_found if policy in ("intersection", "truth") else 0,
        )
        gone = [int(np.count_nonzero(~rows.kept)) for rows in self._rows]
        facts = NodeFacts(n_base, common, only_truth, only_found, 0, *dropped, *gone)
        inside = [
            self._side(rows, n_base, "share" in side.columns)
            for rows, side in zip(self._rows, sides, strict=True)
        ]
        self._whole = self._weights is None or kind_of_weights(nw, sides) == nw.Int64
        return BasePair(
            inside[0],
            inside[1],
            facts,
            base_chosen=policy is not None,
            is_weighted=self._weights is not None,
            has_integer_weights=self._whole,
        )

    def _number(self, frame: Any) -> int:
        """How many rows a lazy table has."""
        return int(
            self._tables.session.fetch(
                frame.select(self._tables.session.narwhals.len().alias("rows"))
            ).item()
        )

    def _find_weights(self, base: Any) -> Any:
        """A lazy table with the weight of each node of the base; None where nothing is weighted."""
        nw, sides = self._tables.session.narwhals, self._tables.members
        weighted = [side for side in sides if "weight" in side.columns]
        if not weighted:
            return None
        kind = kind_of_weights(nw, sides)
        given = nw.concat(
            [side.frame.select("node", nw.col("weight").cast(kind)) for side in weighted]
        )
        given = given.group_by("node").agg(
            nw.col("weight").max(), nw.col("weight").min().alias("least")
        )
        if self._number(given.filter(nw.col("weight") != nw.col("least"))):
            raise InputError(
                "the two sides give some nodes different weights: make them equal, or weigh one side only"
            )
        weights = base.join(given.select("node", "weight"), on="node", how="left")
        if self._number(weights.filter(nw.col("weight").is_null())):
            raise InputError(
                "only one side has weights, and it lacks nodes of the other: weigh both sides"
            )
        return weights

    def _on_base(self, side: Members, clusters: Any, within: Any) -> _Rows:
        session, nw = self._tables.session, self._tables.session.narwhals
        by = ["node", *side.cluster_columns]
        if "share" in side.columns:
            rows = side.in_clusters.group_by(*by).agg(nw.col("share").min())
        else:
            rows = session.distinct(side.in_clusters, *by).with_columns(share=nw.lit(1.0))
        rows = rows.join(clusters.sent, on=side.cluster_columns, how="inner").select(
            "node", "share", "number"
        )
        if within is not None:
            rows = rows.join(within, on="node", how="inner")
        if self._weights is not None:
            rows = rows.join(self._weights, on="node", how="inner")
        else:
            rows = rows.with_columns(weight=nw.lit(1).cast(nw.Int64))
        left = session.fetch(session.distinct(rows, "number")).get_column("number").to_numpy()
        kept = np.zeros(clusters.n_clusters, bool)
        kept[left] = True
        return _Rows(rows, kept)

    def _side(self, rows: _Rows, n_base: int, fuzzy: bool) -> TableSide:
        nw = self._tables.session.narwhals
        of_node = rows.frame.group_by("node").agg(nw.len().alias("clusters"))
        several = (nw.col("clusters") > 1).cast(nw.Int64).sum().alias("several")
        told = of_node.select(
            nw.len().alias("nodes"), nw.col("clusters").sum().alias("memberships"), several
        )
        ((nodes, memberships, overlapping),) = self._tables.session.fetch(told).rows()
        counts = SideCounts(
            int(memberships or 0), int(overlapping or 0), n_base - int(nodes), fuzzy
        )
        return TableSide(rows.kept, counts)

    # ---- best matches ----------------------------------------------------------------------------

    @property
    def default_sharing(self) -> str:
        return "shares" if any("share" in side.columns for side in self._tables.members) else "full"

    def best_matches(self, *, sharing: str | None = None) -> BestMatches:
        """As those of the native engine."""
        if sharing is None:
            return self.get(BestMatches, sharing=self.default_sharing)
        with self._tables.session.backend.errors():
            return self._best_matches(sharing)

    def _best_matches(self, sharing: str) -> BestMatches:
        session, nw = self._tables.session, self._tables.session.narwhals
        whole = self._whole and sharing == "full"
        kind = nw.Int64 if whole else nw.Float64
        sides = [
            self._worths(rows.frame, sharing).select("node", "number", "worth")
            for rows in self._rows
        ]
        sizes = [
            self._sizes(frame, rows.kept, kind)
            for frame, rows in zip(sides, self._rows, strict=True)
        ]
        truth, found = (
            self._worths(rows.frame, sharing).rename(
                {"number": name, "worth": f"worth_{name}", "share": f"share_{name}"}
            )
            for rows, name in zip(self._rows, ("truth", "found"), strict=True)
        )
        both = truth.join(found.drop("weight"), on="node", how="inner")
        amount = nw.col("weight")
        if sharing == "split":
            amount = nw.min_horizontal("worth_truth", "worth_found")
        elif sharing == "shares":
            amount = nw.col("weight") * nw.min_horizontal("share_truth", "share_found")
        cells = (
            both.with_columns(amount=amount).group_by("truth", "found").agg(nw.col("amount").sum())
        )
        cells = cells.with_columns(nw.col("amount").cast(kind))
        for name, own, rows in zip(("truth", "found"), sizes, self._rows, strict=True):
            places = np.flatnonzero(rows.kept)
            columns = {name: places, f"size_{name}": own.astype(np.float64)}
            cells = cells.join(session.send(session.in_memory(columns)), on=name, how="inner")
        m, a, b = nw.col("amount").cast(nw.Float64), nw.col("size_truth"), nw.col("size_found")
        pprob = m * m / (a * b) if whole else (m / a) * (m / b)
        cells = cells.with_columns(by_f1=2.0 * m / (a + b), by_pprob=pprob, by_amount=m)
        with session.kept(cells) as cells:
            of_truth, total_match = self._best(cells, "truth", "found", sizes, whole)
            of_found, _ = self._best(cells, "found", "truth", sizes, whole)
        return BestMatches(of_truth, of_found, total_match, self.total)

    def _worths(self, frame: Any, sharing: str) -> Any:
        """Memberships with what the node is worth in the cluster."""
        nw = self._tables.session.narwhals
        if sharing == "split":
            of_node = frame.group_by("node").agg(nw.len().alias("clusters"))
            return (
                frame.join(of_node, on="node", how="inner")
                .with_columns(worth=nw.col("weight") / nw.col("clusters"))
                .drop("clusters")
            )
        return frame.with_columns(
            worth=nw.col("weight") * nw.col("share") if sharing == "shares" else nw.col("weight")
        )

    def _sizes(self, frame: Any, kept: NDArray[np.bool_], kind: Any) -> NDArray[Any]:
        """The size of each cluster that is left."""
        nw = self._tables.session.narwhals
        sums = (
            frame.group_by("number")
            .agg(nw.col("worth").sum())
            .with_columns(nw.col("worth").cast(kind))
        )
        fetched = self._tables.session.fetch(sums)
        values = fetched.get_column("worth").to_numpy()
        sizes: NDArray[Any] = np.zeros(len(kept), values.dtype)
        sizes[fetched.get_column("number").to_numpy()] = values
        return sizes[kept]

    def _best(
        self, cells: Any, name: str, other: str, sizes: list[NDArray[Any]], whole: bool
    ) -> tuple[SideMatches, float]:
        """The best partners of the clusters of one side, and the sum of all matches."""
        session, nw = self._tables.session, self._tables.session.narwhals
        ways = ("by_f1", "by_pprob", "by_amount")
        kept, other_kept = (
            self._rows[("truth", "found").index(side)].kept for side in (name, other)
        )
        own, others = (
            sizes[("truth", "found").index(side)].astype(np.float64) for side in (name, other)
        )
        best = cells.group_by(name).agg(
            *(nw.col(way).max() for way in ways), nw.col("amount").sum()
        )
        best = session.fetch(best.with_columns(nw.col("amount").cast(nw.Float64)))
        total = float(best.get_column("amount").sum() or 0)
        sent = session.send(best.drop("amount").rename({way: f"best_{way}" for way in ways}))
        partners = cells.join(sent, on=name, how="inner")
        least = 1.0 if whole else 1 - ROUNDING
        near = [
            nw.when(nw.col(way) >= nw.col(f"best_{way}") * least)
            .then(nw.col(other))
            .alias(f"partner_{way}")
            for way in ways
        ]
        partners = (
            partners.with_columns(*near)
            .group_by(name)
            .agg(*(nw.col(f"partner_{way}").min() for way in ways))
        )
        table = {one: best.get_column(one).to_numpy() for one in (name, *ways)}
        found = session.fetch(partners)
        place = (np.cumsum(kept) - 1)[table[name]]
        partner_place = (np.cumsum(kept) - 1)[found.get_column(name).to_numpy()]
        result = []
        for way in ways:
            partner, score = np.full(len(own), -1), np.zeros(len(own))
            partner[partner_place] = (np.cumsum(other_kept) - 1)[
                found.get_column(f"partner_{way}").to_numpy()
            ]
            score[place] = table[way]
            b = np.where(partner >= 0, np.append(others, 1.0)[partner], 1.0)
            match = {
                "by_f1": score * (own + b) / 2,
                "by_pprob": np.sqrt(score) * np.sqrt(own) * np.sqrt(b),
            }.get(way, score)
            result.append(
                BestPartners(partner, np.rint(match).astype(np.int64) if whole else match)
            )
        return SideMatches(own, *result), total

    # ---- overlaps of partitions ------------------------------------------------------------------

    def tallies(self) -> Tallies:
        """How often each amount comes among the clusters of crisp sides and their overlaps; a lone node is a cluster."""
        session, nw = self._tables.session, self._tables.session.narwhals
        kind = nw.Int64 if self._whole else nw.Float64
        with session.backend.errors():
            truth, found = (
                rows.frame.select(
                    "node", nw.col("number").alias(name), nw.col("weight").alias(f"weight_{name}")
                )
                for rows, name in zip(self._rows, ("truth", "found"), strict=True)
            )
            base = (
                self._base.with_columns(weight=nw.lit(1))
                if self._weights is None
                else self._weights
            )
            nodes = base.select("node", "weight")
            nodes = nodes.join(truth.drop("weight_truth"), on="node", how="left")
            nodes = nodes.join(found.drop("weight_found"), on="node", how="left")
            nodes = nodes.with_columns(nw.col("weight").cast(kind))
            lone = {name: nw.col(name).is_null() for name in ("truth", "found")}
            either = lone["truth"] | lone["found"]
            return Tallies(
                self._tally(nodes, ["truth"], lone["truth"], kind),
                self._tally(nodes, ["found"], lone["found"], kind),
                self._tally(nodes, ["truth", "found"], either, kind),
            )

    def _tally(
        self, nodes: Any, by: list[str], alone: Any, kind: Any
    ) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """How often each amount comes among the groups `by` these columns; every node that is `alone` is a group."""
        session, nw = self._tables.session, self._tables.session.narwhals
        groups = (
            nodes.filter(~alone)
            .group_by(*by)
            .agg(nw.col("weight").sum())
            .select(nw.col("weight").cast(kind))
        )
        amounts = nw.concat([groups, nodes.filter(alone).select("weight")])
        fetched = session.fetch(amounts.group_by("weight").agg(nw.len().alias("times")))
        order = np.argsort(fetched.get_column("weight").to_numpy())
        amount, times = (fetched.get_column(name).to_numpy()[order] for name in ("weight", "times"))
        return amount, times.astype(np.int64)

    providers: ClassVar[Mapping[type, Provider]] = {BestMatches: best_matches, Tallies: tallies}
