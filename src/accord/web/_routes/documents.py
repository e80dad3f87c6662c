"""Results as files: pictures, pages and tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Query, Request, Response

from accord.web._answering import Wait, answer_question
from accord.web._problems import ANSWER_RESPONSES
from accord.web._requests.documents import Convert, Picture, Result

router = APIRouter(prefix="/api/v1", tags=["documents"])


def _file_of(*media_types: str) -> dict[int | str, dict[str, Any]]:
    """The answers of a route that makes a file."""
    content: dict[str, dict[str, Any]] = {media_type: {} for media_type in media_types}
    return {**ANSWER_RESPONSES, 200: {"description": "The file", "content": content}}


@router.post(
    "/pictures",
    responses=_file_of("application/json", "image/svg+xml"),
    response_class=Response,
)
async def pictures(
    request: Request,
    question: Annotated[Picture, Body()],
    wait: Wait = 60.0,
    format: Annotated[
        Literal["json", "svg"], Query(description="svg: a file that needs nothing else.")
    ] = "json",
) -> Response:
    """Draw a picture."""
    payload = {**question.payload(), "format": format}
    return await answer_question(request, "pictures", payload, wait)


@router.post("/report", responses=_file_of("text/html"), response_class=Response)
async def report(
    request: Request, question: Annotated[Result, Body()], wait: Wait = 60.0
) -> Response:
    """A page about a result: one file that loads nothing else."""
    return await answer_question(request, "report", question.payload(), wait)


@router.post(
    "/tables",
    responses=_file_of("text/csv", "application/json", "application/x-tex", "text/markdown"),
    response_class=Response,
)
async def tables(
    request: Request, question: Annotated[Result, Body()], wait: Wait = 60.0
) -> Response:
    """A result as a table."""
    return await answer_question(request, "tables", question.payload(), wait)


@router.post(
    "/convert",
    responses=_file_of("text/plain", "application/octet-stream"),
    response_class=Response,
)
async def convert(request: Request, question: Convert, wait: Wait = 60.0) -> Response:
    """A clustering, as it was read or edited, or a network in another format."""
    return await answer_question(request, "convert", question.payload(), wait)
