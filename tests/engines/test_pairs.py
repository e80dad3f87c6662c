"""Pairs of nodes by shared clusters: every way of counting equals a count over all pairs."""

import pickle
from typing import Any

import numpy as np
import oracles
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord import Clustering, TooLargeError, _core
from accord._engines.native.engine import NativeEngine
from accord._engines.native.shuffle import shuffle
from accord._foundation.memory import available_memory
from accord._foundation.node_index import pair_up
from accord._summaries.clustering_pair import PairCounts

METHODS = ["automatic", "by_items", "one_by_one", "by_cells"]


def counts(
    truth: Any, found: Any, method: str = "automatic", *, weights: Any = None, threads: int = 2
) -> Any:
    sides = [Clustering.from_clusters(side, weights=weights) for side in (truth, found)]
    return NativeEngine(pair_up(sides, None, threads)).get(PairCounts, method=method)


@st.composite
def heavy(draw: st.DrawFn) -> tuple[Any, Any]:
    """Few nodes in many clusters, which have too many subsets for a table."""
    nodes = draw(st.integers(2, 9))
    side = st.lists(st.sets(st.integers(0, nodes - 1), min_size=1), min_size=20, max_size=40)
    return draw(side), draw(side)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=150)
@given(pair=strategies.pairs())
def test_all_ways_of_counting_agree_with_brute_force(method: str, pair: Any) -> None:
    assert counts(*pair, method).pairs == oracles.pair_histogram(*pair)


@settings(max_examples=60)
@given(pair=heavy())
def test_nodes_in_twenty_and_more_clusters(pair: Any) -> None:
    assert counts(*pair).pairs == oracles.pair_histogram(*pair)
    for method in ("one_by_one", "by_cells"):
        assert counts(*pair, method).pairs == oracles.pair_histogram(*pair)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=60)
@given(
    truth=strategies.nested(),
    found=strategies.nested() | strategies.covers() | strategies.partitions(),
)
def test_nested_sides_against_all_others(method: str, truth: Any, found: Any) -> None:
    counted = counts(truth, found, method)
    assert counted.work is None or counted.work.truth_nested
    assert counted.pairs == oracles.pair_histogram(truth, found)
    assert {(b, a): n for (a, b), n in counts(found, truth, method).pairs.items()} == counted.pairs


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=60)
@given(data=st.data(), pair=strategies.pairs())
def test_integer_weights_equal_copies_of_nodes(method: str, data: st.DataObject, pair: Any) -> None:
    weights = data.draw(strategies.weights_for(strategies.nodes_of(*pair), integers=True))
    assert counts(*pair, method, weights=weights).pairs == oracles.pair_histogram(
        *pair, weights=weights
    )


@settings(max_examples=100)
@given(
    truth=strategies.partitions(),
    found=strategies.partitions(),
    data=st.data(),
)
def test_sizes_and_overlaps_tell_the_pairs_of_crisp_sides(
    truth: Any, found: Any, data: st.DataObject
) -> None:
    counted = counts(truth, found)
    assert counted.work is None
    assert counted.pairs == oracles.pair_histogram(truth, found)
    weights = data.draw(strategies.weights_for(strategies.nodes_of(truth, found), integers=True))
    weighted = counts(truth, found, weights=weights)
    assert weighted.work is not None
    assert weighted.pairs == oracles.pair_histogram(truth, found, weights=weights)


@pytest.mark.parametrize(
    ("clusters", "nested"),
    [
        ([{1, 2, 3}, {1, 2}, {3}], True),
        ([{1, 2}, {1, 2}], True),
        ([{1, 2}, {2, 3}], False),
        ([{1}, {2}], True),
    ],
)
def test_nestedness_is_found(clusters: Any, nested: bool) -> None:
    assert counts(clusters, [{1, 2, 3}], "by_items").work.truth_nested == nested


