"""Clusterings from inputs of any kind: files, clusters, mappings, tables, matrices, libraries."""

from __future__ import annotations

import os
from collections.abc import (
    Collection,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    Sequence,
    ValuesView,
)
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.checks import is_iterable
from accord._foundation.cluster_lists import (
    ListContent,
    are_memberships,
    check_single_cluster,
    find_content,
    from_pairs,
    is_matrix,
    refuse_edges,
    warn_of_doubtful_clusters,
)
from accord._foundation.clustering import Clustering
from accord._foundation.columns import is_missing
from accord._foundation.labels import IntegerLabels, Labels
from accord._foundation.noise import declare_noise, mark_noise
from accord._foundation.orientation import MappingSource, find_orientations
from accord._foundation.reading import READ_AS_FOUND, Orientation, Reading
from accord._io.clusterings.read import read
from accord._io.objects.label_sequences import (
    as_plain,
    from_flat_inputs,
    from_labels,
    from_series,
    has_index,
    is_flat,
    is_series,
)
from accord._io.objects.libraries import find_reader, is_estimator
from accord._io.objects.matrices import from_matrix, is_sparse
from accord._io.tables.backends import is_lazy
from accord._io.tables.column_arguments import refuse_column_names
from accord._io.tables.doubtful_values import refuse_labelings, warn_of_fractions
from accord._io.tables.memberships import from_membership_table
from accord._io.tables.origin import comes_from
from accord._io.tables.table import is_table
from accord.errors import InputError

if TYPE_CHECKING:
    from accord._foundation.types import ClusteringLike

#: Types of collections that are recognised at once.
_COLLECTIONS: frozenset[type] = frozenset({list, tuple, set, frozenset, dict})


def convert_inputs(
    sides: Sequence[tuple[str, Any]],
    reading: Reading = READ_AS_FOUND,
    *,
    threads: int | None = None,
) -> list[Any]:
    """Convert named inputs to clusterings together; of several, leave lazy tables as they are.

    Flat sequences are one label per node each, and the nodes are the positions 0, 1, 2, …, also
    those of the inputs beside them. What mappings map to what is decided for all inputs together.
    """
    refuse_column_names(sides)
    sides = [(name, _collected(data)) for name, data in sides]
    flat = [(name, data) for name, data in sides if is_flat(data)]
    positional = [name for name, data in flat if not is_estimator(data) and not has_index(data)]
    if positional and len(flat) < len(sides):
        return _convert_beside_labels(sides, reading, threads)
    if positional or len(flat) == len(sides):
        return list(from_flat_inputs(sides, reading))
    undecided = {
        position: content
        for position, (_, data) in enumerate(sides)
        if (content := _as_undecided(data, reading)) is not None
    }
    converted = [
        None
        if position in undecided
        else data
        if len(sides) > 1 and is_lazy(data)
        else _convert(data, name, reading, threads)
        for position, (name, data) in enumerate(sides)
    ]
    known = [side.node_labels for side in converted if isinstance(side, Clustering)]
    named = [(sides[position][0], content) for position, content in undecided.items()]
    decided = _decide(named, known, reading)
    for position, clustering in zip(undecided, decided, strict=True):
        converted[position] = clustering
    return converted


def _convert_beside_labels(
    sides: Sequence[tuple[str, Any]], reading: Reading, threads: int | None
) -> list[Any]:
    """Convert flat sequences beside inputs of other kinds, whose nodes must be positions."""
    flat = {position: side for position, side in enumerate(sides) if is_flat(side[1])}
    clusterings = from_flat_inputs(list(flat.values()), reading)
    of_position = dict(zip(flat, clusterings, strict=True))
    (first, _), n_labels = next(iter(flat.values())), clusterings[0].n_nodes
    converted = convert_inputs(
        [(name, of_position.get(position, data)) for position, (name, data) in enumerate(sides)],
        reading,
        threads=threads,
    )
    for position, (name, _) in enumerate(sides):
        if position not in flat and not _has_positions(converted[position], n_labels):
            raise InputError(
                f"{first} is a flat sequence of {n_labels:,} labels, whose nodes are the numbers "
                f"from 0, and the nodes of {name} are others: give labels for all, or name the "
                "nodes with Clustering.from_labels"
            )
    return converted


def _has_positions(clustering: Any, n_nodes: int) -> bool:
    """Whether all nodes are integers from 0 to below `n_nodes`."""
    if not isinstance(clustering, Clustering):  # a lazy table
        return False
    labels = clustering.node_labels
    if not isinstance(labels, IntegerLabels) or not len(labels):
        return False
    return labels[0] >= 0 and labels[len(labels) - 1] < n_nodes


