"""fuzzy_rand: known values, what chance gives, crisp input, and precision."""

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import oracles
import pytest
import strategies
from hypothesis import given, settings

import accord
from accord import Clustering, fuzzy_rand

TRUTH = [{0: 0.7, 1: 1, 2: 0.5}, {0: 0.3, 2: 0.5, 3: 1, 4: 0.2}, {4: 0.8, 5: 1}]
FOUND = [{0: 1, 1: 1}, {2: 1, 3: 1, 4: 0.5}, {4: 0.5, 5: 1}]


def test_value_of_shares_on_both_sides() -> None:
    assert fuzzy_rand(TRUTH, FOUND) == pytest.approx(0.584551148225, abs=5e-13)


def test_chance_is_the_mean_over_all_ways_to_match_the_nodes() -> None:
    values = []
    for order in itertools.permutations(range(6)):
        moved = [{order[v]: share for v, share in x.items()} for x in FOUND]
        values.append(float(fuzzy_rand(TRUTH, moved)))
    assert sum(values) / len(values) == pytest.approx(0, abs=1e-12)


@settings(max_examples=60)
@given(pair=strategies.crisp_pairs(equal_nodes=None))
def test_crisp_clusterings_have_their_adjusted_rand_to_the_last_digit(pair: Any) -> None:
    wanted = accord.adjusted_rand(*pair)
    assert fuzzy_rand(*pair) == wanted
    whole = [[dict.fromkeys(x, 1.0) for x in side] for side in pair]
    assert fuzzy_rand(*whole) == wanted


def test_large_crisp_clusterings_have_their_adjusted_rand() -> None:
    rng = np.random.default_rng(5)
    truth, found = rng.integers(0, 9, 3_000), rng.integers(0, 70, 3_000)
    weights = rng.integers(1, 10**6, 3_000)
    sides = [Clustering.from_labels(labels, weights=weights) for labels in (truth, found)]
    assert fuzzy_rand(*sides) == accord.adjusted_rand(*sides)


def test_a_side_with_shares_meets_a_crisp_one() -> None:
    crisp = [[0, 1], [2, 3, 4], [5]]
    wanted = oracles.fuzzy_rand(TRUTH, [dict.fromkeys(x, Fraction(1)) for x in crisp])
    assert fuzzy_rand(TRUTH, crisp) == pytest.approx(wanted, rel=1e-14)
    assert fuzzy_rand(crisp, TRUTH) == pytest.approx(wanted, rel=1e-14)


def test_sharing_replaces_shares() -> None:
    split = [{v: 1 / (2 if v in (0, 2, 4) else 1) for v in x} for x in TRUTH]
    found = [list(x) for x in FOUND]
    halves = [{v: 0.5 if v == 4 else 1 for v in x} for x in FOUND]
    assert fuzzy_rand(TRUTH, FOUND, sharing="split") == fuzzy_rand(split, halves)
    assert fuzzy_rand(TRUTH, FOUND, sharing="full") == fuzzy_rand([list(x) for x in TRUTH], found)


@pytest.mark.parametrize(
    ("truth", "found", "value"),
    [
        ([{1: 0.5}], [{1: 1.0}], 1.0),  # no pair
        ([{1: 0.5, 2: 0.5}], [{1: 0.5, 2: 0.5}], 1.0),  # all pairs alike
        ([{1: 0.1, 2: 0.1}], [{1: 0.1, 2: 0.1 + 2**-56}], 1.0),  # the same but for rounding
        ([{1: 0.5, 2: 0.5}], [{1: 1.0, 2: 1.0}], 0.0),  # all together, but not as much
        ([{1: 0.5}, {2: 0.5}, {3: 0.1}], [{1: 1}, {2: 1}, {3: 1}], 1.0),  # none together
        ([{1: 0.5}, {2: 0.5}, {3: 0.1}], [{1: 1, 2: 1, 3: 1}], 0.0),
    ],
)
def test_sides_whose_pairs_are_all_alike(truth: Any, found: Any, value: float) -> None:
    assert fuzzy_rand(truth, found) == pytest.approx(value, abs=1e-15)


def test_little_beyond_chance_is_precise() -> None:
    # All pairs are together almost equally much: what is left is 10^-14 of the sums.
    rng = np.random.default_rng(2)
    truth, found = (
        [{v: 1 - 1e-7 * x for v, x in enumerate(rng.random(9).tolist())}] for _ in range(2)
    )
    wanted = oracles.fuzzy_rand(truth, found)
    assert abs(wanted) > 1e-3
    assert fuzzy_rand(truth, found) == pytest.approx(wanted, rel=1e-12)


def test_threads_do_not_change_the_value() -> None:
    rng = np.random.default_rng(3)
    nodes = np.repeat(np.arange(20_000), 3)
    sides = [
        Clustering.from_memberships(
            nodes, 3 * rng.integers(0, 99, 60_000) + np.tile(range(3), 20_000),
            shares=1 - rng.random(60_000),
        )
        for _ in range(2)
    ]  # fmt: skip
    assert len({fuzzy_rand(*sides, threads=threads) for threads in (1, 2, 5)}) == 1
