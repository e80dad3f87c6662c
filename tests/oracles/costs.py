"""What each cluster costs a metric: the formula again, with that cluster's own part made perfect
and all else as it is.

Every function gives (of truth, of found) with a cost per cluster that is left on the node base;
None where the metric does not look at a side.
"""

import decimal
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from typing import Any, TypeAlias

from oracles.entropies import information_of, log2
from oracles.matching import MATCHED_BY, SIMILARITY, best_match
from oracles.overlap_information import DIGITS, losses, mean_loss
from oracles.sides import Clustering, compare, compare_crisp, with_loners

Costs: TypeAlias = tuple[list[float] | None, list[float] | None]


def gains(
    value: Callable[[list[Any], list[Any]], float], truth: list[Any], found: list[Any], perfect: Any
) -> Costs:
    """By how much the value grows if one part after the other is perfect."""
    now = value(truth, found)
    return (
        [value([*truth[:i], perfect, *truth[i + 1 :]], found) - now for i in range(len(truth))],
        [value(truth, [*found[:i], perfect, *found[i + 1 :]]) - now for i in range(len(found))],
    )


# ---- mean matches --------------------------------------------------------------------------------


def of_mean_match(
    truth: Clustering,
    found: Clustering,
    *,
    kind: str,
    weighting: str = "micro",
    sharing: str = "shares",
    **base: Any,
) -> Costs:
    both = compare(truth, found, sharing, **base)

    def match(x: Any, others: Any) -> float:
        g = best_match(both, x, others, MATCHED_BY[kind])[0]
        return math.sqrt(g) if kind == "f1p" else float(g)

    def average(gs: list[float], clusters: list[Any], micro: bool) -> float:
        importance = [float(both.size(x)) if micro else 1.0 for x in clusters]
        return (
            sum(g * w for g, w in zip(gs, importance, strict=True)) / sum(importance) if gs else 0.0
        )

    def score(of_truth: list[float], of_found: list[float], micro: bool) -> float:
        recall, precision = (
            average(of_truth, both.truth, micro),
            average(of_found, both.found, micro),
        )
        if kind == "f1a":
            return (recall + precision) / 2
        return 2 * recall * precision / (recall + precision) if recall + precision else 0.0

    def value(of_truth: list[float], of_found: list[float]) -> float:
        if weighting == "combined":
            return math.sqrt(score(of_truth, of_found, True) * score(of_truth, of_found, False))
        return score(of_truth, of_found, weighting == "micro")

    return gains(
        value,
        [match(t, both.found) for t in both.truth],
        [match(f, both.truth) for f in both.found],
        1.0,
    )


def affinities_of_best_matchings(
    truth: Clustering, found: Clustering, **base: Any
) -> list[list[Fraction]]:
    """The affinity of every truth cluster with its partner, for each of the heaviest one-to-one
    matchings.
    """
    both = compare(truth, found, **base)

    def affinity(t: Any, f: Any) -> Fraction:
        return (
            SIMILARITY["pprob"](both.common(t, f), both.size(t), both.size(f)) if f else Fraction(0)
        )

    partners: list[Any] = [*both.found, *[None] * len(both.truth)]
    table = [[affinity(t, f) for f in partners] for t in both.truth]
    ways = [
        [row[j] for row, j in zip(table, chosen, strict=True)]
        for chosen in permutations(range(len(partners)), len(both.truth))
    ]
    most = max(map(sum, ways))
    return [way for way in ways if sum(way) == most]


# ---- counts of best matches ----------------------------------------------------------------------


def of_counts(truth: Clustering, found: Clustering, *, metric: str, **base: Any) -> Costs:
    """purity, inverse_purity, nvd and split_join: all nodes of the cluster in its best match."""
    both = compare_crisp(truth, found, **base)
    sizes = [[both.size(x) for x in side] for side in (both.truth, both.found)]
    counts = [
        [best_match(both, x, others, "count")[0] for x in side]
        for side, others in ((both.truth, both.found), (both.found, both.truth))
    ]

    def value(of_truth: list[Fraction], of_found: list[Fraction]) -> Fraction:
        kept_truth, kept_found = sum(of_truth, Fraction(0)), sum(of_found, Fraction(0))
        return {
            "purity": kept_found / both.total,
            "inverse_purity": kept_truth / both.total,
            "split_join": 2 * both.total - kept_truth - kept_found,
            "nvd": 1 - (kept_truth + kept_found) / (2 * both.total),
        }[metric]

    now, costs = value(*counts), []
    for side in (0, 1):
        of_side = []
        for i, size in enumerate(sizes[side]):
            if_whole = [list(counts[0]), list(counts[1])]
            if_whole[side][i] = size
            of_side.append(float(abs(value(*if_whole) - now)))
        costs.append(of_side)
    return (None if metric == "purity" else costs[0]), (
        None if metric == "inverse_purity" else costs[1]
    )


