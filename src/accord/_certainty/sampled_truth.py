"""Precision, recall and F1 of all truth clusters, estimated from a sample of them.

Each is a ratio of two sums over all truth clusters, such as that of the pairs together on both
sides and of the pairs together in found. What found has in common with the others counts with the
cluster: of the pairs of a found cluster, each truth cluster has half of those of its nodes. So the
sums over a sample, with each cluster weighed by 1 over its chance to be drawn, estimate both sums
up to the same factor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord._certainty.student_t import student_quantile
from accord._summaries.clustering_pair import Overlaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


class Ratios(NamedTuple):
    """What is summed for precision, recall and F1: two parts of two wholes of each cluster."""

    precise: Values
    of_found: Values
    recalled: Values
    of_truth: Values


@dataclass(frozen=True)
class Estimate:
    """An estimate from a sample of truth clusters, with its standard error and interval.

    NaN is what the sample does not say: a value without anything to count, or an interval around a
    value of 0 or 1 from which no sampled cluster differs.
    """

    value: float
    low: float
    high: float
    confidence: float
    standard_error: float
    #: What was subtracted from the ratio of the sums, which is too high by it on average.
    bias: float


def sum_by_cluster(overlaps: Overlaps) -> dict[str, Ratios]:
    """What each truth cluster adds to the sums of pairs, of BCubed and of exact clusters."""
    t, n = overlaps.truth, overlaps.amounts.astype(np.float64)
    a, b = (sizes.astype(np.float64) for sizes in (overlaps.truth_sizes, overlaps.found_sizes))
    sizes, whole = b[overlaps.found], (n == a[t]) & (n == b[overlaps.found])

    def total(values: Values) -> Values:
        return np.bincount(t, values, len(a)).astype(np.float64)  # without overlaps, integers

    common, exact = total(n * (n - 1) / 2), total(whole.astype(np.float64))
    return {
        "pair": Ratios(common, total(n * (sizes - 1) / 2), common, a * (a - 1) / 2),
        "bcubed": Ratios(total(n * n / sizes), total(n), total(n * n) / a, a),
        "exact": Ratios(exact, total(n / sizes), exact, np.ones(len(a))),
    }


def estimate_ratios(sums: Ratios, weights: Values, confidence: float) -> tuple[Estimate, ...]:
    """Precision, recall and F1 from the sums of sampled clusters, each drawn independently.

    To second order in the means of the sums: the first gives the standard error, and the second the
    bias, which is subtracted.
    """
    precision, recall = (
        _ratio(weights * part, weights * whole)
        for part, whole in ((sums.precise, sums.of_found), (sums.recalled, sums.of_truth))
    )
    return tuple(
        _estimate(value, len(weights), confidence)
        for value in (precision, recall, _harmonic(precision, recall))
    )


class _Value(NamedTuple):
    """A function of means: its value, its bias, and what each sampled cluster adds to its error."""

    value: float
    bias: float
    errors: Values
    #: The same, larger for clusters with a large share of the whole, which pull the value to
    #: themselves: what each adds to the error of the value without it.
    errors_left_out: Values


def _ratio(part: Values, whole: Values) -> _Value:
    mean = float(whole.mean())
    if not mean:
        return _Value(math.nan, math.nan, whole, whole)
    value = float(part.mean() / mean)
    errors = (part - value * whole) / mean
    rest = 1 - whole / whole.sum()
    # Nothing is known without a cluster that has the whole.
    left_out = np.divide(errors, rest, out=np.full(len(whole), math.inf), where=rest > 0)
    return _Value(value, -_covariance(errors, whole) / mean, errors, left_out)


def _harmonic(precision: _Value, recall: _Value) -> _Value:
    """F1 = 2PR/(P + R), with its first and second derivatives."""
    p, r = precision.value, recall.value
    both = p + r
    if not both > 0:
        return _Value(both, 0.0 * both, precision.errors, precision.errors_left_out)
    by_p, by_r = 2 * (r / both) ** 2, 2 * (p / both) ** 2
    curvature = (
        -(r**2) * _covariance(precision.errors, precision.errors)
        + 2 * p * r * _covariance(precision.errors, recall.errors)
        - p**2 * _covariance(recall.errors, recall.errors)
    )
    bias = by_p * precision.bias + by_r * recall.bias + 2 * curvature / both**3
    return _Value(
        2 * p * r / both,
        bias,
        by_p * precision.errors + by_r * recall.errors,
        by_p * precision.errors_left_out + by_r * recall.errors_left_out,
    )


def _covariance(first: Values, second: Values) -> float:
    """The covariance of the means of two columns; errors have the mean 0."""
    n = len(first)
    return float((first * second).sum()) / (n * (n - 1))


def _estimate(estimated: _Value, draws: int, confidence: float) -> Estimate:
    value = min(max(estimated.value - estimated.bias, 0.0), 1.0)
    error, error_left_out = (
        math.sqrt(_covariance(errors, errors))
        for errors in (estimated.errors, estimated.errors_left_out)
    )
    if math.isnan(estimated.value):
        value = error = math.nan
    reach = student_quantile(confidence, draws - 1) * error_left_out
    low, high = _interval(value, estimated.value, reach)
    return Estimate(value, low, high, confidence, error, estimated.value - value)


def _interval(value: float, ratio: float, reach: float) -> tuple[float, float]:
    """As far as `reach` below and above, on the scale of log odds.

    Values near 0 and 1 are skewed, and on this scale they are less so: intervals hold the value
    more often, and never leave the range from 0 to 1.
    """
    centre = value if 0 < value < 1 else ratio
    if not 0 < centre < 1:
        return math.nan, math.nan
    odds, reach = math.log(centre / (1 - centre)), reach / (centre * (1 - centre))
    return _share(odds - reach), _share(odds + reach)


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds)) if odds > 0 else 1 - 1 / (1 + math.exp(odds))
