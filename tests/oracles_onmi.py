"""Definitions of onmi and of the coreference metrics; they move into the oracles when those are a package."""

import decimal
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from oracles import Clustering, Comparison, Worths, compare, compare_crisp


class PrecisionRecall(NamedTuple):
    """How right found is, and how much of the truth it has."""

    precision: Fraction
    recall: Fraction

    def f(self, beta: float | Fraction = 1) -> Fraction:
        """Their F-measure; recall counts beta times as much as precision."""
        p, r, b = self.precision, self.recall, Fraction(beta) ** 2
        return (1 + b) * p * r / (b * p + r) if b * p + r else Fraction(0)


def best_one_to_one(similarity: list[list[Fraction]]) -> Fraction:
    """Greatest sum of similarities if every row and every column is used at most once."""

    @cache
    def best_from(i: int, used: frozenset[int]) -> Fraction:
        if i == len(similarity):
            return Fraction(0)
        unmatched = best_from(i + 1, used)
        matched = [x + best_from(i + 1, used | {j}) for j, x in enumerate(similarity[i]) if j not in used]
        return max([unmatched, *matched])

    return best_from(0, frozenset())


# ---- onmi ----------------------------------------------------------------------------------------------

DIGITS = 50  # of entropies, which are differences of large numbers
TIE = Decimal("1e-40")  # of the total weight: closer entropies are equal ones


def onmi(truth: Clustering, found: Clustering, *, norm: str = "max", **base: Any) -> float:
    """What clusters tell of the most telling cluster of the other side: Lancichinetti 2009 ("lfk") and McDaid 2011 (others).

    Equal clusters are two, shares do not matter, and a node that a side lacks is in no cluster there. If a mean of the
    entropies is 0, the value is 1 if neither side has entropy, else 0.
    """
    both = compare(truth, found, **base)
    with decimal.localcontext(prec=DIGITS):
        of_truth, of_found = losses(both, both.truth, both.found), losses(both, both.found, both.truth)
        if norm == "lfk":
            return float(1 - (mean_loss(of_truth, of_found) + mean_loss(of_found, of_truth)) / 2)
        h_t, h_f = (sum((h for h, _, _ in side), Decimal(0)) for side in (of_truth, of_found))
        lost = sum((lost for _, lost, _ in of_truth + of_found), Decimal(0))
        scale = {"max": max(h_t, h_f), "sqrt": (h_t * h_f).sqrt(), "avg": (h_t + h_f) / 2, "min": min(h_t, h_f)}[norm]
        return float((h_t + h_f - lost) / 2 / scale) if scale else float(h_t == h_f)


Loss: TypeAlias = tuple[Decimal, Decimal, bool]


def losses(both: Comparison, xs: list[Worths], ys: list[Worths]) -> list[Loss]:
    """Of every cluster X: H_X, H(X|Y) for the best Y of the other side, and whether the other side has X. Unit: nats."""
    total = both.total

    @cache
    def h(n: Fraction) -> Decimal:
        if n in (0, total):
            return Decimal(0)
        part = Decimal((n / total).numerator) / Decimal((n / total).denominator)
        return -Decimal(n.numerator) / Decimal(n.denominator) * part.ln()

    def entropy(x: Worths) -> Decimal:
        return h(both.size(x)) + h(total - both.size(x))

    def given(x: Worths, y: Worths) -> Decimal:
        d = both.common(x, y)
        b, c = both.size(x) - d, both.size(y) - d
        a = total - b - c - d
        if h(a) + h(d) <= h(b) + h(c) + TIE * total.numerator / total.denominator:
            return entropy(x)  # y tells more of what is not in x
        return h(a) + h(b) + h(c) + h(d) - entropy(y)

    return [(entropy(x), min([entropy(x), *(given(x, y) for y in ys)]), x in ys) for x in xs]


def mean_loss(own: list[Loss], other: list[Loss]) -> Decimal:
    """Mean part of the entropy that is lost. A cluster of all nodes has none: it is lost unless the other side has it.
    A side without clusters is lost unless the other has none either."""
    if not own:
        return Decimal(bool(other))
    return sum((lost / h if h else Decimal(not matched) for h, lost, matched in own), Decimal(0)) / len(own)


# ---- coreference -----


