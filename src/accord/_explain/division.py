"""Division: which clusters are divided into parts on the other side, and which are such parts.

The parts of a cluster are clusters of the other side that it contains and that match no other
cluster better. So a cluster nested in it that has a counterpart of its own is no part of it. Of
several clusters nested in each other only the largest is a part: a cluster is left out if half of
its overlap or more is in larger parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord._engines.native.parts import find_parts
from accord._explain.matches import Matches, is_over_half
from accord._foundation.pair import Pair
from accord._foundation.rounding import ROUNDING
from accord._foundation.rows import Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Division:
    """The division of the clusters of one side, as arrays with an entry per cluster."""

    #: Number of parts that the cluster is divided into; 0 if it is not.
    n_parts: NDArray[np.int64]
    #: If the cluster is a part of its best partner, the number of parts of that; 0 if it is not.
    n_siblings: NDArray[np.int64]


def divide(pair: Pair, truth: Matches, found: Matches) -> tuple[Division, Division]:
    """The division of the truth clusters into found ones, and of the found ones into truth ones."""
    truth_parts, found_is_part = _find_parts(pair, truth, found)
    found_parts, truth_is_part = _find_parts(pair, found, truth)
    return (
        Division(truth_parts, _siblings(truth, truth_is_part, found_parts)),
        Division(found_parts, _siblings(found, found_is_part, truth_parts)),
    )


def _siblings(
    matches: Matches, is_part: NDArray[np.bool_], n_parts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The number of parts of the best partner of each part; 0 for clusters that are no parts."""
    return np.where(is_part, np.append(n_parts, 0)[matches.partner], 0)


def _find_parts(
    pair: Pair, this: Matches, opposite: Matches
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The number of parts of each cluster, and which of the opposite ones are parts."""
    cluster, part, overlap = _candidates(this, opposite)
    starts = np.flatnonzero(np.diff(cluster, prepend=-1))
    chosen = cluster[starts]
    candidates = Rows(np.append(starts, len(cluster)), part.astype(np.uint32))
    n_chosen, covered, is_chosen = find_parts(pair, this.side, chosen, candidates, overlap)
    # If the partner has more than half of a cluster, more than half of the rest must be in parts.
    by_partner = np.where(this.is_mutual[chosen], this.overlap[chosen], 0)
    rest = this.sizes[chosen] - this.containment.uncovered[chosen] - by_partner
    tolerance = ROUNDING * this.sizes[chosen]
    is_divided = (n_chosen > 1) & (2 * (covered - by_partner) > rest + tolerance)
    n_parts = np.zeros(len(this.sizes), np.int64)
    n_parts[chosen] = np.where(is_divided, n_chosen, 0)
    is_part = np.zeros(len(opposite.sizes), bool)
    is_part[part[is_chosen & (opposite.partner[part] == cluster)]] = True
    return n_parts, is_part


def _candidates(
    this: Matches, opposite: Matches
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Clusters of `this` side, a candidate for a part of each, and the overlap of the two.

    Sorted by cluster, its partner first and then by overlap. Clusters with a single candidate are
    left out.
    """
    best = opposite.best
    amounts = best.amounts.astype(np.float64)
    is_contained = is_over_half(amounts, opposite.sizes[best.truth])
    cluster, part, overlap = (
        best.found[is_contained],
        best.truth[is_contained],
        amounts[is_contained],
    )
    is_partner = (this.partner[cluster] == part) & this.is_mutual[cluster]
    mutual = np.flatnonzero(this.is_mutual)
    cluster = np.concatenate((mutual, cluster[~is_partner]))
    part = np.concatenate((this.partner[mutual], part[~is_partner]))
    overlap = np.concatenate((this.overlap[mutual], overlap[~is_partner]))
    is_several = np.bincount(cluster, minlength=len(this.sizes))[cluster] > 1
    cluster, part, overlap = cluster[is_several], part[is_several], overlap[is_several]
    is_partner = this.is_mutual[cluster] & (this.partner[cluster] == part)
    order = np.lexsort((part, -overlap, ~is_partner, cluster))
    return cluster[order], part[order], overlap[order]