def test_a_deep_hierarchy_needs_no_subsets() -> None:
    chain = [set(range(n)) for n in range(1, 61)]
    expected = {
        (60 - w, 60 - w): w for w in range(1, 60)
    }  # nodes v < w share the clusters that hold w
    for method in METHODS:
        assert counts(chain, chain, method).pairs == expected


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads_do_not_matter(threads: int) -> None:
    truth = accord.generate_cover(20_000, 60, 2.5, seed=1)
    found = accord.perturb(truth, move=0.3, seed=2)
    first, other = (NativeEngine(pair_up([truth, found], None, count)) for count in (1, threads))
    for method in ("automatic", "one_by_one", "by_cells"):
        assert (
            first.get(PairCounts, method=method).pairs == other.get(PairCounts, method=method).pairs
        )


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_cells_take_fewer_steps_where_they_are_smaller_than_clusters(threads: int) -> None:
    rng = np.random.default_rng(1)
    nodes = np.arange(1200)
    truth = [nodes[rng.random(1200) < 0.35].tolist() for _ in range(40)]
    found = [rng.permutation(nodes)[:60].tolist() for _ in range(30)]
    cells, walks = (
        counts(truth, found, method, threads=threads) for method in ("by_cells", "one_by_one")
    )
    assert cells.pairs == walks.pairs
    assert cells.work.comparisons < 0.6 * walks.work.comparisons


