"""Algorithms of NetworKit."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord.bench._algorithms.registry import algorithm_with
from accord.bench._algorithms.undirected import undirected


def undirected_networkit(network: Network) -> Any:
    """As a graph of NetworKit without directions, which its algorithms cannot use."""
    return undirected(network).to_networkit()


_algorithm = algorithm_with(graph=undirected_networkit, packages=("networkit",))


@_algorithm("networkit.plm")
def plm(
    graph: Any, *, seed: int, threads: int, resolution: float = 1.0, refine: bool = False
) -> Clustering:
    """Parallel Louvain."""
    import networkit

    return _partition(
        networkit.community.PLM(_set_up(graph, seed, threads), refine=refine, gamma=resolution)
    )


@_algorithm("networkit.plp")
def plp(graph: Any, *, seed: int, threads: int) -> Clustering:
    """Parallel label propagation."""
    import networkit

    return _partition(networkit.community.PLP(_set_up(graph, seed, threads)))


@_algorithm("networkit.leiden")
def leiden(
    graph: Any, *, seed: int, threads: int, resolution: float = 1.0, iterations: int = 3
) -> Clustering:
    """Parallel Leiden."""
    import networkit

    detector = networkit.community.ParallelLeiden(
        _set_up(graph, seed, threads), iterations=iterations, gamma=resolution
    )
    return _partition(detector)


@_algorithm("networkit.map_equation")
def map_equation(graph: Any, *, seed: int, threads: int, hierarchical: bool = True) -> Clustering:
    """Louvain by the map equation, which Infomap minimizes."""
    import networkit

    return _partition(
        networkit.community.LouvainMapEquation(
            _set_up(graph, seed, threads), hierarchical=hierarchical
        )
    )


@_algorithm("networkit.lfm", overlapping=True)
def lfm(graph: Any, *, seed: int, threads: int, alpha: float = 1.0) -> Clustering:
    """LFM: grows a cluster around each node that is in none (Lancichinetti et al.)."""
    import networkit

    _set_up(graph, seed, threads)
    return _cover(networkit.community.LFM(graph, networkit.scd.LFMLocal(graph, alpha)))


def _set_up(graph: Any, seed: int, threads: int) -> Any:
    """The graph, after setting the global seed and the number of threads of NetworKit."""
    import networkit

    networkit.setNumberOfThreads(threads)
    networkit.setSeed(seed, False)
    return graph


def _partition(detector: Any) -> Clustering:
    return Clustering.from_labels(np.asarray(detector.run().getPartition().getVector()))


def _cover(detector: Any) -> Clustering:
    cover = detector.run().getCover()
    return Clustering.from_clusters(
        [cover.getMembers(cluster) for cluster in sorted(cover.getSubsetIds())]
    )
