"""Networks from what libraries and people hold, against what these say of themselves."""

import random
import warnings
from pathlib import Path
from typing import Any

import igraph
import networkit
import networkx
import numpy as np
import pandas
import polars
import pyarrow
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord import InputError, Network

edge_sets = st.dictionaries(
    st.tuples(st.integers(0, 7), st.integers(0, 7)), st.floats(1e-3, 1e3), min_size=1, max_size=20
)


def as_undirected(edges: dict[tuple[int, int], float]) -> dict[tuple[int, int], float]:
    return {(min(pair), max(pair)): weight for pair, weight in edges.items()}


def expected(edges: dict[tuple[int, int], float], directed: bool, weighted: bool) -> Network:
    return Network.from_edges(
        list(edges),
        weights=list(edges.values()) if weighted else None,
        nodes=range(8),
        directed=directed,
    )


@settings(max_examples=40)
@given(edge_sets, st.booleans(), st.booleans())
def test_library_graphs_and_matrices_are_read(
    edges: dict[tuple[int, int], float], directed: bool, weighted: bool
) -> None:
    edges = edges if directed else as_undirected(edges)
    network = expected(edges, directed, weighted)
    triples = [(*pair, weight) for pair, weight in edges.items()]

    nx = networkx.DiGraph() if directed else networkx.Graph()
    nx.add_nodes_from(range(8))
    nx.add_weighted_edges_from(triples) if weighted else nx.add_edges_from(edges)
    assert accord.as_network(nx) == network

    ig = igraph.Graph(8, list(edges), directed=directed)
    if weighted:
        ig.es["weight"] = list(edges.values())
    assert accord.as_network(ig) == network

    nk = networkit.Graph(8, weighted=weighted, directed=directed)
    for a, b, weight in triples:
        nk.addEdge(a, b, weight)
    assert accord.as_network(nk) == network

    matrix = np.zeros((8, 8))
    for a, b, weight in triples:
        matrix[a, b] = weight if weighted else 1
        if not directed:
            matrix[b, a] = matrix[a, b]
    for form in (matrix, scipy.sparse.csr_array(matrix), scipy.sparse.coo_matrix(matrix)):
        found = accord.as_network(form, directed=directed, weights=weighted)
        assert found == network
        assert found.repeated == 0
        assert accord.as_network(form, weights=weighted) == expected(
            edges, found_directed(edges, directed), weighted
        )


def found_directed(edges: dict[tuple[int, int], float], directed: bool) -> Any:
    """A matrix is directed if it is not symmetric, and else undirected."""
    symmetric = all(edges.get((b, a)) == weight for (a, b), weight in edges.items())
    return directed and not symmetric


@pytest.mark.parametrize("make", [pandas.DataFrame, polars.DataFrame, pyarrow.table])
@pytest.mark.parametrize(
    "names",
    [("source", "target", "weight"), ("From", "To", "Weight"), ("node_1", "node_2", "strength")],
)
def test_edge_tables_are_read(make: Any, names: tuple[str, ...]) -> None:
    data = dict(
        zip(names, (["ann", "bob", "ann"], ["bob", "eve", "ann"], [0.5, 1.0, 2.0]), strict=True)
    )
    network = Network.from_edges([("ann", "bob", 0.5), ("bob", "eve", 1), ("ann", "ann", 2)])
    assert accord.as_network(make(data)) == network
    directed = accord.as_network(make(data), directed=True, weights=False)
    assert directed == Network.from_edges(
        [("ann", "bob"), ("bob", "eve"), ("ann", "ann")], directed=True
    )


def test_row_without_a_target_is_a_node_and_the_type_column_sets_direction() -> None:
    frame = pandas.DataFrame(
        {"source": [1, 2, 5], "target": [2, 3, None], "Type": ["Directed", "Undirected", None]}
    )
    network = accord.as_network(frame)
    assert network == Network.from_edges([(1, 2), (2, 3), (3, 2)], nodes=[5], directed=True)
    assert accord.as_network(frame, directed=False) == Network.from_edges(
        [(1, 2), (2, 3)], nodes=[5]
    )


