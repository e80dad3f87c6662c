"""DaskBackend: jobs on a Dask cluster.

Only the harness writes to the store. It chooses the worker of each job by the number of free
threads, so that no job waits behind another and the loss of a worker is noticed at once.
"""

from __future__ import annotations

import contextlib
import threading
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from accord._io.files.atomic import system_errors
from accord.bench._algorithms.command import Command
from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec
from accord.bench._run import dask_client
from accord.bench._run import dask_worker as remote
from accord.bench._run.machine import machine_facts
from accord.bench._store.store import Store
from accord.errors import AccordError, ClusterError

_INTERVAL = 0.5  # seconds between two polls of the workers
_NO_WORKER_SECONDS = 60.0  # to wait for a new worker after all have been lost
_STOP_SECONDS = 20.0  # for workers to end their jobs after a stop
_MAX_ATTEMPTS = 3  # of a job whose workers are lost
_PART_SIZE = 16_000_000  # bytes of a file that are sent at a time
#: Exceptions of Dask that mean that a worker is lost.
_LOST = frozenset(
    {
        "KilledWorker",
        "CommClosedError",
        "CancelledError",
        "FutureCancelledError",
        "MissingFileError",
    }
)


class _WorkerLost(Exception):
    """The worker of a job was lost before the job ended."""


@dataclass(eq=False)
class _Request:
    """A job that a worker was asked to run."""

    worker: str
    #: Set when there is an answer, or when the worker was lost.
    over: threading.Event = field(default_factory=threading.Event)


