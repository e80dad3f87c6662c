"""What a benchmark says with numbers: means and spreads, intervals, tests, ranks. On plain numbers, a value per network.

References: Demšar 2006, "Statistical comparisons of classifiers over multiple data sets"; Wilcoxon
1945; Holm 1979; Friedman 1937; Nemenyi 1963.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.rounding import ROUNDING
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Resamples of a bootstrap interval.
RESAMPLES = 10_000
#: Differences up to which the signed-rank test counts all their signs; a normal law serves beyond.
_EXACT = 50


# ---- means and spreads ---------------------------------------------------------------------------


def mean(values: Sequence[float]) -> float | None:
    """The mean; None of no values."""
    return math.fsum(values) / len(values) if values else None


def spread(values: Sequence[float]) -> float | None:
    """The standard deviation, √(Σ(x − mean)²/(n − 1)); None of fewer than two values."""
    return pooled_spread([values])


def pooled_spread(groups: Iterable[Sequence[float]]) -> float | None:
    """The standard deviation within groups, √(ΣΣ(x − mean of its group)²/Σ(n − 1)); None where none has two values."""
    squares, freedom = [], 0
    for values in groups:
        if len(values) > 1:
            middle = math.fsum(values) / len(values)
            squares += [(value - middle) ** 2 for value in values]
            freedom += len(values) - 1
    return math.sqrt(math.fsum(squares) / freedom) if freedom else None


def bootstrap_interval(
    values: Sequence[float], confidence: float = 0.95, seed: int = 0, resamples: int = RESAMPLES
) -> tuple[float, float] | None:
    """Between what the mean lies if the values are drawn again from themselves; None of fewer than two values.

    The percentile interval: the same seed gives the same. Of few values it is somewhat too narrow.
    """
    if not 0 < confidence < 1:
        raise InputError(f"confidence is {confidence}: give a number between 0 and 1, such as 0.95")
    if len(values) < 2:
        return None
    array = np.asarray(values, np.float64)
    random = np.random.default_rng(seed)
    at_a_time = max(1, 1_000_000 // len(array))
    sizes = [min(at_a_time, resamples - done) for done in range(0, resamples, at_a_time)]
    means = np.concatenate(
        [array[random.integers(len(array), size=(size, len(array)))].mean(axis=1) for size in sizes]
    )
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def adjusted(value: float, chance: float, *, lower_is_better: bool = False) -> float | None:
    """The value where chance is 0 and the best is 1: (x − e)/(1 − e), of a distance (e − x)/e.

    None where chance alone gets the best.
    """
    gain, most = (chance - value, chance) if lower_is_better else (value - chance, 1 - chance)
    return gain / most if most > ROUNDING else None


# ---- two algorithms ------------------------------------------------------------------------------


@dataclass(frozen=True)
class SignedRanks:
    """The signed-rank test of paired differences: are they as often and as far above 0 as below?"""

    #: Sum of the ranks of the positive and of the negative differences.
    above: float
    below: float
    #: Differences that are not 0.
    differences: int
    #: How likely ranks as uneven as these are where signs are by chance, to either side.
    p_value: float
    #: Whether all signs were counted, or a normal law was taken.
    exact: bool


def signed_ranks(differences: Sequence[float]) -> SignedRanks:
    """Wilcoxon's signed-rank test, two-sided. Differences of 0 are left out; equal ones share their ranks.

    Up to 50 differences the law of the ranks is counted exactly, ties included: all 2ⁿ signs are as
    likely.
    """
    values = [value for value in differences if abs(value) > ROUNDING]
    n = len(values)
    if not n:
        return SignedRanks(0.0, 0.0, 0, 1.0, True)
    ranks = mid_ranks([abs(value) for value in values])
    above = math.fsum(rank for rank, value in zip(ranks, values, strict=True) if value > 0)
    below = n * (n + 1) / 2 - above
    less = min(above, below)
    if n <= _EXACT:
        ways = _ways([round(2 * rank) for rank in ranks])
        p_value = 2 * sum(ways[: round(2 * less) + 1]) / 2**n
    else:
        variance = math.fsum(rank * rank for rank in ranks) / 4
        p_value = math.erfc((n * (n + 1) / 4 - less) / math.sqrt(2 * variance))
    return SignedRanks(above, below, n, min(1.0, p_value), n <= _EXACT)


def _ways(doubled: Sequence[int]) -> list[int]:
    """In how many ways some of these integers have a sum of 0, 1, 2, …"""
    ways = [1] + [0] * sum(doubled)
    reach = 0
    for step in doubled:
        reach += step
        for total in range(reach, step - 1, -1):
            ways[total] += ways[total - step]
    return ways


def holm(p_values: Sequence[float]) -> list[float]:
    """Each p-value corrected for their number: that some true null hypothesis falls is no likelier than one alone."""
    adjusted = [0.0] * len(p_values)
    greatest = 0.0
    for place, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        greatest = max(greatest, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = greatest
    return adjusted


# ---- ranks of many -------------------------------------------------------------------------------


def mid_ranks(values: Sequence[float]) -> list[float]:
    """1 for the smallest; equal values share the mean of their ranks."""
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
    """The ranks of the algorithms on each network, 1 for the best: a row per network, a column per algorithm."""
    sign = 1 if lower_is_better else -1
    return np.array([mid_ranks([sign * value for value in row]) for row in table])


@dataclass(frozen=True)
class Friedman:
    """Friedman's test on ranks: are the algorithms alike on average?"""

    statistic: float
    freedom: int
    #: By the χ² law, which is rough below about 10 networks.
    p_value: float