def test_multigraphs_have_repeated_edges() -> None:
    graph = networkx.MultiGraph([(1, 2, {"weight": 2}), (1, 2, {"weight": 3}), (2, 3)])
    with pytest.raises(
        InputError, match="has the weights 2 and 3: give it once, or add its weights"
    ):
        accord.as_network(graph)
    added = accord.as_network(graph, repeats="add")
    assert added == Network.from_edges([(1, 2, 5), (2, 3, 1)])
    once = accord.as_network(graph, weights=False)
    assert (once.n_edges, once.repeated) == (2, 1)
    with pytest.raises(InputError, match="1 repeated edge"):
        accord.as_network(igraph.Graph(2, [(0, 1), (0, 1)]), repeats="error")


def test_directions_are_added_or_dropped_on_request() -> None:
    network = Network.from_edges([(1, 2), (2, 3), (3, 3)])
    both = accord.as_network(network, directed=True)
    assert both == Network.from_edges([(1, 2), (2, 1), (2, 3), (3, 2), (3, 3)], directed=True)
    assert accord.as_network(both, directed=False) == network
    assert accord.as_network(networkx.Graph([(1, 2)]), directed=True).n_edges == 2
    assert accord.as_network(network) is network


def test_weights_can_be_dropped_or_required() -> None:
    network = Network.from_edges([(1, 2, 2), (2, 1, 2), (3, 2, 4)], nodes=[9])
    plain = accord.as_network(network, weights=False)
    assert plain == Network.from_edges([(1, 2), (3, 2)], nodes=[9])
    assert plain.repeated == 1
    assert accord.as_network(network, weights=True) is network
    arcs = Network.from_edges([(1, 2, 2), (2, 1, 3)], directed=True)
    assert accord.as_network(arcs, weights=False, directed=False) == Network.from_edges([(1, 2)])


def test_names_and_attributes_are_used() -> None:
    graph = igraph.Graph(3, [(2, 0), (0, 1)])
    graph.vs["name"] = ["eve", "ann", "bob"]
    graph.es["capacity"] = [2.0, 3.0]
    assert accord.as_network(graph, weights="capacity") == Network.from_edges(
        [("bob", "eve", 2), ("eve", "ann", 3)]
    )
    assert not accord.as_network(graph).is_weighted
    part = networkx.Graph([("a", "b", {"weight": 2}), ("b", "c")])
    assert accord.as_network(part) == Network.from_edges([("a", "b", 2), ("b", "c", 1)])
    assert accord.as_network([("a", "b", 2)], weights=False) == Network.from_edges([("a", "b")])


def test_networkit_graph_with_removed_nodes() -> None:
    graph = networkit.Graph(4)
    graph.addEdge(0, 3)
    graph.removeNode(1)
    assert accord.as_network(graph) == Network.from_edges([(0, 3)], nodes=[2])


