"""Statistics of a benchmark on plain numbers, one value per network.

Means, bootstrap intervals, the tests that compare algorithms over several networks, and the two
probability distributions they need: SciPy is not a dependency of `accord.bench`.

References: Demšar 2006, "Statistical comparisons of classifiers over multiple data sets"; Wilcoxon
1945; Holm 1979; Friedman 1937; Nemenyi 1963.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.rounding import ROUNDING
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Number of resamples of a bootstrap interval.
RESAMPLES = 10_000
#: The signed-rank test is exact up to this number of differences, and approximate beyond.
_MOST_EXACT = 50
_NUMBERS_AT_A_TIME = 1_000_000


# ---- means and deviations ------------------------------------------------------------------------


def mean(values: Sequence[float]) -> float | None:
    """The mean; None if there are no values."""
    return math.fsum(values) / len(values) if values else None


def deviation(values: Sequence[float]) -> float | None:
    """The standard deviation, √(Σ(x − mean)²/(n − 1)); None for fewer than two values."""
    return pooled_deviation([values])


def pooled_deviation(groups: Iterable[Sequence[float]]) -> float | None:
    """The standard deviation within groups; None if no group has two values.

    √(ΣΣ(x − mean of its group)²/Σ(n − 1)).
    """
    squares, degrees_of_freedom = [], 0
    for values in groups:
        if len(values) > 1:
            center = math.fsum(values) / len(values)
            squares += [(value - center) ** 2 for value in values]
            degrees_of_freedom += len(values) - 1
    return math.sqrt(math.fsum(squares) / degrees_of_freedom) if degrees_of_freedom else None


def bootstrap_interval(
    values: Sequence[float], confidence: float = 0.95, seed: int = 0, resamples: int = RESAMPLES
) -> tuple[float, float] | None:
    """Percentile bootstrap interval of the mean; None for fewer than two values.

    `seed` is the random seed; equal seeds give equal intervals. For few values the interval is
    somewhat too narrow.
    """
    if not 0 < confidence < 1:
        raise InputError(f"confidence is {confidence}: give a number between 0 and 1, such as 0.95")
    if len(values) < 2:
        return None
    array = np.asarray(values, np.float64)
    random = np.random.default_rng(seed)
    batch = max(1, _NUMBERS_AT_A_TIME // len(array))
    sizes = [min(batch, resamples - done) for done in range(0, resamples, batch)]
    means = np.concatenate(
        [array[random.integers(len(array), size=(size, len(array)))].mean(axis=1) for size in sizes]
    )
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def chance_adjusted(value: float, chance: float, *, lower_is_better: bool = False) -> float | None:
    """The value on a scale where chance is 0 and the best is 1; None if chance is the best.

    (x − e)/(1 − e), for a distance (e − x)/e.
    """
    gain, most = (chance - value, chance) if lower_is_better else (value - chance, 1 - chance)
    return gain / most if most > ROUNDING else None


# ---- two algorithms ------------------------------------------------------------------------------


@dataclass(frozen=True)
class SignedRankTest:
    """Result of the signed-rank test: are paired differences symmetric around 0?"""

    #: Sum of the ranks of positive and of negative differences.
    positive: float
    negative: float
    #: Number of differences that are not 0.
    n_differences: int
    #: Two-sided p-value.
    p_value: float
    #: Whether the p-value is exact, rather than from a normal approximation.
    exact: bool


def signed_rank_test(differences: Sequence[float]) -> SignedRankTest:
    """Wilcoxon's signed-rank test, two-sided; zeros are dropped, ties share their ranks.

    Up to 50 differences the p-value is exact, also with ties: all 2ⁿ signs are equally likely.
    """
    values = [value for value in differences if abs(value) > ROUNDING]
    n = len(values)
    if not n:
        return SignedRankTest(0.0, 0.0, 0, p_value=1.0, exact=True)
    ranks = mid_ranks([abs(value) for value in values])
    positive = math.fsum(rank for rank, value in zip(ranks, values, strict=True) if value > 0)
    negative = n * (n + 1) / 2 - positive
    smaller = min(positive, negative)
    if n <= _MOST_EXACT:
        counts = _subset_sums([round(2 * rank) for rank in ranks])
        p_value = 2 * sum(counts[: round(2 * smaller) + 1]) / 2**n
    else:
        variance = math.fsum(rank * rank for rank in ranks) / 4
        p_value = math.erfc((n * (n + 1) / 4 - smaller) / math.sqrt(2 * variance))
    return SignedRankTest(positive, negative, n, min(1.0, p_value), exact=n <= _MOST_EXACT)


def _subset_sums(numbers: Sequence[int]) -> list[int]:
    """How many subsets of these numbers have the sum 0, 1, 2, …"""
    counts = [1] + [0] * sum(numbers)
    reach = 0
    for number in numbers:
        reach += number
        for total in range(reach, number - 1, -1):
            counts[total] += counts[total - number]
    return counts


def rank_sum_p_value(first: Sequence[float], second: Sequence[float]) -> float:
    """p-value of the rank-sum test that the first values are greater, one-sided.

    Exact up to a total of 50 values, ties sharing their ranks, and approximate beyond.
    """
    n_first, n_second = len(first), len(second)
    doubled = [round(2 * rank) for rank in mid_ranks([*first, *second])]
    observed, n = sum(doubled[:n_first]), n_first + n_second
    if n > _MOST_EXACT:
        variance = (
            n_first
            * n_second
            / (n * (n - 1))
            * math.fsum((rank - (n + 1)) ** 2 for rank in doubled)
        )
        if variance == 0:
            return 1.0
        return math.erfc((observed - n_first * (n + 1)) / math.sqrt(2 * variance)) / 2
    # For each size of a subset, how many subsets of the ranks have each sum.
    counts: list[Counter[int]] = [Counter({0: 1}), *(Counter[int]() for _ in range(n_first))]
    for rank in doubled:
        for size in range(n_first, 0, -1):
            for total, number in counts[size - 1].items():
                counts[size][total + rank] += number
    greater = sum(number for total, number in counts[n_first].items() if total >= observed)
    return greater / math.comb(n, n_first)


def holm_correction(p_values: Sequence[float]) -> list[float]:
    """p-values corrected for their number by Holm's method."""
    corrected = [0.0] * len(p_values)
    greatest = 0.0
    for position, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        greatest = max(greatest, min(1.0, (len(p_values) - position) * p_values[index]))
        corrected[index] = greatest
    return corrected


