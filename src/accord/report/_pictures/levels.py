"""Scores by level: a line per metric over the levels, in their order."""

from __future__ import annotations

from accord._display.names import shortened
from accord.report._markup import Markup, label, tag
from accord.report._pictures.svg import Frame, mark, picture, words
from accord.views import ScoreDots

_MOST_LINES = 6
#: How far apart the names of two lines are at least.
_LEAST_STEP = 15


def levels_picture(dots: ScoreDots) -> Markup:
    """Of the metrics whose values are from 0 to 1, the first few."""
    shown = [
        column
        for column in range(len(dots.metrics))
        if dots.bounded[column] and not dots.distances[column]
    ][:_MOST_LINES]
    last = max(len(dots.results) - 1, 1)
    frame = Frame(
        42, 16, 420, 220, lambda place: place / last, lambda value: min(max(value, 0.0), 1.0)
    )
    parts = [frame.grid_across([(tenths / 10, f"{tenths / 10:g}") for tenths in range(0, 11, 2)])]
    step = -(-len(dots.results) // 8)
    names = [
        (float(place), shortened(label(dots.results[place]), 12))
        for place in range(0, len(dots.results), step)
    ]
    parts.append(frame.labels_below(names, "level"))
    labels = []
    for place, column in enumerate(shown):
        values = dots.values[:, column].tolist()
        points = [(frame.x(level), frame.y(value)) for level, value in enumerate(values)]
        joined_points = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(tag("polyline", points=joined_points, class_=f"drawn c-series-{place}"))
        for (x, y), level, value in zip(points, dots.results, values, strict=True):
            tip = f"level {label(level)}: {dots.metrics[column]} {value:.4f}"
            parts.append(
                mark("circle", tip, cx=x, cy=y, r=3.5, class_=f"coloured c-series-{place}")
            )
        labels.append((points[-1][1], dots.metrics[column], place))
    y = 0.0
    for wished, metric, place in sorted(labels):
        y = max(wished, y + _LEAST_STEP)
        parts.append(words(frame.right + 22, y + 4, shortened(metric, 26)))
        parts.append(
            tag(
                "rect",
                x=frame.right + 10,
                y=y - 4,
                width=8,
                height=8,
                class_=f"coloured c-series-{place}",
            )
        )
    description = "; ".join(
        f"{dots.metrics[column]} from {dots.values[:, column].min():.2f} to {dots.values[:, column].max():.2f}"
        for column in shown
    )
    return picture(
        "levels", 660, max(frame.bottom + 46, y + 12), "Scores by level", f"{description}.", parts
    )
