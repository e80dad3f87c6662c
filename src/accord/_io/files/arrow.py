"""Parquet and Arrow (Feather) files, read and written through pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO

from accord._foundation.labels import IntegerLabels, Labels, TextLabels
from accord._io.files.atomic import system_errors
from accord._io.files.decompression import size_limit, too_large
from accord._io.files.source import Source
from accord.errors import FileError, FormatError, InputError, need_package


def import_pyarrow() -> Any:
    """The package, or an error that says how to install it."""
    try:
        import pyarrow
    except ImportError:
        raise need_package("pyarrow", "arrow", "a Parquet or Arrow file") from None
    return pyarrow


# ---- reading -------------------------------------------------------------------------------------


@contextmanager
def table_errors(source: Source) -> Iterator[None]:
    """Turn errors of pyarrow, and errors about the table itself, into errors about the file."""
    pyarrow = import_pyarrow()
    try:
        with system_errors(source.name):
            yield
    except InputError as error:
        raise FormatError(str(error).removeprefix(f"{source.name}: "), source.name) from None
    except FileError as error:
        if error.errno is None:  # raised by pyarrow about the content
            raise _unreadable(error, source) from None
        raise
    except (pyarrow.ArrowException, ValueError) as error:
        raise _unreadable(error, source) from None


def read_parquet_table(source: Source, choose: Callable[[list[str]], Sequence[int]]) -> Any:
    """The table in a Parquet file; `choose` selects columns by index, from their names."""
    import pyarrow.parquet as parquet

    file = parquet.ParquetFile(_open(source))
    names = file.schema_arrow.names
    chosen = [names[column] for column in choose(names)]
    limit = size_limit(source.size)
    if file.metadata.num_rows * len(chosen) > limit:  # at least a byte for each value
        raise too_large(source.name, limit)
    return _validated(file.read(chosen))


def parquet_column_names(source: Source) -> list[str]:
    """The names of the columns of a Parquet file."""
    import pyarrow.parquet as parquet

    names: list[str] = parquet.ParquetFile(_open(source)).schema_arrow.names
    return names


def read_arrow_table(source: Source) -> Any:
    """The table in an Arrow file."""
    import pyarrow.feather as feather

    return _validated(feather.read_table(_open(source)))


def _validated(table: Any) -> Any:
    """The table, if its arrays are sound; kernels and pyarrow itself trust offsets and indices."""
    table.validate(full=True)
    return table


def _open(source: Source) -> Any:
    """The file for pyarrow, mapped into memory if possible."""
    pyarrow = import_pyarrow()
    if source.path is not None:
        try:
            return pyarrow.memory_map(source.path.decode(), "rb")
        except UnicodeDecodeError:
            pass  # pyarrow does not accept such a file name
    return pyarrow.BufferReader(source.read())


def _unreadable(error: Exception, source: Source) -> FormatError:
    reason = str(error).removeprefix("[Errno None] ").splitlines()[0].rstrip(".")
    return FormatError(f"this cannot be read as a table: {reason}", source.name)


# ---- writing -------------------------------------------------------------------------------------


def write_parquet_table(table: Any, out: BinaryIO) -> None:
    import pyarrow.parquet as parquet

    parquet.write_table(table, out)


def write_arrow_table(table: Any, out: BinaryIO) -> None:
    import pyarrow.ipc as ipc

    with ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)


def arrow_labels(labels: Labels) -> Any:
    """The labels as an array of pyarrow."""
    pyarrow = import_pyarrow()
    if isinstance(labels, IntegerLabels):
        return pyarrow.array(labels.values)
    if isinstance(labels, TextLabels):
        offsets, data = pyarrow.py_buffer(labels.offsets), pyarrow.py_buffer(labels.data)
        return pyarrow.LargeStringArray.from_buffers(len(labels), offsets, data)
    raise InputError(
        f"a table cannot hold nodes such as {labels[0]!r}: they must be integers or text"
    )
