"""Clusters and their best partners on the other side, and one-to-one matchings."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from oracles.sides import Clustering, Comparison, Worths, compare, compare_crisp

Partners: TypeAlias = list[int | None]

SIMILARITY: dict[str, Callable[[Fraction, Fraction, Fraction], Fraction]] = {
    "f1": lambda m, t, f: 2 * m / (t + f),
    "pprob": lambda m, t, f: m * m / (t * f),
    "jaccard": lambda m, t, f: m / (t + f - m),
    "count": lambda m, t, f: m,
}


def best_match(
    both: Comparison, x: Worths, others: list[Worths], by: str
) -> tuple[Fraction, int | None]:
    """(similarity, index) of the best match of x: the smaller index on ties, (0, None) if none."""
    best: tuple[Fraction, int | None] = (Fraction(0), None)
    for i, y in enumerate(others):
        if x.keys() & y.keys():
            similarity = SIMILARITY[by](both.common(x, y), both.size(x), both.size(y))
            if best[1] is None or similarity > best[0]:
                best = similarity, i
    return best


def best_match_partners(
    truth: Clustering,
    found: Clustering,
    *,
    by: str = "f1",
    sharing: str = "shares",
    **base: Any,
) -> tuple[Partners, Partners]:
    """Index of the best match of every truth cluster and of every found cluster; "count" goes by
    m(t, f).
    """
    both = compare(truth, found, sharing, **base)
    return (
        [best_match(both, t, both.found, by)[1] for t in both.truth],
        [best_match(both, f, both.truth, by)[1] for f in both.found],
    )


# ---- mean F1 family ------------------------------------------------------------------------------

# `**options`: weighting ("micro", "macro", "combined"), sharing ("full", "split", "shares"),
# weights, nodes. sharing="shares" is the default, because on plain sets, where every share is 1, it
# is "full".
MATCHED_BY = {"f1a": "f1", "f1h": "f1", "f1p": "pprob", "jaccard_match": "jaccard"}


def mean(values: Sequence[Fraction], importance: Sequence[Fraction]) -> Fraction:
    """Weighted mean, 0 of nothing."""
    if not values:
        return Fraction(0)
    return sum((w * x for w, x in zip(importance, values, strict=True)), Fraction(0)) / sum(
        importance
    )


def side_mean(
    both: Comparison, xs: list[Worths], others: list[Worths], kind: str, weighting: str
) -> Fraction:
    """Average over one side of g, the similarity to the best match on the other side."""
    gs = [best_match(both, x, others, MATCHED_BY[kind])[0] for x in xs]
    if kind == "f1p":
        gs = [Fraction(math.sqrt(g)) for g in gs]
    if weighting == "micro":
        return mean(gs, [both.size(x) for x in xs])
    if weighting == "macro":
        return mean(gs, [Fraction(1) for _ in xs])
    raise ValueError(f"no recall and precision under weighting {weighting!r}")


def exact_sides(both: Comparison, kind: str, weighting: str) -> tuple[Fraction, Fraction]:
    """(recall, precision) as fractions."""
    return (
        side_mean(both, both.truth, both.found, kind, weighting),
        side_mean(both, both.found, both.truth, kind, weighting),
    )


def mean_f1_sides(
    truth: Clustering,
    found: Clustering,
    *,
    kind: str = "f1h",
    weighting: str = "micro",
    sharing: str = "shares",
    **base: Any,
) -> tuple[float, float]:
    """(recall, precision) of "f1a", "f1h", "f1p" or "jaccard_match"; "combined" has none."""
    recall, precision = exact_sides(compare(truth, found, sharing, **base), kind, weighting)
    return float(recall), float(precision)


def mean_match(
    truth: Clustering,
    found: Clustering,
    *,
    kind: str,
    weighting: str = "micro",
    sharing: str = "shares",
    **base: Any,
) -> float:
    """Recall and precision in one number: their mean for "f1a", else their harmonic mean."""
    both = compare(truth, found, sharing, **base)

    def value(weighting: str) -> Fraction:
        recall, precision = exact_sides(both, kind, weighting)
        if kind == "f1a":
            return (recall + precision) / 2
        return 2 * recall * precision / (recall + precision) if recall + precision else Fraction(0)

    if weighting == "combined":
        return math.sqrt(value("micro") * value("macro"))
    return float(value(weighting))


def f1a(truth: Clustering, found: Clustering, **options: Any) -> float:
    """Mean of the average best F1 of both sides."""
    return mean_match(truth, found, kind="f1a", **options)


def f1h(truth: Clustering, found: Clustering, **options: Any) -> float:
    """Harmonic mean of the average best F1 of both sides."""
    return mean_match(truth, found, kind="f1h", **options)


def f1p(truth: Clustering, found: Clustering, **options: Any) -> float:
    """Harmonic mean of the average root of the best partial probability of both sides."""
    return mean_match(truth, found, kind="f1p", **options)


def jaccard_match(truth: Clustering, found: Clustering, **options: Any) -> float:
    """Harmonic mean of the average best Jaccard index of both sides."""
    return mean_match(truth, found, kind="jaccard_match", **options)


# ---- matching ------------------------------------------------------------------------------------


def best_counts(both: Comparison) -> tuple[Fraction, Fraction]:
    """(sum over t of max_f n_tf, sum over f of max_t n_tf)."""
    return (
        sum((best_match(both, t, both.found, "count")[0] for t in both.truth), Fraction(0)),
        sum((best_match(both, f, both.truth, "count")[0] for f in both.found), Fraction(0)),
    )


def purity(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Part of the base that is in the best truth cluster of its found cluster."""
    both = compare_crisp(truth, found, **base)
    return float(best_counts(both)[1] / both.total)


