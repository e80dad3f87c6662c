"""The information of a game that is not solved, estimated from the events that were played."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.metric_options import Norm
from accord._summaries.gnmi_game import Game, Outcomes
from accord.metrics._entropies import Information

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """An estimate of a value."""

    value: float
    standard_error: float
    #: How far off the value may be on average.
    bias: float


def estimate(game: Game, played: Outcomes, norm: Norm) -> Estimate:
    """Estimate the value, and how far it may be off.

    The value is the middle of two corrections for cells that were seen too rarely, which differ
    while there are many such cells. How much it would still change with more and more events is
    extrapolated from the last two doublings of their number.
    """
    distributions = {
        parts: [_OutcomeDistribution(game, played.every(parts, part)) for part in range(parts)]
        for parts in (1, 2, 4)
    }
    # The value from all events, and on average from one half and one quarter of them.
    value, half, quarter = (
        sum(part.share(norm) for part in distributions[parts]) / parts for parts in distributions
    )
    (whole,) = distributions[1]
    last, before = abs(half - value), abs(quarter - half)
    ratio = min(max(last / before, 0.5), 0.95) if before else 0.5
    bias = abs(
        whole.information.share(norm) - whole.information_with_unseen.share(norm)
    ) + last * ratio / (1 - ratio)
    return Estimate(value, whole.standard_error(norm), bias)


@dataclass(frozen=True)
class _Parts:
    """Probabilities of the parts of a whole, partly known, partly estimated from events."""

    #: What is known of the probability of each part.
    known: Floats
    #: Its share of the events, and the variance of that.
    frequency: Floats
    variance: Floats
    #: Number of events in each part.
    times: NDArray[np.int64]
    #: Probability of everything that is not known.
    unknown: float

    @property
    def probability(self) -> Floats:
        return self.known + self.unknown * self.frequency

    @property
    def is_certain(self) -> bool:
        """Whether there is only one part; rounding may leave its probability below 1."""
        return int(np.count_nonzero(self.probability)) == 1

    @property
    def entropy(self) -> float:
        """Entropy, corrected for the variance of the probabilities.

        To first order, -p·log2(p) is too low by variance/(2p·ln 2).
        """
        if self.is_certain:
            return 0.0
        present = self.probability > 0
        p, variance = self.probability[present], self.unknown**2 * self.variance[present]
        return float((_bits(p) + variance / (2 * math.log(2) * p)).sum())

    @property
    def entropy_with_unseen(self) -> float:
        """Entropy, corrected for parts that were not seen, after Chao & Shen 2003.

        What a part adds is divided by the probability that it was seen at all. The share of events
        in parts that were seen once estimates the probability of all unseen parts.
        """
        if self.is_certain:
            return 0.0
        events, once = self.times.sum(), np.count_nonzero(self.times == 1)
        seen = self.times > 0
        known = self.known[seen]
        frequency = self.frequency[seen] * (1 - min(once, events - 1) / events)
        added = _bits(known + self.unknown * frequency) - _bits(known)
        return float(_bits(self.known).sum() + (added / (1 - (1 - frequency) ** events)).sum())


def _sums(index: NDArray[Any], amounts: Floats, count: int) -> Floats:
    """The sum of the amounts at each index."""
    return np.bincount(index, amounts, count).astype(np.float64, copy=False)


def _bits(p: Floats) -> Floats:
    return -p * np.log2(np.where(p > 0, p, 1.0))


class _OutcomeDistribution:
    """The distribution of outcomes: exact for nodes that are solved, estimated for the others."""

    def __init__(self, game: Game, played: Outcomes) -> None:
        self._weights = played.amounts / played.amounts.sum()
        self._share = game.unsolved / game.total
        solved = game.outcomes
        cell = played.truth.astype(np.int64) * game.found_clusters + played.found
        solved_cell = solved.truth.astype(np.int64) * game.found_clusters + solved.found
        cells, index = np.unique(np.concatenate((solved_cell, cell)), return_inverse=True)
        solved_index, self._cell = np.split(index, [len(solved_cell)])
        self._truth, self._found = played.truth, played.found
        amounts = solved.amounts / game.total
        self._of_joint = self._parts(solved_index, amounts, self._cell, len(cells))
        self._of_truth = self._parts(solved.truth, amounts, played.truth, game.truth_clusters)
        self._of_found = self._parts(solved.found, amounts, played.found, game.found_clusters)

    def _parts(
        self, solved: NDArray[Any], amounts: Floats, played: NDArray[Any], count: int
    ) -> _Parts:
        w = self._weights
        frequency, squares = _sums(played, w, count), _sums(played, w * w, count)
        variance = np.maximum(squares * (1 - 2 * frequency) + frequency**2 * squares.sum(), 0.0)
        times = np.bincount(played, minlength=count)
        return _Parts(_sums(solved, amounts, count), frequency, variance, times, self._share)

    @cached_property
    def information(self) -> Information:
        return Information(self._of_truth.entropy, self._of_found.entropy, self._of_joint.entropy)

    @cached_property
    def information_with_unseen(self) -> Information:
        parts = (self._of_truth, self._of_found, self._of_joint)
        return Information(*(part.entropy_with_unseen for part in parts))

    def share(self, norm: Norm) -> float:
        """The value: the middle of the two corrections."""
        return (self.information.share(norm) + self.information_with_unseen.share(norm)) / 2

    def standard_error(self, norm: Norm) -> float:
        """Standard error of the value I/M, which an event changes by (dI - (I/M)·dM)/M."""
        i = self.information
        if not i.mean(norm):
            return 0.0
        h_joint, h_truth, h_found = (
            -np.log2(parts.probability[cell])
            for parts, cell in (
                (self._of_joint, self._cell),
                (self._of_truth, self._truth),
                (self._of_found, self._found),
            )
        )
        by_truth, by_found, by_joint = _slopes(i, norm)
        of_mean = by_truth * h_truth + by_found * h_found + by_joint * h_joint
        change = (h_truth + h_found - h_joint - i.share(norm) * of_mean) / i.mean(norm)
        deviation = self._weights * (change - (self._weights * change).sum())
        return self._share * math.sqrt((deviation**2).sum())


def _slopes(i: Information, norm: Norm) -> tuple[float, float, float]:
    """The derivatives of the mean by the entropies of truth, of found and of both."""
    truth_is_greater = float(i.truth >= i.found)
    return {
        "max": (truth_is_greater, 1 - truth_is_greater, 0.0),
        "min": (1 - truth_is_greater, truth_is_greater, 0.0),
        "avg": (0.5, 0.5, 0.0),
        "sqrt": (i.mean("sqrt") / (2 * i.truth or 1), i.mean("sqrt") / (2 * i.found or 1), 0.0),
        "joint": (0.0, 0.0, 1.0),
    }[norm]
