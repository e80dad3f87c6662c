"""Tables of DuckDB: relations."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from accord._display.numbers import parse_bytes
from accord._io.tables.backends.base import LINE, Backend, Scan
from accord._io.tables.backends.files import list_files
from accord.errors import InputError, first_line


class DuckDB(Backend):
    name = "DuckDB"
    package = "duckdb"
    table_classes = ("DuckDBPyRelation",)
    error_packages = ("_duckdb",)
    memory_library = "pyarrow"
    extra = "tables"
    options = ("memory",)

    def send(self, neighbour: Any, small: Any) -> Any:
        # DuckDB finds `small` by its name among the variables of this function.
        return neighbour.query("neighbour", "SELECT * FROM small")

    @contextmanager
    def keep(self, table: Any) -> Iterator[Any]:
        from uuid import uuid4

        name = f"accord_{uuid4().hex}"
        table.query("relation", f"CREATE TEMPORARY TABLE {name} AS SELECT * FROM relation")
        try:
            yield table.query("relation", f"SELECT * FROM {name}")
        finally:
            table.query("relation", f"DROP TABLE {name}")

    def split_lines(self, lines: Any, pattern: str, names: Sequence[str]) -> Any:
        quoted = pattern.replace("'", "''")
        listed = ", ".join(f"'{name}'" for name in names)
        groups = f"regexp_extract({LINE}, '{quoted}', [{listed}])"
        return lines.project(f"{LINE}, unnest({groups})")

    @contextmanager
    def open(self, *, threads: int | None, memory: str | None = None) -> Iterator[Scan]:
        """Open files as relations; `memory` is what may be used before it spills to disk."""
        import tempfile

        try:
            import duckdb
        except ImportError:
            raise self.missing_package() from None
        with tempfile.TemporaryDirectory(prefix="accord-") as spill:
            settings: dict[str, Any] = {"temp_directory": spill, "preserve_insertion_order": False}
            if memory is not None:
                settings["memory_limit"] = f"{parse_bytes(memory) / 2**20:.0f}MiB"
            if threads is not None:
                settings["threads"] = threads
            with duckdb.connect(config=settings) as connection:

                def scan(path: str) -> Any:
                    kind, files = list_files(path)
                    literal = [glob.escape(os.path.abspath(file)) for file in files]
                    try:
                        if kind == "parquet":
                            return connection.read_parquet(literal, hive_partitioning=False)
                        return connection.read_csv(
                            literal,
                            auto_detect=False,
                            columns={LINE: "VARCHAR"},
                            sep="\x01\x02\x03",  # which is not text
                            quotechar="",
                            escapechar="",
                            comment="",
                            header=False,
                            hive_partitioning=False,
                            strict_mode=False,  # to take lines with different ends
                        )
                    except duckdb.Error as error:
                        raise InputError(f"{path}: {first_line(error)}") from None

                yield scan
