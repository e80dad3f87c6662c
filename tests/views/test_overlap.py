"""overlap_matrix and flows, tested against overlaps of Python sets."""

from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.views import Flows, flows, overlap_matrix

PAIRS = strategies.pairs() | strategies.fuzzy_pairs(smallest=1 / 16)
LIMITS = st.integers(1, 9)


def share(cluster: Any, node: Hashable) -> float:
    return cluster[node] if isinstance(cluster, dict) else 1.0


def shared(a: Any, b: Any) -> float:
    return sum(min(share(a, node), share(b, node)) for node in set(a) & set(b))


def alone(cluster: Any, others: Any) -> float:
    """The part of a cluster that is in none of the others."""
    return sum(share(cluster, node) for node in set(cluster).difference(*others))


@given(pair=PAIRS, max_clusters=LIMITS)
def test_the_matrix_holds_the_overlaps_of_the_largest(pair: Any, max_clusters: int) -> None:
    truth, found = pair
    why = accord.explain(truth, found, orientation="clusters")
    matrix = overlap_matrix(why, max_clusters)
    assert matrix.amounts.shape == (len(matrix.truth_indices), len(matrix.found_indices))
    for row, t in enumerate(matrix.truth_indices):
        for column, f in enumerate(matrix.found_indices):
            assert matrix.amounts[row, column] == pytest.approx(shared(truth[t], found[f]))
    assert (matrix.n_truth, matrix.n_found) == (len(truth), len(found))
    assert (
        len(set(matrix.truth_indices.tolist()))
        == len(matrix.truth_indices)
        == min(max_clusters, len(truth))
    )
    assert len(set(matrix.found_indices.tolist())) == len(matrix.found_indices) <= max_clusters
    assert matrix.truth_names == tuple(matrix.truth_indices.tolist())
    assert np.array_equal(matrix.truth_sizes, why.truth.sizes[matrix.truth_indices])
    assert np.array_equal(matrix.found_sizes, why.found.sizes[matrix.found_indices])
    hidden = set(range(len(truth))) - set(matrix.truth_indices.tolist())
    assert all(why.truth.sizes[place] <= matrix.truth_sizes.min() for place in hidden)


@given(pair=PAIRS, max_clusters=LIMITS)
def test_every_truth_cluster_is_shown_with_the_found_one_it_shares_most_with(
    pair: Any, max_clusters: int
) -> None:
    """If found clusters overlap, with the one that matches it best by F1."""
    truth, found = pair
    matrix = overlap_matrix(accord.explain(truth, found, orientation="clusters"), max_clusters)
    sizes = [sum(share(cluster, node) for node in cluster) for cluster in found]
    if len(set().union(*found)) < sum(map(len, found)):
        for row, place in enumerate(matrix.truth_indices):
            of_truth = matrix.truth_sizes[row]
            matches = [
                2 * shared(truth[place], other) / (of_truth + size)
                for other, size in zip(found, sizes, strict=True)
            ]
            shown = 2 * matrix.amounts[row] / (of_truth + matrix.found_sizes)
            assert shown.max(initial=0) == pytest.approx(max(matches))
        return
    for row, place in enumerate(matrix.truth_indices):
        most_shared = max(shared(truth[place], other) for other in found)
        assert matrix.amounts[row].max(initial=0) == pytest.approx(most_shared)


def test_nested_clusters_are_shown_with_their_match_and_not_with_the_root() -> None:
    """As for gene sets: every cluster shares most nodes with the largest one, which has all."""
    leaves = [[10 * leaf + node for node in range(10)] for leaf in range(6)]
    truth = [cluster[:-1] for cluster in leaves]
    found = [list(range(60)), list(range(50)), list(range(40)), *leaves]
    matrix = overlap_matrix(accord.explain(truth, found), 6)
    assert sorted(matrix.found_indices.tolist()) == [3, 4, 5, 6, 7, 8]
    view = flows(accord.explain(truth, found), 6)
    assert [bar.amount for bar in view.truth if bar.index is not None] == [9] * 6
    assert "other clusters" not in [bar.name for bar in view.found]  # the roots add nothing


def test_other_clusters_are_for_nodes_in_no_cluster_that_is_shown() -> None:
    """Node 3 is only in the second found cluster, which is not shown; 1 and 2 are in both."""
    view = flows(accord.explain([[1, 2, 3, 4]], [[1, 2, 4], [1, 2, 3]]), 1)
    assert [(bar.name, bar.amount) for bar in view.found] == [(0, 3), ("other clusters", 1)]


