"""Clusterings without a truth: what changed from one to the next."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from accord.web._answering import Wait, answer_question
from accord.web._problems import ANSWER_RESPONSES
from accord.web._requests.questions import Changes, ChangesClusters, Follow

router = APIRouter(prefix="/api/v1", tags=["changes"])


@router.post("/changes", responses=ANSWER_RESPONSES, response_class=Response)
async def changes(request: Request, question: Changes, wait: Wait = 60.0) -> Response:
    """What became of the old clusters, and where the new ones come from."""
    return await answer_question(request, "changes", question.payload(), wait)


@router.post("/changes/clusters", responses=ANSWER_RESPONSES, response_class=Response)
async def clusters(request: Request, question: ChangesClusters, wait: Wait = 60.0) -> Response:
    """The old or the new clusters with their changes: a page of those searched for."""
    return await answer_question(request, "changes_clusters", question.payload(), wait)


@router.post("/follow", responses=ANSWER_RESPONSES, response_class=Response)
async def follow(request: Request, question: Follow, wait: Wait = 60.0) -> Response:
    """Where the nodes of a cluster are in other versions, or on other levels."""
    return await answer_question(request, "follow", question.payload(), wait)
