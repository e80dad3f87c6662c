"""Run the jobs of a study that are missing or failed, and store their results."""

from __future__ import annotations

import contextlib
import os
import threading
import warnings
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accord._foundation.posix import need_posix
from accord.bench._job.execution import STATUSES, Execution
from accord.bench._job.spec import JobSpec
from accord.bench._run.backend import Backend
from accord.bench._run.local import PATIENCE, LocalBackend
from accord.bench._run.machine import machine_facts
from accord.bench._run.prepare import prepare
from accord.bench._run.process import MARK
from accord.bench._store.store import LEASE, Store
from accord.bench._study.checks import located, natural_number
from accord.bench._study.study import Study
from accord.errors import AccordError, AccordWarning, InputError, unknown, warn

_INTERVAL = 0.1  # seconds between two reports of progress


@dataclass(frozen=True)
class Progress:
    """Progress of a run."""

    #: Jobs to be run.
    total: int
    done: int = 0
    running: int = 0
    #: How many jobs ended with each status.
    counts: Mapping[str, int] = field(default_factory=dict)
    #: Estimated seconds until the end; None if unknown.
    seconds_left: float | None = None


#: Called regularly while a study runs.
ProgressCallback = Callable[[Progress], None]


def run(
    study: Study | str | os.PathLike[str],
    store: Store | None = None,
    *,
    n_jobs: int | None = None,
    scheduler: Any = None,
    progress: ProgressCallback | None = None,
) -> dict[str, int]:
    """Run the missing and failed jobs of a study, and return how many jobs have each status.

    `study` is a study, or the path of its file. `store` is by default that of the study. `n_jobs`
    is how many jobs run side by side, each on its own cores; by default as many as there are cores
    for. Jobs that are running at Ctrl-C become "interrupted"; the next run runs them again, as it
    does if this process is killed. With `scheduler`, the address of a Dask scheduler (or a Dask
    cluster), jobs run on the workers of that cluster.
    """
    return _run(_as_study(study), store, None, n_jobs, scheduler, progress)


def run_new(
    study: Study, *, n_jobs: int | None = None, progress: ProgressCallback | None = None
) -> dict[str, int]:
    """Run the jobs of a study that never ran, but not again those that failed."""
    return _run(study, None, None, n_jobs, None, progress, only_new=True)


def retry(
    study: Study | str | os.PathLike[str],
    statuses: Sequence[str] = (),
    algorithms: Sequence[str] = (),
    *,
    n_jobs: int | None = None,
    scheduler: Any = None,
    progress: ProgressCallback | None = None,
) -> dict[str, int]:
    """Run again the jobs of a study that found no clustering, and those that are missing.

    This includes jobs that reached a limit. With `statuses` or `algorithms` (by their names in the
    study), only these jobs are run. `n_jobs` and `scheduler` as in `run`.
    """
    study = _as_study(study)
    failures = [status for status in STATUSES if status != "ok"]
    names = [algorithm.name for algorithm in study.algorithms]
    with Store(study.store, create=False) as store:
        keys = store.forget(
            study.name,
            _chosen("status", statuses, failures),
            _chosen("algorithm of this study", algorithms, names),
        )
        only = set(keys) if statuses or algorithms else None
        return _run(study, store, only, n_jobs, scheduler, progress)


def _run(
    study: Study,
    store: Store | None,
    only: set[str] | None,
    n_jobs: int | None,
    scheduler: Any,
    progress: ProgressCallback | None,
    *,
    only_new: bool = False,
) -> dict[str, int]:
    need_posix("a run of a benchmark")
    if MARK in os.environ:  # this process runs a job, and has imported the file of its algorithm
        raise InputError(
            "a study is run while the file of an algorithm is imported: "
            "put the call under if __name__ == '__main__':"
        )
    if n_jobs is not None and located("n_jobs", natural_number, n_jobs) < 1:
        raise InputError("n_jobs: no job would ever run: give at least 1")
    with Store(study.store) if store is None else contextlib.nullcontext(store) as opened:
        backend = _backend(scheduler, opened)
        if scheduler is None:
            _warn_of_threads(study, backend.capacity(1))
        try:
            _Scheduler(study, opened, only, backend, n_jobs, progress).run(only_new=only_new)
        finally:
            backend.close()
        return opened.counts(study.name)


def _backend(scheduler: Any, store: Store) -> Backend:
    if scheduler is None:
        return LocalBackend(store)
    from accord.bench._run.dask import DaskBackend

    return DaskBackend(scheduler, store)


def _warn_of_threads(study: Study, cores: int) -> None:
    threads = max(algorithm.limits.threads for algorithm in study.algorithms)
    if threads > cores:
        warnings.warn(
            f"limits: threads = {threads}, but this machine has {cores} cores: lower it, or the "
            "measured times will say little",
            AccordWarning,
            stacklevel=4,
        )


def _as_study(study: Any) -> Study:
    if not isinstance(study, Study | str | os.PathLike):
        raise InputError(f"expected a study, or the file of one, not {type(study).__name__}")
    return study if isinstance(study, Study) else Study.read(study)


def _chosen(kind: str, names: Sequence[str], known: Sequence[str]) -> list[str]:
    """These names, or all if none are given."""
    chosen = [names] if isinstance(names, str) else list(names)
    for name in chosen:
        if name not in known:
            raise unknown(kind, name, known)
    return chosen or list(known)


