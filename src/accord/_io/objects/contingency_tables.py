"""Contingency tables: which cluster of truth shares how many nodes with which cluster of found.

A table is read as that of two crisp clusterings of the same nodes: each node is counted in one
cell, and the sum of a row or column is the size of its cluster. These clusterings are known but for
the names of their nodes, and nodes of the same cell are in the same clusters. So each filled cell
becomes one node that stands for as many as the cell counts, as in tables that an engine has reduced
to node types.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.names import shortened
from accord._display.numbers import count
from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._foundation.clustering_parts import Parts
from accord._foundation.labels import IntegerLabels
from accord._foundation.memory import need_memory
from accord._foundation.rows import NOWHERE, Rows
from accord._foundation.threads import thread_count
from accord._io.objects.matrices import is_sparse, sparse_entries
from accord._io.tables.origin import comes_from
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Why what is in a cell is refused if it is no number.
_NO_COUNT = "expected a number of nodes, 0 for none"
#: What the last row and the last column are called if they are sums of the others.
_NAMES_OF_SUMS = frozenset({"all", "sum", "total", "totals"})


@dataclass(frozen=True)
class _Cells:
    """The cells of a table other than 0, and the names of its rows and columns if it has any."""

    shape: tuple[int, int]
    row: NDArray[Any]
    column: NDArray[Any]
    amounts: NDArray[Any]
    row_names: Sequence[Hashable] | None = None
    column_names: Sequence[Hashable] | None = None

    def where(self, cell: int) -> str:
        """Say where a cell is: by the names of its row and column, or counted from 0."""
        row, column = int(self.row[cell]), int(self.column[cell])
        if self.row_names is None or self.column_names is None:
            return f"row {row}, column {column} (counted from 0)"
        return f"row {self.row_names[row]!r}, column {self.column_names[column]!r}"


def from_contingency_table(table: Any, *, every_node: bool) -> tuple[Clustering, Clustering]:
    """Truth, whose clusters are the rows, and found, whose clusters are the columns.

    Rows and columns without a node are left out, and the others keep their names or numbers. With
    `every_node`, each node stands for itself, in place of one for each cell.
    """
    cells = _read_cells(table)
    counts = _check_counts(cells)
    if len(counts) >= NOWHERE:
        raise InputError(f"the table has {len(counts):,} filled cells, which is too many")
    node = np.arange(len(counts))
    multiplicity: NDArray[np.int64] | None = counts
    if every_node:
        total = sum(counts.tolist())
        if total >= NOWHERE:
            raise InputError(
                f"the table counts {total:,} nodes, more than the {int(NOWHERE) - 1:,} for which "
                "baselines and intervals can be computed"
            )
        need_memory("every single node of the table", 60.0 * total)
        node, multiplicity = np.repeat(node, counts), None
    labels = IntegerLabels(np.arange(len(node)))

    def side(cluster: NDArray[Any], names: Sequence[Hashable] | None, kind: str) -> Clustering:
        filled, index = np.unique(cluster, return_inverse=True)
        rows, _ = Rows.group(
            index[node].astype(np.uint32),
            np.arange(len(node), dtype=np.uint32),
            None,
            len(filled),
            len(node),
            thread_count(),
        )
        kept: list[Hashable] = filled.tolist()
        if names is not None:
            _check_names(names, kind)
            kept = [names[number] for number in filled]
        copied = None if multiplicity is None else multiplicity.copy()
        return Clustering(Parts(labels, rows, kept, multiplicity=copied))

    return side(cells.row, cells.row_names, "rows"), side(
        cells.column, cells.column_names, "columns"
    )


def refuse_beside_table(arguments: Mapping[str, object], nodes: object) -> None:
    """Raise InputError for an argument of clusterings beside a table."""
    for name, value in arguments.items():
        if value is not None:
            raise InputError(
                f"{argument('table')} takes the place of both clusterings, and says how many nodes "
                f"they have in common: leave out {argument(name)}"
            )
    if nodes is not None and not isinstance(nodes, str):
        raise InputError(
            "a table does not name its nodes, so they cannot be chosen by name: leave out "
            f"{argument('nodes')}, or compare the clusterings themselves"
        )


# ---- what a table can be -------------------------------------------------------------------------


def _read_cells(table: Any) -> _Cells:
    if comes_from(table, "accord", "Overlaps"):
        raise InputError(
            "the table is an Overlaps, whose clusters may overlap or have nodes that the other "
            "side lacks: compare the clusterings themselves, or, if both are crisp and have the "
            "same nodes, pass table.to_scipy()"
        )
    if isinstance(table, str | os.PathLike):
        from accord._io.tables.contingency_files import read_contingency_file  # few tables are

        return _without_sums(_dense(*read_contingency_file(table)))
    if is_sparse(table):
        return _sparse(table)
    if comes_from(table, "pandas", "DataFrame"):
        _check_first_column(table)
        return _without_sums(
            _dense(_plain(table.to_numpy()), table.index.tolist(), table.columns.tolist())
        )
    if comes_from(table, "polars", "DataFrame"):
        return _without_sums(_dense(*_polars_columns(table)))
    return _dense(_plain(table))


def _sparse(table: Any) -> _Cells:
    _check_dimensions(table.shape)
    if table.dtype.kind not in "biuf":
        raise InputError(f"the table has values of type {table.dtype}: expected numbers of nodes")
    row, column, amounts = sparse_entries(table)
    return _Cells(table.shape, row, column, amounts)


def _dense(
    values: NDArray[Any],
    row_names: Sequence[Hashable] | None = None,
    column_names: Sequence[Hashable] | None = None,
) -> _Cells:
    _check_dimensions(values.shape)
    if values.dtype.kind not in "biuf":
        row, column = np.divmod(np.arange(values.size), max(values.shape[1], 1))
        flat = values.ravel()
        cells = _Cells(values.shape, row, column, flat, row_names, column_names)
        _refuse(cells, ~np.array([*map(_is_number, flat)], bool), _NO_COUNT)
    row, column = np.nonzero(values)
    return _Cells(values.shape, row, column, values[row, column], row_names, column_names)


def _plain(values: Any) -> NDArray[Any]:
    """Values as an array of numbers."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InputError("the table has masked cells: give each a number, 0 for no common node")
    try:
        array = np.asarray(values)
        # Columns of several types, or with missing values, come as objects.
        plain = np.array(array.tolist()) if array.dtype.kind == "O" else array
    except (TypeError, ValueError):
        raise InputError(
            "the table must have a row for each cluster of truth, all of the same length"
        ) from None
    if not array.ndim:
        raise InputError(
            f"the table is {type(values).__name__}: expected an array, a data frame, a sparse "
            "matrix or a file with a row for each cluster of truth"
        )
    return plain if plain.dtype.kind in "biuf" else array


