"""Types of the inputs that are accepted as a clustering or as a network."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network


class ArrowTable(Protocol):
    """A table that can be exported as an Arrow stream: of pandas, Polars, pyarrow, DuckDB, …"""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class LazyTable(Protocol):
    """A table in an engine: a Polars LazyFrame, a DuckDB relation, a Spark or Dask frame."""

    @property
    def columns(self) -> Any: ...


class SparseMatrix(Protocol):
    """A sparse matrix or array of SciPy."""

    def tocsc(self) -> Any: ...


class Estimator(Protocol):
    """A fitted clustering estimator of scikit-learn."""

    @property
    def labels_(self) -> Any: ...


class IgraphGraph(Protocol):
    """A graph of igraph; those of networkx are iterable, and networkit has no types."""

    def get_edgelist(self) -> Any: ...


#: A Clustering or what `accord.as_clustering` makes one of: a file, clusters, a mapping from names
#: to nodes or from nodes to clusters, labels, a table, a matrix, or the result of a library.
ClusteringLike: TypeAlias = (
    Clustering
    | str
    | os.PathLike[str]
    | Mapping[Any, Any]
    | Iterable[Any]
    | ArrowTable
    | LazyTable
    | SparseMatrix
    | Estimator
)

#: A contingency table: a row for each cluster of truth, a column for each cluster of found, and in
#: each cell the number of nodes that the two have in common. An array, nested lists, a sparse
#: matrix, a data frame with the names of clusters, or a file.
ContingencyTableLike: TypeAlias = (
    np.ndarray[Any, Any]
    | Sequence[Sequence[Any]]
    | SparseMatrix
    | ArrowTable
    | str
    | os.PathLike[str]
)

#: A Network or what `accord.as_network` makes one of: a file, pairs of nodes or triples with a
#: weight, a table of edges, an adjacency matrix, or a graph of a library.
NetworkLike: TypeAlias = (
    Network
    | str
    | os.PathLike[str]
    | Iterable[Any]
    | ArrowTable
    | LazyTable
    | SparseMatrix
    | IgraphGraph
)
