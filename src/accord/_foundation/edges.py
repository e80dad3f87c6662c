"""Columns of edges as they are given: their nodes, and their weights after a check."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.checks import GREATEST, SMALLEST, is_iterable
from accord._foundation.columns import RowError, is_missing
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def split_edges(edges: Any) -> tuple[Any, Any, Any]:
    """The sources and targets of edges, and the weights if edges are triples."""
    if isinstance(edges, np.ndarray) and edges.ndim == 2 and edges.shape[1] in (2, 3):
        return edges[:, 0], edges[:, 1], edges[:, 2] if edges.shape[1] == 3 else None
    if not is_iterable(edges) or isinstance(edges, np.ndarray):
        raise InputError(
            "expected edges as pairs of nodes, or triples with a weight; "
            "or two columns, sources and targets"
        )
    rows = [sized(row) for row in edges]
    sizes = [len(row) if is_iterable(row) else 0 for row in rows]
    odd = next(
        (row for row, size in enumerate(sizes) if size not in (2, 3) or size != sizes[0]), None
    )
    if odd is not None:
        raise RowError(
            f"edge {odd + 1} is {rows[odd]!r}: "
            "expected all edges as pairs of nodes, or all with a weight",
            odd,
        )
    columns = list(zip(*rows, strict=True)) or [(), ()]
    return columns[0], columns[1], columns[2] if len(columns) == 3 else None


def joined(sources: Any, targets: Any, more: list[Hashable]) -> Any:
    """One column with all of them; an array if all are arrays of the same kind."""
    if isinstance(sources, np.ndarray) and isinstance(targets, np.ndarray):
        parts = [sources, targets, *([np.asarray(more)] if more else [])]
        if len({part.dtype.kind for part in parts}) == 1:
            return np.concatenate(parts)
    return [*_items(sources), *_items(targets), *more]


def sized(data: Any) -> Any:
    """Iterators as lists, other data unchanged."""
    return list(data) if is_iterable(data) and not hasattr(data, "__len__") else data


def _items(column: Any) -> list[Any]:
    return column.tolist() if isinstance(column, np.ndarray) else list(column)


def check_edge_weights(weights: ArrayLike, n_edges: int) -> NDArray[np.float64]:
    """Weights as an array with one for each edge; raises InputError if one cannot be used."""
    try:
        array = np.array(weights, np.float64)
    except (TypeError, ValueError):
        raise InputError("weights of edges must be positive numbers") from None
    if array.shape != (n_edges,):
        raise InputError(f"there are {array.size} weights for {n_edges} edges")
    bad = out_of_bounds(array)
    if bad.any():
        row = int(np.argmax(bad))
        value = array[row].item()
        what = "has no weight" if is_missing(value) else f"has the weight {value!r}"
        raise RowError(f"edge {row + 1} {what}: {weight_rule(value)}", row)
    return array


def out_of_bounds(weights: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Mark the weights that no edge can have, NaN included."""
    return ~((weights >= SMALLEST) & (weights <= GREATEST))


def weight_rule(weight: float) -> str:
    """What the weight of an edge must be, for a message about a wrong one."""
    if 0 < weight < SMALLEST or GREATEST < weight < math.inf:
        return f"weights must be between {SMALLEST} and {GREATEST}: scale them"
    return "weights must be positive numbers" + (
        ": leave edges of weight 0 out" if weight == 0 else ""
    )
