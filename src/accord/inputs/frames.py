"""Columns of pandas, Polars and DuckDB, read without pyarrow."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import InputError
from accord.inputs.arrow import arrow_column, arrow_numbers, decode
from accord.packing import Column, make_column

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = tuple[NDArray[Any], NDArray[np.bool_]] | None


class PandasTable:
    """A pandas DataFrame."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self.names = [str(name) for name in frame.columns]

    def columns(self, places: Sequence[int]) -> list[Any]:
        return [self._frame.iloc[:, place] for place in places]

    def labels(self, column: Any, what: str) -> Column:
        if hasattr(column.dtype, "categories"):
            return decode(self.labels(column.cat.categories, what), column.cat.codes.to_numpy())
        if getattr(column.dtype, "storage", None) == "pyarrow":
            return arrow_column(column.array.__arrow_array__(), what)
        if column.dtype.kind in "iuf":
            return make_column(*_pandas_numbers(column, what))
        with _hashable(what):
            codes, distinct = column.factorize()
        return decode(_from_objects(distinct.tolist(), what), codes)
