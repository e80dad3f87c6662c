"""Explain one cluster by its members, and one node by its clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord._engines.native.overlaps import overlaps_of_clusters
from accord._explain.explained_cluster import ExplainedCluster
from accord._explain.explained_node import ExplainedNode, NodeMembership
from accord._explain.explained_side import ExplainedSide
from accord._explain.partner import Partner
from accord._foundation.checks import need_every_node
from accord._foundation.side import Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._explain.explanation import Explanation


def explain_cluster(
    explanation: Explanation, side: str, index: int, max_partners: int | None = None
) -> ExplainedCluster:
    """Explain a cluster, which is given by its index in the input."""
    pair, (this, opposite) = explanation.pair, order_sides(explanation, side)
    need_every_node(pair.multiplicity, "the members of a cluster")
    of_this, of_opposite = (pair.truth, pair.found)[:: 1 if side == "truth" else -1]
    members = _members(of_this, index)
    overlaps = overlaps_of_clusters(pair, np.array([index]), side)
    partners = overlaps.found if side == "truth" else overlaps.truth
    amounts = overlaps.amounts.astype(np.float64)
    f1 = 2 * amounts / (this.sizes[index] + opposite.sizes[partners])
    is_best = partners == this.partner[index]  # of partners that match equally well, the first
    order = np.lexsort((partners, -amounts, -f1, ~is_best))[:max_partners]
    is_member = np.zeros(pair.n_nodes, bool)
    is_member[members] = True
    columns = (partners, of_opposite.index_on_base(partners), amounts, f1)
    return ExplainedCluster(
        side=side,
        cluster=this.name(index),
        size=as_integer(this.sizes[index].item()),
        verdict=this.describe(index),
        metric=explanation.metric,
        cost=float(this.cost[index]),
        partners=tuple(
            Partner(
                cluster=opposite.name(partner),
                size=as_integer(opposite.sizes[partner].item()),
                verdict=opposite.describe(partner),
                overlap=as_integer(amount),
                share=amount / this.sizes[index].item(),
                partner_share=amount / opposite.sizes[partner].item(),
                f1=match,
                explained_side=side,
                nodes=explanation.nodes,
                members=members,
                partner_members=of_opposite.rows.row(on_base),
                is_member=is_member,
            )
            for partner, on_base, amount, match in zip(
                *(column[order].tolist() for column in columns), strict=True
            )
        ),
        n_partners=len(partners),
        explanation=explanation,
        member_indices=members,
    )


def explain_node(explanation: Explanation, node: int) -> ExplainedNode:
    """Explain a node, which is given by its index in the pair."""
    pair = explanation.pair
    clusters = {
        name: side.index_in_input(side.clusters_of_node.row(node).astype(np.int64))
        for name, side in (("truth", pair.truth), ("found", pair.found))
    }
    overlaps = overlaps_of_clusters(pair, clusters["truth"])
    keep = np.isin(overlaps.found, clusters["found"])
    truth, found, amounts = overlaps.truth[keep], overlaps.found[keep], overlaps.amounts[keep]
    sizes = explanation.truth.sizes[truth] + explanation.found.sizes[found]
    f1 = 2 * amounts / sizes
    memberships = [
        *_memberships(explanation, "truth", clusters, (truth, found, f1)),
        *_memberships(explanation, "found", clusters, (found, truth, f1)),
    ]
    return ExplainedNode(
        node=explanation.nodes.names(np.array([node]))[0],
        agreement=float(explanation.nodes.agreement[node]),
        in_truth=bool(explanation.truth.has_node[node]),
        in_found=bool(explanation.found.has_node[node]),
        memberships=tuple(memberships),
    )


def _memberships(
    explanation: Explanation,
    side: str,
    clusters: dict[str, NDArray[np.int64]],
    matches: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]],
) -> list[NodeMembership]:
    """The clusters of a node on a side; `matches` are clusters, those of the other side, and F1."""
    this, opposite = order_sides(explanation, side)
    other = set(clusters[opposite.side].tolist())
    rows = []
    for index in clusters[side].tolist():
        partner = int(this.partner[index])
        among = matches[0] == index
        best = int(np.argmax(matches[2][among])) if among.any() else None
        rows.append(
            NodeMembership(
                side=side,
                cluster=this.name(index),
                size=as_integer(this.sizes[index].item()),
                verdict=this.describe(index),
                partner=None if partner < 0 else opposite.name(partner),
                partner_f1=float(this.f1[index]),
                partner_has_node=partner in other,
                match=None if best is None else opposite.name(int(matches[1][among][best])),
                match_f1=0.0 if best is None else float(matches[2][among][best]),
            )
        )
    return rows


def order_sides(explanation: Explanation, side: str) -> tuple[ExplainedSide, ExplainedSide]:
    """The explained side of this name, and the opposite one."""
    sides = explanation.truth, explanation.found
    return sides if side == "truth" else sides[::-1]


def as_integer(number: float) -> int | float:
    """A number of nodes as an integer; a weight that is not an integer is returned unchanged."""
    return int(number) if number.is_integer() else number


def _members(side: Side, index: int) -> NDArray[np.uint32]:
    """The nodes of a cluster of the input that are in the node base."""
    if side.kept is not None and not side.kept[index]:
        return np.empty(0, np.uint32)
    return side.rows.row(int(side.index_on_base(np.array([index]))[0]))
