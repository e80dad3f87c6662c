"""Metrics on pairs of nodes: how many clusters two nodes share on each side."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Literal

from accord._foundation.metric_options import NonNegative, Sharing
from accord._summaries.clustering_pair import PairCounts
from accord._summaries.pair_sums import PairSums
from accord.metrics._metric import metric
from accord.metrics._score import Details, Score

# ---- omega ---------------------------------------------------------------------------------------


@metric(PairCounts, singletons=True, integer_weights=True, bounds=(-1.0, 1.0))
def omega(counts: PairCounts) -> Score:
    """Share of node pairs with equal numbers of shared clusters, corrected for chance.

    The Omega index (Collins & Dent 1988), exact for any number of nodes. 1: every pair shares as
    many clusters in found as in truth; 0: as many pairs agree as by chance. Without overlaps it is
    the adjusted Rand index. `nodes` as in `f1p`.

    >>> from accord import omega
    >>> omega([[1, 2, 3, 4], [4, 5]], [[1, 2, 3, 4], [4, 5]])
    Score(1.0)
    """
    observed = Fraction(sum(n for (a, b), n in counts.pairs.items() if a == b), counts.total or 1)
    return Score(_corrected(observed, _expected_equal(counts), counts))


@metric(PairCounts, integer_weights=True, bounds=(-1.0, 1.0))
def soft_omega(counts: PairCounts, *, expected: Literal["paper", "independent"] = "paper") -> Score:
    """Omega where sharing a and b clusters agrees by min(a, b)/max(a, b).

    The Soft Omega index of Lutov et al. 2019, exact. `expected` says what is expected by chance:
    "paper" is the published form, which depends on the numbers of clusters, so that adding clusters
    of one node changes it; "independent" is a true correction for chance. `nodes` as in `f1p`.

    >>> from accord import soft_omega
    >>> truth = [[1, 2, 3], [2, 3, 4], [3, 4, 1], [4, 1, 2]]
    >>> found = [[1, 2], [2, 3], [3, 4], [4, 1]]  # four clusters, not edges
    >>> round(soft_omega(truth, found, orientation="clusters"), 4)
    0.3333
    """
    by_greater: dict[int, int] = {}  # Σ n·min(a, b) of the pairs with this max(a, b)
    for (a, b), n in counts.pairs.items():
        by_greater[max(a, b)] = by_greater.get(max(a, b), 0) + n * min(a, b)
    agreement = sum(
        (Fraction(n, most) for most, n in by_greater.items() if most),
        Fraction(counts.pairs.get((0, 0), 0)),
    )
    chance = _expected_paper if expected == "paper" else _expected_independent
    return Score(_corrected(agreement / (counts.total or 1), chance(counts), counts))


def _corrected(observed: Fraction, expected: Fraction, counts: PairCounts) -> float:
    """(observed − expected)/(1 − expected)."""
    if not counts.total:
        return 1.0
    if expected == 1:
        return float(observed == 1)
    return float((observed - expected) / (1 - expected))


def _expected_equal(counts: PairCounts) -> Fraction:
    """Σ_j P'_j·P_j/P²."""
    found = counts.found
    return Fraction(
        sum(n * found.get(j, 0) for j, n in counts.truth.items()), (counts.total or 1) ** 2
    )


def _expected_paper(counts: PairCounts) -> Fraction:
    truth, found = counts.truth, counts.found
    truth_size = max(counts.truth_clusters, max(truth, default=0) + 1)
    found_size = max(counts.found_clusters, max(found, default=0) + 1)
    least, longer = min(truth_size, found_size), truth if truth_size > found_size else found
    equal = sum(n * found.get(j, 0) for j, n in truth.items() if j < least)
    rest = sum(n for j, n in longer.items() if j >= least)
    return Fraction(equal + rest, (counts.total or 1) ** 2)


def _expected_independent(counts: PairCounts) -> Fraction:
    """Σ_ab P'_a·P_b·min(a, b)/max(a, b)/P², taken together by max(a, b)."""
    truth, found = counts.truth, counts.found
    agreement = Fraction(truth.get(0, 0) * found.get(0, 0))
    truth_below = found_below = 0  # Σ j·P_j over j < most
    for most in range(1, max([*truth, *found, 0]) + 1):
        in_truth, in_found = truth.get(most, 0), found.get(most, 0)
        agreement += (
            Fraction(truth_below * in_found + in_truth * found_below, most) + in_truth * in_found
        )
        truth_below += most * in_truth
        found_below += most * in_found
    return agreement / (counts.total or 1) ** 2


# ---- together or apart ---------------------------------------------------------------------------


@metric(PairCounts, integer_weights=True)
def pair_f1(counts: PairCounts) -> Score:
    """Harmonic mean of the precision and recall of pairs.

    What entity resolution calls pairwise F1. 1: the same pairs are together.
    """
    a, b, c = counts.together
    details = Details(precision=float(pair_precision(counts)), recall=float(pair_recall(counts)))
    return Score(_ratio(2 * c, a + b, 1.0), details)


