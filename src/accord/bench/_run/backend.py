"""Backend: where the jobs of a study run."""

from __future__ import annotations

from typing import Protocol

from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec


class Backend(Protocol):
    """Runs jobs; `LocalBackend` on this machine, `DaskBackend` on a Dask cluster."""

    @property
    def running(self) -> int:
        """Number of jobs that are running now."""

    def capacity(self, threads: int) -> int:
        """Number of jobs with this many threads that can run side by side."""

    def run(self, job: JobSpec) -> Execution | None:
        """Run a job once there are cores for it; None if stopped before that."""

    def poll(self) -> None:
        """Check the backend, which is done regularly; raise an error if it cannot run jobs."""

    def stop(self) -> None:
        """End the running jobs, and start no more."""

    def close(self) -> None:
        """Release all resources; called once, at the end."""
