"""A worker as the server sees it: a process, its question, and what it remembers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from accord.web._failures import Failure
from accord.web._settings import Limits, Settings
from accord.web._workers import protocol
from accord.web._workers.answers import remove_made
from accord.web._workers.work import Answer, MadeFile, Work, WorkCancelled

#: Seconds after which a question that was expected to be short counts as long.
_LONG = 1.0
_REMEMBERED = 64  # inputs of which a worker is likely to have the content in memory


class WorkerProcess:
    """A process that answers one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process, limits: Limits, incoming: Path) -> None:
        self._process, self._limits, self._incoming = process, limits, incoming
        self.work: Work | None = None
        self.is_ready = False
        self.has_ended = False
        self._recent: OrderedDict[str, None] = OrderedDict()
        #: Why the process was ended.
        self._reason: Failure | None = None

    @classmethod
    async def start(cls, settings: Settings, incoming: Path, threads: int) -> WorkerProcess:
        """Start a process, in a session of its own so that Ctrl-C does not reach it."""
        limits = settings.limits
        arguments = (os.getpid(), settings.tasks, incoming, json.dumps(asdict(limits)))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "accord.web._workers", *map(str, arguments)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 20,
            env={**os.environ, "ACCORD_THREADS": str(threads)},
            start_new_session=True,
        )
        return cls(process, limits, incoming)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_idle(self) -> bool:
        return self.is_ready and self.work is None and not self.has_ended

    def is_held(self, now: float) -> bool:
        """Whether it is busy with a question that takes long, or is expected to."""
        work = self.work
        return work is not None and (work.is_long or now - (work.started or now) > _LONG)

    def remembers(self, inputs: frozenset[str]) -> int:
        """How many of the inputs the process is likely to have in memory."""
        return sum(name in self._recent for name in inputs)

    def give(self, work: Work) -> None:
        """Send a question to the process."""
        self.work, work.started = work, time.monotonic()
        for name in work.inputs:
            self._recent[name] = None
            self._recent.move_to_end(name)
        while len(self._recent) > _REMEMBERED:
            self._recent.popitem(last=False)
        self._send({"kind": "run", "job": work.job, "task": work.task}, work.body)
        work.body = b""
        work.on_start()

    def cancel(self) -> None:
        """Ask the process to drop its question."""
        if self.work is not None:
            self._send({"kind": "cancel", "job": self.work.job})

    def kill(self, reason: Failure | None = None) -> None:
        """End the process now; `reason` is what its question fails with."""
        self._reason = self._reason or reason
        # `Process.kill` would also collect the exit code, which asyncio waits for.
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    async def listen(self, on_idle: Callable[[], None]) -> None:
        """Take messages of the process until it ends."""
        assert self._process.stdout is not None
        while True:
            message = await protocol.receive(self._process.stdout, self._limits.answer_bytes)
            if message is None:
                break
            self._take(*message)
            if self.is_idle:
                on_idle()
        self.kill()
        self.has_ended = True
        code = await self._process.wait()
        work, self.work = self.work, None
        if work is not None:
            remove_made(self._incoming, work.job)
            work.seconds = time.monotonic() - (work.started or time.monotonic())
            work.finish(WorkCancelled() if work.cancelled else self._reason or _crash(code))

    def resident(self) -> int:
        """Bytes of memory that the process holds."""
        try:
            with open(f"/proc/{self.pid}/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError):
            return 0

    def _send(self, head: protocol.Head, body: bytes = b"") -> None:
        assert self._process.stdin is not None
        if not self._process.stdin.is_closing():
            self._process.stdin.write(protocol.packed(head, body))

    def _take(self, head: protocol.Head, body: bytes) -> None:
        kind, work = head["kind"], self.work
        if kind == "ready":
            self.is_ready = True
        elif work is None or head["job"] != work.job:
            return
        elif kind == "progress":
            work.on_progress(head)
        else:
            self.work, work.seconds = None, head["seconds"]
            if kind == "answer":
                files = tuple(MadeFile(**file) for file in head["files"])
                work.finish(Answer(body, head["media_type"], head["filename"], files))
            elif kind == "cancelled":
                work.finish(WorkCancelled())
            else:
                work.finish(Failure(head["status"], head["detail"], head["where"]))


def _crash(code: int) -> Failure:
    how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
    return Failure(
        503, f"the worker ended {how} before it had an answer: this question is lost, ask again"
    )
