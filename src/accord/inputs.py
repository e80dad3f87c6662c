"""Whatever people hold, as clusterings."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from accord.clustering import Clustering
from accord.errors import InputError
from accord.io.cluster_lists import read


def as_clusterings(truth: Any, found: Any, *, threads: int | None = None) -> tuple[Clustering, Clustering]:
    """Both sides as clusterings; two flat sequences of the same length are one label per node each."""
    truth, found = _plain(truth), _plain(found)
    flat = _is_flat(truth), _is_flat(found)
    if all(flat):
        if len(truth) != len(found):
            raise InputError(f"truth has {len(truth)} labels and found {len(found)}: give one label per node on both sides")
        return Clustering.from_labels(truth), Clustering.from_labels(found)
    if any(flat):
        raise InputError(
            f"{'truth' if flat[0] else 'found'} is a flat sequence of labels and {'found' if flat[0] else 'truth'} is not: "
            "give labels on both sides, or Clustering.from_labels(labels, nodes=...)"
        )
    return as_clustering(truth, "truth", threads=threads), as_clustering(found, "found", threads=threads)


def as_clustering(data: Any, side: str = "the clustering", *, threads: int | None = None) -> Clustering:
    """One side: a Clustering, a file, a mapping of clusters or nodes, or an iterable of clusters."""
    data = _plain(data)
    if isinstance(data, Clustering):
        return data
    if isinstance(data, str | os.PathLike):
        return read(data, threads=threads)
    if isinstance(data, Mapping):
        return _from_mapping(data, side)
    if _is_flat(data):
        raise InputError(f"{side} is a flat sequence: use Clustering.from_labels for one label per node")
    if isinstance(data, Iterable):
        return Clustering.from_clusters(data)
    raise InputError(f"{side} is {type(data).__name__}: expected a file, clusters, a mapping or a Clustering")


def _from_mapping(data: Mapping[Any, Any], side: str) -> Clustering:
    if not data:
        raise InputError(f"{side} is an empty mapping")
    collections = [_is_collection(value) for value in data.values()]
    if all(collections):
        return Clustering.from_clusters(data)
    if any(collections):
        raise InputError(f"{side} maps to collections and to single values: use from_nodes or from_clusters to say which")
    return Clustering.from_nodes(data)


def _plain(data: Any) -> Any:
    """Array-likes such as a pandas Series as arrays."""
    return np.asarray(data) if hasattr(data, "__array__") and not isinstance(data, np.ndarray) else data


def _is_collection(value: object) -> bool:
    return isinstance(value, Collection) and not isinstance(value, str | bytes)


def _is_flat(data: Any) -> bool:
    """Whether it is a sequence of labels rather than of clusters."""
    if isinstance(data, np.ndarray):
        return data.ndim == 1 and (data.dtype != object or not len(data) or not _is_collection(data[0]))
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return len(data) > 0 and not _is_collection(data[0])
    return False
