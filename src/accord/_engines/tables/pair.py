"""Two tables on a node base, without fetching their memberships."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._engines.tables.keys import NumberedClusters, find_clusters
from accord._engines.tables.node_types import check_conflicts, weight_type
from accord._foundation.node_base import NodePolicy
from accord._foundation.node_index import (
    differing_weights,
    missing_weights,
    no_nodes,
    unequal_nodes,
)
from accord._foundation.pair import BasePair, NodeFacts
from accord._foundation.side import BaseSide

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._engines.tables.limits import Tables
    from accord._engines.tables.membership_table import MembershipTable
    from accord._engines.tables.session import Session


@dataclass(frozen=True)
class SideCounts:
    """What was counted of a side on the node base."""

    memberships: int
    overlapping: int
    in_no_cluster: int


class TableSide(BaseSide):
    """One side as a lazy table, with what was counted of it."""

    def __init__(
        self, frame: Any, kept: NDArray[np.bool_], counts: SideCounts, *, is_fuzzy: bool
    ) -> None:
        #: Memberships on the node base: node, number of the cluster in the input, share, weight.
        self.frame = frame
        #: The numbers of the clusters that are left on the node base.
        self.numbers = np.flatnonzero(kept)
        self.kept = None if kept.all() else kept
        self._counts, self._is_fuzzy = counts, is_fuzzy

    @property
    def n_clusters(self) -> int:
        return len(self.numbers)

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
        return self._is_fuzzy


class TablePair(BasePair[TableSide]):
    """Truth and found as lazy tables of one engine."""

    def __init__(
        self,
        session: Session,
        truth: TableSide,
        found: TableSide,
        facts: NodeFacts,
        nodes: Any,
        *,
        total_weight: int | float,
        base_chosen: bool,
        is_weighted: bool,
        has_integer_weights: bool,
    ) -> None:
        super().__init__(
            truth,
            found,
            facts,
            base_chosen=base_chosen,
            is_weighted=is_weighted,
            has_integer_weights=has_integer_weights,
        )
        self.session = session
        #: The nodes of the base with their weights.
        self.nodes = nodes
        self.total_weight = total_weight


def pair_tables(tables: Tables, policy: NodePolicy | None) -> TablePair:
    """The two sides on the node base of this policy; None is the union."""
    check_conflicts(tables)
    session, nw, sides = tables.session, tables.session.narwhals, tables.sides
    known = [session.distinct(side.frame, "node") for side in sides]
    n_truth, n_found = (session.count_rows(frame) for frame in known)
    both = known[0].join(known[1], on="node", how="inner")
    common = session.count_rows(both)
    only_truth, only_found = n_truth - common, n_found - common
    if policy == "equal" and (only_truth or only_found):
        raise unequal_nodes(only_truth, only_found)
    if policy == "intersection":
        base, n_base, restricted_to = both, common, (known[1], known[0])
    elif policy in ("labelled", "clustered"):
        base = session.distinct(sides[0].memberships, "node")
        if policy == "clustered":
            clustered = session.distinct(sides[1].memberships, "node")
            base = base.join(clustered, on="node", how="inner")
        n_base, restricted_to = session.count_rows(base), (base, base)
    elif policy in ("truth", "equal"):
        base, n_base = known[0], n_truth
        restricted_to = (None, known[0] if policy == "truth" else None)
    else:
        base, n_base = session.distinct(nw.concat(known), "node"), n_truth + only_found
        restricted_to = (None, None)
    if not n_base:
        raise no_nodes()
    weights, integer = _find_weights(tables, base), weight_type(nw, sides) == nw.Int64
    clusters = [find_clusters(tables, index) for index in (0, 1)]
    rows = [
        _put_on_base(session, side, numbered, nodes, weights)
        for side, numbered, nodes in zip(sides, clusters, restricted_to, strict=True)
    ]
    total_weight: int | float = n_base
    if weights is not None:
        total = weights.select(nw.col("weight").sum().cast(weight_type(nw, sides)))
        total_weight = session.fetch(total).item()
    truth, found = (
        TableSide(frame, kept, _count(session, frame, n_base), is_fuzzy="share" in side.columns)
        for (frame, kept), side in zip(rows, sides, strict=True)
    )
    dropped_truth = only_truth if policy == "intersection" else 0
    dropped_found = only_found if policy in ("intersection", "truth") else 0
    if policy in ("labelled", "clustered"):
        kept_found = session.count_rows(known[1].join(base, on="node", how="inner"))
        dropped_truth, dropped_found = n_truth - n_base, n_found - kept_found
    facts = NodeFacts(
        base=n_base,
        common=common,
        only_truth=only_truth,
        only_found=only_found,
        unknown=0,
        dropped_truth_nodes=dropped_truth,
        dropped_found_nodes=dropped_found,
        dropped_truth_clusters=clusters[0].n_clusters - truth.n_clusters,
        dropped_found_clusters=clusters[1].n_clusters - found.n_clusters,
    )
    return TablePair(
        session,
        truth,
        found,
        facts,
        base.with_columns(weight=nw.lit(1)) if weights is None else weights,
        total_weight=total_weight,
        base_chosen=policy is not None,
        is_weighted=weights is not None,
        has_integer_weights=weights is None or integer,
    )


def _find_weights(tables: Tables, base: Any) -> Any:
    """A lazy table with the weight of each node of the base; None if there are no weights."""
    session, nw, sides = tables.session, tables.session.narwhals, tables.sides
    weighted = [side for side in sides if "weight" in side.columns]
    if not weighted:
        return None
    kind = weight_type(nw, sides)
    given = nw.concat([side.frame.select("node", nw.col("weight").cast(kind)) for side in weighted])
    given = given.group_by("node").agg(
        nw.col("weight").max(), nw.col("weight").min().alias("least")
    )
    if session.count_rows(given.filter(nw.col("weight") != nw.col("least"))):
        raise differing_weights()
    weights = base.join(given.select("node", "weight"), on="node", how="left")
    if session.count_rows(weights.filter(nw.col("weight").is_null())):
        raise missing_weights()
    return weights


def _put_on_base(
    session: Session, side: MembershipTable, clusters: NumberedClusters, nodes: Any, weights: Any
) -> tuple[Any, NDArray[np.bool_]]:
    """The memberships of a side, restricted to `nodes`, and which of its clusters are left."""
    nw = session.narwhals
    by = ["node", *side.cluster_columns]
    if "share" in side.columns:
        rows = side.memberships.group_by(*by).agg(nw.col("share").min())
    else:
        rows = session.distinct(side.memberships, *by).with_columns(share=nw.lit(1.0))
    rows = rows.join(clusters.sent, on=side.cluster_columns, how="inner").select(
        "node", "share", "number"
    )
    if nodes is not None:
        rows = rows.join(nodes, on="node", how="inner")
    if weights is not None:
        rows = rows.join(weights, on="node", how="inner")
    else:
        rows = rows.with_columns(weight=nw.lit(1).cast(nw.Int64))
    left = session.fetch(session.distinct(rows, "number")).get_column("number").to_numpy()
    kept = np.zeros(clusters.n_clusters, bool)
    kept[left] = True
    return rows, kept


def _count(session: Session, memberships: Any, n_base: int) -> SideCounts:
    nw = session.narwhals
    of_node = memberships.group_by("node").agg(nw.len().alias("clusters"))
    counts = of_node.select(
        nw.len().alias("nodes"),
        nw.col("clusters").sum().alias("memberships"),
        (nw.col("clusters") > 1).cast(nw.Int64).sum().alias("overlapping"),
    )
    ((nodes, n_memberships, overlapping),) = session.fetch(counts).rows()
    return SideCounts(int(n_memberships or 0), int(overlapping or 0), n_base - int(nodes))
