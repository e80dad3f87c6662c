"""Jobs: questions that are under way, or have been answered."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from accord.web._answering import job_reply
from accord.web._job import ENDED, Job
from accord.web._problems import ANSWER_RESPONSES, JobModel, Problem
from accord.web._replies import failed_reply, reply
from accord.web._services import owner_of, services

router = APIRouter(prefix="/api/v1/jobs", tags=["jobs"])

JobName = Annotated[str, InPath(pattern="^[0-9a-f]{32}$", description="The name of a job.")]
_SILENCE = 15.0  # seconds after which a listener gets a sign of life


class JobsModel(BaseModel):
    """Jobs, the latest first."""

    jobs: list[JobModel]


@router.get("")
async def list_jobs(
    request: Request, limit: Annotated[int, Query(ge=1, le=1000)] = 100
) -> JobsModel:
    """Your jobs that took a moment, the latest first."""
    found, owner = services(request), owner_of(request).name
    current = {job.job: job.to_dict() for job in found.jobs.of_owner(owner)}
    rows = await asyncio.to_thread(found.store.jobs.of_owner, owner, limit)
    shown = {row["job"]: _shown(row) for row in rows} | current
    latest = sorted(shown.values(), key=lambda row: -row["created"])[:limit]
    return JobsModel(jobs=[JobModel(**row) for row in latest])


@router.get("/{job}")
async def facts(request: Request, job: JobName) -> JobModel:
    """How far a job is."""
    current = _current(request, job)
    if current is not None:
        return JobModel(**current.to_dict())
    return JobModel(**_shown(await _ended(request, job)))


@router.get("/{job}/answer", response_class=Response, responses=ANSWER_RESPONSES)
async def answer(request: Request, job: JobName) -> Response:
    """The answer of a job."""
    current = _current(request, job)
    if current is not None:
        return job_reply(current)
    row = await _ended(request, job)
    if row["status"] == "done":
        known = await services(request).store.answers.get(row["key"])
        if known is not None:
            return reply(known, row["key"])
    return failed_reply(row["status"], row["problem"])


@router.get(
    "/{job}/events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Progress"}},
)
async def events(request: Request, job: JobName) -> Response:
    """Progress as server-sent events; the last one has the status of the end."""
    current = _current(request, job)
    facts = _shown(await _ended(request, job)) if current is None else None
    stream = _one_event(facts) if current is None else _events(current, request)
    return StreamingResponse(stream, media_type="text/event-stream")


@router.delete("/{job}", status_code=204, response_class=Response)
async def cancel(request: Request, job: JobName) -> Response:
    """Cancel a job; one that has ended stays as it is."""
    current = _current(request, job)
    if current is None:
        await _ended(request, job)
    else:
        services(request).jobs.cancel(current)
    return Response(status_code=204)


def _current(request: Request, name: str) -> Job | None:
    job = services(request).jobs.get(owner_of(request).name, name)
    if job is not None:
        job.last_seen = time.monotonic()
    return job


async def _ended(request: Request, name: str) -> dict[str, Any]:
    rows = services(request).store.jobs
    row = await asyncio.to_thread(rows.get, owner_of(request).name, name)
    if row is None:
        raise Problem(404, "there is no such job")
    return row


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    """The row of a job as it is sent."""
    hidden = {name: value for name, value in row.items() if name not in ("key", "owner")}
    progress = 1.0 if row["status"] == "done" else None
    return {"progress": progress, "step": None, "estimate": None, **hidden}


async def _events(job: Job, request: Request) -> AsyncIterator[bytes]:
    """An event for each change of a job, until it has ended or the server stops."""
    stopping = asyncio.create_task(request.app.state.stopping.wait())
    async with job.waiting():
        try:
            while not stopping.done():
                changed = job.changed
                yield _event(job.to_dict())
                if job.status in ENDED:
                    return
                while not (changed.is_set() or stopping.done()):
                    waiting = asyncio.create_task(changed.wait())
                    await asyncio.wait(
                        {waiting, stopping},
                        timeout=_SILENCE,
                        return_when=asyncio.FIRST_COMPLETED,
                    )
                    waiting.cancel()
                    if not (changed.is_set() or stopping.done()):
                        yield b": still there\n\n"
        finally:
            stopping.cancel()


async def _one_event(facts: dict[str, Any] | None) -> AsyncIterator[bytes]:
    yield _event(facts or {})


def _event(facts: dict[str, Any]) -> bytes:
    return f"event: progress\ndata: {json.dumps(facts)}\n\n".encode()
