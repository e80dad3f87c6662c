"""Metrics of coreference and entity resolution: clusters are entities, nodes their mentions.

A mention that a side lacks is in no entity there, and counts against the score of the side that has
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from accord._foundation.metric_options import NonNegative
from accord._summaries.clustering_pair import (
    ClusterIdentities,
    MentionPairs,
    OneToOne,
    Overlaps,
    Tallies,
    Tally,
)
from accord.metrics._means import harmonic
from accord.metrics._metric import metric
from accord.metrics._score import Details, Score

if TYPE_CHECKING:
    from numpy.typing import NDArray

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


@metric(Overlaps, **_CRISP, integer_weights=True)
def lea(overlaps: Overlaps) -> Score:
    """F1 of how well entities are resolved, each weighted by its size.

    Link-based entity-aware evaluation, for crisp clusterings (Moosavi & Strube 2016): an entity is
    resolved by the share of its links, n(n−1)/2 for n nodes, that the other side keeps; one of a
    single node if the other side has the same. 1: identical. Not to see whether small entities are
    found, as each counts by its size. Node weights must be integers.

    >>> from accord import lea
    >>> lea([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0])
    Score(0.5, precision=0.5, recall=0.5)
    """
    a, b = overlaps.truth_sizes, overlaps.found_sizes
    same_node = (a[overlaps.truth] == 1) & (b[overlaps.found] == 1)
    of_truth = _links_kept(overlaps.truth, overlaps.amounts, a, same_node)
    of_found = _links_kept(overlaps.found, overlaps.amounts, b, same_node)
    both_empty = float(not len(a) and not len(b))
    recall = _share((a * of_truth).sum(), a.sum(), otherwise=both_empty)
    precision = _share((b * of_found).sum(), b.sum(), otherwise=both_empty)
    return Score(harmonic(recall, precision), Details(precision, recall, of_truth, of_found))


def _links_kept(
    cluster: NDArray[np.int64], amounts: Any, sizes: Any, same_node: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """For each cluster x the sum of n(n−1) / |x|(|x|−1) over its overlaps; 1 for the same node."""
    n, a = amounts.astype(np.float64), sizes[cluster].astype(np.float64)
    links = np.where(same_node, 1.0, n / a * ((n - 1) / np.maximum(a - 1, 1)))
    kept: NDArray[np.float64] = np.minimum(np.bincount(cluster, links, len(sizes)), 1.0)
    return kept


@metric(MentionPairs, symmetric=False, integer_weights=True)
def blanc(pairs: MentionPairs) -> Score:
    """Mean of the F1 of pairs together and of pairs apart.

    The bilateral metric of coreference resolution (Recasens & Hovy 2011, Luo et al. 2014), for
    overlapping clusterings too: each side has the pairs of its own nodes. 1: the same pairs are
    together and apart. If truth has no pair together, or none apart, the other kind counts alone.
    Not for many small clusters, where nearly all pairs are apart, and half the score is nearly 1.
    Node weights must be integers.

    >>> from accord import blanc
    >>> round(blanc([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]), 4)
    0.619
    """
    kinds = [
        (_ratio(kind.both, kind.truth), _ratio(kind.both, kind.found))
        for kind in (pairs.together, pairs.apart)
        if kind.truth
    ]
    if not kinds:  # truth has one node at most
        found_no_pair = not pairs.together.found and not pairs.apart.found
        kinds = [(float(found_no_pair and pairs.same_nodes),) * 2]
    recall, precision = (sum(side) / len(kinds) for side in zip(*kinds, strict=True))
    return Score(sum(harmonic(*kind) for kind in kinds) / len(kinds), Details(precision, recall))


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


# ---- entities found exactly, and what it takes to repair the others ------------------------------


@metric(ClusterIdentities)
def exact_clusters(clusters: ClusterIdentities) -> Score:
    """F1 of the clusters that are found exactly.

    A cluster counts if the other side has one of the same nodes; equal clusters of a side count
    once, and clusters may overlap. Precision is the share of found clusters that are right, recall
    the share of truth clusters that are found. 1: the same clusters; 0: none is found. Not for
    results that are nearly right: one node in the wrong cluster costs two clusters. Shares are
    ignored.

    >>> from accord import exact_clusters
    >>> score = exact_clusters([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 0, 1, 1, 2, 2, 3])
    >>> score.precision, round(score.recall, 4)
    (0.5, 0.6667)
    """
    truth, found = np.unique(clusters.truth), np.unique(clusters.found)
    common = np.intersect1d(truth, found)
    is_found, is_right = (
        np.isin(side, common).astype(float) for side in (clusters.truth, clusters.found)
    )
    return _f1(len(common), len(truth), len(found), is_found, is_right)


@metric(
    Tallies,
    crisp=True,
    instead=("pair_f1", "bcubed"),
    node_base="equal",
    singletons=True,
    integer_weights=True,
    bounds=(0.0, None),
    distance=True,
    one_sided_options=("split", "merge"),
    growth_by_option={("cost", "pairs"): 2},
)
def merge_distance(
    tallies: Tallies,
    *,
    split: NonNegative = 1.0,
    merge: NonNegative = 1.0,
    cost: Literal["steps", "pairs"] = "steps",
) -> Score:
    """Cost of the splits and merges that turn found into truth (distance).

    The generalized merge distance of Menestrina, Whang & Garcia-Molina 2010, for crisp clusterings:
    found clusters are split into what they share with truth clusters, and these parts are merged. A
    step costs `split` or `merge`; with cost="pairs", that for each pair of nodes that it takes
    apart or puts together. 0: identical. Not for results on different nodes, as it is a count, nor
    if a stray node matters less than half a cluster: as a step, both cost the same.

    Both sides need the same nodes; otherwise `nodes` as in `nmi`.

    >>> from accord import merge_distance
    >>> merge_distance([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0])
    Score(4.0)
    """
    if cost == "steps":
        of_truth, of_found, of_parts = map(_number, (tallies.truth, tallies.found, tallies.joint))
        return Score(split * (of_parts - of_found) + merge * (of_parts - of_truth))
    of_truth, of_found, of_parts = map(_squares, (tallies.truth, tallies.found, tallies.joint))
    return Score(split * ((of_found - of_parts) // 2) + merge * ((of_truth - of_parts) // 2))


def _number(groups: Tally) -> int:
    return int(groups[1].sum())


def _squares(groups: Tally) -> int:
    """Sum of the squared sizes of groups: of nodes, twice the pairs within them, and the nodes."""
    sizes, times = groups
    return sum(n * size**2 for size, n in zip(sizes.tolist(), times.tolist(), strict=True))


def _f1(common: float, in_truth: float, in_found: float, *per_cluster: Any) -> Score:
    """F1 of what both sides have in common: 1 if neither has anything, 0 if only one has."""
    both_empty = float(in_truth == in_found == 0)
    recall = _share(common, in_truth, otherwise=both_empty)
    precision = _share(common, in_found, otherwise=both_empty)
    return Score(harmonic(recall, precision), Details(precision, recall, *per_cluster))


def _share(part: float, whole: float, *, otherwise: float) -> float:
    # Sums of float weights may differ in their last digits.
    return min(float(part / whole), 1.0) if whole else otherwise
