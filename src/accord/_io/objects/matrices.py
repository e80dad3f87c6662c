"""Membership matrices, dense or sparse: a row for each node, a column for each cluster."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.numbers import count
from accord._foundation.checks import SMALLEST
from accord._foundation.clustering import Clustering
from accord._io.objects.numbered_nodes import from_numbered
from accord._io.tables.origin import comes_from
from accord.errors import InputError, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray


def is_sparse(data: object) -> bool:
    """Whether it is a sparse matrix or array of scipy, in any format."""
    return comes_from(data, "scipy", "spmatrix", "sparray")


def from_matrix(data: Any, side: str, nodes: Sequence[Hashable] | None = None) -> Clustering:
    """From a matrix with nodes as rows and clusters as columns: 0, 1, or a share.

    A row of zeros is a node in no cluster. A column of zeros is left out, and the others keep their
    numbers as names. The nodes are called 0, 1, 2, … unless given.
    """
    if data.ndim != 2:
        raise InputError(
            f"{side} is an array of {data.ndim} dimensions: "
            "expected rows for nodes and columns for clusters"
        )
    if data.shape[0] == 1 and not is_sparse(data):
        raise InputError(
            f"{side} is a matrix of one row, which would be one node: "
            f"for labels, pass {side}.ravel(), one label per node"
        )
    if data.dtype.kind not in "biuf":
        raise InputError(
            f"{side} is a matrix of {data.dtype}: "
            "expected numbers, rows for nodes and columns for clusters"
        )
    node, cluster, values = (
        sparse_entries(data)
        if is_sparse(data)
        else _dense_entries(np.asarray(np.ma.filled(data, 0)))
    )
    shares = values.astype(np.float64)
    _check(node, cluster, shares, side)
    _check_shape(data.shape, node, cluster, shares, side)
    return from_numbered(
        data.shape[0], node, cluster, None if (shares == 1).all() else shares, names=nodes
    )


def sparse_entries(matrix: Any) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Row, column and value of all entries other than 0."""
    by_column = matrix.tocsc()
    if not by_column.has_canonical_format:  # add repeated entries, in a copy
        by_column = by_column.copy()
        by_column.sum_duplicates()
    column = np.repeat(np.arange(matrix.shape[1]), np.diff(by_column.indptr))
    filled = by_column.data != 0
    if filled.all():
        return by_column.indices, column, by_column.data
    return by_column.indices[filled], column[filled], by_column.data[filled]


def _dense_entries(array: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    row, column = np.nonzero(array)
    return row, column, array[row, column]


def _check_shape(
    shape: tuple[int, int],
    row: NDArray[Any],
    column: NDArray[Any],
    shares: NDArray[np.float64],
    side: str,
) -> None:
    """Raise InputError about a matrix of pairs of nodes; warn of one with clusters as rows."""
    n_rows, n_columns = shape
    if n_rows == n_columns > 2 and _is_symmetric(row, column, shares) and (row != column).any():
        raise InputError(
            f"{side} is a square symmetric matrix, such as that of a network or of distances, not "
            "one of memberships: give the clusters of its nodes, or, if its columns are clusters, "
            "use Clustering.from_memberships"
        )
    of_rows, of_columns = (
        np.bincount(index, shares, size) for index, size in ((row, n_rows), (column, n_columns))
    )
    are_parts = np.allclose(of_columns, 1) and not np.allclose(of_rows, 1)
    if 2 <= n_rows <= n_columns / 2 and are_parts:
        warn(
            f"{side} is read as {count(n_rows, 'node')} in {count(n_columns, 'cluster')}: each "
            "column adds up to 1, and rows do not, as if rows were clusters; "
            f"if they are, pass {side}.T"
        )


def _is_symmetric(row: NDArray[Any], column: NDArray[Any], values: NDArray[np.float64]) -> bool:
    upward, downward = np.lexsort((column, row)), np.lexsort((row, column))
    return (
        np.array_equal(row[upward], column[downward])
        and np.array_equal(column[upward], row[downward])
        and np.array_equal(values[upward], values[downward])
    )


def _check(row: NDArray[Any], column: NDArray[Any], shares: NDArray[np.float64], side: str) -> None:
    """Raise InputError about the first entry that is not a share."""
    bad = np.flatnonzero(~((shares >= SMALLEST) & (shares <= 1)))
    if not len(bad):
        return
    first = bad[np.lexsort((column[bad], row[bad]))[0]]
    what = (
        f"shares must be at least {SMALLEST}, set smaller ones to 0"
        if 0 < shares[first] < 1
        else "expected 0, 1 or a share between, with rows for nodes and columns for clusters"
    )
    raise InputError(
        f"{side} has {shares[first]:g} in row {row[first]}, column {column[first]} "
        f"(counted from 0): {what}"
    )
