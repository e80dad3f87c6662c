"""Baselines and intervals as columns and notes beside the scores of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from accord._display.numbers import decimals
from accord._display.result import Note

if TYPE_CHECKING:
    from accord._certainty.baseline import Baseline
    from accord._certainty.interval import Interval

    Baselines = Mapping[str, Baseline]
    Intervals = Mapping[str, Interval]


def data_columns(baselines: Baselines, intervals: Intervals) -> dict[str, list[float | None]]:
    """Columns of numbers with a row per score; no columns for what was not computed."""
    interval_names = ("low", "high") if intervals else ()
    baseline_names = ("expected", "spread", "adjusted", "p_value") if baselines else ()
    return {
        name: [getattr(interval, name) for interval in intervals.values()]
        for name in interval_names
    } | {
        name: [getattr(baseline, name) for baseline in baselines.values()]
        for name in baseline_names
    }


def text_columns(baselines: Baselines, intervals: Intervals) -> dict[str, list[str]]:
    """The same for people: the column "chance" has the expected value and its spread."""
    columns: dict[str, list[str]] = {}
    if intervals:
        columns["low"] = [decimals(interval.low) for interval in intervals.values()]
        columns["high"] = [decimals(interval.high) for interval in intervals.values()]
    if baselines:
        columns["chance"] = [
            f"{decimals(baseline.expected)} ± {decimals(baseline.spread)}"
            for baseline in baselines.values()
        ]
        columns["adjusted"] = [
            decimals(baseline.adjusted) or "-" for baseline in baselines.values()
        ]
    return columns


def with_interval(value: float, interval: Interval | None) -> str:
    """A value for a paper, with its interval in brackets if it has one."""
    if interval is None:
        return decimals(value)
    low, high = decimals(interval.low, 3), decimals(interval.high, 3)
    return f"{decimals(value, 3)} [{low}, {high}]"


def paper_notes(notes: Iterable[Note]) -> list[Note]:
    """The notes where intervals are in brackets."""
    return [
        Note(note.kind, note.text.replace("low, high", "in brackets", 1))
        if note.kind == "interval"
        else note
        for note in notes
    ]


def certainty_notes(baselines: Baselines, intervals: Intervals) -> list[Note]:
    """What these columns mean: notes of the kinds "interval" and "baseline"."""
    notes = []
    if intervals:
        confidence = 100 * next(iter(intervals.values())).confidence
        groups = sorted({interval.groups for interval in intervals.values()})
        between = f"{groups[0]:,}" if len(groups) == 1 else f"{groups[0]:,} to {groups[-1]:,}"
        text = (
            f"low, high: {confidence:g} % confidence, "
            f"from leaving out each of {between} groups of nodes"
        )
        notes.append(Note("interval", text))
    if baselines:
        repeats = next(iter(baselines.values())).repeats
        text = (
            f"chance: mean ± spread of {repeats:,} random relabellings of the nodes; "
            "adjusted: 0 by chance, 1 at best"
        )
        notes.append(Note("baseline", text))
    return notes


def score_entries(name: str, baselines: Baselines, intervals: Intervals) -> dict[str, Any]:
    """The interval and the baseline of one score, as plain objects."""
    interval = {"interval": intervals[name].to_dict()} if name in intervals else {}
    return interval | ({"baseline": baselines[name].to_dict()} if name in baselines else {})
