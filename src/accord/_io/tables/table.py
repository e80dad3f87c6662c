"""Tables of pandas, Polars, DuckDB and every library with the Arrow C stream, by column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from accord._foundation.columns import Column
from accord._io.tables.arrow import ArrowTable
from accord._io.tables.frames import DuckTable, PandasTable, PolarsTable
from accord._io.tables.origin import comes_from

if TYPE_CHECKING:
    from accord._io.tables.arrow import Numbers


class Table(Protocol):
    """A table of a library."""

    names: list[str]

    def columns(self, indices: Sequence[int]) -> list[Any]:
        """The columns of these indices, as the library represents them."""

    def labels(self, column: Any, what: str) -> Column:
        """One of its columns as labels; messages call a label `what`."""

    def numbers(self, column: Any) -> Numbers | None:
        """One of its columns as numbers; None if it holds something else."""


def is_table(data: Any) -> bool:
    """Whether it is a table of a known library; nothing is read."""
    return _kind(data) is not None


def as_table(data: Any) -> Table:
    """Wrap a table of a known library."""
    kind = _kind(data)
    assert kind is not None
    return kind(data)


def _kind(
    data: Any,
) -> type[PandasTable] | type[PolarsTable] | type[DuckTable] | type[ArrowTable] | None:
    if comes_from(data, "pandas", "DataFrame"):
        return PandasTable
    if comes_from(data, "polars", "DataFrame", "LazyFrame"):
        return PolarsTable
    if comes_from(data, "duckdb", "DuckDBPyRelation"):
        return DuckTable
    if comes_from(data, "pyarrow", "Table", "RecordBatch", "RecordBatchReader"):
        return ArrowTable
    if hasattr(data, "__arrow_c_stream__") and not _is_single_column(data):
        return ArrowTable
    return None


def _is_single_column(data: Any) -> bool:
    """Whether it is a Series or the like, which can be streamed as a table can."""
    shape = getattr(data, "shape", None)
    return comes_from(data, "pyarrow", "ChunkedArray") or (shape is not None and len(shape) == 1)
