"""Verdicts: one word for what happened to a cluster.

A cluster *contains* a cluster of the other side if it has more than half of its nodes. The verdict
is the first of these that is true, but mixed if both split and merged are:

- exact: a cluster of the other side has the same nodes.
- close: its F1 with its best partner is at least 0.9.
- split: a truth cluster contains several found clusters, which together have more than half of its
  nodes; and each of these found clusters.
- merged: a found cluster contains several truth clusters in the same way; and each of these truth
  clusters.
- partial: it and its best partner contain each other.
- missed: more than half of the nodes of a truth cluster are in no found cluster.
- noise: more than half of the nodes of a found cluster are in no truth cluster.
- mixed: none of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.rounding import ROUNDING
from accord._summaries.clustering_pair import Containment

if TYPE_CHECKING:
    from numpy.typing import NDArray

VERDICTS = ("exact", "close", "partial", "split", "merged", "mixed", "missed", "noise")
EXACT, CLOSE, PARTIAL, SPLIT, MERGED, MIXED, MISSED, NOISE = range(len(VERDICTS))
#: In place of a verdict: no node of the cluster is in the node base.
LEFT_OUT = 255

#: Clusters with at least this F1 are close.
CLOSE_F1 = 0.9


def judge_clusters(
    side: str,
    containment: Containment,
    opposite: Containment,
    sizes: NDArray[np.float64],
    f1: NDArray[np.float64],
    is_exact: NDArray[np.bool_],
    least_share: NDArray[np.float64],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """For each cluster of a side its verdict, and the number of clusters the verdict is about.

    `containment` is that of the side, "truth" or "found", `opposite` that of the other side. `f1`
    is the F1 with the best partner, and `least_share` the lesser of the shares that the two have of
    each other. A split or merged verdict on a cluster that contains others is about these; on a
    contained cluster, about all that its container contains. Other verdicts are about 0 clusters.
    """
    half = sizes / 2 * (1 + ROUNDING)
    contains_several = (containment.n_contained > 1) & (containment.covered > half)
    container = containment.container
    siblings = np.where(container >= 0, np.append(opposite.n_contained, 0)[container], 0)
    is_one_of_several = siblings > 1
    whole, part, nowhere = (SPLIT, MERGED, MISSED) if side == "truth" else (MERGED, SPLIT, NOISE)
    verdict = np.select(
        [
            is_exact,
            f1 >= CLOSE_F1 - ROUNDING,
            contains_several & is_one_of_several,
            contains_several,
            is_one_of_several,
            least_share > 0.5 * (1 + ROUNDING),
            containment.uncovered > half,
        ],
        [EXACT, CLOSE, MIXED, whole, part, PARTIAL, nowhere],
        MIXED,
    ).astype(np.uint8)
    of_whole = np.where(verdict == whole, containment.n_contained, 0)
    return verdict, np.where(verdict == part, siblings, of_whole)


def describe_verdict(side: str, verdict: int, parts: int) -> str:
    """A verdict with the number of clusters it is about."""
    if verdict == LEFT_OUT:
        return "left out"
    if side == "truth":
        others = "1 other" if parts == 2 else f"{parts - 1:,} others"
        descriptions = {SPLIT: f"split into {parts:,}", MERGED: f"merged with {others}"}
    else:
        descriptions = {SPLIT: f"one of {parts:,} parts", MERGED: f"merges {parts:,}"}
    return descriptions.get(verdict, VERDICTS[verdict])
