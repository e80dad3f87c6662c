"""Overlapping NMI: published and reference values, disjoint clusters, ties, bounds."""

import math
from itertools import pairwise
from typing import Any

import numpy as np
import oracles
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from metric_cases import CLOSE, weighted

import accord

NORMS = ("max", "sqrt", "avg", "min", "lfk")

# ---- values --------------------------------------------------------------------------------------

FOUR_TRIPLES = [{1, 2, 3}, {2, 3, 4}, {3, 4, 1}, {4, 1, 2}]
#: Truth, found, max and lfk, to nine digits.
POINTS = {
    "L": (FOUR_TRIPLES, [{1, 2}, {3, 4}], 0.28776641, 0.347483336),
    "H": (FOUR_TRIPLES, [{1, 2}, {2, 3}, {3, 4}, {4, 1}], 0.311278124, 0.347483336),
    "A": ([{1, 2, 3}, {3, 4, 5}], [{1, 2, 3}, {4, 5}], 0.716269034, 0.716269034),
    "B": (
        [{0, 1, 2, 3}, {2, 3, 4, 5}, {5, 6, 7}],
        [{0, 1, 2}, {2, 3, 4, 5}, {4, 5, 6, 7}],
        0.70998028,
        0.707930037,
    ),
    "C": (
        [{0, 1, 2, 3, 4, 5}, {0, 1, 2}, {3, 4, 5}, {6, 7, 8, 9}],
        [{0, 1, 2, 3}, {4, 5}, {4, 5, 6, 7, 8, 9}, {8, 9}],
        0.484316621,
        0.509216301,
    ),
}


@pytest.mark.parametrize("point", POINTS)
def test_reference_points(point: str) -> None:
    truth, found, by_max, lfk = POINTS[point]
    assert round(float(accord.onmi(truth, found)), 9) == by_max
    assert round(float(accord.onmi(truth, found, norm="lfk")), 9) == lfk


def test_values_match_hand_calculation() -> None:
    # N = 4, {12} given {123}: within {123} it takes 3·H(1/3) bits to tell {12}, within {4} none;
    # {12} itself takes 4.
    left, of_pair, of_triple = 3 * (math.log2(3) - 2 / 3), 4, 8 - 3 * math.log2(3)
    # {123} given {12}: nothing within {12}, 2 bits within {34}.
    information = ((of_triple - 2) + (of_pair - left)) / 2
    score = accord.onmi([{1, 2, 3}], accord.Clustering.from_clusters([{1, 2}], nodes=[1, 2, 3, 4]))
    assert score == pytest.approx(information / of_pair, rel=1e-14)
    assert score.per_truth_cluster == pytest.approx([1 - 2 / of_triple], rel=1e-14)
    assert score.per_found_cluster == pytest.approx([1 - left / of_pair], rel=1e-14)


# ---- disjoint clusters ---------------------------------------------------------------------------

ALONE_BUT_MOST = [*({node} for node in range(10)), set(range(10, 100))]


def test_best_partner_may_be_disjoint() -> None:
    found = [set(range(10, 75)), {*range(75, 100), *range(10)}]
    assert round(float(accord.onmi(ALONE_BUT_MOST, found)), 5) == 0.13024
    assert accord.onmi(ALONE_BUT_MOST, found) == pytest.approx(
        oracles.onmi(ALONE_BUT_MOST, found), **CLOSE
    )


@pytest.mark.parametrize("norm", NORMS)
@settings(max_examples=60)
@given(data=st.data())
def test_clusters_of_more_than_half_of_the_nodes(norm: str, data: st.DataObject) -> None:
    """Where disjoint clusters tell of each other; of several, the largest may be too large to."""
    sizes = data.draw(st.lists(st.integers(10, 19), min_size=1, max_size=4))
    large = [set(range(20 - size, 20)) for size in sizes]
    small = data.draw(
        st.lists(st.sets(st.integers(0, 19), min_size=1, max_size=4), min_size=1, max_size=5)
    )
    for truth, found in ((large, small), (small, large), ([*large, *small], [*small, *large[:1]])):
        assert accord.onmi(truth, found, norm=norm) == pytest.approx(
            oracles.onmi(truth, found, norm=norm), **CLOSE
        )


def test_small_disjoint_clusters_share_no_information() -> None:
    def h(part: float) -> float:
        return -part * math.log2(part) if part else 0.0

    parts = np.linspace(0, 0.5, 201)[1:]
    assert all(h(1 - x - y) < h(x) + h(y) for x in parts for y in parts if x + y <= 1)
    assert h(1 - 0.01 - 0.65) > h(0.01) + h(0.65)


# ---- ties ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("factor", [1, 3, 0.1, 1e-5, 2.0**40])
@pytest.mark.parametrize("parts", [(4, 1, 2, 1), (4, 1, 1, 2), (24, 7, 16, 7), (24, 7, 7, 16)])
def test_tie_gives_no_information_despite_rounding(
    parts: tuple[int, int, int, int], factor: float
) -> None:
    # h(1/2) = h(1/4) and h(4/9) = h(8/27), so that h(neither) + h(both) is exactly h(only one) +
    # h(only the other).
    neither, both, only_truth, only_found = parts
    borders = [0, *np.cumsum([only_truth, both, only_found, neither]).tolist()]
    first, common, last, _ = (set(range(*ends)) for ends in pairwise(borders))
    weights = dict.fromkeys(range(sum(parts)), factor)
    truth = accord.Clustering.from_clusters([first | common], nodes=weights, weights=weights)
    found = accord.Clustering.from_clusters([common | last], nodes=weights, weights=weights)
    assert accord.onmi(truth, found) == 0


