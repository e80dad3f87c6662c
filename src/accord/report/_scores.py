"""The section on scores: a table of values, bars, precision, recall, chance and intervals."""

from __future__ import annotations

from collections.abc import Sequence

from accord._compare.comparison import Comparison, meaning_of, metric_named, title_of_score
from accord._display.numbers import decimals
from accord._foundation.arguments import argument
from accord.metrics._score import Score
from accord.report._markup import Markup, joined, tag
from accord.report._pictures.value_bar import value_bar
from accord.report._tables import table

#: A page computes what chance alone gives only up to this number of memberships, unless asked to.
MAX_MEMBERSHIPS_FOR_CHANCE = 100_000
#: What a baseline is compared with, in sentences.
RANDOM_CLUSTERS = "random clusters of the same sizes"
#: Title of the column of bars, for screen readers.
_BAR = tag("span", "value from 0 to 1", class_="unseen")


def scores_section(comparison: Comparison) -> list[Markup]:
    has_chance, has_intervals = bool(comparison.baselines), bool(comparison.intervals)
    columns = [
        ("metric", "metric"),
        ("value", "number"),
        (_BAR, "bar"),
        ("precision", "number"),
        ("recall", "number"),
    ]
    if has_chance:
        columns += [("chance", "number"), ("adjusted", "number")]
    if has_intervals:
        columns += [(f"{_confidence(comparison)} interval", "number")]
    rows = [_row(comparison, name, score) for name, score in comparison.items()]
    intro = "1 is perfect agreement; for a distance (↓), 0 is."
    parts = [
        tag("p", joined([intro, *_column_notes(comparison)], " "), class_="intro"),
        table("scores-table", "Scores", columns, rows),
    ]
    if comparison.not_applicable:
        parts.append(tag("h3", "Metrics that do not apply"))
        items = [
            tag("li", tag("b", f"{name}: "), entry.advice)
            for name, entry in comparison.not_applicable.items()
        ]
        parts.append(tag("ul", *items, class_="notes"))
    return parts


def _row(comparison: Comparison, name: str, score: Score) -> list[str]:
    metric = metric_named(name)
    baseline, interval = comparison.baselines.get(name), comparison.intervals.get(name)
    bar = value_bar(
        float(score),
        chance=None if baseline is None else baseline.expected,
        low=None if interval is None else interval.low,
        high=None if interval is None else interval.high,
    )
    row: list[str] = [
        Markup(tag("b", title_of_score(name)) + tag("small", meaning_of(name))),
        decimals(score),
        bar if metric.bounds[1] == 1 or not metric.distance else "",
        decimals(score.precision) or "–",
        decimals(score.recall) or "–",
    ]
    if comparison.baselines:
        row += (
            ["–", "–"]
            if baseline is None
            else [decimals(baseline.expected), decimals(baseline.adjusted) or "–"]
        )
    if comparison.intervals:
        row += ["–" if interval is None else f"{interval.low:.4f} to {interval.high:.4f}"]
    return row


def _column_notes(comparison: Comparison) -> list[str]:
    """Return sentences on the columns for chance and intervals."""
    sentences: list[str] = []
    if comparison.baselines:
        repeats = _range([baseline.repeats for baseline in comparison.baselines.values()])
        chance = (
            f"Chance is what {RANDOM_CLUSTERS} score: the mean of {repeats} comparisons with the "
            "nodes of found shuffled"
        )
        mark = tag("span", ", the dotted mark in a bar", class_="of-bars")
        adjusted = "; adjusted is 0 at chance and 1 at perfect agreement."
        sentences.append(joined([chance, mark, adjusted]))
    else:
        sentences.append(no_chance(comparison.truth.memberships))
    if comparison.intervals:
        sentences.append(
            "An interval shows how much the value depends on which nodes were compared."
        )
    return sentences


def no_chance(memberships: int) -> str:
    """Say that chance was not computed, and how to compute it."""
    why = " because the input is large" if memberships > MAX_MEMBERSHIPS_FOR_CHANCE else ""
    return (
        f"What {RANDOM_CLUSTERS} would score was not computed{why}; "
        f"{argument('baseline', True)} computes it."
    )


def _confidence(comparison: Comparison) -> str:
    return f"{100 * next(iter(comparison.intervals.values())).confidence:g} %"


def _range(numbers: Sequence[int]) -> str:
    least, greatest = min(numbers), max(numbers)
    return f"{least}" if least == greatest else f"{least} to {greatest}"
