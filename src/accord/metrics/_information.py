"""Metrics of information theory, on the overlaps of crisp clusterings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.pair import NodeBase
from accord._foundation.rounding import ROUNDING
from accord._summaries.clustering_pair import ChanceInformation, Overlaps, Tallies, Tally, tally
from accord.metrics._evaluation import evaluate
from accord.metrics._score import Details, Score

if TYPE_CHECKING:
    from numpy.typing import NDArray


def nmi(
    truth: Any, found: Any, *, norm: str = "max", nodes: NodeBase = None, threads: int | None = None
) -> Score:
    """Share of the information that the two clusterings have in common.

    For crisp clusterings. 1: each determines the other; 0: independent. `norm` says of what it is a
    fraction: the "max" of both entropies, "sqrt", "avg" (scikit-learn's), "min" or "joint"; with
    "max" and "joint", 1 − nmi obeys the triangle inequality. Not corrected for chance: many small
    clusters score high.

    Both sides need the same nodes; otherwise `nodes` says which to compare ("union",
    "intersection", "truth" or a collection), and a node that a side lacks is alone there.

    >>> from accord import nmi
    >>> nmi([[1, 2], [3, 4]], [[1, 2], [3], [4]])
    Score(0.6666666666666666)
    """
    return evaluate("nmi", truth, found, nodes=nodes, threads=threads, norm=norm)


def ami(
    truth: Any, found: Any, *, norm: str = "avg", nodes: NodeBase = None, threads: int | None = None
) -> Score:
    """Information in common, corrected for chance.

    For crisp clusterings: `nmi` with what clusters of these sizes share when nodes are matched at
    random taken off above and below the line (Vinh, Epps & Bailey 2010). 1: each determines the
    other; 0: as by chance; it can be below. `norm` is "avg" (scikit-learn's), "max", "sqrt" or
    "min". Node weights must be integers.

    >>> from accord import ami
    >>> round(ami([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]), 4)
    0.2988
    """
    return evaluate("ami", truth, found, nodes=nodes, threads=threads, norm=norm)


def vi(
    truth: Any,
    found: Any,
    *,
    unit: str = "bits",
    nodes: NodeBase = None,
    threads: int | None = None,
) -> Score:
    """Information that each has and the other has not, in bits (distance).

    The variation of information, for crisp clusterings (Meilă 2003); in nats with `unit="nats"`. 0:
    identical; at most the logarithm of the number of nodes.
    """
    return evaluate("vi", truth, found, nodes=nodes, threads=threads, unit=unit)


def homogeneity(
    truth: Any, found: Any, *, nodes: NodeBase = None, threads: int | None = None
) -> Score:
    """Share of the truth's information that the found clusters give.

    For crisp clusterings. 1: no found cluster mixes truth clusters (Rosenberg & Hirschberg 2007).
    Swap the sides for `completeness`.
    """
    return evaluate("homogeneity", truth, found, nodes=nodes, threads=threads)


def completeness(
    truth: Any, found: Any, *, nodes: NodeBase = None, threads: int | None = None
) -> Score:
    """Share of the found clusters' information that the truth gives.

    For crisp clusterings. 1: no truth cluster is split over found clusters (Rosenberg & Hirschberg
    2007). Swap the sides for `homogeneity`.
    """
    return evaluate("completeness", truth, found, nodes=nodes, threads=threads)


def v_measure(
    truth: Any, found: Any, *, beta: float = 1.0, nodes: NodeBase = None, threads: int | None = None
) -> Score:
    """Harmonic mean of homogeneity and completeness.

    For crisp clusterings; homogeneity is its precision, completeness its recall. With beta = 1 it
    is `nmi` with `norm="avg"`; beta above 1 gives more weight to completeness.

    >>> from accord import v_measure
    >>> v_measure([[1, 2], [3, 4]], [[1, 2], [3], [4]])
    Score(0.8, precision=1.0, recall=0.6666666666666666)
    """
    return evaluate("v_measure", truth, found, nodes=nodes, threads=threads, beta=beta)


def mutual_information(overlaps: Overlaps | Tallies) -> float:
    """What each clustering says about the other, in bits."""
    return _information(overlaps).mutual


def _nmi(overlaps: Overlaps | Tallies, *, norm: str) -> Score:
    return Score(_information(overlaps).share(norm))


def _ami(chance: ChanceInformation, *, norm: str) -> Score:
    i, e = _information(chance.overlaps), chance.expected
    scale = i.mean(norm)
    if scale - e <= ROUNDING * max(
        i.truth, i.found
    ):  # every way to match the nodes gives the same, but for rounding
        return Score(1.0 if math.isclose(i.truth, i.found) else 0.0)
    return Score(min((i.mutual - e) / (scale - e), 1.0))


def _vi(overlaps: Overlaps | Tallies, *, unit: str) -> Score:
    i = _information(overlaps)
    bits = max(2 * i.joint - i.truth - i.found, 0.0)
    return Score(bits if unit == "bits" else bits * math.log(2))


def _homogeneity(overlaps: Overlaps | Tallies) -> Score:
    i = _information(overlaps)
    return Score(min(i.mutual / i.truth, 1.0) if i.truth else 1.0)


def _completeness(overlaps: Overlaps | Tallies) -> Score:
    i = _information(overlaps)
    return Score(min(i.mutual / i.found, 1.0) if i.found else 1.0)


def _v_measure(overlaps: Overlaps | Tallies, *, beta: float) -> Score:
    h, c = float(_homogeneity(overlaps)), float(_completeness(overlaps))
    value = (1 + beta) * h * c / (beta * h + c) if beta * h + c else 0.0
    return Score(value, Details(precision=h, recall=c))


@dataclass(frozen=True)
class Information:
    """Entropies in bits."""

    truth: float
    found: float
    joint: float

    @property
    def mutual(self) -> float:
        return max(self.truth + self.found - self.joint, 0.0)

    def mean(self, norm: str) -> float:
        """What mutual information is a fraction of."""
        return self.joint if norm == "joint" else mean_entropy(self.truth, self.found, norm)

    def share(self, norm: str) -> float:
        """Mutual information as a fraction of that mean."""
        if self.truth == 0 and self.found == 0:
            return 1.0
        scale = self.mean(norm)
        return min(self.mutual / scale, 1.0) if scale else 0.0


def mean_entropy(truth: float, found: float, norm: str) -> float:
    return {
        "max": max(truth, found),
        "min": min(truth, found),
        "avg": (truth + found) / 2,
        "sqrt": math.sqrt(truth * found),
    }[norm]


def _information(overlaps: Overlaps | Tallies) -> Information:
    tallies = overlaps.tallies
    return Information(*(_entropy(of) for of in (tallies.truth, tallies.found, tallies.joint)))


def entropy(amounts: NDArray[Any]) -> float:
    """Entropy in bits of a whole in parts of these amounts: Σ p·log2(1/p).

    Equal amounts are taken together, in ascending order: the same parts in any order give the same
    bits, so that the mutual information of identical clusterings is exactly their entropy. 1/p is
    taken as 1 + rest/amount, which keeps its digits where p is nearly 1.
    """
    return _entropy(tally(amounts))


def _entropy(amounts: Tally) -> float:
    amount, times = amounts
    n = (times * amount).sum()
    return float((times * (amount / n) * np.log1p((n - amount) / amount)).sum() / math.log(2))
