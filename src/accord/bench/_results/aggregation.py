"""From runs to a leaderboard: what they come to by network and by algorithm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from accord._foundation.rounding import ROUNDING
from accord.bench._results.leaderboard import Leaderboard, Row
from accord.bench._results.run import BASELINE, Place, Run, lower_is_better, needs_truth
from accord.bench._results.statistics import (
    adjusted,
    bootstrap_interval,
    mean,
    pooled_spread,
    rank_table,
    spread,
)
from accord.errors import InputError


def make_leaderboard(
    runs: Sequence[Run],
    stability: Mapping[tuple[str, str, str], float],
    metric: str,
    policy: str,
    coverage: float,
    confidence: float,
    seed: int,
) -> Leaderboard:
    """The leaderboard of these runs; see `Results.leaderboard`."""
    if not 0 < coverage <= 1:
        raise InputError(
            f"coverage is {coverage}: give a share of the networks, above 0 and at most 1"
        )
    of_algorithm: dict[str, list[Run]] = {}
    for run in runs:
        of_algorithm.setdefault(run.algorithm, []).append(run)
    places = list(dict.fromkeys(run.place for run in runs))
    scored = {name: _scored(own, metric, policy) for name, own in of_algorithm.items()}
    values = {
        name: {place: mean_of(found) for place, found in by_place.items()}
        for name, by_place in scored.items()
    }
    own = {name: by_place for name, by_place in values.items() if name != BASELINE and by_place}
    known = {
        place for by_place in own.values() for place in by_place
    }  # on the others, as without a truth, nobody has one
    enough = [name for name, by_place in own.items() if len(by_place) >= coverage * len(known)]
    compared = [
        place for place in places if enough and all(place in values[name] for name in enough)
    ]
    inside = set(compared)
    lower = lower_is_better(metric)
    ranked = enough if compared else []
    ranks = rank_table(
        [[values[name][place] for name in ranked] for place in compared], lower_is_better=lower
    )
    means = {name: mean_of([values[name][place] for place in compared]) for name in ranked}
    chance = values.get(BASELINE, {})

    def row(name: str) -> Row:
        own, of_place, is_ranked = of_algorithm[name], values[name], name in means
        # What is not compared says nothing about the compared networks, but the baseline where it
        # has them all.
        told = is_ranked or (
            name == BASELINE and bool(compared) and all(place in of_place for place in compared)
        )
        there = [of_place[place] for place in compared] if told else []
        low, high = bootstrap_interval(there, confidence, seed) or (None, None)
        beside = [place for place in compared if place in chance] if is_ranked else []
        best_known = beside if needs_truth(metric) else []
        gains = [
            adjusted(of_place[place], chance[place], lower_is_better=lower) for place in best_known
        ]
        reasons = Counter(filter(None, (run.why_no_value(metric, policy) for run in own)))
        ok_there = [run for run in own if run.is_ok and told and run.place in inside]
        better = (
            [other for other in means if _better(means[other], means[name], lower)]
            if is_ranked
            else []
        )
        return Row(
            algorithm=name,
            rank=1 + len(better) if is_ranked else None,
            mean=mean(there),
            low=low,
            high=high,
            between=spread(there),
            within=pooled_spread(scored[name][place] for place in compared) if told else None,
            chance=mean([chance[place] for place in beside]),
            adjusted=mean([gain for gain in gains if gain is not None]),
            average_rank=float(ranks[:, ranked.index(name)].mean()) if is_ranked else None,
            networks=len(of_place),
            of_networks=len(places),
            mean_of_all=mean(list(of_place.values())),
            ok=sum(run.is_ok for run in own),
            total=len(own),
            reasons=dict(reasons.most_common()),
            seconds=_mean_seconds(ok_there),
            memory=max((run.memory for run in ok_there if run.memory is not None), default=None),
            stability=mean(
                [value for (algorithm, *_), value in stability.items() if algorithm == name]
            ),
        )

    def order(row: Row) -> tuple[Any, ...]:
        worth = row.mean if row.mean is not None else row.mean_of_all
        signed = 0.0 if worth is None else worth if lower else -worth
        return row.rank is None, row.rank or 0, row.algorithm == BASELINE, -row.networks, signed

    rows = sorted(map(row, of_algorithm), key=order)
    return Leaderboard(rows, values, compared, metric=metric, policy=policy, confidence=confidence)


def _scored(runs: Sequence[Run], metric: str, policy: str) -> dict[Place, list[float]]:
    """The values of an algorithm by network, in the order of its runs."""
    by_place: dict[Place, list[float]] = {}
    for run in runs:
        value = run.value(metric, policy)
        if value is not None:
            by_place.setdefault(run.place, []).append(value)
    return by_place


def _better(one: float, other: float, lower: bool) -> bool:
    return (other - one if lower else one - other) > ROUNDING


def _mean_seconds(runs: Sequence[Run]) -> float | None:
    """Mean over the networks of the mean over the runs there."""
    by_place: dict[Place, list[float]] = {}
    for run in runs:
        if run.seconds is not None:
            by_place.setdefault(run.place, []).append(run.seconds)
    return mean([mean_of(seconds) for seconds in by_place.values()])


def mean_of(values: Sequence[float]) -> float:
    """The mean of some values, at least one."""
    middle = mean(values)
    assert middle is not None
    return middle
