"""Pairs of nodes, by the clusters they share."""

import itertools
import math
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from oracles.sides import Clustering, PrecisionRecall, clusters_of_node, compare, compare_crisp


def pair_histogram(truth: Clustering, found: Clustering, **base: Any) -> dict[tuple[int, int], int]:
    """H[a, b]: pairs of nodes (a node of weight w is w nodes) that share a clusters in truth and b
    in found.
    """
    both = compare(truth, found, **base)
    of_node = {
        v: (clusters_of_node(both.truth, v), clusters_of_node(both.found, v)) for v in both.weight
    }
    copies = {v: int(weight) for v, weight in both.weight.items()}
    histogram: Counter[tuple[int, int]] = Counter()
    for v, w in itertools.combinations_with_replacement(both.weight, 2):
        (t_v, f_v), (t_w, f_w) = of_node[v], of_node[w]
        pairs = copies[v] * (copies[v] - 1) // 2 if v == w else copies[v] * copies[w]
        histogram[len(t_v & t_w), len(f_v & f_w)] += pairs
    return {key: n for key, n in histogram.items() if n}


def marginals(histogram: dict[tuple[int, int], int]) -> tuple[Counter[int], Counter[int]]:
    """P'_a and P_b."""
    in_truth: Counter[int] = Counter()
    in_found: Counter[int] = Counter()
    for (a, b), n in histogram.items():
        in_truth[a] += n
        in_found[b] += n
    return in_truth, in_found


def corrected(observed: Fraction, expected: Fraction) -> float:
    """Above chance, as a share of what there is above chance."""
    return float((observed - expected) / (1 - expected)) if expected != 1 else float(observed == 1)


