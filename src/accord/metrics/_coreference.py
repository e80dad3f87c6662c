"""Metrics of coreference and entity resolution: clusters are entities, nodes their mentions.

A mention that a side lacks is in no entity there, and counts against the score of the side that has
it.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from accord._summaries.clustering_pair import OneToOne, Overlaps
from accord.metrics._means import harmonic
from accord.metrics._metric import metric
from accord.metrics._score import Details, Score

_CRISP: dict[str, Any] = {"crisp": True, "instead": ("bcubed", "pair_f1")}


@metric(Overlaps, **_CRISP, integer_weights=True)
def muc(overlaps: Overlaps) -> Score:
    """F1 of the links that hold clusters together.

    For crisp clusterings (Vilain et al. 1995). A cluster of n nodes takes n − 1 links; one that the
    other side cuts into p parts keeps n − p of them. 1: the same clusters of two nodes and more;
    clusters of one node have no links and do not count. Lenient with merged clusters: one cluster
    of everything scores high. Node weights must be integers.

    >>> from accord import muc
    >>> muc([[1, 2, 3], [4, 5, 6, 7]], [[1, 2], [3, 4], [6, 7, 8, 9]])
    Score(0.4, precision=0.4, recall=0.4)
    """
    # Of the |t| − 1 links of a truth cluster, those within each of its parts are left: Σ (n − 1).
    # The same for found.
    common = (overlaps.amounts - 1).sum()
    return _f1(common, (overlaps.truth_sizes - 1).sum(), (overlaps.found_sizes - 1).sum())


@metric(Overlaps, **_CRISP)
def conll_bcubed(overlaps: Overlaps) -> Score:
    """F1 of nodes by the share of their cluster that is correct.

    The B³ of the CoNLL scorer, for crisp clusterings (Bagga & Baldwin 1998, Pradhan et al. 2014):
    precision is the mean over the nodes of found of the share of their found cluster that is in
    their truth cluster too, and recall the same with the sides swapped. A node that the other side
    lacks adds 0. 1: identical.

    >>> from accord import conll_bcubed
    >>> round(conll_bcubed([[1, 2, 3], [4, 5, 6, 7]], [[1, 2], [3, 4], [6, 7, 8, 9]]), 4)
    0.4545
    """
    n, t, f = overlaps.amounts, overlaps.truth, overlaps.found
    a, b = overlaps.truth_sizes, overlaps.found_sizes
    of_truth = np.bincount(t, n * (n / a[t]), len(a))  # Σ n²/|t| of each truth cluster
    of_found = np.bincount(f, n * (n / b[f]), len(b))
    both_empty = float(not len(a) and not len(b))
    recall = _share(of_truth.sum(), a.sum(), otherwise=both_empty)
    precision = _share(of_found.sum(), b.sum(), otherwise=both_empty)
    details = Details(
        precision, recall, np.minimum(of_truth / a, 1.0), np.minimum(of_found / b, 1.0)
    )
    return Score(harmonic(recall, precision), details)


@metric(OneToOne, **_CRISP)
def ceaf(alignment: OneToOne, *, similarity: Literal["entity", "mention"] = "entity") -> Score:
    """F1 of the best one-to-one matching of clusters.

    For crisp clusterings (Luo 2005). `similarity="entity"` (CEAF-e) matches clusters by their F1
    and gives all clusters equal weight; "mention" (CEAF-m) matches by common nodes and counts
    nodes. 1: identical. A cluster without a partner scores 0, however much of it was found.

    >>> from accord import ceaf
    >>> ceaf([[1, 2, 3], [4, 5, 6, 7]], [[1, 2], [3, 4], [6, 7, 8, 9]])
    Score(0.52, precision=0.43333333333333335, recall=0.65)
    """
    of_truth, of_found = alignment.affinity, alignment.affinity_of_found
    if similarity == "entity":
        return _f1(of_truth.sum(), len(of_truth), len(of_found), of_truth, of_found)
    a, b = alignment.overlaps.truth_sizes, alignment.overlaps.found_sizes
    return _f1(of_truth.sum(), a.sum(), b.sum(), of_truth / a, of_found / b)


@metric(OneToOne, **_CRISP, parameters={"similarity": "entity"}, integer_weights=True)
def conll(alignment: OneToOne) -> Score:
    """Mean of muc, conll_bcubed and ceaf: the CoNLL score.

    For crisp clusterings; the shared tasks of CoNLL 2011 and 2012 ranked systems by it. 1:
    identical. Node weights must be integers.

    >>> from accord import conll
    >>> round(conll([[1, 2, 3], [4, 5, 6, 7]], [[1, 2], [3, 4], [6, 7, 8, 9]]), 4)
    0.4582
    """
    overlaps = alignment.overlaps
    return Score((muc(overlaps) + conll_bcubed(overlaps) + ceaf(alignment)) / 3)


def _f1(common: float, in_truth: float, in_found: float, *per_cluster: Any) -> Score:
    """F1 of what both sides have in common: 1 if neither has anything, 0 if only one has."""
    both_empty = float(in_truth == in_found == 0)
    recall = _share(common, in_truth, otherwise=both_empty)
    precision = _share(common, in_found, otherwise=both_empty)
    return Score(harmonic(recall, precision), Details(precision, recall, *per_cluster))


def _share(part: float, whole: float, *, otherwise: float) -> float:
    # Sums of float weights may differ in their last digits.
    return min(float(part / whole), 1.0) if whole else otherwise
