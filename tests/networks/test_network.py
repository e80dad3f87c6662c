"""Network against plain Python: what edges there are, degrees, strengths; and what it refuses."""

import pickle
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord import InputError, Network, UnknownNameError
from accord._foundation.network import _add_repeats

NAMES = ["ann", "bob", "eve", "joe", "kim", "lea"]
edge_lists = st.lists(st.tuples(st.integers(-3, 6), st.integers(-3, 6)), min_size=1, max_size=40)


def key(edge: tuple[Any, Any], directed: bool) -> tuple[Any, Any]:
    return edge if directed else (min(edge), max(edge))


@given(edge_lists, st.booleans(), st.booleans(), st.booleans())
def test_edges_degrees_and_strengths_follow_the_definition(
    edges: list[tuple[int, int]], directed: bool, weighted: bool, named: bool
) -> None:
    pairs: list[tuple[Any, Any]] = (
        [(NAMES[a % 6], NAMES[b % 6]) for a, b in edges] if named else list(edges)
    )
    weight = {
        edge: 1 + (hash(edge) % 7) / 4 if weighted else 1.0
        for edge in (key(pair, directed) for pair in pairs)
    }
    weights = [weight[key(pair, directed)] for pair in pairs] if weighted else None
    network = Network.from_edges(
        pairs, weights=weights, nodes=["zoe"] if named else [99], directed=directed
    )
    assert {key((a, b), directed): w for a, b, w in network.edges()} == weight
    assert network.n_edges == len(weight)
    assert network.repeated == len(pairs) - len(weight)
    assert network.n_loops == sum(a == b for a, b in weight)
    assert network.total_weight == pytest.approx(sum(weight.values()))
    ends: dict[Any, int] = defaultdict(int)
    sums: dict[Any, float] = defaultdict(float)
    for (a, b), w in weight.items():
        for end in (a, b):
            ends[end] += 1
            sums[end] += w
    assert dict(zip(network.nodes(), network.degrees.tolist(), strict=True)) == {
        node: ends[node] for node in network.nodes()
    }
    assert network.strengths.tolist() == pytest.approx([sums[node] for node in network.nodes()])
    assert set(network.nodes()) == {end for pair in pairs for end in pair} | {
        "zoe" if named else 99
    }
    incoming = {
        (network.node_labels[int(a)], network.node_labels[b])
        for b in range(network.n_nodes)
        for a in network.incoming.row(b)
    }
    both = set(weight) if directed else set(weight) | {(b, a) for a, b in weight}
    assert incoming == both


@given(edge_lists, st.booleans(), st.randoms(use_true_random=False))
def test_edge_order_and_orientation_do_not_matter(
    edges: list[tuple[int, int]], directed: bool, random: Any
) -> None:
    other = list(edges) if directed else [random.choice([(a, b), (b, a)]) for a, b in edges]
    random.shuffle(other)
    network = Network.from_edges(edges, directed=directed)
    assert network == Network.from_edges(other, directed=directed)
    assert network == Network.from_edges(np.array(other), directed=directed)
    assert network == pickle.loads(pickle.dumps(network))
    assert network != Network.from_edges([*edges, (50, 51)], directed=directed)
    assert network != Network.from_edges(edges, directed=not directed)


@given(edge_lists, st.booleans())
def test_repeated_edges_add_their_weights(edges: list[tuple[int, int]], directed: bool) -> None:
    network = Network.from_edges(
        edges, weights=range(1, len(edges) + 1), directed=directed, repeats="add"
    )
    sums: dict[tuple[int, int], float] = defaultdict(float)
    for weight, edge in enumerate(edges, 1):
        sums[key(edge, directed)] += weight
    assert {(a, b): w for a, b, w in network.edges()} == sums
    assert network.repeated == len(edges) - len(sums)


@given(edge_lists, st.booleans())
def test_edges_may_come_from_an_iterator(edges: list[tuple[int, int]], directed: bool) -> None:
    network = Network.from_edges(edges, directed=directed)
    columns = (edge[0] for edge in edges), (edge[1] for edge in edges)
    assert Network.from_edges(*columns, directed=directed) == network
    assert Network.from_edges((iter(edge) for edge in edges), directed=directed) == network
    weighted = Network.from_edges(edges, weights=[2.0] * len(edges), directed=directed)
    assert Network.from_edges(edges, weights=(2.0 for _ in edges), directed=directed) == weighted