def friedman(ranks: NDArray[np.float64]) -> Friedman | None:
    """The test on a table of ranks, corrected for ties; None for fewer than two networks or three algorithms."""
    n, k = ranks.shape if ranks.ndim == 2 else (0, 0)
    if n < 2 or k < 3:
        return None
    middle = (k + 1) / 2
    between = n * float(((ranks.mean(axis=0) - middle) ** 2).sum())
    within = float(((ranks - middle) ** 2).sum()) / (
        n * (k - 1)
    )  # k(k + 1)/12 where there are no ties
    statistic = between / within if within > 0 else 0.0
    return Friedman(statistic, k - 1, chi_square_beyond(statistic, k - 1))


def critical_difference(algorithms: int, networks: int, risk: float = 0.05) -> float | None:
    """How far two average ranks must be apart by Nemenyi's test: q√(k(k + 1)/6n), √2·q a range of k normal values."""
    if algorithms < 2 or networks < 2:
        return None
    return (
        range_quantile(1 - risk, algorithms)
        / math.sqrt(2)
        * math.sqrt(algorithms * (algorithms + 1) / (6 * networks))
    )


def not_apart(average_ranks: Sequence[float], difference: float) -> list[tuple[int, ...]]:
    """The largest groups of algorithms whose ranks are all within the critical difference: the bars of its diagram."""
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


# ---- laws ----------------------------------------------------------------------------------------


def chi_square_beyond(value: float, freedom: int) -> float:
    """The probability of more than this value: a finite sum (Abramowitz & Stegun 26.4.4 and 26.4.5)."""
    half = value / 2
    total, power = (math.erfc(math.sqrt(half)), 0.5) if freedom % 2 else (0.0, 0.0)
    while power < freedom / 2 and half > 0:
        total += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
        power += 1
    return min(1.0, total) if half > 0 else 1.0


def range_quantile(probability: float, count: int) -> float:
    """What the range of so many independent normal values stays below with this probability."""
    low, high = 0.0, 40.0
    while low < (middle := (low + high) / 2) < high and high - low > 1e-12:
        low, high = (middle, high) if _range_below(middle, count) < probability else (low, middle)
    return low


def _range_below(width: float, count: int) -> float:
    """k∫φ(x)(Φ(x) − Φ(x − width))ᵏ⁻¹dx, by the trapezoid rule, which is as exact as floats on such curves."""
    step = 1 / 16
    points = [step * place for place in range(-9 * 16, 9 * 16 + 1)]
    return math.fsum(
        count
        * step
        * math.exp(-x * x / 2)
        / math.sqrt(2 * math.pi)
        * (_normal(x) - _normal(x - width)) ** (count - 1)
        for x in points
    )


def _normal(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2