class _Scheduler:
    """Claims jobs one after the other, has a backend run them, and stores their results.

    Each of `n_jobs` threads takes the next job when its last one is done. Several harnesses may
    share a store: a job that another one has claimed is left to it, and checked again at the end.
    """

    def __init__(
        self,
        study: Study,
        store: Store,
        only: set[str] | None,
        backend: Backend,
        n_jobs: int | None,
        progress: ProgressCallback | None,
    ) -> None:
        self._study, self._store, self._only = study, store, only
        self._backend, self._n_jobs, self._progress = backend, n_jobs, progress
        self._fewest_threads = min(algorithm.limits.threads for algorithm in study.algorithms)
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._attempts: Mapping[str, int] = {}
        self._total = 0
        self._queue: deque[JobSpec] = deque()
        self._error: BaseException | None = None
        self._finished: set[str] = set()
        self._counts: Counter[str] = Counter()
        #: Times of the jobs of each algorithm.
        self._seconds: defaultdict[str, list[float]] = defaultdict(list)

    def run(self, *, only_new: bool = False) -> None:
        jobs = prepare(self._study, self._store)
        self._attempts = self._store.attempts(self._study.name)
        open_jobs = {
            job.key: job
            for job in jobs
            if job.key in self._attempts
            and (self._only is None or job.key in self._only)
            and not (only_new and self._attempts[job.key])
        }
        self._total = len(open_jobs)
        over = threading.Event()
        threading.Thread(target=self._renew, args=(over,), daemon=True).start()
        try:
            self._run_all(open_jobs.values())
        finally:
            self._stop()
            over.set()
        if self._error is not None:
            raise self._error

    def _run_all(self, jobs: Iterable[JobSpec]) -> None:
        """Run all jobs, and wait for those that other harnesses have claimed."""
        waited = 0.0
        while not self._stopped.is_set():
            now = self._store.attempts(self._study.name)
            self._queue.extend(
                job
                for job in jobs
                if job.key not in self._finished and now.get(job.key) == self._attempts[job.key]
            )
            if not self._queue:
                return
            if self._run_queue() == 0:  # all that is left is claimed by other harnesses
                self._stopped.wait(3 * _INTERVAL)
                if waited <= PATIENCE < (waited := waited + 4 * _INTERVAL):
                    warn("waiting for jobs that another run of this store has begun")

    def _renew(self, over: threading.Event) -> None:
        """Renew the claims regularly, even while a terminal or a cluster does not respond."""
        try:
            while not over.wait(LEASE / 4):
                self._store.renew()
        except BaseException as error:
            self._fail(error)

    def _run_queue(self) -> int:
        """Run the queued jobs that can be claimed, and return their number."""
        before = len(self._finished)
        ended: list[threading.Event] = []  # `join` fails after Ctrl-C
        try:
            while True:
                # The capacity of a cluster may grow.
                for _ in range(min(self._capacity - len(ended), len(self._queue))):
                    ended.append(threading.Event())
                    threading.Thread(target=self._work, args=(ended[-1],), daemon=True).start()
                if all(event.wait(_INTERVAL) for event in ended):
                    break
                self._backend.poll()
                self._report()
        except BaseException:
            self._stop()
            for event in ended:
                event.wait()
            raise
        self._report()
        return len(self._finished) - before

    @property
    def _capacity(self) -> int:
        """Number of jobs that run side by side."""
        return self._n_jobs or self._backend.capacity(self._fewest_threads)

    def _fail(self, error: BaseException) -> None:
        self._error = self._error or error
        self._stop()

    def _stop(self) -> None:
        with self._lock:
            self._stopped.set()
            self._queue.clear()
        self._backend.stop()

    def _work(self, ended: threading.Event) -> None:
        """Run one job after the other until the queue is empty; an error stops the scheduler."""
        try:
            while job := self._next():
                if self._store.claim(job.key, self._attempts[job.key]):
                    self._run_claimed(job)
        except BaseException as error:
            self._fail(error)
        finally:
            ended.set()

    def _next(self) -> JobSpec | None:
        with self._lock:
            return self._queue.popleft() if self._queue else None

    def _run_claimed(self, job: JobSpec) -> None:
        """Run a claimed job and store its result, or release the claim."""
        try:
            reason = self._reason_to_skip(job)
            if reason:
                self._finish(job, Execution("skipped", reason, machine=machine_facts()))
            elif execution := self._backend.run(job):
                self._finish(job, execution)
        finally:
            if job.key not in self._finished:
                # A claim that cannot be released ends with this process.
                with contextlib.suppress(AccordError):
                    self._store.release(job.key)

    def _finish(self, job: JobSpec, execution: Execution) -> None:
        if not self._store.finish(job.key, execution):
            return
        with self._lock:
            self._finished.add(job.key)
            self._counts[execution.status] += 1
            if execution.wall_seconds is not None:
                self._seconds[job.algorithm].append(execution.wall_seconds)

    def _reason_to_skip(self, job: JobSpec) -> str:
        if job.needs_truth and job.truth is None:
            return "it needs a truth, and there is none"
        smaller = self._store.timeout_on_smaller(job)
        if smaller is None:
            return ""
        return (
            f"reached the time limit on a smaller network of {smaller['nodes']:,} nodes "
            f"and {smaller['edges']:,} edges"
        )

    def _report(self) -> None:
        if self._progress is None:
            return
        with self._lock:
            progress = Progress(
                total=self._total,
                done=len(self._finished),
                running=self._backend.running,
                counts=dict(self._counts),
                seconds_left=self._seconds_left(),
            )
        self._progress(progress)

    def _seconds_left(self) -> float | None:
        """Estimated from the mean time of each algorithm so far."""
        times = [seconds for known in self._seconds.values() for seconds in known]
        if not times:
            return None
        means = {name: sum(known) / len(known) for name, known in self._seconds.items()}
        overall = sum(times) / len(times)
        return sum(means.get(job.algorithm, overall) for job in self._queue) / self._capacity
