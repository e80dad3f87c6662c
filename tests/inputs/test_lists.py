"""Lists of collections that are not clusters: pairs, edges, clusters of nodes, matrices."""

import json
import warnings

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse

import accord
from accord.errors import AccordError, AccordWarning, InputError

PAIRS = [("ann", "red"), ("bob", "red"), ("eve", "blue")]
NODES = {"ann": 0, "bob": 0, "eve": 1}
EDGES = [[1, 2], [2, 3], [3, 1]]
RING = [[i, (i + 1) % 20] for i in range(20)]
ONE_HOT = [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
OTHER_ONE_HOT = [[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]]
CLUSTERS_OF_NODES = [["x"], ["x", "y"], ["y"], ["y"]]
OTHER_CLUSTERS_OF_NODES = [["x"], ["x"], ["y"], ["x", "y"]]


@pytest.mark.parametrize(
    "pairs",
    [
        PAIRS,
        dict(PAIRS).items(),
        set(PAIRS),
        [(cluster, node) for node, cluster in PAIRS],
    ],
    ids=["tuples", "items", "set", "reversed"],
)
def test_pairs_of_the_nodes_of_the_other_side_are_memberships(pairs):
    assert accord.f1p(pairs, NODES) == 1


def test_pairs_alone_are_memberships_with_a_line():
    with pytest.warns(AccordWarning, match="3 pairs of a node and its cluster"):
        assert accord.as_clustering(PAIRS).to_sets() == [{"ann", "bob"}, {"eve"}]
    assert accord.as_clustering(PAIRS, orientation="clusters").n_clusters == 3


def test_pairs_of_nodes_of_the_other_side_are_clusters():
    assert accord.f1p([["a", "b"], ["c", "b"]], [["a", "b"], ["b", "c"]]) == 1


@pytest.mark.parametrize("clusters", [[[0, 1], [2, 3]], [["a", "b"], ["c", "d"], ["e", "f"]]])
def test_partition_into_pairs_is_clusters(clusters):
    assert accord.as_clustering(clusters).n_clusters == len(clusters)


def test_many_lists_of_two_are_read_as_tuples_are():
    """A few lists of two are clusters; these have a cluster of 20 nodes, or are a ring."""
    pairs = [[f"node {i}", "red"] for i in range(20)] + [["node 20", "blue"]]
    assert accord.f1p(pairs, dict(pairs)) == 1
    assert accord.as_clustering([["ann", "bob"], ["bob", "eve"], ["eve", "ann"]]).n_clusters == 3
    with pytest.raises(InputError, match="edges of a network"):
        accord.as_clustering(RING)


@pytest.mark.parametrize(
    "edges", [list(map(tuple, EDGES)), set(map(tuple, EDGES)), map(tuple, EDGES)]
)
def test_edges_are_no_clusters(edges):
    with pytest.raises(InputError, match="edges of a network"):
        accord.f1p(edges, [[1, 2], [3]])


def test_edges_are_clusters_if_said():
    assert accord.as_clustering(EDGES, orientation="clusters").n_clusters == 3


@pytest.mark.parametrize(
    "make", [list, np.array, lambda rows: dict(zip("abcd", rows, strict=True))]
)
def test_nested_zeros_and_ones_are_a_membership_matrix(make):
    # {0, 1}, {2}, {3} against {0}, {1, 2}, {3}
    by_labels = accord.f1p([0, 0, 1, 2], [0, 1, 1, 2])
    assert accord.f1p(make(ONE_HOT), make(OTHER_ONE_HOT)) == pytest.approx(by_labels, abs=1e-12)


@pytest.mark.parametrize(
    ("data", "other", "value"),
    [
        (ONE_HOT, OTHER_ONE_HOT, accord.f1p([0, 0, 1, 2], [0, 1, 1, 2])),
        (
            dict(zip("abcd", ONE_HOT, strict=True)),
            dict(zip("abcd", OTHER_ONE_HOT, strict=True)),
            accord.f1p([0, 0, 1, 2], [0, 1, 1, 2]),
        ),
        ([["x"], ["x"], ["y"], ["y"]] * 5, [["a"], ["a"], ["b"], ["b"]] * 5, 1),
    ],
    ids=["one-hot", "one-hot by node", "clusters of nodes"],
)
@pytest.mark.filterwarnings("ignore:.*is read as the clusters of 20 nodes")
def test_json_is_read_as_lists_are(tmp_path, data, other, value):
    for name, content in (("a.json", data), ("b.json", other)):
        (tmp_path / name).write_text(json.dumps(content))
    assert accord.f1p(tmp_path / "a.json", tmp_path / "b.json") == pytest.approx(value)


def test_pairs_and_edges_in_json(tmp_path):
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps([[f"node {i}", "x"] for i in range(20)] + [["c", "y"]]))
    with pytest.warns(AccordWarning, match="21 pairs of a node and its cluster"):
        assert sorted(map(len, accord.read(path).to_sets())) == [1, 20]
    path.write_text(json.dumps(RING))
    with pytest.raises(AccordError, match="edges of a network"):
        accord.read(path)


