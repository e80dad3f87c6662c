"""Files as tables of an engine that reads them where they lie, for what does not fit into memory."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from accord._display.numbers import parse_bytes
from accord._foundation.memory import available_memory
from accord._foundation.threads import thread_count
from accord.errors import InputError, MissingFileError, need_package, said

#: What can do the work: this program itself, or an engine that takes its tables as they are.
ENGINES = ("native", "duckdb", "polars", "spark")

#: From the path of a file, or of a folder of files, to a table of the engine.
Scan = Callable[[str], Any]

_SECONDS_TO_CONNECT = 5


@contextmanager
def scanning(
    engine: str, *, memory: str | None = None, master: str | None = None, threads: int | None = None
) -> Iterator[Scan]:
    """How to open files as tables of `engine`. At the end it is closed, and what it has put aside on disk is gone.

    `memory` is what DuckDB may use of it, such as "2GB", before it spills to disk; `master` is the
    address of a Spark cluster, by default this machine.
    """
    if memory is not None and engine != "duckdb":
        raise InputError("memory can be limited for the engine duckdb only")
    if master is not None and engine != "spark":
        raise InputError("a master is an address of the engine spark only")
    opened = (
        _duckdb(memory, threads)
        if engine == "duckdb"
        else _spark(master, threads)
        if engine == "spark"
        else _polars()
    )
    with opened as scan:
        yield scan


@contextmanager
def _duckdb(memory: str | None, threads: int | None) -> Iterator[Scan]:
    import tempfile

    try:
        import duckdb
    except ImportError:
        raise need_package("duckdb", "tables", "the engine duckdb") from None
    with tempfile.TemporaryDirectory(prefix="accord-") as spill:
        settings: dict[str, Any] = {"temp_directory": spill, "preserve_insertion_order": False}
        if memory is not None:
            settings["memory_limit"] = f"{parse_bytes(memory) / 2**20:.0f}MiB"
        if threads is not None:
            settings["threads"] = threads
        with duckdb.connect(config=settings) as connection:

            def scan(path: str) -> Any:
                kind, files = _files(path)
                try:
                    return (
                        connection.read_parquet(files)
                        if kind == "parquet"
                        else connection.read_csv(files)
                    )
                except duckdb.Error as error:
                    raise InputError(f"{path}: {said(error)}") from None

            yield scan


@contextmanager
def _polars() -> Iterator[Scan]:
    try:
        import polars
    except ImportError:
        raise need_package("polars", "tables", "the engine polars") from None

    def scan(path: str) -> Any:
        kind, files = _files(path)
        parquet = kind == "parquet"
        table = (
            polars.scan_parquet(files)
            if parquet
            else polars.scan_csv(files, separator="\t" if kind == "tsv" else ",")
        )
        try:
            table.collect_schema()
        except (polars.exceptions.PolarsError, OSError) as error:
            raise InputError(f"{path}: {said(error)}") from None
        return table

    yield scan


@contextmanager
def _spark(master: str | None, threads: int | None) -> Iterator[Scan]:
    try:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError:
        raise need_package("pyspark", "spark", "the engine spark") from None
    address = master or f"local[{threads or '*'}]"
    _need_reachable(address)
    ours = SparkSession.getActiveSession() is None
    builder = (
        SparkSession.builder.master(address).appName("accord").config("spark.ui.enabled", "false")
    )
    builder = builder.config("spark.log.level", "ERROR").config(
        "spark.ui.showConsoleProgress", "false"
    )
    builder = builder.config(
        "spark.driver.maxResultSize", "0"
    )  # what is fetched has limits of its own
    if address.startswith("local"):
        heap = min(
            max(available_memory() / 4, 2**30), 2**38
        )  # all work is done in there, and Spark would take 1 GB
        builder = builder.config("spark.driver.memory", f"{heap / 2**20:.0f}m")
        builder = builder.config(
            "spark.sql.shuffle.partitions", str(4 * thread_count(threads))
        )  # 200 unless told
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config(
            "spark.driver.host", "127.0.0.1"
        )
    try:
        session = builder.getOrCreate()
    except Exception as error:  # from Java, in many kinds
        raise InputError(f"Spark does not start at {address}: {said(error)}") from None
    try:

        def scan(path: str) -> Any:
            kind, files = _files(path)
            try:
                if kind == "parquet":
                    return session.read.parquet(*files)
                options = {
                    "header": True,
                    "inferSchema": True,
                    "sep": "\t" if kind == "tsv" else ",",
                }
                return session.read.options(**options).csv(files)
            except PySparkException as error:
                raise InputError(f"{path}: {said(error)}") from None

        yield scan
    finally:
        if ours:
            session.stop()


def _need_reachable(address: str) -> None:
    """Spark itself tries for minutes."""
    import socket

    place = re.fullmatch(r"spark://([^:/,]+):(\d+)", address)
    if place:
        try:
            socket.create_connection((place[1], int(place[2])), timeout=_SECONDS_TO_CONNECT).close()
        except OSError as error:
            raise InputError(
                f"no Spark master answers at {address}: {error.strerror or error}"
            ) from None


def _files(path: str) -> tuple[str, list[str]]:
    """Of a file, or of all files in a folder: whether they are Parquet, CSV or TSV, and their paths."""
    if not os.path.exists(path):
        raise MissingFileError(2, "No such file or directory", path)
    files = [path]
    if os.path.isdir(path):
        listed = sorted(
            os.path.join(path, name) for name in os.listdir(path) if not name.startswith((".", "_"))
        )
        files = [file for file in listed if os.path.isfile(file)]
    kinds = {_kind(file) for file in files}
    if len(kinds) != 1 or None in kinds:
        found = (
            "no files"
            if not files
            else "files of several kinds"
            if len(kinds) > 1
            else "no Parquet, CSV or TSV"
        )
        raise InputError(
            f"{path}: {found}: this engine reads Parquet, CSV and TSV; "
            "read other formats without it"
        )
    return str(kinds.pop()), files


def _kind(path: str) -> str | None:
    name = re.search(r"\.(parquet|pq|csv|tsv)(\.gz|\.zst)?$", path.lower())
    return None if name is None else {"pq": "parquet"}.get(name[1], name[1])
