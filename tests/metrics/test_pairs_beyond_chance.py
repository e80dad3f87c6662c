"""Metrics of pairs that are corrected for chance: how they relate, and their edges."""

import math
from typing import Any

import pytest
import strategies
from hypothesis import given, settings
from metric_cases import CLOSE

import accord
from accord import Clustering

EDGES = {
    "all together on both sides": ([{1, 2, 3}], [{1, 2, 3}], True),
    "all apart on both sides": ([{1}, {2}, {3}], [{1}, {2}, {3}], True),
    "the same pairs by other clusters": ([{1, 2}, {1, 3}, {2, 3}], [{1, 2, 3}], True),
    "one node": ([{1}], [{1}], True),
    "all together in truth": ([{1, 2, 3}], [{1, 2}, {3}], False),
    "all apart in found": ([{1, 2}, {3}], [{1}, {2}, {3}], False),
}


@pytest.mark.parametrize(("truth", "found", "same"), EDGES.values(), ids=EDGES)
def test_without_variance_only_equal_pairs_agree(truth: Any, found: Any, same: bool) -> None:
    for one, other in ((truth, found), (found, truth)):
        assert accord.pair_correlation(one, other) == (1 if same else 0)
        assert accord.adjusted_fowlkes_mallows(one, other) == (1 if same else 0)
        assert accord.correlation_distance(one, other) == (0 if same else 1 / 2)
        assert accord.sokal_sneath(one, other) == (1 if same else 1 / 2)


@pytest.mark.parametrize("metric", ["pair_correlation", "sokal_sneath", "correlation_distance"])
def test_worst_value_if_each_pair_is_together_on_one_side(metric: str) -> None:
    value = accord.METRICS[metric].function([{1, 2}, {3}], [{1, 3}, {2, 3}])
    assert value == {"pair_correlation": -1, "sokal_sneath": 0, "correlation_distance": 1}[metric]


@settings(max_examples=60)
@given(pair=strategies.pairs())
def test_the_distance_is_the_angle_of_the_correlation(pair: Any) -> None:
    angle = math.pi * accord.correlation_distance(*pair)
    assert math.cos(angle) == pytest.approx(accord.pair_correlation(*pair), **CLOSE)


@settings(max_examples=60)
@given(pair=strategies.crisp_pairs())
def test_distances_obey_the_triangle_inequality(pair: Any) -> None:
    truth, found = pair
    third = [{v for cluster in found for v in cluster if v % 2 == odd} for odd in (0, 1)]
    for distance in (accord.correlation_distance, accord.mirkin):
        sides = [Clustering.from_clusters(list(filter(None, x))) for x in (truth, found, third)]
        a, b, c = sides
        assert distance(a, c) <= distance(a, b) + distance(b, c) + 1e-12


@settings(max_examples=40)
@given(pair=strategies.crisp_pairs())
def test_mirkin_is_the_number_of_ordered_pairs_that_rand_counts_as_wrong(pair: Any) -> None:
    pairs = accord.pair_counts(*pair).total
    assert accord.mirkin(*pair) == pytest.approx(2 * pairs * (1 - accord.rand(*pair)), **CLOSE)


def test_nearly_equal_clusterings_of_many_nodes_keep_their_digits() -> None:
    # Of half a million pairs one is wrong. If c = b, then 1 - correlation² = p(a - b)/(a(p - b)).
    truth = [set(range(500)), {500, 501}, *({v} for v in range(502, 1000))]
    found = [set(range(500)), *({v} for v in range(500, 1000))]
    a, b, p = 124_751, 124_750, 499_500
    angle = math.asin(math.sqrt(p / (a * (p - b))))
    assert accord.correlation_distance(truth, found) == pytest.approx(angle / math.pi, rel=1e-14)
