"""Metrics on the best one-to-one matching of the clusters of both sides: what partners share."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from accord._foundation.rounding import ROUNDING
from accord._summaries.clustering_pair import OneToOne
from accord.metrics._metric import metric
from accord.metrics._score import Details, Score

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CRISP: dict[str, Any] = {"crisp": True, "instead": ("max_matching_ratio", "f1p")}


@metric(OneToOne, **_CRISP, parameters={"similarity": "mention"})
def accuracy(matching: OneToOne) -> Score:
    """Share of nodes that are in the partner of their cluster, one-to-one.

    Clustering accuracy (ACC), for crisp clusterings: each found cluster is given one truth cluster
    as its label, no two the same, so that as many nodes as possible are labelled correctly. 1:
    identical, with all nodes in clusters. Not for different numbers of clusters, as a cluster
    without a partner counts as all wrong, nor for truth clusters of very different sizes: see
    `normalized_clustering_accuracy`. Not corrected for chance.

    >>> from accord import accuracy
    >>> float(accuracy([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]))
    0.75
    """
    table = matching.overlaps
    details = Details(
        per_truth_cluster=_shares(matching.affinity, table.truth_sizes),
        per_found_cluster=_shares(matching.affinity_of_found, table.found_sizes),
    )
    return Score(min(float(matching.affinity.sum() / table.total), 1.0), details)


@metric(OneToOne, **_CRISP, parameters={"similarity": "mention"}, bounds=(-1.0, 1.0))
def normalized_pivoted_accuracy(matching: OneToOne) -> Score:
    """Clustering accuracy, less what equal parts of all clusters would get.

    (accuracy − 1/m)/(1 − 1/m) for crisp clusterings, where m is the larger of the two numbers of
    clusters (Gagolewski 2025). 1: identical; 0: every truth cluster is spread evenly over as many
    found ones or more; below 0 only if nodes are in no cluster of a side. Not for truth clusters of
    very different sizes: the largest decides.

    >>> from accord import normalized_pivoted_accuracy
    >>> round(normalized_pivoted_accuracy([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.625
    """
    table = matching.overlaps
    most = max(len(table.truth_sizes), len(table.found_sizes))
    share = float(accuracy(matching))
    return Score(_above_even(most * share, most))


@metric(
    OneToOne,
    **_CRISP,
    parameters={"similarity": "truth_share"},
    symmetric=False,
    bounds=(-1.0, 1.0),
)
def normalized_clustering_accuracy(matching: OneToOne) -> Score:
    """Mean share of truth clusters that is in their partner, less that of equal parts.

    For crisp clusterings (Gagolewski 2025): each found cluster stands for one truth cluster at
    most; the shares n/|t| are averaged over truth clusters, large or small, and 1/k of k truth
    clusters is taken as 0. 1: identical; 0: every truth cluster is spread evenly; below 0 only with
    more found clusters than truth clusters, or if found lacks nodes. Not for such numbers of
    clusters: it was defined for as many on both sides.

    >>> from accord import normalized_clustering_accuracy
    >>> truth, found = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]
    >>> round(normalized_clustering_accuracy(truth, found), 4)
    0.6667
    """
    shares = matching.affinity
    return Score(_above_even(float(shares.sum()), len(shares)), Details(per_truth_cluster=shares))


@metric(OneToOne, **_CRISP, parameters={"similarity": "larger_share"})
def pair_sets_index(matching: OneToOne, *, form: Literal["plain", "simplified"] = "plain") -> Score:
    """Mean similarity of clusters and their partners, corrected for chance.

    The PSI of Rezaei & Fränti 2016, for crisp clusterings: partners share n/max(|t|, |f|), and what
    clusters of these sizes share by chance is taken as 0; with `form="simplified"` that is 1 in
    total, whatever the sizes. 1: identical; 0: not better than chance. Not to tell bad results from
    worse ones, since values below 0 are cut off. Each cluster counts as much as any other.

    >>> from accord import pair_sets_index
    >>> truth, found = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]
    >>> round(pair_sets_index(truth, found), 4), round(
    ...     pair_sets_index(truth, found, form="simplified"), 4
    ... )
    (0.5, 0.5)
    """
    table, similarity = matching.overlaps, matching.affinity
    a, b = (np.sort(sizes)[::-1] for sizes in (table.truth_sizes, table.found_sizes))
    most, least = max(len(a), len(b)), min(len(a), len(b))
    details = Details(per_truth_cluster=similarity, per_found_cluster=matching.affinity_of_found)
    by_chance = 1.0  # by size, the i-th of both sides share |t||f|/N: a part of min(|t|, |f|)/N
    if form == "plain":
        by_chance = float(np.minimum(a[:least], b[:least]).sum() / table.total)
    return Score(max(_corrected(float(similarity.sum()), by_chance, most), 0.0), details)


def _above_even(shares: float, clusters: int) -> float:
    """The mean of shares, of which 1 in all is taken as 0."""
    return _corrected(shares, 1.0, clusters)


def _corrected(value: float, by_chance: float, most: int) -> float:
    """(value − by chance)/(most − by chance); if both are the same, 1 for the most, else 0."""
    if most - by_chance <= ROUNDING:
        return float(most > 0 and math.isclose(value, most, rel_tol=ROUNDING))
    return min((value - by_chance) / (most - by_chance), 1.0)


def _shares(parts: NDArray[np.float64], sizes: Any) -> NDArray[np.float64]:
    """What of each cluster is in its partner; sums of float weights may differ in last digits."""
    shares: NDArray[np.float64] = np.minimum(parts / sizes, 1.0)
    return shares