def test_edges_between_nodes_with_the_largest_indices_are_summed() -> None:
    ends = [(2**32 - 2, 0), (2**32 - 2, 2**32 - 3), (2**31, 1), (2**32 - 2, 0), (0, 2**32 - 2)]
    sources, targets = (np.array(column, np.uint32) for column in zip(*ends, strict=True))
    added = _add_repeats(sources, targets, np.array([1.0, 2, 4, 8, 16]), True)
    found = dict(
        zip(
            zip(*(column.tolist() for column in added[:2]), strict=True),
            added[2].tolist(),
            strict=True,
        )
    )
    assert found == {ends[0]: 9, ends[1]: 2, ends[2]: 4, ends[4]: 16}


def test_order_of_text_nodes_does_not_change_the_network() -> None:
    assert Network.from_edges([("a", "b"), ("b", "c")]) == Network.from_edges(
        [("c", "b"), ("b", "a")]
    )
    assert Network.from_edges([("a", "b"), ("b", "c")]) != Network.from_edges(
        [("a", "c"), ("b", "c")]
    )


def test_repr_describes_the_network() -> None:
    network = Network.from_edges([(1, 2, 0.5), (2, 1, 0.5), (3, 3, 2)], nodes=[4])
    assert (
        repr(network)
        == "Network: 4 nodes, 2 edges, weighted, 1 node without edges, 1 loop, 1 repeated edge"
    )
    assert network.facts() == {
        "nodes": 4,
        "edges": 2,
        "directed": False,
        "weighted": True,
        "mean_degree": 1.0,
        "most_degree": 2,
        "nodes_without_edges": 1,
        "loops": 1,
        "repeated_edges": 1,
    }
    assert "mean degree" in network._repr_html_()


@pytest.mark.parametrize(
    ("edges", "options", "message"),
    [
        ([(1, 2), (1,)], {}, r"edge 2 is \(1,\): expected all edges as pairs"),
        ([(1, 2), (1, 2, 3)], {}, r"edge 2 is \(1, 2, 3\): expected all edges as pairs"),
        (5, {}, "expected edges as pairs"),
        ([], {}, "at least one node"),
        ([(1, 2, -1)], {}, "edge 1 has the weight -1.0: weights must be positive"),
        ([(1, 2, 1), (1, 3, float("nan"))], {}, "edge 2 has no weight"),
        ([(1, 2)], {"weights": [1, 2]}, "2 weights for 1 edges"),
        ([(1, 2)], {"weights": ["x"]}, "must be positive numbers"),
        ([(1, 2, 1)], {"weights": [1]}, "not both"),
        ([(1, None)], {}, "edge 1 lacks a node"),
        ([(1, "a")], {}, "different kinds"),
        ([1, 2], {"targets": [1]}, "as many sources as targets"),
        (iter([1, 2]), {"targets": iter([1])}, "as many sources as targets"),
        ([1, 2], {"targets": 5}, "as many sources as targets"),
        ([(1, 2)], {"nodes": [3, None]}, "number 2 of the further nodes is missing"),
        (
            [(1, 2, 0)],
            {},
            "weight 0.0: weights must be positive numbers: leave edges of weight 0 out",
        ),
        (
            [(1, 2, 1e-300)],
            {},
            r"weight 1e-300: weights must be between 1e-100 and 1e\+100: scale them",
        ),
        ([(1, 2, 1e300)], {}, r"between 1e-100 and 1e\+100"),
        ([(1, 2, 1), (2, 1, 3)], {}, "weights 1 and 3: give it once"),
        ([(1, 2), (2, 1)], {"repeats": "error"}, "1 repeated edge: give each edge once"),
    ],
)
def test_invalid_networks_are_refused(edges: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Network.from_edges(edges, **options)


def test_unknown_treatment_of_repeated_edges_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean once"):
        Network.from_edges([(1, 2)], repeats="onec")  # type: ignore[arg-type]
