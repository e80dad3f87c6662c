"""Adjusted mutual information: its expectation by enumeration, by fractions, in scikit-learn."""

import itertools
import math
import statistics

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import adjusted_mutual_info_score

import accord
from accord._summaries.clustering_pair import ChanceInformation

LABELS = st.integers(1, 6).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 3), min_size=n, max_size=n) for _ in range(2)])
)
METHODS = {"avg": "arithmetic", "max": "max", "sqrt": "geometric", "min": "min"}


def information(truth: list[int], found: list[int]) -> float:
    """Mutual information in bits, from the counts of pairs of labels."""
    n = len(truth)
    pairs = list(zip(truth, found, strict=True))
    return sum(
        pairs.count((t, f))
        / n
        * math.log2(n * pairs.count((t, f)) / (truth.count(t) * found.count(f)))
        for t, f in set(pairs)
    )


@settings(max_examples=60)
@given(LABELS)
def test_expectation_is_the_mean_over_all_permutations(labels):
    truth, found = labels
    mean = statistics.fmean(
        information(truth, list(order)) for order in itertools.permutations(found)
    )
    sizes = [[side.count(label) for label in set(side)] for side in (truth, found)]
    assert oracles.expected_information(*sizes) == pytest.approx(mean, abs=1e-12)
    entropies = [information(side, side) for side in (truth, found)]
    best = statistics.fmean(entropies)
    if best - mean > 1e-9:
        expected = (information(truth, found) - mean) / (best - mean)
        assert accord.ami(truth, found) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("norm", METHODS)
@pytest.mark.parametrize("seed", range(8))
def test_ami_equals_scikit_learn(norm, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 400))
    truth, noise = rng.integers(0, rng.integers(1, n), n), rng.integers(0, rng.integers(1, n), n)
    for found in (noise, np.where(rng.random(n) < 0.7, truth, noise)):
        wanted = adjusted_mutual_info_score(truth, found, average_method=METHODS[norm])
        assert accord.ami(truth, found, norm=norm) == pytest.approx(wanted, abs=1e-10)


@pytest.mark.parametrize(
    ("truth", "found"),
    [([300, 150, 50], [250, 250]), ([499, 1], [499, 1]), ([1] * 500, [400, 100])],
)
def test_large_clusters_keep_precision(truth, found):
    exact = oracles.expected_information(truth, found)
    sides = [np.repeat(np.arange(len(sizes)), sizes) for sizes in (truth, found)]
    engine = accord._engines.native.engine.NativeEngine(
        accord._foundation.node_index.pair_up(
            [accord.Clustering.from_labels(side) for side in sides], None, 1
        )
    )
    assert engine.get(ChanceInformation).expected == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize("norm", METHODS)
@pytest.mark.parametrize("sizes", [[2, 1], [8, 3], [5, 5, 1], [1] * 7, [1, 1, 9]])
def test_value_if_nothing_is_left_to_chance(norm, sizes):
    labels = np.repeat(np.arange(len(sizes)), sizes)
    together, alone = np.zeros(len(labels), int), np.arange(len(labels))
    for truth, found in ((together, labels), (labels, together)):
        assert accord.ami(truth, found, norm=norm) == pytest.approx(0, abs=1e-12)
    assert accord.ami(labels, labels, norm=norm) == pytest.approx(1, abs=1e-12)
    for trivial in (together, alone):
        assert accord.ami(trivial, trivial, norm=norm) == 1


def test_ami_is_zero_for_chance_agreement_and_one_for_equality():
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 50, 100_000)
    assert abs(accord.ami(truth, rng.permutation(truth))) < 0.001
    assert accord.nmi(truth[:200], np.arange(200), norm="min") == pytest.approx(1)
    assert accord.ami(truth[:200], np.arange(200)) == pytest.approx(0, abs=1e-12)
    assert accord.ami(truth, (truth + 7) % 50) == 1


def test_node_of_weight_three_counts_as_three_nodes():
    weights = {"a": 3, "b": 1, "c": 2, "d": 1}
    truth, found = {"a": 0, "b": 0, "c": 1, "d": 1}, {"a": 0, "b": 1, "c": 1, "d": 1}
    weighted = [accord.Clustering.from_nodes(side, weights=weights) for side in (truth, found)]
    copies = [
        {(node, copy): side[node] for node in side for copy in range(weights[node])}
        for side in (truth, found)
    ]
    assert accord.ami(*weighted) == pytest.approx(accord.ami(*copies), abs=1e-15)
    with pytest.raises(accord.InputError, match="integers"):
        accord.ami(accord.Clustering.from_nodes(truth, weights=dict.fromkeys(weights, 0.5)), found)
