"""The pool: which worker answers which question, and when a worker must end."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections import deque
from pathlib import Path

from accord._foundation.threads import thread_count
from accord.web._failures import Failure
from accord.web._settings import Settings
from accord.web._workers.work import Work, WorkCancelled
from accord.web._workers.worker import WorkerProcess

_TICK = 0.1  # seconds between two looks at what workers use
_PATIENCE = 1.0  # seconds that a cancelled question may take to stop by itself
_AFFINITY_SECONDS = 1.0  # that a question waits for the worker that has its inputs
_AFFINITY_BYTES = 1_000_000  # of inputs from which that is worth it
_MOST_FAILED_STARTS = 3


class PoolFullError(Exception):
    """Too many questions wait already."""


class Pool:
    """Worker processes, and the questions that wait for one.

    One worker is always kept for questions that are expected to be short. If all are busy with
    questions that take long all the same, workers are added for a while, up to twice the number.
    """

    def __init__(self, settings: Settings, incoming: Path) -> None:
        self._size, self._limits = settings.workers, settings.limits
        self._settings, self._incoming = settings, incoming
        # Found out once: a worker would look into files of the system again and again.
        self._threads = thread_count()
        self._workers: list[WorkerProcess] = []
        self._waiting: deque[Work] = deque()
        self._listeners: set[asyncio.Task[None]] = set()
        self._ticker: asyncio.Task[None] | None = None
        self._is_stopping = False
        self._n_starting = self._n_failed_starts = 0

    async def start(self) -> None:
        """Start the workers; they are ready a little later."""
        for _ in range(self._size):
            self._add_worker()
        self._ticker = asyncio.create_task(self._tick())

    async def stop(self) -> None:
        """End all workers, and wait until they have ended."""
        self._is_stopping = True
        if self._ticker is not None:
            self._ticker.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._ticker
        for work in self._waiting:
            work.finish(WorkCancelled())
        self._waiting.clear()
        for worker in self._workers:
            worker.kill(Failure(503, "the server was stopped: ask again when it is back"))
        if self._listeners:
            await asyncio.wait(self._listeners, timeout=10)

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers]

    def submit(self, work: Work) -> None:
        """Let a worker answer a question, as soon as there is a suitable one."""
        if len(self._waiting) >= self._limits.waiting:
            raise PoolFullError
        if self._n_failed_starts >= _MOST_FAILED_STARTS:
            self._n_failed_starts = 0
            self._fill()
        self._waiting.append(work)
        self._dispatch()

    def cancel(self, work: Work) -> None:
        """Drop a question; a worker that does not listen is ended."""
        work.cancelled = True
        if work in self._waiting:
            self._waiting.remove(work)
            work.finish(WorkCancelled())
            return
        for worker in self._workers:
            if worker.work is work:
                worker.cancel()
                loop = asyncio.get_running_loop()
                loop.call_later(_PATIENCE, self._end_if_busy_with, worker, work)

    def _end_if_busy_with(self, worker: WorkerProcess, work: Work) -> None:
        if worker.work is work:
            worker.kill()

    # ---- which worker answers which question -----------------------------------------------------

    def _dispatch(self) -> None:
        """Give waiting questions to idle workers, the first ones first."""
        if not self._waiting:
            return
        now, left = time.monotonic(), deque[Work]()
        idle = [worker for worker in self._workers if worker.is_idle]
        n_held = sum(worker.is_held(now) for worker in self._workers)
        while self._waiting and idle:
            work = self._waiting.popleft()
            worker = None
            if not work.is_long or n_held < self._size - 1:
                worker = self._choose(work, idle, now)
            if worker is None:
                left.append(work)
                continue
            idle.remove(worker)
            n_held += work.is_long
            worker.give(work)
        left.extend(self._waiting)
        self._waiting = left
        if n_held >= len(self._workers) and any(not work.is_long for work in left):
            self._fill(extra=1)

    def _choose(self, work: Work, idle: list[WorkerProcess], now: float) -> WorkerProcess | None:
        """The idle worker that remembers most of the inputs; None to wait for a busy one."""
        best = max(idle, key=lambda worker: worker.remembers(work.inputs))
        if best.remembers(work.inputs) == len(work.inputs) or work.size < _AFFINITY_BYTES:
            return best
        is_known = any(
            worker.remembers(work.inputs) > best.remembers(work.inputs)
            and not worker.is_held(now)
            and worker.work is not None
            for worker in self._workers
        )
        return None if is_known and now - work.queued < _AFFINITY_SECONDS else best

    # ---- workers that come and go ----------------------------------------------------------------

    def _add_worker(self) -> None:
        self._n_starting += 1
        task = asyncio.create_task(self._run_worker())
        self._listeners.add(task)
        task.add_done_callback(self._listeners.discard)

    async def _run_worker(self) -> None:
        """Start a worker, listen to it, and replace it when it has ended."""
        try:
            worker = await WorkerProcess.start(self._settings, self._incoming, self._threads)
        except OSError as error:
            print(f"accord: error: a worker cannot be started: {error}", file=sys.stderr)
            self._note_failed_start()
            return
        finally:
            self._n_starting -= 1
        self._workers.append(worker)
        if self._is_stopping:
            worker.kill()
        await worker.listen(self._on_idle)
        self._workers.remove(worker)
        if self._is_stopping:
            return
        if worker.is_ready:
            self._n_failed_starts = 0
        else:
            self._note_failed_start()
        if self._n_failed_starts < _MOST_FAILED_STARTS:
            self._fill()

    def _note_failed_start(self) -> None:
        self._n_failed_starts += 1
        if self._n_failed_starts >= _MOST_FAILED_STARTS and not self._workers:
            for work in self._waiting:
                work.finish(Failure(503, "the server cannot start workers: see what it printed"))
            self._waiting.clear()

    def _fill(self, extra: int = 0) -> None:
        """Start workers until there are as many as wanted."""
        n_workers = len(self._workers) + self._n_starting
        if extra and self._n_starting:
            return
        wanted = min(2 * self._size, n_workers + extra) if extra else self._size
        for _ in range(wanted - n_workers):
            self._add_worker()

    def _on_idle(self) -> None:
        now = time.monotonic()
        self._dispatch()
        for worker in list(self._workers):
            n_free = sum(not other.is_held(now) for other in self._workers)
            if worker.is_idle and len(self._workers) > self._size and n_free > 1:
                worker.has_ended = True
                worker.kill()
                return

    async def _tick(self) -> None:
        """End workers that are beyond a limit; questions move on as others turn out to be long."""
        while True:
            await asyncio.sleep(_TICK)
            now = time.monotonic()
            for worker in self._workers:
                self._check(worker, now)
            self._dispatch()

    def _check(self, worker: WorkerProcess, now: float) -> None:
        work, limits = worker.work, self._limits
        if work is None or work.started is None:
            return
        if now - work.started > limits.seconds:
            worker.kill(
                Failure(
                    503,
                    f"not finished within {limits.seconds:g} s, the limit of this server: ask for "
                    "less, or start it with a higher limit",
                )
            )
        elif worker.resident() > limits.memory:
            worker.kill(
                Failure(
                    503,
                    f"this needs more than {limits.memory / 1e6:,.0f} MB of memory, the limit of "
                    "this server: ask for less, or start it with a higher limit",
                )
            )
