"""Where lazy tables are: which engine has them, how it gets small tables, and what it says when it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from accord._io.tables.origin import LAZY_TABLES, comes_from
from accord.errors import AccordError, EngineError, InputError, first_line, need_package


@dataclass(frozen=True)
class Place:
    """An engine that holds tables."""

    name: str
    package: str
    #: The library whose tables in memory it takes and gives.
    memory: str
    #: The extra of accord that it comes with.
    extra: str
    #: A table in memory as one of this engine, beside a table that is there.
    send: Callable[[Any, Any], Any]
    #: A lazy table, evaluated once and kept there for as long as it is needed.
    keep: Callable[[Any], AbstractContextManager[Any]]

    @contextmanager
    def errors(self) -> Iterator[None]:
        """What the engine raises, as an error of ours."""
        try:
            yield
        except AccordError:
            raise
        except Exception as error:
            roots = {cls.__module__.partition(".")[0] for cls in type(error).__mro__}
            if roots.isdisjoint(ENGINE_PACKAGES) and not isinstance(error, OSError | MemoryError):
                raise
            raise EngineError(f"{self.name}: {first_line(error)}") from error


def _to_duckdb(relation: Any, sent: Any) -> Any:
    return relation.query(
        "of_relation", "SELECT * FROM sent"
    )  # which DuckDB finds among the variables here


def _to_polars(_: Any, sent: Any) -> Any:
    return sent.lazy()


def _to_spark(frame: Any, sent: Any) -> Any:
    from pyspark.sql.functions import broadcast

    table = frame.sparkSession.createDataFrame(sent)
    # Spark goes by the size of files, and would rather send a small one of many rows to all
    # workers, or move both.
    return broadcast(table) if sent.nbytes <= _TO_ALL_WORKERS else table


def _to_dask(_: Any, sent: Any) -> Any:
    from dask.dataframe import from_pandas

    return from_pandas(sent, npartitions=1)


@contextmanager
def _keep_in_duckdb(relation: Any) -> Iterator[Any]:
    name = f"accord_{uuid4().hex}"
    relation.query("of_relation", f"CREATE TEMPORARY TABLE {name} AS SELECT * FROM of_relation")
    try:
        yield relation.query("of_relation", f"SELECT * FROM {name}")
    finally:
        relation.query("of_relation", f"DROP TABLE {name}")


@contextmanager
def _keep_in_polars(table: Any) -> Iterator[Any]:
    yield table.collect().lazy()


@contextmanager
def _keep_in_spark(table: Any) -> Iterator[Any]:
    kept = table.persist()
    try:
        yield kept
    finally:
        kept.unpersist()


@contextmanager
def _keep_in_dask(table: Any) -> Iterator[Any]:
    yield table.persist()


#: Bytes of a table that Spark is told to send to all workers.
_TO_ALL_WORKERS = 10 * 2**20

PLACES = (
    Place("DuckDB", "duckdb", "pyarrow", "tables", _to_duckdb, _keep_in_duckdb),
    Place("Polars", "polars", "polars", "tables", _to_polars, _keep_in_polars),
    Place("Spark", "pyspark", "pyarrow", "spark", _to_spark, _keep_in_spark),
    Place("Dask", "dask", "pandas", "tables", _to_dask, _keep_in_dask),
)
#: Packages whose errors are about the tables, and not about us.
ENGINE_PACKAGES = {
    "duckdb",
    "_duckdb",
    "polars",
    "pyspark",
    "py4j",
    "dask",
    "pyarrow",
    "pandas",
    "narwhals",
}


def find_place(sides: Sequence[tuple[str, Any]]) -> tuple[Place, Any]:
    """The engine that holds the lazy tables among the sides, and one of these tables."""
    (side, table, place), *others = [
        (side, data, place) for side, data in sides if (place := _place_of(data)) is not None
    ]
    for other, _, there in others:
        if there is not place:
            raise InputError(
                f"{side} is a table of {place.name} and {other} one of {there.name}: "
                "bring both into one engine, or one of them into memory"
            )
    return place, table


def import_narwhals(place: Place) -> Any:
    """Narwhals, which speaks to all engines."""
    try:
        import narwhals
    except ImportError:
        raise need_package("narwhals", place.extra, f"comparing tables of {place.name}") from None
    return narwhals


def _place_of(data: Any) -> Place | None:
    return next(
        (place for place in PLACES if comes_from(data, place.package, *LAZY_TABLES[place.package])),
        None,
    )
