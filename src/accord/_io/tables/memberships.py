"""Tables with a row for each membership: node, cluster, and perhaps share, level, weight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.checks import SMALLEST
from accord._foundation.clustering import Clustering
from accord._foundation.pack_clustering import pack_memberships
from accord._foundation.rows import NOWHERE
from accord._io.files.options import split_columns
from accord._io.tables.columns import (
    are_unknown,
    choose_membership_columns,
    nodes_come_first,
)
from accord._io.tables.membership_matrices import from_wide_table
from accord._io.tables.table import Table, as_table
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._io.tables.arrow import Numbers


def from_membership_table(
    data: Any, name: str, columns: Sequence[str | int] | None = None
) -> Clustering:
    """Make a clustering of a table of any library; columns are found by name unless given.

    A row without a cluster is for a node that may be in none. If some rows have a share, those
    without one are whole members. A table with a column for each cluster is read by its rows.
    """
    table = as_table(data)
    matrix = from_wide_table(table, data, name) if columns is None else None
    if matrix is not None:
        return matrix
    try:
        column_of = choose_membership_columns(
            table.names,
            split_columns(columns),
            by_position=columns is None and _nodes_come_first(table),
        )
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    given = dict(zip(column_of, table.columns(list(column_of.values())), strict=True))
    nodes, clusters = table.labels(given["node"], "node"), table.labels(given["cluster"], "cluster")
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
    return Clustering(pack_memberships(nodes, clusters, shares, levels, weights))


def _nodes_come_first(table: Table) -> bool:
    """Whether the values of two columns of unknown names are those of nodes and of clusters."""
    if not are_unknown(table.names):
        return False
    first, second = table.columns([0, 1])
    nodes, clusters = table.labels(first, "node"), table.labels(second, "cluster")
    return nodes_come_first(nodes.index.tolist(), clusters.index.tolist())


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
