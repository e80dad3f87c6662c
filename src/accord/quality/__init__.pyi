"""The public names of accord.quality.

For type checkers and editors. Written by tools/generate.py.
"""

from collections.abc import Sequence
from typing import Literal

from accord._foundation.reading import Orientation
from accord._foundation.types import ClusteringLike, NetworkLike
from accord.metrics._other_names import missing_attribute as missing_attribute
from accord.quality._metric import QUALITIES as QUALITIES
from accord.quality._metric import QualityMetric as QualityMetric
from accord.quality._quality import Quality as Quality
from accord.quality._requests import OTHER_NAMES as OTHER_NAMES
from accord.quality._results import ClusterScores as ClusterScores
from accord.quality._results import Scores as Scores
from accord.quality._results import ScoresByClustering as ScoresByClustering
from accord.quality._score import score as score

def modularity(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    resolution: float = 1.0,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
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

def modularity_shen(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    resolution: float = 1.0,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Modularity with each node divided among its clusters.

    The extended modularity EQ (Shen et al. 2009): as `modularity`, but an edge inside a cluster
    counts by the product of the parts of its two nodes that belong to the cluster: 1 for a node of
    one cluster, 1/2 for a node of two, or its share there. `resolution` as in `modularity`.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 3)])
    >>> quality.modularity_shen(network, [[1, 2, 3], [3, 4, 5]])
    Quality(0.16666666666666663)
    """

def modularity_nicosia(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
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

def modularity_lazar(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Edges of a node that stay in a cluster less those that leave, times how dense it is.

    M^ov of Lázár et al. 2010, for overlapping clusters: the mean over clusters of the density
    inside, times the mean over its nodes of (edges inside − edges out) / (all edges · clusters of
    the node). From −1 to 1; 0 for a cluster of one node. Shares and loops are ignored.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 3)])
    >>> quality.modularity_lazar(network, [[1, 2, 3], [3, 4, 5]])
    Quality(0.6666666666666666)
    """

def modularity_density(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    balance: float = 0.5,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Edge ends that stay in a cluster less those that leave, per node, added up.

    D of Li et al. 2008: Σ (2m − c) / n; with another `balance` λ, D_λ = Σ (2λ·2m − 2(1 − λ)·c) / n:
    towards 1 it favours small clusters, towards 0 large ones.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.modularity_density(network, [[1, 2, 3], [4, 5, 6]])
    Quality(3.3333333333333335)
    """

def modularity_qds(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Modularity with terms that count by density, less a penalty for split clusters.

    Q_ds of Chen et al. 2014, for crisp clusters: Σ m/M·d − ((2m + c)/2M·d)² − Σ' m'/2M·d', with the
    density d inside a cluster, and m' edges of density d' between it and each other cluster. A
    cluster of one node has no density inside: 0.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.modularity_qds(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.3412698412698412)
    """

def conductance(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    volume: Literal["own", "smaller"] = "own",
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
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

def expansion(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Edges that leave a cluster, per node of it.

    The mean over clusters of c / n, with c edges that leave the cluster of n nodes (Yang & Leskovec
    2012).

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.expansion(network, [[1, 2, 3, 4], [5, 6]])
    Quality(0.75)
    """

def cut_ratio(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Share of the possible edges out of a cluster that exist.

    The mean over clusters of c / (n (N − n)), of N nodes in all (Yang & Leskovec 2012); in a
    directed network twice as many are possible.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.cut_ratio(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.1111111111111111)
    """

def normalized_cut(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    form: Literal["shi_malik", "yang_leskovec"] = "shi_malik",
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
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

def separability(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Edges inside a cluster for each edge that leaves it.

    The mean over clusters of m / c (Yang & Leskovec 2012); not defined for a cluster that no edge
    leaves, whose conductance is 0.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.separability(network, [[1, 2, 3], [4, 5, 6]])
    Quality(3.0)
    """

def max_odf(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Largest share of a node's edges that lead out of its cluster.

    The out-degree fraction of a node is the share of its edges that lead out of the cluster, 0 if
    it has no edges. The largest of these is the value of a cluster; the mean over clusters is taken
    (Flake et al. 2000, Yang & Leskovec 2012).

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.max_odf(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.3333333333333333)
    """

def average_odf(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Mean share of a node's edges that lead out of its cluster.

    As `max_odf`, with the mean over the nodes of a cluster.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.average_odf(network, [[1, 2, 3], [4, 5, 6]])
    Quality(0.1111111111111111)
    """

def flake_odf(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Share of the nodes with more edges out of their cluster than inside.

    The mean over clusters. Flake et al. 2000, Yang & Leskovec 2012.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)])
    >>> quality.flake_odf(network, [[1, 2, 3, 4], [5, 6]])
    Quality(0.125)
    """

def internal_density(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Share of the possible edges inside a cluster that exist.

    The mean over clusters of m / (n (n − 1) / 2), in a directed network m / (n (n − 1)), without
    loops (Radicchi et al. 2004, Yang & Leskovec 2012). Not defined for a cluster of one node. 1:
    all nodes are linked.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
    >>> quality.internal_density(network, [[1, 2, 3], [3, 4, 5]])
    Quality(0.8333333333333333)
    """

def average_degree(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Mean number of edges from a node to others in its cluster.

    The mean over clusters of 2m / n (Radicchi et al. 2004, Yang & Leskovec 2012); a loop counts
    twice, edges in both directions count.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
    >>> quality.average_degree(network, [[1, 2, 3], [4, 5]])
    Quality(1.5)
    """

def coverage(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Share of all edges that are inside a cluster.

    Of overlapping clusters, edges whose two nodes have a cluster in common, each counted once
    (Fortunato 2010). The value of a cluster is its own share of all edges.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
    >>> quality.coverage(network, [[1, 2, 3], [4, 5]])
    Quality(0.8)
    """

def triangle_participation(
    network: NetworkLike,
    clustering: ClusteringLike,
    *,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    threads: int | None = None,
) -> Quality:
    """Share of the nodes of a cluster that are in a triangle inside it.

    The mean over clusters. Yang & Leskovec 2012. Neither weights nor directions of edges matter.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
    >>> quality.triangle_participation(network, [[1, 2, 3, 4], [4, 5]])
    Quality(0.375)
    """
