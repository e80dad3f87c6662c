"""The clusterings that the jobs of a study found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accord.bench._job.spec import JobSpec
from accord.bench._store.database import Row
from accord.bench._store.rows import execution_of, job_of


@dataclass(frozen=True)
class FoundClustering:
    """A job that is ok, and the name of its clustering in the store."""

    job: JobSpec
    clustering: str


def found_clusterings(rows: Iterable[Row]) -> list[FoundClustering]:
    """The clusterings that were found, from the rows of `Store.results`."""
    found = []
    for row in rows:
        execution = execution_of(row)
        if execution is not None and execution.status == "ok" and execution.clustering:
            found.append(FoundClustering(job_of(row), execution.clustering))
    return found
