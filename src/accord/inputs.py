"""Whatever people hold, as clusterings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from accord.clustering import Clustering
from accord.errors import InputError
from accord.io.cluster_lists import read


def as_clusterings(sides: Mapping[str, Any], *, threads: int | None = None) -> list[Clustering]:
    """All sides, by what to call them, as clusterings. Flat sequences of one length are one label per node each."""
    plain = {side: _plain(data) for side, data in sides.items()}
    flat = [side for side, data in plain.items() if is_flat(data)]
    if not flat:
        return [as_clustering(data, side, threads=threads) for side, data in plain.items()]
    first = flat[0]
    for side, data in plain.items():
        if side not in flat:
            raise InputError(
                f"{first} is a flat sequence of labels and {side} is not: give labels for all, or use Clustering.from_labels"
            )
        if len(data) != len(plain[first]):
            raise InputError(
                f"{first} has {len(plain[first])} labels and {side} {len(data)}: give one label per node for all"
            )
    return [Clustering.from_labels(data) for data in plain.values()]


def as_clustering(data: Any, side: str = "the clustering", *, threads: int | None = None) -> Clustering:
    """One side: a Clustering, a file, a mapping of clusters or nodes, or an iterable of clusters."""
    data = _plain(data)
    if isinstance(data, Clustering):
        return data
    if isinstance(data, str | os.PathLike):
        return read(data, threads=threads)
    if isinstance(data, Mapping):
        return _from_mapping(data, side)
    if is_flat(data):
        raise InputError(f"{side} is a flat sequence: use Clustering.from_labels for one label per node")
    if isinstance(data, Iterable):
        return Clustering.from_clusters(data)
    raise InputError(f"{side} is {type(data).__name__}: expected a file, clusters, a mapping or a Clustering")


def _from_mapping(data: Mapping[Any, Any], side: str) -> Clustering:
    if not data:
        raise InputError(f"{side} is an empty mapping")
    collections = [_is_iterable(value) for value in data.values()]
    if all(collections):
        return Clustering.from_clusters(data)
    if any(collections):
        raise InputError(f"{side} maps to collections and to single values: use from_nodes or from_clusters to say which")
    return Clustering.from_nodes(data)


def _plain(data: Any) -> Any:
    """Array-likes such as a pandas Series as arrays."""
    return np.asarray(data) if hasattr(data, "__array__") and not isinstance(data, np.ndarray) else data


def _is_iterable(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes)


def is_flat(data: Any) -> bool:
    """Whether it is a sequence of labels rather than of clusters."""
    if isinstance(data, np.ndarray):
        return data.ndim == 1 and (data.dtype != object or not len(data) or not _is_iterable(data[0]))
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return len(data) > 0 and not _is_iterable(data[0])
    return False
