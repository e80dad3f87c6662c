"""Answering a question: from what is known, by waiting for its job, or with how far that is."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import Query, Request, Response

from accord.web._job import ENDED, Job
from accord.web._jobs import BRIEF
from accord.web._questions import make_question
from accord.web._replies import failed_reply, reply, unfinished_reply
from accord.web._services import owner_of, services

Wait = Annotated[
    float, Query(ge=0, le=60, allow_inf_nan=False, description="Seconds to wait for the answer.")
]


async def answer_question(
    request: Request, task: str, payload: dict[str, Any], wait: float
) -> Response:
    """Answer a question: from what is known, or by a worker, if it is ready within `wait` seconds.

    Otherwise the answer is the job, to ask again later.
    """
    found, owner = services(request), owner_of(request)
    store = found.store
    question = make_question(task, payload, owner.name, store.files, found.settings)
    known = await store.answers.get(question.key)
    if known is not None:
        return reply(known, question.key)
    job = found.jobs.ask(question, owner, is_detached=wait == 0)
    if wait > 0 and await _is_left(job, wait, request):
        found.jobs.withdraw(job)
    if job.status not in ENDED:
        job.is_named = True
        found.jobs.note(job)
    return job_reply(job)


def job_reply(job: Job) -> Response:
    """The answer of a job, its problem, or how far it is."""
    if job.answer is not None:
        return reply(job.answer, job.question.key)
    if job.status in ENDED:
        return failed_reply(job.status, job.problem)
    return unfinished_reply(job.to_dict())


async def _is_left(job: Job, seconds: float, request: Request) -> bool:
    """Wait until a job has ended, but not for ever; whether the client has gone before that."""
    async with job.waiting():
        ended: asyncio.Task[object] = asyncio.create_task(job.ended.wait())
        done, _ = await asyncio.wait({ended}, timeout=min(seconds, BRIEF))
        if done or seconds <= BRIEF:
            ended.cancel()
            return False
        gone: asyncio.Task[object] = asyncio.create_task(_gone(request))
        done, _ = await asyncio.wait(
            {ended, gone}, timeout=seconds - BRIEF, return_when=asyncio.FIRST_COMPLETED
        )
        ended.cancel()
        gone.cancel()
        return gone in done


async def _gone(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