class DaskBackend:
    """Runs jobs on the workers of a cluster. `scheduler` is an address, or a Dask cluster."""

    def __init__(self, scheduler: Any, store: Store) -> None:
        self._store, self._run_id = store, uuid.uuid4().hex
        with contextlib.ExitStack() as silence:
            silence.enter_context(dask_client.silenced())
            self._client = dask_client.new_client(scheduler)
            self._silence = silence.pop_all()
        self._address = str(self._client.scheduler.address)
        self._token = store.work / "token"
        self._changed = threading.Condition()
        #: Threads of each worker that can be used.
        self._threads: dict[str, int] = {}
        #: Whether a worker sees the folder of the store.
        self._shares_files: dict[str, bool] = {}
        #: Why a worker cannot be used.
        self._problems: dict[str, str] = {}
        self._used_threads: Counter[str] = Counter()
        self._sending: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._requests: set[_Request] = set()
        self._stopped = False
        self._deadline: float | None = None  # when stopped jobs are given up
        self._polled = self._seen = time.monotonic()
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        self._store.begin_work()
        with system_errors(str(self._token)):
            self._token.touch()
        try:
            answer = self._client.run_on_scheduler(remote.about)
        except Exception as error:
            answer = error
        if problem := _problem(answer):
            raise ClusterError(f"the scheduler at {self._address} {problem}")
        self._update()
        for worker, problem in self._problems.items():
            raise ClusterError(f"the worker at {worker} {problem}")
        if not self._threads:
            raise ClusterError(
                f"the scheduler at {self._address} has no workers: "
                "start some, as in 'dask worker ADDRESS'"
            )

    # ---- as a backend ----------------------------------------------------------------------------

    @property
    def running(self) -> int:
        return len(self._requests)

    def capacity(self, threads: int) -> int:
        with self._changed:
            return max(1, sum(count // min(threads, count) for count in self._threads.values()))

    def run(self, job: JobSpec) -> Execution | None:
        for _ in range(_MAX_ATTEMPTS):
            with self._reserve(job.limits.threads) as worker:
                if worker is None:
                    return None
                try:
                    return self._run_on(worker, job)
                except _WorkerLost:
                    last = worker
        reason = f"{_MAX_ATTEMPTS} workers were lost while it ran, the last was {last}"
        return _not_run("crashed", reason)

    def poll(self) -> None:
        now = time.monotonic()
        if now - self._polled < _INTERVAL:
            return
        self._polled = now
        self._update()
        if self._threads:
            self._seen = now
        elif now - self._seen > _NO_WORKER_SECONDS:
            raise ClusterError(
                f"the scheduler at {self._address} has lost all workers: start some, and run again"
            )

    def stop(self) -> None:
        with self._changed:
            if self._stopped:
                return
            self._stopped, is_busy = True, bool(self._requests)
            self._deadline = time.monotonic() + _STOP_SECONDS
            self._changed.notify_all()
        if is_busy:
            try:
                self._client.run(remote.stop, self._run_id, on_error="ignore")
            except Exception:  # the cluster does not answer
                self._deadline = 0.0

    def close(self) -> None:
        self._store.end_work()
        with contextlib.suppress(Exception):
            self._client.close()
        self._silence.close()

    # ---- workers ---------------------------------------------------------------------------------

    def _update(self) -> None:
        """Register new workers and remove lost ones."""
        try:
            threads = dict(self._client.nthreads(callback_timeout=dask_client.ANSWER_SECONDS))
            answers = self._ask_new(
                [
                    worker
                    for worker in threads
                    if worker not in self._shares_files and worker not in self._problems
                ]
            )
        except Exception as error:
            raise ClusterError(
                f"the scheduler at {self._address} does not answer any more: finished jobs are "
                f"kept, run again when it is back [{type(error).__name__}]"
            ) from None
        with self._changed:
            for worker, answer in answers.items():
                if problem := _problem(answer):
                    self._problems[worker] = problem
                else:
                    self._shares_files[worker] = bool(answer["shares_files"])
            self._shares_files = {
                worker: shares for worker, shares in self._shares_files.items() if worker in threads
            }
            self._threads = {worker: max(1, threads[worker]) for worker in self._shares_files}
            for request in self._requests:
                if request.worker not in self._threads:
                    request.over.set()
            self._changed.notify_all()

    def _ask_new(self, workers: Sequence[str]) -> dict[str, Any]:
        """The answers of new workers to `about`; an exception in place of one that failed."""
        if not workers:
            return {}
        token = str(self._token.resolve())
        answers: dict[str, Any] = self._client.run(
            remote.about, token, workers=workers, on_error="return"
        )
        return answers

    @contextlib.contextmanager
    def _reserve(self, threads: int) -> Iterator[str | None]:
        """Reserve free threads of a worker once there are enough; None if stopped before that.

        If no worker has that many threads, all threads of one are reserved.
        """
        worker, taken = None, 0
        with self._changed:
            while not self._stopped and worker is None:
                taken = min(threads, max(self._threads.values(), default=threads))
                free = {
                    name: count - self._used_threads[name] for name, count in self._threads.items()
                }
                fitting = [name for name in free if free[name] >= taken]
                worker = max(fitting, key=free.__getitem__, default=None)
                if worker is None:
                    self._changed.wait()
            if worker is not None:
                self._used_threads[worker] += taken
        try:
            yield worker
        finally:
            with self._changed:
                if worker is not None:
                    self._used_threads[worker] -= taken
                self._changed.notify_all()

    # ---- one job ---------------------------------------------------------------------------------

    def _run_on(self, worker: str, job: JobSpec) -> Execution | None:
        files = self._files(job)
        shared = str(self._store.folder.resolve()) if self._shares_files.get(worker) else None
        try:
            if shared is None:
                self._send(worker, files)
        except AccordError:
            raise
        except Exception as error:
            if self._is_lost(worker, error):
                raise _WorkerLost from None
            return _failed(worker, error)
        request = _Request(worker)
        with self._changed:
            if self._stopped:
                return None
            self._requests.add(request)
        task = f"accord-{job.key[:12]}-{uuid.uuid4().hex}"
        try:
            future = self._client.submit(
                remote.run_job,
                _without_relative_paths(job),
                files,
                self._run_id,
                task,
                shared,
                key=task,
                workers=[worker],
                pure=False,
            )
            future.add_done_callback(lambda _: request.over.set())
            try:
                return self._answer(request, future)
            finally:
                future.release()  # if it is not done, it is ended
        finally:
            with self._changed:
                self._requests.discard(request)

    def _answer(self, request: _Request, future: Any) -> Execution | None:
        """Wait for the answer of a worker."""
        while not request.over.wait(_INTERVAL):
            if self._is_given_up():
                return _not_run("interrupted", "the run was stopped, and the worker did not answer")
        while future.status == "finished":
            try:
                answer: Execution | None = future.result(timeout=dask_client.ANSWER_SECONDS)
                return answer
            except TimeoutError:  # the result takes long to send, or the worker was just lost
                if request.worker not in self._threads or self._is_given_up():
                    break
            except Exception:  # the result was lost
                break
        if future.status == "error":
            error = future.exception()
            if not self._is_lost(request.worker, error):
                return _failed(request.worker, error)
        if self._is_given_up():
            return _not_run("interrupted", "the cluster was lost")
        raise _WorkerLost

    def _is_given_up(self) -> bool:
        return self._deadline is not None and time.monotonic() > self._deadline

    def _is_lost(self, worker: str, error: BaseException) -> bool:
        """Whether an error means that a worker is lost, not that it has a problem."""
        return type(error).__name__ in _LOST or worker not in self._threads

    def _files(self, job: JobSpec) -> list[str]:
        """The files that a worker needs for a job, as paths in the store."""
        folder = self._store.folder
        files = sorted((folder / "networks" / job.network).glob("*.npy"))
        if job.needs_truth and job.truth is not None:
            files.append(self._store.clusterings.path(job.truth))
        return [path.relative_to(folder).as_posix() for path in files]

    def _send(self, worker: str, files: Sequence[str]) -> None:
        """Send a worker the files that it does not have, in parts to save memory."""
        with self._changed:
            sending = self._sending[worker]
        with sending:
            for name in self._client.run(remote.missing_files, files, workers=[worker])[worker]:
                transfer, path = uuid.uuid4().hex, self._store.folder / name
                with system_errors(str(path)):
                    rest = path.stat().st_size
                for data in _parts(path):
                    rest -= len(data)
                    arguments = (name, transfer, data, rest <= 0)
                    self._client.run(remote.receive, *arguments, workers=[worker])


def _without_relative_paths(job: JobSpec) -> JobSpec:
    """The same job for another machine: the folder of a program is absolute, nothing is cached."""
    if isinstance(job.target, Command):
        return replace(job, target=replace(job.target, folder=job.target.folder.resolve()))
    return job


def _parts(path: Path) -> Iterator[bytes]:
    with system_errors(str(path)), open(path, "rb") as file:
        while data := file.read(_PART_SIZE):
            yield data


def _not_run(status: str, reason: str) -> Execution:
    """The execution of a job that no worker has reported on."""
    return Execution(status, reason, machine=machine_facts())


def _failed(worker: str, error: BaseException) -> Execution:
    message = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return _not_run("error", f"the worker at {worker} could not run it: {message}")


def _problem(answer: Any) -> str:
    """Why a scheduler or a worker cannot be used; empty if it can."""
    if isinstance(answer, ImportError):
        return f"cannot import accord: install it there [{answer}]"
    if isinstance(answer, Exception):
        return f"does not answer as expected: {type(answer).__name__}: {answer}"
    here = remote.about()
    for name in ("accord", "Python"):
        if answer[name] != here[name]:
            return (
                f"has {name} {answer[name]}, but this machine has {here[name]}: "
                "install the same version on both"
            )
    return ""
