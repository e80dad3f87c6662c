"""Crisp clusterings of mentions, as coreference resolution compares them (Pradhan et al. 2014).

Each side has its own mentions: a node that a side lacks is in no cluster there. A node of weight k
counts as k nodes. With no cluster (for muc: no link) on either side there is nothing to find and
nothing found, and values are 1; with none on one side only they are 0.
"""

import itertools
from fractions import Fraction
from typing import Any

from oracles.matching import best_one_to_one
from oracles.sides import (
    Clustering,
    Comparison,
    PrecisionRecall,
    Worths,
    compare,
    compare_crisp,
    nodes_of,
    with_loners,
)


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


# ---- muc -----------------------------------------------------------------------------------------


def muc_sides(truth: Clustering, found: Clustering, **base: Any) -> PrecisionRecall:
    """Links (Vilain et al. 1995): |x| - 1 hold a cluster together, of which |x| - p(x) are left
    when the other side cuts it into p(x) parts. A node that the other side lacks is a part of its
    own.
    """
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
        precision=links_left(both.found, both.truth) / links(both.found)
        if links(both.found)
        else nothing,
        recall=links_left(both.truth, both.found) / links(both.truth)
        if links(both.truth)
        else nothing,
    )


def muc(truth: Clustering, found: Clustering, **base: Any) -> float:
    """F1 of links."""
    return float(muc_sides(truth, found, **base).f())


# ---- conll_bcubed --------------------------------------------------------------------------------


def conll_bcubed_sides(truth: Clustering, found: Clustering, **base: Any) -> PrecisionRecall:
    """BCubed with recall over the nodes of truth and precision over those of found."""
    both = compare_crisp(truth, found, **base)

    def mean_part(xs: list[Worths], ys: list[Worths]) -> Fraction:
        parts = sum((both.common(x, y) ** 2 / both.size(x) for x in xs for y in ys), Fraction(0))
        return parts / size(both, xs) if xs else Fraction(not ys)

    return PrecisionRecall(
        precision=mean_part(both.found, both.truth), recall=mean_part(both.truth, both.found)
    )


def conll_bcubed(truth: Clustering, found: Clustering, **base: Any) -> float:
    """F1 of BCubed, each side with its own nodes."""
    return float(conll_bcubed_sides(truth, found, **base).f())


# ---- ceaf ----------------------------------------------------------------------------------------


def ceaf_sides(
    truth: Clustering, found: Clustering, *, similarity: str = "entity", **base: Any
) -> PrecisionRecall:
    """The best one-to-one matching of clusters (Luo 2005): by F1, per cluster, or by common nodes,
    per node.
    """
    both = compare_crisp(truth, found, **base)
    if similarity == "entity":
        rows = [
            [2 * both.common(t, f) / (both.size(t) + both.size(f)) for f in both.found]
            for t in both.truth
        ]
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


# ---- conll ---------------------------------------------------------------------------------------


