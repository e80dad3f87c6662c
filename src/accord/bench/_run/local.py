"""LocalBackend: jobs on this machine, next to the store."""

from __future__ import annotations

from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec
from accord.bench._run.execute import JobPaths, Programs, execute
from accord.bench._run.machine import Cores
from accord.bench._store.store import Store
from accord.errors import warn

PATIENCE = 10.0  # seconds until it is said that jobs wait


class LocalBackend:
    """Runs jobs on this machine, each on its own cores."""

    def __init__(self, store: Store) -> None:
        self._cores, self._programs = Cores(), Programs()
        self._store, self._has_warned = store, False
        store.begin_work()
        self._paths = JobPaths(
            networks=store.networks,
            truths=store.clusterings,
            found=store.clusterings,
            work=store.work,
        )

    @property
    def running(self) -> int:
        return len(self._programs)

    def capacity(self, threads: int) -> int:
        return max(1, len(self._cores.cpus) // threads)

    def run(self, job: JobSpec) -> Execution | None:
        with self._cores.take(job.limits.threads, self._programs.stopped) as cpus:
            return execute(job, self._paths, cpus, self._programs) if cpus else None

    def poll(self) -> None:
        """Say it if jobs wait long for cores that other processes use."""
        if not self._has_warned and self._cores.seconds_without > PATIENCE:
            self._has_warned = True
            warn(
                "waiting for free cores, which other runs of yours use "
                f"(they hold the locks in {self._cores.folder})"
            )

    def stop(self) -> None:
        self._programs.stop()

    def close(self) -> None:
        self._store.end_work()
