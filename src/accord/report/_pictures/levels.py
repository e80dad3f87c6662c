"""Scores by level: a line per metric over the levels, in their order."""

from __future__ import annotations

from accord._display.names import shortened
from accord.report._markup import Markup, label
from accord.report._pictures.curves import Curve, curves_picture
from accord.views import ScoreDots

_MAX_LINES = 6
_MAX_TICKS = 8


def levels_picture(dots: ScoreDots) -> Markup:
    """Draw the first few metrics whose values are from 0 to 1."""
    levels = [label(name) for name in dots.results]
    last = max(len(levels) - 1, 1)
    shown = [
        column
        for column in range(len(dots.metrics))
        if dots.bounded[column] and not dots.distances[column]
    ][:_MAX_LINES]
    curves = [
        Curve(
            dots.metrics[column],
            [
                (index / last, value, f"level {level}: {dots.metrics[column]} {value:.4f}")
                for index, (level, value) in enumerate(
                    zip(levels, dots.values[:, column].tolist(), strict=True)
                )
            ],
        )
        for column in shown
    ]
    step = -(-len(levels) // _MAX_TICKS)
    ticks = [(index / last, shortened(levels[index], 12)) for index in range(0, len(levels), step)]
    return curves_picture("levels", "Scores by level", curves, y="score", x="level", ticks=ticks)