def omega(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Pairs that share equally many clusters on both sides, corrected for chance."""
    h = pair_histogram(truth, found, **base)
    pairs = sum(h.values())
    if not pairs:
        return 1.0
    p_t, p_f = marginals(h)
    observed = Fraction(sum(n for (a, b), n in h.items() if a == b), pairs)
    return corrected(observed, Fraction(sum(p_t[j] * p_f[j] for j in p_t), pairs**2))


def soft_omega(
    truth: Clustering, found: Clustering, *, expected: str = "paper", **base: Any
) -> float:
    """Omega where a and b shared clusters agree by min/max."""
    h = pair_histogram(truth, found, **base)
    pairs = sum(h.values())
    if not pairs:
        return 1.0
    p_t, p_f = marginals(h)

    def w(a: int, b: int) -> Fraction:
        return Fraction(1) if a == b else Fraction(min(a, b), max(a, b))

    observed = sum((n * w(a, b) for (a, b), n in h.items()), Fraction(0)) / pairs
    if expected == "independent":
        chance = sum((p_t[a] * p_f[b] * w(a, b) for a in p_t for b in p_f), Fraction(0))
        return corrected(observed, chance / pairs**2)
    both = compare(truth, found, **base)
    size_t, size_f = max(len(both.truth), max(p_t) + 1), max(len(both.found), max(p_f) + 1)
    s, rest = min(size_t, size_f), p_t if size_t > size_f else p_f
    products = sum(p_t[j] * p_f[j] for j in range(s)) + sum(n for j, n in rest.items() if j >= s)
    return corrected(observed, Fraction(products, pairs**2))


def together(truth: Clustering, found: Clustering, **base: Any) -> tuple[int, int, int, int]:
    """All pairs, and those together (in a common cluster) in truth, in found, in both."""
    h = pair_histogram(truth, found, **base)
    return (
        sum(h.values()),
        sum(n for (a, _), n in h.items() if a),
        sum(n for (_, b), n in h.items() if b),
        sum(n for (a, b), n in h.items() if a and b),
    )


def pair_precision(truth: Clustering, found: Clustering, **base: Any) -> float:
    """C/B; with no pair together in found, 1 if there is none in truth either."""
    _, a, b, c = together(truth, found, **base)
    return c / b if b else float(a == 0)


def pair_recall(truth: Clustering, found: Clustering, **base: Any) -> float:
    """C/A; with no pair together in truth, 1 if there is none in found either."""
    _, a, b, c = together(truth, found, **base)
    return c / a if a else float(b == 0)


def pair_f1(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Harmonic mean of C/A and C/B."""
    _, a, b, c = together(truth, found, **base)
    return 2 * c / (a + b) if a + b else 1.0


def pair_jaccard(truth: Clustering, found: Clustering, **base: Any) -> float:
    """C/(A + B - C)."""
    _, a, b, c = together(truth, found, **base)
    return c / (a + b - c) if a + b - c else 1.0


def fowlkes_mallows(truth: Clustering, found: Clustering, **base: Any) -> float:
    """C/sqrt(AB)."""
    _, a, b, c = together(truth, found, **base)
    return c / math.sqrt(a * b) if a and b else float(a == b)


def rand(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Pairs together on both sides or on neither."""
    compare_crisp(truth, found, **base)
    p, a, b, c = together(truth, found, **base)
    return (c + p - a - b + c) / p if p else 1.0


def adjusted_rand(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Omega of crisp clusterings."""
    compare_crisp(truth, found, **base)
    return omega(truth, found, **base)


def pair_fbeta(truth: Clustering, found: Clustering, *, beta: float = 1, **base: Any) -> float:
    """F-measure of the pairs together in found, for those together in truth."""
    _, a, b, c = together(truth, found, **base)
    precision = Fraction(c, b) if b else Fraction(a == 0)
    recall = Fraction(c, a) if a else Fraction(b == 0)
    return float(PrecisionRecall(precision, recall).f(beta))


def mirkin(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Ordered pairs together on one side only."""
    h = pair_histogram(truth, found, **base)
    return float(2 * sum(n for (a, b), n in h.items() if (a > 0) != (b > 0)))


# ---- beyond chance -------------------------------------------------------------------------------


def moments(
    truth: Clustering, found: Clustering, **base: Any
) -> tuple[Fraction, Fraction, Fraction]:
    """Variances and covariance, over all pairs, of x = together in truth and y = in found."""
    h = pair_histogram(truth, found, **base)
    points = [(int(a > 0), int(b > 0), n) for (a, b), n in h.items()]
    pairs = sum(n for _, _, n in points) or 1
    mean_x = Fraction(sum(x * n for x, _, n in points), pairs)
    mean_y = Fraction(sum(y * n for _, y, n in points), pairs)
    deviations = [(x - mean_x, y - mean_y, n) for x, y, n in points]
    return (
        sum((dx * dx * n for dx, _, n in deviations), Fraction(0)) / pairs,
        sum((dy * dy * n for _, dy, n in deviations), Fraction(0)) / pairs,
        sum((dx * dy * n for dx, dy, n in deviations), Fraction(0)) / pairs,
    )


def same_pairs(truth: Clustering, found: Clustering, **base: Any) -> bool:
    """Whether each pair is together on both sides or on neither."""
    return all((a > 0) == (b > 0) for a, b in pair_histogram(truth, found, **base))


def pair_correlation(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Pearson's correlation; of a constant 1 if the sides are equal, else 0."""
    of_truth, of_found, both = moments(truth, found, **base)
    if not of_truth * of_found:
        return float(same_pairs(truth, found, **base))
    return float(both) / math.sqrt(of_truth * of_found)


def correlation_distance(truth: Clustering, found: Clustering, **base: Any) -> float:
    """The angle between x and y, less their means, as a share of 180 degrees."""
    of_truth, of_found, both = moments(truth, found, **base)
    if not of_truth * of_found:
        return 0.0 if same_pairs(truth, found, **base) else 0.5
    sine = math.sqrt(1 - both * both / (of_truth * of_found))
    cosine = float(both) / math.sqrt(of_truth * of_found)
    return math.degrees(math.atan2(sine, cosine)) / 180


def sokal_sneath(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Mean of four conditional probabilities; if one has no condition 1 if the sides are equal,
    else 1/2.
    """
    h = pair_histogram(truth, found, **base)
    shares = []
    for side in (0, 1):
        for is_together in (True, False):
            given = {key: n for key, n in h.items() if (key[side] > 0) == is_together}
            if not given:
                return 1.0 if same_pairs(truth, found, **base) else 0.5
            agreeing = sum(n for (a, b), n in given.items() if (a > 0) == (b > 0))
            shares.append(Fraction(agreeing, sum(given.values())))
    return float(sum(shares) / 4)


def adjusted_fowlkes_mallows(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Fowlkes-Mallows less sqrt(AB)/P, over 1 less that."""
    p, a, b, c = together(truth, found, **base)
    if not a or not b or a == b == p:
        return float(a == b == c)
    with localcontext(prec=120):
        mean = (Decimal(a) * b).sqrt()
        expected = mean / p
        return float((c / mean - expected) / (1 - expected))


def fuzzy_rand(
    truth: Clustering, found: Clustering, *, sharing: str = "shares", **base: Any
) -> float:
    """How much pairs are together by their shares, above the mean over all matchings of nodes."""
    both = compare(truth, found, sharing, **base)
    copies = {v: int(weight) for v, weight in both.weight.items()}

    def together(clusters: Any, v: Any, w: Any) -> Fraction:
        return sum((x[v] * x[w] for x in clusters if v in x and w in x), Fraction(0))

    pairs = []
    for v, w in itertools.combinations_with_replacement(both.weight, 2):
        number = copies[v] * (copies[v] - 1) // 2 if v == w else copies[v] * copies[w]
        pairs.append((number, together(both.truth, v, w), together(both.found, v, w)))
    total = sum(n for n, _, _ in pairs)
    in_truth, in_found = sum(n * a for n, a, _ in pairs), sum(n * b for n, _, b in pairs)
    expected = Fraction(in_truth * in_found, total) if total else Fraction(0)
    most = Fraction(sum(n * (a * a + b * b) for n, a, b in pairs), 2)
    if most - expected <= most / 10**20:  # all pairs are alike on both sides
        return 1.0
    return float((sum(n * a * b for n, a, b in pairs) - expected) / (most - expected))
