"""Status: the progress of a study, and how each of its jobs ended."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from accord._display.columns import csv_blocks
from accord._display.numbers import count
from accord._display.result import Result
from accord._display.tables import Block, Table
from accord.bench._digest import canonical_json
from accord.bench._job.execution import STATUSES
from accord.bench._results.export import write_table
from accord.bench._run.open_store import StudyLike, open_study
from accord.bench._store.schema import COLUMNS
from accord.bench._study.study import Study
from accord.bench._study.study_file import StudyFile

#: In place of a status, for jobs that have not run yet.
MISSING = "missing"


@dataclass(frozen=True, repr=False)
class Status(Result):
    """The jobs of a study in their order. Prints their numbers by status, and why jobs failed."""

    study: str
    #: A mapping for each job with the columns of the store; `status` is None if it has not run.
    jobs: tuple[Mapping[str, Any], ...]
    #: Number of jobs that are running now.
    n_running: int = 0
    #: Whether the study differs from the one that was run.
    changed: bool = False

    def __len__(self) -> int:
        return len(self.jobs)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self.jobs)

    def counts(self) -> dict[str, dict[str, int]]:
        """Number of jobs by algorithm, then status; jobs that have not run are "missing"."""
        counts: dict[str, dict[str, int]] = {}
        for job in self.jobs:
            by_status = counts.setdefault(job["algorithm"], {})
            status = job["status"] or MISSING
            by_status[status] = by_status.get(status, 0) + 1
        return counts

    # ---- as data ---------------------------------------------------------------------------------

    def columns(self) -> dict[str, list[Any]]:
        """A row per job; parameters are written as JSON."""
        columns: dict[str, list[Any]] = {name: [job[name] for job in self.jobs] for name in COLUMNS}
        columns["parameters"] = [canonical_json(parameters) for parameters in columns["parameters"]]
        return columns

    def export(self, path: str | os.PathLike[str]) -> None:
        """Write a row per job to a file, as CSV or Parquet depending on its name."""
        write_table(self.columns(), COLUMNS, path)

    def csv_blocks(self) -> Iterator[str]:
        """The printed table, a row per algorithm; `export` writes a row per job."""
        table = self.table()
        return csv_blocks(table.header, table.rows)

    def to_dict(self) -> dict[str, Any]:
        return {
            "study": self.study,
            "n_running": self.n_running,
            "changed": self.changed,
            "algorithms": self.counts(),
            "jobs": [dict(job) for job in self.jobs],
        }

    # ---- for people ------------------------------------------------------------------------------

    def blocks(self) -> list[Block]:
        blocks: list[Block] = [self.table()]
        reasons = Counter(
            (job["algorithm"], job["status"], job["reason"])
            for job in self.jobs
            if job["status"] not in (None, "ok")
        )
        if reasons:
            rows = [[*reason[:2], str(times), reason[2]] for reason, times in reasons.items()]
            blocks.append(Table(["algorithm", "status", "jobs", "why"], rows, right=[2]))
        if self.n_running:
            blocks.append(f"{count(self.n_running, 'job')} running.")
        if self.changed:
            blocks.append(
                "The study has changed since it was run: this is the status of its earlier jobs; "
                "running it again adds the new ones."
            )
        return blocks

    def table(self) -> Table:
        """A row per algorithm: jobs by status, and mean time and memory of those that are ok."""
        counts = self.counts()
        statuses = [
            status
            for status in (*STATUSES, MISSING)
            if any(status in by_status for by_status in counts.values())
        ]
        header = ["algorithm", *statuses, "mean time", "mean memory"]
        rows = []
        for name, by_status in counts.items():
            ok = [job for job in self.jobs if job["algorithm"] == name and job["status"] == "ok"]
            numbers = [str(by_status.get(status, "")) for status in statuses]
            rows.append([name, *numbers, *_mean_costs(ok)])
        return Table(header, rows, right=range(1, len(header)))


def status(study: StudyLike, name: str | None = None) -> Status:
    """The status of a study; if the store has several studies, `name` selects one."""
    if isinstance(study, str | os.PathLike) and os.path.isfile(study):
        study = StudyFile.read(study)
    with open_study(study, name) as (store, chosen):
        is_study = isinstance(study, Study | StudyFile) and study.name == chosen
        changed = is_study and _has_changed(study, store.description(chosen))
        return Status(
            chosen,
            jobs=tuple(store.results(chosen)),
            n_running=store.count_running(chosen),
            changed=changed,
        )


def _has_changed(study: StudyLike, stored: Mapping[str, Any]) -> bool:
    """Whether a study is not the one that was run, as far as its file tells if that is given."""
    if isinstance(study, StudyFile):
        return stored.get("file") not in (None, study.digest)
    assert isinstance(study, Study)
    described = {key: value for key, value in stored.items() if key != "file"}
    return canonical_json(study.describe()) != canonical_json(described)


def _mean_costs(jobs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Mean time and memory as text; empty if there are no jobs."""
    if not jobs:
        return ["", ""]
    seconds = fmean(job["wall_seconds"] for job in jobs)
    memory = fmean(job["peak_memory"] for job in jobs)
    return [f"{seconds:,.2f} s", f"{memory / 1e6:,.0f} MB"]
