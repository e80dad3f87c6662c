"""Status: how far a study is, and what became of each job, as rows, as a data frame, and in files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from accord._display.columns import csv_text
from accord._display.numbers import count
from accord._display.result import Result
from accord._display.tables import Block, Table
from accord.bench._results.export import export
from accord.bench._store.locate import Where, opened
from accord.bench._store.schema import COLUMNS
from accord.bench._store.store import Row
from accord.bench._study.jobs import STATUSES, plain_text
from accord.bench._study.study import Study


@dataclass(frozen=True, repr=False)
class Status(Result):
    """A row for each job of a study, in its order; the status is None where it was not run yet."""

    study: str
    rows: list[Row]
    #: How many jobs are being run.
    running: int = 0
    #: Whether the study, as it is told now, is another than the one that was run.
    changed: bool = False

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def columns(self) -> dict[str, list[Any]]:
        """The same by columns; parameters are written as JSON."""
        columns: dict[str, list[Any]] = {name: [row[name] for row in self.rows] for name in COLUMNS}
        columns["parameters"] = [plain_text(parameters) for parameters in columns["parameters"]]
        return columns

    def export(self, path: str | os.PathLike[str]) -> None:
        """Writes all rows, as CSV or Parquet, as the name of the file says."""
        export(self.columns(), COLUMNS, path)

    # ---- for people ------------------------------------------------------------------------------

    def counts(self) -> dict[str, dict[str, int]]:
        """For each algorithm how many of its jobs have each status; those not run yet are "missing"."""
        found: dict[str, dict[str, int]] = {}
        for row in self.rows:
            of_algorithm = found.setdefault(row["algorithm"], {})
            status = row["status"] or "missing"
            of_algorithm[status] = of_algorithm.get(status, 0) + 1
        return found

    def blocks(self) -> list[Block]:
        reasons = Counter(
            (row["algorithm"], row["status"], row["reason"])
            for row in self.rows
            if row["status"] not in (None, "ok")
        )
        failed = [
            [algorithm, status, str(times), why]
            for (algorithm, status, why), times in reasons.items()
        ]
        blocks: list[Block] = [self._table()]
        if failed:
            blocks.append(Table(["algorithm", "status", "jobs", "why"], failed, right=[2]))
        if self.running:
            blocks.append(f"{count(self.running, 'job')} at work.")
        if self.changed:
            blocks.append(
                "The study has changed since: this is what was run before, and running it again does what is new."
            )
        return blocks

    def _table(self) -> Table:
        """The statuses of each algorithm, and what its runs took where they were ok."""
        counts = self.counts()
        present = [
            status
            for status in (*STATUSES, "missing")
            if any(status in of for of in counts.values())
        ]
        header = ["algorithm", *present, "mean time", "mean memory"]
        rows = []
        for name, of in counts.items():
            done = [row for row in self.rows if row["algorithm"] == name and row["status"] == "ok"]
            took = (
                [f"{_mean(done, 'wall'):,.2f} s", f"{_mean(done, 'memory') / 1e6:,.0f} MB"]
                if done
                else ["", ""]
            )
            rows.append([name, *(str(of.get(status, "")) for status in present), *took])
        return Table(header, rows, right=range(1, len(header)))

    def to_csv(self) -> str:
        return csv_text(self._table().header, self._table().rows)

    def to_markdown(self) -> str:
        return self._table().to_markdown()

    def to_dict(self) -> dict[str, Any]:
        changes = {"running": self.running, "changed": self.changed}
        return {"study": self.study, **changes, "algorithms": self.counts(), "jobs": self.rows}


def status(study: Where, name: str | None = None) -> Status:
    """What became of the jobs of a study so far; of a store with several, that of a name."""
    if isinstance(study, str | os.PathLike) and os.path.isfile(study):
        study = Study.read(study)
    with opened(study, name) as (store, chosen):
        told = study.describe() if isinstance(study, Study) and study.name == chosen else None
        changed = told is not None and plain_text(told) != plain_text(store.description(chosen))
        return Status(chosen, store.results(chosen), store.running(chosen), changed)


def _mean(rows: list[Row], column: str) -> float:
    return fmean(row[column] for row in rows)
