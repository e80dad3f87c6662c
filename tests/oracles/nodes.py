"""Metrics per node: which nodes it shares clusters with, on either side.

A node that a side lacks is alone there, and shares do not matter. A node of weight k counts as k
nodes in the same clusters.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles.sides import (
    Clustering,
    Comparison,
    PrecisionRecall,
    Worths,
    clusters_of_node,
    compare,
    with_loners,
)

# ---- bcubed --------------------------------------------------------------------------------------


def bcubed_sides(truth: Clustering, found: Clustering, **base: Any) -> PrecisionRecall:
    """Extended BCubed (Amigó et al. 2009)."""
    both = with_loners(compare(truth, found, **base))
    return PrecisionRecall(
        precision=mean_agreement(both, both.found, both.truth),
        recall=mean_agreement(both, both.truth, both.found),
    )


def mean_agreement(both: Comparison, xs: list[Worths], ys: list[Worths]) -> Fraction:
    """Mean over nodes v of the mean, over nodes w (v too) that share n > 0 clusters of xs with v,
    of min(n, m)/n, where m is the number of clusters of ys that they share.
    """
    in_xs = {v: clusters_of_node(xs, v) for v in both.weight}
    in_ys = {v: clusters_of_node(ys, v) for v in both.weight}
    total = Fraction(0)
    for v, weight in both.weight.items():
        agreement, neighbours = Fraction(0), Fraction(0)
        for w in both.weight:
            n, m = len(in_xs[v] & in_xs[w]), len(in_ys[v] & in_ys[w])
            if n:
                agreement += both.weight[w] * Fraction(min(n, m), n)
                neighbours += both.weight[w]
        total += weight * agreement / neighbours
    return total / both.total


def bcubed(truth: Clustering, found: Clustering, *, beta: float = 1, **base: Any) -> float:
    """F-measure of extended BCubed precision and recall."""
    return float(bcubed_sides(truth, found, **base).f(beta))


# ---- element-centric similarity ------------------------------------------------------------------


def element_centric(
    truth: Clustering, found: Clustering, *, alpha: float = 0.9, **base: Any
) -> float:
    """Gates et al. 2019: how alike the walks that start from a node are on both sides, on average
    over nodes.
    """
    both = with_loners(compare(truth, found, **base))
    weights = np.array([float(weight) for weight in both.weight.values()])
    return float(np.average(element_scores(both, alpha), weights=weights))


def element_scores(both: Comparison, alpha: float = 0.9) -> NDArray[np.float64]:
    """1 - |p - q| / 2 alpha for every node, p and q being where its walks are.

    Copies of a node may be one entry here: walks come to all of them alike, and that they start
    from one of them is the same on both sides.
    """
    if not 0 < alpha < 1:
        raise ValueError("a walk needs alpha between 0 and 1")
    distance = np.abs(walks(both, both.truth, alpha) - walks(both, both.found, alpha)).sum(axis=1)
    return 1 - distance / (2 * alpha)


def walks(both: Comparison, clustering: list[Worths], alpha: float) -> NDArray[np.float64]:
    """Row v: where a walk is that goes on with probability alpha, else starts anew from v: p = (1 -
    alpha) e + alpha p P. A step goes to any of the node's clusters, and there to any member, by
    weight.
    """
    nodes = list(both.weight)
    step = np.zeros((len(nodes), len(nodes)))
    for i, v in enumerate(nodes):
        of_v = clusters_of_node(clustering, v)
        for c in of_v:
            for j, w in enumerate(nodes):
                if w in clustering[c]:
                    step[i, j] += float(both.weight[w] / both.size(clustering[c]) / len(of_v))
    identity = np.eye(len(nodes))
    return (1 - alpha) * np.linalg.solve(identity - alpha * step, identity)


# ---- overlapping nodes ---------------------------------------------------------------------------


def overlap_f1_sides(truth: Clustering, found: Clustering, **base: Any) -> PrecisionRecall:
    """Which of the nodes in several clusters are so on the other side too."""
    both = compare(truth, found, **base)
    true, said = (
        {v for v in both.weight if len(clusters_of_node(side, v)) > 1}
        for side in (both.truth, both.found)
    )

    def weight(nodes: Any) -> Fraction:
        return sum((both.weight[v] for v in nodes), Fraction(0))

    nothing = Fraction(not true and not said)
    return PrecisionRecall(
        precision=weight(true & said) / weight(said) if said else nothing,
        recall=weight(true & said) / weight(true) if true else nothing,
    )


def overlap_f1(truth: Clustering, found: Clustering, **base: Any) -> float:
    """F1 of the nodes in several clusters."""
    return float(overlap_f1_sides(truth, found, **base).f())
