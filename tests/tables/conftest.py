"""Every engine that holds tables, and how a table gets there."""

from __future__ import annotations

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


@pytest.fixture(params=["duckdb", "polars"])
def lazy(request: pytest.FixtureRequest) -> Lazy:
    """Makes a lazy table of the engine from one in memory."""
    if request.param == "polars":
        return lambda frame: frame.lazy()
    connection = request.getfixturevalue("_connection")
    return lambda frame: connection.from_arrow(frame.to_arrow())
