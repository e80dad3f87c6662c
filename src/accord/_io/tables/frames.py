"""Tables of pandas, Polars and DuckDB, read without pyarrow."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.columns import Column, make_column
from accord._io.tables.arrow import arrow_column, arrow_numbers, decode
from accord._io.tables.origin import comes_from
from accord.errors import InputError

if TYPE_CHECKING:
    from accord._io.tables.arrow import Numbers


class PandasTable:
    """A DataFrame of pandas."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self.names = [str(name) for name in frame.columns]

    def columns(self, indices: Sequence[int]) -> list[Any]:
        return [self._frame.iloc[:, index] for index in indices]

    def labels(self, column: Any, what: str) -> Column:
        if hasattr(column.dtype, "categories"):
            return decode(self.labels(column.cat.categories, what), column.cat.codes.to_numpy())
        if _is_arrow(column):
            return arrow_column(column.array.__arrow_array__(), what)
        if column.dtype.kind in "iuf":
            values, missing = self.numbers(column)  # type: ignore[misc]
            return make_column(values, what, missing)
        try:
            codes, distinct = column.factorize()
        except TypeError as error:
            raise InputError(
                f"{what} labels must be hashable: {error}; if each row lists several, "
                f"explode({str(column.name)!r}) of the table makes a row of each"
            ) from None
        return decode(_object_labels(distinct.tolist(), what), codes)

    def numbers(self, column: Any) -> Numbers | None:
        if _is_arrow(column):
            return arrow_numbers(column.array.__arrow_array__())
        missing = np.asarray(column.isna())
        if column.dtype.kind in "iu":
            return column.to_numpy(f"{column.dtype.kind}8", na_value=0), missing
        if column.dtype.kind == "f":
            return column.to_numpy("f8", na_value=np.nan), missing
        return _object_numbers(column.astype(object).to_numpy(), missing)


class PolarsTable:
    """A DataFrame or LazyFrame of Polars; of the latter only the needed columns are collected."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self.names: list[str] = frame.collect_schema().names()

    def columns(self, indices: Sequence[int]) -> list[Any]:
        chosen = self._frame.select([self.names[index] for index in indices])
        columns: list[Any] = (
            chosen.collect() if comes_from(chosen, "polars", "LazyFrame") else chosen
        ).get_columns()
        return columns

    def labels(self, column: Any, what: str) -> Column:
        numbers = self.numbers(column)
        if numbers is not None and not column.dtype.is_decimal():
            return make_column(numbers[0], what, numbers[1])
        if str(column.dtype).partition("(")[0] not in ("String", "Categorical", "Enum"):
            return _object_labels(column.to_list(), what)
        distinct = column.drop_nulls().unique(maintain_order=True)
        if not len(distinct):
            return make_column([None] * len(column), what)
        codes = column.replace_strict(distinct, np.arange(len(distinct)), default=None).fill_null(
            -1
        )
        return decode(make_column(distinct.to_list(), what), codes.to_numpy())

    def numbers(self, column: Any) -> Numbers | None:
        kind = column.dtype
        if kind.is_decimal() or str(kind) == "Null":
            column = column.cast(float)
        elif not kind.is_numeric() or "128" in str(kind):  # which NumPy does not have
            return None
        return column.fill_null(0).to_numpy(), column.is_null().to_numpy()


class DuckTable:
    """A relation of DuckDB; only the needed columns are fetched."""

    def __init__(self, relation: Any) -> None:
        self._relation = relation
        self.names: list[str] = relation.columns

    def columns(self, indices: Sequence[int]) -> list[Any]:
        quoted = ('"{}"'.format(self.names[index].replace('"', '""')) for index in indices)
        return list(self._relation.project(", ".join(quoted)).fetchnumpy().values())

    def labels(self, column: Any, what: str) -> Column:
        missing, values = np.ma.getmaskarray(column), np.ma.getdata(column)
        if values.dtype.kind in "iuf":
            return make_column(values, what, missing)
        if values.dtype.kind in "mM":
            # NumPy turns microseconds into datetime objects.
            values = values.astype(f"{values.dtype.kind}8[us]")
        objects = values.astype(object)
        objects[missing] = None
        return _object_labels(objects.tolist(), what)

    def numbers(self, column: Any) -> Numbers | None:
        missing, values = np.ma.getmaskarray(column), np.ma.getdata(column)
        return (values, missing) if values.dtype.kind in "iuf" else _object_numbers(values, missing)


def is_default_index(index: Any) -> bool:
    """Whether the index of a Series or data frame of pandas is only 0, 1, 2, …"""
    if getattr(index, "start", None) == 0 and getattr(index, "step", None) == 1:
        return True
    values = np.asarray(index)
    return values.dtype.kind in "iu" and np.array_equal(values, np.arange(len(values)))


def _is_arrow(column: Any) -> bool:
    """Whether a pandas column is stored by Arrow, so that pyarrow is installed."""
    return getattr(column.dtype, "storage", None) == "pyarrow"


def _object_labels(values: list[Any], what: str) -> Column:
    try:
        return make_column(values, what)
    except InputError:
        raise
    except (TypeError, ValueError) as error:  # an array among the labels
        raise InputError(f"{what} labels must be hashable: {error}") from None


def _object_numbers(values: Any, missing: Any) -> Numbers | None:
    """Numbers among objects, such as decimals; None if one is something else."""
    present = values[~missing].tolist()
    if values.dtype != object or not all(type(value) in (int, float, Decimal) for value in present):
        return None
    numbers = np.zeros(
        len(values), np.int64 if all(type(value) is int for value in present) else np.float64
    )
    numbers[~missing] = present
    return numbers, missing
