"""Tables with a row for each node and a column for each cluster: one-hot, or with shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.checks import SMALLEST
from accord._foundation.clustering import Clustering
from accord._foundation.columns import Column, make_column, number_nodes
from accord._foundation.labels import label_nodes
from accord._foundation.pack_clustering import pack_memberships
from accord._foundation.rows import NOWHERE
from accord._io.tables.column_values import LABELINGS
from accord._io.tables.columns import (
    are_numbered,
    is_known,
    listed,
    name_both_ends,
    plain_name,
    suggest_labels,
)
from accord._io.tables.frames import is_default_index
from accord.errors import InputError, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._io.tables.table import Table

#: Names of columns, without a number behind them, that have labels rather than the nodes of one
#: cluster.
_LABELINGS = LABELINGS | {
    "algorithm",
    "kmeans",
    "label",
    "labels",
    "leiden",
    "louvain",
    "method",
    "run",
    "seed",
}


def from_wide_table(table: Table, data: Any, name: str) -> Clustering | None:
    """Make a clustering of a table with a column for each cluster; None if it is no such table.

    All columns hold truth values, or 0, 1 or shares between. Two columns of numbers that do not add
    up to 1 in each row are clusters only if they hold 0 and 1 and have numbers as names, which is
    said; with other names, it is an error. A column with a name of nodes, such as `node` or `id`,
    holds the nodes. Without one, the index of a data frame of pandas does, or a first column of
    words.
    """
    ids = [index for index, column in enumerate(table.names) if is_known(column, "node")]
    if not ids and _has_words_first(table, data):
        ids = [0]
    clusters = [index for index in range(len(table.names)) if index not in ids[:1]]
    if len(clusters) < 2 or len(ids) > 1 or name_both_ends(table.names):
        return None
    if any(is_known(column, "cluster") for column in table.names):
        return None
    if any(plain_name(column) in LABELINGS for column in table.names):
        return None
    columns = table.columns(clusters)
    flags = all(map(_holds_flags, columns))
    matrix = _flags(columns) if flags else _shares(table, columns)
    if matrix is None:
        return None
    names = [table.names[column] for column in clusters]
    if (
        not flags
        and len(clusters) == 2
        and not _are_two_clusters(names, matrix, name, has_nodes=bool(ids))
    ):
        return None
    node, cluster = np.nonzero(matrix)
    shares = matrix[node, cluster]
    if not len(node):
        raise InputError(f"{name}: no node is in any cluster")
    if len(set(table.names)) < len(table.names):
        raise InputError(f"{name}: two columns have the same name: rename one of them")
    if not flags:
        _warn_of_possible_labels(names, matrix, name)
    nodes = _nodes(table, ids, data, len(matrix))
    alone = np.setdiff1d(np.arange(len(matrix)), node)
    labels, index = label_nodes(names, 1, "cluster")
    in_cluster = np.concatenate((index[cluster], np.full(len(alone), NOWHERE)))
    all_shares = np.concatenate((shares, np.ones(len(alone))))
    return Clustering(
        pack_memberships(
            Column(nodes.labels, nodes.index[np.concatenate((node, alone))]),
            Column(labels, in_cluster),
            None if (shares == 1).all() else all_shares,
        )
    )


def _has_words_first(table: Table, data: Any) -> bool:
    """Whether the first of several columns holds something else than numbers and truth values."""
    if len(table.names) < 3 or (hasattr(data, "iloc") and not is_default_index(data.index)):
        return False
    (first,) = table.columns([0])
    return not _holds_flags(first) and table.numbers(first) is None


def _warn_of_possible_labels(names: Sequence[str], matrix: NDArray[np.float64], name: str) -> None:
    """Warn if columns of 0 and 1 may be labels: by names as leiden1, leiden2, or if two overlap."""
    named = all(plain_name(column).rstrip("0123456789") in _LABELINGS for column in names)
    if named or (len(names) == 2 and not _add_up(matrix)):
        warn(
            f"{name}: columns {listed(names)} are read as clusters, with their nodes marked by 1; "
            f"if each has the labels of a clustering, name one: {argument('columns', (names[0],))}"
        )


def _are_two_clusters(
    names: Sequence[str], matrix: NDArray[np.float64], name: str, *, has_nodes: bool
) -> bool:
    """Whether two columns are clusters, rather than the labels of two clusterings, or pairs.

    `has_nodes` says that another column has the nodes. Raises InputError if they hold 0 and 1 in
    several rows, and either may be. No more than four different rows can be pairs of a node and a
    cluster.
    """
    is_whole = bool(np.isin(matrix, (0, 1)).all())
    is_distinct = len(np.unique(matrix, axis=0)) == len(matrix)
    may_be_pairs = is_whole and is_distinct and are_numbered(names) and not has_nodes
    if _add_up(matrix) and not may_be_pairs:
        return True
    if not is_whole or len(matrix) <= 2:
        return False
    if are_numbered(names) and not is_distinct:
        return True
    raise InputError(_describe_one_hot(name, names))


def _describe_one_hot(name: str, names: Sequence[str]) -> str:
    """Say how to read two columns of 0 and 1 that may be one-hot, or labels."""
    return (
        f"{name}: columns {listed(names)} hold 0 and 1: if each is a cluster (one-hot), write True "
        f"and False instead, as astype(bool) of a data frame does; {suggest_labels(names)}"
    )


def _add_up(matrix: NDArray[np.float64]) -> bool:
    """Whether the numbers of each row add up to 1."""
    return np.allclose(matrix.sum(axis=1), 1)


def _holds_flags(column: Any) -> bool:
    """Whether a column of pandas, Polars or Arrow holds truth values."""
    kind = getattr(column, "dtype", None) or getattr(column, "type", None)
    return str(kind).lower().partition("[")[0] in ("bool", "boolean")


def _flags(columns: Sequence[Any]) -> NDArray[np.float64] | None:
    """Columns of truth values as 0 and 1; None if a value is missing."""
    values = [
        np.array(column.to_numpy() if hasattr(column, "to_numpy") else column, object)
        for column in columns
    ]
    matrix = np.column_stack(values)
    return matrix.astype(np.float64) if np.isin(matrix, (True, False)).all() else None


def _shares(table: Table, columns: Sequence[Any]) -> NDArray[np.float64] | None:
    """Columns of numbers; None if one is neither 0 nor a share."""
    values = []
    for column in columns:
        numbers = table.numbers(column)
        if numbers is None or np.any(numbers[1]):
            return None
        shares = np.asarray(numbers[0], np.float64)
        if not ((shares == 0) | ((shares >= SMALLEST) & (shares <= 1))).all():
            return None
        values.append(shares)
    return np.column_stack(values)


def _nodes(table: Table, ids: Sequence[int], data: Any, n_rows: int) -> Column:
    """The nodes of the rows, one for each."""
    if not ids:
        return row_nodes(data, n_rows)
    (column,) = table.columns(ids)
    return _need_distinct(table.labels(column, "node"), n_rows)


def row_nodes(data: Any, n_rows: int) -> Column:
    """The rows as nodes: the index of a data frame of pandas if it has one, or else numbers."""
    if hasattr(data, "iloc") and not is_default_index(data.index):
        return _need_distinct(make_column(data.index.tolist(), "node"), n_rows)
    return number_nodes(n_rows)


def _need_distinct(nodes: Column, n_rows: int) -> Column:
    if (nodes.index == NOWHERE).any() or len(nodes.labels) < n_rows:
        raise InputError("the nodes of a table with a row for each node must be distinct")
    return nodes