def _polars_columns(table: Any) -> tuple[NDArray[Any], list[Hashable] | None, list[str]]:
    """The values, and the names of rows, which are in the first column if it has texts."""
    names = list(table.columns)
    if names and table[names[0]].dtype.is_numeric():
        return _plain(table.to_numpy()), None, names
    return _plain(table[:, 1:].to_numpy()), table[:, 0].to_list() if names else [], names[1:]


# ---- checks --------------------------------------------------------------------------------------


def _check_first_column(frame: Any) -> None:
    """Raise InputError if the names of rows are in the first column of a frame of pandas."""
    if frame.size and isinstance(frame.iloc[0, 0], str):
        first = frame.columns[0]
        raise InputError(
            f"the column {first!r} of the table has texts: if they name the clusters of truth, "
            f"pass table.set_index({first!r})"
        )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.bool_ | np.integer | np.floating)


def _check_dimensions(shape: tuple[int, ...]) -> None:
    if len(shape) != 2:
        raise InputError(
            f"the table has {count(len(shape), 'dimension')}: expected a row for each cluster of "
            "truth, and a column for each cluster of found"
        )


def _check_counts(cells: _Cells) -> NDArray[np.int64]:
    """The cells as integers; raises InputError if one is no number of nodes."""
    amounts = cells.amounts
    if not len(amounts):
        raise InputError("the table is empty, or all its cells are 0: there are no nodes")
    if amounts.dtype.kind == "f":
        _refuse(cells, ~np.isfinite(amounts), _NO_COUNT)
        _refuse(cells, amounts != np.rint(amounts), "a cell counts nodes, so it is an integer")
    _refuse(cells, amounts < 0, "a cell counts nodes, so it is 0 or more")
    if sum(map(int, amounts.tolist())) >= 2**62:
        raise InputError("the table counts 2**62 nodes or more, too many for exact values")
    return amounts.astype(np.int64)


def _refuse(cells: _Cells, bad: NDArray[np.bool_], why: str) -> None:
    if bad.any():
        first = int(np.argmax(bad))
        amount = cells.amounts[first]
        shown = shortened(repr(str(amount)) if isinstance(amount, str) else str(amount))
        raise InputError(f"the table has {shown} in {cells.where(first)}: {why}")


def _check_names(names: Sequence[Hashable], kind: str) -> None:
    if len(set(names)) < len(names):
        raise InputError(f"two {kind} of the table have the same name: rename one of them")


def _without_sums(cells: _Cells) -> _Cells:
    """The same cells; raises InputError if the last row or column has the sums of the others."""
    sides = {
        "row": (cells.row_names, cells.row, cells.column),
        "column": (cells.column_names, cells.column, cells.row),
    }
    sums = {
        side: names[-1]
        for side, (names, across, along) in sides.items()
        if names and _is_sum(str(names[-1]), across == len(names) - 1, along, cells.amounts)
    }
    if sums:
        are = "are sums of the others: leave them out"
        if len(sums) == 1:
            are = "has the sums of the others: leave it out"
        raise InputError(
            f"the last {' and '.join(sums)} of the table, {next(iter(sums.values()))!r}, {are}"
        )
    return cells


def _is_sum(
    name: str, is_last: NDArray[np.bool_], along: NDArray[Any], amounts: NDArray[Any]
) -> bool:
    """Whether the last row, or column, is called a sum of the others and is one."""
    if name.casefold() not in _NAMES_OF_SUMS or not len(along):
        return False
    weights = amounts.astype(np.float64)
    last, others = (
        np.bincount(along[which], weights[which], along.max() + 1) for which in (is_last, ~is_last)
    )
    return np.array_equal(last, others)