@metric(PairCounts, integer_weights=True, symmetric=False)
def pair_precision(counts: PairCounts) -> Score:
    """Share of the pairs together in found that are together in truth.

    Together means in at least one common cluster, so clusterings may overlap. 1: found joins no
    pair wrongly.
    """
    a, b, c = counts.together
    return Score(_ratio(c, b, float(a == 0)))


@metric(PairCounts, integer_weights=True, symmetric=False)
def pair_recall(counts: PairCounts) -> Score:
    """Share of the pairs together in truth that are together in found.

    Together means in at least one common cluster. 1: found misses no pair.
    """
    a, b, c = counts.together
    return Score(_ratio(c, a, float(b == 0)))


@metric(PairCounts, integer_weights=True)
def pair_jaccard(counts: PairCounts) -> Score:
    """Share of the pairs together on either side that are together on both.

    The Jaccard index of pairs. 1: the same pairs are together.
    """
    a, b, c = counts.together
    return Score(_ratio(c, a + b - c, 1.0))


@metric(PairCounts, integer_weights=True)
def fowlkes_mallows(counts: PairCounts) -> Score:
    """Geometric mean of the precision and recall of pairs.

    The index of Fowlkes & Mallows (1983). 1: the same pairs are together.
    """
    a, b, c = counts.together
    return Score(math.sqrt(Fraction(c * c, a * b)) if a and b else float(a == b))


@metric(PairCounts, integer_weights=True, one_sided_options=("beta",))
def pair_fbeta(counts: PairCounts, *, beta: NonNegative = 1.0) -> Score:
    """Weighted harmonic mean of the precision and recall of pairs.

    `pair_f1` with a weight: recall counts `beta` times as much as precision, so that with beta
    above 1 missed pairs cost more than wrong ones. 1: the same pairs are together. Not for clusters
    of very different sizes: one of n nodes has n(n−1)/2 pairs, and the largest decide.

    >>> from accord import pair_fbeta
    >>> round(pair_fbeta([[1, 2, 3], [4, 5]], [[1, 2], [3], [4, 5]], beta=2), 4)
    0.5556
    """
    a, b, c = counts.together
    weight = Fraction(beta) ** 2
    details = Details(precision=float(pair_precision(counts)), recall=float(pair_recall(counts)))
    return Score(_ratio((1 + weight) * c, weight * a + b, float(a == b)), details)


@metric(PairCounts, singletons=True, integer_weights=True, crisp=True, instead=("omega",))
def rand(counts: PairCounts) -> Score:
    """Share of node pairs that both sides put together or both keep apart.

    The Rand index, for crisp clusterings. 1: identical; near 1 for any two clusterings with many
    clusters: see `adjusted_rand`.
    """
    a, b, c = counts.together
    return Score(_ratio(2 * c + counts.total - a - b, counts.total, 1.0))


@metric(
    PairCounts,
    singletons=True,
    integer_weights=True,
    bounds=(-1.0, 1.0),
    crisp=True,
    instead=("omega",),
)
def adjusted_rand(counts: PairCounts) -> Score:
    """Rand index corrected for chance.

    For crisp clusterings (Hubert & Arabie 1985). 1: identical; 0: as by chance. For overlapping
    ones it is `omega`.

    >>> from accord import adjusted_rand
    >>> adjusted_rand([0, 0, 1, 1], [0, 0, 1, 2])
    Score(0.5714285714285714)
    """
    a, b, c = counts.together
    p = counts.total
    return Score(_ratio(2 * (p * c - a * b), p * (a + b) - 2 * a * b, float(a == b == c)))


#: If all pairs are together equally much on both sides, up to this part of the sums, nothing is
#: left to agree on. Shares and their sums are rounded.
_ALIKE = Fraction(1, 10**20)


@metric(PairSums, singletons=True, integer_weights=True, bounds=(-1.0, 1.0))
def fuzzy_rand(sums: PairSums, *, sharing: Sharing | None = None) -> Score:
    """Rand index of shares, corrected for chance.

    Two nodes are together by the sum, over the clusters of both, of the product of their shares;
    the score is how much that agrees on both sides, above what random matching of the nodes gives.
    1: every pair is together as much in found as in truth; 0: as by chance. For crisp clusterings
    it is `adjusted_rand`. For fuzzy clusterings, on one side or on both; without shares, clusters
    that overlap count in full, and `omega` is better known. Not if small clusters matter as much as
    large ones, since pairs are counted. `sharing` and `nodes` as in `f1p`; weights must be
    integers.

    >>> from accord import fuzzy_rand
    >>> truth = {"a": [1, 2], "b": [3, 4]}
    >>> found = {"a": {1: 1.0, 2: 0.8, 3: 0.3}, "b": {2: 0.2, 3: 0.7, 4: 1.0}}
    >>> round(fuzzy_rand(truth, found, orientation="clusters"), 4)
    0.7775
    """
    expected = sums.truth * sums.found / (sums.total or 1)
    most = (sums.truth_squares + sums.found_squares) / 2
    if most - expected <= _ALIKE * most:
        return Score(1.0)
    return Score(min(float((sums.both - expected) / (most - expected)), 1.0))


