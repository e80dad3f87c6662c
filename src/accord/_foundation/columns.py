"""Columns of labels, as of a table with a row for each membership or edge."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.clustering_parts import Levels
from accord._foundation.labels import IntegerLabels, Labels, TextLabels, label_nodes
from accord._foundation.rows import NOWHERE
from accord._foundation.threads import thread_count
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.uint32]


@dataclass(frozen=True)
class Column:
    """A column of labels: the distinct ones, and their index in each row, NOWHERE for none."""

    labels: Labels
    index: Indices
    #: Whether every label is known to occur.
    all_used: bool = False


class RowError(InputError):
    """An error in a row of a table; `position` is the index of the row."""

    def __init__(self, what: str, position: int) -> None:
        super().__init__(what)
        self.position = position


def make_column(values: Any, what: str, missing: NDArray[np.bool_] | None = None) -> Column:
    """Make a column of a sequence or array.

    None and NaN are missing, and so are the rows marked in `missing`. Messages call a label `what`.
    """
    array = values if isinstance(values, np.ndarray) else None
    if array is not None and array.ndim != 1:
        raise InputError(f"the {what}s have {array.ndim} dimensions: expected one {what} per row")
    if array is not None and array.dtype.kind in "iub":
        absent = np.zeros(len(array), bool)
    elif array is not None and array.dtype.kind == "f":
        absent = np.isnan(array)
    else:
        absent = np.fromiter(map(is_missing, values), bool, len(values))
    if missing is not None:
        absent = absent | missing
    if not absent.any():
        return Column(*label_nodes(whole_numbers(values), thread_count(), what), all_used=True)
    present = np.flatnonzero(~absent)
    kept = values[present] if array is not None else [values[row] for row in present.tolist()]
    labels, index = label_nodes(whole_numbers(kept), thread_count(), what)
    spread = np.full(len(values), NOWHERE)
    spread[present] = index
    return Column(labels, spread, all_used=True)


def number_nodes(count: int, first: int = 0) -> Column:
    """Make a column of nodes that are the numbers of the rows."""
    numbers = np.arange(first, first + count)
    return Column(IntegerLabels(numbers), np.arange(count, dtype=np.uint32), all_used=True)


def whole_numbers(values: Any) -> Any:
    """Floats as integers if all are whole numbers, as integer columns with gaps often are."""
    floats = isinstance(values, np.ndarray) and values.dtype.kind == "f"
    if floats and (values == np.floor(values)).all() and (np.abs(values) < 2**53).all():
        return values.astype(np.int64)
    return values


def is_missing(value: Any) -> bool:
    """Whether a value is missing: None, NaN, or the NA of pandas."""
    try:
        return value is None or bool(value != value)
    except TypeError:  # comparing the NA of pandas gives neither True nor False
        return True


def compact(column: Column) -> tuple[Labels, Indices]:
    """The labels that occur, and their index in each row, NOWHERE for none."""
    if column.all_used:
        return column.labels, column.index
    used = np.zeros(len(column.labels) + 1, bool)
    used[np.minimum(column.index, len(column.labels))] = True
    if used[:-1].all():
        return column.labels, column.index
    new_index = np.cumsum(used, dtype=np.uint32) - np.uint32(1)
    new_index[-1] = NOWHERE
    kept = np.flatnonzero(used[:-1]).astype(np.uint32)
    return column.labels.take(kept), new_index[np.minimum(column.index, len(column.labels))]


def clusters_by_level(
    clusters: Column, levels: Column | None
) -> tuple[int, Indices, Sequence[Hashable] | None, Levels | None]:
    """Number of clusters, cluster of each row, names of clusters, and levels.

    Clusters of the same name on two levels are two clusters.
    """
    labels, name_of_row = compact(clusters)
    if levels is None:
        return len(labels), name_of_row, list(labels), None
    in_cluster = name_of_row != NOWHERE
    if (levels.index[in_cluster] == NOWHERE).any():
        raise InputError("some memberships have a level and others none: give one to all")
    level_labels, level_of_row = compact(Column(levels.labels, levels.index[in_cluster]))
    keys = level_of_row.astype(np.int64) * len(labels) + name_of_row[in_cluster]
    key, first, index = np.unique(keys, return_index=True, return_inverse=True)
    if isinstance(labels, TextLabels):  # in order of appearance on each level; integers ascend
        order = np.lexsort((first, key // len(labels)))
        key, index = key[order], np.argsort(order)[index]
    cluster = np.full(len(name_of_row), NOWHERE)
    cluster[in_cluster] = index.reshape(-1)
    names = [labels[name] for name in (key % len(labels)).tolist()]
    return len(key), cluster, names, Levels(tuple(level_labels), key // len(labels))
