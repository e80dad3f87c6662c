"""Overlapping algorithms of cdlib that need no further packages, in plain Python: for networks that are not large."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from accord._foundation.clustering import Clustering
from accord.bench._algorithms.networkx import undirected_networkx
from accord.bench._algorithms.registry import adding

_add = adding(
    graph=undirected_networkx,
    packages=("cdlib", "networkx"),
    modules=("cdlib.algorithms",),
    overlapping=True,
)


@_add("cdlib.demon")
def demon(graph: Any, *, seed: int, epsilon: float = 0.25, least: int = 3) -> Clustering:
    """DEMON: the views of all nodes on the clusters around them, merged; least is the size of the smallest cluster."""
    from cdlib import algorithms

    return _found(algorithms.demon(_seeded(graph, seed), epsilon=epsilon, min_com_size=least))


@_add("cdlib.angel")
def angel(graph: Any, *, seed: int, threshold: float = 0.25, least: int = 3) -> Clustering:
    """ANGEL, a faster DEMON."""
    from cdlib import algorithms

    return _found(
        algorithms.angel(_seeded(graph, seed), threshold=threshold, min_community_size=least)
    )


@_add("cdlib.slpa")
def slpa(graph: Any, *, seed: int, rounds: int = 21, share: float = 0.1) -> Clustering:
    """SLPA: label propagation in which nodes remember; labels with less than a share of the memory are forgotten."""
    from cdlib import algorithms

    return _found(algorithms.slpa(_seeded(graph, seed), t=rounds, r=share))


@_add("cdlib.core_expansion")
def core_expansion(graph: Any, *, seed: int, tolerance: float = 0.0001) -> Clustering:
    """Cores of dense nodes, grown."""
    from cdlib import algorithms

    return _found(algorithms.core_expansion(_seeded(graph, seed), tolerance=tolerance))


@_add("cdlib.percomvc")
def percomvc(graph: Any, *, seed: int) -> Clustering:
    """Clique percolation, grown by the centrality of nodes."""
    from cdlib import algorithms

    return _found(algorithms.percomvc(_seeded(graph, seed)))


def _seeded(graph: Any, seed: int) -> Any:
    random.seed(seed)
    np.random.seed(seed % 2**32)
    return graph


def _found(found: Any) -> Clustering:
    return Clustering.from_clusters(found.communities)
