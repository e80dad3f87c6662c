"""Results: what a store has of the jobs of a study, as rows, as a data frame, and in files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.bench.jobs import STATUSES, plain_text
from accord.bench.schema import COLUMNS
from accord.bench.store import Row, Store
from accord.bench.study import Study
from accord.errors import InputError, need_package, unknown
from accord.io.files import open_to_write
from accord.layout import Block, Table, count, csv_blocks, csv_table, data_frame

if TYPE_CHECKING:
    import pandas

#: The formats of files with results.
EXPORTS = ("csv", "parquet")


@dataclass(frozen=True)
class Results:
    """A row for each job of a study, in its order; the status is None where it was not run yet."""

    study: str
    rows: list[Row]
    #: How many jobs are being run.
    running: int = 0

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def columns(self) -> dict[str, list[Any]]:
        """The same by columns; parameters are written as JSON."""
        columns: dict[str, list[Any]] = {name: [row[name] for row in self.rows] for name in COLUMNS}
        columns["parameters"] = [plain_text(parameters) for parameters in columns["parameters"]]
        return columns

    def to_pandas(self) -> pandas.DataFrame:
        return data_frame(self.columns())

    def export(self, path: str | os.PathLike[str]) -> None:
        """Writes all rows, as CSV or Parquet, as the name of the file says."""
        name = os.fspath(path)
        kind = name.rpartition(".")[2].lower()
        if kind not in EXPORTS:
            raise InputError(f"{name}: results are written as .csv or .parquet: choose a name that ends in one of these")
        if kind == "parquet":
            self._write_parquet(name)
            return
        with open_to_write(name) as out:
            for block in csv_blocks(list(COLUMNS), zip(*self.columns().values(), strict=True)):
                out.write(f"{block}\n".encode())

    def _write_parquet(self, name: str) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise need_package("pyarrow", "arrow", "writing Parquet") from None
        types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
        schema = pyarrow.schema([(column, types[kind]) for column, kind in COLUMNS.items()])
        with open_to_write(name) as out:
            parquet.write_table(pyarrow.table(self.columns(), schema=schema), out)

    # ---- for people ---------------------------------------------------------------------------------------------

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
            (row["algorithm"], row["status"], row["reason"]) for row in self.rows if row["status"] not in (None, "ok")
        )
        failed = [[algorithm, status, str(times), why] for (algorithm, status, why), times in reasons.items()]
        blocks: list[Block] = [self._table()]
        if failed:
            blocks.append(Table(["algorithm", "status", "jobs", "why"], failed, right=[2]))
        if self.running:
            blocks.append(f"{count(self.running, 'job')} at work.")
        return blocks

    def _table(self) -> Table:
        """The statuses of each algorithm, and what its runs took where they were ok."""
        counts = self.counts()
        present = [status for status in (*STATUSES, "missing") if any(status in of for of in counts.values())]
        header = ["algorithm", *present, "mean time", "mean memory"]
        rows = []
        for name, of in counts.items():
            done = [row for row in self.rows if row["algorithm"] == name and row["status"] == "ok"]
            took = [f"{_mean(done, 'wall'):,.2f} s", f"{_mean(done, 'memory') / 1e6:,.0f} MB"] if done else ["", ""]
            rows.append([name, *(str(of.get(status, "")) for status in present), *took])
        return Table(header, rows, right=range(1, len(header)))

    def to_csv(self) -> str:
        return csv_table(self._table().header, self._table().rows)

    def to_markdown(self) -> str:
        return self._table().to_markdown()

    def to_dict(self) -> Mapping[str, Any]:
        return {"study": self.study, "running": self.running, "algorithms": self.counts(), "jobs": self.rows}


def results(store: Store | Study | str | os.PathLike[str], study: str | None = None) -> Results:
    """What a store has of a study; it can be told by the study itself. `study` may be left out where there is only one."""
    if isinstance(store, Study):
        return results(store.store, store.name)
    if not isinstance(store, Store):
        with Store(store, create=False) as opened:
            return results(opened, study)
    names = store.studies()
    if study is None:
        if len(names) != 1:
            raise InputError(f"there are {len(names)} studies in this store: choose one of {', '.join(names) or 'none'}")
        study = names[0]
    if study not in names:
        raise unknown("study", study, names)
    return Results(study, store.results(study), store.running(study))


def _mean(rows: list[Row], column: str) -> float:
    return sum(row[column] for row in rows) / len(rows)
