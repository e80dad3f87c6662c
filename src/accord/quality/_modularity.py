"""Modularity and its variants: edges inside clusters, less those that chance would put there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.metric_options import NonNegative, Probability
from accord._summaries.clustering_on_network import (
    Belonging,
    ClusterEdges,
    NetworkTotals,
    Splits,
    Surplus,
    ratio,
)
from accord.quality._metric import quality_metric
from accord.quality._quality import Quality, mean_of, sum_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CRISP: dict[str, Any] = {"crisp": True, "instead": ("modularity_shen", "modularity_lazar")}


@quality_metric(
    ClusterEdges,
    bounds=(None, 1.0),
    **_CRISP,
    aggregate="sum",
    reference="Newman & Girvan 2004; directed: Leicht & Newman 2008",
    weighted="Share of the edge weight inside clusters, less the share that chance would put in.",
)
def modularity(edges: ClusterEdges, *, resolution: NonNegative = 1.0) -> Quality:
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
    return _beyond_chance(edges.network, edges, resolution)


@quality_metric(
    Belonging,
    parameters={"worth": "shares"},
    bounds=(None, 1.0),
    aggregate="sum",
    reference="Shen, Cheng, Cai & Hu 2009",
    weighted="Modularity by weight, with each node divided among its clusters.",
)
def modularity_shen(belonging: Belonging, *, resolution: NonNegative = 1.0) -> Quality:
    """Modularity with each node divided among its clusters.

    The extended modularity EQ (Shen et al. 2009): as `modularity`, but an edge inside a cluster
    counts by the product of the parts of its two nodes that belong to the cluster: 1 for a node of
    one cluster, 1/2 for a node of two, or its share there. `resolution` as in `modularity`.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 3)])
    >>> quality.modularity_shen(network, [[1, 2, 3], [3, 4, 5]])
    Quality(0.16666666666666663)
    """
    return _beyond_chance(belonging.network, belonging, resolution)


@quality_metric(
    Belonging,
    parameters={"worth": "logistic"},
    bounds=(None, 1.0),
    aggregate="sum",
    reference="Nicosia, Mangioni, Carchiolo & Malgeri 2009",
    weighted="Modularity by weight, edges assigned by a steep function of their nodes' shares.",
)
def modularity_nicosia(belonging: Belonging) -> Quality:
    """Modularity with edges assigned to clusters by a steep function of their nodes' shares.

    Q_ov of Nicosia et al. 2009, with F(a, b) = s(a) s(b) and s(a) = 1 / (1 + exp(30 − 60 a)), as
    there: an edge belongs to a cluster by F of the shares of its two nodes, and chance puts edges
    there by the mean of F over all nodes of the network, so that it is not `modularity` for crisp
    clusters. A node has no share, and s = 0, in a cluster that it is not in.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 3)])
    >>> round(quality.modularity_nicosia(network, [[1, 2, 3], [3, 4, 5]]), 6)
    0.541667
    """
    mean_worth = belonging.worth / belonging.network.nodes
    return _beyond_chance(belonging.network, belonging, mean_worth**2)


def _beyond_chance(
    network: NetworkTotals, edges: ClusterEdges | Belonging, scale: float | NDArray[np.float64]
) -> Quality:
    """Σ share of the weight inside − scale · share that chance would put there, over clusters."""
    ends = network.weight * (1 if network.directed else 2)
    chance = ratio(edges.volume_out, ends) * ratio(edges.volume_in, ends)
    values = ratio(edges.inside, network.weight) - scale * chance
    return sum_of(np.where(edges.nodes > 0, values, np.nan), edges.nodes)


@quality_metric(
    Surplus,
    bounds=(-1.0, 1.0),
    reference="Lázár, Ábel & Vicsek 2010",
    weighted="Edge weight of a node that stays in a cluster less what leaves, times its density.",
)
def modularity_lazar(surplus: Surplus) -> Quality:
    """Edges of a node that stay in a cluster less those that leave, times how dense it is.

    M^ov of Lázár et al. 2010, for overlapping clusters: the mean over clusters of the density
    inside, times the mean over its nodes of (edges inside − edges out) / (all edges · clusters of
    the node). From −1 to 1; 0 for a cluster of one node. Shares and loops are ignored.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 3)])
    >>> quality.modularity_lazar(network, [[1, 2, 3], [3, 4, 5]])
    Quality(0.6666666666666666)
    """
    edges = surplus.edges
    values = surplus.mean * ratio(edges.links, edges.pairs)
    values[edges.nodes == 1] = 0
    return mean_of(values, edges.nodes)


@quality_metric(
    ClusterEdges,
    bounds=(None, None),
    aggregate="sum",
    scales=True,
    reference="Li, Zhang, Wang, Zhang & Chen 2008",
    weighted="Weight of edge ends that stay in a cluster less that of others, per node, added up.",
)
def modularity_density(edges: ClusterEdges, *, balance: Probability = 0.5) -> Quality:
    """Edge ends that stay in a cluster less those that leave, per node, added up.

    D of Li et al. 2008: Σ (2m − c) / n; with another `balance` λ, D_λ = Σ (2λ·2m − 2(1 − λ)·c) / n:
    towards 1 it favours small clusters, towards 0 large ones.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.modularity_density(network, [[1, 2, 3], [4, 5, 6]])
    Quality(3.3333333333333335)
    """
    stay, leave = 2 * edges.inside, edges.leaving
    return sum_of(ratio(2 * balance * stay - 2 * (1 - balance) * leave, edges.nodes), edges.nodes)


@quality_metric(
    Splits,
    bounds=(None, 1.0),
    **_CRISP,
    aggregate="sum",
    scales=True,
    reference="Chen, Kuzmin & Szymanski 2014",
    weighted="Modularity by weight, with terms that count by density, less a penalty for splits.",
)
def modularity_qds(splits: Splits) -> Quality:
    """Modularity with terms that count by density, less a penalty for split clusters.

    Q_ds of Chen et al. 2014, for crisp clusters: Σ m/M·d − ((2m + c)/2M·d)² − Σ' m'/2M·d', with the
    density d inside a cluster, and m' edges of density d' between it and each other cluster. A
    cluster of one node has no density inside: 0.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.modularity_qds(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.3412698412698412)
    """
    edges, network = splits.edges, splits.edges.network
    density = np.nan_to_num(ratio(edges.inside - edges.loops, edges.pairs))
    # Edges that there could be between it and another cluster, for each node of that one.
    possible = edges.nodes * (2 if network.directed else 1)
    values = (
        ratio(edges.inside, network.weight) * density
        - (ratio(edges.volume, 2 * network.weight) * density) ** 2
        - ratio(splits.between, 2 * network.weight * possible)
    )
    return sum_of(values, edges.nodes)
