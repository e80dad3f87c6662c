"""Jobs: from questions to work for the pool, and from what workers say to answers."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from accord.web._failures import Failure
from accord.web._job import ENDED, Job
from accord.web._problems import Problem, problem_of
from accord.web._questions import Question
from accord.web._settings import Settings
from accord.web._store.store import Store
from accord.web._tokens import Owner
from accord.web._workers.answers import remove_made
from accord.web._workers.pool import Pool, PoolFullError
from accord.web._workers.work import Answer, Outcome, Work

#: Jobs that have ended and are kept in memory, and bytes of their answers.
_REMEMBERED = 1000
_REMEMBERED_BYTES = 32_000_000
#: Seconds after which a job is noted in the database before it has ended.
BRIEF = 0.25


class Jobs:
    """The jobs of a server."""

    def __init__(self, settings: Settings, store: Store, pool: Pool) -> None:
        self._limits, self._store, self._pool = settings.limits, store, pool
        #: Jobs that have not ended, by their owner and the key of their question.
        self._active: dict[tuple[str, str], Job] = {}
        #: Jobs that have not ended by their name, and those that ended last.
        self._open: dict[str, Job] = {}
        self._ended: OrderedDict[str, Job] = OrderedDict()
        self._ended_bytes = 0
        self._adopting: set[asyncio.Task[None]] = set()

    def ask(self, question: Question, owner: Owner, *, is_detached: bool) -> Job:
        """The job for a question; the one that is under way if it was asked before."""
        job = self._active.get((owner.name, question.key))
        if job is not None:
            job.is_detached |= is_detached
            return job
        self._check_quota(owner)
        # The request may be large, and the job is remembered for long.
        brief = replace(question, body=b"")
        job = Job(secrets.token_hex(16), owner, brief, is_detached)
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[Outcome] = loop.create_future()
        job.work = Work(
            job.job,
            question.task,
            question.body,
            question.inputs,
            question.size,
            lambda: self._on_start(job),
            lambda facts: self._on_progress(job, facts),
            outcome,
        )
        outcome.add_done_callback(lambda done: self._on_end(job, done))
        self._open[job.job] = self._active[owner.name, question.key] = job
        try:
            self._pool.submit(job.work)
        except PoolFullError:
            del self._open[job.job], self._active[owner.name, question.key]
            raise Problem(
                429, "too many questions wait: try again later", headers={"Retry-After": "5"}
            ) from None
        loop.call_later(BRIEF, self._note_if_active, job)
        return job

    def note(self, job: Job) -> None:
        """Write to the database how far a job is, now and when it ends."""
        job.is_noted = True
        self._store.jobs.put(job.row())

    def get(self, owner: str, job: str) -> Job | None:
        """A job of an owner that is in memory."""
        found = self._open.get(job) or self._ended.get(job)
        return found if found is not None and found.owner.name == owner else None

    def of_owner(self, owner: str) -> list[Job]:
        """Jobs of an owner that are in memory."""
        jobs = [*self._ended.values(), *self._open.values()]
        return [job for job in jobs if job.owner.name == owner]

    def busy_files(self) -> set[str]:
        """Files that questions are about right now."""
        return {file for job in self._open.values() for file in job.question.files}

    def cancel(self, job: Job) -> None:
        if job.work is not None and job.status not in ENDED:
            self._pool.cancel(job.work)

    def withdraw(self, job: Job) -> None:
        """Drop a job that has not begun when the last one who can hear of it has gone.

        A page that was changed quickly would otherwise wait for pictures that it shows no more.
        """
        if job.status == "queued" and not (job.n_waiting or job.is_named or job.is_detached):
            self.cancel(job)

    async def end_abandoned(self) -> None:
        """Cancel jobs, again and again, that nobody waits for any more."""
        while True:
            await asyncio.sleep(min(1.0, self._limits.abandoned_seconds / 4))
            oldest = time.monotonic() - self._limits.abandoned_seconds
            for job in list(self._open.values()):
                if not job.n_waiting and not job.is_detached and job.last_seen < oldest:
                    self.cancel(job)

    async def close(self) -> None:
        """Wait until files are kept that workers have made."""
        if self._adopting:
            await asyncio.wait(self._adopting)

    def _check_quota(self, owner: Owner) -> None:
        quota, name = owner.quota, owner.name
        if not name:
            return
        active = sum(whose == name for whose, _ in self._active)
        if active >= quota.jobs:
            raise Problem(
                429,
                f"{active} of your questions are under way, as many as your token allows at a time",
                headers={"Retry-After": "5"},
            )
        if self._store.usage.seconds(name) >= quota.seconds:
            raise Problem(
                429,
                f"your token allows {quota.seconds:g} processor seconds in 24 hours, all used up",
                headers={"Retry-After": "3600"},
            )

    def _on_start(self, job: Job) -> None:
        job.status, job.started = "running", time.time()
        job.tell()

    def _on_progress(self, job: Job, facts: dict[str, Any]) -> None:
        job.progress, job.step = facts["progress"], facts["step"]
        job.estimate = facts["estimate"]
        job.tell()

    def _note_if_active(self, job: Job) -> None:
        if job.status not in ENDED:
            self.note(job)

    def _on_end(self, job: Job, done: asyncio.Future[Outcome]) -> None:
        outcome, work = done.result(), job.work
        job.seconds = 0.0 if work is None else work.seconds
        self._store.usage.add(job.owner.name, job.seconds)
        if isinstance(outcome, Answer) and outcome.files:
            task = asyncio.get_running_loop().create_task(self._adopt(job, outcome))
            self._adopting.add(task)
            task.add_done_callback(self._adopting.discard)
        else:
            self._settle(job, outcome)

    async def _adopt(self, job: Job, answer: Answer) -> None:
        """Keep the files that a worker has made before its answer is given."""
        try:
            for made in answer.files:
                await self._store.files.adopt(made, job.owner)
        except Exception as error:
            problem = problem_of(error)
            remove_made(self._store.files.incoming, job.job)
            self._settle(job, Failure(problem.status_code, problem.detail, problem.where))
        else:
            self._settle(job, answer)

    def _settle(self, job: Job, outcome: Outcome) -> None:
        job.finished, job.estimate, job.work = time.time(), None, None
        self._active.pop((job.owner.name, job.question.key), None)
        if isinstance(outcome, Answer):
            job.status, job.progress = "done", 1.0
            job.answer = outcome
            if not outcome.files:
                self._store.answers.put(job.question.key, outcome)
        elif isinstance(outcome, Failure):
            job.status = "failed"
            job.problem = Problem(outcome.status, outcome.detail, where=outcome.where).to_dict()
        else:
            job.status = "cancelled"
        if job.is_noted:
            self.note(job)
        job.ended.set()
        job.tell()
        self._open.pop(job.job, None)
        self._remember(job)

    def _remember(self, job: Job) -> None:
        """Keep a job that has ended for a while; whoever waits for it has it anyway."""
        self._ended[job.job] = job
        self._ended_bytes += job.answer_bytes
        while len(self._ended) > _REMEMBERED or self._ended_bytes > _REMEMBERED_BYTES:
            _, oldest = self._ended.popitem(last=False)
            self._ended_bytes -= oldest.answer_bytes
