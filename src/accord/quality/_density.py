"""Metrics on the edges inside a cluster."""

from __future__ import annotations

import math

import numpy as np

from accord._summaries.clustering_on_network import ClusterEdges, Triangles, ratio
from accord.quality._metric import YANG_LESKOVEC, quality_metric
from accord.quality._quality import Quality, mean_of


@quality_metric(
    ClusterEdges,
    scales=True,
    reference=YANG_LESKOVEC,
    weighted="Weight of the edges inside a cluster, per possible edge.",
)
def internal_density(edges: ClusterEdges) -> Quality:
    """Share of the possible edges inside a cluster that exist.

    The mean over clusters of m / (n (n − 1) / 2), in a directed network m / (n (n − 1)), without
    loops (Radicchi et al. 2004, Yang & Leskovec 2012). Not defined for a cluster of one node. 1:
    all nodes are linked.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
    >>> quality.internal_density(network, [[1, 2, 3], [3, 4, 5]])
    Quality(0.8333333333333333)
    """
    return mean_of(ratio(edges.inside - edges.loops, edges.pairs), edges.nodes)


@quality_metric(
    ClusterEdges,
    bounds=(0.0, None),
    scales=True,
    reference=YANG_LESKOVEC,
    weighted="Mean total weight of a node's edges to others in its cluster.",
)
def average_degree(edges: ClusterEdges) -> Quality:
    """Mean number of edges from a node to others in its cluster.

    The mean over clusters of 2m / n (Radicchi et al. 2004, Yang & Leskovec 2012); a loop counts
    twice, edges in both directions count.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
    >>> quality.average_degree(network, [[1, 2, 3], [4, 5]])
    Quality(1.5)
    """
    return mean_of(ratio(2 * edges.inside, edges.nodes), edges.nodes)


@quality_metric(
    ClusterEdges,
    aggregate="own",
    reference="Fortunato 2010",
    weighted="Share of the weight of all edges that is inside a cluster.",
)
def coverage(edges: ClusterEdges) -> Quality:
    """Share of all edges that are inside a cluster.

    Of overlapping clusters, edges whose two nodes have a cluster in common, each counted once
    (Fortunato 2010). The value of a cluster is its own share of all edges.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
    >>> quality.coverage(network, [[1, 2, 3], [4, 5]])
    Quality(0.8)
    """
    weight = edges.network.weight
    values = np.where(edges.nodes > 0, ratio(edges.inside, weight), np.nan)
    return Quality(edges.shared / weight if weight else math.nan, values, edges.nodes)


@quality_metric(
    Triangles,
    cost="edges × neighbours of the end with fewer, until all are found",
    reference=YANG_LESKOVEC,
)
def triangle_participation(triangles: Triangles) -> Quality:
    """Share of the nodes of a cluster that are in a triangle inside it.

    The mean over clusters. Yang & Leskovec 2012. Neither weights nor directions of edges matter.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
    >>> quality.triangle_participation(network, [[1, 2, 3, 4], [4, 5]])
    Quality(0.375)
    """
    return mean_of(ratio(triangles.in_triangles, triangles.nodes), triangles.nodes)
