"""Values equal those of igraph, networkx, NetworKit and cdlib, or differ as the docs say."""

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest

from accord import Clustering, Network, quality
from accord.quality import Quality

CLOSE = {"rel": 1e-10, "abs": 1e-12}
SEEDS = range(4)


def random_graph(seed: int, *, directed: bool = False, weighted: bool = False) -> nx.Graph:
    """Two dense parts and random edges between them; no loops, no node without edges."""
    rng = np.random.default_rng(seed)
    graph = nx.DiGraph() if directed else nx.Graph()
    for u in range(40):
        for v in range(40):
            if (u < v or (directed and u != v)) and rng.random() < (
                0.35 if (u < 20) == (v < 20) else 0.06
            ):
                graph.add_edge(u, v, weight=float(rng.integers(1, 9)) / 4 if weighted else 1.0)
        graph.add_edge(u, (u + 1) % 40, weight=1.0)
    return graph


def network_of(graph: nx.Graph, *, weighted: bool = False) -> Network:
    sources, targets, weights = zip(*graph.edges(data="weight"), strict=True)
    return Network.from_edges(
        sources, targets, weights=weights if weighted else None, directed=graph.is_directed()
    )


def partition(seed: int) -> list[list[int]]:
    labels = np.random.default_rng(100 + seed).integers(4, size=40)
    return [np.flatnonzero(labels == label).tolist() for label in range(4)]


def cover(seed: int) -> list[list[int]]:
    rng = np.random.default_rng(200 + seed)
    return [
        sorted(rng.choice(40, size=size, replace=False).tolist()) for size in (3, 8, 12, 20, 25, 2)
    ]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("resolution", [1.0, 0.4, 2.5])
def test_modularity_equals_igraph_and_networkx(
    seed: int, weighted: bool, directed: bool, resolution: float
) -> None:
    igraph = pytest.importorskip("igraph")
    graph, clusters = random_graph(seed, directed=directed, weighted=weighted), partition(seed)
    value = quality.modularity(
        network_of(graph, weighted=weighted), clusters, resolution=resolution
    )
    weight = "weight" if weighted else None
    assert value == pytest.approx(
        nx.community.modularity(graph, clusters, weight=weight, resolution=resolution), **CLOSE
    )
    labels = np.zeros(40, int)
    for label, cluster in enumerate(clusters):
        labels[cluster] = label
    other = igraph.Graph(40, list(graph.edges()), directed=directed)
    weights = [w for _, _, w in graph.edges(data="weight")] if weighted else None
    theirs = other.modularity(
        labels.tolist(), weights=weights, resolution=resolution, directed=directed
    )
    assert value == pytest.approx(theirs, **CLOSE)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_modularity_and_coverage_equal_networkit(seed: int, weighted: bool) -> None:
    networkit = pytest.importorskip("networkit")
    graph, clusters = random_graph(seed, weighted=weighted), partition(seed)
    other = networkit.Graph(40, weighted=weighted)
    for u, v, weight in graph.edges(data="weight"):
        other.addEdge(u, v, weight)
    parts = networkit.Partition(40)
    parts.allToSingletons()
    for cluster in clusters:
        for node in cluster[1:]:
            parts.mergeSubsets(parts.subsetOf(cluster[0]), parts.subsetOf(node))
    network = network_of(graph, weighted=weighted)
    modularity = networkit.community.Modularity().getQuality(parts, other)
    assert quality.modularity(network, clusters) == pytest.approx(modularity, **CLOSE)
    coverage = networkit.community.Coverage().getQuality(parts, other)
    assert quality.coverage(network, clusters) == pytest.approx(coverage, **CLOSE)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_cuts_equal_networkx(seed: int, weighted: bool) -> None:
    graph, clusters = random_graph(seed, weighted=weighted), cover(seed)
    network, weight = network_of(graph, weighted=weighted), "weight" if weighted else None
    theirs: list[tuple[Quality, Callable[..., float]]] = [
        (quality.conductance(network, clusters, volume="smaller"), nx.conductance),
        (quality.normalized_cut(network, clusters), nx.normalized_cut_size),
    ]
    for value, function in theirs:
        assert value.per_cluster.tolist() == pytest.approx(
            [function(graph, c, weight=weight) for c in clusters], **CLOSE
        )
    small = [place for place, cluster in enumerate(clusters) if len(cluster) <= 20]
    wanted = [nx.edge_expansion(graph, clusters[place], weight=weight) for place in small]
    assert quality.expansion(network, clusters).per_cluster[small].tolist() == pytest.approx(
        wanted, **CLOSE
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("directed", [False, True])
def test_coverage_equals_networkx(seed: int, directed: bool) -> None:
    graph, clusters = random_graph(seed, directed=directed), partition(seed)
    wanted, _ = nx.community.partition_quality(graph, clusters)
    assert quality.coverage(network_of(graph), clusters) == pytest.approx(wanted, **CLOSE)


#: Ours, and what cdlib calls it.
SAME_IN_CDLIB = {
    "conductance": "conductance",
    "expansion": "expansion",
    "cut_ratio": "cut_ratio",
    "normalized_cut": "normalized_cut",
    "internal_density": "internal_edge_density",
    "average_degree": "average_internal_degree",
    "flake_odf": "flake_odf",
    "triangle_participation": "triangle_participation_ratio",
}


def of_cdlib(name: str, graph: nx.Graph, clusters: list[list[int]], **options: Any) -> Any:
    evaluation = pytest.importorskip("cdlib.evaluation")
    communities = pytest.importorskip("cdlib").NodeClustering(
        clusters, graph, "random", overlap=True
    )
    return getattr(evaluation, name)(graph, communities, **options)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SAME_IN_CDLIB)
