"""Execute one job in its own processes, on the machine of the harness or of a Dask worker."""

from __future__ import annotations

import json
import shutil
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from accord._io.files.atomic import system_errors
from accord.bench._algorithms.command import Command
from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec
from accord.bench._run import output
from accord.bench._run.machine import machine_facts
from accord.bench._run.process import WatchedProgram
from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.networks import NetworkFiles
from accord.bench._store.numbering import node_order
from accord.errors import AccordError


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
    folder = paths.work / job.key
    files = _JobFiles(folder / "found", folder / "report.json", folder / "task.json")
    try:
        with system_errors(str(folder)):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            if isinstance(job.target, Command):
                if reason := job.target.why_not_found():
                    return Execution("error", reason, machine=machine_facts())
                command = _program_command(job, job.target, paths, files)
            else:
                command = _worker_command(job, paths, files, check_version)
        prints = isinstance(job.target, Command) and job.target.prints
        execution = programs.run(
            command,
            limits=job.limits,
            folder=folder,
            cpus=cpus,
            stdout=files.found if prints else None,
        )
        if execution.status == "ok":
            execution = _collect(job, paths, files, execution)
        return replace(execution, machine=machine_facts())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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


def _collect(job: JobSpec, paths: JobPaths, files: _JobFiles, execution: Execution) -> Execution:
    """Add the clustering that was found to the execution, or the reason why it is invalid."""
    if isinstance(job.target, Command):
        format = job.target.output
    else:
        report = output.read_report(files.report)
        if report.get("status", "ok") != "ok":
            return output.failed(execution, report["status"], str(report["reason"]))
        format = str(report.get("format"))
        execution = replace(execution, algorithm_seconds=report.get("algorithm_seconds"))
    labels = paths.networks.labels(job.network)
    try:
        order = node_order(len(labels), job.shuffle)
        found = output.read_clustering(files.found, format, order, labels)
    except (AccordError, OSError, MemoryError) as error:
        return output.failed(execution, "invalid_output", output.explain(error, files.found))
    return output.with_clustering(execution, found, paths.found.put(found))
