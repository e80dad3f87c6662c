"""Verdicts: one word for what happened to a cluster.

A cluster *contains* a cluster of the other side if it has more than half of its nodes. Its *parts*
are clusters that it contains and that match no other cluster better; `division` says more. The
verdict on a cluster is the first of these that is true:

- exact: a cluster of the other side has the same nodes.
- close: its F1 with its best partner is at least 0.9.
- outside: more than half of the nodes of a found cluster are not among the nodes of the truth.
- missed: more than half of the nodes of a truth cluster are in no found cluster.
- noise: more than half of the nodes of a found cluster are in no truth cluster.
- split: a truth cluster has several parts, which together have more than half of its nodes that are
  in any found cluster; if its best partner and it contain each other, the other parts must have
  more than half of what this partner leaves. And each part of such a cluster.
- merged: the same of a found cluster and its parts. A cluster that is both split and merged is
  neither if it and its best partner contain each other; otherwise it is what its best partner is.
- shrunk, grown, shifted: it has a counterpart. This is its best partner if they contain each other;
  or if each is the best partner of the other and one of them contains the other. Of a truth cluster
  the share 1 − recall is lost, of a found cluster the share 1 − precision is new. It is shrunk if
  the share lost is at least twice the share that is new, grown if the share that is new is at least
  twice the share lost, and else shifted.
- nested: a cluster of the other side contains it, or those that it contains have together more than
  half of its nodes.
- mixed: none of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord._explain.division import Division
from accord._explain.matches import Matches, is_over_half
from accord._foundation.rounding import ROUNDING

if TYPE_CHECKING:
    from numpy.typing import NDArray

VERDICTS = (
    "exact",
    "close",
    "grown",
    "shrunk",
    "shifted",
    "split",
    "merged",
    "nested",
    "mixed",
    "missed",
    "noise",
    "outside",
)
(
    EXACT,
    CLOSE,
    GROWN,
    SHRUNK,
    SHIFTED,
    SPLIT,
    MERGED,
    NESTED,
    MIXED,
    MISSED,
    NOISE,
    OUTSIDE,
) = range(len(VERDICTS))
#: The verdicts that are possible on the clusters of each side.
VERDICTS_OF_SIDE = {
    "truth": tuple(verdict for verdict in VERDICTS if verdict not in ("noise", "outside")),
    "found": tuple(verdict for verdict in VERDICTS if verdict != "missed"),
}
#: In place of a verdict: no node of the cluster is in the node base.
LEFT_OUT = 255

#: Clusters with at least this F1 are close; shrunk and grown ones have this precision or recall.
CLOSE_F1 = 0.9


def judge_clusters(
    matches: Matches, opposite: Matches, division: Division
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """For each cluster of a side its verdict, and the number of clusters the verdict is about.

    A split or merged verdict on a divided cluster is about its parts; on a part, about all parts of
    its best partner. Other verdicts are about 0 clusters.
    """
    is_truth = matches.side == "truth"
    whole, part = (SPLIT, MERGED) if is_truth else (MERGED, SPLIT)
    sizes, containment = matches.sizes, matches.containment
    is_divided, is_part = division.n_parts > 0, division.n_siblings > 0
    contains_partner = is_over_half(matches.overlap, matches.partner_sizes)
    is_in_partner = is_over_half(matches.overlap, sizes)
    is_reciprocal = matches.f1 >= np.append(opposite.f1, 0)[matches.partner] * (1 - ROUNDING)
    has_counterpart = matches.is_mutual | (is_reciprocal & (contains_partner | is_in_partner))
    lost, gained = 1 - matches.recall, 1 - matches.precision
    is_nested = (containment.container >= 0) | is_over_half(containment.covered, sizes)
    rules = [
        (EXACT, matches.is_exact),
        (CLOSE, matches.f1 >= CLOSE_F1 - ROUNDING),
        (OUTSIDE, is_over_half(matches.outside, sizes) & (not is_truth)),
        (MISSED if is_truth else NOISE, is_over_half(containment.uncovered, sizes)),
        (part, is_part & ~(is_divided & matches.is_mutual)),
        (whole, is_divided & ~is_part),
        (SHRUNK, has_counterpart & (lost >= 2 * gained - ROUNDING)),
        (GROWN, has_counterpart & (gained >= 2 * lost - ROUNDING)),
        (SHIFTED, has_counterpart),
        (NESTED, is_nested),
    ]
    verdicts, conditions = zip(*rules, strict=True)
    verdict = np.select(conditions, verdicts, MIXED).astype(np.uint8)
    of_whole = np.where(verdict == whole, division.n_parts, 0)
    return verdict, np.where(verdict == part, division.n_siblings, of_whole)


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
