"""Tables in Parquet and Arrow (Feather) files, through pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, BinaryIO, TypeVar

from accord._foundation.clustering import Clustering
from accord._foundation.labels import IntegerLabels, Labels, TextLabels
from accord._io.files.atomic import system_errors
from accord._io.files.source import Reading, Source
from accord._io.tables import from_table
from accord._io.tables.columns import choose_columns
from accord.errors import FileError, FormatError, InputError, need_package

Made = TypeVar("Made")


def read_parquet(source: Source, reading: Reading) -> Clustering:
    def needed(names: list[str]) -> list[int]:
        return list(choose_columns(names, reading.columns).values())

    return parquet_table(
        source, needed, lambda table: from_table(table, source.name, reading.columns)
    )


def read_arrow(source: Source, reading: Reading) -> Clustering:
    return arrow_table(source, lambda table: from_table(table, source.name, reading.columns))


def parquet_table(
    source: Source, needed: Callable[[list[str]], list[int]], use: Callable[[Any], Made]
) -> Made:
    """What `use` makes of a table in a Parquet file, of the columns that are `needed`."""
    pyarrow = need_pyarrow()
    import pyarrow.parquet as parquet

    def read(file: Any) -> Any:
        table = parquet.ParquetFile(file)
        names = table.schema_arrow.names
        return table.read([names[place] for place in needed(names)])

    return _read(pyarrow, source, read, use)


def arrow_table(source: Source, use: Callable[[Any], Made]) -> Made:
    """What `use` makes of a table in an Arrow file."""
    pyarrow = need_pyarrow()
    import pyarrow.feather as feather

    return _read(pyarrow, source, feather.read_table, use)


def _read(
    pyarrow: Any, source: Source, read: Callable[[Any], Any], use: Callable[[Any], Made]
) -> Made:
    """What `use` makes of the table that `read` finds in the file."""
    try:
        with system_errors(source.name):
            table = read(_open(pyarrow, source))
        return use(table)
    except InputError as error:
        raise FormatError(str(error).removeprefix(f"{source.name}: "), source.name) from None
    except FileError as error:
        if error.errno is None:  # pyarrow's own, about the content
            raise _broken(error, source) from None
        raise
    except (pyarrow.ArrowException, ValueError) as error:
        raise _broken(error, source) from None


def _open(pyarrow: Any, source: Source) -> Any:
    """The file as pyarrow reads it: by mapping it into memory where it can."""
    if source.path is not None:
        try:
            return pyarrow.memory_map(source.path.decode(), "rb")
        except UnicodeDecodeError:
            pass  # a name that pyarrow does not take
    return pyarrow.BufferReader(source.read())


def _broken(error: Exception, source: Source) -> FormatError:
    reason = str(error).removeprefix("[Errno None] ").splitlines()[0].rstrip(".")
    return FormatError(f"this cannot be read as a table: {reason}", source.name)


def write_parquet(clustering: Clustering, out: BinaryIO) -> None:
    write_parquet_table(_table(clustering), out)


def write_arrow(clustering: Clustering, out: BinaryIO) -> None:
    write_arrow_table(_table(clustering), out)


def write_parquet_table(table: Any, out: BinaryIO) -> None:
    import pyarrow.parquet as parquet

    parquet.write_table(table, out)


def write_arrow_table(table: Any, out: BinaryIO) -> None:
    import pyarrow.ipc as ipc

    with ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)


def _table(clustering: Clustering) -> Any:
    """The memberships as a pyarrow Table, and the nodes in no cluster."""
    pyarrow = need_pyarrow()
    import numpy as np

    rows = clustering.rows
    alone = np.flatnonzero(clustering.memberships_of_node == 0)
    node = np.concatenate((rows.members, alone)).astype(np.int64)
    cluster = np.concatenate((rows.row_of_membership(), np.full(len(alone), -1)))
    nothing = cluster < 0

    def chosen(values: Any, places: Any) -> Any:
        return pyarrow.array(values).take(pyarrow.array(places, mask=nothing))

    columns = {
        "node": arrow_labels(pyarrow, clustering.node_labels).take(pyarrow.array(node)),
        "cluster": chosen(_names(clustering.cluster_names()), cluster),
    }
    if rows.shares is not None:
        columns["share"] = pyarrow.array(
            np.concatenate((rows.shares, np.ones(len(alone)))), mask=nothing
        )
    if clustering.level_of_cluster is not None:
        columns["level"] = chosen(
            _names(clustering.level_names), np.append(clustering.level_of_cluster, -1)[cluster]
        )
    if clustering.weights is not None:
        columns["weight"] = pyarrow.array(clustering.weights[node])
    return pyarrow.table(columns)


def arrow_labels(pyarrow: Any, labels: Labels) -> Any:
    """The labels as an array of pyarrow."""
    if isinstance(labels, IntegerLabels):
        return pyarrow.array(labels.values)
    if isinstance(labels, TextLabels):
        offsets, data = pyarrow.py_buffer(labels.offsets), pyarrow.py_buffer(labels.data)
        return pyarrow.LargeStringArray.from_buffers(len(labels), offsets, data)
    raise InputError(
        f"a table cannot hold nodes such as {labels[0]!r}: they must be integers or texts"
    )


def _names(names: Sequence[Any]) -> list[Any]:
    """Names as integers where all are, else as texts."""
    return (
        list(names) if all(type(name) is int for name in names) else [str(name) for name in names]
    )


def need_pyarrow() -> Any:
    """The package, or an error that says how to get it."""
    try:
        import pyarrow
    except ImportError:
        raise need_package("pyarrow", "arrow", "a Parquet or Arrow file") from None
    return pyarrow