@metric(PairCounts, integer_weights=True, bounds=(0.0, None), distance=True, growth=2)
def mirkin(counts: PairCounts) -> Score:
    """Ordered pairs of nodes that only one side puts together (distance).

    The metric of Mirkin: 2P(1 − rand) with P pairs, and for crisp clusterings the sum of squared
    cluster sizes of both sides less twice that of their overlaps. 0: the same pairs are together.
    Not for results of different networks: it grows with the square of the number of nodes, and most
    of it is due to the largest clusters.

    >>> from accord import mirkin
    >>> mirkin([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
    Score(8.0)
    """
    a, b, c = counts.together
    return Score(2 * (a + b - 2 * c))


# ---- together or apart, corrected for chance -----------------------------------------------------

#: Two sides that put pairs together independently of each other expect a·b/p pairs on both.
_BEYOND_CHANCE: dict[str, Any] = {"singletons": True, "integer_weights": True}


@metric(PairCounts, **_BEYOND_CHANCE, bounds=(-1.0, 1.0))
def pair_correlation(counts: PairCounts) -> Score:
    """Correlation of being together in truth and together in found, over all pairs.

    Together means in at least one common cluster, so clusterings may overlap. 1: the same pairs are
    together; 0: as by chance; −1: each pair is together on exactly one side. With `sokal_sneath`
    and `correlation_distance` it is what Gösgens et al. 2021 are left with after a list of
    properties. Not if small clusters matter as much as large ones: a cluster of n nodes has
    n(n−1)/2 pairs. If all pairs of a side are together, or none, it is 1 for the same pairs, else
    0.

    >>> from accord import pair_correlation
    >>> round(pair_correlation([[1, 2, 3], [3, 4, 5], [5, 6]], [[1, 2], [3, 4, 5, 6], [6]]), 4)
    0.4643
    """
    a, b, c = counts.together
    p = counts.total
    spread = _root(a * b * (p - a) * (p - b))
    return Score(_ratio(p * c - a * b, spread, float(a == b == c)))


@metric(PairCounts, **_BEYOND_CHANCE, distance=True)
def correlation_distance(counts: PairCounts) -> Score:
    """Angle of the correlation of pairs, as a share of a half turn (distance).

    arccos(pair_correlation)/π, which obeys the triangle inequality (Gösgens et al. 2021). 0: the
    same pairs are together; 1/2: as by chance; 1: each pair is together on exactly one side. Not to
    say how good one result is: nearly equal clusterings look far apart, as the angle grows with the
    root of their difference.

    >>> from accord import correlation_distance
    >>> round(correlation_distance([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.4235
    """
    a, b, c = counts.together
    p = counts.total
    spread, common = a * b * (p - a) * (p - b), p * c - a * b
    if not spread:
        return Score(0.0 if a == b == c else 0.5)
    return Score(math.atan2(math.sqrt(spread - common**2), common) / math.pi)


@metric(PairCounts, **_BEYOND_CHANCE)
def sokal_sneath(counts: PairCounts) -> Score:
    """Mean of the precision and recall of pairs together, and of pairs apart.

    An index of Sokal & Sneath that, like `pair_correlation`, Gösgens et al. 2021 recommend. 1: the
    same pairs are together; 1/2: as by chance; 0: each pair is together on exactly one side. Not to
    be read as a share of pairs that are right: unrelated clusterings get 1/2. If all pairs of a
    side are together, or none, it is 1 for the same pairs, else 1/2.

    >>> from accord import sokal_sneath
    >>> round(sokal_sneath([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.619
    """
    a, b, c = counts.together
    p = counts.total
    if not a * b * (p - a) * (p - b):
        return Score(1.0 if a == b == c else 0.5)
    apart = p - a - b + c
    together = Fraction(c, a) + Fraction(c, b)
    return Score(float((together + Fraction(apart, p - a) + Fraction(apart, p - b)) / 4))


@metric(PairCounts, **_BEYOND_CHANCE, bounds=(-1.0, 1.0))
def adjusted_fowlkes_mallows(counts: PairCounts) -> Score:
    """Fowlkes–Mallows index corrected for chance.

    (FM − E)/(1 − E) with E = sqrt(AB)/P, what `fowlkes_mallows` is by chance if A and B of P pairs
    are together (Hubert & Arabie 1985). 1: the same pairs are together; 0: as by chance. Equal to
    `adjusted_rand` if A = B. Not if small clusters matter as much as large ones.

    >>> from accord import adjusted_fowlkes_mallows
    >>> round(adjusted_fowlkes_mallows([0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1]), 4)
    0.326
    """
    a, b, c = counts.together
    p, mean = counts.total, _root(a * b)
    return Score(_ratio(p * c - a * b, mean * (p - mean), float(a == b == c)))


def _root(number: int) -> Fraction:
    """The square root: exact of squares, else with 64 bits after the point."""
    return Fraction(math.isqrt(number << 128), 1 << 64)


def _ratio(numerator: int | Fraction, denominator: int | Fraction, otherwise: float) -> float:
    """Of exact numbers of any size, rounded once."""
    return float(numerator / denominator) if denominator else otherwise
