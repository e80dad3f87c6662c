"""Winner: which algorithm is best, if the runs can tell; and what other seeds would change.

Two kinds of chance can put an algorithm first. The networks could have been others: over several
networks, the first must differ from every other algorithm by the signed-rank test. And the random
seeds could have been others: on networks that are too few for that test, the runs of the first must
be better than those of every other algorithm by the exact rank-sum test (Mann & Whitney 1947). With
three runs of each, that is so if every run of the first is better than every run of the other. A
deterministic algorithm gives the same value again and again. One that ran once or twice, because it
is slow, is taken to vary as much as the algorithm that varies most; if no algorithm ran often
enough, nothing is known.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from accord._display.numbers import count, decimals
from accord._foundation.arguments import argument
from accord._foundation.rounding import ROUNDING
from accord.bench._metrics import lower_is_better
from accord.bench._results.statistics import rank_sum_p_value

if TYPE_CHECKING:
    from accord.bench._results.leaderboard import Leaderboard

#: So many runs of each of two algorithms can show that one of them is better, at 5 %.
ENOUGH_RUNS = 3
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


def find_winner(board: Leaderboard) -> Winner | None:
    """The winner of a leaderboard; None if fewer than two algorithms are ranked."""
    if len(board.ranked) < 2:
        return None
    first, *others = board.ranked
    tied = [name for name in others if board[name].rank == 1]
    if tied:
        names = listed([first, *tied])
        return Winner(None, (first, *tied), "no clear winner", f"{names} have equal {board.metric}")
    n_networks = len(board.compared)
    if n_networks > 1 and board.can_differ:
        where = f"over {count(n_networks, 'network')}"
        similar = _similar_over_networks(board)
        if similar:
            return _no_winner(first, similar, f"within what chance could do {where}")
        ahead = f"{_ahead(board)} {where}, significantly"
        return Winner(first, (first,), f"{first} is best", ahead)
    here, few = "on this network", ""
    if n_networks > 1:
        here = f"on these {n_networks} networks"
        few = ", but they are too few to say so of other networks"
    runs = _runs_of_each(board)
    if runs is None:
        most = max(len(board.repeats[name]) for name in board.ranked)
        times = "at most twice" if most > 1 else "once"
        reason = (
            f"{_ahead(board)}, but each algorithm ran {times}: repeat with other seeds "
            f"({argument('seeds', ENOUGH_RUNS)}) to know whether the order stays"
        )
        return Winner(None, (first, *others), f"{first} is first", reason)
    similar = [name for name in others if _could_be_first(board, runs[first], runs[name])]
    if similar:
        return _no_winner(first, similar, "within what chance could do, as their runs show")
    return Winner(first, (first,), f"{first} is best {here}", f"{_ahead(board)}{few}")


def _no_winner(first: str, similar: Sequence[str], reason: str) -> Winner:
    contenders = (first, *similar)
    return Winner(None, contenders, "no clear winner", f"{listed(contenders)} {reason}")


def _similar_over_networks(board: Leaderboard) -> list[str]:
    """The algorithms that do not differ significantly from the first."""
    first, *others = board.ranked
    corrected = {frozenset((pair.first, pair.second)): pair.corrected for pair in board.differences}
    risk = 1 - board.confidence
    return [name for name in others if corrected[frozenset((first, name))] > risk]


def _runs_of_each(board: Leaderboard) -> dict[str, list[float]] | None:
    """At least three values of each ranked algorithm, higher being better; None if unknown.

    Single values stand for deterministic algorithms, whose value is the same with every seed.
    """
    sign = -1 if lower_is_better(board.metric) else 1
    values = {name: [sign * value for value in board.repeats[name]] for name in board.ranked}
    drawn = [
        name for name in board.ranked if name not in board.deterministic or len(values[name]) > 1
    ]
    repeated = [values[name] for name in drawn if len(values[name]) >= ENOUGH_RUNS]
    if drawn and not repeated:
        return None
    widest = max((max(runs) - min(runs) for runs in repeated), default=0.0)
    for name in drawn:
        if len(values[name]) < ENOUGH_RUNS:
            center = sign * (board[name].mean or 0.0)
            values[name] = [center - widest, center, center + widest]
    return values


def _could_be_first(board: Leaderboard, first: Sequence[float], other: Sequence[float]) -> bool:
    """Whether chance explains that the runs of an algorithm are behind those of the first."""
    longest = max(len(first), len(other))
    if longest == 1:  # both are deterministic
        return False
    better, worse = (list(runs) * longest if len(runs) == 1 else runs for runs in (first, other))
    return rank_sum_p_value(better, worse) > 1 - board.confidence + ROUNDING


def _ahead(board: Leaderboard) -> str:
    """How far the first is ahead of the second."""
    first, second = (board[name] for name in board.ranked[:2])
    difference = abs((first.mean or 0.0) - (second.mean or 0.0))
    return f"{decimals(difference)} ahead of {second.algorithm}"


# ---- other seeds ---------------------------------------------------------------------------------


def swapped_by_seeds(
    ranked: Sequence[str], repeats: Mapping[str, Sequence[float]], metric: str
) -> list[tuple[str, ...]]:
    """Groups of algorithms whose order changes if each may run with another of its seeds.

    Two algorithms change places if some run of the one behind is better than some run of the one
    ahead. Those with equal values in every run are tied, whatever the seeds: they have one place.
    Groups are neighbours in the ranking.
    """
    sign = -1 if lower_is_better(metric) else 1
    groups: list[list[list[str]]] = []  # of places, which are lists of algorithms
    lowest: list[float] = []  # of the runs of each group
    for place in _places(ranked, repeats):
        values = [sign * value for value in repeats.get(place[0], ())]
        highest = max(values, default=-math.inf)
        start = next(
            (index for index, low in enumerate(lowest) if highest - low > ROUNDING), len(groups)
        )
        merged = [member for group in groups[start:] for member in group]
        groups[start:] = [[*merged, place]]
        lowest[start:] = [min([*lowest[start:], *values], default=math.inf)]
    return [tuple(chain.from_iterable(group)) for group in groups if len(group) > 1]


def _places(ranked: Sequence[str], repeats: Mapping[str, Sequence[float]]) -> list[list[str]]:
    """The algorithms, best first; those with equal values in every run are together."""
    places: list[list[str]] = []
    for name in ranked:
        values = repeats.get(name, ())
        tied = (place for place in places if _are_equal(repeats.get(place[0], ()), values))
        place = next(tied, None)
        if place is None:
            places.append([name])
        else:
            place.append(name)
    return places


def _are_equal(first: Sequence[float], second: Sequence[float]) -> bool:
    """Whether two algorithms have equal values in every run."""
    return len(first) == len(second) and all(
        abs(a - b) <= ROUNDING for a, b in zip(first, second, strict=True)
    )


def listed(names: Sequence[str]) -> str:
    """Names as in "a, b and c"; beyond a few, the number of the others."""
    if len(names) > _MOST_NAMES + 1:
        return f"{', '.join(names[:_MOST_NAMES])} and {len(names) - _MOST_NAMES} others"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
