"""Algorithms of networkx, in plain Python: for networks that are not large."""

from __future__ import annotations

from typing import Any

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord.bench._algorithms.registry import algorithm_with
from accord.bench._algorithms.undirected import undirected


def undirected_networkx(network: Network) -> Any:
    """As a graph of networkx without directions."""
    return undirected(network).to_networkx()


_algorithm = algorithm_with(packages=("networkx",))


@_algorithm("networkx.louvain", graph=Network.to_networkx, levels=True)
def louvain(
    graph: Any, *, seed: int, resolution: float = 1.0, threshold: float = 1e-7
) -> Clustering:
    """Louvain, with all levels."""
    import networkx

    levels = networkx.community.louvain_partitions(
        graph, resolution=resolution, threshold=threshold, seed=seed
    )
    return Clustering.from_levels([Clustering.from_clusters(level) for level in levels])


@_algorithm("networkx.label_propagation", graph=Network.to_networkx)
def label_propagation(graph: Any, *, seed: int) -> Clustering:
    """Asynchronous label propagation."""
    import networkx

    weight = "weight" if networkx.is_weighted(graph) else None
    return Clustering.from_clusters(
        networkx.community.asyn_lpa_communities(graph, weight=weight, seed=seed)
    )


@_algorithm("networkx.k_clique", graph=undirected_networkx, overlapping=True, deterministic=True)
def k_clique(graph: Any, *, k: int = 3) -> Clustering:
    """Clique percolation: joins cliques of k nodes that share all but one."""
    import networkx

    return Clustering.from_clusters(networkx.community.k_clique_communities(graph, k), nodes=graph)
