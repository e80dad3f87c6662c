"""How a file is read: its format, and for a table its separator, header and columns."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence

from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.clusterings.membership_layout import inspect_table
from accord._io.files.arrow import parquet_column_names, read_arrow_table
from accord._io.files.delimited import table_separator
from accord._io.files.options import IdType, ReadOptions, split_columns
from accord._io.files.source import Source
from accord._io.tables.columns import choose_membership_columns
from accord.errors import AccordWarning, InputError

_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", " ": "blanks"}


def describe_reading(
    path: str,
    *,
    format: str | None = None,
    ids: IdType = "auto",
    columns: Sequence[str | int] | None = None,
    header: bool | None = None,
) -> dict[str, object]:
    """Say how `accord.read` reads a file, as facts by name; nothing for what is not a single file.

    The file must have been read with these arguments before, so that errors and warnings are not
    repeated here.
    """
    if not os.path.isfile(path):
        return {}
    source = Source.open(path)
    options = ReadOptions(
        ids=ids,
        shares=None,
        columns=split_columns(columns),
        header=header,
        threads=1,
        progress=None,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AccordWarning)
        name = CLUSTERING_FORMATS.for_reading(source, format).name
        return {"format": name, **_describe_table(source, name, options)}


def _describe_table(source: Source, format: str, options: ReadOptions) -> dict[str, object]:
    if format in ("parquet", "arrow"):
        names = (
            parquet_column_names(source)
            if format == "parquet"
            else read_arrow_table(source).column_names
        )
        try:
            return _describe_columns(choose_membership_columns(names, options.columns), names)
        except InputError:  # its values told how to read it
            return {}
    if format not in ("csv", "tsv", "pairs"):
        return {}
    expected = {"csv": ",", "tsv": "\t"}.get(format)
    separator = " " if expected is None else table_separator(source, expected)
    try:
        table = inspect_table(source, options, separator)
    except InputError:  # a table with a column for each cluster
        return {"separator": _SEPARATORS[separator], "header": True, "cluster_column": "one each"}
    return {
        "separator": _SEPARATORS[separator],
        "header": table.has_header,
        **_describe_columns(table.column_of, table.names),
    }


def _describe_columns(
    column_of: Mapping[str, int], names: Sequence[str] | None
) -> dict[str, object]:
    """The column of each role, by its name, or by its number from 1 if it has none."""
    nodes = {} if "node" in column_of else {"node_column": "row number"}
    return nodes | {
        f"{role}_column": index + 1 if names is None else names[index]
        for role, index in column_of.items()
    }
