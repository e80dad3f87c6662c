"""Summaries of two labellings of the same samples: what the formulas of the metrics are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord._io.objects.matrices import is_sparse, sparse_entries
from accord._summaries.clustering_pair import Overlaps, PairCounts, PairWork
from accord.errors import InvalidParameterError
from accord.sklearn._labels import (
    Places,
    as_arrays,
    check_array_like,
    check_clusterings,
    place_labels,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: A table with at most this many cells for a sample is counted with all its cells.
_CELLS = 4


def checked_table(labels_true: Any, labels_pred: Any) -> Overlaps:
    """The overlaps of labels that a score can be given for."""
    return _table(*check_clusterings(labels_true, labels_pred))


def unchecked_table(labels_true: Any, labels_pred: Any) -> Overlaps:
    """The overlaps of labels of any values."""
    return _table(*as_arrays(labels_true, labels_pred))


def table_of_contingency(contingency: Any) -> Overlaps:
    """The overlaps that are given as a contingency matrix, dense or sparse: whole numbers, fractions being cut off."""
    if is_sparse(contingency):
        row, column, amounts = sparse_entries(contingency)
    else:
        check_array_like("contingency", contingency)
        matrix = _matrix(contingency)
        row, column = np.nonzero(matrix)
        amounts = matrix[row, column]
    if not np.isfinite(amounts).all():
        raise InvalidParameterError(
            "contingency contains NaN or infinity: it must be counts of samples"
        )
    amounts = np.trunc(amounts.astype(np.float64))
    filled = amounts != 0
    row, column, amounts = row[filled], column[filled], amounts[filled]
    if not len(amounts) or amounts.min() < 0:
        raise InvalidParameterError(
            "contingency must be counts of samples, none below zero and not all of them zero"
        )
    sizes = (np.bincount(place, weights=amounts) for place in (row, column))
    rows, columns = (size[size > 0] for size in sizes)
    return Overlaps(row, column, amounts, rows, columns, amounts.sum().item())


def count_pairs(table: Overlaps) -> PairCounts:
    """Pairs of samples that are together on both sides, on one, on none: exact for up to 2**32 samples."""
    both, truth, found = (
        _together(amounts) for amounts in (table.amounts, table.truth_sizes, table.found_sizes)
    )
    total = int(table.total) * (int(table.total) - 1) // 2
    pairs = {
        (0, 0): total - truth - found + both,
        (0, 1): found - both,
        (1, 0): truth - both,
        (1, 1): both,
    }
    how = PairWork(len(table), 0, len(table), 0, True, True)
    return PairCounts(
        {shared: n for shared, n in pairs.items() if n},
        len(table.truth_sizes),
        len(table.found_sizes),
        total,
        how,
    )


def _table(labels_true: NDArray[Any], labels_pred: NDArray[Any]) -> Overlaps:
    truth, found = (
        place_labels("labels_true", labels_true),
        place_labels("labels_pred", labels_pred),
    )
    cells = truth.of_sample.astype(np.int64) * found.count + found.of_sample
    if truth.count * found.count <= _CELLS * len(cells):
        times = np.bincount(cells)
        cell = np.flatnonzero(times)
        amounts = times[cell]
    else:
        if truth.count * found.count <= 2**32:
            cells = cells.astype(np.uint32)  # sorted in half the time
        cell, amounts = np.unique(cells, return_counts=True)
    row, column = np.divmod(cell.astype(np.int64), max(found.count, 1))
    return Overlaps(row, column, amounts, _sizes(truth), _sizes(found), len(cells))


def _sizes(places: Places) -> NDArray[np.int64]:
    return np.bincount(places.of_sample, minlength=places.count)


def _together(amounts: NDArray[Any]) -> int:
    """Pairs within groups of these sizes. The squares of up to 2**32 samples add up to what fits 64 bits."""
    sizes = amounts.astype(np.uint64)
    return (int(sizes @ sizes) - int(sizes.sum())) // 2


def _matrix(contingency: Any) -> NDArray[Any]:
    try:
        matrix = np.asarray(contingency)
        if matrix.dtype.kind not in "biuf":
            matrix = matrix.astype(np.int64)
    except (TypeError, ValueError) as error:
        raise InvalidParameterError(f"contingency must be counts of samples: {error}") from None
    if matrix.ndim != 2 or not matrix.size:
        raise InvalidParameterError(
            f"contingency must have two dimensions, rows for true and columns for predicted labels: shape is {matrix.shape}"
        )
    return matrix
