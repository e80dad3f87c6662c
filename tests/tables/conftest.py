"""Every engine that holds tables, and how a table gets there."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import duckdb
import polars as pl
import pytest

Lazy = Callable[[pl.DataFrame], Any]


@pytest.fixture(scope="session")
def _connection() -> Iterator[Any]:
    with duckdb.connect() as connection:
        yield connection


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """A real Spark on this machine alone, small and quiet. It takes long to start: there is one for all tests."""
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


def _lazy(request: pytest.FixtureRequest) -> Lazy:
    if request.param == "polars":
        return lambda frame: frame.lazy()
    if request.param == "spark":
        session = request.getfixturevalue("spark")
        return lambda frame: session.createDataFrame(frame.to_arrow())
    if request.param == "dask":
        from dask.dataframe import from_pandas

        return lambda frame: from_pandas(frame.to_pandas(), npartitions=3)
    connection = request.getfixturevalue("_connection")
    return lambda frame: connection.from_arrow(frame.to_arrow())


@pytest.fixture(params=["duckdb", "polars"])
def lazy(request: pytest.FixtureRequest) -> Lazy:
    """Makes a lazy table of an engine from one in memory: of those that take no time for small tables."""
    return _lazy(request)


@pytest.fixture(params=["spark", "dask"])
def slow_lazy(request: pytest.FixtureRequest) -> Lazy:
    """The same for the engines that take seconds for a small table."""
    return _lazy(request)


@pytest.fixture(params=["duckdb", "polars", "spark", "dask"])
def any_lazy(request: pytest.FixtureRequest) -> Lazy:
    """The same for all engines."""
    return _lazy(request)