@given(pair=PAIRS, max_clusters=LIMITS)
def test_unmatched_found_clusters_come_last_largest_first(pair: Any, max_clusters: int) -> None:
    truth, found = pair
    why = accord.explain(truth, found, orientation="clusters")
    matrix = overlap_matrix(why, max_clusters)
    assert len(matrix.found_indices) == min(max_clusters, len(found))
    shares_nothing = matrix.amounts.sum(0) == 0
    assert (np.diff(shares_nothing.astype(int)) >= 0).all()
    if shares_nothing.any():
        shown = [truth[place] for place in matrix.truth_indices]
        others = [
            size
            for size, one in zip(why.found.sizes, found, strict=True)
            if not sum(shared(one, t) for t in shown)
        ]
        assert (
            matrix.found_sizes[shares_nothing].tolist()
            == sorted(others, reverse=True)[: shares_nothing.sum()]
        )


def test_matches_are_on_the_diagonal_from_large_to_small() -> None:
    truth = {
        name: [f"{name}{node}" for node in range(size)]
        for name, size in zip("abcdef", (3, 9, 5, 7, 4, 6), strict=True)
    }
    found = dict(sorted(truth.items(), key=lambda item: -ord(item[0])))
    matrix = overlap_matrix(accord.explain(truth, found))
    assert matrix.truth_names == matrix.found_names == tuple("bdfcea")
    assert np.array_equal(matrix.amounts, np.diag([9, 7, 6, 5, 4, 3]))


def test_split_and_merged_clusters_are_adjacent() -> None:
    blocks = [range(10 * start, 10 * start + 10) for start in range(8)]
    truth = {
        "big": [*blocks[0], *blocks[1]],
        "left": blocks[2],
        "x": blocks[4],
        "right": blocks[3],
        "y": blocks[5],
    }
    found = {
        "half": blocks[0],
        "x": blocks[4],
        "both": [*blocks[2], *blocks[3]],
        "other": blocks[1],
        "y": blocks[5],
    }
    matrix = overlap_matrix(accord.explain(truth, found))
    rows, columns = list(matrix.truth_names), list(matrix.found_names)
    assert abs(rows.index("left") - rows.index("right")) == 1
    assert abs(columns.index("half") - columns.index("other")) == 1
    assert rows[0] == "big"


def conserved(view: Flows) -> None:
    """Every bar is as high as the sum of its links."""
    for side, bars in (("truth", view.truth), ("found", view.found)):
        sums = np.zeros(len(bars))
        for link in view.links:
            sums[getattr(link, side)] += link.amount
        assert sums == pytest.approx([bar.amount for bar in bars])
    assert all(link.amount > 0 for link in view.links)


@given(pair=PAIRS, max_clusters=LIMITS)
def test_flows_add_up_to_the_overlaps(pair: Any, max_clusters: int) -> None:
    truth, found = pair
    view = flows(accord.explain(truth, found, orientation="clusters"), max_clusters)
    conserved(view)
    amounts = {(view.truth[link.truth], view.found[link.found]): link.amount for link in view.links}
    sides = [(truth, found, view.truth, view.found), (found, truth, view.found, view.truth)]
    for own, other, bars, opposite in sides:
        for bar in bars:
            if bar.index is not None:
                cluster = own[bar.index]
                indices = {one.index for one in opposite if one.index is not None}
                shown = [other[index] for index in indices]
                hidden = [one for index, one in enumerate(other) if index not in indices]
                whole = sum(shared(cluster, one) for one in shown) + alone(cluster, other)
                if any(isinstance(one, dict) for one in (*own, *other)):
                    whole += sum(shared(cluster, one) for one in hidden)
                else:
                    whole += alone(cluster, shown) - alone(cluster, other)
                assert bar.amount == pytest.approx(whole)
                assert bar.size == pytest.approx(sum(share(cluster, node) for node in cluster))
    for (t, f), amount in amounts.items():
        if t.index is not None and f.index is not None:
            assert amount == pytest.approx(shared(truth[t.index], found[f.index]))
        elif t.index is not None and f.name == "not in found":
            assert amount == pytest.approx(alone(truth[t.index], found))
        elif f.index is not None and t.name == "not in truth":
            assert amount == pytest.approx(alone(found[f.index], truth))
        else:
            assert (t.index is None) != (
                f.index is None
            )  # nothing flows between clusters that are not shown


