"""Clusterings of cdlib, clusim, igraph, networkit and scikit-learn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.numbers import count
from accord._foundation.checks import SMALLEST
from accord._foundation.clustering import Clustering
from accord._io.objects.numbered_nodes import from_numbered
from accord._io.tables.origin import comes_from
from accord.errors import InputError, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: In a networkit Partition: an element in no subset.
_NO_SUBSET = 2**64 - 1


def find_reader(data: Any) -> Callable[[Any], Clustering] | None:
    """The function that makes a clustering of this object; None if its class is unknown."""
    for package, name, reader in _READERS:
        if comes_from(data, package, name):
            return reader
    return None


# ---- scikit-learn --------------------------------------------------------------------------------


def is_estimator(data: Any) -> bool:
    """Whether it is an estimator of scikit-learn or of a library based on it, fitted or not."""
    return comes_from(data, "sklearn", "BaseEstimator")


def estimated_labels(estimator: Any, side: str) -> NDArray[Any]:
    """The labels of the samples of a fitted estimator, with -1 for all that it calls noise."""
    labels = getattr(estimator, "labels_", None)
    if labels is None:
        name = type(estimator).__name__
        raise InputError(
            f"{side} is {name} without labels_: fit it first, or if it has none, as a mixture, "
            "give what its predict(X) returns, or the shares of its predict_proba(X)"
        )
    array = np.asarray(labels)
    # HDBSCAN labels noise -1, samples with infinite values -2, and samples with missing ones -3.
    return np.maximum(array, -1) if array.dtype.kind == "i" else array


# ---- igraph, and leidenalg on it -----------------------------------------------------------------


def _from_igraph_clustering(clustering: Any) -> Clustering:
    membership = clustering.membership
    node = np.array(
        [index for index, cluster in enumerate(membership) if cluster is not None], np.int64
    )
    cluster = np.array([cluster for cluster in membership if cluster is not None], np.int64)
    return from_numbered(len(membership), node, cluster, names=_vertex_names(clustering))


def _from_igraph_cover(cover: Any) -> Clustering:
    return from_numbered(cover.n, *_flattened(list(cover)), names=_vertex_names(cover))


def _from_igraph_dendrogram(dendrogram: Any) -> Clustering:
    """The cut into the number of clusters that igraph considers optimal."""
    if not hasattr(dendrogram, "as_clustering"):
        raise InputError(
            "a Dendrogram of igraph without a graph cannot be cut into clusters: "
            "pass a VertexDendrogram, or the labels of a cut"
        )
    clustering = dendrogram.as_clustering()
    warn(
        f"the dendrogram is cut into {count(len(clustering), 'cluster')}, its optimal count; "
        "pass dendrogram.as_clustering(n) for another number"
    )
    return _from_igraph_clustering(clustering)


def _vertex_names(clustering: Any) -> Sequence[Hashable] | None:
    """The names of the vertices of its graph; None if it has no graph or no names."""
    graph = getattr(clustering, "graph", None)
    return None if graph is None else vertex_names(graph)


def vertex_names(graph: Any) -> Sequence[Hashable] | None:
    """The attribute "name" of vertices, or the nodes of the networkx graph it was made from."""
    for attribute in ("name", "_nx_name"):
        if attribute in graph.vs.attributes():
            names: Sequence[Hashable] = graph.vs[attribute]
            return names
    return None


# ---- networkit -----------------------------------------------------------------------------------


def _from_networkit_partition(partition: Any) -> Clustering:
    subset = np.array(partition.getVector(), np.uint64)
    node = np.flatnonzero(subset != _NO_SUBSET)
    return from_numbered(len(subset), node, subset[node].astype(np.int64))


def _from_networkit_cover(cover: Any) -> Clustering:
    # Element by element: getMembers goes through all elements for each subset.
    n_nodes = cover.numberOfElements()
    cluster, node = _flattened([cover.subsetsOf(element) for element in range(n_nodes)])
    return from_numbered(n_nodes, node, cluster)


def _flattened(rows: Sequence[Iterable[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The items of all rows, and the index of the row of each."""
    sizes = [len(row) for row in rows]  # type: ignore[arg-type]
    return np.fromiter(chain.from_iterable(rows), np.int64, sum(sizes)), np.repeat(
        np.arange(len(rows)), sizes
    )


# ---- cdlib ---------------------------------------------------------------------------------------


def _from_cdlib(clustering: Any) -> Clustering:
    clusters = [cluster for cluster in clustering.communities if len(cluster)]
    return Clustering.from_clusters(clusters, nodes=_graph_nodes(clustering.graph))


def _from_cdlib_fuzzy(clustering: Any) -> Clustering:
    """By the allocation of nodes to clusters.

    Some algorithms of cdlib give it in percent, and tiny numbers in place of 0.
    """
    allocation = clustering.allocation_matrix
    if not allocation:
        return _from_cdlib(clustering)
    if not all(isinstance(shares, Mapping) for shares in allocation.values()):
        raise InputError(
            "the allocation of a FuzzyNodeClustering must map each node to its clusters, "
            "and these to shares"
        )
    rows = [
        (node, cluster, float(share))
        for node, shares in allocation.items()
        for cluster, share in shares.items()
    ]
    whole = 100 if any(share > 1 for _, _, share in rows) else 1
    members = [
        (node, cluster, share / whole)
        for node, cluster, share in rows
        if not 0 <= share / whole < SMALLEST
    ]
    others = [(node, None, 1.0) for node in chain(allocation, _graph_nodes(clustering.graph) or ())]
    nodes, clusters, all_shares = zip(*members, *others, strict=True)
    return Clustering.from_memberships(nodes, clusters, shares=all_shares)


def _graph_nodes(graph: Any) -> Iterable[Hashable] | None:
    """The nodes of a networkx or igraph graph, by the names that cdlib uses."""
    if comes_from(graph, "networkx", "Graph"):
        return graph.nodes  # type: ignore[no-any-return]
    if comes_from(graph, "igraph", "Graph"):
        names = vertex_names(graph)
        return range(graph.vcount()) if names is None else names
    return None


# ---- clusim --------------------------------------------------------------------------------------


def _from_clusim(clustering: Any) -> Clustering:
    """By the clusters of each element; a hierarchy is not used."""
    return Clustering.from_nodes(clustering.elm2clu_dict)


_READERS: tuple[tuple[str, str, Callable[[Any], Clustering]], ...] = (
    ("cdlib", "FuzzyNodeClustering", _from_cdlib_fuzzy),
    ("cdlib", "NodeClustering", _from_cdlib),
    ("igraph", "Clustering", _from_igraph_clustering),
    ("igraph", "Cover", _from_igraph_cover),
    ("igraph", "Dendrogram", _from_igraph_dendrogram),
    ("clusim", "Clustering", _from_clusim),
    ("networkit", "Partition", _from_networkit_partition),
    ("networkit", "Cover", _from_networkit_cover),
)
