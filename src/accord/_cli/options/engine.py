"""Options for the engine that reads files: accord itself, or one for tables of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import click

from accord._cli.options.clusterings import FileOptions
from accord._cli.options.group import option_group
from accord._io.tables.backends import FILE_ENGINES, open_engine
from accord._io.tables.columns import choose_membership_columns
from accord.errors import EngineError, InputError, need_package

#: Opens a path as a table of the engine.
Read = Callable[[str], Any]


@dataclass(frozen=True)
class EngineOptions:
    """Which engine reads tables, and with which resources."""

    engine: str
    memory: str | None
    master: str | None

    @property
    def is_native(self) -> bool:
        """Whether accord reads the files itself."""
        return self.engine == "native"

    def check(self, files: FileOptions, in_memory: Mapping[str, bool]) -> None:
        """Raise an error for options that do not apply to the engine.

        `in_memory` says which further options that apply only to files in memory are set.
        """
        if self.is_native:
            if self.memory is not None or self.master is not None:
                raise InputError(
                    "--memory needs --engine duckdb, and --master needs --engine spark: "
                    "add the engine, or leave out the option"
                )
            return
        file_settings = {
            "--orientation": files.orientation is not None,
            "--ids": files.ids != "auto",
            "--shares": files.shares is not None,
            "--input-format": files.input_format is not None,
        }
        for option, is_set in {**in_memory, **file_settings}.items():
            if is_set:
                raise InputError(
                    f"{option} applies to files that are read into memory: "
                    f"leave it out, or leave out --engine {self.engine}"
                )

    @contextmanager
    def open(self, files: FileOptions) -> Iterator[Read]:
        """Start the engine, and yield a function that opens a file as a table of the engine."""
        with open_engine(
            self.engine, memory=self.memory, master=self.master, threads=files.threads
        ) as scan:
            try:
                yield lambda path: _select_columns(scan(path), files.column_names, path)
            except EngineError as error:
                if self.engine == "duckdb" and "Out of Memory" in str(error):
                    raise EngineError(
                        f"{error}; increase --memory, use fewer --threads, "
                        "or make room for temporary files (in the folder that TMPDIR names)"
                    ) from None
                raise


def _select_columns(table: Any, columns: list[str] | None, path: str) -> Any:
    """Select the columns of --columns, renamed to what they contain."""
    if columns is None:
        return table
    try:
        import narwhals
    except ImportError:
        raise need_package("narwhals", "tables", "comparing tables of an engine") from None
    frame = narwhals.from_native(table)
    names = frame.collect_schema().names()
    try:
        chosen = choose_membership_columns(names, columns)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return frame.select(
        *(narwhals.col(names[index]).alias(content) for content, index in chosen.items())
    ).to_native()


engine_options = option_group(
    "engine",
    EngineOptions,
    click.option(
        "--engine",
        type=click.Choice(("native", *FILE_ENGINES)),
        default="native",
        show_default=True,
        help="Engine for Parquet and CSV files larger than memory; see the page on large data.",
    ),
    click.option(
        "--memory",
        metavar="SIZE",
        help="Memory that DuckDB may use before it spills to disk, such as 2GB.",
    ),
    click.option(
        "--master",
        metavar="URL",
        help="Spark cluster, such as spark://host:7077; by default this machine.",
    ),
    section="Large data",
)
