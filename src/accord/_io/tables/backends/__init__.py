"""The engines that hold lazy tables: one module each, and the only list of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from accord._foundation.arguments import argument
from accord._io.tables.backends.base import Backend, Scan
from accord._io.tables.backends.dask import Dask
from accord._io.tables.backends.duckdb import DuckDB
from accord._io.tables.backends.polars import Polars
from accord._io.tables.backends.spark import Spark
from accord.errors import InputError

BACKENDS: tuple[Backend, ...] = (DuckDB(), Polars(), Spark(), Dask())
#: The engines that open files.
FILE_ENGINES = {backend.option_name: backend for backend in BACKENDS if backend.scans_files}


def backend_of(data: object) -> Backend | None:
    """The engine that holds this table; None if it is no lazy table."""
    return next((backend for backend in BACKENDS if backend.holds(data)), None)


def is_lazy(data: object) -> bool:
    """Whether it is a table that an engine holds."""
    return backend_of(data) is not None


def common_backend(sides: Sequence[tuple[str, Any]]) -> tuple[Backend, Any]:
    """The engine that holds the lazy tables among the named sides, and one of these tables."""
    (side, table, backend), *others = [
        (name, data, backend) for name, data in sides if (backend := backend_of(data)) is not None
    ]
    for other_side, _, other_backend in others:
        if other_backend is not backend:
            raise InputError(
                f"{side} is a table of {backend.name} and {other_side} one of "
                f"{other_backend.name}: bring both into one engine, or one of them into memory"
            )
    return backend, table


def open_engine(
    engine: str, *, threads: int | None = None, **options: str | None
) -> AbstractContextManager[Scan]:
    """Start an engine of FILE_ENGINES to open files as lazy tables.

    `options` are those of its `Backend.open`; None stands for the default.
    """
    backend = FILE_ENGINES[engine]
    given = {option: value for option, value in options.items() if value is not None}
    for option in given:
        if option not in backend.options:
            having = [name for name, other in FILE_ENGINES.items() if option in other.options]
            raise InputError(f"{argument(option)} is for the engine {' or '.join(having)} only")
    return backend.open(threads=threads, **given)