def inverse_purity(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Part of the base that is in the best found cluster of its truth cluster."""
    return purity(found, truth, **base)


def nvd(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Normalised van Dongen distance: split_join over 2N."""
    both = compare_crisp(truth, found, **base)
    return float(1 - sum(best_counts(both)) / (2 * both.total))


def split_join(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Van Dongen distance: the nodes to move, from truth to found and back."""
    both = compare_crisp(truth, found, **base)
    return float(2 * both.total - sum(best_counts(both)))


def geometric_accuracy(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Geometric mean of sensitivity and positive predictive value; shares do not matter."""
    both = compare(truth, found, **base)
    in_best_found, in_best_truth = best_counts(both)
    in_any = sum((both.common(t, f) for t in both.truth for f in both.found), Fraction(0))
    if not in_any:
        return 0.0
    return math.sqrt(in_best_found / sum(map(both.size, both.truth)) * in_best_truth / in_any)


def max_matching_ratio(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Greatest Σ n²/(|t||f|) of a one-to-one matching, per truth cluster; shares do not matter."""
    both = compare(truth, found, **base)
    total = best_one_to_one(
        [
            [SIMILARITY["pprob"](both.common(t, f), both.size(t), both.size(f)) for f in both.found]
            for t in both.truth
        ]
    )
    return float(total / len(both.truth)) if both.truth else 0.0


def accuracy(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Greatest number of nodes in partners, per node of the base."""
    both = compare_crisp(truth, found, **base)
    total = best_one_to_one([[both.common(t, f) for f in both.found] for t in both.truth])
    return float(total / both.total)


def above_chance(value: Fraction, chance: Fraction, most: int) -> float:
    """As a share of what there is above chance; without any, whether the value is the most."""
    if most <= chance:
        return float(most > 0 and value == most)
    return float((value - chance) / (most - chance))


def normalized_pivoted_accuracy(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Accuracy above that of clusters that all meet evenly: 1 of as many nodes as clusters."""
    both = compare_crisp(truth, found, **base)
    m = max(len(both.truth), len(both.found))
    total = best_one_to_one([[both.common(t, f) for f in both.found] for t in both.truth])
    return above_chance(m * total / both.total, Fraction(1), m)


def normalized_clustering_accuracy(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Greatest sum of n/|t|, above 1, of as many as there are truth clusters."""
    both = compare_crisp(truth, found, **base)
    rows = [[both.common(t, f) / both.size(t) for f in both.found] for t in both.truth]
    return above_chance(best_one_to_one(rows), Fraction(1), len(both.truth))


def pair_sets_index(
    truth: Clustering, found: Clustering, *, form: str = "plain", **base: Any
) -> float:
    """Greatest sum of n/max(|t|, |f|), above what clusters paired by size share by chance."""
    both = compare_crisp(truth, found, **base)
    rows = [
        [both.common(t, f) / max(both.size(t), both.size(f)) for f in both.found]
        for t in both.truth
    ]
    a, b = (sorted(map(both.size, side), reverse=True) for side in (both.truth, both.found))
    chance = Fraction(1)
    if form == "plain":
        by_size = zip(a, b, strict=False)
        chance = sum((x * y / both.total / max(x, y) for x, y in by_size), Fraction(0))
    return max(above_chance(best_one_to_one(rows), chance, max(len(a), len(b))), 0.0)


def best_one_to_one(similarity: list[list[Fraction]]) -> Fraction:
    """Greatest sum of similarities if every row and every column is used at most once."""

    @cache
    def best_from(i: int, used: frozenset[int]) -> Fraction:
        if i == len(similarity):
            return Fraction(0)
        unmatched = best_from(i + 1, used)
        matched = [
            x + best_from(i + 1, used | {j}) for j, x in enumerate(similarity[i]) if j not in used
        ]
        return max([unmatched, *matched])

    return best_from(0, frozenset())
