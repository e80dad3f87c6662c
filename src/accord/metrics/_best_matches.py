"""How well each cluster of a side is matched by its best partner on the other side.

a and b are the sizes of a cluster and of its partner, and m is what they share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord._summaries.clustering_pair import BestPartners, SideMatches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


def best_f1(side: SideMatches, other: SideMatches) -> Values:
    m, a, b = side.by_f1.match, side.sizes, _partner_sizes(side.by_f1, other)
    return 2 * m / (a + b)


def best_pprob(side: SideMatches, other: SideMatches) -> Values:
    m, a, b = side.by_pprob.match, side.sizes, _partner_sizes(side.by_pprob, other)
    return np.sqrt((m / a) * (m / b))


def best_jaccard(side: SideMatches, other: SideMatches) -> Values:
    # Jaccard grows with F1, so both have the same best partner.
    m, a, b = side.by_f1.match, side.sizes, _partner_sizes(side.by_f1, other)
    return m / (a + b - m)


def _partner_sizes(best: BestPartners, other: SideMatches) -> Values:
    """The size of each best partner; 1 if there is none, whose match is 0."""
    return np.where(best.partner >= 0, np.append(other.sizes, 1.0)[best.partner], 1.0)