def test_path_and_pairs_are_accepted(tmp_path: Path) -> None:
    (tmp_path / "a.edges").write_text("1 2\n2 3\n")
    network = Network.from_edges([(1, 2), (2, 3)])
    assert accord.as_network(tmp_path / "a.edges") == network
    assert accord.as_network(str(tmp_path / "a.edges"), directed=True) == Network.from_edges(
        [(1, 2), (2, 3)], directed=True
    )
    assert accord.as_network([(1, 2), (2, 3)]) == network
    assert accord.as_network(np.array([[1, 2], [2, 3], [3, 1], [1, 4]])).n_edges == 4
    assert accord.as_network(pair for pair in [(1, 2), (2, 3)]) == network


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (5, {}, "int is not a network: expected a file, pairs"),
        ({1: [2]}, {}, "2 among the neighbours of 1, but not as a node of its own"),
        ({1: 2}, {}, "maps each node to the collection"),
        ({}, {}, "an empty mapping"),
        ({1: [2], 2: []}, {}, "in one direction only: say directed=True or directed=False"),
        (np.ones((3, 3)), {}, "may be a matrix or a list of edges"),
        (np.ones((4, 5)), {}, "expected edges as pairs"),
        (
            scipy.sparse.csr_array(np.ones((4, 5))),
            {},
            "a matrix of 4 x 5: expected as many rows as columns",
        ),
        (scipy.sparse.csr_array(np.diag([1.0, -2, 1, 1])), {}, "-2 in row 1, column 1"),
        (np.full((4, 4), np.inf), {}, "inf in row 0, column 0"),
        (np.full((4, 4), "a"), {}, "a matrix of <U1: expected numbers"),
        (networkx.Graph(), {}, "at least one node"),
        (networkx.Graph([(1, "a")]), {}, "different kinds"),
        (networkx.Graph([(1, 2, {"weight": -1})]), {}, "edge 1 has the weight -1.0"),
        (networkx.Graph([(1, 2, {"weight": "heavy"})]), {}, "must be positive numbers"),
        (networkx.Graph([(1, 2)]), {"weights": True}, "no attribute 'weight'"),
        (networkx.Graph([(1, 2)]), {"weights": "size"}, "no attribute 'size'"),
        (networkit.Graph(2), {"weights": True}, "have no weights"),
        (networkit.Graph(2), {"weights": "w"}, "without a name"),
        ([(1, 2)], {"weights": True}, "have no weights"),
        ([(1, 2, 3)], {"weights": "size"}, "weights without a name"),
        (Network.from_edges([(1, 2)]), {"weights": True}, "have no weights"),
        (Network.from_edges([(1, 2, 3)]), {"weights": "size"}, "weights without a name"),
        (
            Network.from_edges([(1, 2), (2, 1)]),
            {"repeats": "error"},
            "1 repeated edge: give each edge once",
        ),
        (
            np.full((4, 4), 1e-300),
            {},
            r"1e-300 in row 0, column 0 .*: weights must be between 1e-100 and 1e\+100",
        ),
        (
            pandas.DataFrame({"a": [1], "b": [2]}),
            {},
            "no columns for the source and the target of edges among 'a', 'b'",
        ),
        (
            pandas.DataFrame({"source": [1], "target": ["a"]}),
            {},
            "sources have integer ids, and targets have text ids",
        ),
        (
            pandas.DataFrame({"source": [None, 1.0], "target": [1, 2]}),
            {},
            "row 1: there is no source",
        ),
        (
            pandas.DataFrame({"source": [1], "target": [2], "weight": ["x"]}),
            {},
            "holds no numbers: expected the weights",
        ),
        (
            pandas.DataFrame({"source": [1, 2], "target": [2, 3], "weight": [1, 0]}),
            {},
            "row 2: edge 2 has the weight 0.0",
        ),
        (
            pandas.DataFrame({"source": [1, 2], "target": [2, 3], "type": ["x", "Directed"]}),
            {},
            "row 1: the type 'x' is neither Directed nor Undirected",
        ),
        (
            pandas.DataFrame({"source": [1], "target": [2]}),
            {"weights": True},
            "no column for the weight",
        ),
        (
            pandas.DataFrame({"source": [1], "from": [1], "to": [2], "dst": [2]}),
            {},
            "each of the columns 'to', 'dst'",
        ),
    ],
)
def test_invalid_networks_are_refused(data: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        accord.as_network(data, **options)


def test_edge_order_does_not_change_the_network() -> None:
    graph = networkx.gnm_random_graph(50, 200, seed=1)
    edges = list(graph.edges)
    random.Random(1).shuffle(edges)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert accord.as_network(graph) == Network.from_edges(edges, nodes=range(50))


def test_mapping_from_nodes_to_neighbours():
    graph = networkx.karate_club_graph()
    expected = accord.as_network(graph)
    assert accord.as_network(networkx.to_dict_of_dicts(graph)) == expected
    assert accord.as_network(networkx.to_dict_of_lists(graph)) == accord.as_network(
        graph, weights=False
    )
    weights = {
        node: {other: edge["weight"] for other, edge in graph[node].items()} for node in graph
    }
    assert accord.as_network(weights) == expected


def test_mapping_with_a_direction():
    once = {"ann": ["bob"], "bob": [], "eve": ["eve"]}
    assert accord.as_network(once, directed=False) == Network.from_edges(
        [("ann", "bob"), ("eve", "eve")], directed=False
    )
    directed = networkx.DiGraph([(0, 1), (1, 2), (2, 1)])
    assert accord.as_network(
        networkx.to_dict_of_lists(directed), directed=True
    ) == accord.as_network(directed)