# ---- information ---------------------------------------------------------------------------------


def of_information(truth: Clustering, found: Clustering, *, metric: str, **options: Any) -> Costs:
    """nmi, vi, homogeneity, completeness, v_measure: nothing left to ask of the cluster's nodes on
    the other side.
    """
    base = {name: options.pop(name) for name in ("nodes", "weights") if name in options}
    both = compare_crisp(truth, found, **base)
    complete = with_loners(both)
    joint = {
        (i, j): both.common(t, f) / both.total
        for i, t in enumerate(complete.truth)
        for j, f in enumerate(complete.found)
        if t.keys() & f.keys()
    }
    p = [[both.size(x) / both.total for x in side] for side in (complete.truth, complete.found)]
    i = information_of(dict(joint))

    def bits(side: int, cluster: int) -> float:
        """Of the conditional entropy of the other side, what is due to this cluster."""
        return math.fsum(
            n * log2(p[side][cluster] / n) for cell, n in joint.items() if cell[side] == cluster
        )

    def value(taken_from_found: float, taken_from_truth: float) -> float:
        """With this much taken off H(F|T), and off H(T|F)."""
        found_given_truth, truth_given_found = (
            i.found_given_truth - taken_from_found,
            i.truth_given_found - taken_from_truth,
        )
        shared = i.mutual + taken_from_found + taken_from_truth
        completeness = 1 - found_given_truth / i.found if i.found else 1.0
        homogeneity = 1 - truth_given_found / i.truth if i.truth else 1.0
        if metric == "vi":
            return (found_given_truth + truth_given_found) * {"bits": 1, "nats": math.log(2)}[
                options.get("unit", "bits")
            ]
        if metric == "nmi":
            norm = options.get("norm", "max")
            if norm == "joint":
                scale = i.truth + i.found - shared
                return 1.0 if shared >= scale or not (i.truth or i.found) else shared / scale
            scale = {
                "max": max(i.truth, i.found),
                "sqrt": math.sqrt(i.truth * i.found),
                "avg": (i.truth + i.found) / 2,
                "min": min(i.truth, i.found),
            }[norm]
            return min(shared / scale, 1.0) if scale else float(i.truth == i.found)
        beta = options.get("beta", 1.0)
        down = beta * homogeneity + completeness
        return {
            "homogeneity": homogeneity,
            "completeness": completeness,
            "v_measure": (1 + beta) * homogeneity * completeness / down if down else 0.0,
        }[metric]

    now = value(0, 0)
    of_truth = [abs(value(bits(0, t), 0) - now) for t in range(len(both.truth))]
    of_found = [abs(value(0, bits(1, f)) - now) for f in range(len(both.found))]
    return (None if metric == "homogeneity" else of_truth), (
        None if metric == "completeness" else of_found
    )


def of_onmi(truth: Clustering, found: Clustering, *, norm: str = "max", **base: Any) -> Costs:
    """The most telling cluster of the other side tells all."""
    both = compare(truth, found, **base)
    with decimal.localcontext(prec=DIGITS):
        sides = losses(both, both.truth, both.found), losses(both, both.found, both.truth)

        def value(of_truth: Any, of_found: Any) -> Decimal:
            if norm == "lfk":
                return 1 - (mean_loss(of_truth, of_found) + mean_loss(of_found, of_truth)) / 2
            h_t, h_f = (sum((h for h, _, _ in side), Decimal(0)) for side in (of_truth, of_found))
            lost = sum((lost for _, lost, _ in of_truth + of_found), Decimal(0))
            scale = {
                "max": max(h_t, h_f),
                "sqrt": (h_t * h_f).sqrt(),
                "avg": (h_t + h_f) / 2,
                "min": min(h_t, h_f),
            }[norm]
            return (h_t + h_f - lost) / 2 / scale if scale else Decimal(h_t == h_f)

        now, costs = value(*sides), []
        for side in (0, 1):
            of_side = []
            for i, (h, _, _) in enumerate(sides[side]):
                if_told = [list(sides[0]), list(sides[1])]
                if_told[side][i] = (h, Decimal(0), True)
                of_side.append(float(value(*if_told) - now))
            costs.append(of_side)
    return costs[0], costs[1]