def test_a_hundred_thousand_nodes_in_ten_against_five_clusters() -> None:
    node = np.arange(100_000)
    truth, found = node % 10, node % 5
    # Pairs together: in truth ten clusters of 10^4, each inside one of five of 2·10^4 in found.
    a, b, p = (
        10 * (10**4 * (10**4 - 1) // 2),
        5 * (2 * 10**4 * (2 * 10**4 - 1) // 2),
        10**5 * (10**5 - 1) // 2,
    )
    assert accord.pair_counts(truth, found).pairs == {(0, 0): p - b, (0, 1): b - a, (1, 1): a}
    expected = (a - a * b / p) / ((a + b) / 2 - a * b / p)
    assert accord.omega(truth, found) == pytest.approx(expected, abs=1e-12)
    assert accord.omega(truth, found) == pytest.approx(
        accord.adjusted_rand(truth, found), abs=1e-12
    )


def test_products_of_counts_beyond_64_bits() -> None:
    weights = {1: 2**31, 2: 2**31, 3: 2**31}
    counted = counts([{1, 2}, {3}], [{1}, {2, 3}], weights=weights)
    inside, across = 2**31 * (2**31 - 1) // 2, 2**62
    assert counted.pairs == {(0, 0): across, (0, 1): across, (1, 0): across, (1, 1): 3 * inside}
    assert counted.total == 3 * inside + 3 * across


def test_more_pairs_than_64_bits_hold() -> None:
    weights = {1: 2**60, 2: 2**60}
    counted = counts([{1, 2}], [{1}, {2}], weights=weights)
    assert counted.total == 2**61 * (2**61 - 1) // 2 > 2**64
    assert counted.pairs == {(1, 0): 2**120, (1, 1): 2 * (2**60 * (2**60 - 1) // 2)}


def test_marginals_add_up() -> None:
    counted = accord.pair_counts([[1, 2, 3], [3, 4]], [[1, 2], [3, 4], [3, 4]])
    assert counted.truth == {0: 2, 1: 4}
    assert counted.found == {0: 4, 1: 1, 2: 1}
    assert counted.together == (4, 2, 2)
    assert counted.total == 6


def test_error_for_lack_of_memory_states_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord._foundation.memory.available_memory", lambda: 100.0)
    with pytest.raises(
        TooLargeError,
        match=r"counting pairs needs about 0\.0 GB of memory, and 0\.0 GB are available",
    ):
        accord.omega([[1, 2], [2, 3]], [[1, 2, 3]])


def test_little_memory_avoids_items_and_gives_the_same_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    truth, found = [{1, 2, 3}, {3, 4}, {4, 5, 1}], [{1, 2}, {2, 3, 4}, {5}]
    plenty = counts(truth, found)
    monkeypatch.setattr("accord._engines.native.pairs.available_memory", lambda: 0.0)
    scarce = counts(truth, found)
    assert plenty.work.types_by_items > scarce.work.types_by_items == 0
    assert scarce.pairs == plenty.pairs == oracles.pair_histogram(truth, found)


def test_available_memory_is_known() -> None:
    assert 1e6 < available_memory() < 1e14


def test_description_of_the_work() -> None:
    work = counts([{1, 2}, {2, 3}], [{1, 2, 3}]).work
    assert str(work).endswith("found nested")
    assert "3 node types by their items" in str(work)


# ---- the pairs of one side alone -----------------------------------------------------------------


@pytest.fixture
def counted_sides(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of clusters of every side whose own pairs are counted."""
    seen: list[int] = []
    kernel = _core.count_side_pairs

    def watched(rows: Any, clusters: int, *args: Any, **kwargs: Any) -> Any:
        seen.append(clusters)
        return kernel(rows, clusters, *args, **kwargs)

    monkeypatch.setattr(_core, "count_side_pairs", watched)
    return seen


#: Covers by 1 to 4 clusters, so that the number of clusters says which one it is.
COVERS = [
    Clustering.from_clusters(clusters, nodes=range(9))
    for clusters in (
        [range(6)],
        [range(3), range(2, 9)],
        [range(4), range(3, 8), [7, 8]],
        [[0, 1], [1, 2], range(2, 9), [7, 8, 0]],
    )
]


def fresh(*covers: Clustering) -> list[Clustering]:
    return [Clustering(cover.parts) for cover in covers]


def test_own_pairs_are_counted_once_per_clustering(counted_sides: list[int]) -> None:
    matrix = accord.similarity_matrix(fresh(*COVERS), "omega")
    assert sorted(counted_sides) == [1, 2, 3, 4]
    for i, truth in enumerate(COVERS):
        for j, found in enumerate(COVERS):
            assert matrix[i, j] == accord.omega(*fresh(truth, found))


def test_own_pairs_of_the_truth_are_counted_once_for_all_results(counted_sides: list[int]) -> None:
    truth, *results = fresh(*COVERS)
    named = {f"with {result.n_clusters}": result for result in results}
    ranking = accord.rank(truth, named, ["omega", "pair_f1"])
    assert sorted(counted_sides) == [1, 2, 3, 4]
    for name, result in named.items():
        assert ranking[name]["omega"] == accord.omega(*fresh(truth, result))


def test_own_pairs_are_counted_once_for_all_relabellings(counted_sides: list[int]) -> None:
    chance = accord.baseline("omega", *fresh(*COVERS[2:]), repeats=6, seed=3)
    assert sorted(counted_sides) == [3, 4]
    # Relabelled anew, each pair as clusterings of its own.
    pair = pair_up(COVERS[2:], None, 1)
    for repeat, value in enumerate(chance.values.tolist()):
        order = shuffle(9, 3, repeat)
        moved = [{order[node] for node in cluster} for cluster in COVERS[2].to_sets()]
        assert len(pair.truth.rows.members) < len(pair.found.rows.members)  # so truth is moved
        assert value == accord.omega(moved, COVERS[3])


def test_own_pairs_are_those_of_the_nodes_and_weights_compared() -> None:
    truth, found = fresh(*COVERS[2:])
    whole = accord.omega(truth, found)
    nodes = [0, 1, 2, 3, 7]
    part = accord.omega(truth, found, nodes=nodes)
    assert part == accord.omega(*fresh(truth, found), nodes=nodes) != whole
    weights = {node: 1 + node % 3 for node in range(9)}
    heavy = Clustering.from_clusters([list(c) for c in found], nodes=range(9), weights=weights)
    weighted = accord.omega(truth, heavy)
    assert weighted == accord.omega(*fresh(truth), heavy) != whole
    assert accord.omega(truth, found) == whole


def test_what_is_kept_is_no_part_of_a_clustering() -> None:
    truth, found = fresh(*COVERS[2:])
    accord.omega(truth, found)
    assert truth._own_pairs.counts
    assert pickle.loads(pickle.dumps(truth))._own_pairs.counts is None
    assert truth == COVERS[2]
