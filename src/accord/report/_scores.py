"""All scores in a table: what each means, a bar, precision and recall, chance, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping

from accord._compare import Comparison
from accord._compare.comparison import metric_named
from accord._display.numbers import decimals
from accord.metrics._score import Score
from accord.report._markup import Markup, tag
from accord.report._pictures.value_bar import value_bar
from accord.report._tables import table

#: The title of the column of bars, for those who hear it.
_BAR = tag("span", "value from 0 to 1", class_="unseen")


def scores_table(comparison: Comparison) -> list[Markup]:
    chance, sure = bool(comparison.baselines), bool(comparison.intervals)
    columns = [
        ("metric", "metric"),
        ("value", "number"),
        (_BAR, "bar"),
        ("precision", "number"),
        ("recall", "number"),
    ]
    if chance:
        columns += [("chance", "number"), ("adjusted", "number")]
    if sure:
        columns += [(f"{_confidence(comparison)} interval", "number")]
    rows = [_row(comparison, name, score, chance, sure) for name, score in comparison.items()]
    intro = "1 is perfect agreement, unless a metric is a distance: of those, 0 is best."
    parts = [
        tag("p", " ".join([intro, *_on_columns(comparison)]), class_="intro"),
        table("scores-table", "Scores", columns, rows),
    ]
    if comparison.not_applicable:
        parts.append(tag("h3", "What does not apply here"))
        items = [
            tag("li", tag("b", f"{name}: "), entry.advice)
            for name, entry in comparison.not_applicable.items()
        ]
        parts.append(tag("ul", *items, class_="notes"))
    return parts


def _row(comparison: Comparison, name: str, score: Score, chance: bool, sure: bool) -> list[str]:
    metric = metric_named(name)
    baseline, interval = comparison.baselines.get(name), comparison.intervals.get(name)
    bar = value_bar(
        float(score),
        chance=None if baseline is None else baseline.expected,
        low=None if interval is None else interval.low,
        high=None if interval is None else interval.high,
    )
    row: list[str] = [
        Markup(tag("b", name) + tag("small", metric.meaning.rstrip("."))),
        decimals(score),
        bar if metric.bounds[1] == 1 or not metric.distance else "",
        decimals(score.precision) or "–",
        decimals(score.recall) or "–",
    ]
    if chance:
        row += (
            ["–", "–"]
            if baseline is None
            else [decimals(baseline.expected), decimals(baseline.adjusted) or "–"]
        )
    if sure:
        row += ["–" if interval is None else f"{interval.low:.4f} to {interval.high:.4f}"]
    return row


def _on_columns(comparison: Comparison) -> list[str]:
    """What the columns on chance and certainty say."""
    sentences = []
    if comparison.baselines:
        repeats = _only({name: baseline.repeats for name, baseline in comparison.baselines.items()})
        sentences.append(
            f"Chance is the mean of {repeats} comparisons with the nodes of found shuffled, the dotted mark in a bar; "
            "adjusted is how much of the way from there to perfect the value has come."
        )
    if comparison.intervals:
        sentences.append(
            "An interval says how far the value may be off because of which nodes were compared."
        )
    return sentences


def _confidence(comparison: Comparison) -> str:
    return f"{100 * next(iter(comparison.intervals.values())).confidence:g} %"


def _only(numbers: Mapping[str, int]) -> str:
    least, most = min(numbers.values()), max(numbers.values())
    return f"{least}" if least == most else f"{least} to {most}"
