"""What a worker of a cluster does for a harness elsewhere: it takes files, runs jobs as at home, and ends them.

Files are called as in the store, below a folder of the worker that goes with it. Nothing here needs
the store itself.
"""

from __future__ import annotations

import contextlib
import functools
import os
import platform
import shutil
import threading
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import accord
from accord.bench._run import machine
from accord.bench._run.local import Done, Ground, Programs, Work, run_here
from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.networks import NetworkFiles
from accord.bench._store.store import Result
from accord.bench._study.commands import Command
from accord.errors import MissingFileError

_LOOK = 0.3  # seconds between two looks whether a job is still wanted

_lock = threading.Lock()
_taking = threading.Lock()
_at_work: dict[str, set[Programs]] = {}
_stopped: set[str] = set()


def about(token: str = "") -> dict[str, Any]:
    """The versions of what runs here, and whether a file of the harness can be seen from here."""
    return {
        "accord": accord.__version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "shares": _exists(token),
    }


def lacking(files: Sequence[str], dask_worker: Any = None) -> list[str]:
    """Those of the files that are not here yet."""
    return [name for name in files if not (_folder(dask_worker) / name).exists()]


def take(name: str, sending: str, data: bytes, is_last: bool, dask_worker: Any = None) -> None:
    """Takes the next part of a file, which is there as a whole or not at all."""
    part, target = _folder(dask_worker) / "incoming" / sending, _folder(dask_worker) / name
    part.parent.mkdir(parents=True, exist_ok=True)
    with open(part, "ab") as file:
        file.write(data)
    if is_last:
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(part, target)


def stop(run: str) -> None:
    """Ends what runs here for a harness; what comes later from it is not begun."""
    with _lock:
        _stopped.add(run)
        for programs in _at_work.get(run, ()):
            programs.stop()


def run_job(
    work: Work, files: Sequence[str], run: str, task: str, shared: str | None
) -> Done | None:
    """Runs a job on cores of its own when there are some; None where it was stopped before.

    `task` is what Dask calls this: when nobody waits for it any more, the job is ended. `shared` is
    the folder of the store where it can be seen from here: then files are copied from there.
    """
    from distributed import get_worker

    worker = get_worker()
    folder = _folder(worker)
    if shared is not None:
        _copy(files, Path(shared), folder)
    for name in lacking(files, worker):
        raise MissingFileError(2, "this file did not reach the worker", name)
    if isinstance(work.runs, Command) and (reason := _other_version(work.runs, work.job.version)):
        return Done(Result("error", reason), machine=machine.facts())
    own = folder / "work" / task
    found = ClusteringFiles(own / "found")
    ground = Ground(
        NetworkFiles(folder / "networks"), ClusteringFiles(folder / "clusterings"), found, own
    )
    try:
        with (
            _programs(run, worker, task) as programs,
            _cores().take(work.job.limits.threads, programs.stopped) as cpus,
        ):
            if not cpus:
                return None
            done = run_here(work, ground, cpus, programs)
        kept = done.result.clustering
        content = None if kept is None else found.path(kept).read_bytes()
        return replace(done, content=content, machine=machine.facts())
    finally:
        shutil.rmtree(own, ignore_errors=True)


def _other_version(command: Command, wanted: str) -> str:
    """Why the program here is not that of the study; nothing where it is, or where there is none to be started."""
    if command.version in (wanted, "not found"):
        return ""
    return (
        f"{command.program} is {command.version} on this machine and {wanted} in the study: install the same, "
        "or give it a version in the study"
    )


@contextlib.contextmanager
def _programs(run: str, worker: Any, task: str) -> Iterator[Programs]:
    """For the programs of one job: stopped with the harness, by it, or when the worker ends."""
    programs, over = Programs(), threading.Event()
    with _lock:
        if run in _stopped:
            programs.stop()
        _at_work.setdefault(run, set()).add(programs)
    threading.Thread(target=_watch, args=(worker, task, programs, over), daemon=True).start()
    try:
        yield programs
    finally:
        over.set()
        with _lock:
            _at_work[run].discard(programs)


def _watch(worker: Any, task: str, programs: Programs, over: threading.Event) -> None:
    while not over.wait(_LOOK):
        known = worker.state.tasks.get(task)
        is_wanted = known is not None and known.state in ("executing", "long-running")
        if not is_wanted or worker.status.name in ("closing", "closed", "failed"):
            programs.stop()
            return


def _copy(files: Sequence[str], source: Path, folder: Path) -> None:
    with _taking:
        for name in files:
            if not (folder / name).exists():
                part = folder / "incoming" / uuid.uuid4().hex
                part.parent.mkdir(parents=True, exist_ok=True)
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source / name, part)
                os.replace(part, folder / name)


@functools.cache
def _cores() -> machine.Cores:
    return machine.Cores()


def _folder(worker: Any) -> Path:
    return Path(worker.local_directory) / "accord"


def _exists(path: str) -> bool:
    return bool(path) and os.path.exists(path)
