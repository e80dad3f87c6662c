"""What there is: metrics, and examples."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from accord.web._answering import answer_question
from accord.web._problems import ANSWER_RESPONSES

router = APIRouter(prefix="/api/v1", tags=["catalogue"])

_WAIT = 60.0


@router.get("/metrics", responses=ANSWER_RESPONSES, response_class=Response)
async def metrics(request: Request) -> Response:
    """All metrics, quality metrics and panels of default metrics."""
    return await answer_question(request, "metrics", {}, _WAIT)


@router.get("/examples", responses=ANSWER_RESPONSES, response_class=Response)
async def examples(request: Request) -> Response:
    """Small inputs to try things on."""
    return await answer_question(request, "examples", {}, _WAIT)