def as_clustering(
    data: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    name: str = "the clustering",
    threads: int | None = None,
) -> Clustering:
    """Make a Clustering from a file, clusters, a mapping, a table, a matrix or another library.

    `data` is a path, an iterable of clusters, a mapping from cluster name to nodes or from node to
    clusters, a table with the columns node and cluster, a matrix or table with a row for each node
    and a column for each cluster, a Series with nodes as its index, or a result of scikit-learn,
    igraph, networkit, cdlib or clusim. For a flat sequence with a label for each node use
    `Clustering.from_labels`.

    - `orientation` of a mapping to collections: "nodes" if its keys are nodes, "clusters" if they
      are clusters; by default what the data tell.
    - `noise`: the label, such as -1, of nodes in no cluster; NaN for missing labels; False if there
      is none.
    - `columns` of a table: names or numbers of those with the node and the cluster, and perhaps the
      share, then `level=…` and `weight=…`; by default found by their names.
    - `name`: what error messages call the data.

    >>> import accord
    >>> accord.as_clustering({"red": ["ann", "bob"], "blue": ["bob", "eve"]})
    Clustering: 3 nodes in 2 clusters, 4 memberships, 1 node in several clusters
    """
    return convert_input(data, Reading(orientation, noise, columns), name=name, threads=threads)


def convert_input(
    data: Any,
    reading: Reading = READ_AS_FOUND,
    *,
    name: str = "the clustering",
    known: Sequence[Labels] = (),
    threads: int | None = None,
) -> Clustering:
    """Convert a single input; `known` are nodes that it should have, such as those of a network."""
    data = _collected(data)
    undecided = _as_undecided(data, reading)
    if undecided is None:
        return _convert(data, name, reading, threads)
    (clustering,) = _decide([(name, undecided)], known, reading)
    return clustering


def _convert(data: Any, name: str, reading: Reading, threads: int | None) -> Clustering:
    """Convert an input other than a mapping whose orientation is to be found."""
    if isinstance(data, Clustering):  # what looks like noise was reported when it was made
        return mark_noise(data, reading.noise)
    if isinstance(data, str | os.PathLike):
        return read(
            data,
            orientation=reading.orientation,
            noise=reading.noise,
            columns=reading.columns,
            threads=threads,
        )
    if is_estimator(data):
        return from_labels(data, name, reading)
    if has_index(data) and is_flat(data):
        return from_series(data, name, reading)
    return declare_noise(_from_object(data, name, reading), reading.noise, name)


def _from_object(data: Any, name: str, reading: Reading) -> Clustering:
    """A clustering of an object in memory other than labels; noise is not yet left out."""
    if is_table(data):
        return from_membership_table(data, name, reading.columns)
    if is_sparse(data):
        return from_matrix(data, name)
    if any(comes_from(data, library, "Graph") for library in ("networkx", "igraph", "networkit")):
        raise InputError(
            f"{name} is a Graph, not a clustering of its nodes: give the clusters of its nodes"
        )
    reader = find_reader(data)
    if reader is not None:
        return reader(data)
    mapping = _as_mapping(data)
    if mapping is not None:
        return _from_mapping(mapping, reading.orientation, name, reading)
    if is_flat(data):
        raise InputError(
            f"{name} is a flat sequence: use Clustering.from_labels for one label per node"
        )
    data = as_plain(data)
    if isinstance(data, np.ndarray) and data.ndim == 2:
        return from_matrix(data, name)
    if isinstance(data, Iterable):
        if reading.orientation == "nodes":
            return Clustering.from_nodes(dict(enumerate(data)))
        if reading.orientation is None:
            check_single_cluster(name, data)
        clustering = Clustering.from_clusters(data)
        if reading.orientation is None:
            warn_of_doubtful_clusters(name, data, clustering.n_memberships, clustering.repeated)
        return clustering
    raise InputError(
        f"{name} is {type(data).__name__}: expected a file, clusters, a mapping or a Clustering"
    )


# ---- mappings and lists of collections -----------------------------------------------------------


@dataclass(frozen=True)
class _Undecided:
    """An input that data or other inputs decide how to read: a mapping, or a list of collections.

    A list has positions as keys of its mapping.
    """

    mapping: Mapping[Any, Any]
    source: MappingSource
    content: ListContent


def _collected(data: Any) -> Any:
    """Iterators, views of a dict and sets of tuples as lists; anything else as it is."""
    if isinstance(data, Iterator | ValuesView | KeysView | ItemsView) and not is_table(data):
        return list(data)
    if isinstance(data, set | frozenset) and all(isinstance(row, tuple) for row in data):
        return list(data)
    return data


