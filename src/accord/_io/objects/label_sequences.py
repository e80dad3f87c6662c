"""Sequences with a label for each node: arrays, lists, Series, tensors and estimators.

The nodes of most are positions 0, 1, 2, …; those of a Series of pandas are its index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.numbers import count
from accord._foundation.checks import is_iterable
from accord._foundation.clustering import Clustering
from accord._foundation.columns import whole_numbers
from accord._foundation.noise import declare_noise
from accord._foundation.pack_clustering import pack_labels
from accord._foundation.reading import Reading
from accord._io.objects.libraries import estimated_labels, is_estimator
from accord._io.tables.backends import is_lazy
from accord._io.tables.doubtful_values import warn_of_fractions
from accord._io.tables.frames import is_default_index
from accord._io.tables.origin import comes_from
from accord._io.tables.table import is_table
from accord.errors import InputError, first_line, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray


def is_flat(data: Any) -> bool:
    """Whether it has a label for each node by position, rather than clusters or a mapping."""
    if is_estimator(data):
        return True
    if is_lazy(data) or is_table(data):
        return False
    data = as_plain(data)
    if isinstance(data, np.ndarray):
        if data.ndim not in (1, 2):
            raise InputError(
                f"an array of {data.ndim} dimensions is not a clustering: "
                "give labels, or a list of clusters"
            )
        if data.ndim == 2:
            return bool(data.shape[1] == 1 and data.shape[0] > 0)
        return bool(data.dtype != object or not len(data) or not is_iterable(data[0]))
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return len(data) > 0 and not is_iterable(data[0])
    return False


def has_index(data: Any) -> bool:
    """Whether it is a Series whose index is more than the positions 0, 1, 2, …"""
    return is_series(data) and not is_default_index(data.index)


def count_labels(data: Any, name: str) -> int:
    """The number of labels of a flat sequence or an estimator."""
    return len(estimated_labels(data, name) if is_estimator(data) else as_plain(data))


def from_labels(data: Any, name: str, reading: Reading, nodes: Any = None) -> Clustering:
    """Make a clustering of a flat sequence; the nodes are positions unless given."""
    labels = estimated_labels(data, name) if is_estimator(data) else as_plain(data)
    if not len(labels):
        raise InputError(f"{name} has no labels")
    if isinstance(labels, np.ndarray):
        if labels.ndim == 2:
            labels = labels[:, 0]
            warn(f"{name} is a column of {len(labels):,} labels; pass its ravel() to confirm it")
        labels = whole_numbers(labels)
    try:
        clustering = pack_sequence(labels, name, reading.takes_missing_labels, nodes)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    return declare_noise(clustering, reading.noise, name)


def pack_sequence(labels: Any, name: str, takes_missing: bool, nodes: Any = None) -> Clustering:
    """A clustering of a label for each node; what looks like noise is not yet reported."""
    missing = float("nan") if takes_missing else None
    parts = pack_labels(labels, nodes, missing, "unclustered", None)
    warn_of_fractions(parts.names or (), name)
    return Clustering(parts)


def from_series(data: Any, name: str, reading: Reading) -> Clustering:
    """Make a clustering of a Series whose index are the nodes."""
    return from_labels(data, name, reading, _index_nodes(data, name))


def from_flat_inputs(sides: Sequence[tuple[str, Any]], reading: Reading) -> list[Clustering]:
    """Make clusterings of flat sequences that are compared with each other.

    Series are aligned by their index. Everything else is aligned by position, and so are Series
    beside it, which must then have one index.
    """
    if not any(has_index(data) for _, data in sides) and not _are_series_of_lengths(sides):
        _check_lengths(sides)
        return [from_labels(data, name, reading) for name, data in sides]
    indexed = [(name, data) for name, data in sides if is_series(data)]
    (first, series), *others = indexed
    if len(indexed) == len(sides):
        for name, data in others:
            if not len(series.index.intersection(data.index)):
                raise InputError(
                    f"the indexes of {first} and {name} have no label in common, and Series are "
                    "aligned by index: pass series.to_numpy() to compare by position"
                )
            _check_order(first, series.index, name, data.index)
        return [from_series(data, name, reading) for name, data in sides]
    for name, data in others:
        if not series.index.equals(data.index):
            raise InputError(
                f"the Series of {first} and {name} have different indexes, and other labels have "
                "none: pass all as Series with an index, or all as arrays"
            )
    _check_lengths(sides)
    nodes = _index_nodes(series, first)
    return [from_labels(data, name, reading, nodes) for name, data in sides]


def _are_series_of_lengths(sides: Sequence[tuple[str, Any]]) -> bool:
    """Whether all are Series, and they differ in length."""
    return all(is_series(data) for _, data in sides) and len({len(data) for _, data in sides}) > 1


def _check_order(first: str, index: Any, name: str, other: Any) -> None:
    """Warn if two indexes of numbers leave open whether rows or numbers are aligned.

    An index 0, 1, 2, … is what a Series has if none was given. Raises InputError if the other one
    is as long and has other numbers: then rows are more likely to be meant.
    """
    if index.equals(other) or not (_is_of_integers(index) and _is_of_integers(other)):
        return
    is_default = is_default_index(index) or is_default_index(other)
    if len(index) != len(other):
        if is_default:
            warn(
                f"{first} and {name} are aligned by index: {count(len(index), 'label')} and "
                f"{len(other):,}, {len(index.intersection(other)):,} in common; "
                "pass Series with names as their index to confirm it"
            )
    elif bool(index.isin(other).all()):
        warn(
            f"{first} and {name} are aligned by index; pass to_numpy() of both to compare by "
            "position, or sort_index() of both to confirm it"
        )
    elif is_default:
        plain, ordered = (first, name) if is_default_index(index) else (name, first)
        raise InputError(
            f"the index of {plain} is 0, 1, 2, … and that of {ordered} has other numbers: pass "
            f"to_numpy() of both to compare by position, or set the index of {plain} to align by "
            "index"
        )


def _is_of_integers(index: Any) -> bool:
    return getattr(index.dtype, "kind", "") in "iu"


def as_plain(data: Any) -> Any:
    """Array-likes such as a Series or a tensor as arrays, with None for what is missing."""
    if comes_from(data, "numpy", "MaskedArray") and data.ndim == 1 and np.ma.is_masked(data):
        return np.where(np.ma.getmaskarray(data), np.array(None), data.data)
    if isinstance(data, np.ndarray):
        return data
    if comes_from(data, "torch", "Tensor"):
        return _from_tensor(data)
    if comes_from(data, "cupy", "ndarray"):
        return data.get()
    if not hasattr(data, "__array__"):
        return data
    # Comparing the NA of pandas gives neither True nor False.
    if is_series(data) and data.hasnans and data.dtype.kind != "f":
        return data.to_numpy(dtype=object, na_value=None)
    try:
        return np.asarray(data)
    except Exception as error:  # any library may define __array__
        raise InputError(
            f"{type(data).__name__} cannot be converted to a NumPy array: {first_line(error)}"
        ) from None


def _from_tensor(tensor: Any) -> NDArray[Any]:
    """A tensor of PyTorch on any device, with or without a gradient."""
    tensor = tensor.detach().cpu()
    try:
        array: NDArray[Any] = tensor.numpy()
    except TypeError:  # a type that NumPy does not have, such as bfloat16
        array = tensor.float().numpy()
    return array


def is_series(data: Any) -> bool:
    """Whether it is a Series of pandas or of a library like it."""
    return hasattr(data, "iloc") and hasattr(data, "index") and getattr(data, "ndim", 0) == 1


def _index_nodes(series: Any, name: str) -> list[Any]:
    """The index of a Series as nodes; raise if a label is repeated."""
    if not series.index.is_unique:
        repeated = int(series.index.duplicated().sum())
        raise InputError(
            f"{name} is a Series with {count(repeated, 'repeated label')} in its index, which are "
            "its nodes: pass series.to_numpy() to compare by position"
        )
    nodes: list[Any] = series.index.tolist()
    return nodes


def _check_lengths(sides: Sequence[tuple[str, Any]]) -> None:
    """Raise InputError unless all have the same number of labels."""
    counts = [(name, count_labels(data, name)) for name, data in sides]
    first, wanted = counts[0]
    for name, there in counts:
        if there != wanted:
            raise InputError(
                f"{first} has {wanted} labels and {name} {there}: give one label per node for all"
            )
