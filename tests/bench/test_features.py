"""Features of networks against networkx, and the distance between networks."""

import math

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord._foundation.network import Network
from accord.bench import _features as module
from accord.bench._features import FEATURES, mean_features, network_distance, network_features

edge_lists = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=60)


def skeleton(nodes: range, edges: list[tuple[int, int]]) -> networkx.Graph:
    graph = networkx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edge for edge in edges if edge[0] != edge[1])
    return graph


@settings(max_examples=60)
@given(edge_lists, st.booleans())
def test_features_equal_networkx(edges: list[tuple[int, int]], directed: bool) -> None:
    nodes = range(15)
    network = Network.from_edges(edges, nodes=nodes, directed=directed)
    found, graph = network_features(network), skeleton(nodes, edges)
    degrees = [degree for _, degree in graph.degree]
    distinct = {edge if directed else tuple(sorted(edge)) for edge in edges}
    assert (found["nodes"], found["edges"], found["directed"]) == (15, len(distinct), directed)
    assert found["mean_degree"] == pytest.approx(2 * len(distinct) / 15)
    assert found["transitivity"] == pytest.approx(networkx.transitivity(graph))
    assert found["clustering"] == pytest.approx(networkx.average_clustering(graph))
    assert found["largest_component"] == max(map(len, networkx.connected_components(graph))) / 15
    assert found["degree_spread"] == pytest.approx(
        np.std(degrees) / np.mean(degrees) if any(degrees) else 0
    )
    ends = {
        degree for edge in graph.edges for degree in (graph.degree[edge[0]], graph.degree[edge[1]])
    }
    if len(ends) > 1:
        expected = networkx.degree_pearson_correlation_coefficient(graph)
        assert found["assortativity"] == pytest.approx(expected, abs=1e-9)
    else:
        assert found["assortativity"] == 0
    assert set(found) == set(FEATURES)
    assert all(math.isfinite(value) for value in found.values())


def test_weights_change_only_the_weighted_feature() -> None:
    edges = [(1, 2), (2, 3), (3, 1), (3, 4)]
    plain = network_features(Network.from_edges(edges))
    weighted = Network.from_edges(
        [(*edge, weight) for edge, weight in zip(edges, (5, 1, 2, 9), strict=True)]
    )
    assert network_features(weighted) == plain | {"weighted": 1.0}


def test_sampled_wedges_agree_with_exact_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = networkx.powerlaw_cluster_graph(600, 6, 0.7, seed=3)
    network = Network.from_edges(list(graph.edges))
    counted = network_features(network)
    monkeypatch.setattr(module, "MOST_WEDGES", 1000)
    drawn = network_features(network, seed=5)
    # Five standard errors of a share from 100,000 draws are at most 0.008.
    for name in ("transitivity", "clustering"):
        assert drawn[name] == pytest.approx(counted[name], abs=0.008)
        assert drawn[name] != counted[name]
    assert drawn == network_features(network, seed=5)
    assert drawn != network_features(network, seed=6)


def test_features_of_a_large_network_are_fast() -> None:
    random = np.random.default_rng(1)
    hub = np.column_stack((np.zeros(200_000, np.int64), np.arange(1, 200_001)))
    network = Network.from_edges(np.concatenate((hub, random.integers(200_000, size=(300_000, 2)))))
    found = network_features(network)  # the hub alone has 2 · 10¹⁰ wedges
    assert found["largest_component"] == 1
    assert found["assortativity"] < 0


def test_invalid_seed_is_refused() -> None:
    with pytest.raises(accord.InputError, match="seed must be an integer"):
        network_features(Network.from_edges([(1, 2)]), seed=-1)


def test_distances_follow_the_definition() -> None:
    base = network_features(Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4)]))
    assert network_distance(base, base) == 0
    assert network_distance(base, base | {"nodes": 10 * base["nodes"]}) == pytest.approx(1)
    assert network_distance(base, base | {"mean_degree": base["mean_degree"] / 3}) == pytest.approx(
        1
    )
    assert network_distance(
        base, base | {"transitivity": base["transitivity"] - 0.25, "directed": 1.0}
    ) == pytest.approx(math.sqrt(2))
    assert network_distance(base, base | {"edges": 12345.0}) == 0
    assert network_distance({"nodes": 5}, {"nodes": 50, "clustering": 1}) == pytest.approx(1)
    with pytest.raises(accord.InputError, match="no feature in common"):
        network_distance({"nodes": 5}, {"clustering": 1})


values = st.fixed_dictionaries({name: st.floats(0, 1e6) for name in FEATURES})


@given(values, values, values)
def test_distance_is_a_metric(
    first: dict[str, float], second: dict[str, float], third: dict[str, float]
) -> None:
    assert network_distance(first, second) == network_distance(second, first) >= 0
    assert (
        network_distance(first, third)
        <= network_distance(first, second) + network_distance(second, third) + 1e-6
    )


@given(values, st.integers(1, 4))
def test_mean_of_equal_networks_is_unchanged(first: dict[str, float], times: int) -> None:
    assert mean_features([first] * times) == pytest.approx(first)


def test_mean_of_ratio_features_is_geometric() -> None:
    found = mean_features(
        [{"nodes": 10, "clustering": 0.2, "edges": 4}, {"nodes": 1000, "clustering": 0.4}]
    )
    assert found == pytest.approx({"nodes": 100, "clustering": 0.3})
