"""Algorithms of igraph."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord.bench._algorithms.directions import undirected
from accord.bench._algorithms.registry import adding


def as_igraph(network: Network) -> Any:
    """With the weights as `weight`, where there are any."""
    import igraph

    sources, targets, weights = network.edge_columns()
    edges = np.column_stack((sources, targets)).astype(np.int64)
    graph = igraph.Graph(network.n_nodes, edges=edges, directed=network.directed)
    if weights is not None:
        graph.es["weight"] = weights.tolist()
    return graph


def undirected_igraph(network: Network) -> Any:
    return as_igraph(undirected(network))


_add = adding(packages=("igraph",))


@_add("igraph.leiden", graph=undirected_igraph)
def leiden(graph: Any, *, seed: int, resolution: float = 1.0, iterations: int = 2) -> Clustering:
    """Leiden, by modularity; iterations below 0: until nothing changes."""
    random.seed(seed)
    found = graph.community_leiden(
        objective_function="modularity",
        weights=_weights(graph),
        resolution=resolution,
        n_iterations=iterations,
    )
    return Clustering.from_labels(found.membership)


@_add("igraph.louvain", graph=undirected_igraph, levels=True)
def louvain(graph: Any, *, seed: int, resolution: float = 1.0) -> Clustering:
    """Louvain, all of its levels."""
    random.seed(seed)
    levels = graph.community_multilevel(
        weights=_weights(graph), return_levels=True, resolution=resolution
    )
    return Clustering.from_levels([Clustering.from_labels(level.membership) for level in levels])


@_add("igraph.infomap", graph=as_igraph)
def infomap(graph: Any, *, seed: int, trials: int = 10) -> Clustering:
    """Infomap on two levels, the best of some trials."""
    random.seed(seed)
    return Clustering.from_labels(
        graph.community_infomap(edge_weights=_weights(graph), trials=trials).membership
    )


@_add("igraph.label_propagation", graph=undirected_igraph)
def label_propagation(graph: Any, *, seed: int) -> Clustering:
    """Label propagation."""
    random.seed(seed)
    return Clustering.from_labels(
        graph.community_label_propagation(weights=_weights(graph)).membership
    )


@_add("igraph.walktrap", graph=undirected_igraph, deterministic=True)
def walktrap(graph: Any, *, steps: int = 4) -> Clustering:
    """Clusters that short random walks stay in, cut at the best modularity."""
    return _cut(graph.community_walktrap(weights=_weights(graph), steps=steps))


@_add("igraph.fastgreedy", graph=undirected_igraph, deterministic=True)
def fastgreedy(graph: Any) -> Clustering:
    """Greedy joining by modularity."""
    return _cut(graph.community_fastgreedy(weights=_weights(graph)))


@_add("igraph.leading_eigenvector", graph=undirected_igraph, deterministic=True)
def leading_eigenvector(graph: Any) -> Clustering:
    """Splitting by the leading eigenvector of the modularity matrix."""
    return Clustering.from_labels(
        graph.community_leading_eigenvector(weights=_weights(graph)).membership
    )


def _cut(dendrogram: Any) -> Clustering:
    return Clustering.from_labels(dendrogram.as_clustering().membership)


def _weights(graph: Any) -> str | None:
    return "weight" if graph.is_weighted() else None
