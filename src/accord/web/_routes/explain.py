"""What happened to clusters and nodes."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from accord.web._answering import Wait, answer_question
from accord.web._problems import ANSWER_RESPONSES
from accord.web._requests.questions import (
    Explain,
    ExplainCluster,
    ExplainClusters,
    ExplainNode,
    ExplainNodes,
)

router = APIRouter(prefix="/api/v1/explain", tags=["explain"])


@router.post("", responses=ANSWER_RESPONSES, response_class=Response)
async def explain(request: Request, question: Explain, wait: Wait = 60.0) -> Response:
    """What happened to the clusters of both sides: totals by verdict, and their cost."""
    return await answer_question(request, "explain", question.payload(), wait)


@router.post("/clusters", responses=ANSWER_RESPONSES, response_class=Response)
async def clusters(request: Request, question: ExplainClusters, wait: Wait = 60.0) -> Response:
    """The clusters of a side with their verdicts: a page of those that were searched for."""
    return await answer_question(request, "explain_clusters", question.payload(), wait)


@router.post("/cluster", responses=ANSWER_RESPONSES, response_class=Response)
async def cluster(request: Request, question: ExplainCluster, wait: Wait = 60.0) -> Response:
    """One cluster: its partners on the other side, and a page of its nodes."""
    return await answer_question(request, "explain_cluster", question.payload(), wait)


@router.post("/nodes", responses=ANSWER_RESPONSES, response_class=Response)
async def nodes(request: Request, question: ExplainNodes, wait: Wait = 60.0) -> Response:
    """The nodes whose clusters agree worst: a page of those that were searched for."""
    return await answer_question(request, "explain_nodes", question.payload(), wait)


@router.post("/node", responses=ANSWER_RESPONSES, response_class=Response)
async def node(request: Request, question: ExplainNode, wait: Wait = 60.0) -> Response:
    """One node: its clusters on both sides, and how well they match."""
    return await answer_question(request, "explain_node", question.payload(), wait)
