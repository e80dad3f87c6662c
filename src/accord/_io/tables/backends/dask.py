"""Tables of Dask: data frames of partitions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from accord._io.tables.backends.base import Backend


class Dask(Backend):
    name = "Dask"
    package = "dask"
    table_classes = ("DataFrame",)
    memory_library = "pandas"
    extra = "tables"
    scans_files = False

    def send(self, neighbour: Any, small: Any) -> Any:
        from dask.dataframe import from_pandas

        return from_pandas(small, npartitions=1)

    @contextmanager
    def keep(self, table: Any) -> Iterator[Any]:
        yield table.persist()
