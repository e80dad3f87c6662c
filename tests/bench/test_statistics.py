"""Statistics of a benchmark: against definitions, enumeration and scipy."""

import itertools
import math
import statistics

import numpy as np
import pytest
import scipy.stats
from hypothesis import example, given, settings
from hypothesis import strategies as st

from accord.bench._results.statistics import (
    bootstrap_interval,
    chance_adjusted,
    chi_square_survival,
    critical_difference,
    deviation,
    friedman_test,
    holm_correction,
    indistinguishable_groups,
    mean,
    mid_ranks,
    normal_range_quantile,
    pooled_deviation,
    rank_table,
    signed_rank_test,
)
from accord.errors import InputError

#: Numbers with a few decimals: equal ones come often, as in scores.
scores = st.integers(-20, 20).map(lambda number: number / 16)


# ---- means and spreads ---------------------------------------------------------------------------


@given(st.lists(scores, min_size=2))
@settings(max_examples=40)
def test_mean_and_deviation_equal_the_standard_library(values: list[float]) -> None:
    assert mean(values) == pytest.approx(statistics.fmean(values), abs=1e-12)
    assert deviation(values) == pytest.approx(statistics.stdev(values), abs=1e-12)


def test_too_few_values_have_no_mean_or_deviation() -> None:
    assert mean([]) is None
    assert deviation([]) is None
    assert deviation([0.5]) is None
    assert pooled_deviation([[0.5], [], [0.7]]) is None
    assert bootstrap_interval([]) is None
    assert bootstrap_interval([0.5]) is None


def test_pooled_deviation_ignores_differences_between_groups() -> None:
    assert pooled_deviation([[1.0, 3.0], [101.0, 103.0]]) == pytest.approx(math.sqrt(2))
    assert pooled_deviation([[1.0, 3.0], [50.0], [7.0, 7.0, 7.0]]) == pytest.approx(
        math.sqrt(2 / 3)
    )


@given(st.lists(st.lists(scores, min_size=2, max_size=5), min_size=1, max_size=5))
@settings(max_examples=40)
def test_pooled_deviation_is_the_residual_of_an_analysis_of_variance(
    groups: list[list[float]],
) -> None:
    squares = sum((len(group) - 1) * statistics.variance(group) for group in groups)
    freedom = sum(len(group) - 1 for group in groups)
    assert pooled_deviation(groups) == pytest.approx(math.sqrt(squares / freedom), abs=1e-12)


# ---- bootstrap -----------------------------------------------------------------------------------


def test_bootstrap_agrees_with_enumerating_all_resamples() -> None:
    values = [0.1, 0.4, 0.5, 0.9, 1.0]
    means = sorted(sum(drawn) / 5 for drawn in itertools.product(values, repeat=5))
    low, high = bootstrap_interval(values, 0.9) or (0.0, 0.0)
    assert low == pytest.approx(np.quantile(means, 0.05), abs=0.02)
    assert high == pytest.approx(np.quantile(means, 0.95), abs=0.02)


def test_bootstrap_is_seeded_and_widens_with_confidence() -> None:
    values = [0.2, 0.3, 0.7, 0.8, 0.85]
    assert bootstrap_interval(values, seed=1) == bootstrap_interval(values, seed=1)
    assert bootstrap_interval(values, seed=1, resamples=50) != bootstrap_interval(
        values, seed=2, resamples=50
    )
    (low, high), (lower, higher) = (
        bootstrap_interval(values, c) or (0.0, 0.0) for c in (0.8, 0.99)
    )
    assert lower < low < mean(values) < high < higher  # type: ignore[operator]


@given(st.lists(scores, min_size=2, max_size=30))
@settings(max_examples=20)
def test_bootstrap_stays_within_the_values(values: list[float]) -> None:
    low, high = bootstrap_interval(values, resamples=200) or (math.nan, math.nan)
    assert min(values) - 1e-12 <= low <= high <= max(values) + 1e-12


def test_bootstrap_of_many_values_approaches_the_normal_interval() -> None:
    many = list(np.random.default_rng(0).random(1500))  # 10,000 times 1,500 are drawn in pieces
    low, high = bootstrap_interval(many) or (0.0, 0.0)
    error = 1.96 * np.std(many, ddof=1) / math.sqrt(len(many))
    assert (low, high) == pytest.approx((np.mean(many) - error, np.mean(many) + error), abs=0.0015)


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 95, math.nan])
def test_an_invalid_confidence_is_refused(confidence: float) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        bootstrap_interval([0.1, 0.2], confidence)


