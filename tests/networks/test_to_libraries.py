"""Network.to_networkx, to_igraph, to_networkit, to_scipy: what they hold, and the way back."""

import sys
from collections.abc import Callable
from typing import Any

import igraph
import networkit
import networkx
import numpy as np
import pytest
import scipy.sparse

import accord
from accord import Network

EDGES = [("ann", "bob", 2.0), ("bob", "eve", 0.5), ("eve", "ann", 1.0), ("eve", "eve", 3.0)]
#: Labels of the same three nodes: texts, integers with gaps, and 0, 1, 2.
LABELS: list[dict[str, Any]] = [
    {"ann": "ann", "bob": "bob", "eve": "eve", "zoe": "zoe"},
    {"ann": 10, "bob": -3, "eve": 7, "zoe": 2**30},
    {"ann": 0, "bob": 1, "eve": 2, "zoe": 3},
]
CASES = [
    pytest.param(labels, weighted, directed, id=f"{labels['bob']}-{weighted=}-{directed=}")
    for labels in LABELS
    for weighted in (False, True)
    for directed in (False, True)
]


def make(labels: dict[str, Any], weighted: bool, directed: bool) -> Network:
    """The network of EDGES, and a node without edges."""
    edges = [
        (labels[source], labels[target], *([weight] if weighted else []))
        for source, target, weight in EDGES
    ]
    return Network.from_edges(edges, nodes=[labels["zoe"]], directed=directed)


@pytest.mark.parametrize(("labels", "weighted", "directed"), CASES)
def test_networkx(labels: dict[str, Any], weighted: bool, directed: bool) -> None:
    network = make(labels, weighted, directed)
    graph = network.to_networkx()
    assert type(graph) is (networkx.DiGraph if directed else networkx.Graph)
    assert set(graph.nodes) == set(labels.values())
    assert graph.number_of_edges() == len(EDGES)
    for source, target, weight in EDGES:
        data = graph.edges[labels[source], labels[target]]
        assert data == ({"weight": weight} if weighted else {})
    assert accord.as_network(graph) == network


@pytest.mark.parametrize(("labels", "weighted", "directed"), CASES)
def test_igraph(labels: dict[str, Any], weighted: bool, directed: bool) -> None:
    network = make(labels, weighted, directed)
    graph = network.to_igraph()
    assert isinstance(graph, igraph.Graph)
    assert (graph.is_directed(), graph.vcount(), graph.ecount()) == (directed, 4, len(EDGES))
    assert ("name" in graph.vs.attributes()) == (labels["bob"] != 1)
    assert graph.is_weighted() == weighted
    assert accord.as_network(graph) == network
    if labels["bob"] == "bob":
        assert graph.vs.find(name="bob").degree() == 2
        if weighted:
            assert graph.es[graph.get_eid("ann", "bob")]["weight"] == 2.0


@pytest.mark.parametrize(("labels", "weighted", "directed"), CASES)
def test_networkit(labels: dict[str, Any], weighted: bool, directed: bool) -> None:
    network = make(labels, weighted, directed)
    graph = network.to_networkit()
    assert isinstance(graph, networkit.Graph)
    assert (graph.isDirected(), graph.isWeighted()) == (directed, weighted)
    assert (graph.numberOfNodes(), graph.numberOfEdges()) == (4, len(EDGES))
    place = {label: index for index, label in enumerate(network.nodes())}
    for source, target, weight in EDGES:
        ends = place[labels[source]], place[labels[target]]
        assert graph.hasEdge(*ends)
        assert graph.weight(*ends) == (weight if weighted else 1.0)
    assert accord.as_network(graph) == network


def test_integers_that_networkit_cannot_hold_become_texts() -> None:
    graph = Network.from_edges([(1, 2**40)]).to_networkit()
    names = graph.getNodeAttribute("name", str)
    assert [names[node] for node in range(2)] == ["1", str(2**40)]


@pytest.mark.parametrize(("labels", "weighted", "directed"), CASES)
def test_scipy(labels: dict[str, Any], weighted: bool, directed: bool) -> None:
    network = make(labels, weighted, directed)
    matrix = network.to_scipy()
    assert scipy.sparse.issparse(matrix)
    expected = np.zeros((4, 4))
    place = {label: index for index, label in enumerate(network.nodes())}
    for source, target, weight in EDGES:
        row, column = place[labels[source]], place[labels[target]]
        expected[row, column] = weight if weighted else 1
        if not directed:
            expected[column, row] = expected[row, column]
    np.testing.assert_array_equal(matrix.toarray(), expected)
    if labels["bob"] == 1:
        assert accord.as_network(matrix, directed=directed) == network


def test_matrix_can_be_changed_without_the_network() -> None:
    network = make(LABELS[0], True, False)
    before = list(network.edges())
    network.to_scipy().data[:] = 9
    assert list(network.edges()) == before


@pytest.mark.parametrize("package", ["networkx", "igraph", "networkit", "scipy"])
def test_missing_package(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    convert: Callable[[], Any] = getattr(make(LABELS[0], False, False), f"to_{package}")
    with pytest.raises(accord.MissingPackageError, match=rf"needs the package {package}: pip"):
        convert()
