"""Rows of results in files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from accord.errors import InputError, need_package
from accord.io.files import open_to_write
from accord.layout import csv_blocks

#: The formats of files with results.
EXPORTS = ("csv", "parquet")


def export(columns: Mapping[str, Sequence[Any]], kinds: Mapping[str, type], path: str | os.PathLike[str]) -> None:
    """Writes columns of str, int or float, as CSV or Parquet, as the name of the file says."""
    name = os.fspath(path)
    kind = name.rpartition(".")[2].lower()
    if kind not in EXPORTS:
        raise InputError(f"{name}: results are written as .csv or .parquet: choose a name that ends in one of these")
    if kind == "parquet":
        _write_parquet(columns, kinds, name)
        return
    with open_to_write(name) as out:
        for block in csv_blocks(list(columns), zip(*columns.values(), strict=True)):
            out.write(f"{block}\n".encode())


def _write_parquet(columns: Mapping[str, Sequence[Any]], kinds: Mapping[str, type], name: str) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise need_package("pyarrow", "arrow", "writing Parquet") from None
    types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(column, types[kind]) for column, kind in kinds.items()])
    with open_to_write(name) as out:
        parquet.write_table(pyarrow.table(columns, schema=schema), out)
