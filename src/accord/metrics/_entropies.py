"""Entropies in bits: of clusterings, and of single clusters."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.metric_options import Norm
from accord._summaries.clustering_pair import (
    ClusterEntropies,
    ConditionalEntropies,
    Tallies,
    Tally,
    tally,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


@dataclass(frozen=True)
class Information:
    """The entropies of two clusterings, in bits."""

    truth: float
    found: float
    joint: float

    @property
    def mutual(self) -> float:
        return max(self.truth + self.found - self.joint, 0.0)

    def mean(self, norm: Norm) -> float:
        """What mutual information is divided by."""
        return self.joint if norm == "joint" else mean_entropy(self.truth, self.found, norm)

    def share(self, norm: Norm) -> float:
        """Mutual information divided by that mean."""
        if self.truth == 0 and self.found == 0:
            return 1.0
        mean = self.mean(norm)
        return min(self.mutual / mean, 1.0) if mean else 0.0


def information(tallies: Tallies) -> Information:
    """The entropies of two clusterings, from the sizes of clusters and of their overlaps."""
    return Information(_entropy(tallies.truth), _entropy(tallies.found), _entropy(tallies.joint))


def mean_entropy(truth: float, found: float, mean: str) -> float:
    return {
        "max": max(truth, found),
        "min": min(truth, found),
        "avg": (truth + found) / 2,
        "sqrt": math.sqrt(truth * found),
    }[mean]


def entropy(amounts: NDArray[Any]) -> float:
    """Entropy in bits of a whole in parts of these amounts: Σ p·log2(1/p).

    Equal amounts are taken together, in ascending order: the same parts in any order give the same
    bits, so that the mutual information of identical clusterings is exactly their entropy. 1/p is
    taken as 1 + rest/amount, which keeps its digits if p is nearly 1.
    """
    return _entropy(tally(amounts))


def _entropy(amounts: Tally) -> float:
    amount, times = amounts
    n = (times * amount).sum()
    return float((times * (amount / n) * np.log1p((n - amount) / amount)).sum() / math.log(2))


def known_shares(entropies: ConditionalEntropies) -> tuple[Values, Values]:
    """The share of the bits of each cluster, of truth and of found, that the other side gives."""
    truth, found = entropies.truth, entropies.found
    return _known_share(truth, found), _known_share(found, truth)


def _known_share(side: ClusterEntropies, other: ClusterEntropies) -> Values:
    """A cluster of all nodes has no bits: it is known if the other side has such a cluster too."""
    has_all_nodes = side.bits == 0
    remaining = np.divide(
        side.remaining_bits, side.bits, out=np.zeros_like(side.bits), where=~has_all_nodes
    )
    return np.where(has_all_nodes, float((other.bits == 0).any()), 1 - remaining)
