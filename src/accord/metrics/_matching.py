"""Metrics on best matches: how well each cluster is found again on the other side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.pair import NodeBase
from accord._summaries.clustering_pair import BestMatches, OneToOne, SideMatches
from accord.metrics._evaluation import evaluate
from accord.metrics._means import arithmetic, harmonic
from accord.metrics._score import Details, Score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


# ---- mean F1 -------------------------------------------------------------------------------------


def f1p(
    truth: Any,
    found: Any,
    *,
    weighting: str = "micro",
    sharing: str | None = None,
    nodes: NodeBase = None,
    threads: int | None = None,
) -> Score:
    """Mean best match of clusters, by mutual membership probability.

    The match of two clusters is m/sqrt(ab), the geometric mean of precision m/a and recall m/b;
    each cluster is matched with its best partner, each side is averaged, and the two averages have
    their harmonic mean taken. 1: identical; 0: no common node. The most discerning of the F1 family
    (Lutov et al. 2019). a and b are the sizes of the two clusters, and m is what they share.

    `weighting`: "micro" averages clusters by size, "macro" all alike, "combined" is the geometric
    mean of both scores. `sharing`: "full": a node is worth 1 in each of its clusters; "split": 1/s
    in each of s clusters; "shares": its share there. By default "shares" where either side has
    them, else "full". `nodes`: which nodes to compare, "union", "intersection", "truth", "equal" or
    a collection; by default all, and one that a side lacks counts against the match.

    >>> from accord import f1p
    >>> round(f1p([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]), 6)
    0.816497
    """
    return evaluate(
        "f1p", truth, found, nodes=nodes, threads=threads, weighting=weighting, sharing=sharing
    )


def f1h(
    truth: Any,
    found: Any,
    *,
    weighting: str = "micro",
    sharing: str | None = None,
    nodes: NodeBase = None,
    threads: int | None = None,
) -> Score:
    """Mean best F1 of clusters, harmonic mean of both sides.

    The match of two clusters is their F1, 2m/(a+b). 1: identical; 0: no common node. Stricter than
    `f1a` where the two sides differ (Lutov et al. 2019). Options as in `f1p`.

    >>> from accord import f1h
    >>> f1h([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]).recall
    0.8
    """
    return evaluate(
        "f1h", truth, found, nodes=nodes, threads=threads, weighting=weighting, sharing=sharing
    )


def f1a(
    truth: Any,
    found: Any,
    *,
    weighting: str = "micro",
    sharing: str | None = None,
    nodes: NodeBase = None,
    threads: int | None = None,
) -> Score:
    """Mean best F1 of clusters, arithmetic mean of both sides.

    Known as average F1 (Yang & Leskovec 2013), there with `weighting="macro"`. 1: identical; 0: no
    common node. One side that matches badly hides behind one that matches well; prefer `f1h`.
    Options as in `f1p`.
    """
    return evaluate(
        "f1a", truth, found, nodes=nodes, threads=threads, weighting=weighting, sharing=sharing
    )


def jaccard_match(
    truth: Any,
    found: Any,
    *,
    weighting: str = "micro",
    sharing: str | None = None,
    nodes: NodeBase = None,
    threads: int | None = None,
) -> Score:
    """Mean best Jaccard index of clusters, harmonic mean of both sides.

    As `f1h`, with m/(a+b−m) for F1. 1: identical; 0: no common node. The best partners are those of
    F1; the values are lower.
    """
    return evaluate(
        "jaccard_match",
        truth,
        found,
        nodes=nodes,
        threads=threads,
        weighting=weighting,
        sharing=sharing,
    )


def _f1p(matches: BestMatches, *, weighting: str) -> Score:
    return _mean_match(matches, best_pprob, harmonic, weighting)


def _f1h(matches: BestMatches, *, weighting: str) -> Score:
    return _mean_match(matches, best_f1, harmonic, weighting)


def _f1a(matches: BestMatches, *, weighting: str) -> Score:
    return _mean_match(matches, best_f1, arithmetic, weighting)


def _jaccard_match(matches: BestMatches, *, weighting: str) -> Score:
    return _mean_match(matches, best_jaccard, harmonic, weighting)


def best_f1(side: SideMatches, other: SideMatches) -> Values:
    m, a, b = side.by_f1.match, side.sizes, _partner_sizes(side.by_f1.partner, other)
    return 2 * m / (a + b)


def best_pprob(side: SideMatches, other: SideMatches) -> Values:
    m, a, b = side.by_pprob.match, side.sizes, _partner_sizes(side.by_pprob.partner, other)
    return np.sqrt((m / a) * (m / b))


def best_jaccard(side: SideMatches, other: SideMatches) -> Values:
    # Jaccard grows with F1, so both have the same best partner.
    m, a, b = side.by_f1.match, side.sizes, _partner_sizes(side.by_f1.partner, other)
    return m / (a + b - m)


def _partner_sizes(partner: NDArray[np.int64], other: SideMatches) -> Values:
    """The size of each best partner; 1 where there is none, whose match is 0."""
    return np.where(partner >= 0, np.append(other.sizes, 1.0)[partner], 1.0)


def _mean_match(matches: BestMatches, best: Any, mean: Any, weighting: str) -> Score:
    g_truth, g_found = best(matches.truth, matches.found), best(matches.found, matches.truth)

    def sides(weighted: bool) -> tuple[float, float]:
        recall = _average(g_truth, matches.truth.sizes if weighted else None)
        precision = _average(g_found, matches.found.sizes if weighted else None)
        return recall, precision

    if weighting == "combined":
        value = float(np.sqrt(mean(*sides(True)) * mean(*sides(False))))
        return Score(value, Details(None, None, g_truth, g_found))
    recall, precision = sides(weighting == "micro")
    return Score(mean(recall, precision), Details(precision, recall, g_truth, g_found))


def _average(values: Values, weights: Values | None) -> float:
    if not len(values):
        return 0.0  # nothing is left of this side
    return float(values.mean() if weights is None else (values * weights).sum() / weights.sum())


# ---- counts of best matches ----------------------------------------------------------------------


def purity(truth: Any, found: Any, *, nodes: NodeBase = None, threads: int | None = None) -> Score:
    """Share of nodes in the main truth cluster of their found cluster.

    For crisp clusterings. 1: no found cluster mixes truth clusters. Blind to splitting: clusters of
    one node each are pure. See `inverse_purity`.

    >>> from accord import purity
    >>> float(purity([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]))
    0.8
    """
    return evaluate("purity", truth, found, nodes=nodes, threads=threads)


def inverse_purity(
    truth: Any, found: Any, *, nodes: NodeBase = None, threads: int | None = None
) -> Score:
    """Share of nodes in the main found cluster of their truth cluster.

    For crisp clusterings. 1: no truth cluster is split. Blind to merging: one cluster of everything
    has 1. See `purity`.
    """
    return evaluate("inverse_purity", truth, found, nodes=nodes, threads=threads)


def nvd(truth: Any, found: Any, *, nodes: NodeBase = None, threads: int | None = None) -> Score:
    """Share of nodes outside the best match of their cluster (distance).

    The normalised van Dongen distance, for crisp clusterings. 0: identical; towards 1: unrelated.
    It is `split_join` divided by 2N.
    """
    return evaluate("nvd", truth, found, nodes=nodes, threads=threads)


def split_join(
    truth: Any, found: Any, *, nodes: NodeBase = None, threads: int | None = None
) -> Score:
    """Nodes outside the best match of their cluster, both sides added (distance).

    For crisp clusterings: both are split into what they have in common, and joined again (van
    Dongen 2000). 0: identical; at most 2N. See `nvd` for the one from 0 to 1.

    >>> from accord import split_join
    >>> float(split_join([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]))
    2.0
    """
    return evaluate("split_join", truth, found, nodes=nodes, threads=threads)


def geometric_accuracy(
    truth: Any, found: Any, *, nodes: NodeBase = None, threads: int | None = None
) -> Score:
    """Geometric mean of sensitivity and predictive value of best matches.

    The accuracy of protein-complex prediction (Brohée & van Helden 2006): sensitivity is the recall
    of the score, positive predictive value its precision. On overlapping clusterings it stays below
    1 even for identical ones.
    """
    return evaluate("geometric_accuracy", truth, found, nodes=nodes, threads=threads)


def _purity(matches: BestMatches) -> Score:
    best = matches.found.by_amount.match
    return Score(
        min(best.sum() / matches.total, 1.0), Details(per_found_cluster=best / matches.found.sizes)
    )


def _inverse_purity(matches: BestMatches) -> Score:
    best = matches.truth.by_amount.match
    return Score(
        min(best.sum() / matches.total, 1.0), Details(per_truth_cluster=best / matches.truth.sizes)
    )


def _nvd(matches: BestMatches) -> Score:
    return Score(_split_join(matches) / (2 * matches.total))


def _split_join(matches: BestMatches) -> Score:
    kept = sum(side.by_amount.match.sum().item() for side in (matches.truth, matches.found))
    return Score(
        max(2 * matches.total - kept, 0)
    )  # sums of float weights may differ in their last digits


def _geometric_accuracy(matches: BestMatches) -> Score:
    of_truth, of_found = (
        side.by_amount.match.astype(float) for side in (matches.truth, matches.found)
    )
    if not matches.total_match:
        return Score(0.0, Details(precision=0.0, recall=0.0))
    sensitivity = min(float(of_truth.sum() / matches.truth.sizes.sum()), 1.0)
    predictive_value = min(float(of_found.sum() / matches.total_match), 1.0)
    details = Details(
        predictive_value,
        sensitivity,
        per_truth_cluster=of_truth / matches.truth.sizes,
        per_found_cluster=None,
    )
    return Score(float(np.sqrt(sensitivity * predictive_value)), details)


# ---- one to one ----------------------------------------------------------------------------------


def max_matching_ratio(
    truth: Any, found: Any, *, nodes: NodeBase = None, threads: int | None = None
) -> Score:
    """Mean affinity of truth clusters in the best one-to-one matching.

    Each found cluster may stand for one truth cluster only: the one-to-one matching with the
    greatest sum of n²/(ab), divided by the number of truth clusters (Nepusz et al. 2012). 1: every
    truth cluster is there; found clusters beyond those cost nothing.

    >>> from accord import max_matching_ratio
    >>> float(max_matching_ratio([[1, 2], [3, 4]], [[1, 2], [3], [4]]))
    0.75
    """
    return evaluate("max_matching_ratio", truth, found, nodes=nodes, threads=threads)


def _max_matching_ratio(matching: OneToOne) -> Score:
    affinity = matching.affinity
    return Score(affinity.mean() if len(affinity) else 0.0, Details(per_truth_cluster=affinity))
