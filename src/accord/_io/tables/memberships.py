"""Tables with a row for each membership: node, cluster, and perhaps share, level, weight."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.checks import SMALLEST
from accord._foundation.clustering import Clustering
from accord._foundation.pack_clustering import pack_memberships
from accord._foundation.rows import NOWHERE
from accord._io.files.options import split_columns
from accord._io.tables.columns import (
    RowNames,
    choose_membership_columns,
    is_known,
)
from accord._io.tables.doubtful_values import doubt_lists_in_cells
from accord._io.tables.frames import is_default_index
from accord._io.tables.guessed_columns import check_repeats, warn_of_guessed_roles
from accord._io.tables.membership_matrices import from_wide_table, row_nodes
from accord._io.tables.origin import comes_from
from accord._io.tables.table import Table, as_table
from accord.errors import InputError, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._io.tables.arrow import Numbers

#: Rows from which the roles of the columns are guessed.
_MAX_PREVIEW = 1000


def from_membership_table(
    data: Any, name: str, columns: Sequence[str | int] | None = None
) -> Clustering:
    """Make a clustering of a table of any library; columns are found by name unless given.

    A row without a cluster is for a node that may be in none. If some rows have a share, those
    without one are whole members. A table with a column for each cluster is read by its rows. If
    `columns` names one only, it has the clusters of the rows, which are nodes.
    """
    table, chosen = as_table(data), split_columns(columns)
    matrix = from_wide_table(table, data, name) if columns is None else None
    if matrix is not None:
        return matrix
    try:
        column_of = choose_membership_columns(
            table.names,
            chosen,
            values=lambda index: _values(table, index),
            row_names=_row_names(data),
        )
    except InputError as error:
        raise InputError(f"{name}: {error}{_hint_at_labels(table, data)}") from None
    clustering = from_columns(table, data, column_of, name, chosen)
    if columns is None:
        warn_of_guessed_roles(table.names, column_of, name)
    return clustering


def from_columns(
    table: Table, data: Any, column_of: Mapping[str, int], name: str, columns: Sequence[str] | None
) -> Clustering:
    """Make a clustering of the columns of these roles; `columns` are those that were named.

    `data` is what the table was made of.
    """
    given = dict(zip(column_of, table.columns(list(column_of.values())), strict=True))
    clusters = table.labels(given["cluster"], "cluster")
    nodes = (
        table.labels(given["node"], "node")
        if "node" in given
        else row_nodes(data, len(clusters.index))
    )
    nowhere = nodes.index == NOWHERE
    if nowhere.any():
        column = table.names[column_of["node"]]
        raise InputError(
            f"{name}: row {_first(nowhere)} has no node in column {column!r}: leave it out"
        )
    in_cluster = clusters.index != NOWHERE
    levels = table.labels(given["level"], "level") if "level" in given else None
    if levels is not None and (levels.index[in_cluster] == NOWHERE).all():
        levels = None
    numbers: dict[str, Numbers] = {}
    for role in given.keys() & {"share", "weight"}:
        found = table.numbers(given[role])
        if found is None:
            raise InputError(
                f"{name}: column {table.names[column_of[role]]!r} holds no numbers: "
                f"expected the {role}s"
            )
        numbers[role] = found
    shares = _shares(*numbers["share"], in_cluster, name) if "share" in numbers else None
    weights = _weights(*numbers["weight"], name) if "weight" in numbers else None
    clustering = Clustering(pack_memberships(nodes, clusters, shares, levels, weights))
    try:
        doubts = (
            check_repeats(clustering.repeated, len(nodes.index), table.names, column_of, columns),
            doubt_lists_in_cells(clustering),
        )
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    for doubt in filter(None, doubts):
        warn(f"{name}: {doubt}")
    return clustering


def _values(table: Table, index: int) -> list[object]:
    """The first values of a column."""
    (column,) = table.columns([index])
    first = getattr(column, "iloc", column)[:_MAX_PREVIEW]
    values = first.to_pylist() if hasattr(first, "to_pylist") else list(first)
    return [value if isinstance(value, Hashable) else repr(value) for value in values]


def _row_names(data: Any) -> RowNames:
    """What the index of a data frame of pandas names the rows by; None if they are in order."""
    if not hasattr(data, "iloc"):
        return None
    if data.index.name is not None and is_known(str(data.index.name), "node"):
        return "names"
    if is_default_index(data.index):
        return None
    return "numbers" if data.index.dtype.kind in "iufb" else "names"


def _hint_at_labels(table: Table, data: Any) -> str:
    """Say how to pass a column of labels, if none of the columns may hold nodes."""
    names = list(map(str, table.names))
    is_frame = comes_from(data, "pandas", "DataFrame") or comes_from(data, "polars", "DataFrame")
    if not is_frame or not names or any(is_known(name, "node") for name in names):
        return ""
    column = next((name for name in names if is_known(name, "cluster")), names[0])
    return f"; for a column with a label for each row, pass it alone, as df[{column!r}]"


def _shares(
    values: NDArray[Any], missing: NDArray[np.bool_], in_cluster: NDArray[np.bool_], name: str
) -> NDArray[np.float64] | None:
    """The share of every row; None if no membership has one."""
    none = missing | ~in_cluster
    if none.all():
        return None
    shares = np.where(none, 1.0, values)
    bad = ~((shares >= SMALLEST) & (shares <= 1))
    if bad.any():
        row = _first(bad)
        bounds = f"at least {SMALLEST}" if 0 < shares[row - 1] < 1 else "in (0, 1]"
        raise InputError(
            f"{name}: row {row} has share {shares[row - 1]:g}: shares must be {bounds}"
        )
    return shares


def _weights(values: NDArray[Any], missing: NDArray[np.bool_], name: str) -> NDArray[Any] | None:
    """The weight of the node of every row; None if no row has one."""
    if missing.all():
        return None
    if missing.any():
        raise InputError(
            f"{name}: row {_first(missing)} has no weight: give one to all rows, or to none"
        )
    return values


def _first(rows: NDArray[np.bool_]) -> int:
    """The number of the first marked row, from 1."""
    return int(np.argmax(rows)) + 1
