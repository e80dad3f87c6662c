"""How sure values are, in columns and words: beside the scores of a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord._certainty.baseline import Baseline
from accord._certainty.interval import Interval
from accord._display.numbers import decimals

Baselines = Mapping[str, Baseline]
Intervals = Mapping[str, Interval]


def data_columns(baselines: Baselines, intervals: Intervals) -> dict[str, list[float | None]]:
    """Numbers by what they are called, one for each metric; no columns where nothing was asked for."""
    of_intervals = ("low", "high") if intervals else ()
    of_baselines = ("expected", "spread", "adjusted", "p_value") if baselines else ()
    return {name: [getattr(one, name) for one in intervals.values()] for name in of_intervals} | {
        name: [getattr(one, name) for one in baselines.values()] for name in of_baselines
    }


def shown_columns(baselines: Baselines, intervals: Intervals) -> dict[str, list[str]]:
    """The same for people: chance is the expected value and the spread around it."""
    columns = {
        name: [decimals(getattr(one, name)) for one in intervals.values()]
        for name in ("low", "high")
    }
    chance = [f"{one.expected:.4f} ± {one.spread:.4f}" for one in baselines.values()]
    adjusted = [decimals(one.adjusted) or "-" for one in baselines.values()]
    return (columns if intervals else {}) | (
        {"chance": chance, "adjusted": adjusted} if baselines else {}
    )


def certainty_notes(baselines: Baselines, intervals: Intervals) -> list[str]:
    """What these columns are, a line each."""
    lines = []
    if intervals:
        confidence = 100 * next(iter(intervals.values())).confidence
        groups = sorted({one.repeats for one in intervals.values()})
        between = f"{groups[0]:,}" if len(groups) == 1 else f"{groups[0]:,} to {groups[-1]:,}"
        lines.append(
            f"low, high: {confidence:g} % confidence, from leaving out each of {between} groups of nodes"
        )
    if baselines:
        times = next(iter(baselines.values())).repeats
        told = "chance: mean ± spread of {:,} random relabellings of the nodes; adjusted: 0 by chance, 1 at best"
        lines.append(told.format(times))
    return lines


def data(name: str, baselines: Baselines, intervals: Intervals) -> dict[str, dict[str, Any]]:
    """All about one metric."""
    interval = {"interval": intervals[name].to_dict()} if name in intervals else {}
    return interval | ({"baseline": baselines[name].to_dict()} if name in baselines else {})
