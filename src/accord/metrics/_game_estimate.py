"""What the events of a game that is not solved say about its information, and how far that may be off."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._summaries.clustering_pair import Game, Outcomes
from accord.metrics._entropies import Information
from accord.metrics._options import Norm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    value: float
    standard_error: float
    #: How far off it may be on average.
    bias: float


def estimate(game: Game, played: Outcomes, norm: Norm) -> Estimate:
    """The value, and how far it may be off.

    Between two ways to make up for cells that came up too seldom; they differ while there are many.
    What a further doubling of events would change, and all others behind it, is told by the last
    two.
    """
    laws = {
        parts: [_PlayedLaw(game, played.every(parts, part)) for part in range(parts)]
        for parts in (1, 2, 4)
    }
    # With one of so many parts of the events, on average.
    value, half, quarter = (sum(law.share(norm) for law in laws[parts]) / parts for parts in laws)
    (law,) = laws[1]
    last, before = abs(half - value), abs(quarter - half)
    ratio = min(max(last / before, 0.5), 0.95) if before else 0.5
    bias = abs(
        law.information.share(norm) - law.information_with_unseen.share(norm)
    ) + last * ratio / (1 - ratio)
    return Estimate(value, law.standard_error(norm), bias)


@dataclass(frozen=True)
class _Parts:
    """Probabilities of the parts of a whole: what is known of each, and of what is not, how it came up in events."""

    known: Floats
    often: Floats
    #: Of `often`.
    variance: Floats
    times: NDArray[np.int64]
    #: Probability of all that is not known.
    unknown: float

    @property
    def probability(self) -> Floats:
        return self.known + self.unknown * self.often

    @property
    def is_certain(self) -> bool:
        """Whether there is one part only, whatever rounding makes of its probability."""
        return int(np.count_nonzero(self.probability)) == 1

    @property
    def entropy(self) -> float:
        """Of probabilities that are off by chance, -p·log2(p) is too low by their variance/(2p·ln 2), to first order."""
        if self.is_certain:
            return 0.0
        there = self.probability > 0
        p, variance = self.probability[there], self.unknown**2 * self.variance[there]
        return float((_bits(p) + variance / (2 * math.log(2) * p)).sum())

    @property
    def entropy_with_unseen(self) -> float:
        """What a part adds, over the probability that it was seen at all; of events, one in a part seen once was new.

        After Chao & Shen 2003, for what is not known.
        """
        if self.is_certain:
            return 0.0
        events, once = self.times.sum(), np.count_nonzero(self.times == 1)
        seen = self.times > 0
        known, often = self.known[seen], self.often[seen] * (1 - min(once, events - 1) / events)
        added = _bits(known + self.unknown * often) - _bits(known)
        return float(_bits(self.known).sum() + (added / (1 - (1 - often) ** events)).sum())


def _sums(place: NDArray[Any], amounts: Floats, count: int) -> Floats:
    """What the amounts at each place add up to."""
    return np.bincount(place, amounts, count).astype(np.float64, copy=False)


def _bits(p: Floats) -> Floats:
    return -p * np.log2(np.where(p > 0, p, 1.0))


class _PlayedLaw:
    """The joint law of the outcome: exact where the game is solved, and by the events where it was played."""

    def __init__(self, game: Game, played: Outcomes) -> None:
        self._weights = played.amounts / played.amounts.sum()
        self._share = game.unsolved / game.total
        solved = game.outcomes
        cell = played.truth.astype(np.int64) * game.found_clusters + played.found
        solved_cell = solved.truth.astype(np.int64) * game.found_clusters + solved.found
        cells, place = np.unique(np.concatenate((solved_cell, cell)), return_inverse=True)
        solved_place, self._cell = np.split(place, [len(solved_cell)])
        self._truth, self._found = played.truth, played.found
        amounts = solved.amounts / game.total
        self._of_joint = self._parts(solved_place, amounts, self._cell, len(cells))
        self._of_truth = self._parts(solved.truth, amounts, played.truth, game.truth_clusters)
        self._of_found = self._parts(solved.found, amounts, played.found, game.found_clusters)

    def _parts(
        self, solved: NDArray[Any], amounts: Floats, played: NDArray[Any], count: int
    ) -> _Parts:
        w = self._weights
        often, squares = _sums(played, w, count), _sums(played, w * w, count)
        variance = np.maximum(squares * (1 - 2 * often) + often**2 * squares.sum(), 0.0)
        times = np.bincount(played, minlength=count)
        return _Parts(_sums(solved, amounts, count), often, variance, times, self._share)

    @cached_property
    def information(self) -> Information:
        return Information(self._of_truth.entropy, self._of_found.entropy, self._of_joint.entropy)

    @cached_property
    def information_with_unseen(self) -> Information:
        parts = (self._of_truth, self._of_found, self._of_joint)
        return Information(*(part.entropy_with_unseen for part in parts))

    def share(self, norm: Norm) -> float:
        """In the middle between the two."""
        return (self.information.share(norm) + self.information_with_unseen.share(norm)) / 2

    def standard_error(self, norm: Norm) -> float:
        """Of the value, from what every event adds to it: I/M changes by (dI - (I/M)·dM)/M."""
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
    """How the mean changes with the entropies of truth, found and both."""
    truth_is_greater = float(i.truth >= i.found)
    return {
        "max": (truth_is_greater, 1 - truth_is_greater, 0.0),
        "min": (1 - truth_is_greater, truth_is_greater, 0.0),
        "avg": (0.5, 0.5, 0.0),
        "sqrt": (i.mean("sqrt") / (2 * i.truth or 1), i.mean("sqrt") / (2 * i.found or 1), 0.0),
        "joint": (0.0, 0.0, 1.0),
    }[norm]