# ---- bounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("norm", ["max", "avg", "lfk"])
@settings(max_examples=80)
@given(pair=strategies.pairs())
def test_value_is_at_most_1(norm: str, pair: Any) -> None:
    assert 0 <= accord.onmi(*pair, norm=norm) <= 1


def test_other_norms_exceed_1_if_a_side_has_duplicates() -> None:
    truth, found = [{1, 2}, {3}], [{1, 2}, {1, 2}, {1, 2}, {3}]
    assert accord.onmi(truth, found, norm="max") < 1
    assert accord.onmi(truth, found, norm="min") > 1
    assert accord.onmi(truth, found, norm="sqrt") > 1


@pytest.mark.parametrize("norm", NORMS)
@settings(max_examples=60)
@given(pair=strategies.equal_pairs())
def test_identical_clusterings_in_any_order_have_exactly_1(norm: str, pair: Any) -> None:
    assert accord.onmi(*pair, norm=norm) == 1


@pytest.mark.parametrize("norm", NORMS)
def test_identical_clusterings_with_weights_that_round_have_exactly_1(norm: str) -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        weights = dict(enumerate(rng.random(40) + 0.01))
        clusters = [np.flatnonzero(rng.random(40) < 0.3) for _ in range(6)]
        clusters = [cluster for cluster in clusters if len(cluster)]
        truth = accord.Clustering.from_clusters(clusters, nodes=weights, weights=weights)
        found = accord.Clustering.from_clusters(clusters[::-1], nodes=weights, weights=weights)
        assert accord.onmi(truth, found, norm=norm) == 1


# ---- clusters of all nodes -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "weights", [None, {1: 0.1, 2: 0.2, 3: 0.3, 4: 0.7}, {1: 2, 2: 1, 3: 5, 4: 1}]
)
def test_lfk_handles_a_cluster_of_all_nodes_on_both_sides(weights: Any) -> None:
    everyone, pair = {1, 2, 3, 4}, {1, 2}

    def lfk(truth: Any, found: Any) -> accord.Score:
        return accord.onmi(weighted(truth, weights), weighted(found, weights), norm="lfk")

    assert lfk([everyone], [everyone]) == 1
    assert lfk([everyone, pair], [pair, everyone]) == 1
    assert lfk([everyone, pair], [pair, {3, 4}]).per_truth_cluster.tolist() == [0, 1]
    assert lfk([everyone], [pair, {3, 4}]) == 0
    assert lfk([everyone, pair], [everyone]) == 3 / 4


@pytest.mark.parametrize("norm", NORMS)
def test_cluster_of_all_nodes_has_no_information(norm: str) -> None:
    assert accord.onmi([{1, 2, 3}], [{1, 2}, {3}], norm=norm) == 0
    assert accord.onmi([{1, 2}, {3}], [{1, 2, 3}], norm=norm) == 0


@pytest.mark.parametrize("norm", NORMS)
def test_side_without_clusters(norm: str) -> None:
    assert accord.onmi([{1, 2}, {3}], [{4}], nodes=[1, 2, 3], norm=norm) == 0
    assert accord.onmi([{1, 2}], [{4}], nodes=[7], norm=norm) == 1


# ---- what does not matter ------------------------------------------------------------------------


def test_shares_are_ignored() -> None:
    assert accord.onmi(
        [{1: 0.5, 2: 0.1}, {2: 0.9, 3: 1.0}], [{1: 1.0, 2: 0.2}, {3: 0.3}]
    ) == accord.onmi([{1, 2}, {2, 3}], [{1, 2}, {3}])


def test_small_clusters_next_to_a_huge_one_keep_precision() -> None:
    weights = {0: 10**12, 1: 1, 2: 1, 3: 1}
    truth, found = [{0}, {1, 2}, {0, 3}], [{0, 1, 2}, {1}, {3}]
    for norm in NORMS:
        value = accord.onmi(weighted(truth, weights), weighted(found, weights), norm=norm)
        assert value == pytest.approx(
            oracles.onmi(truth, found, norm=norm, weights=weights), rel=1e-12
        )


def test_clusters_beyond_the_lookup_table_keep_precision() -> None:
    def clusters(scale: int, ends: list[tuple[int, int]]) -> list[range]:
        return [range(first * scale, last * scale) for first, last in ends]

    truth, found = (
        [(0, 3000), (2000, 6000), (5900, 8000)],
        [(0, 2800), (1900, 6000), (2700, 6000), (7999, 8000)],
    )
    for norm in NORMS:
        small, large = (
            accord.onmi(clusters(scale, truth), clusters(scale, found), norm=norm)
            for scale in (1, 10)
        )
        assert large == pytest.approx(small, rel=1e-13)
