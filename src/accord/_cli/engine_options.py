"""Which engine reads the files of a command: this program itself, or one that takes tables as they are."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import click

from accord._cli.clustering_options import Reader
from accord._cli.main import Command
from accord._engines.tables.scan import ENGINES, scanning
from accord._foundation.pair import NODE_POLICIES
from accord._io.tables.columns import choose_columns
from accord.errors import EngineError, InputError, need_package

#: From a path, or from several that are levels, and perhaps a format, to a Clustering or a table of
#: the engine.
Read = Callable[..., Any]


@dataclass(frozen=True)
class Engine:
    """What the options of a command say of the engine."""

    name: str
    memory: str | None
    master: str | None

    @contextmanager
    def reading(self, reader: Reader, *, unique: bool, nodes: str | None) -> Iterator[Read]:
        """How to read the files of a command while the engine is there."""
        if self.name == "native":
            if self.memory is not None or self.master is not None:
                raise InputError("--memory and --master are for another --engine: duckdb, or spark")
            yield functools.partial(_read, reader, unique)
            return
        in_memory = {
            "--unique": unique,
            "--nodes FILE": nodes is not None and nodes not in NODE_POLICIES,
            "--noise": reader.noise is not None,
            "--ids": reader.ids != "auto",
            "--shares": reader.shares is not None,
            "--input-format": reader.format is not None,
        }
        for option, given in in_memory.items():
            if given:
                raise self._not_with(option)
        with scanning(
            self.name, memory=self.memory, master=self.master, threads=reader.threads
        ) as scan:

            def table(path: str | tuple[str, ...], format: str | None = None) -> Any:
                if not isinstance(path, str):
                    raise self._not_with("--as-levels")
                if format is not None:
                    raise self._not_with("--truth-format")
                return _with_columns(scan(path), reader.columns, path)

            try:
                yield table
            except EngineError as error:
                if self.name == "duckdb" and "Out of Memory" in str(error):
                    raise EngineError(
                        f"{error}; give it more with --memory, fewer --threads, "
                        "or room for temporary files (in the folder that TMPDIR names)"
                    ) from None
                raise

    def _not_with(self, option: str) -> InputError:
        return InputError(
            f"{option} is for files read into memory: leave it out, or leave out --engine {self.name}"
        )


def _read(
    reader: Reader, unique: bool, path: str | tuple[str, ...], format: str | None = None
) -> Any:
    clustering = reader.read(path, format)
    return clustering.unique() if unique else clustering


def _with_columns(table: Any, columns: str | None, path: str) -> Any:
    """The table with the columns that --columns names, under the names of what they are."""
    if columns is None:
        return table
    try:
        import narwhals
    except ImportError:
        raise need_package("narwhals", "tables", "comparing tables of an engine") from None
    frame = narwhals.from_native(table)
    names = frame.collect_schema().names()
    try:
        places = choose_columns(names, columns.split(","))
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return frame.select(
        *(narwhals.col(names[place]).alias(what) for what, place in places.items())
    ).to_native()


def engine_options(command: Command) -> Command:
    """The options of an Engine, which the command gets as `engine`."""

    @functools.wraps(command)
    def with_engine(engine: str, memory: str | None, master: str | None, **others: Any) -> Any:
        return command(engine=Engine(engine, memory, master), **others)

    for option in (
        click.option(
            "--master",
            metavar="URL",
            help="A Spark cluster, such as spark://host:7077; by default this machine.",
        ),
        click.option(
            "--memory",
            metavar="SIZE",
            help="What DuckDB may use, such as 2GB, before it spills to disk.",
        ),
        click.option(
            "--engine",
            type=click.Choice(ENGINES),
            default="native",
            show_default=True,
            help="What reads Parquet and CSV that do not fit into memory; see the page on large data.",
        ),
    ):
        with_engine = option(with_engine)
    return with_engine
