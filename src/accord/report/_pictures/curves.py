"""Curves: a line for each thing, from the left end to the right, with its name behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accord._display.names import shortened
from accord.report._markup import Markup, label, tag
from accord.report._pictures.svg import Frame, mark, picture, words

#: How many lines can be told apart by their colours.
MOST_CURVES = 8
#: How far apart the names of two lines are at least.
_LEAST_STEP = 16


@dataclass(frozen=True)
class Curve:
    """A name, and points from the left (0) to the right (1), with what each says."""

    name: str
    points: Sequence[tuple[float, float, str]]


def curves_picture(
    name: str,
    title: str,
    curves: Sequence[Curve],
    *,
    up: str,
    across: str,
    ends: tuple[str, str],
    most: float = 1.0,
) -> Markup:
    """`up` and `across` say what the axes are, `ends` what is at the left and at the right; values are from 0 to `most`."""
    frame = Frame(48, 28, 470, 240, lambda at: at, lambda value: min(max(value / most, 0.0), 1.0))
    parts = [
        frame.grid_across([(most * fifth / 5, f"{most * fifth / 5:g}") for fifth in range(6)]),
        words(0, 12, up),
    ]
    parts.append(frame.labels_below([(0.0, ends[0]), (1.0, ends[1])], across))
    names = []
    for place, curve in enumerate(curves[:MOST_CURVES]):
        at = [(frame.x(x), frame.y(value)) for x, value, _ in curve.points]
        parts.append(
            tag(
                "polyline",
                points=" ".join(f"{x:.1f},{y:.1f}" for x, y in at),
                class_=f"drawn c-series-{place}",
            )
        )
        for (x, y), (_, _, tip) in zip(at, curve.points, strict=True):
            parts.append(
                mark("circle", tip, cx=x, cy=y, r=3.5, class_=f"coloured c-series-{place}")
            )
        names.append((at[-1][1], curve.name, place))
    y = 0.0
    for wished, text, place in sorted(names):
        y = max(wished, y + _LEAST_STEP)
        parts.append(
            tag(
                "rect",
                x=frame.right + 14,
                y=y - 4,
                width=8,
                height=8,
                class_=f"coloured c-series-{place}",
            )
        )
        parts.append(words(frame.right + 28, y + 4, shortened(label(text), 24), class_="ink"))
    told = "; ".join(
        f"{label(curve.name)} from {curve.points[0][1]:.2f} to {curve.points[-1][1]:.2f}"
        for curve in curves[:MOST_CURVES]
    )
    return picture(
        name,
        frame.right + 240,
        max(frame.bottom + 46, y + 12),
        title,
        f"{up} {across}: {told}.",
        parts,
    )
