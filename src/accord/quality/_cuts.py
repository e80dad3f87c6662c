"""Metrics on the edges that leave a cluster."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord._summaries.clustering_on_network import ClusterEdges, OutFractions, ratio
from accord.quality._evaluation import evaluate
from accord.quality._value import Quality, mean_of


def conductance(
    network: Any, clustering: Any, *, volume: str = "own", threads: int | None = None
) -> Quality:
    """Share of the edge ends of a cluster that lead out of it.

    The mean over clusters of c / (2m + c), with m edges inside the cluster and c that leave it
    (Yang & Leskovec 2012). 0: no edge leaves. With `volume` "smaller", c is divided by the edge
    ends of the cluster or those of all other nodes, whichever are fewer, as in spectral graph
    theory.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.conductance(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.14285714285714285)
    """
    return evaluate("conductance", network, clustering, threads=threads, volume=volume)


def _conductance(edges: ClusterEdges, *, volume: str) -> Quality:
    ends = edges.volume if volume == "own" else np.minimum(edges.volume, edges.rest)
    return mean_of(ratio(edges.leaving, ends), edges.nodes)


def expansion(network: Any, clustering: Any, *, threads: int | None = None) -> Quality:
    """Edges that leave a cluster, per node of it.

    The mean over clusters of c / n, with c edges that leave the cluster of n nodes (Yang & Leskovec
    2012).

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.expansion(network, [[1, 2, 3, 4], [5, 6]])
    Quality(0.75)
    """
    return evaluate("expansion", network, clustering, threads=threads)


def _expansion(edges: ClusterEdges) -> Quality:
    return mean_of(ratio(edges.leaving, edges.nodes), edges.nodes)


def cut_ratio(network: Any, clustering: Any, *, threads: int | None = None) -> Quality:
    """Share of the possible edges out of a cluster that there are.

    The mean over clusters of c / (n (N − n)), of N nodes in all (Yang & Leskovec 2012); in a
    directed network twice as many are possible.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.cut_ratio(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.1111111111111111)
    """
    return evaluate("cut_ratio", network, clustering, threads=threads)


def _cut_ratio(edges: ClusterEdges) -> Quality:
    return mean_of(ratio(edges.leaving, edges.pairs_across), edges.nodes)


def normalized_cut(
    network: Any, clustering: Any, *, form: str = "shi_malik", threads: int | None = None
) -> Quality:
    """Share of edge ends that lead out of a cluster, plus that of the others that lead in.

    The mean over clusters of c / (2m + c) + c / (2(M − m) − c), of M edges in all: the cut over the
    edge ends of each side (Shi & Malik 2000). Yang & Leskovec 2012 print 2(M − m) + c below, which
    counts the cut thrice there: that is `form` "yang_leskovec".

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.normalized_cut(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.2857142857142857)
    """
    return evaluate("normalized_cut", network, clustering, threads=threads, form=form)


def _normalized_cut(edges: ClusterEdges, *, form: str) -> Quality:
    c = edges.leaving
    rest = edges.rest if form == "shi_malik" else 2 * (edges.whole.weight - edges.inside) + c
    return mean_of(ratio(c, edges.volume) + ratio(c, rest), edges.nodes)


def separability(network: Any, clustering: Any, *, threads: int | None = None) -> Quality:
    """Edges inside a cluster for each edge that leaves it.

    The mean over clusters of m / c (Yang & Leskovec 2012); not defined where no edge leaves, where
    conductance is 0.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.separability(network, [[1, 2, 3], [4, 5, 6]])
    Quality(3.0)
    """
    return evaluate("separability", network, clustering, threads=threads)


def _separability(edges: ClusterEdges) -> Quality:
    return mean_of(ratio(edges.inside, edges.leaving), edges.nodes)


# ---- node by node --------------------------------------------------------------------------------


def max_odf(network: Any, clustering: Any, *, threads: int | None = None) -> Quality:
    """Largest share of a node's edges that lead out of its cluster.

    Out-degree fractions: for each node of a cluster the share of its edges that lead out of it, 0
    where it has none; the largest of these is the value of the cluster, and their mean that of all
    (Flake et al. 2000, Yang & Leskovec 2012).

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.max_odf(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.3333333333333333)
    """
    return evaluate("max_odf", network, clustering, threads=threads)


def _max_odf(fractions: OutFractions) -> Quality:
    return mean_of(np.where(fractions.nodes > 0, fractions.most, np.nan), fractions.nodes)


def average_odf(network: Any, clustering: Any, *, threads: int | None = None) -> Quality:
    """Mean share of a node's edges that lead out of its cluster.

    As `max_odf`, with the mean over the nodes of a cluster.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.average_odf(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.1111111111111111)
    """
    return evaluate("average_odf", network, clustering, threads=threads)


def _average_odf(fractions: OutFractions) -> Quality:
    return mean_of(ratio(fractions.total, fractions.nodes), fractions.nodes)


def flake_odf(network: Any, clustering: Any, *, threads: int | None = None) -> Quality:
    """Share of the nodes with more edges out of their cluster than inside.

    The mean over clusters. Flake et al. 2000, Yang & Leskovec 2012.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.flake_odf(network, [[1, 2, 3, 4], [5, 6]])
    Quality(0.125)
    """
    return evaluate("flake_odf", network, clustering, threads=threads)


def _flake_odf(fractions: OutFractions) -> Quality:
    return mean_of(ratio(fractions.flaky, fractions.nodes), fractions.nodes)
