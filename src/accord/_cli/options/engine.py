"""Options for the engine that reads files: accord itself, or one for tables of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from accord._cli.options.clusterings import FileOptions
from accord._cli.options.group import option_group
from accord.errors import EngineError, InputError, need_package

if TYPE_CHECKING:
    from accord._io.tables.backends.base import Backend, Scan

# What the engines need is imported when one is used: most commands use none.

#: The engines that open files.
ENGINE_NAMES = ("duckdb", "polars", "spark")

#: Opens a path as a table of the engine, with the columns of some options.
Read = Callable[[str, FileOptions], Any]


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
        from accord._io.tables.backends import FILE_ENGINES, open_engine

        backend = FILE_ENGINES[self.engine]
        with (
            open_engine(
                self.engine, memory=self.memory, master=self.master, threads=files.threads
            ) as scan,
            ExitStack() as tables,
        ):
            try:
                yield lambda path, options: tables.enter_context(
                    _scan(backend, scan, path, options)
                )
            except EngineError as error:
                if self.engine == "duckdb" and "Out of Memory" in str(error):
                    raise EngineError(
                        f"{error}; increase --memory, use fewer --threads, "
                        "or make room for temporary files (in the folder that TMPDIR names)"
                    ) from None
                raise


def _scan(
    backend: Backend, scan: Scan, path: str, files: FileOptions
) -> AbstractContextManager[Any]:
    """Open a file as a table of the engine, with the columns that accord itself would read."""
    from accord._io.clusterings.lazy_text import LazyText
    from accord._io.files.options import ReadOptions, split_columns
    from accord._io.tables.backends.files import list_files

    kind, paths = list_files(path)
    if kind == "parquet":
        if files.ids != "auto":
            raise InputError(f"--ids applies to text, and {path} is Parquet: leave it out")
        table = scan(path)
        return nullcontext(
            table if files.columns is None else _project(table, path, files.column_names)
        )
    options = ReadOptions(
        ids=files.ids,
        shares=None,
        columns=split_columns(files.column_names),
        header=files.header,
        threads=1,
        progress=None,
    )
    return LazyText.inspect(path, paths, options).read(backend, scan(path))


def _project(table: Any, path: str, columns: Sequence[str] | None) -> Any:
    """Select columns by name, and name them after their role."""
    from accord._io.tables.columns import choose_membership_columns, need_node_column

    try:
        import narwhals
    except ImportError:
        raise need_package("narwhals", "tables", "comparing tables of an engine") from None
    frame = narwhals.from_native(table)
    names = frame.collect_schema().names()
    try:
        column_of = choose_membership_columns(names, columns)
        need_node_column(column_of)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return frame.select(
        *(narwhals.col(names[index]).alias(role) for role, index in column_of.items())
    ).to_native()


engine_options = option_group(
    "engine",
    EngineOptions,
    click.option(
        "--engine",
        type=click.Choice(("native", *ENGINE_NAMES)),
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
