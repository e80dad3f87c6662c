"""Metrics on the edges that leave a cluster."""

from __future__ import annotations

from typing import Literal

import numpy as np

from accord._summaries.clustering_on_network import ClusterEdges, OutFractions, ratio
from accord.quality._metric import YANG_LESKOVEC, quality_metric
from accord.quality._quality import Quality, mean_of


@quality_metric(
    ClusterEdges,
    distance=True,
    reference=YANG_LESKOVEC,
    weighted="Share of the weight of a cluster's edge ends that leads out of it.",
)
def conductance(edges: ClusterEdges, *, volume: Literal["own", "smaller"] = "own") -> Quality:
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
    ends = edges.volume if volume == "own" else np.minimum(edges.volume, edges.rest)
    return mean_of(ratio(edges.leaving, ends), edges.nodes)


@quality_metric(
    ClusterEdges,
    bounds=(0.0, None),
    distance=True,
    scales=True,
    reference=YANG_LESKOVEC,
    weighted="Weight of the edges that leave a cluster, per node of it.",
)
def expansion(edges: ClusterEdges) -> Quality:
    """Edges that leave a cluster, per node of it.

    The mean over clusters of c / n, with c edges that leave the cluster of n nodes (Yang & Leskovec
    2012).

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.expansion(network, [[1, 2, 3, 4], [5, 6]])
    Quality(0.75)
    """
    return mean_of(ratio(edges.leaving, edges.nodes), edges.nodes)


@quality_metric(
    ClusterEdges,
    distance=True,
    scales=True,
    reference=YANG_LESKOVEC,
    weighted="Weight of the edges that leave a cluster, per possible edge out of it.",
)
def cut_ratio(edges: ClusterEdges) -> Quality:
    """Share of the possible edges out of a cluster that exist.

    The mean over clusters of c / (n (N − n)), of N nodes in all (Yang & Leskovec 2012); in a
    directed network twice as many are possible.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.cut_ratio(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.1111111111111111)
    """
    return mean_of(ratio(edges.leaving, edges.pairs_across), edges.nodes)


@quality_metric(
    ClusterEdges,
    bounds=(0.0, 2.0),
    distance=True,
    reference="Shi & Malik 2000",
    weighted=(
        "Share of a cluster's edge weight that leads out, plus share of all others' that leads in."
    ),
)
def normalized_cut(
    edges: ClusterEdges, *, form: Literal["shi_malik", "yang_leskovec"] = "shi_malik"
) -> Quality:
    """Share of a cluster's edge ends that lead out, plus share of all others' that lead in.

    The mean over clusters of c / (2m + c) + c / (2(M − m) − c), of M edges in all: the cut over the
    edge ends of each side (Shi & Malik 2000). Yang & Leskovec 2012 have 2(M − m) + c in the second
    denominator, which counts the cut three times: that is `form` "yang_leskovec". Not defined for
    a cluster without edges, and for one that has all of them.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.normalized_cut(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.2857142857142857)
    """
    c = edges.leaving
    rest = edges.rest if form == "shi_malik" else edges.rest + 2 * c
    return mean_of(ratio(c, edges.volume) + ratio(c, rest), edges.nodes)


@quality_metric(
    ClusterEdges,
    bounds=(0.0, None),
    reference=YANG_LESKOVEC,
    weighted="Weight of the edges inside a cluster per weight of those that leave it.",
)
def separability(edges: ClusterEdges) -> Quality:
    """Edges inside a cluster for each edge that leaves it.

    The mean over clusters of m / c (Yang & Leskovec 2012); not defined for a cluster that no edge
    leaves, whose conductance is 0.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.separability(network, [[1, 2, 3], [4, 5, 6]])
    Quality(3.0)
    """
    return mean_of(ratio(edges.inside, edges.leaving), edges.nodes)


# ---- node by node --------------------------------------------------------------------------------


@quality_metric(
    OutFractions,
    distance=True,
    reference=YANG_LESKOVEC,
    weighted="Largest share of a node's edge weight that leads out of its cluster.",
)
def max_odf(fractions: OutFractions) -> Quality:
    """Largest share of a node's edges that lead out of its cluster.

    The out-degree fraction of a node is the share of its edges that lead out of the cluster, 0 if
    it has no edges. The largest of these is the value of a cluster; the mean over clusters is taken
    (Flake et al. 2000, Yang & Leskovec 2012).

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.max_odf(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.3333333333333333)
    """
    return mean_of(np.where(fractions.nodes > 0, fractions.most, np.nan), fractions.nodes)


@quality_metric(
    OutFractions,
    distance=True,
    reference=YANG_LESKOVEC,
    weighted="Mean share of a node's edge weight that leads out of its cluster.",
)
def average_odf(fractions: OutFractions) -> Quality:
    """Mean share of a node's edges that lead out of its cluster.

    As `max_odf`, with the mean over the nodes of a cluster.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.average_odf(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.1111111111111111)
    """
    return mean_of(ratio(fractions.total, fractions.nodes), fractions.nodes)


@quality_metric(
    OutFractions,
    distance=True,
    reference=YANG_LESKOVEC,
    weighted="Share of the nodes with more edge weight out of their cluster than inside.",
)
def flake_odf(fractions: OutFractions) -> Quality:
    """Share of the nodes with more edges out of their cluster than inside.

    The mean over clusters. Flake et al. 2000, Yang & Leskovec 2012.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.flake_odf(network, [[1, 2, 3, 4], [5, 6]])
    Quality(0.125)
    """
    return mean_of(ratio(fractions.flaky, fractions.nodes), fractions.nodes)
