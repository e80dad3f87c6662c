"""Every engine that holds tables, and how a table gets there."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import duckdb
import polars as pl
import pytest
from java import need_java

from accord._io.tables.backends import BACKENDS

Lazy = Callable[[pl.DataFrame], Any]


@pytest.fixture(scope="session")
def _connection() -> Iterator[Any]:
    with duckdb.connect() as connection:
        yield connection


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """A real Spark on this machine, small and quiet; started once, since that is slow."""
    need_java()
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pandas 3, which Spark has not been tried with
        session = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    yield session
    session.stop()


def _to_duckdb(request: pytest.FixtureRequest) -> Lazy:
    connection = request.getfixturevalue("_connection")
    return lambda frame: connection.from_arrow(frame.to_arrow())


def _to_polars(request: pytest.FixtureRequest) -> Lazy:
    return lambda frame: frame.lazy()


def _to_spark(request: pytest.FixtureRequest) -> Lazy:
    session = request.getfixturevalue("spark")
    return lambda frame: session.createDataFrame(frame.to_arrow())


def _to_dask(request: pytest.FixtureRequest) -> Lazy:
    from dask.dataframe import from_pandas

    return lambda frame: from_pandas(frame.to_pandas(), npartitions=3)


#: How each engine gets a table that is in memory.
MAKERS = {"DuckDB": _to_duckdb, "Polars": _to_polars, "Spark": _to_spark, "Dask": _to_dask}
#: Engines that take no time for small tables.
QUICK = ("DuckDB", "Polars")
ENGINES = [backend.name for backend in BACKENDS]


@pytest.fixture(params=QUICK)
def lazy(request: pytest.FixtureRequest) -> Lazy:
    """Makes a lazy table of a quick engine from one in memory."""
    return MAKERS[request.param](request)


@pytest.fixture(params=[name for name in ENGINES if name not in QUICK])
def slow_lazy(request: pytest.FixtureRequest) -> Lazy:
    """The same for the engines that take seconds for a small table."""
    return MAKERS[request.param](request)


@pytest.fixture(params=ENGINES)
def any_lazy(request: pytest.FixtureRequest) -> Lazy:
    """The same for all engines."""
    return MAKERS[request.param](request)
