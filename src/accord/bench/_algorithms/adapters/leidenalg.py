"""The algorithms of leidenalg."""

from __future__ import annotations

from typing import Any

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord.bench._algorithms.adapters.igraph import weight_attribute
from accord.bench._algorithms.registry import algorithm_with

_algorithm = algorithm_with(graph=Network.to_igraph, packages=("leidenalg", "igraph"))


@_algorithm("leidenalg.leiden")
def leiden(graph: Any, *, seed: int, resolution: float = 1.0, iterations: int = 2) -> Clustering:
    """Leiden by modularity with a resolution; with iterations below 0, until nothing changes."""
    import leidenalg

    found = leidenalg.find_partition(
        graph,
        leidenalg.RBConfigurationVertexPartition,
        weights=weight_attribute(graph),
        seed=seed,
        n_iterations=iterations,
        resolution_parameter=resolution,
    )
    return Clustering.from_labels(found.membership)


@_algorithm("leidenalg.levels", levels=True)
def levels(graph: Any, *, seed: int, resolution: float = 1.0) -> Clustering:
    """Leiden, a level for each aggregation of the network."""
    import leidenalg

    optimiser = leidenalg.Optimiser()
    optimiser.set_rng_seed(seed)
    partition = leidenalg.RBConfigurationVertexPartition(
        graph, weights=weight_attribute(graph), resolution_parameter=resolution
    )
    smaller, found = partition.aggregate_partition(), []
    while optimiser.move_nodes(smaller) > 0:
        partition.from_coarse_partition(smaller)
        found.append(Clustering.from_labels(partition.membership))
        smaller = smaller.aggregate_partition()
    return Clustering.from_levels(found or [Clustering.from_labels(partition.membership)])
