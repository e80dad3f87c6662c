"""Summaries of two labellings of the same samples, for the formulas of the metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord._io.objects.matrices import is_sparse, sparse_entries
from accord._summaries.clustering_pair import Overlaps, PairCounts, PairWork
from accord.errors import InvalidParameterError
from accord.sklearn._labels import (
    NumberedLabels,
    as_arrays,
    check_array_like,
    check_clusterings,
    number_labels,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: A table with at most this many cells per sample is counted in full, empty cells included.
_MAX_CELLS_PER_SAMPLE = 4


def checked_table(labels_true: Any, labels_pred: Any) -> Overlaps:
    """The overlaps of labels, checked as for a score."""
    return _table(*check_clusterings(labels_true, labels_pred))


def unchecked_table(labels_true: Any, labels_pred: Any) -> Overlaps:
    """The overlaps of labels with any values."""
    return _table(*as_arrays(labels_true, labels_pred))


def table_of_contingency(contingency: Any) -> Overlaps:
    """The overlaps in a contingency matrix, dense or sparse; fractions are cut off."""
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
    sizes = (np.bincount(index, weights=amounts) for index in (row, column))
    rows, columns = (size[size > 0] for size in sizes)
    return Overlaps(row, column, amounts, rows, columns, amounts.sum().item())


def count_pairs(table: Overlaps) -> PairCounts:
    """Pairs of samples with equal labels on both sides, on one or on none.

    Exact for up to 2**32 samples.
    """
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
    work = PairWork(
        types_by_items=len(table),
        types_one_by_one=0,
        item_pairs=len(table),
        comparisons=0,
        truth_nested=True,
        found_nested=True,
    )
    return PairCounts(
        {shared: n for shared, n in pairs.items() if n},
        len(table.truth_sizes),
        len(table.found_sizes),
        total,
        work,
    )


def _table(labels_true: NDArray[Any], labels_pred: NDArray[Any]) -> Overlaps:
    truth = number_labels("labels_true", labels_true)
    found = number_labels("labels_pred", labels_pred)
    n_cells = truth.n_labels * found.n_labels
    cells = truth.of_sample.astype(np.int64) * found.n_labels + found.of_sample
    if n_cells <= _MAX_CELLS_PER_SAMPLE * len(cells):
        times = np.bincount(cells)
        cell = np.flatnonzero(times)
        amounts = times[cell]
    else:
        if n_cells <= 2**32:
            cells = cells.astype(np.uint32)  # takes half the time to sort
        cell, amounts = np.unique(cells, return_counts=True)
    row, column = np.divmod(cell.astype(np.int64), max(found.n_labels, 1))
    return Overlaps(row, column, amounts, _sizes(truth), _sizes(found), len(cells))


def _sizes(labels: NumberedLabels) -> NDArray[np.int64]:
    return np.bincount(labels.of_sample, minlength=labels.n_labels)


def _together(amounts: NDArray[Any]) -> int:
    """Number of pairs within groups of these sizes.

    For up to 2**32 samples, the squares add up to a number of 64 bits.
    """
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
            "contingency must have two dimensions, rows for true and columns for predicted labels: "
            f"shape is {matrix.shape}"
        )
    return matrix
