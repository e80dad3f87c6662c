"""What became of a cluster, in a word: exact, close, partial, split, merged, mixed, missed or noise.

A cluster *holds* one of the other side if it has more than half of its nodes. Of these, the first
that is true, but mixed where both split and merged are:

- exact: a cluster of the other side has the same nodes.
- close: with its best partner it has an F1 of at least 0.9.
- split: a truth cluster holds several found clusters, which have more than half of its nodes between them; and each of
  these found clusters.
- merged: a found cluster holds several truth clusters in the same way; and each of these truth clusters.
- partial: it and its best partner hold each other.
- missed: more than half of the nodes of a truth cluster are in no found cluster.
- noise: more than half of the nodes of a found cluster are in no truth cluster.
- mixed: all others.
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
#: Not a verdict: nothing of the cluster is left on the node base.
LEFT_OUT = 255

#: The F1 from which two clusters are close.
CLOSE_F1 = 0.9


def judge(
    side: str,
    own: Containment,
    other: Containment,
    sizes: NDArray[np.float64],
    f1: NDArray[np.float64],
    is_exact: NDArray[np.bool_],
    least_share: NDArray[np.float64],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """For each cluster of a side, "truth" or "found", its verdict, and of how many clusters it speaks (0 for none).

    `f1` is that with its best partner, and `least_share` the lesser of the two shares that they
    have of each other. A split or merged cluster that holds others speaks of these; one that is
    held, of all that its holder holds.
    """
    half = sizes / 2 * (1 + ROUNDING)
    holds_several = (own.n_contained > 1) & (own.covered > half)
    fellows = np.where(own.container >= 0, np.append(other.n_contained, 0)[own.container], 0)
    is_held_with_others = fellows > 1
    in_none = own.uncovered > half
    whole, part, nowhere = (SPLIT, MERGED, MISSED) if side == "truth" else (MERGED, SPLIT, NOISE)
    is_close, is_partial = f1 >= CLOSE_F1 - ROUNDING, least_share > 0.5 * (1 + ROUNDING)
    verdict = np.select(
        [
            is_exact,
            is_close,
            holds_several & is_held_with_others,
            holds_several,
            is_held_with_others,
            is_partial,
            in_none,
        ],
        [EXACT, CLOSE, MIXED, whole, part, PARTIAL, nowhere],
        MIXED,
    ).astype(np.uint8)
    parts = np.where(verdict == whole, own.n_contained, np.where(verdict == part, fellows, 0))
    return verdict, parts


def in_words(side: str, verdict: int, parts: int) -> str:
    """A verdict with the number of clusters it speaks of."""
    if verdict == LEFT_OUT:
        return "left out"
    if side == "truth":
        others = "1 other" if parts == 2 else f"{parts - 1:,} others"
        told = {SPLIT: f"split into {parts:,}", MERGED: f"merged with {others}"}
    else:
        told = {SPLIT: f"one of {parts:,} parts", MERGED: f"merges {parts:,}"}
    return told.get(verdict, VERDICTS[verdict])
