"""Information on overlapping clusterings: how much the clusters of one side tell of those of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.pair import NodeBase
from accord._summaries.clustering_pair import ClusterEntropies, ConditionalEntropies
from accord.metrics._evaluation import evaluate
from accord.metrics._information import mean_entropy
from accord.metrics._score import Details, Score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


def onmi(
    truth: Any, found: Any, *, norm: str = "max", nodes: NodeBase = None, threads: int | None = None
) -> Score:
    """Share of the information in clusters that one cluster of the other side gives.

    For overlapping and crisp clusterings. Of every cluster, the bits that tell its nodes are
    compared with those left when the most telling cluster of the other side is known. 1: identical;
    0: no cluster tells of another. `norm` is "max" (McDaid et al. 2011), "sqrt", "avg" or "min", by
    what the information of both sides is divided, or "lfk" (Lancichinetti et al. 2009): the mean
    share, every cluster alike. "sqrt" and "min" exceed 1 where one side says much the same in
    several clusters. Shares are ignored: a node is in a cluster or not. `nodes` as in `f1p`; one
    that a side lacks is in no cluster there.

    >>> from accord import onmi
    >>> round(onmi([[1, 2, 3], [3, 4, 5]], [[1, 2, 3], [4, 5]]), 6)
    0.716269
    """
    return evaluate("onmi", truth, found, nodes=nodes, threads=threads, norm=norm)


def _onmi(entropies: ConditionalEntropies, *, norm: str) -> Score:
    truth, found = entropies.truth, entropies.found
    known_truth, known_found = known_shares(entropies)
    details = Details(per_truth_cluster=known_truth, per_found_cluster=known_found)
    if norm == "lfk":
        return Score(
            (_mean(known_truth, known_found) + _mean(known_found, known_truth)) / 2, details
        )
    h_truth, h_found = _sum(truth.own), _sum(found.own)
    information = (_sum(truth.own - truth.left) + _sum(found.own - found.left)) / 2
    scale = mean_entropy(h_truth, h_found, norm)
    return Score(information / scale if scale else float(h_truth == h_found), details)


def known_shares(entropies: ConditionalEntropies) -> tuple[Values, Values]:
    """Of each cluster, of truth and of found, the share of its bits that the other side gives."""
    return _known_share(entropies.truth, entropies.found), _known_share(
        entropies.found, entropies.truth
    )


def _known_share(side: ClusterEntropies, other: ClusterEntropies) -> Values:
    """A cluster of all nodes has no bits: it is known where the other side has one too."""
    everyone = side.own == 0
    left = np.divide(side.left, side.own, out=np.zeros_like(side.own), where=~everyone)
    return np.where(everyone, float((other.own == 0).any()), 1 - left)


def _mean(known: Values, of_other: Values) -> float:
    return float(known.mean()) if len(known) else float(not len(of_other))


def _sum(bits: Values) -> float:
    """In ascending order: the same clusters in any order give the same digits."""
    return float(np.sort(bits).sum())
