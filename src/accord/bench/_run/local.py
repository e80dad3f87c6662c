"""LocalBackend: jobs on this machine, next to the store."""

from __future__ import annotations

from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec
from accord.bench._run.execute import JobPaths, Programs, execute
from accord.bench._run.machine import Cores
from accord.bench._store.store import Store


class LocalBackend:
    """Runs jobs on this machine, each on its own cores."""

    def __init__(self, store: Store) -> None:
        self._cores, self._programs = Cores(), Programs()
        self._store = store
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
        """Do nothing: this machine is always there."""

    def stop(self) -> None:
        self._programs.stop()

    def close(self) -> None:
        self._store.end_work()
