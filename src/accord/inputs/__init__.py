"""Whatever people hold, as clusterings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from accord.checks import is_iterable
from accord.clustering import Clustering
from accord.errors import InputError
from accord.io.cluster_lists import read


def as_clusterings(sides: Sequence[tuple[str, Any]], *, threads: int | None = None) -> list[Clustering]:
    """All sides, each with what to call it, as clusterings. Flat sequences of one length are one label per node each."""
    flat = [(side, data) for side, data in sides if is_flat(data)]
    if not flat:
        return [as_clustering(data, side, threads=threads) for side, data in sides]
    first, labels = flat[0]
    for side, data in sides:
        if not is_flat(data):
            raise InputError(
                f"{first} is a flat sequence of labels and {side} is not: give labels for all, or use Clustering.from_labels"
            )
        there, wanted = len(_plain(data)), len(_plain(labels))
        if there != wanted:
            raise InputError(f"{first} has {wanted} labels and {side} {there}: give one label per node for all")
        if _is_series(labels) and _is_series(data) and not labels.index.equals(data.index):
            raise InputError(f"the Series of {first} and {side} have different indexes: bring them into one order first")
    return [Clustering.from_labels(_plain(data)) for _, data in sides]


def as_clustering(data: Any, side: str = "the clustering", *, threads: int | None = None) -> Clustering:
    """One side: a Clustering, a file, a mapping of clusters or nodes, or an iterable of clusters."""
    if isinstance(data, Clustering):
        return data
    if isinstance(data, str | os.PathLike):
        return read(data, threads=threads)
    if isinstance(data, Mapping):
        return _from_mapping(data, side)
    if is_flat(data):
        raise InputError(f"{side} is a flat sequence: use Clustering.from_labels for one label per node")
    if isinstance(data, Iterable):
        return Clustering.from_clusters(_plain(data))
    raise InputError(f"{side} is {type(data).__name__}: expected a file, clusters, a mapping or a Clustering")


def _from_mapping(data: Mapping[Any, Any], side: str) -> Clustering:
    if not data:
        raise InputError(f"{side} is an empty mapping")
    collections = [is_iterable(value) for value in data.values()]
    if all(collections):
        return Clustering.from_clusters(data)
    if any(collections):
        raise InputError(f"{side} maps to collections and to single values: use from_nodes or from_clusters to say which")
    return Clustering.from_nodes(data)


def _is_series(data: Any) -> bool:
    return hasattr(data, "iloc") and hasattr(data, "index")


def _plain(data: Any) -> Any:
    """Array-likes such as a pandas Series as arrays."""
    if isinstance(data, np.ndarray) or not hasattr(data, "__array__"):
        return data
    return np.asarray(data)


def is_flat(data: Any) -> bool:
    """Whether it is a sequence of labels rather than of clusters."""
    data = _plain(data)
    if isinstance(data, np.ndarray):
        if data.ndim != 1:
            raise InputError(f"an array of {data.ndim} dimensions is no clustering: give labels, or a list of clusters")
        return data.dtype != object or not len(data) or not is_iterable(data[0])
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return len(data) > 0 and not is_iterable(data[0])
    return False
