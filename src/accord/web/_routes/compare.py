"""Scores: one result against the truth, or several."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from accord.web._answering import Wait, answer_question
from accord.web._problems import ANSWER_RESPONSES
from accord.web._requests.questions import Compare, NamedClustersPage, Rank

router = APIRouter(prefix="/api/v1", tags=["compare"])


@router.post("/compare", responses=ANSWER_RESPONSES, response_class=Response)
async def compare(request: Request, question: Compare, wait: Wait = 60.0) -> Response:
    """Compare found with truth: scores, notes, a table, and the commands that give the same."""
    return await answer_question(request, "compare", question.payload(), wait)


@router.post("/rank", responses=ANSWER_RESPONSES, response_class=Response)
async def rank(request: Request, question: Rank, wait: Wait = 60.0) -> Response:
    """Rank results against one truth, best first by the first metric."""
    return await answer_question(request, "rank", question.payload(), wait)


@router.post("/named-clusters", responses=ANSWER_RESPONSES, response_class=Response)
async def named_clusters(
    request: Request, question: NamedClustersPage, wait: Wait = 60.0
) -> Response:
    """Name found clusters after the truth clusters that they stand for."""
    return await answer_question(request, "named_clusters", question.payload(), wait)