def conll(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Mean of muc, conll_bcubed and ceaf by entities."""
    values = (
        muc_sides(truth, found, **base),
        conll_bcubed_sides(truth, found, **base),
        ceaf_sides(truth, found, **base),
    )
    return float(sum(sides.f() for sides in values) / 3)


# ---- lea -----------------------------------------------------------------------------------------


def lea_sides(truth: Clustering, found: Clustering, **base: Any) -> PrecisionRecall:
    """Entities by importance (their size) times the share of their links that is kept (Moosavi &
    Strube 2016). The link of a lone mention is with itself.
    """
    both = compare_crisp(truth, found, **base)

    def links(n: Fraction) -> Fraction:
        return n * (n - 1) / 2

    def kept(x: Worths, ys: list[Worths]) -> Fraction:
        if both.size(x) == 1:
            return Fraction(any(x.keys() == y.keys() for y in ys))
        return sum((links(both.common(x, y)) for y in ys if x.keys() & y.keys()), Fraction(0)) / (
            links(both.size(x))
        )

    def mean_kept(xs: list[Worths], ys: list[Worths]) -> Fraction:
        resolved = sum((both.size(x) * kept(x, ys) for x in xs), Fraction(0))
        return resolved / size(both, xs) if xs else Fraction(not ys)

    return PrecisionRecall(
        precision=mean_kept(both.found, both.truth), recall=mean_kept(both.truth, both.found)
    )


def lea(truth: Clustering, found: Clustering, **base: Any) -> float:
    """F1 of resolved entities."""
    return float(lea_sides(truth, found, **base).f())


# ---- blanc ---------------------------------------------------------------------------------------


def blanc_kinds(truth: Clustering, found: Clustering, **base: Any) -> list[PrecisionRecall]:
    """Of coreference and of non-coreference links, of the mentions of each side (Luo et al. 2014);
    a kind of which the truth has none is left out. A node without links is right if both have it.
    """
    both = compare(truth, found, **base)

    sides = both.truth, both.found
    mentions = [set(nodes_of(side)) for side in sides]
    kinds: dict[bool, list[int]] = {True: [0, 0, 0], False: [0, 0, 0]}  # true, said, both
    for v, w in itertools.combinations_with_replacement(both.weight, 2):
        copies = int(both.weight[v]), int(both.weight[w])
        n = copies[0] * (copies[0] - 1) // 2 if v == w else copies[0] * copies[1]
        of_pair = [
            any({v, w} <= x.keys() for x in side) if {v, w} <= known else None
            for side, known in zip(sides, mentions, strict=True)
        ]
        for together, counts in kinds.items():
            agrees = [kind is together for kind in of_pair]
            for place, counted in enumerate([*agrees, all(agrees)]):
                counts[place] += n * counted
    values = [
        precision_recall(Fraction(common), Fraction(said), Fraction(true))
        for true, said, common in kinds.values()
        if true
    ]
    if values:
        return values
    same = not any(said for _, said, _ in kinds.values()) and mentions[0] == mentions[1]
    return [PrecisionRecall(Fraction(same), Fraction(same))]


def blanc_sides(truth: Clustering, found: Clustering, **base: Any) -> PrecisionRecall:
    """Means over the kinds of links."""
    kinds = blanc_kinds(truth, found, **base)
    return PrecisionRecall(
        *(sum(side, Fraction(0)) / len(kinds) for side in zip(*kinds, strict=True))
    )


def blanc(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Mean F1 over the kinds of links."""
    kinds = blanc_kinds(truth, found, **base)
    return float(sum((kind.f() for kind in kinds), Fraction(0)) / len(kinds))


# ---- entities found exactly, and repaired --------------------------------------------------------


def exact_clusters(truth: Clustering, found: Clustering, **base: Any) -> float:
    """F1 of sets of sets."""
    both = compare(truth, found, **base)
    true, said = ({frozenset(x) for x in side} for side in (both.truth, both.found))
    return float(
        precision_recall(Fraction(len(true & said)), Fraction(len(said)), Fraction(len(true))).f()
    )


def merge_distance(
    truth: Clustering,
    found: Clustering,
    *,
    split: float = 1,
    merge: float = 1,
    cost: str = "steps",
    **base: Any,
) -> float:
    """Step by step: found clusters are cut along the truth, part by part, and the parts joined."""
    both = with_loners(compare_crisp(truth, found, **base))

    def price(parts: list[Worths], rate: float) -> Fraction:
        total, so_far = Fraction(0), both.size(parts[0])
        for part in parts[1:]:
            total += Fraction(rate) * (both.size(part) * so_far if cost == "pairs" else 1)
            so_far += both.size(part)
        return total

    def parts(x: Worths, ys: list[Worths]) -> list[Worths]:
        return [{v: x[v] for v in x.keys() & y.keys()} for y in ys if x.keys() & y.keys()]

    splits = sum((price(parts(f, both.truth), split) for f in both.found), Fraction(0))
    merges = sum((price(parts(t, both.found), merge) for t in both.truth), Fraction(0))
    return float(splits + merges)