def _as_undecided(data: Any, reading: Reading) -> _Undecided | None:
    """A mapping to collections, or a list that may hold something else than clusters."""
    if reading.orientation is not None or isinstance(data, Clustering | str | os.PathLike):
        return None
    if is_lazy(data) or is_table(data) or find_reader(data) is not None:
        return None
    mapping = _as_mapping(data)
    if mapping is not None:
        source: MappingSource = "mapping" if isinstance(data, Mapping) else "series"
        if source == "mapping":
            refuse_labelings(mapping, "the clustering")
        return _as_undecided_mapping(mapping, source)
    rows = as_plain(data)
    if isinstance(rows, np.ndarray) and rows.ndim == 1:
        rows = rows.tolist()
    if not isinstance(rows, list | tuple) or not rows:
        return None
    if not set(map(type, rows)) <= _COLLECTIONS:  # iterators, say, which can be read only once
        return None
    content = find_content(rows)
    if content is ListContent.CLUSTERS and not is_series(data):
        return None
    return _Undecided(dict(enumerate(rows)), "series" if is_series(data) else "list", content)


def _as_undecided_mapping(mapping: Mapping[Any, Any], source: MappingSource) -> _Undecided | None:
    if not _are_collections(mapping.values()):
        return None
    if not set(map(type, mapping.values())) <= _COLLECTIONS:
        mapping = {
            key: values if isinstance(values, Collection) else list(values)
            for key, values in mapping.items()
        }
    if not any(map(len, mapping.values())):
        return None
    content = ListContent.MATRIX if is_matrix(mapping.values()) else ListContent.FEW_VALUES
    return _Undecided(mapping, source, content)


def _decide(
    inputs: Sequence[tuple[str, _Undecided]], known: Sequence[Labels], reading: Reading
) -> list[Clustering]:
    """Make clusterings of undecided inputs; `known` are the nodes of the other inputs."""
    clusterings: list[Clustering | None] = [
        _from_rows(name, undecided, known) for name, undecided in inputs
    ]
    known = [*known, *(done.node_labels for done in clusterings if done is not None)]
    left = [position for position, done in enumerate(clusterings) if done is None]
    orientations = find_orientations(
        [(inputs[position][0], inputs[position][1].mapping) for position in left],
        known,
        [inputs[position][1].source for position in left],
    )
    for position, orientation in zip(left, orientations, strict=True):
        name, undecided = inputs[position]
        clusterings[position] = (
            Clustering.from_clusters(list(undecided.mapping.values()))
            if undecided.source == "list" and orientation == "clusters"
            else _from_mapping(undecided.mapping, orientation, name, reading)
        )
    return [
        declare_noise(clustering, reading.noise, name)
        for (name, _), clustering in zip(inputs, clusterings, strict=True)
        if clustering is not None
    ]


def _from_rows(name: str, undecided: _Undecided, known: Sequence[Labels]) -> Clustering | None:
    """A clustering of rows that are a matrix or pairs; None if their orientation is to be found."""
    rows, content = list(undecided.mapping.values()), undecided.content
    if content is ListContent.EDGES:
        raise refuse_edges(name)
    if content is ListContent.MATRIX:
        nodes = None if undecided.source == "list" else list(undecided.mapping)
        return from_matrix(np.array(rows, dtype=np.float64), name, nodes)
    if content in (ListContent.PAIRS, ListContent.REVERSED_PAIRS):
        if not are_memberships(name, rows, content, known):
            return Clustering.from_clusters(rows)
        return from_pairs(rows, content)
    return None


def _are_collections(values: Collection[Any]) -> bool:
    """Whether all values of a mapping are collections, rather than single nodes or clusters."""
    return set(map(type, values)) <= _COLLECTIONS or all(map(is_iterable, values))


def _as_mapping(data: Any) -> Mapping[Any, Any] | None:
    """A mapping, or a Series of collections with its index as keys; None for anything else."""
    if isinstance(data, Mapping):
        return data
    return dict(zip(data.index, data, strict=True)) if has_index(data) else None


def _from_mapping(
    mapping: Mapping[Any, Any], orientation: Orientation | None, name: str, reading: Reading
) -> Clustering:
    """A clustering of a mapping; `reading` may say that missing values are no clusters."""
    if not mapping:
        raise InputError(f"{name} is an empty mapping")
    has_collections = _are_collections(mapping.values())
    if orientation == "nodes" or not (has_collections or any(map(is_iterable, mapping.values()))):
        if reading.takes_missing_labels:
            mapping = {
                node: () if not is_iterable(cluster) and is_missing(cluster) else cluster
                for node, cluster in mapping.items()
            }
        clustering = Clustering.from_nodes(mapping)
        warn_of_fractions(clustering.names or (), name)
        return clustering
    if not has_collections:
        raise InputError(
            f"{name} maps to collections and to single values: "
            f"use {argument('orientation', 'nodes')} if it maps nodes to their clusters"
        )
    return Clustering.from_clusters(mapping)
