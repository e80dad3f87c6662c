"""The tasks explain_nodes and explain_node: how well the clusters of nodes agree."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from accord._explain.members import explain_node as explain_memberships
from accord._foundation.checks import need_every_node
from accord._foundation.progress import ProgressCallback
from accord.errors import InputError
from accord.web._tasks.attributes import attributes_of
from accord.web._tasks.commands import commands_of_explain
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.json_values import as_name
from accord.web._tasks.node_rows import node_clusters
from accord.web._tasks.paging import page_of

#: Clusters of a node that an answer has.
_MEMBERSHIPS = 1000
_NAMES = ("cluster", "partner", "match")


def explain_nodes(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """The nodes that were searched for, those that agree worst first: a page of them."""
    explained = inputs.explained(request, progress)
    agreement, page = explained.explanation.nodes, page_of(request)
    nodes, total = explained.nodes(
        search=request.get("search"),
        sort=request.get("sort") or "agreement",
        descending=request.get("descending"),
        page=page,
    )
    spec = request.get("attributes")
    table = inputs.table(spec) if spec else None
    names = [as_name(name) for name in agreement.names(nodes)]
    values = agreement.agreement[nodes].tolist()
    return {
        "total": total,
        "offset": page.start,
        "rows": [
            {"node": name, "agreement": value, **clusters, **attributes_of(name, table)}
            for name, value, clusters in zip(
                names, values, node_clusters(explained, nodes), strict=True
            )
        ],
    }


def explain_node(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """Explain one node: its clusters on both sides, and how well they match."""
    explained = inputs.explained(request, progress)
    explanation = explained.explanation
    if request.get("node") is None:
        raise InputError("say which node: give its name as node")
    need_every_node(explanation.pair.multiplicity, "a node")
    index = explanation.nodes.find(request["node"])
    node = explain_memberships(explanation, index)
    (clusters,) = node_clusters(explained, np.array([index]))
    spec, name = request.get("attributes"), as_name(node.node)
    return {
        "node": name,
        "agreement": node.agreement,
        "in_truth": node.in_truth,
        "in_found": node.in_found,
        **clusters,
        "memberships": [
            {
                fact: as_name(value) if fact in _NAMES and value is not None else value
                for fact, value in asdict(membership).items()
            }
            for membership in node.memberships[:_MEMBERSHIPS]
        ],
        **attributes_of(name, inputs.table(spec) if spec else None),
        "commands": commands_of_explain(request, "node", name),
    }
