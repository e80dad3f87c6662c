"""Information on overlapping clusterings: how much clusters of one side say about the other's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from accord._summaries.clustering_pair import ConditionalEntropies
from accord.metrics import _costs as costs
from accord.metrics._entropies import known_shares, mean_entropy
from accord.metrics._metric import metric
from accord.metrics._score import Details, Score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


@metric(ConditionalEntropies, bounds=(0.0, None), costs=costs.of_onmi)
def onmi(
    entropies: ConditionalEntropies, *, norm: Literal["max", "sqrt", "avg", "min", "lfk"] = "max"
) -> Score:
    """Share of the information in clusters that their best counterparts give.

    For overlapping and crisp clusterings. The entropy of each cluster is compared with its entropy
    given the most informative cluster of the other side. 1: identical; 0: no cluster says anything
    about another. `norm` is what the information of both sides is divided by, "max" (McDaid et al.
    2011), "sqrt", "avg" or "min"; or "lfk" (Lancichinetti et al. 2009), the mean share over
    clusters, all with equal weight. "sqrt" and "min" exceed 1 if several clusters of one side say
    much the same. Shares are ignored: a node is in a cluster or not. `nodes` as in `f1p`; a node
    that a side lacks is in no cluster there.

    >>> from accord import onmi
    >>> round(onmi([[1, 2, 3], [3, 4, 5]], [[1, 2, 3], [4, 5]]), 6)
    0.716269
    """
    truth, found = entropies.truth, entropies.found
    known_truth, known_found = known_shares(entropies)
    details = Details(per_truth_cluster=known_truth, per_found_cluster=known_found)
    if norm == "lfk":
        return Score(
            (_mean(known_truth, known_found) + _mean(known_found, known_truth)) / 2, details
        )
    h_truth, h_found = _sum(truth.bits), _sum(found.bits)
    information = (
        _sum(truth.bits - truth.remaining_bits) + _sum(found.bits - found.remaining_bits)
    ) / 2
    mean = mean_entropy(h_truth, h_found, norm)
    return Score(information / mean if mean else float(h_truth == h_found), details)


def _mean(known: Values, of_other_side: Values) -> float:
    return float(known.mean()) if len(known) else float(not len(of_other_side))


def _sum(bits: Values) -> float:
    """In ascending order: the same clusters in any order give the same digits."""
    return float(np.sort(bits).sum())