# ---- adjusted ------------------------------------------------------------------------------------


def test_chance_adjusted() -> None:
    assert chance_adjusted(0.6, 0.2) == pytest.approx(0.5)
    assert chance_adjusted(0.2, 0.2) == 0
    assert chance_adjusted(1.0, 0.2) == pytest.approx(1)
    assert chance_adjusted(0.1, 0.2) == pytest.approx(-0.125)
    assert chance_adjusted(1.0, 1.0) is None
    assert chance_adjusted(1.0, 4.0, lower_is_better=True) == pytest.approx(0.75)
    assert chance_adjusted(0.0, 0.0, lower_is_better=True) is None


# ---- the signed-rank test ------------------------------------------------------------------------


def by_all_signs(differences: list[float]) -> float:
    """The two-sided p-value by its definition: over all signs of the ranks."""
    ranks = scipy.stats.rankdata([abs(value) for value in differences if value])
    positive = [value > 0 for value in differences if value]
    total, above = ranks.sum(), sum(itertools.compress(ranks, positive))
    observed = min(above, total - above)
    sums = [
        sum(itertools.compress(ranks, kept))
        for kept in itertools.product((0, 1), repeat=len(ranks))
    ]
    return min(
        1.0,
        sum(
            (rank_sum <= observed + 1e-9) + (total - rank_sum <= observed + 1e-9)
            for rank_sum in sums
        )
        / len(sums),
    )


@given(st.lists(scores, max_size=9))
@example([0.1, 0.1, 0.1, 0.1])
@settings(max_examples=40)
def test_signed_ranks_enumerate_all_signs_with_ties_and_zeros(differences: list[float]) -> None:
    test = signed_rank_test(differences)
    assert test.exact
    assert test.n_differences == sum(value != 0 for value in differences)
    assert test.p_value == pytest.approx(by_all_signs(differences) if test.n_differences else 1.0)