def test_series_of_collections_has_nodes_as_index():
    truth, found = pd.Series(CLUSTERS_OF_NODES), pd.Series(OTHER_CLUSTERS_OF_NODES)
    with pytest.warns(AccordWarning, match="clusters of 4 nodes"):
        assert accord.omega(truth, found) == pytest.approx(0.25)


def test_long_lists_of_few_values_are_the_clusters_of_nodes():
    """Most collections are duplicates; a short list holds clusters whatever its values are."""
    truth, found = CLUSTERS_OF_NODES * 50, OTHER_CLUSTERS_OF_NODES * 50
    said = accord.omega(truth, found, orientation="nodes")
    with pytest.warns(AccordWarning, match="the clusters of 200 nodes"):
        assert accord.omega(truth, found) == said
    assert accord.as_clustering(CLUSTERS_OF_NODES).n_clusters == 4


def test_repeated_members_are_said():
    with pytest.warns(AccordWarning, match="5 of 7 nodes"):
        accord.as_clustering([["a", "a", "a", "a"], ["b", "b", "b"]])


@pytest.mark.parametrize(
    "labels", [{"a": 0, "b": 0, "c": 1}.values(), (label for label in (0, 0, 1))]
)
def test_values_of_a_dict_and_generators_are_labels(labels):
    assert accord.f1p(labels, [5, 5, 7]) == 1


def symmetric_matrices():
    graph = nx.path_graph(4)
    distances = np.abs(np.subtract.outer(range(4), range(4))) / 4
    adjacency = nx.to_numpy_array(graph)
    return [adjacency, scipy.sparse.csr_array(adjacency), distances, 1 - distances]


@pytest.mark.parametrize("matrix", symmetric_matrices())
def test_symmetric_matrix_is_no_membership_matrix(matrix):
    with pytest.raises(InputError, match="square symmetric matrix"):
        accord.as_clustering(matrix)


def test_identity_is_a_membership_matrix():
    assert accord.f1p(np.eye(3), [0, 1, 2]) == 1


def test_matrix_with_clusters_as_rows_is_said():
    matrix = np.array([[1, 1, 0, 0], [0, 0, 1, 1]])
    with pytest.warns(AccordWarning, match=r"pass truth\.T"):
        accord.f1p(matrix, [0, 1])
    assert accord.f1p(matrix.T, [0, 0, 1, 1]) == 1


def test_igraph_made_from_networkx_keeps_its_nodes():
    igraph = pytest.importorskip("igraph")
    graph = nx.relabel_nodes(nx.barbell_graph(5, 0), lambda node: node + 1)
    converted = igraph.Graph.from_networkx(graph)
    partition = igraph.VertexClustering(converted, [0] * 5 + [1] * 5)
    assert accord.as_clustering(partition).to_sets() == [set(range(1, 6)), set(range(6, 11))]
    assert set(accord.as_network(converted).nodes()) == set(range(1, 11))


def test_usual_lists_of_clusters_are_read_without_a_word():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert accord.f1p([[0, 1], [2]], [[0], [1, 2]]) < 1
        assert accord.f1p([{"a", "b"}, {"b", "c"}], [{"a"}, {"b", "c"}]) < 1
