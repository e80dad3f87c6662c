"""Inputs: what they are, clusterings on networks, and networks to try things on."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from accord.web._answering import Wait, answer_question
from accord.web._problems import ANSWER_RESPONSES
from accord.web._requests.documents import GenerateLFR, Inspect, Quality

router = APIRouter(prefix="/api/v1", tags=["inputs"])


@router.post("/inspect", responses=ANSWER_RESPONSES, response_class=Response)
async def inspect(request: Request, question: Inspect, wait: Wait = 60.0) -> Response:
    """Say whether an input is a clustering, a network or a table, how it is read, and its facts."""
    return await answer_question(request, "inspect", question.payload(), wait)


@router.post("/quality", responses=ANSWER_RESPONSES, response_class=Response)
async def quality(request: Request, question: Quality, wait: Wait = 60.0) -> Response:
    """Score a clustering on its network, without a truth."""
    return await answer_question(request, "quality", question.payload(), wait)


@router.post("/generate/lfr", responses=ANSWER_RESPONSES, response_class=Response)
async def generate_lfr(request: Request, question: GenerateLFR, wait: Wait = 60.0) -> Response:
    """Generate a random network with known clusters, as two files."""
    return await answer_question(request, "generate_lfr", question.payload(), wait)
