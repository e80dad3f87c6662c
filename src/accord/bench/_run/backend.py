"""Backend: where the jobs of a study run."""

from __future__ import annotations

from typing import Protocol

from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec


class Backend(Protocol):
    """Runs jobs; `LocalBackend` on this machine, `DaskBackend` on a Dask cluster."""

    @property
    def running(self) -> int:
        """How many jobs are running now."""

    def capacity(self, threads: int) -> int:
        """How many jobs of so many threads can run side by side."""

    def run(self, job: JobSpec) -> Execution | None:
        """Run a job once there are cores for it; None if stopped before that."""

    def poll(self) -> None:
        """Called regularly; raises an error if no job can be run any more."""

    def stop(self) -> None:
        """End what is running, and start nothing more."""

    def close(self) -> None:
        """Called once, at the end."""
