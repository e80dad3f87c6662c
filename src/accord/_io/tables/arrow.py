"""Tables and columns in the Arrow format, through pyarrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.columns import Column, make_column
from accord._foundation.labels import label_texts
from accord._foundation.rows import NOWHERE
from accord._foundation.threads import thread_count
from accord.errors import InputError, need_package

if TYPE_CHECKING:
    from numpy.typing import NDArray

    #: The numbers of a column, and a mark for rows without one.
    Numbers = tuple[NDArray[Any], NDArray[np.bool_]]


class ArrowTable:
    """A pyarrow Table, RecordBatch or RecordBatchReader, or another Arrow stream of a table."""

    def __init__(self, data: Any) -> None:
        try:
            import pyarrow
        except ImportError:
            raise need_package("pyarrow", "arrow", f"reading a {type(data).__name__}") from None
        try:
            if isinstance(data, pyarrow.Table):  # `pyarrow.table` would load pandas to copy it
                self._table = data
            else:
                self._table = (
                    data.read_all()
                    if isinstance(data, pyarrow.RecordBatchReader)
                    else pyarrow.table(data)
                )
        except (pyarrow.ArrowException, TypeError) as error:
            raise InputError(f"{type(data).__name__} cannot be read as a table: {error}") from None
        self.names: list[str] = self._table.column_names

    def columns(self, indices: Sequence[int]) -> list[Any]:
        return [self._table.column(index) for index in indices]

    def labels(self, column: Any, what: str) -> Column:
        return arrow_column(column, what)

    def numbers(self, column: Any) -> Numbers | None:
        return arrow_numbers(column)


def arrow_column(values: Any, what: str) -> Column:
    """A column of labels from a pyarrow Array or ChunkedArray."""
    import pyarrow

    types, kind = pyarrow.types, values.type
    if types.is_integer(kind):
        missing = _as_numpy(values.is_null())
        return make_column(_as_numpy(values.fill_null(0)), what, missing)
    if types.is_floating(kind):
        return make_column(_as_numpy(values.cast(pyarrow.float64())), what)
    if types.is_dictionary(kind):
        coded = _combined(
            values.unify_dictionaries() if isinstance(values, pyarrow.ChunkedArray) else values
        )
        codes = _as_numpy(coded.indices.cast(pyarrow.int64()).fill_null(-1))
        return decode(arrow_column(coded.dictionary, what), codes)
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        missing = _as_numpy(values.is_null())
        labels, index = label_texts(
            *_packed(_combined(values.cast(pyarrow.large_string()).drop_null())), thread_count()
        )
        if len(index) == len(values):
            return Column(labels, index, all_used=True)
        spread = np.full(len(values), NOWHERE)
        spread[~missing] = index
        return Column(labels, spread, all_used=True)
    return make_column(values.to_pylist(), what)


def arrow_numbers(values: Any) -> Numbers | None:
    """The numbers of a pyarrow Array or ChunkedArray; None if it holds something else."""
    import pyarrow

    types, kind = pyarrow.types, values.type
    if types.is_null(kind) or types.is_decimal(kind) or types.is_floating(kind):
        values = values.cast(pyarrow.float64())
    elif not types.is_integer(kind):
        return None
    return _as_numpy(values.fill_null(0)), _as_numpy(values.is_null())


def decode(distinct: Column, codes: NDArray[Any]) -> Column:
    """A column of the distinct labels and the index of the label in each row, -1 for none."""
    return Column(distinct.labels, np.append(distinct.index, NOWHERE)[codes])


def _combined(values: Any) -> Any:
    """A ChunkedArray as one Array."""
    import pyarrow

    return values.combine_chunks() if isinstance(values, pyarrow.ChunkedArray) else values


def _as_numpy(values: Any) -> NDArray[Any]:
    array: NDArray[Any] = _combined(values).to_numpy(zero_copy_only=False)
    return array


def _packed(texts: Any) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """The offsets and bytes of a large_string Array, without copying."""
    if not len(texts):
        return np.zeros(1, np.int64), np.zeros(0, np.uint8)
    _, ends, data = texts.buffers()
    offsets = np.frombuffer(ends, np.int64)[texts.offset : texts.offset + len(texts) + 1]
    return offsets, np.zeros(0, np.uint8) if data is None else np.frombuffer(data, np.uint8)
