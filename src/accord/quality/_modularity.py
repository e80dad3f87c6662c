"""Modularity and its kin: edges inside clusters, compared with those that chance would put there."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord._summaries.clustering_on_network import (
    Belonging,
    ClusterEdges,
    Splits,
    Surplus,
    Whole,
    ratio,
)
from accord.quality._evaluation import evaluate
from accord.quality._value import Quality, mean_of, sum_of


def modularity(
    network: Any, clustering: Any, *, resolution: float = 1.0, threads: int | None = None
) -> Quality:
    """Share of the edges inside clusters, less the share that chance would put there.

    Σ m/M − γ (k/2M)² over crisp clusters, with m of all M edges inside a cluster, and k edge ends
    at its nodes (Newman & Girvan 2004); in a directed network Σ m/M − γ k_out k_in / M² (Leicht &
    Newman 2008). The greater the `resolution` γ, the smaller clusters it favours (Reichardt &
    Bornholdt 2006). Nodes in no cluster count for nothing.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.modularity(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.3571428571428571)
    """
    return evaluate("modularity", network, clustering, threads=threads, resolution=resolution)


def _modularity(edges: ClusterEdges, *, resolution: float) -> Quality:
    return _beyond_chance(edges.whole, edges, resolution * np.ones(len(edges.nodes)))


def modularity_shen(
    network: Any, clustering: Any, *, resolution: float = 1.0, threads: int | None = None
) -> Quality:
    """Modularity where a node is shared out to its clusters.

    The extended modularity EQ (Shen et al. 2009): as `modularity`, where an edge inside a cluster
    counts by the product of what its two nodes belong to the cluster: 1 for a node of one cluster,
    1/2 for a node of two, or its share there.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 3)])
    >>> quality.modularity_shen(network, [[1, 2, 3], [3, 4, 5]])
    Quality(0.16666666666666663)
    """
    return evaluate("modularity_shen", network, clustering, threads=threads, resolution=resolution)


def _modularity_shen(belonging: Belonging, *, resolution: float) -> Quality:
    return _beyond_chance(belonging.whole, belonging, resolution * np.ones(len(belonging.nodes)))


def modularity_nicosia(network: Any, clustering: Any, *, threads: int | None = None) -> Quality:
    """Modularity where edges belong to clusters by a steep function of their nodes' shares.

    Q_ov of Nicosia et al. 2009, with F(a, b) = s(a) s(b) and s(a) = 1 / (1 + exp(30 − 60 a)), as
    there: an edge belongs to a cluster by F of the shares of its two nodes, and chance puts edges
    there by the mean of F over all nodes of the network, so that it is not `modularity` for crisp
    clusters. A node has no share, and s = 0, in a cluster that it is not in.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 3)])
    >>> round(quality.modularity_nicosia(network, [[1, 2, 3], [3, 4, 5]]), 6)
    0.541667
    """
    return evaluate("modularity_nicosia", network, clustering, threads=threads)


def _modularity_nicosia(belonging: Belonging) -> Quality:
    mean_worth = belonging.worth / belonging.whole.nodes
    return _beyond_chance(belonging.whole, belonging, mean_worth**2)


def _beyond_chance(
    whole: Whole, edges: ClusterEdges | Belonging, expected: np.ndarray[Any, Any]
) -> Quality:
    """The sum over clusters of the weight inside, less the expected times what chance gives."""
    ends = whole.weight * (1 if whole.directed else 2)
    chance = ratio(edges.volume_out, ends) * ratio(edges.volume_in, ends)
    values = ratio(edges.inside, whole.weight) - expected * chance
    return sum_of(np.where(edges.nodes > 0, values, np.nan), edges.nodes)


def modularity_lazar(network: Any, clustering: Any, *, threads: int | None = None) -> Quality:
    """Edges of a node that stay in a cluster less those that leave, times how dense it is.

    M^ov of Lázár et al. 2010, for overlapping clusters: the mean over clusters of the density
    inside, times the mean over its nodes of (edges inside − edges out) / (all edges · clusters of
    the node). From −1 to 1; 0 for a cluster of one node. Shares of nodes are ignored, and loops.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 3)])
    >>> quality.modularity_lazar(network, [[1, 2, 3], [3, 4, 5]])
    Quality(0.6666666666666666)
    """
    return evaluate("modularity_lazar", network, clustering, threads=threads)


def _modularity_lazar(surplus: Surplus) -> Quality:
    edges = surplus.edges
    values = surplus.mean * ratio(edges.links, edges.pairs)
    values[edges.nodes == 1] = 0
    return mean_of(values, edges.nodes)


def modularity_density(
    network: Any, clustering: Any, *, balance: float = 0.5, threads: int | None = None
) -> Quality:
    """Edge ends that stay in a cluster less those that leave, per node, added up.

    D of Li et al. 2008: Σ (2m − c) / n; with another `balance` λ, D_λ = Σ (2λ·2m − 2(1 − λ)·c) / n:
    towards 1 it favours small clusters, towards 0 large ones.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.modularity_density(network, [[1, 2, 3], [4, 5, 6]])
    Quality(3.3333333333333335)
    """
    return evaluate("modularity_density", network, clustering, threads=threads, balance=balance)


def _modularity_density(edges: ClusterEdges, *, balance: float) -> Quality:
    stay, leave = 2 * edges.inside, edges.leaving
    return sum_of(ratio(2 * balance * stay - 2 * (1 - balance) * leave, edges.nodes), edges.nodes)


def modularity_qds(network: Any, clustering: Any, *, threads: int | None = None) -> Quality:
    """Modularity with terms that count by density, less a penalty for split clusters.

    Q_ds of Chen et al. 2014, for crisp clusters: Σ m/M·d − ((2m + c)/2M·d)² − Σ' m'/2M·d', with the
    density d inside a cluster, and m' edges of density d' between it and each other cluster. A
    cluster of one node has no density inside: 0.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.modularity_qds(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.3412698412698412)
    """
    return evaluate("modularity_qds", network, clustering, threads=threads)


def _modularity_qds(splits: Splits) -> Quality:
    edges, whole = splits.edges, splits.edges.whole
    density = np.nan_to_num(ratio(edges.inside - edges.loops, edges.pairs))
    possible = edges.nodes * (
        2 if whole.directed else 1
    )  # edges between it and another cluster, for each node of that
    values = (
        ratio(edges.inside, whole.weight) * density
        - (ratio(edges.volume, 2 * whole.weight) * density) ** 2
        - ratio(splits.between, 2 * whole.weight * possible)
    )
    return sum_of(values, edges.nodes)