def test_cluster_values_equal_cdlib(seed: int, name: str) -> None:
    graph, clusters = random_graph(seed), cover(seed)
    options = {"form": "yang_leskovec"} if name == "normalized_cut" else {}
    value = getattr(quality, name)(network_of(graph), clusters, **options)
    theirs = of_cdlib(
        SAME_IN_CDLIB[name], graph, sorted(clusters, key=len, reverse=True), summary=False
    )
    assert sorted(value.per_cluster.tolist()) == pytest.approx(sorted(theirs), **CLOSE)
    summary = of_cdlib(SAME_IN_CDLIB[name], graph, clusters)
    assert (value, value.min, value.max, value.spread) == pytest.approx(
        (summary.score, summary.min, summary.max, summary.std), **CLOSE
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_modularities_equal_cdlib(seed: int) -> None:
    graph, crisp, clusters = random_graph(seed), partition(seed), cover(seed)
    network = network_of(graph)
    values = {
        "newman_girvan_modularity": (quality.modularity(network, crisp), crisp, {}),
        "modularity_overlap": (quality.modularity_lazar(network, clusters), clusters, {}),
        "modularity_density": (quality.modularity_density(network, clusters), clusters, {}),
    }
    for name, (value, given, options) in values.items():
        assert value == pytest.approx(of_cdlib(name, graph, given, **options).score, **CLOSE)
    other = of_cdlib("modularity_density", graph, clusters, lmbd=0.3).score
    assert quality.modularity_density(network, clusters, balance=0.3) == pytest.approx(
        other, **CLOSE
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_odf_fractions_are_counts_in_cdlib(seed: int) -> None:
    """Its ODFs are not divided by the degree: 1 is the most that a fraction can be."""
    graph, clusters = random_graph(seed), cover(seed)
    assert (
        of_cdlib("max_odf", graph, clusters).score
        > 1
        >= quality.max_odf(network_of(graph), clusters)
    )
    counts = [
        sum(other not in cluster for node in cluster for other in graph[node]) / len(cluster)
        for cluster in clusters
    ]
    assert of_cdlib("avg_odf", graph, clusters).score == pytest.approx(
        sum(counts) / len(counts), **CLOSE
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_triangle_participation_equals_networkx_also_around_hubs(seed: int) -> None:
    graph = nx.barabasi_albert_graph(400, 3, seed=seed)
    rng = np.random.default_rng(seed)
    clusters = [
        sorted(rng.choice(400, size=size, replace=False).tolist()) for size in (30, 120, 250, 399)
    ] + [list(range(400))]
    wanted = [
        sum(triangles > 0 for triangles in nx.triangles(graph.subgraph(cluster)).values())
        / len(cluster)
        for cluster in clusters
    ]
    network = Network.from_edges(list(graph.edges()))
    assert quality.triangle_participation(network, clusters).per_cluster.tolist() == pytest.approx(
        wanted, **CLOSE
    )


def test_triangles_and_stars_match_hand_calculation() -> None:
    triangles = Network.from_edges([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)])
    clusters = Clustering.from_clusters([[0, 1, 2], [3, 4, 5]])
    assert quality.modularity(triangles, clusters) == pytest.approx(0.5)
    assert (
        quality.modularity_lazar(triangles, clusters)
        == quality.triangle_participation(triangles, clusters)
        == 1
    )
    assert quality.modularity_qds(triangles, clusters) == pytest.approx(0.5)  # all densities are 1
    assert not quality.separability(triangles, clusters).is_defined
    star = Network.from_edges([(0, leaf) for leaf in range(1, 6)])
    assert quality.triangle_participation(star, [range(6)]) == 0
    assert quality.internal_density(star, [range(6)]) == pytest.approx(1 / 3)