@given(pair=strategies.pairs(), max_clusters=LIMITS)
def test_bars_that_are_no_cluster_count_each_node_once(pair: Any, max_clusters: int) -> None:
    truth, found = pair
    view = flows(accord.explain(truth, found, orientation="clusters"), max_clusters)
    sides = [
        ("truth", truth, found, view.truth, view.found),
        ("found", found, truth, view.found, view.truth),
    ]
    for side, own, other, bars, opposite in sides:
        shown = set().union(*(own[bar.index] for bar in bars if bar.index is not None))
        reached = set().union(*(other[bar.index] for bar in opposite if bar.index is not None))
        known = set().union(*own)
        expected = {
            "other clusters": len((reached & known) - shown),
            f"not in {side}": len(reached - known),
        }
        sizes = {bar.name: bar.size for bar in bars if bar.index is None}
        assert sizes == {name: size for name, size in expected.items() if size}


def test_a_node_of_two_clusters_that_found_lacks_is_one_node() -> None:
    view = flows(accord.explain([["p53", "a", "b"], ["p53", "c"]], [["a", "b"], ["c"]]))
    lacking = view.found[-1]
    assert (lacking.name, lacking.size, lacking.amount) == ("not in found", 1, 2)


@given(pair=strategies.crisp_pairs())
def test_all_nodes_of_crisp_clusterings_flow(pair: Any) -> None:
    truth, found = pair
    view = flows(accord.explain(truth, found, orientation="clusters"), max_clusters=100)
    assert {bar.index for bar in view.truth} - {None} == set(range(len(truth)))
    assert [bar.amount for bar in view.truth if bar.index is not None] == [
        len(truth[bar.index]) for bar in view.truth if bar.index is not None
    ]
    assert sum(link.amount for link in view.links) == len(set().union(*truth, *found))


def test_flows_of_weighted_nodes_are_weights() -> None:
    weights = {"a": 0.5, "b": 2.0, "c": 4.0}
    truth = accord.Clustering.from_clusters(
        {("t", 1): ["a", "b"], ("t", 2): ["c"]}, weights=weights
    )
    found = accord.Clustering.from_clusters({None: ["a"], 2.5: ["b", "c"]}, weights=weights)
    view = flows(accord.explain(truth, found))
    names = {
        (view.truth[link.truth].name, view.found[link.found].name): link.amount
        for link in view.links
    }
    assert names == {(("t", 1), None): 0.5, (("t", 1), 2.5): 2.0, (("t", 2), 2.5): 4.0}


def test_clusters_without_a_node_on_the_base_are_left_out() -> None:
    why = accord.explain([[1, 2], [3]], [[1, 7], [8, 9], [2, 3]], nodes="truth")
    matrix = overlap_matrix(why)
    assert matrix.n_found == 2
    assert set(matrix.found_indices.tolist()) == {0, 2}
    assert {bar.index for bar in flows(why).found} == {0, 2}


def test_no_node_in_common() -> None:
    why = accord.explain([[1, 2], [3]], [[4, 5]])
    assert overlap_matrix(why).amounts.tolist() == [[0], [0]]
    view = flows(why)
    assert [(bar.name, bar.amount) for bar in view.truth] == [(0, 2), (1, 1), ("not in truth", 2)]
    assert [(bar.name, bar.amount) for bar in view.found] == [(0, 2), ("not in found", 3)]


def test_nodes_in_no_cluster_and_nodes_that_a_side_lacks_are_apart() -> None:
    truth = accord.Clustering.from_clusters([[1, 2, 5]], nodes=[3])
    found = accord.Clustering.from_clusters([[1, 3, 4]], nodes=[2])
    view = flows(accord.explain(truth, found))
    conserved(view)
    names = {
        (view.truth[link.truth].name, view.found[link.found].name): link.amount
        for link in view.links
    }
    assert names == {
        (0, 0): 1,
        (0, "in no cluster"): 1,
        (0, "not in found"): 1,
        ("in no cluster", 0): 1,
        ("not in truth", 0): 1,
    }


def test_views_of_many_clusters_are_small() -> None:
    n = 100_000
    truth = np.repeat(np.arange(n), 3)
    found = np.where(np.arange(3 * n) % 5 == 0, (truth + 7) % n, truth)
    why = accord.explain(truth, found)
    assert overlap_matrix(why).amounts.shape == (30, 30)
    view = flows(why)
    conserved(view)
    assert len(view.truth) <= 14
    assert len(view.found) <= 14


@pytest.mark.parametrize("max_clusters", [0, -3, 2.5, True, None])
def test_invalid_max_clusters_raises(max_clusters: Any) -> None:
    why = accord.explain([[1]], [[1]])
    with pytest.raises(
        accord.InputError,
        match=f"max_clusters must be an integer, at least 1, not {max_clusters!r}",
    ):
        overlap_matrix(why, max_clusters)
    with pytest.raises(
        accord.InputError,
        match=f"max_clusters must be an integer, at least 1, not {max_clusters!r}",
    ):
        flows(why, max_clusters)
