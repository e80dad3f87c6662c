"""How sure values are, in columns and words: beside the scores of a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.certainty.chance import Baseline
from accord.certainty.intervals import Interval
from accord.layout import decimals

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
    columns = {name: [decimals(getattr(one, name)) for one in intervals.values()] for name in ("low", "high")}
    chance = [f"{one.expected:.4f} ± {one.spread:.4f}" for one in baselines.values()]
    adjusted = [decimals(one.adjusted) or "-" for one in baselines.values()]
    return (columns if intervals else {}) | ({"chance": chance, "adjusted": adjusted} if baselines else {})


def certainty_notes(baselines: Baselines, intervals: Intervals) -> list[str]:
    """What these columns are, a line each."""
    lines = []
    for interval in list(intervals.values())[:1]:
        sure = f"{100 * interval.confidence:g} % confidence"
        lines.append(f"low, high: {sure}, from leaving out each of {interval.repeats:,} groups of nodes")
    for chance in list(baselines.values())[:1]:
        lines.append(f"chance: mean ± spread with the nodes relabelled at random, {chance.repeats:,} times; adjusted: 0 is chance")
    return lines


def data(name: str, baselines: Baselines, intervals: Intervals) -> dict[str, dict[str, Any]]:
    """All about one metric."""
    interval = {"interval": intervals[name].to_dict()} if name in intervals else {}
    return interval | ({"baseline": baselines[name].to_dict()} if name in baselines else {})
