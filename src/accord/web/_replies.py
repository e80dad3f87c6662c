"""Answers of workers as answers of HTTP."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from fastapi import Response
from fastapi.responses import JSONResponse

from accord.web._problems import MEDIA_TYPE, Problem
from accord.web._store.names import plain_name
from accord.web._workers.work import Answer

#: A document is never part of the page: it has no scripts and no origin.
_APART = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"


def reply(answer: Answer, key: str) -> Response:
    """The answer of a worker, as it is."""
    headers = {"ETag": f'"{key[:32]}"', "Cache-Control": "no-cache"}
    if answer.filename is not None:
        headers |= document_headers(answer.filename)
    return Response(answer.content, 200, headers, answer.media_type)


def document_headers(name: str) -> dict[str, str]:
    """The headers of a file to be saved."""
    disposition = f"attachment; filename*=UTF-8''{quote(plain_name(name))}"
    return {"Content-Disposition": disposition, "Content-Security-Policy": _APART}


def unfinished_reply(facts: dict[str, Any]) -> Response:
    """How far a job is, and where to ask again."""
    headers = {"Location": f"/api/v1/jobs/{facts['job']}", "Retry-After": "1"}
    return JSONResponse(facts, 202, headers)


def failed_reply(status: str, problem: dict[str, Any] | None) -> Response:
    """Why a job has no answer."""
    if problem is not None:
        return JSONResponse(problem, problem["status"], media_type=MEDIA_TYPE)
    reasons = {
        "cancelled": "this question was cancelled: ask again",
        "interrupted": "the server was stopped before it had an answer: ask again",
    }
    return Problem(
        503, reasons.get(status, "the answer is not kept any more: ask again")
    ).response()
