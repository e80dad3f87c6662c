"""Tables with a row for each membership: of pandas, Polars, DuckDB, and all that speak Arrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from accord._foundation.checks import SMALLEST
from accord._foundation.clustering import Clustering
from accord._foundation.columns import Column
from accord._foundation.packing import pack_memberships
from accord._foundation.rows import NOWHERE
from accord._io.tables.arrow import ArrowTable
from accord._io.tables.columns import choose_columns
from accord._io.tables.frames import DuckTable, PandasTable, PolarsTable
from accord._io.tables.origin import comes_from
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._io.tables.arrow import Numbers


class Table(Protocol):
    """A table of some library."""

    names: list[str]

    def columns(self, places: Sequence[int]) -> list[Any]:
        """The columns at these places, as the library has them."""

    def labels(self, column: Any, what: str) -> Column:
        """One of its columns as labels."""

    def numbers(self, column: Any) -> Numbers | None:
        """One of its columns as numbers; None where it holds something else."""


def is_table(data: Any) -> bool:
    """Whether it is a table of any kind, told without reading it."""
    return _kind(data) is not None


def as_table(data: Any) -> Table:
    """A table of any kind, to take columns from."""
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
    """Whether it is a Series or the like, which can be streamed as tables can."""
    shape = getattr(data, "shape", None)
    return comes_from(data, "pyarrow", "ChunkedArray") or (shape is not None and len(shape) == 1)


def from_table(data: Any, side: str, columns: Sequence[str] | None = None) -> Clustering:
    """From a table: nodes, clusters and, where it has such columns, shares, levels and weights.

    `columns` names or numbers these, where they cannot be told by their names.

    A row without a cluster is of a node that may be in none; without a share, where others have
    one, of a whole member.
    """
    table = as_table(data)
    try:
        places = choose_columns(table.names, columns)
    except InputError as error:
        raise InputError(f"{side}: {error}") from None
    given = dict(zip(places, table.columns(list(places.values())), strict=True))
    nodes, clusters = table.labels(given["node"], "node"), table.labels(given["cluster"], "cluster")
    nowhere = nodes.index == NOWHERE
    if nowhere.any():
        name = table.names[places["node"]]
        raise InputError(
            f"{side}: row {_first(nowhere)} has no node in column {name!r}: leave it out"
        )
    in_cluster = clusters.index != NOWHERE
    levels = table.labels(given["level"], "level") if "level" in given else None
    if levels is not None and (levels.index[in_cluster] == NOWHERE).all():
        levels = None
    numbers: dict[str, Numbers] = {}
    for what in given.keys() & {"share", "weight"}:
        found = table.numbers(given[what])
        if found is None:
            raise InputError(
                f"{side}: column {table.names[places[what]]!r} holds no numbers: expected the {what}s"
            )
        numbers[what] = found
    shares = _shares(*numbers["share"], in_cluster, side) if "share" in numbers else None
    weights = _weights(*numbers["weight"], side) if "weight" in numbers else None
    return Clustering(pack_memberships(nodes, clusters, shares, levels, weights))


def _shares(
    values: NDArray[Any], missing: NDArray[np.bool_], in_cluster: NDArray[np.bool_], side: str
) -> NDArray[np.float64] | None:
    """The share of every row; None where no membership has one."""
    none = missing | ~in_cluster
    if none.all():
        return None
    shares = np.where(none, 1.0, values)
    bad = ~((shares >= SMALLEST) & (shares <= 1))
    if bad.any():
        row = _first(bad)
        bounds = f"at least {SMALLEST}" if 0 < shares[row - 1] < 1 else "in (0, 1]"
        raise InputError(
            f"{side}: row {row} has share {shares[row - 1]:g}: shares must be {bounds}"
        )
    return shares


def _weights(values: NDArray[Any], missing: NDArray[np.bool_], side: str) -> NDArray[Any] | None:
    """The weight of the node of every row; None where no row has one."""
    if missing.all():
        return None
    if missing.any():
        raise InputError(
            f"{side}: row {_first(missing)} has no weight: give one to all rows, or to none"
        )
    return values


def _first(rows: NDArray[np.bool_]) -> int:
    """The first of the marked rows, counted from 1."""
    return int(np.argmax(rows)) + 1
