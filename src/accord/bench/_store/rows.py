"""The job and the execution of a row of `Store.results`."""

from __future__ import annotations

from dataclasses import fields

from accord.bench._job.execution import Execution
from accord.bench._job.limits import Limits
from accord.bench._job.spec import JobSpec
from accord.bench._store.database import Row


def job_of(row: Row) -> JobSpec:
    """The job of a row of `Store.results`."""
    limits = Limits(row["limit_seconds"], row["limit_memory"], row["limit_threads"])
    names = (field.name for field in fields(JobSpec) if field.name in row)
    return JobSpec(**{name: row[name] for name in names}, limits=limits)


def execution_of(row: Row) -> Execution | None:
    """The execution of the job of a row of `Store.results`; None if it has not run."""
    if row["status"] is None:
        return None
    names = (field.name for field in fields(Execution) if field.name in row)
    return Execution(**{name: row[name] for name in names if name != "machine"})