def precision_recall(common: Fraction, of_found: Fraction, of_truth: Fraction) -> PrecisionRecall:
    """What is common, of all that is found and of all that is true."""
    nothing = Fraction(of_found == of_truth == 0)
    return PrecisionRecall(
        precision=common / of_found if of_found else nothing,
        recall=common / of_truth if of_truth else nothing,
    )


def size(both: Comparison, clustering: list[Worths]) -> Fraction:
    """Number of memberships."""
    return sum(map(both.size, clustering), Fraction(0))


# ---- muc -----------------------------------------------------------------------------------------------


def muc_sides(truth: Clustering, found: Clustering, **base: Any) -> PrecisionRecall:
    """Links (Vilain et al. 1995): |x| - 1 hold a cluster together, of which |x| - p(x) are left when the other side cuts it
    into p(x) parts. A node that the other side lacks is a part of its own."""
    both = compare_crisp(truth, found, **base)
    if any(weight.denominator != 1 for weight in both.weight.values()):
        raise ValueError("links are counted: a node is a whole number of mentions")

    def links(xs: list[Worths]) -> Fraction:
        return sum((both.size(x) - 1 for x in xs), Fraction(0))

    def links_left(xs: list[Worths], ys: list[Worths]) -> Fraction:
        left = Fraction(0)
        for x in xs:
            parts = [both.common(x, y) for y in ys if x.keys() & y.keys()]
            alone = both.size(x) - sum(parts)
            left += both.size(x) - len(parts) - alone
        return left

    nothing = Fraction(links(both.truth) == links(both.found) == 0)
    return PrecisionRecall(
        precision=links_left(both.found, both.truth) / links(both.found) if links(both.found) else nothing,
        recall=links_left(both.truth, both.found) / links(both.truth) if links(both.truth) else nothing,
    )


def muc(truth: Clustering, found: Clustering, **base: Any) -> float:
    """F1 of links."""
    return float(muc_sides(truth, found, **base).f())


# ---- conll_bcubed --------------------------------------------------------------------------------------


def conll_bcubed_sides(truth: Clustering, found: Clustering, **base: Any) -> PrecisionRecall:
    """BCubed with recall over the nodes of truth and precision over those of found."""
    both = compare_crisp(truth, found, **base)

    def mean_part(xs: list[Worths], ys: list[Worths]) -> Fraction:
        parts = sum((both.common(x, y) ** 2 / both.size(x) for x in xs for y in ys), Fraction(0))
        return parts / size(both, xs) if xs else Fraction(not ys)

    return PrecisionRecall(precision=mean_part(both.found, both.truth), recall=mean_part(both.truth, both.found))


def conll_bcubed(truth: Clustering, found: Clustering, **base: Any) -> float:
    """F1 of BCubed, each side with its own nodes."""
    return float(conll_bcubed_sides(truth, found, **base).f())


# ---- ceaf ----------------------------------------------------------------------------------------------


def ceaf_sides(truth: Clustering, found: Clustering, *, similarity: str = "entity", **base: Any) -> PrecisionRecall:
    """The best one-to-one matching of clusters (Luo 2005): by F1, per cluster, or by common nodes, per node."""
    both = compare_crisp(truth, found, **base)
    if similarity == "entity":
        rows = [[2 * both.common(t, f) / (both.size(t) + both.size(f)) for f in both.found] for t in both.truth]
        all_found, all_truth = Fraction(len(both.found)), Fraction(len(both.truth))
    elif similarity == "mention":
        rows = [[both.common(t, f) for f in both.found] for t in both.truth]
        all_found, all_truth = size(both, both.found), size(both, both.truth)
    else:
        raise ValueError(f"unknown similarity: {similarity!r}")
    return precision_recall(best_one_to_one(rows), all_found, all_truth)


def ceaf(truth: Clustering, found: Clustering, *, similarity: str = "entity", **base: Any) -> float:
    """F1 of the best one-to-one matching."""
    return float(ceaf_sides(truth, found, similarity=similarity, **base).f())


# ---- conll ---------------------------------------------------------------------------------------------


def conll(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Mean of muc, conll_bcubed and ceaf by entities."""
    values = (muc_sides(truth, found, **base), conll_bcubed_sides(truth, found, **base), ceaf_sides(truth, found, **base))
    return float(sum(sides.f() for sides in values) / 3)
