"""Algorithms of igraph."""

from __future__ import annotations

import random
from typing import Any

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord.bench._algorithms.registry import algorithm_with
from accord.bench._algorithms.undirected import undirected


def undirected_igraph(network: Network) -> Any:
    """As a graph of igraph without directions."""
    return undirected(network).to_igraph()


_algorithm = algorithm_with(packages=("igraph",))


@_algorithm("igraph.leiden", graph=undirected_igraph)
def leiden(graph: Any, *, seed: int, resolution: float = 1.0, iterations: int = 2) -> Clustering:
    """Leiden by modularity; with iterations below 0, until nothing changes."""
    random.seed(seed)
    found = graph.community_leiden(
        objective_function="modularity",
        weights=weight_attribute(graph),
        resolution=resolution,
        n_iterations=iterations,
    )
    return Clustering.from_labels(found.membership)


@_algorithm("igraph.louvain", graph=undirected_igraph, levels=True)
def louvain(graph: Any, *, seed: int, resolution: float = 1.0) -> Clustering:
    """Louvain, with all levels."""
    random.seed(seed)
    levels = graph.community_multilevel(
        weights=weight_attribute(graph), return_levels=True, resolution=resolution
    )
    return Clustering.from_levels([Clustering.from_labels(level.membership) for level in levels])


@_algorithm("igraph.infomap", graph=Network.to_igraph)
def infomap(graph: Any, *, seed: int, trials: int = 10) -> Clustering:
    """Infomap with two levels, the best of several trials."""
    random.seed(seed)
    return Clustering.from_labels(
        graph.community_infomap(edge_weights=weight_attribute(graph), trials=trials).membership
    )


@_algorithm("igraph.label_propagation", graph=undirected_igraph)
def label_propagation(graph: Any, *, seed: int) -> Clustering:
    """Label propagation."""
    random.seed(seed)
    return Clustering.from_labels(
        graph.community_label_propagation(weights=weight_attribute(graph)).membership
    )


@_algorithm("igraph.walktrap", graph=undirected_igraph, deterministic=True)
def walktrap(graph: Any, *, steps: int = 4) -> Clustering:
    """Walktrap: clusters that short random walks stay in, cut at the best modularity."""
    return _cut(graph.community_walktrap(weights=weight_attribute(graph), steps=steps))


@_algorithm("igraph.fastgreedy", graph=undirected_igraph, deterministic=True)
def fastgreedy(graph: Any) -> Clustering:
    """Greedy merging by modularity."""
    return _cut(graph.community_fastgreedy(weights=weight_attribute(graph)))


@_algorithm("igraph.leading_eigenvector", graph=undirected_igraph, deterministic=True)
def leading_eigenvector(graph: Any) -> Clustering:
    """Splitting by the leading eigenvector of the modularity matrix."""
    return Clustering.from_labels(
        graph.community_leading_eigenvector(weights=weight_attribute(graph)).membership
    )


def _cut(dendrogram: Any) -> Clustering:
    return Clustering.from_labels(dendrogram.as_clustering().membership)


def weight_attribute(graph: Any) -> str | None:
    """The attribute with the weights of a graph of igraph; None if it has none."""
    return "weight" if graph.is_weighted() else None
