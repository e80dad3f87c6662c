"""What a Dask worker does for a harness on another machine: receive files, run jobs, end them.

Files are named as in the store, below a folder of the worker that is removed with it. Nothing here
needs the store itself.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import platform
import shutil
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import accord
from accord.bench._algorithms.command import Command
from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec
from accord.bench._run.execute import JobPaths, Programs, execute
from accord.bench._run.machine import Cores, machine_facts
from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.networks import NetworkFiles
from accord.errors import MissingFileError

_INTERVAL = 0.3  # seconds between two checks whether a job is still wanted
_REMEMBERED = 3600.0  # seconds for which a stopped run is remembered: jobs may be on their way

_lock = threading.Lock()
_copying = threading.Lock()
#: Programs that are running, by the run of a harness that they belong to.
_running: dict[str, set[Programs]] = {}
#: Runs that were stopped, and when.
_stopped: dict[str, float] = {}


def about(token: str = "") -> dict[str, Any]:
    """The versions of this worker, and whether it sees a file of the harness."""
    return {
        "accord": accord.__version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "shares_files": bool(token) and os.path.exists(token),
    }


def missing_files(files: Sequence[str], dask_worker: Any = None) -> list[str]:
    """The files that this worker does not have."""
    return [name for name in files if not (_folder(dask_worker) / name).exists()]


def receive(name: str, transfer: str, data: bytes, is_last: bool, dask_worker: Any = None) -> None:
    """Receive the next part of a file, which is moved into place once it is complete."""
    part, target = _folder(dask_worker) / "incoming" / transfer, _folder(dask_worker) / name
    part.parent.mkdir(parents=True, exist_ok=True)
    with open(part, "ab") as file:
        file.write(data)
    if is_last:
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(part, target)


def stop(run_id: str) -> None:
    """End the jobs of a run; those that arrive later are not started."""
    now = time.monotonic()
    with _lock:
        for known in [known for known, when in _stopped.items() if now - when > _REMEMBERED]:
            del _stopped[known]
        _stopped[run_id] = now
        for programs in _running.get(run_id, ()):
            programs.stop()


def run_job(
    job: JobSpec, files: Sequence[str], run_id: str, task: str, shared: str | None
) -> Execution | None:
    """Wait for free cores and run a job on them; None if stopped before that.

    `task` is the name of this call in Dask; the job is ended once nobody waits for its result.
    `shared` is the folder of the store if this worker sees it; files are then copied from there.
    """
    from distributed import get_worker

    worker = get_worker()
    folder = _folder(worker)
    if shared is not None:
        _copy(files, Path(shared), folder)
    for name in missing_files(files, worker):
        raise MissingFileError(errno.ENOENT, "this file did not reach the worker", name)
    if isinstance(job.target, Command) and (reason := _other_version(job.target, job.version)):
        return Execution("error", reason, machine=machine_facts())
    work = folder / "work" / task
    paths = JobPaths(
        networks=NetworkFiles(folder / "networks"),
        truths=ClusteringFiles(folder / "clusterings"),
        found=ClusteringFiles(work / "found"),
        work=work,
    )
    try:
        with (
            _programs(run_id, worker, task) as programs,
            _cores().take(job.limits.threads, programs.stopped) as cpus,
        ):
            if not cpus:
                return None
            execution = execute(job, paths, cpus, programs, check_version=True)
        if execution.clustering is None:
            return execution
        return replace(execution, content=paths.found.path(execution.clustering).read_bytes())
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _other_version(command: Command, wanted: str) -> str:
    """Why the program here is not that of the study; empty if it is, or if it is not found."""
    if command.version in (wanted, "not found"):
        return ""
    return (
        f"{command.program} is {command.version} on this machine but {wanted} in the study: "
        "install the same version, or set its version in the study"
    )


@contextlib.contextmanager
def _programs(run_id: str, worker: Any, task: str) -> Iterator[Programs]:
    """The programs of one job: stopped with its run, or when it is no longer wanted."""
    programs, over = Programs(), threading.Event()
    with _lock:
        if run_id in _stopped:
            programs.stop()
        _running.setdefault(run_id, set()).add(programs)
    threading.Thread(target=_watch, args=(worker, task, programs, over), daemon=True).start()
    try:
        yield programs
    finally:
        over.set()
        with _lock:
            _running[run_id].discard(programs)
            if not _running[run_id]:
                del _running[run_id]


def _watch(worker: Any, task: str, programs: Programs, over: threading.Event) -> None:
    """Stop the programs of a job when nobody waits for it any more, or when the worker ends."""
    while not over.wait(_INTERVAL):
        state = worker.state.tasks.get(task)
        is_wanted = state is not None and state.state in ("executing", "long-running")
        if not is_wanted or worker.status.name in ("closing", "closed", "failed"):
            programs.stop()
            return


def _copy(files: Sequence[str], source: Path, folder: Path) -> None:
    with _copying:
        for name in files:
            if not (folder / name).exists():
                part = folder / "incoming" / uuid.uuid4().hex
                part.parent.mkdir(parents=True, exist_ok=True)
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source / name, part)
                os.replace(part, folder / name)


@functools.cache
def _cores() -> Cores:
    return Cores()


def _folder(worker: Any) -> Path:
    return Path(worker.local_directory) / "accord"
