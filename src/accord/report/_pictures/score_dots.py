"""Scores of several results: a row per result, a strip per metric, and a dot per value."""

from __future__ import annotations

import math

import numpy as np

from accord._display.names import shortened
from accord._display.numbers import compact
from accord.report._markup import Markup, label, tag
from accord.report._pictures.svg import line, mark, picture, svg_text, text_width
from accord.views import ScoreDots

#: Maximum number of metrics in a picture.
_MAX_STRIPS = 6
#: Approximate width of the picture.
_WIDTH = 1000
#: Minimum and maximum width of a strip.
_NARROWEST_STRIP = 140
_WIDEST_STRIP = 260
_BETWEEN_STRIPS = 26
_ROW_HEIGHT = 24
#: Top of the first row, below the names of metrics.
_TOP = 44
#: Maximum number of characters of the name of a result.
_MAX_NAME_LENGTH = 30


def dots_pictures(dots: ScoreDots) -> list[Markup]:
    """Draw pictures of a few metrics each."""
    columns = range(len(dots.metrics))
    return [
        _picture(dots, columns[start : start + _MAX_STRIPS]) for start in columns[::_MAX_STRIPS]
    ]


def scales_differ(dots: ScoreDots) -> bool:
    """Return whether the strips of the metrics have different scales."""
    return len({_range(dots, column) for column in range(len(dots.metrics))}) > 1


def _picture(dots: ScoreDots, columns: range) -> Markup:
    names = [shortened(label(name), _MAX_NAME_LENGTH) for name in dots.results]
    left = 20 + max(map(text_width, names))
    strip = min(
        max((_WIDTH - left) / len(columns) - _BETWEEN_STRIPS, _NARROWEST_STRIP), _WIDEST_STRIP
    )
    bottom = _TOP + _ROW_HEIGHT * len(names)
    parts = [
        svg_text(left - 12, _TOP + _ROW_HEIGHT * (row + 0.5) + 4, name, "end", "ink")
        for row, name in enumerate(names)
    ]
    bests = []
    for index, column in enumerate(columns):
        parts += _strip(dots, column, left + index * (strip + _BETWEEN_STRIPS), strip, bottom)
        best = _best(dots, column)
        bests.append(
            f"{dots.metrics[column]}: best is {label(dots.results[best])} "
            f"with {dots.values[best, column]:.4f}"
        )
    width = left + len(columns) * (strip + _BETWEEN_STRIPS)
    title = f"Scores of all results by {', '.join(dots.metrics[column] for column in columns)}"
    return picture(f"dots-{columns[0]}", width, bottom + 26, title, f"{'; '.join(bests)}.", parts)


def _strip(dots: ScoreDots, column: int, start: float, width: float, bottom: float) -> list[Markup]:
    metric = dots.metrics[column]
    low, high = _range(dots, column)

    def x(value: float) -> float:
        return start + width * (min(max(value, low), high) - low) / (high - low)

    suffix = ", lower is better" if dots.distances[column] else ""
    parts = [
        svg_text(start, 14, shortened(metric, 24), class_="strong"),
        svg_text(start, 30, f"{compact(low)} to {compact(high)}{suffix}"),
        *(line(x(at), _TOP, x(at), bottom, "grid") for at in np.linspace(low, high, 5).tolist()),
    ]
    best = _best(dots, column)
    for row, result in enumerate(dots.results):
        y = _TOP + _ROW_HEIGHT * (row + 0.5)
        value, lower, upper, chance = (
            float(table[row, column]) for table in (dots.values, dots.low, dots.high, dots.expected)
        )
        tip = f"{label(result)}: {metric} {value:.4f}"
        if not math.isnan(lower):
            tip += f", {lower:.4f} to {upper:.4f}"
            parts.append(line(x(lower), y, x(upper), y, "whisker"))
        if not math.isnan(chance):
            tip += f", by chance {chance:.4f}"
            parts.append(line(x(chance), y - 7, x(chance), y + 7, "chance"))
        if math.isnan(lower) and dots.bounded[column]:
            parts.append(line(x(low), y, x(value), y, "stem"))
        colour = "c-value" if row == best else "c-value faint"
        parts.append(mark("circle", tip, cx=x(value), cy=y, r=5, class_=f"coloured {colour}"))
    parts.append(tag("line", x1=start, y1=bottom, x2=start + width, y2=bottom, class_="rule"))
    return parts


def _range(dots: ScoreDots, column: int) -> tuple[float, float]:
    """Return 0 and 1, or a range that holds all values."""
    if dots.bounded[column] and not dots.distances[column]:
        return 0.0, 1.0
    shown = np.concatenate(
        [table[:, column] for table in (dots.values, dots.low, dots.high, dots.expected)]
    )
    return 0.0, max(float(np.nanmax(shown)), 1e-9)


def _best(dots: ScoreDots, column: int) -> int:
    values = dots.values[:, column]
    return int(values.argmin() if dots.distances[column] else values.argmax())
