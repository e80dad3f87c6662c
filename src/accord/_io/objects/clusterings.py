"""Clusterings from inputs of any kind: files, clusters, mappings, tables, matrices, libraries."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.checks import is_iterable
from accord._foundation.clustering import Clustering
from accord._io.clusterings.read import read
from accord._io.objects.libraries import estimated_labels, find_reader, from_estimator, is_estimator
from accord._io.objects.matrices import from_matrix, is_sparse
from accord._io.tables.backends import is_lazy
from accord._io.tables.memberships import from_membership_table
from accord._io.tables.origin import comes_from
from accord._io.tables.table import is_table
from accord.errors import InputError

if TYPE_CHECKING:
    from accord._foundation.types import ClusteringLike


def convert_inputs(sides: Sequence[tuple[str, Any]], *, threads: int | None = None) -> list[Any]:
    """Convert named inputs to clusterings together; of several, leave lazy tables as they are.

    Flat sequences of one length are one label per node each.
    """
    flat = [(side, data) for side, data in sides if is_flat(data)]
    sequences = [(side, data) for side, data in flat if not is_estimator(data)]
    if sequences and len(flat) < len(sides):
        unlike = next(side for side, data in sides if not is_flat(data))
        raise InputError(
            f"{sequences[0][0]} is a flat sequence of labels and {unlike} is not: "
            "give labels for all, or use Clustering.from_labels"
        )
    counts = [(side, len(_labels(data, side))) for side, data in flat]
    for side, there in counts:
        first, wanted = counts[0]
        if there != wanted:
            raise InputError(
                f"{first} has {wanted} labels and {side} {there}: give one label per node for all"
            )
    series = [(side, data) for side, data in sequences if _is_series(data)]
    for side, data in series:
        first, labels = series[0]
        if not labels.index.equals(data.index):
            raise InputError(
                f"the Series of {first} and {side} have different indexes: "
                "bring them into the same order first"
            )
    if sequences:
        return [_from_flat(data, side) for side, data in sides]
    return [
        data
        if len(sides) > 1 and is_lazy(data)
        else as_clustering(data, name=side, threads=threads)
        for side, data in sides
    ]


def as_clustering(
    data: ClusteringLike, *, name: str = "the clustering", threads: int | None = None
) -> Clustering:
    """Make a Clustering from a file, clusters, a mapping, a table, a matrix or another library.

    `data` is a path, an iterable of clusters, a mapping from cluster name to nodes or from node to
    cluster, a table with the columns node and cluster, a matrix with a row for each node and a
    column for each cluster, or a result of scikit-learn, igraph, networkit or cdlib. For a flat
    sequence with a label for each node use `Clustering.from_labels`. Error messages call the data
    `name`.

    >>> import accord
    >>> accord.as_clustering({"red": ["ann", "bob"], "blue": ["bob", "eve"]})
    Clustering: 3 nodes in 2 clusters, 4 memberships, 1 node in several clusters
    """
    if isinstance(data, Clustering):
        return data
    if isinstance(data, str | os.PathLike):
        return read(data, threads=threads)
    if is_estimator(data):
        return from_estimator(data, name)
    if is_table(data):
        return from_membership_table(data, name)
    if is_sparse(data):
        return from_matrix(data, name)
    if comes_from(data, "networkx", "Graph"):
        raise InputError(f"{name} is a Graph, not a clustering of its nodes")
    reader = find_reader(data)
    if reader is not None:
        return reader(data)
    if isinstance(data, Mapping):
        return _from_mapping(data, name)
    if is_flat(data):
        raise InputError(
            f"{name} is a flat sequence: use Clustering.from_labels for one label per node"
        )
    data = _plain(data)
    if isinstance(data, np.ndarray) and data.ndim == 2:
        return from_matrix(data, name)
    if isinstance(data, Iterable):
        return Clustering.from_clusters(data)
    raise InputError(
        f"{name} is {type(data).__name__}: expected a file, clusters, a mapping or a Clustering"
    )


def is_flat(data: Any) -> bool:
    """Whether it has a label for each node by position, rather than clusters or a mapping."""
    if is_estimator(data):
        return True
    if is_lazy(data) or is_table(data):
        return False
    data = _plain(data)
    if isinstance(data, np.ndarray):
        if data.ndim not in (1, 2):
            raise InputError(
                f"an array of {data.ndim} dimensions is not a clustering: "
                "give labels, or a list of clusters"
            )
        return data.ndim == 1 and (
            data.dtype != object or not len(data) or not is_iterable(data[0])
        )
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return len(data) > 0 and not is_iterable(data[0])
    return False


def _from_mapping(data: Mapping[Any, Any], side: str) -> Clustering:
    if not data:
        raise InputError(f"{side} is an empty mapping")
    collections = [is_iterable(value) for value in data.values()]
    if all(collections):
        return Clustering.from_clusters(data)
    if any(collections):
        raise InputError(
            f"{side} maps to collections and to single values: "
            "use Clustering.from_nodes or Clustering.from_clusters to say which it is"
        )
    return Clustering.from_nodes(data)


def _from_flat(data: Any, side: str) -> Clustering:
    return (
        from_estimator(data, side) if is_estimator(data) else Clustering.from_labels(_plain(data))
    )


def _labels(data: Any, side: str) -> Any:
    """The labels of a flat sequence or an estimator."""
    return estimated_labels(data, side) if is_estimator(data) else _plain(data)


def _is_series(data: Any) -> bool:
    return hasattr(data, "iloc") and hasattr(data, "index")


def _plain(data: Any) -> Any:
    """Array-likes such as a pandas Series as arrays, with None for masked or missing values."""
    if comes_from(data, "numpy", "MaskedArray") and data.ndim == 1 and np.ma.is_masked(data):
        return np.where(np.ma.getmaskarray(data), np.array(None), data.data)
    if isinstance(data, np.ndarray) or not hasattr(data, "__array__"):
        return data
    array = np.asarray(data)
    # Comparing the NA of pandas gives neither True nor False.
    if array.dtype == object and _is_series(data) and data.hasnans:
        return data.to_numpy(dtype=object, na_value=None)
    return array
