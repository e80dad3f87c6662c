"""What goes to an engine and comes back from it, and how many rows that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from accord._io.tables.backends.base import Backend


class Session:
    """The exchange of tables with the engine that holds `table`."""

    def __init__(self, backend: Backend, table: Any) -> None:
        self.backend, self._table = backend, table
        self.narwhals = backend.import_narwhals()
        #: Rows sent and fetched.
        self.rows_moved = 0

    def fetch(self, frame: Any, max_rows: int | None = None) -> Any:
        """A lazy table, or its first `max_rows` rows, as a Narwhals table in memory."""
        limited = frame if max_rows is None else frame.head(max_rows)
        fetched = limited.collect(self.backend.memory_library)
        self.rows_moved += len(fetched)
        return fetched

    def count_rows(self, frame: Any) -> int:
        """The number of rows of a lazy table."""
        return int(self.fetch(frame.select(self.narwhals.len().alias("rows"))).item())

    def in_memory(self, columns: Mapping[str, Any]) -> Any:
        """Columns as a Narwhals table in memory, which can be sent."""
        return self.narwhals.from_dict(dict(columns), backend=self.backend.memory_library)

    def send(self, frame: Any) -> Any:
        """A Narwhals table in memory as a lazy table of the engine."""
        self.rows_moved += len(frame)
        return self.lazy(self.backend.send(self._table, frame.to_native()))

    @contextmanager
    def kept(self, frame: Any) -> Iterator[Any]:
        """A lazy table that the engine evaluates once, for use several times."""
        with self.backend.keep(frame.to_native()) as table:
            yield self.lazy(table)

    def lazy(self, table: Any) -> Any:
        """A table of the engine as a Narwhals table."""
        return self.narwhals.from_native(table)

    def distinct(self, frame: Any, *columns: str) -> Any:
        """The distinct rows of these columns of a lazy table."""
        return frame.group_by(*columns).agg(self.narwhals.len().alias("times")).select(*columns)

    def with_numbers(self, frame: Any, columns: Mapping[str, Any]) -> Any:
        """A table in memory with columns of integers added."""
        nw = self.narwhals
        series = [
            nw.new_series(name, values, nw.Int64, backend=frame.implementation)
            for name, values in columns.items()
        ]
        return frame.with_columns(*series)
