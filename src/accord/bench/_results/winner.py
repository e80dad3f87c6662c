"""Winner: which algorithm is best, if the runs can tell; and how other seeds would change the order.

Two kinds of chance can put an algorithm first. The networks could have been others: over several
networks, the first must differ from every other algorithm by the signed-rank test. And the random
seeds could have been others: on networks that are too few for that test, the difference to every
other algorithm must be larger than the spread between runs explains, by Welch's t-test with the
fewest degrees of freedom. An algorithm that is deterministic has no such spread; of one that ran
once it is unknown.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from accord._display.numbers import count, decimals
from accord._foundation.rounding import ROUNDING
from accord.bench._metrics import lower_is_better
from accord.bench._results.statistics import student_t_p_value

if TYPE_CHECKING:
    from accord.bench._results.leaderboard import Leaderboard

_MOST_NAMES = 4  # in a sentence


@dataclass(frozen=True)
class Winner:
    """Which algorithm is best, as far as the runs can tell."""

    #: The best algorithm; None if there is no clear winner.
    algorithm: str | None
    #: The first of the leaderboard and those that chance could put in its place.
    contenders: tuple[str, ...]
    #: The result in a few words, and the reason.
    claim: str
    reason: str

    def __str__(self) -> str:
        return f"{self.claim}: {self.reason}"


@dataclass(frozen=True)
class RunSpread:
    """How far the mean of an algorithm would vary if it ran again with other seeds."""

    #: Variance of the mean over the compared networks, and its degrees of freedom.
    variance: float
    degrees_of_freedom: int


def run_spread(
    values: Sequence[Sequence[float]], *, is_deterministic: bool
) -> RunSpread | None:
    """The spread from the values of the runs on each network; None if it is unknown."""
    total, degrees_of_freedom = 0.0, 0
    for runs in values:
        if len(runs) > 1:
            center = math.fsum(runs) / len(runs)
            squares = math.fsum((value - center) ** 2 for value in runs)
            total += squares / (len(runs) - 1) / len(runs)
            degrees_of_freedom += len(runs) - 1
        elif not is_deterministic:
            return None
    return RunSpread(total / len(values) ** 2, degrees_of_freedom)


def find_winner(board: Leaderboard) -> Winner | None:
    """The winner of a leaderboard; None if fewer than two algorithms are ranked."""
    if len(board.ranked) < 2:
        return None
    first = board.ranked[0]
    tied = [name for name in board.ranked[1:] if board[name].rank == 1]
    if tied:
        names = listed([first, *tied])
        return Winner(None, (first, *tied), "no clear winner", f"{names} have equal {board.metric}")
    n_networks = len(board.compared)
    if n_networks > 1 and board.can_differ:
        similar = _similar_over_networks(board)
        where = f"over {count(n_networks, 'network')}"
        if similar:
            return _no_winner(first, similar, f"within what chance could do {where}")
        return Winner(first, (first,), f"{first} is best", f"{_ahead(board)} {where}, significantly")
    return _winner_on_these(board, first)


def _winner_on_these(board: Leaderboard, first: str) -> Winner:
    """The winner on the compared networks themselves, of which there are few."""
    n_networks = len(board.compared)
    here = "on this network" if n_networks == 1 else f"on these {n_networks} networks"
    few = "" if n_networks == 1 else ", but they are too few to say so of other networks"
    similar = [name for name in board.ranked[1:] if _could_be_first(board, first, name)]
    if not similar:
        return Winner(first, (first,), f"{first} is best {here}", f"{_ahead(board)}{few}")
    if any(board.spreads[name] is None for name in (first, *similar)):
        return Winner(
            None,
            (first, *similar),
            "no clear winner",
            f"{first} is {_ahead(board)}, but the algorithms ran once: with other seeds the order "
            "may change",
        )
    return _no_winner(first, similar, "within what chance could do, by the spread of their runs")


def _no_winner(first: str, similar: Sequence[str], reason: str) -> Winner:
    contenders = (first, *similar)
    return Winner(None, contenders, "no clear winner", f"{listed(contenders)} {reason}")


def _similar_over_networks(board: Leaderboard) -> list[str]:
    """The algorithms that do not differ significantly from the first."""
    first, *others = board.ranked
    corrected = {
        frozenset((pair.first, pair.second)): pair.corrected for pair in board.differences
    }
    risk = 1 - board.confidence
    return [name for name in others if corrected[frozenset((first, name))] > risk]


def _could_be_first(board: Leaderboard, first: str, other: str) -> bool:
    """Whether the spread between runs explains the difference of an algorithm to the first."""
    spreads = [board.spreads[first], board.spreads[other]]
    known = [spread for spread in spreads if spread is not None]
    if len(known) < len(spreads):
        return True
    variance = math.fsum(spread.variance for spread in known)
    difference = abs((board[first].mean or 0.0) - (board[other].mean or 0.0))
    if math.sqrt(variance) <= ROUNDING:
        return False
    fewest = min(spread.degrees_of_freedom for spread in known if spread.variance > 0)
    p_value = student_t_p_value(difference / math.sqrt(variance), fewest)
    return p_value > 1 - board.confidence


def _ahead(board: Leaderboard) -> str:
    """How far the first is ahead of the second."""
    first, second = (board[name] for name in board.ranked[:2])
    difference = abs((first.mean or 0.0) - (second.mean or 0.0))
    return f"{decimals(difference)} ahead of {second.algorithm}"


# ---- other seeds ---------------------------------------------------------------------------------


def swapped_by_seeds(
    ranked: Sequence[str], seed_means: Mapping[str, Mapping[int, float]], metric: str
) -> list[tuple[str, ...]]:
    """Groups of algorithms whose order changes if each may run with another of its seeds.

    Two algorithms change places if the one that is behind on average is ahead with some seed of
    each; the groups are neighbours in the ranking.
    """
    sign = -1 if lower_is_better(metric) else 1
    signed = {
        name: [sign * value for value in seed_means.get(name, {}).values()] for name in ranked
    }
    groups: list[list[str]] = []
    lowest = math.inf
    for index, name in enumerate(ranked):
        values = signed[name]
        if groups and values and max(values) - lowest > ROUNDING:
            groups[-1].append(name)
            lowest = min(lowest, *values)
        else:
            groups.append([name])
            lowest = min(values, default=math.inf)
    return [tuple(group) for group in groups if len(group) > 1]


def listed(names: Sequence[str]) -> str:
    """Names as in "a, b and c"; beyond a few, the number of the others."""
    if len(names) > _MOST_NAMES + 1:
        return f"{', '.join(names[:_MOST_NAMES])} and {len(names) - _MOST_NAMES} others"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
