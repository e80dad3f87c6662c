"""Algorithms of NetworKit."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord.bench._algorithms.directions import undirected
from accord.bench._algorithms.registry import adding


def as_networkit(network: Network) -> Any:
    """Without directions, which its algorithms do not take."""
    import networkit

    sources, targets, weights = undirected(network).edge_columns()
    ends = sources.astype(np.uint64), targets.astype(np.uint64)
    weight = np.ones(len(sources)) if weights is None else weights
    return networkit.GraphFromCoo((weight, ends), n=network.n_nodes, weighted=weights is not None)


_add = adding(graph=as_networkit, packages=("networkit",))


@_add("networkit.plm")
def plm(
    graph: Any, *, seed: int, threads: int, resolution: float = 1.0, refine: bool = False
) -> Clustering:
    """Parallel Louvain."""
    import networkit

    return _partition(
        networkit.community.PLM(_set_up(graph, seed, threads), refine=refine, gamma=resolution)
    )


@_add("networkit.plp")
def plp(graph: Any, *, seed: int, threads: int) -> Clustering:
    """Parallel label propagation."""
    import networkit

    return _partition(networkit.community.PLP(_set_up(graph, seed, threads)))


@_add("networkit.leiden")
def leiden(
    graph: Any, *, seed: int, threads: int, resolution: float = 1.0, iterations: int = 3
) -> Clustering:
    """Parallel Leiden."""
    import networkit

    made = networkit.community.ParallelLeiden(
        _set_up(graph, seed, threads), iterations=iterations, gamma=resolution
    )
    return _partition(made)


@_add("networkit.map_equation")
def map_equation(graph: Any, *, seed: int, threads: int, hierarchical: bool = True) -> Clustering:
    """Louvain by the map equation, which is what Infomap makes small."""
    import networkit

    return _partition(
        networkit.community.LouvainMapEquation(
            _set_up(graph, seed, threads), hierarchical=hierarchical
        )
    )


@_add("networkit.lfm", overlapping=True)
def lfm(graph: Any, *, seed: int, threads: int, alpha: float = 1.0) -> Clustering:
    """Growing a cluster around each node that is in none yet (Lancichinetti, Fortunato and Kertész)."""
    import networkit

    _set_up(graph, seed, threads)
    return _cover(networkit.community.LFM(graph, networkit.scd.LFMLocal(graph, alpha)))


def _set_up(graph: Any, seed: int, threads: int) -> Any:
    import networkit

    networkit.setNumberOfThreads(threads)
    networkit.setSeed(seed, False)
    return graph


def _partition(made: Any) -> Clustering:
    return Clustering.from_labels(np.asarray(made.run().getPartition().getVector()))


def _cover(made: Any) -> Clustering:
    cover = made.run().getCover()
    return Clustering.from_clusters(
        [cover.getMembers(cluster) for cluster in sorted(cover.getSubsetIds())]
    )
