"""Execute one job in its own processes, on the machine of the harness or of a Dask worker."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from accord._io.files.atomic import system_errors
from accord.bench._algorithms.command import Command
from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec
from accord.bench._run import output
from accord.bench._run.machine import machine_facts
from accord.bench._run.process import WatchedProgram
from accord.bench._run.report import read_report
from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.networks import NetworkFiles
from accord.bench._store.work_folders import new_folder
from accord.errors import AccordError, FileError


@dataclass(frozen=True)
class JobPaths:
    """The folders of a job: of its network, its truth, its clustering, and its working folder."""

    networks: NetworkFiles
    truths: ClusteringFiles
    found: ClusteringFiles
    work: Path


class Programs:
    """Running programs, which can be stopped together; after that, none is started."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self._lock = threading.Lock()
        self._running: set[WatchedProgram] = set()

    def __len__(self) -> int:
        return len(self._running)

    def run(self, command: Sequence[str], **options: Any) -> Execution:
        """Run a program until it ends; the options are those of `WatchedProgram`."""
        with self._lock:
            if self.stopped.is_set():
                return Execution("interrupted", "the run was stopped")
            program = WatchedProgram(command, **options)
            self._running.add(program)
        try:
            return program.wait()
        finally:
            with self._lock:
                self._running.discard(program)

    def stop(self) -> None:
        with self._lock:
            self.stopped.set()
            for program in self._running:
                program.stop()


def execute(
    job: JobSpec,
    paths: JobPaths,
    cpus: Sequence[int],
    programs: Programs,
    *,
    check_version: bool = False,
) -> Execution:
    """Run a job on these cores.

    With `check_version`, it is an error if the function has another version than the job expects,
    which can happen on machines other than that of the harness.
    """
    try:
        with new_folder(paths.work, job.key[:12]) as folder:
            execution = _execute_in(folder, job, paths, cpus, programs, check_version)
    except FileError:  # of the store, or a full disk: the other jobs would fail, too
        raise
    except Exception as error:  # whatever it is, it costs this job only
        kind = "" if isinstance(error, AccordError) else f"{type(error).__name__}: "
        execution = Execution("error", f"{kind}{error}")
    return replace(execution, machine=machine_facts())


def _execute_in(
    folder: Path,
    job: JobSpec,
    paths: JobPaths,
    cpus: Sequence[int],
    programs: Programs,
    check_version: bool,
) -> Execution:
    """Run a job in a new folder, and collect what it has found."""
    files = _JobFiles(folder / "found", folder / "report.json", folder / "task.json")
    is_program, format, stdout = isinstance(job.target, Command), "", None
    with system_errors(str(folder)):
        if isinstance(job.target, Command):
            if reason := job.target.why_not_found():
                return Execution("error", reason)
            command = _program_command(job, job.target, paths, files)
            format = job.target.output
            stdout = files.found if job.target.prints else None
        else:
            command = _worker_command(job, paths, files, check_version)
    execution = programs.run(command, limits=job.limits, folder=folder, cpus=cpus, stdout=stdout)
    if execution.status == "ok" and not is_program:
        execution, format = read_report(files.report, execution)
    if execution.status != "ok":
        return execution
    with new_folder(paths.work, f"{job.key[:12]}-check") as checked, system_errors(str(checked)):
        run = partial(programs.run, cpus=cpus)
        return output.collect(
            files.found, format, job, paths.networks, paths.found, checked, run, execution
        )


@dataclass(frozen=True)
class _JobFiles:
    """The files in the folder of a job."""

    found: Path
    report: Path
    task: Path


def _program_command(
    job: JobSpec, command: Command, paths: JobPaths, files: _JobFiles
) -> list[str]:
    """The command line of a job that is a program."""
    return command.fill(
        {
            **job.parameters,
            "network": paths.networks.file(job.network, job.shuffle, command.input).resolve(),
            "output": files.found.resolve(),
            "seed": job.seed,
            "threads": job.limits.threads,
            "folder": command.folder.resolve(),
        }
    )


def _worker_command(
    job: JobSpec, paths: JobPaths, files: _JobFiles, check_version: bool
) -> list[str]:
    """The command line of a job that is a function, which a worker calls."""
    truth = job.truth if job.needs_truth else None
    assert isinstance(job.target, Mapping)
    task = {
        "target": dict(job.target),
        "version": job.version if check_version else None,
        "parameters": dict(job.parameters),
        "networks": str(paths.networks.folder.resolve()),
        "network": job.network,
        "shuffle": job.shuffle,
        "seed": job.seed,
        "threads": job.limits.threads,
        "truth": truth and str(paths.truths.path(truth).resolve()),
        "output": str(files.found.resolve()),
        "report": str(files.report.resolve()),
    }
    files.task.write_text(json.dumps(task))
    return [sys.executable, "-m", "accord.bench._run.worker", files.task.name]
