"""The task explain_cluster: the members of one cluster, which are wrong, and where they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._explain.explained_cluster import ExplainedCluster
from accord._explain.members import explain_cluster as explain_members
from accord._explain.members import order_sides
from accord._foundation.progress import ProgressCallback
from accord.errors import InputError, unknown
from accord.web._tasks.attributes import attributes_of
from accord.web._tasks.commands import commands_of_explain
from accord.web._tasks.explain import kinds_of
from accord.web._tasks.explain_clusters import cluster_rows
from accord.web._tasks.explained import Explained
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.json_values import as_name
from accord.web._tasks.node_rows import node_clusters
from accord.web._tasks.paging import page_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Partners of a cluster that are sent at once.
_PARTNERS = 50
_STATUSES = ("correct", "missing", "extra")


def explain_cluster(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """Explain one cluster by name or index: a page of its partners, and one of its nodes."""
    explained = inputs.explained(request, progress)
    side = request.get("side") or "truth"
    index = find_index(explained, side, request)
    partners = page_of(
        {
            "offset": request.get("partners_offset"),
            "limit": request.get("partners_limit", _PARTNERS),
        }
    )
    cluster = explain_members(explained.explanation, side, index, max(partners.stop, 1))
    by_status = cluster.nodes_by_status
    (row,) = cluster_rows(explained, side, np.array([index]))
    subject = "cluster" if side == "truth" else "found_cluster"
    nodes, statuses = _page_of_nodes(by_status, request)
    attributes = request.get("attributes")
    return {
        **row,
        "side": side,
        "metric": cluster.metric,
        "n_partners": cluster.n_partners,
        "partners_offset": partners.start,
        "partners": _partner_rows(
            cluster, _partner_indices(explained, side, index, len(cluster.partners)), partners
        ),
        "counts": {status: len(by_status[status]) for status in _STATUSES}
        | {reason.replace(" ", "_"): len(n) for reason, n in cluster.members_nowhere.items()},
        **_node_page(explained, nodes, statuses, inputs.table(attributes) if attributes else None),
        "offset": page_of(request).start,
        "total": _total(by_status, request.get("status")),
        "kinds": kinds_of(explained),
        "commands": commands_of_explain(request, subject, as_name(cluster.cluster)),
    }


def find_index(explained: Explained, side: str, request: Mapping[str, Any]) -> int:
    """The index of the cluster that a request names, or gives by its index."""
    if request.get("index") is not None:
        return explained.cluster_at(side, request["index"])
    if request.get("cluster") is None:
        raise InputError("say which cluster: give its name as cluster, or its index")
    return explained.find_cluster(side, request["cluster"])


def _partner_rows(
    cluster: ExplainedCluster, indices: NDArray[np.int64], page: slice
) -> list[dict[str, Any]]:
    return [
        {
            "cluster": as_name(partner.cluster),
            "index": index,
            "size": partner.size,
            "words": partner.verdict,
            "overlap": partner.overlap,
            "share": partner.share,
            "partner_share": partner.partner_share,
            "f1": partner.f1,
        }
        for partner, index in zip(cluster.partners[page], indices[page].tolist(), strict=True)
    ]


def _partner_indices(explained: Explained, side: str, index: int, n: int) -> NDArray[np.int64]:
    """The indices of the first partners of a cluster, which names alone may not tell apart."""
    explanation = explained.explanation
    this, opposite = order_sides(explanation, side)
    overlaps = explanation.overlaps_of([index], side)
    partners = overlaps.found if side == "truth" else overlaps.truth
    amounts = overlaps.amounts.astype(np.float64)
    f1 = 2 * amounts / (this.sizes[index] + opposite.sizes[partners])
    is_best = partners == this.partner[index]
    chosen: NDArray[np.int64] = partners[np.lexsort((partners, -amounts, -f1, ~is_best))[:n]]
    return chosen


def _page_of_nodes(
    by_status: Mapping[str, NDArray[np.uint32]], request: Mapping[str, Any]
) -> tuple[NDArray[np.int64], list[str]]:
    """A page of the nodes with the status that was asked for, or with any, and their status."""
    page = page_of(request)
    nodes: list[NDArray[Any]] = []
    statuses: list[str] = []
    passed = 0
    for status in _chosen(request.get("status")):
        of_status = by_status[status]
        part = of_status[max(page.start - passed, 0) : max(page.stop - passed, 0)]
        nodes.append(part)
        statuses += [status] * len(part)
        passed += len(of_status)
    return np.concatenate(nodes).astype(np.int64), statuses


def _total(by_status: Mapping[str, NDArray[np.uint32]], status: str | None) -> int:
    return sum(len(by_status[each]) for each in _chosen(status))


def _chosen(status: str | None) -> tuple[str, ...]:
    if status is None:
        return _STATUSES
    if status not in _STATUSES:
        raise unknown("status of nodes", status, _STATUSES)
    return (status,)


def _node_page(
    explained: Explained,
    nodes: NDArray[np.int64],
    statuses: list[str],
    table: Mapping[str, Mapping[str, str]] | None,
) -> dict[str, Any]:
    names = [as_name(name) for name in explained.explanation.nodes.names(nodes)]
    rows = [
        {"node": name, "status": status, **clusters, **attributes_of(name, table)}
        for name, status, clusters in zip(
            names, statuses, node_clusters(explained, nodes), strict=True
        )
    ]
    return {"nodes": rows}
