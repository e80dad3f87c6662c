"""Errors as they are sent: `application/problem+json`, each with a message that says what to do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException as StarletteHTTPException

from accord.errors import AccordError
from accord.web._failures import failure_of

MEDIA_TYPE = "application/problem+json"
#: Types among which a value can choose: they stand in places of errors.
_TYPES = frozenset({"bool", "float", "int", "str"})


class Problem(HTTPException):
    """An error with the status and the message that the client gets."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        where: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, detail, dict(headers) if headers else None)
        self.where = where

    def to_dict(self) -> dict[str, Any]:
        facts = {
            "type": "about:blank",
            "title": HTTPStatus(self.status_code).phrase,
            "status": self.status_code,
            "detail": self.detail,
        }
        return facts if self.where is None else {**facts, "where": dict(self.where)}

    def response(self) -> Response:
        content = json.dumps(self.to_dict()).encode()
        return Response(content, self.status_code, self.headers, MEDIA_TYPE)


class ProblemModel(BaseModel):
    """What every error looks like (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    #: What the error is about: a line of a file, or a field of the request.
    where: dict[str, Any] | None = None


class JobModel(BaseModel):
    """A question, and how far its answer is."""

    job: str
    task: str
    #: queued, running, done, failed, cancelled or interrupted
    status: str
    #: The part of the step that is done, from 0 to 1, its name, and an estimate in seconds.
    progress: float | None
    step: str | None
    estimate: float | None
    created: float
    started: float | None
    finished: float | None
    #: Processor seconds.
    seconds: float | None
    problem: ProblemModel | None


def _described(status: int, description: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/ProblemModel"}
    return {
        "description": description or HTTPStatus(status).phrase,
        "content": {MEDIA_TYPE: {"schema": schema}},
    }


#: The errors that any route can answer with.
COMMON_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: _described(status, description)
    for status, description in {
        400: "The request cannot be understood",
        401: "A token is needed, or this one is unknown",
        403: "The request comes from another page, or lacks a header",
        404: "There is no such thing",
        405: "The address does not know this method",
        408: "The request was sent too slowly",
        413: "The request is too large",
        422: "The input cannot be used; the message says why",
        429: "A quota is used up, or too many questions wait",
        500: "An error in accord",
        503: "The worker ended, or reached a limit of time or memory",
        507: "The disk is full",
    }.items()
}
#: The answers of routes that compute something.
ANSWER_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"description": "The answer", "content": {"application/json": {}}},
    202: {"description": "The answer is not ready yet", "model": JobModel},
}


def problem_of(error: BaseException) -> Problem:
    """The problem that stands for an error."""
    if isinstance(error, Problem):
        return error
    failure = failure_of(error)
    return Problem(failure.status, failure.detail, where=failure.where)


def handle_problems(app: FastAPI) -> None:
    """Let an app answer every error with a problem."""

    async def answer(_: Request, error: Exception) -> Response:
        return problem_of(error).response()

    async def answer_http(_: Request, error: Exception) -> Response:
        if isinstance(error, Problem) or not isinstance(error, StarletteHTTPException):
            return problem_of(error).response()
        return Problem(error.status_code, str(error.detail), headers=error.headers).response()

    async def answer_invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return _invalid(error).response()

    app.add_exception_handler(StarletteHTTPException, answer_http)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    for kind in (AccordError, OSError, MemoryError, Exception):
        app.add_exception_handler(kind, answer)


def _invalid(error: RequestValidationError) -> Problem:
    """The problem for a request that does not have the declared form."""
    first = error.errors()[0]
    place = _place_of(first)
    if first.get("type") == "json_invalid":
        reason = first.get("ctx", {}).get("error", "")
        return Problem(400, f"the request is not valid JSON: {reason}")
    name = ".".join(place[1:]) or "the request"
    detail = f"{name}: {str(first.get('msg', 'is not valid'))[:500]}"
    return Problem(422, _encodable(detail), where={"field": _encodable(".".join(place))})


def _place_of(error: Mapping[str, Any]) -> list[str]:
    """Where in the request an error is: its fields, without the types that they may have."""
    *around, last = map(str, error.get("loc", ()) or ("",))
    place = [part for part in around if part.isidentifier() or part.isdigit()]
    if error.get("type") == "extra_forbidden" or last.isidentifier() or last.isdigit():
        place.append(last)
    return [part for part in place if part not in _TYPES]


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
