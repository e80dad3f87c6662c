"""Tables of Spark: data frames of a session, on this machine or on a cluster."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from accord._foundation.memory import available_memory
from accord._foundation.threads import thread_count
from accord._io.tables.backends.base import LINE, Backend, Scan
from accord._io.tables.backends.files import list_files
from accord.errors import InputError, first_line

#: Maximum size of a table that is sent to all workers.
_BROADCAST_BYTES = 10 * 2**20
_SECONDS_TO_CONNECT = 5
#: Characters with a meaning in paths, which a backslash takes away.
_SPECIAL = re.compile(r"[][*?{}\\,^]")


class Spark(Backend):
    name = "Spark"
    package = "pyspark"
    table_classes = ("DataFrame",)
    error_packages = ("py4j",)
    memory_library = "pyarrow"
    extra = "spark"
    not_text = r"\x{fffd}"
    options = ("master",)

    def send(self, neighbour: Any, small: Any) -> Any:
        from pyspark.sql.functions import broadcast

        sent = neighbour.sparkSession.createDataFrame(small)
        # Spark goes by the size of files: it would rather send a small file of many rows to all
        # workers, or move both tables.
        return broadcast(sent) if small.nbytes <= _BROADCAST_BYTES else sent

    @contextmanager
    def keep(self, table: Any) -> Iterator[Any]:
        kept = table.persist()
        try:
            yield kept
        finally:
            kept.unpersist()

    def split_lines(self, lines: Any, pattern: str, names: Sequence[str]) -> Any:
        from pyspark.sql.functions import regexp_extract

        fields = (
            regexp_extract(LINE, pattern, index).alias(name) for index, name in enumerate(names, 1)
        )
        return lines.select(LINE, *fields)

    @contextmanager
    def open(self, *, threads: int | None, master: str | None = None) -> Iterator[Scan]:
        """Open files as data frames; `master` is the address of a cluster, by default this machine.

        A session that is active already is used, and left open.
        """
        try:
            from pyspark.errors import PySparkException
            from pyspark.sql import SparkSession
            from pyspark.sql.functions import regexp_replace
        except ImportError:
            raise self.missing_package() from None
        address = master or f"local[{threads or '*'}]"
        _need_reachable(address)
        started_here = SparkSession.getActiveSession() is None
        builder = SparkSession.builder.master(address).appName("accord")
        for setting, value in _settings(address, threads).items():
            builder = builder.config(setting, value)
        try:
            session = builder.getOrCreate()
        except Exception as error:  # from Java, in many kinds
            raise InputError(f"Spark does not start at {address}: {first_line(error)}") from None

        def scan(path: str) -> Any:
            kind, files = list_files(path)
            literal = [_SPECIAL.sub(r"\\\g<0>", os.path.abspath(file)) for file in files]
            try:
                if kind == "parquet":
                    return session.read.parquet(*literal)
                mark = regexp_replace("value", "^\ufeff", "")  # the byte order mark
                return session.read.text(literal).select(mark.alias(LINE))
            except PySparkException as error:
                raise InputError(f"{path}: {first_line(error)}") from None

        try:
            yield scan
        finally:
            if started_here:
                session.stop()


def _settings(address: str, threads: int | None) -> dict[str, str]:
    settings = {
        "spark.ui.enabled": "false",
        "spark.log.level": "ERROR",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.maxResultSize": "0",  # no limit: accord limits what it fetches
    }
    if address.startswith("local"):
        # All work is done in the heap of the driver, for which Spark would take 1 GB.
        heap = min(max(available_memory() / 4, 2**30), 2**38)
        settings |= {
            "spark.driver.memory": f"{heap / 2**20:.0f}m",
            "spark.sql.shuffle.partitions": str(4 * thread_count(threads)),  # 200 by default
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
        }
    return settings


def _need_reachable(address: str) -> None:
    """Raise if no cluster answers; Spark itself would try for minutes."""
    import socket

    server = re.fullmatch(r"spark://([^:/,]+):(\d+)", address)
    if server:
        host, port = server[1], int(server[2])
        try:
            socket.create_connection((host, port), timeout=_SECONDS_TO_CONNECT).close()
        except OSError as error:
            raise InputError(
                f"no Spark master answers at {address}: {error.strerror or error}"
            ) from None
