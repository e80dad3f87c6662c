"""Overlapping algorithms of cdlib that need no further packages.

They are written in plain Python: for networks that are not large.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from accord._foundation.clustering import Clustering
from accord.bench._algorithms.adapters.networkx import undirected_networkx
from accord.bench._algorithms.registry import algorithm_with

_algorithm = algorithm_with(
    graph=undirected_networkx,
    packages=("cdlib", "networkx"),
    modules=("cdlib.algorithms",),
    overlapping=True,
)


@_algorithm("cdlib.demon")
def demon(graph: Any, *, seed: int, epsilon: float = 0.25, least: int = 3) -> Clustering:
    """DEMON: merges the clusters that each node sees around it; least is the minimum size."""
    from cdlib import algorithms

    return _as_clustering(
        algorithms.demon(_seeded(graph, seed), epsilon=epsilon, min_com_size=least)
    )


@_algorithm("cdlib.angel")
def angel(graph: Any, *, seed: int, threshold: float = 0.25, least: int = 3) -> Clustering:
    """ANGEL, a faster DEMON."""
    from cdlib import algorithms

    return _as_clustering(
        algorithms.angel(_seeded(graph, seed), threshold=threshold, min_community_size=least)
    )


@_algorithm("cdlib.slpa")
def slpa(graph: Any, *, seed: int, rounds: int = 21, share: float = 0.1) -> Clustering:
    """SLPA: label propagation with memory; labels below a share of the memory are dropped."""
    from cdlib import algorithms

    return _as_clustering(algorithms.slpa(_seeded(graph, seed), t=rounds, r=share))


@_algorithm("cdlib.core_expansion")
def core_expansion(graph: Any, *, seed: int, tolerance: float = 0.0001) -> Clustering:
    """Grows clusters from dense cores."""
    from cdlib import algorithms

    return _as_clustering(algorithms.core_expansion(_seeded(graph, seed), tolerance=tolerance))


@_algorithm("cdlib.percomvc")
def percomvc(graph: Any, *, seed: int) -> Clustering:
    """Clique percolation, extended by the centrality of nodes."""
    from cdlib import algorithms

    return _as_clustering(algorithms.percomvc(_seeded(graph, seed)))


def _seeded(graph: Any, seed: int) -> Any:
    """The graph, after setting the global seeds that cdlib uses."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    return graph


def _as_clustering(result: Any) -> Clustering:
    return Clustering.from_clusters(result.communities)
