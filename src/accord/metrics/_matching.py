"""Metrics on best matches: how well each cluster is found again on the other side."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.metric_options import Sharing, Weighting
from accord._summaries.clustering_pair import BestMatches, OneToOne, SideMatches
from accord.metrics import _costs as costs
from accord.metrics._best_matches import best_f1, best_jaccard, best_pprob
from accord.metrics._means import arithmetic, harmonic
from accord.metrics._metric import metric
from accord.metrics._score import Details, Score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

# ---- mean F1 -------------------------------------------------------------------------------------


@metric(BestMatches, costs=costs.of_f1p)
def f1p(
    matches: BestMatches, *, weighting: Weighting = "micro", sharing: Sharing | None = None
) -> Score:
    """Mean best match of clusters, by mutual membership probability.

    The match of two clusters of sizes a and b that share m nodes is m/sqrt(ab), the geometric mean
    of precision m/a and recall m/b. Each cluster is matched with its best partner; the matches are
    averaged on each side, and the score is the harmonic mean of the two averages. 1: identical; 0:
    no common node. The most discerning of the F1 family (Lutov et al. 2019).

    `weighting`: "micro" weights clusters by size, "macro" weights all clusters equally, "combined"
    is the geometric mean of both scores. `sharing`: "full": a node is worth 1 in each of its
    clusters; "split": 1/s in each of s clusters; "shares": its share there. By default "shares" if
    either side has them, else "full". `nodes`: the nodes to compare: "union", "intersection",
    "truth", "equal" or a collection. By default all nodes are compared, and a node that a side
    lacks counts against the match.

    >>> from accord import f1p
    >>> round(f1p([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]), 6)
    0.816497
    """
    return _mean_match(matches, best_pprob, harmonic, weighting)


@metric(BestMatches, costs=costs.of_f1h)
def f1h(
    matches: BestMatches, *, weighting: Weighting = "micro", sharing: Sharing | None = None
) -> Score:
    """Mean best F1 of clusters, harmonic mean of both sides.

    The match of two clusters is their F1, 2m/(a+b). 1: identical; 0: no common node. Stricter than
    `f1a` if the two sides differ (Lutov et al. 2019). Options as in `f1p`.

    >>> from accord import f1h
    >>> f1h([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]).recall
    0.8
    """
    return _mean_match(matches, best_f1, harmonic, weighting)


@metric(BestMatches, costs=costs.of_f1a)
def f1a(
    matches: BestMatches, *, weighting: Weighting = "micro", sharing: Sharing | None = None
) -> Score:
    """Mean best F1 of clusters, arithmetic mean of both sides.

    Known as average F1 (Yang & Leskovec 2013), there with `weighting="macro"`. 1: identical; 0: no
    common node. A good match of one side can hide a bad match of the other; prefer `f1h`.
    Options as in `f1p`.
    """
    return _mean_match(matches, best_f1, arithmetic, weighting)


@metric(BestMatches, costs=costs.of_jaccard_match)
def jaccard_match(
    matches: BestMatches, *, weighting: Weighting = "micro", sharing: Sharing | None = None
) -> Score:
    """Mean best Jaccard index of clusters, harmonic mean of both sides.

    As `f1h`, with m/(a+b−m) in place of F1. 1: identical; 0: no common node. The best partners are
    the same; the values are lower.
    """
    return _mean_match(matches, best_jaccard, harmonic, weighting)


def _mean_match(
    matches: BestMatches,
    best_match: Callable[[SideMatches, SideMatches], Values],
    mean: Callable[[float, float], float],
    weighting: Weighting,
) -> Score:
    truth, found = matches.truth, matches.found
    of_truth, of_found = best_match(truth, found), best_match(found, truth)
    micro = _average(of_truth, truth.sizes), _average(of_found, found.sizes)
    macro = _average(of_truth), _average(of_found)
    if weighting == "combined":
        value = float(np.sqrt(mean(*micro) * mean(*macro)))
        return Score(value, Details(per_truth_cluster=of_truth, per_found_cluster=of_found))
    recall, precision = micro if weighting == "micro" else macro
    return Score(mean(recall, precision), Details(precision, recall, of_truth, of_found))


def _average(values: Values, weights: Values | None = None) -> float:
    if not len(values):
        return 0.0  # the node base leaves no cluster on this side
    return float(values.mean() if weights is None else (values * weights).sum() / weights.sum())


# ---- one to one ----------------------------------------------------------------------------------


@metric(
    OneToOne,
    parameters={"similarity": "pprob"},
    symmetric=False,
    costs=costs.of_max_matching_ratio,
)
def max_matching_ratio(matching: OneToOne) -> Score:
    """Mean affinity of truth clusters in the best one-to-one matching.

    Each found cluster may stand for one truth cluster only: the one-to-one matching with the
    greatest sum of n²/(ab), divided by the number of truth clusters (Nepusz et al. 2012). 1: every
    truth cluster was found; further found clusters cost nothing.

    >>> from accord import max_matching_ratio
    >>> float(max_matching_ratio([[1, 2], [3, 4]], [[1, 2], [3], [4]]))
    0.75
    """
    affinity = matching.affinity
    return Score(affinity.mean() if len(affinity) else 0.0, Details(per_truth_cluster=affinity))


# ---- counts of best matches ----------------------------------------------------------------------

#: Nodes are counted, and shares ignored.
_BY_COUNT: dict[str, Any] = {"parameters": {"sharing": "full"}}
_CRISP_BY_COUNT: dict[str, Any] = {**_BY_COUNT, "crisp": True, "instead": ("f1p", "f1h")}


@metric(BestMatches, **_BY_COUNT, symmetric=False, identity=False)
def geometric_accuracy(matches: BestMatches) -> Score:
    """Geometric mean of sensitivity and predictive value of best matches.

    The accuracy of protein-complex prediction (Brohée & van Helden 2006): sensitivity is the recall
    of the score, positive predictive value its precision. On overlapping clusterings it stays below
    1 even for identical ones.
    """
    if not matches.total_match:
        return Score(0.0, Details(precision=0.0, recall=0.0))
    truth, found = matches.truth, matches.found
    of_truth, of_found = (side.by_amount.match.astype(float) for side in (truth, found))
    sensitivity = min(float(of_truth.sum() / truth.sizes.sum()), 1.0)
    predictive_value = min(float(of_found.sum() / matches.total_match), 1.0)
    return Score(
        float(np.sqrt(sensitivity * predictive_value)),
        Details(predictive_value, sensitivity, per_truth_cluster=of_truth / truth.sizes),
    )


@metric(BestMatches, **_CRISP_BY_COUNT, symmetric=False, costs=costs.of_purity)
def purity(matches: BestMatches) -> Score:
    """Share of nodes in the main truth cluster of their found cluster.

    For crisp clusterings. 1: no found cluster mixes truth clusters. Blind to splitting: clusters of
    one node each are pure. See `inverse_purity`.

    >>> from accord import purity
    >>> float(purity([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]))
    0.8
    """
    best = matches.found.by_amount.match
    return Score(
        min(best.sum() / matches.total, 1.0), Details(per_found_cluster=best / matches.found.sizes)
    )


@metric(BestMatches, **_CRISP_BY_COUNT, symmetric=False, costs=costs.of_inverse_purity)
def inverse_purity(matches: BestMatches) -> Score:
    """Share of nodes in the main found cluster of their truth cluster.

    For crisp clusterings. 1: no truth cluster is split. Blind to merging: a single cluster of all
    nodes scores 1. See `purity`.
    """
    best = matches.truth.by_amount.match
    return Score(
        min(best.sum() / matches.total, 1.0), Details(per_truth_cluster=best / matches.truth.sizes)
    )


@metric(BestMatches, **_CRISP_BY_COUNT, distance=True, costs=costs.of_nvd)
def nvd(matches: BestMatches) -> Score:
    """Share of nodes outside the best match of their cluster (distance).

    The normalised van Dongen distance, for crisp clusterings. 0: identical; towards 1: unrelated.
    It is `split_join` divided by 2N.
    """
    return Score(split_join(matches) / (2 * matches.total))


@metric(
    BestMatches,
    **_CRISP_BY_COUNT,
    bounds=(0.0, None),
    distance=True,
    growth=1,
    costs=costs.of_split_join,
)
def split_join(matches: BestMatches) -> Score:
    """Nodes outside the best match of their cluster, both sides added (distance).

    For crisp clusterings: both are split into what they have in common, and joined again (van
    Dongen 2000). 0: identical; at most 2N. `nvd` is the same, scaled from 0 to 1.

    >>> from accord import split_join
    >>> float(split_join([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]))
    2.0
    """
    kept = sum(side.by_amount.match.sum().item() for side in (matches.truth, matches.found))
    # Sums of float weights may differ in their last digits.
    return Score(max(2 * matches.total - kept, 0))
