"""Generalized NMI: the information of two clusterings that may overlap, by a game that ends with one cluster of each."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import TooLargeError
from accord.layout import count
from accord.metrics.evaluation import evaluate
from accord.metrics.information import Information, entropy
from accord.pairing import NodeBase
from accord.score import Details, Sampling, Score
from accord.summaries import Game, Outcomes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: No more events than this, whatever the error.
MOST_EVENTS = 2**19


def gnmi(
    truth: Any,
    found: Any,
    *,
    norm: str = "max",
    method: str = "auto",
    error: float = 0.01,
    risk: float = 0.01,
    seed: int = 1,
    budget: float | None = None,
    nodes: NodeBase = None,
    threads: int | None = None,
) -> Score:
    """Share of the information in common, for clusterings that may overlap.

    Generalized NMI (Esquivel & Rosvall 2012): `nmi` of the truth and the found cluster that are left of a random node's
    clusters when other nodes, one by one, rule out those that they are not in, or those that they are in. Without overlaps
    it is `nmi`. 1: the same clusters; equal ones count once. `norm` as in `nmi`. Shares are ignored, and weights must be
    integers.

    Exact, by solving the game for every set of nodes that are in the same clusters, where that takes at most `budget` steps;
    the others are played by chance until the value is within `error` of the exact one, but for a `risk`. The score has the
    `error` that was reached, `exact_share` (of nodes), `events` and `method`. `method` "exact" never plays, "sampled" solves
    little, and "adaptive" is the sampler of Lutov et al. 2019, which draws neighbours only: on overlaps it estimates
    something else.

    Both sides need the same nodes; otherwise `nodes` as in `nmi`.

    >>> from accord import gnmi
    >>> round(gnmi([[1, 2, 3], [3, 4, 5]], [[1, 2, 3], [4, 5]]), 6)
    0.609987
    """
    options: dict[str, Any] = {"norm": norm, "method": method, "error": error, "risk": risk, "seed": seed, "budget": budget}
    return evaluate("gnmi", truth, found, nodes=nodes, threads=threads, **options)


def _gnmi(game: Game, *, norm: str) -> Score:
    if not game.unsolved:
        return Score(_information(game.outcomes).share(norm), Details(sampling=Sampling(0.0, 1.0, 0, "exact")))
    wish = game.wish
    if wish.method == "exact":
        raise TooLargeError(
            f"gnmi: no exact value, since the clusters of {count(game.unsolved, 'node')} out of {game.total:,} overlap in "
            "too many ways; use method='auto'"
        )
    deviations = NormalDist().inv_cdf(1 - wish.risk / 2)
    events = min(game.first_events, MOST_EVENTS)
    played = game.play(events, 0)
    while True:
        estimate = _estimate(game, played, norm)
        error = deviations * estimate.standard_error + estimate.bias
        if error <= wish.error or events >= MOST_EVENTS:
            break
        more = game.play(min(events, MOST_EVENTS - events), events)
        events = min(2 * events, MOST_EVENTS)
        played = Outcomes(*(np.concatenate(both) for both in zip(_columns(played), _columns(more), strict=True)))
    method = "adaptive" if wish.method == "adaptive" else "sampled"
    return Score(estimate.value, Details(sampling=Sampling(error, 1 - game.unsolved / game.total, events, method)))


def _information(outcomes: Outcomes) -> Information:
    sides = (np.bincount(cluster, outcomes.amounts) for cluster in (outcomes.truth, outcomes.found))
    of_truth, of_found = (entropy(sizes[sizes > 0]) for sizes in sides)
    return Information(of_truth, of_found, entropy(outcomes.amounts))


# ---- from events -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Estimate:
    value: float
    standard_error: float
    #: What may be left of the bias.
    bias: float


def _estimate(game: Game, played: Outcomes, norm: str) -> _Estimate:
    """The value, and how far it may be off."""
    law = _PlayedLaw(game, played)
    value = law.information.share(norm)

    def of_parts(count: int) -> float:
        parts = (Outcomes(*(column[part::count] for column in _columns(played))) for part in range(count))
        return sum(_PlayedLaw(game, part).information.share(norm) for part in parts) / count

    of_quarters, of_halves = of_parts(4), of_parts(2)
    bias = min(_remaining(of_quarters - of_halves, of_halves - value), law.greatest_bias(norm))
    return _Estimate(value, law.standard_error(norm), bias)


def _remaining(earlier: float, later: float) -> float:
    """What is left to fall of a value that fell by `earlier` and then by `later` when events were doubled twice.

    Each time it falls by a part of what it fell before, and that part does not grow: at least √½, as for a bias that falls
    with the root of the number of events, or what it was here. It is 1 or more where nearly all events end differently.
    """
    part = max(math.sqrt(0.5), abs(later / earlier) if earlier else math.inf)
    return abs(later) * part / (1 - part) if part < 1 else math.inf


def _columns(outcomes: Outcomes) -> tuple[NDArray[Any], ...]:
    return outcomes.truth, outcomes.found, outcomes.amounts


class _PlayedLaw:
    """The joint law of the outcome: exact where the game is solved, and by the events where it was played."""

    def __init__(self, game: Game, played: Outcomes) -> None:
        self._weights = played.amounts / played.amounts.sum()
        self._share = game.unsolved / game.total
        self._endings = game.endings
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

    def _parts(self, solved: NDArray[Any], amounts: Floats, played: NDArray[Any], count: int) -> tuple[Floats, Floats]:
        """The probability of each part, and the variance of that."""
        w = self._weights
        often, squares = np.bincount(played, w, count), np.bincount(played, w * w, count)
        variance = squares * (1 - 2 * often) + often**2 * squares.sum()
        p = np.bincount(solved, amounts, count) + self._share * often
        return p / p.sum(), self._share**2 * np.maximum(variance, 0)  # p of what is certain is 1 to the last bit

    @property
    def information(self) -> Information:
        """Of probabilities that are off by chance, -p·log2(p) is too low by their variance/(2p·ln 2), to first order."""

        def corrected(p: Floats, variance: Floats) -> float:
            p, variance = p[p > 0], variance[p > 0]
            return float((-p * np.log2(p) + variance / (2 * math.log(2) * p)).sum())

        return Information(*(corrected(*parts) for parts in (self._of_truth, self._of_found, self._of_joint)))

    def greatest_bias(self, norm: str) -> float:
        """Entropies of n events with k possible endings are too low by log2(1 + (k - 1)/n) at most (Paninski 2003)."""
        i = self.information
        if not i.mean(norm):
            return 0.0
        events = float(1 / (self._weights**2).sum())
        missing = (self._share * math.log2(1 + (endings - 1) / events) for endings in self._endings)
        changes = (bits * (1 + i.share(norm) * by) for bits, by in zip(missing, _slopes(i, norm), strict=True))
        return sum(changes) / i.mean(norm)

    def standard_error(self, norm: str) -> float:
        """Of the value, from what every event adds to it: I/M changes by (dI - (I/M)·dM)/M."""
        i = self.information
        if not i.mean(norm):
            return 0.0
        h_joint, h_truth, h_found = (
            -np.log2(p[cell])
            for (p, _), cell in ((self._of_joint, self._cell), (self._of_truth, self._truth), (self._of_found, self._found))
        )
        by_truth, by_found, by_joint = _slopes(i, norm)
        of_mean = by_truth * h_truth + by_found * h_found + by_joint * h_joint
        change = (h_truth + h_found - h_joint - i.share(norm) * of_mean) / i.mean(norm)
        deviation = self._weights * (change - (self._weights * change).sum())
        return self._share * math.sqrt((deviation**2).sum())


def _slopes(i: Information, norm: str) -> tuple[float, float, float]:
    """How the mean changes with the entropies of truth, found and both."""
    truth_is_greater = float(i.truth >= i.found)
    return {
        "max": (truth_is_greater, 1 - truth_is_greater, 0.0),
        "min": (1 - truth_is_greater, truth_is_greater, 0.0),
        "avg": (0.5, 0.5, 0.0),
        "sqrt": (i.mean("sqrt") / (2 * i.truth or 1), i.mean("sqrt") / (2 * i.found or 1), 0.0),
        "joint": (0.0, 0.0, 1.0),
    }[norm]
