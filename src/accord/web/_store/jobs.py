"""Jobs in the database: those that have ended, and those that a restart has interrupted."""

from __future__ import annotations

import json
from typing import Any

from accord.bench._store.database import Row
from accord.web._store.books import Books, Writer

_COLUMNS = (
    *("job", "key", "owner", "task", "status"),
    *("created", "started", "finished", "seconds", "problem"),
)


class JobRows:
    """The rows of jobs."""

    def __init__(self, books: Books, writer: Writer) -> None:
        self._books, self._writer = books, writer
        with books.writing():
            books.execute(
                "UPDATE jobs SET status = 'interrupted' WHERE status IN ('queued', 'running')"
            )

    def put(self, row: Row) -> None:
        """Write the row of a job, soon."""
        values = {name: row[name] for name in _COLUMNS}
        values["problem"] = None if row["problem"] is None else json.dumps(row["problem"])
        self._writer.write_later(lambda books: books.insert("jobs", values, conflict="REPLACE"))

    def get(self, owner: str, job: str) -> Row | None:
        rows = self._books.rows("SELECT * FROM jobs WHERE job = ? AND owner = ?", job, owner)
        return _row(rows[0]) if rows else None

    def of_owner(self, owner: str, most: int) -> list[Row]:
        """The latest jobs of an owner."""
        query = "SELECT * FROM jobs WHERE owner = ? ORDER BY created DESC LIMIT ?"
        return [_row(row) for row in self._books.rows(query, owner, most)]

    def forget_before(self, time: float) -> None:
        self._writer.write_later(
            lambda books: books.execute("DELETE FROM jobs WHERE created < ?", time)
        )


def _row(row: Row) -> dict[str, Any]:
    problem = row["problem"]
    return {**row, "problem": None if problem is None else json.loads(problem)}
