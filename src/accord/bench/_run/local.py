"""One job in processes of its own, wherever that is: in the harness, or on a machine that it sends jobs to."""

from __future__ import annotations

import json
import shutil
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from accord._foundation.clustering import Clustering
from accord._io.files.atomic import system_errors
from accord.bench._run import exit_status as verdict
from accord.bench._run.machine import Cores
from accord.bench._run.process import Outcome, Program
from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.networks import NetworkFiles, places
from accord.bench._store.store import Result, Store
from accord.bench._study.commands import Command
from accord.bench._study.jobs import Job
from accord.errors import AccordError


@dataclass(frozen=True)
class Work:
    """A job with all that another machine needs to run it, beside the network and the truth."""

    job: Job
    #: A command line; or where to find a function, as `Algorithm.origin` tells it.
    runs: Command | Mapping[str, str]
    parameters: Mapping[str, Any]
    #: The name of the truth, where it is needed.
    truth: str | None
    #: Whether what is found there may be another version of the algorithm, so that this is looked
    #: at.
    is_elsewhere: bool = False


@dataclass(frozen=True)
class Done:
    """What came of a job; of one that ran elsewhere, with the clustering and what is known of the machine."""

    result: Result
    log: str = ""
    #: The file of the clustering that `result` names.
    content: bytes | None = None
    machine: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Ground:
    """Where a job finds its network and its truth, works, and leaves what it found."""

    networks: NetworkFiles
    truths: ClusteringFiles
    found: ClusteringFiles
    work: Path


class Programs:
    """Programs that run, and can be stopped all at once; after that, none is started."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self._lock = threading.Lock()
        self._running: set[Program] = set()

    def __len__(self) -> int:
        return len(self._running)

    def run(self, command: Sequence[str], **how: Any) -> Outcome:
        with self._lock:
            if self.stopped.is_set():
                return Outcome("interrupted", None)
            program = Program(command, **how)
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


def run_here(work: Work, ground: Ground, cpus: Sequence[int], programs: Programs) -> Done:
    """Runs a job on these cores, and says what came of it."""
    folder = ground.work / work.job.key
    output, report = folder / "found", folder / "report.json"
    try:
        with system_errors(str(folder)):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            command = _command(work, ground, folder, output, report)
        printed = output if isinstance(work.runs, Command) and work.runs.prints else None
        outcome = programs.run(
            command, limits=work.job.limits, folder=folder, cpus=cpus, printed=printed
        )
        told = {} if isinstance(work.runs, Command) else verdict.read_report(report)
        return _judge(work, ground, outcome, output, told, command[0])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _command(work: Work, ground: Ground, folder: Path, output: Path, report: Path) -> list[str]:
    """What to run, so that it writes the output, and perhaps a report."""
    job, runs = work.job, work.runs
    if isinstance(runs, Command):
        values = {
            **work.parameters,
            "network": ground.networks.file(job.network, job.shuffle, runs.input).resolve(),
            "output": output.resolve(),
            "seed": job.seed,
            "threads": job.limits.threads,
            "folder": runs.folder.resolve(),
        }
        return runs.fill(values)
    told = {
        "algorithm": dict(runs),
        "version": job.version if work.is_elsewhere else None,
        "parameters": dict(work.parameters),
        "networks": str(ground.networks.folder.resolve()),
        "network": job.network,
        "shuffle": job.shuffle,
        "seed": job.seed,
        "threads": job.limits.threads,
        "truth": work.truth and str(ground.truths.path(work.truth).resolve()),
        "output": str(output.resolve()),
        "report": str(report.resolve()),
    }
    (folder / "task.json").write_text(json.dumps(told))
    return [sys.executable, "-m", "accord.bench._run.worker", "task.json"]


def _judge(
    work: Work, ground: Ground, outcome: Outcome, output: Path, report: dict[str, Any], program: str
) -> Done:
    job, runs = work.job, work.runs
    failed = verdict.failure(outcome, job.limits, report, program)
    found: Clustering | None = None
    name = None
    if failed is None:
        labels = ground.networks.labels(job.network)
        format = runs.output if isinstance(runs, Command) else str(report.get("format"))
        try:
            found = verdict.find(output, format, places(len(labels), job.shuffle), labels)
        except (AccordError, OSError, MemoryError) as error:
            failed = "invalid_output", verdict.explain(error, output)
        else:
            name = ground.found.put(found)
    status, reason = failed or ("ok", "")
    return Done(verdict.measured(status, reason, outcome, report, found, name), outcome.log)


class Place(Protocol):
    """Where the jobs of a harness run."""

    @property
    def running(self) -> int:
        """How many jobs run now."""

    def seats(self, threads: int) -> int:
        """How many jobs of so many threads it has room for."""

    def run(self, work: Work) -> Done | None:
        """Runs a job when there are cores for it; None where it was stopped before."""

    def look(self) -> None:
        """Called now and then; raises where no job can be run any more."""

    def stop(self) -> None:
        """Ends what runs, and starts nothing more."""

    def close(self) -> None:
        """Called at the end."""


class Here:
    """Runs jobs on this machine, next to the store."""

    def __init__(self, store: Store) -> None:
        self._cores, self._programs = Cores(), Programs()
        networks = NetworkFiles(store.folder / "networks")
        self._ground = Ground(networks, store.clusterings, store.clusterings, store.folder / "work")

    @property
    def running(self) -> int:
        return len(self._programs)

    def seats(self, threads: int) -> int:
        return max(1, len(self._cores.all) // threads)

    def run(self, work: Work) -> Done | None:
        with self._cores.take(work.job.limits.threads, self._programs.stopped) as cpus:
            return run_here(work, self._ground, cpus, self._programs) if cpus else None

    def look(self) -> None:
        pass

    def stop(self) -> None:
        self._programs.stop()

    def close(self) -> None:
        pass
