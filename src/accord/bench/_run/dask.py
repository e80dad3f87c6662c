"""Jobs on a cluster of Dask: which worker gets which, what is sent there, and what happens when one goes away.

The harness alone writes into the store. It chooses the worker of a job itself, by the threads that
are free there, so that no job waits behind another and a job whose worker has gone is known at
once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from accord._io.files.atomic import system_errors
from accord.bench._run import dask_worker as remote
from accord.bench._run.local import Done, Work
from accord.bench._store.store import Result, Store
from accord.bench._study.commands import Command
from accord.errors import AccordError, ClusterError, need_package

_ANSWER = 10.0  # seconds for a scheduler to answer
_LOOK = 0.5  # seconds between two looks at the workers
_ALONE = 60.0  # seconds to wait for a worker where all have gone
_ENDING = 20.0  # seconds for workers to end what runs
_TRIES = 3  # workers that may go away under a job
_PART = 16_000_000  # bytes of a file at a time


class _WorkerGone(Exception):
    """The worker of a job went away before it said what came of it."""


@dataclass(eq=False)
class _Asked:
    """A job that a worker was asked to run."""

    worker: str
    #: When there is an answer, or nobody left to give one.
    over: threading.Event = field(default_factory=threading.Event)


class Cluster:
    """Runs jobs on the workers of a cluster. `scheduler` is an address, or a cluster of Dask."""

    def __init__(self, scheduler: Any, store: Store) -> None:
        self._store, self._run = store, uuid.uuid4().hex
        with contextlib.ExitStack() as silence:
            silence.enter_context(_silence())
            self._client = _connect(scheduler)
            self._silence = silence.pop_all()
        self._address = str(self._client.scheduler.address)
        self._token = store.folder / "work" / f"{self._run}.token"
        self._changed = threading.Condition()
        self._threads: dict[str, int] = {}
        self._shares: dict[str, bool] = {}
        self._unfit: dict[str, str] = {}
        self._used: Counter[str] = Counter()
        self._sending: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._asked: set[_Asked] = set()
        self._stopped = False
        self._until: float | None = None  # when what was stopped is given up
        self._looked = self._seen = time.monotonic()
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        with system_errors(str(self._token)):
            self._token.parent.mkdir(parents=True, exist_ok=True)
            self._token.touch()
        try:
            told = self._client.run_on_scheduler(remote.about)
        except Exception as error:
            told = error
        if problem := _misfit(told):
            raise ClusterError(f"the scheduler at {self._address} {problem}")
        self._update()
        for worker, problem in self._unfit.items():
            raise ClusterError(f"the worker at {worker} {problem}")
        if not self._threads:
            raise ClusterError(
                f"the scheduler at {self._address} has no workers: start some, as in 'dask worker ADDRESS'"
            )

    # ---- what the runner needs -------------------------------------------------------------------

    @property
    def running(self) -> int:
        return len(self._asked)

    def seats(self, threads: int) -> int:
        with self._changed:
            return max(1, sum(count // min(threads, count) for count in self._threads.values()))

    def run(self, work: Work) -> Done | None:
        for _ in range(_TRIES):
            with self._seat(work.job.limits.threads) as worker:
                if worker is None:
                    return None
                try:
                    return self._run_on(worker, work)
                except _WorkerGone:
                    last = worker
        return Done(
            Result("crashed", f"{_TRIES} workers went away while it ran, the last of them {last}")
        )

    def look(self) -> None:
        now = time.monotonic()
        if now - self._looked < _LOOK:
            return
        self._looked = now
        self._update()
        if self._threads:
            self._seen = now
        elif now - self._seen > _ALONE:
            raise ClusterError(
                f"the scheduler at {self._address} has no workers any more: start some, and run again"
            )

    def stop(self) -> None:
        with self._changed:
            if self._stopped:
                return
            self._stopped, busy = True, bool(self._asked)
            self._until = time.monotonic() + _ENDING
            self._changed.notify_all()
        if busy:
            try:
                self._client.run(remote.stop, self._run, on_error="ignore")
            except Exception:  # nobody is there to be told
                self._until = 0.0

    def close(self) -> None:
        self._token.unlink(missing_ok=True)
        with contextlib.suppress(Exception):
            self._client.close()
        self._silence.close()

    # ---- workers ---------------------------------------------------------------------------------

    def _update(self) -> None:
        """Takes note of workers that have come or gone."""
        try:
            now = dict(self._client.nthreads(callback_timeout=_ANSWER))
            new = [
                worker for worker in now if worker not in self._shares and worker not in self._unfit
            ]
            told = (
                self._client.run(
                    remote.about, str(self._token.resolve()), workers=new, on_error="return"
                )
                if new
                else {}
            )
        except Exception as error:
            raise ClusterError(
                f"the scheduler at {self._address} has gone: what was finished is kept, run again when it is back "
                f"[{type(error).__name__}]"
            ) from None
        with self._changed:
            for worker, facts in told.items():
                if problem := _misfit(facts):
                    self._unfit[worker] = problem
                else:
                    self._shares[worker] = bool(facts["shares"])
            self._shares = {
                worker: shares for worker, shares in self._shares.items() if worker in now
            }
            self._threads = {worker: max(1, now[worker]) for worker in self._shares}
            for asked in self._asked:
                if asked.worker not in self._threads:
                    asked.over.set()
            self._changed.notify_all()

    @contextlib.contextmanager
    def _seat(self, threads: int) -> Iterator[str | None]:
        """Waits for a worker with so many free threads, all of one where none has as many; None where it was stopped."""
        worker, taken = None, 0
        with self._changed:
            while not self._stopped and worker is None:
                taken = min(threads, max(self._threads.values(), default=threads))
                free = {one: count - self._used[one] for one, count in self._threads.items()}
                worker = max(
                    (one for one in free if free[one] >= taken), key=free.__getitem__, default=None
                )
                if worker is None:
                    self._changed.wait()
            if worker is not None:
                self._used[worker] += taken
        try:
            yield worker
        finally:
            with self._changed:
                if worker is not None:
                    self._used[worker] -= taken
                self._changed.notify_all()

    # ---- one job ---------------------------------------------------------------------------------

    def _run_on(self, worker: str, work: Work) -> Done | None:
        files = self._files(work)
        shared = str(self._store.folder.resolve()) if self._shares.get(worker) else None
        try:
            if shared is None:
                self._send(worker, files)
        except AccordError:
            raise
        except Exception as error:
            if self._has_gone(worker, error):
                raise _WorkerGone from None
            return _failed(worker, error)
        asked = _Asked(worker)
        with self._changed:
            if self._stopped:
                return None
            self._asked.add(asked)
        task = f"accord-{work.job.key[:12]}-{uuid.uuid4().hex}"
        told = (_for_elsewhere(work), files, self._run, task, shared)
        try:
            future = self._client.submit(
                remote.run_job, *told, key=task, workers=[worker], pure=False
            )
            future.add_done_callback(lambda _: asked.over.set())
            try:
                return self._answer(asked, future)
            finally:
                future.release()  # where it is not done, it is ended
        finally:
            with self._changed:
                self._asked.discard(asked)

    def _answer(self, asked: _Asked, future: Any) -> Done | None:
        while not asked.over.wait(_LOOK):
            if self._is_given_up():
                return Done(
                    Result(
                        "interrupted",
                        "the harness was stopped, and the worker did not say what became of it",
                    )
                )
        while future.status == "finished":
            try:
                answer: Done | None = future.result(timeout=_ANSWER)
                return answer
            except TimeoutError:  # it takes long to be sent, or the worker has gone right now
                if asked.worker not in self._threads or self._is_given_up():
                    break
            except Exception:  # it was there, and is no more
                break
        if future.status == "error" and not self._has_gone(
            asked.worker, error := future.exception()
        ):
            return _failed(asked.worker, error)
        if self._is_given_up():
            return Done(Result("interrupted", "the cluster went away"))
        raise _WorkerGone

    def _is_given_up(self) -> bool:
        return self._until is not None and time.monotonic() > self._until

    def _has_gone(self, worker: str, error: BaseException) -> bool:
        """Whether an error tells of the end of a worker, and not of a problem there."""
        lost = {
            "KilledWorker",
            "CommClosedError",
            "CancelledError",
            "FutureCancelledError",
            "MissingFileError",
        }
        return type(error).__name__ in lost or worker not in self._threads

    def _files(self, work: Work) -> list[str]:
        """What a worker needs for a job, as paths in the store."""
        folder = self._store.folder
        parts = sorted((folder / "networks" / work.job.network).glob("*.npy"))
        truth = [] if work.truth is None else [self._store.clusterings.path(work.truth)]
        return [path.relative_to(folder).as_posix() for path in [*parts, *truth]]

    def _send(self, worker: str, files: Sequence[str]) -> None:
        """Sends a worker what it has not got, in parts, so that nobody on the way has to hold the whole."""
        with self._changed:
            one_at_a_time = self._sending[worker]
        with one_at_a_time:
            for name in self._client.run(remote.lacking, files, workers=[worker])[worker]:
                sending, path = uuid.uuid4().hex, self._store.folder / name
                with system_errors(str(path)):
                    rest = path.stat().st_size
                for data in _parts(path):
                    rest -= len(data)
                    self._client.run(remote.take, name, sending, data, rest <= 0, workers=[worker])


def _for_elsewhere(work: Work) -> Work:
    """Without paths from here, and without what was found out here about a program."""
    runs = work.runs
    whole = replace(runs, folder=runs.folder.resolve()) if isinstance(runs, Command) else runs
    return replace(work, runs=whole, is_elsewhere=True)


def _parts(path: Path) -> Iterator[bytes]:
    with system_errors(str(path)), open(path, "rb") as file:
        while data := file.read(_PART):
            yield data


def _failed(worker: str, error: BaseException) -> Done:
    said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return Done(Result("error", f"the worker at {worker} could not run it: {said}"))


def _misfit(told: Any) -> str:
    """Why a scheduler or a worker cannot be used; nothing where it can."""
    if isinstance(told, ImportError):
        return f"cannot import accord: install it there ({told})"
    if isinstance(told, Exception):
        return f"does not answer as it should: {type(told).__name__}: {told}"
    own = remote.about()
    for name in ("accord", "Python"):
        if told[name] != own[name]:
            return f"has {name} {told[name]}, and this is {own[name]}: use the same on both sides"
    return ""


def _connect(scheduler: Any) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise need_package("distributed", "dask", "running jobs on a cluster") from None
    try:
        if isinstance(scheduler, str):
            _knock(scheduler)
        return Client(scheduler, timeout=_ANSWER, set_as_default=False)
    except Exception as error:
        said = " ".join(str(getattr(error, "strerror", None) or error).split())
        raise ClusterError(
            f"no scheduler of Dask answers at {scheduler} [{said or 'silence'}]: give the address of one, "
            "as in tcp://HOST:8786"
        ) from None


def _knock(address: str) -> None:
    """Raises at once where nobody is at an address, and soon where it is not Dask: a client might wait for ever."""
    from distributed import Security
    from distributed.comm import connect, get_address_host_port, parse_address

    if parse_address(address)[0] in ("tcp", "tls"):
        socket.create_connection(get_address_host_port(address), timeout=_ANSWER).close()

    async def greet() -> None:
        comm = await connect(address, timeout=_ANSWER, **Security().get_connection_args("client"))
        await comm.close()

    with ThreadPoolExecutor(1) as thread:  # in this one there may be a loop, as in a notebook
        thread.submit(asyncio.run, asyncio.wait_for(greet(), _ANSWER)).result()


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """What a client of Dask says about connections is told by us."""
    logger = logging.getLogger("distributed.client")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)