@given(st.sets(st.integers(1, 10_000), min_size=1, max_size=50), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_signed_ranks_without_ties_equal_scipy(sizes: set[int], random: object) -> None:
    values = [size * (1 if random.random() < 0.7 else -1) for size in sizes]  # type: ignore[attr-defined]
    theirs = scipy.stats.wilcoxon(values, method="exact")
    result = signed_rank_test(values)
    assert result.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    assert min(result.positive, result.negative) == theirs.statistic


@pytest.mark.parametrize("shift", [0.0, 0.1, 0.4])
@pytest.mark.parametrize("decimals", [1, 9])
def test_signed_ranks_of_large_samples_equal_the_normal_approximation_of_scipy(
    shift: float, decimals: int
) -> None:
    values = (np.random.default_rng(3).normal(shift, 1, 80)).round(decimals)
    theirs = scipy.stats.wilcoxon(values[values != 0], method="asymptotic", correction=False)
    result = signed_rank_test(values.tolist())
    assert not result.exact
    assert result.p_value == pytest.approx(theirs.pvalue, rel=1e-9)


def test_rounding_noise_does_not_change_signed_ranks() -> None:
    assert signed_rank_test([0.1 + 0.2 - 0.3, 1e-17, 0.0]).n_differences == 0
    rounded = signed_rank_test([0.3, -(0.1 + 0.2), 0.5])
    assert (rounded.positive, rounded.negative) == (4.5, 1.5)


def test_six_wins_of_six_are_needed_for_five_percent_significance() -> None:
    assert signed_rank_test([0.1, 0.2, 0.3, 0.4, 0.5]).p_value == 2 / 32
    assert signed_rank_test([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]).p_value == 2 / 64


# ---- Holm ----------------------------------------------------------------------------------------


def test_holm_by_hand() -> None:
    assert holm_correction([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm_correction([0.5, 0.6]) == [1.0, 1.0]
    assert holm_correction([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
@settings(max_examples=40)
def test_holm_rejects_what_stepping_down_rejects(p_values: list[float]) -> None:
    """The smallest is tested at risk/m, the next at risk/(m − 1), and so on until one passes."""
    for risk in (0.01, 0.05, 0.3):
        rejected = set()
        for place, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
            if (len(p_values) - place) * p_values[index] > risk:
                break
            rejected.add(index)
        assert {
            index for index, p_value in enumerate(holm_correction(p_values)) if p_value <= risk
        } == rejected


# ---- ranks ---------------------------------------------------------------------------------------


@given(st.lists(scores, min_size=1, max_size=12))
@settings(max_examples=40)
def test_mid_ranks_equal_scipy(values: list[float]) -> None:
    assert mid_ranks(values) == scipy.stats.rankdata(values).tolist()


def test_rank_one_is_the_best() -> None:
    assert rank_table([[0.9, 0.5, 0.5], [0.1, 0.2, 0.3]]).tolist() == [[1, 2.5, 2.5], [3, 2, 1]]
    assert rank_table([[0.9, 0.5, 0.5]], lower_is_better=True).tolist() == [[3, 1.5, 1.5]]


@given(st.integers(2, 8), st.integers(3, 6), st.data())
@settings(max_examples=40)
def test_friedman_equals_scipy(networks: int, algorithms: int, data: st.DataObject) -> None:
    table = [
        data.draw(st.lists(scores, min_size=algorithms, max_size=algorithms))
        for _ in range(networks)
    ]
    result = friedman_test(rank_table(table))
    assert result is not None
    if all(len(set(row)) == 1 for row in table):
        assert (result.statistic, result.p_value) == (0.0, 1.0)
        return
    theirs = scipy.stats.friedmanchisquare(*np.array(table).T)
    assert result.statistic == pytest.approx(theirs.statistic, abs=1e-9)
    assert result.p_value == pytest.approx(theirs.pvalue, abs=1e-9)


def test_friedman_needs_two_networks_and_three_algorithms() -> None:
    assert friedman_test(rank_table([])) is None
    assert friedman_test(rank_table([[1.0, 2.0, 3.0]])) is None
    assert friedman_test(rank_table([[1.0, 2.0]] * 5)) is None


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 20, 61])
def test_chi_square_equals_scipy(freedom: int) -> None:
    for value in (0.0, 1e-9, 0.3, 1.0, 5.5, 20.0, 100.0):
        assert chi_square_survival(value, freedom) == pytest.approx(
            scipy.stats.chi2.sf(value, freedom), rel=1e-9, abs=1e-15
        )


@pytest.mark.parametrize(
    ("algorithms", "q"),
    [
        (2, 1.960),
        (3, 2.343),
        (4, 2.569),
        (5, 2.728),
        (6, 2.850),
        (7, 2.949),
        (8, 3.031),
        (9, 3.102),
        (10, 3.164),
    ],
)
def test_critical_values_equal_the_table_of_demsar(algorithms: int, q: float) -> None:
    """Table 5(a) of Demšar 2006, for 5 %, rounded there."""
    assert normal_range_quantile(0.95, algorithms) / math.sqrt(2) == pytest.approx(q, abs=0.0011)


@pytest.mark.parametrize(("probability", "count"), [(0.9, 2), (0.95, 5), (0.99, 12), (0.95, 40)])
def test_studentized_range_equals_scipy(probability: float, count: int) -> None:
    assert scipy.stats.studentized_range.cdf(
        normal_range_quantile(probability, count), count, 1e6
    ) == pytest.approx(probability, abs=1e-4)


def test_critical_difference_by_hand() -> None:
    assert critical_difference(4, 14) == pytest.approx(
        2.569 * math.sqrt(4 * 5 / (6 * 14)), abs=0.001
    )  # of Demšar's example
    assert critical_difference(1, 14) is None
    assert critical_difference(4, 1) is None


def test_indistinguishable_groups_by_hand() -> None:
    assert indistinguishable_groups([1.0, 2.0, 3.0, 4.5], 1.2) == [(0, 1), (1, 2)]
    assert indistinguishable_groups([4.5, 1.0, 1.5, 2.0], 1.0) == [(1, 2, 3)]
    assert indistinguishable_groups([1.0, 2.0, 3.0], 0.5) == []
    assert indistinguishable_groups([1.0, 1.0], 0.0) == [(0, 1)]


@given(
    st.lists(st.integers(4, 40).map(lambda x: x / 4), min_size=1, max_size=8),
    st.sampled_from([0.0, 0.5, 1.0, 3.0]),
)
@settings(max_examples=40)
def test_groups_are_the_largest_sets_within_the_difference(
    ranks: list[float], difference: float
) -> None:
    places = range(len(ranks))
    close = [
        frozenset(group)
        for size in range(2, len(ranks) + 1)
        for group in itertools.combinations(places, size)
        if max(ranks[i] for i in group) - min(ranks[i] for i in group) <= difference
    ]
    largest = {group for group in close if not any(group < other for other in close)}
    assert set(map(frozenset, indistinguishable_groups(ranks, difference))) == largest
