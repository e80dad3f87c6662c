"""Entropy and information of crisp clusterings."""

import math
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from oracles.sides import Clustering, Node, Worths, clusters_of_node, compare_crisp

Law: TypeAlias = dict[Hashable, Fraction]
JointLaw: TypeAlias = dict[tuple[Hashable, Hashable], Fraction]


@dataclass(frozen=True)
class Information:
    """Entropies and mutual information of two crisp clusterings, in bits."""

    truth: float
    found: float
    mutual: float
    truth_given_found: float
    found_given_truth: float

    @property
    def homogeneity(self) -> float:
        """I / H_T."""
        return self.mutual / self.truth if self.truth else 1.0

    @property
    def completeness(self) -> float:
        """I / H_F."""
        return self.mutual / self.found if self.found else 1.0


def joint_law(truth: Clustering, found: Clustering, **base: Any) -> JointLaw:
    """p(t, f) of a base node drawn by weight; a node missing on one side is alone there."""
    both = compare_crisp(truth, found, **base)

    def label(clustering: list[Worths], v: Node) -> Hashable:
        return clusters_of_node(clustering, v) or ("alone", v)

    law: JointLaw = {}
    for v, weight in both.weight.items():
        cell = label(both.truth, v), label(both.found, v)
        law[cell] = law.get(cell, Fraction(0)) + weight / both.total
    return law


def log2(ratio: Fraction) -> float:
    """Right to the last digits near 1 too, where a float of the ratio itself would lose them."""
    return math.log1p(ratio - 1) / math.log(2) if abs(ratio - 1) < 0.5 else math.log2(ratio)


def entropy(law: Law) -> float:
    """-sum of p log2 p."""
    return math.fsum(p * log2(1 / p) for p in law.values())


def information(truth: Clustering, found: Clustering, **base: Any) -> Information:
    """Entropies, conditional entropies and mutual information in bits."""
    return information_of(joint_law(truth, found, **base))


def information_of(joint: JointLaw) -> Information:
    """The same of any law of two outcomes."""
    p_t: Law = {}
    p_f: Law = {}
    for (t, f), p in joint.items():
        p_t[t] = p_t.get(t, Fraction(0)) + p
        p_f[f] = p_f.get(f, Fraction(0)) + p
    return Information(
        truth=entropy(p_t),
        found=entropy(p_f),
        mutual=math.fsum(p * log2(p / (p_t[t] * p_f[f])) for (t, f), p in joint.items()),
        truth_given_found=math.fsum(p * log2(p_f[f] / p) for (_, f), p in joint.items()),
        found_given_truth=math.fsum(p * log2(p_t[t] / p) for (t, _), p in joint.items()),
    )


def nmi(truth: Clustering, found: Clustering, *, norm: str = "avg", **base: Any) -> float:
    """Mutual information over a mean of the entropies."""
    return normalised(information(truth, found, **base), norm)


def normalised(i: Information, norm: str) -> float:
    """I over a mean of the entropies, or over the joint entropy. If a side has no entropy: 1 if
    neither has, else 0.
    """
    scale = {
        "max": max(i.truth, i.found),
        "sqrt": math.sqrt(i.truth * i.found),
        "avg": (i.truth + i.found) / 2,
        "min": min(i.truth, i.found),
        "joint": i.truth + i.found - i.mutual,
    }[norm]
    if i.truth == 0 or i.found == 0:
        return float(i.truth == i.found)
    return i.mutual / scale


def ami(truth: Clustering, found: Clustering, *, norm: str = "avg", **base: Any) -> float:
    """Mutual information less its expectation over all ways to match the nodes, over a mean of the
    entropies less that.
    """
    i = information(truth, found, **base)
    total = compare_crisp(truth, found, **base).total
    sizes: list[dict[Hashable, Fraction]] = [{}, {}]
    for cell, p in joint_law(truth, found, **base).items():
        for side, label in zip(sizes, cell, strict=True):
            side[label] = side.get(label, Fraction(0)) + p * total
    mean = {
        "max": max(i.truth, i.found),
        "sqrt": math.sqrt(i.truth * i.found),
        "avg": (i.truth + i.found) / 2,
        "min": min(i.truth, i.found),
    }[norm]
    expected = expected_information(*(list(map(int, side.values())) for side in sizes))
    if math.isclose(mean, expected, rel_tol=1e-9, abs_tol=1e-12):
        return float(math.isclose(i.truth, i.found, abs_tol=1e-9))
    return (i.mutual - expected) / (mean - expected)


def expected_information(truth_sizes: list[int], found_sizes: list[int]) -> float:
    """In bits: over all pairs of clusters and all numbers n of common nodes, with their exact
    probabilities.
    """
    total = sum(truth_sizes)
    return sum(
        float(
            Fraction(n * math.comb(a, n) * math.comb(total - a, b - n), total * math.comb(total, b))
        )
        * math.log2(total * n / (a * b))
        for a in truth_sizes
        for b in found_sizes
        for n in range(max(1, a + b - total), min(a, b) + 1)
    )


def vi(truth: Clustering, found: Clustering, *, unit: str = "bits", **base: Any) -> float:
    """Variation of information, H_T + H_F - 2I, as the sum of both conditional entropies."""
    i = information(truth, found, **base)
    return (i.truth_given_found + i.found_given_truth) * {"bits": 1.0, "nats": math.log(2)}[unit]


def nvi(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Both conditional entropies over the joint entropy."""
    i = information(truth, found, **base)
    unshared = i.truth_given_found + i.found_given_truth
    return unshared / (i.truth + i.found_given_truth) if i.truth or i.found else 0.0


def nid(truth: Clustering, found: Clustering, **base: Any) -> float:
    """The larger conditional entropy over the larger entropy."""
    i = information(truth, found, **base)
    most = max(i.truth, i.found)
    return max(i.truth_given_found, i.found_given_truth) / most if most else 0.0


def fair_nmi(truth: Clustering, found: Clustering, **base: Any) -> float:
    """NMI by the mean of the entropies, damped by the difference of the numbers of clusters."""
    cells = joint_law(truth, found, **base)
    r, s = (len({cell[side] for cell in cells}) for side in (0, 1))
    return nmi(truth, found, **base) * math.exp(-abs(r - s) / r)


def homogeneity(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Part of the truth's entropy that found explains; 1 if the truth has none."""
    return information(truth, found, **base).homogeneity


def completeness(truth: Clustering, found: Clustering, **base: Any) -> float:
    """Part of found's entropy that the truth explains; 1 if found has none."""
    return information(truth, found, **base).completeness


def v_measure(truth: Clustering, found: Clustering, *, beta: float = 1, **base: Any) -> float:
    """Weighted harmonic mean of homogeneity and completeness."""
    i = information(truth, found, **base)
    h, c = i.homogeneity, i.completeness
    return (1 + beta) * h * c / (beta * h + c) if beta * h + c else 0.0
