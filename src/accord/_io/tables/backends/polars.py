"""Tables of Polars: lazy frames."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from accord._io.tables.backends.base import LINE, Backend, Scan
from accord._io.tables.backends.files import list_files
from accord.errors import InputError, first_line


class Polars(Backend):
    name = "Polars"
    package = "polars"
    table_classes = ("LazyFrame",)
    error_packages = ("pyo3_runtime",)
    memory_library = "polars"
    extra = "tables"

    def send(self, neighbour: Any, small: Any) -> Any:
        return small.lazy()

    @contextmanager
    def keep(self, table: Any) -> Iterator[Any]:
        yield table.collect().lazy()

    def split_lines(self, lines: Any, pattern: str, names: Sequence[str]) -> Any:
        from polars import col

        groups = col(LINE).str.extract_groups(pattern)
        fields = (groups.struct[index].alias(name) for index, name in enumerate(names))
        return lines.select(LINE, *fields)

    @contextmanager
    def open(self, *, threads: int | None) -> Iterator[Scan]:
        """Open files as lazy frames; Polars itself chooses the number of threads."""
        try:
            import polars
        except ImportError:
            raise self.missing_package() from None

        def scan(path: str) -> Any:
            kind, files = list_files(path)
            literal = [os.path.abspath(file) for file in files]
            if kind == "parquet":
                table = polars.scan_parquet(literal, glob=False, hive_partitioning=False)
            else:
                table = polars.scan_csv(
                    literal,
                    separator="\x01",  # which is not text
                    quote_char=None,
                    has_header=False,
                    schema={LINE: polars.String},
                    glob=False,
                )
            try:
                table.collect_schema()
            except (polars.exceptions.PolarsError, OSError) as error:
                raise InputError(f"{path}: {first_line(error)}") from None
            return table

        yield scan