# ---- ranks of several algorithms -----------------------------------------------------------------


def mid_ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1 for the smallest; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start + 1
        while end < len(order) and values[order[end]] - values[order[end - 1]] <= ROUNDING:
            end += 1
        for index in order[start:end]:
            ranks[index] = (start + 1 + end) / 2
        start = end
    return ranks


def rank_table(
    table: Sequence[Sequence[float]], *, lower_is_better: bool = False
) -> NDArray[np.float64]:
    """Ranks within each row, 1 for the best: a row per network, a column per algorithm."""
    sign = 1 if lower_is_better else -1
    return np.array([mid_ranks([sign * value for value in row]) for row in table])


@dataclass(frozen=True)
class FriedmanTest:
    """Result of Friedman's test: do the average ranks differ at all?"""

    statistic: float
    degrees_of_freedom: int
    #: By the χ² distribution, a rough approximation below about 10 networks.
    p_value: float


def friedman_test(ranks: NDArray[np.float64]) -> FriedmanTest | None:
    """Friedman's test on a table of ranks, corrected for ties.

    None for fewer than two networks or three algorithms.
    """
    n, k = ranks.shape if ranks.ndim == 2 else (0, 0)
    if n < 2 or k < 3:
        return None
    center = (k + 1) / 2
    between = n * float(((ranks.mean(axis=0) - center) ** 2).sum())
    # Without ties this is k(k + 1)/12.
    within = float(((ranks - center) ** 2).sum()) / (n * (k - 1))
    statistic = between / within if within > 0 else 0.0
    return FriedmanTest(statistic, k - 1, chi_square_survival(statistic, k - 1))


def critical_difference(n_algorithms: int, n_networks: int, risk: float = 0.05) -> float | None:
    """How far two average ranks must be apart by Nemenyi's test; None if that is undefined.

    q√(k(k + 1)/6n), where √2·q is a quantile of the range of k normal values.
    """
    if n_algorithms < 2 or n_networks < 2:
        return None
    return (
        normal_range_quantile(1 - risk, n_algorithms)
        / math.sqrt(2)
        * math.sqrt(n_algorithms * (n_algorithms + 1) / (6 * n_networks))
    )


def indistinguishable_groups(
    average_ranks: Sequence[float], difference: float
) -> list[tuple[int, ...]]:
    """The largest groups of ranks that all lie within the critical difference, by index.

    These are the bars of a critical-difference diagram.
    """
    order = sorted(range(len(average_ranks)), key=average_ranks.__getitem__)
    groups: list[tuple[int, ...]] = []
    reached = 0
    for start, first in enumerate(order):
        end = start + 1
        while end < len(order) and average_ranks[order[end]] - average_ranks[first] <= difference:
            end += 1
        if end - start > 1 and end > reached:
            groups.append(tuple(order[start:end]))
        reached = max(reached, end)
    return groups


# ---- distributions -------------------------------------------------------------------------------


def chi_square_survival(value: float, degrees_of_freedom: int) -> float:
    """Probability of more than this value, a finite sum (Abramowitz & Stegun 26.4.4, 26.4.5)."""
    half = value / 2
    total, power = (math.erfc(math.sqrt(half)), 0.5) if degrees_of_freedom % 2 else (0.0, 0.0)
    while power < degrees_of_freedom / 2 and half > 0:
        total += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
        power += 1
    return min(1.0, total) if half > 0 else 1.0


def normal_range_quantile(probability: float, count: int) -> float:
    """Quantile of the range of `count` independent standard normal values."""
    low, high = 0.0, 40.0
    while low < (middle := (low + high) / 2) < high and high - low > 1e-12:
        below = _normal_range_probability(middle, count) < probability
        low, high = (middle, high) if below else (low, middle)
    return low


def _normal_range_probability(width: float, count: int) -> float:
    """k∫φ(x)(Φ(x) − Φ(x − width))ᵏ⁻¹dx, by the trapezoid rule, exact to rounding here."""
    step = 1 / 16
    points = [step * index for index in range(-9 * 16, 9 * 16 + 1)]
    return math.fsum(
        count
        * step
        * math.exp(-x * x / 2)
        / math.sqrt(2 * math.pi)
        * (_normal_probability(x) - _normal_probability(x - width)) ** (count - 1)
        for x in points
    )


def _normal_probability(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2
