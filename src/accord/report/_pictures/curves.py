"""Line charts: a line for each curve, with its name at the right end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accord._display.names import shortened
from accord.report._markup import Markup, label, tag
from accord.report._pictures.svg import Frame, mark, picture, room_for_ticks, svg_text

#: Number of lines that can be distinguished by their colours.
MAX_CURVES = 8
#: Minimum distance between the names of two lines.
_MIN_STEP = 16


@dataclass(frozen=True)
class Curve:
    """A name, and points: x from 0 (left) to 1 (right), value, and tooltip."""

    name: str
    points: Sequence[tuple[float, float, str]]


def curves_picture(
    name: str,
    title: str,
    curves: Sequence[Curve],
    *,
    y: str,
    x: str,
    ticks: Sequence[tuple[float, str]],
    greatest: float = 1.0,
) -> Markup:
    """Draw curves whose values are from 0 to `greatest`.

    `y` and `x` are the titles of the axes, `ticks` the labels of the horizontal one.
    """
    values = [(value, f"{value:g}") for value in (greatest * fifth / 5 for fifth in range(6))]
    left = room_for_ticks(text for _, text in values)
    frame = Frame(left, 28, 470, 240, lambda x: x, lambda y: min(max(y / greatest, 0.0), 1.0))
    parts = [
        frame.grid_across(values),
        svg_text(0, 12, y),
        frame.labels_below(ticks, x),
    ]
    ends = []
    for index, curve in enumerate(curves[:MAX_CURVES]):
        corners = [(frame.x(at), frame.y(value)) for at, value, _ in curve.points]
        parts.append(
            tag(
                "polyline",
                points=" ".join(f"{left:.1f},{top:.1f}" for left, top in corners),
                class_=f"drawn c-series-{index}",
            )
        )
        for (left, top), (_, _, tip) in zip(corners, curve.points, strict=True):
            class_ = f"coloured c-series-{index}"
            parts.append(mark("circle", tip, cx=left, cy=top, r=3.5, class_=class_))
        ends.append((corners[-1][1], curve.name, index))
    bottom = 0.0
    for top, text, index in sorted(ends):
        bottom = max(top, bottom + _MIN_STEP)
        parts += _curve_label(frame.right, bottom, text, index)
    ranges = "; ".join(
        f"{label(curve.name)} from {curve.points[0][1]:.2f} to {curve.points[-1][1]:.2f}"
        for curve in curves[:MAX_CURVES]
    )
    return picture(
        name,
        frame.right + 240,
        max(frame.bottom + 46, bottom + 12),
        title,
        f"{y} by {x}: {ranges}.",
        parts,
    )


def _curve_label(left: float, y: float, name: str, index: int) -> list[Markup]:
    """Return a square in the colour of a curve, followed by its name."""
    class_ = f"coloured c-series-{index}"
    return [
        tag("rect", x=left + 14, y=y - 4, width=8, height=8, class_=class_),
        svg_text(left + 28, y + 4, shortened(label(name), 24), class_="ink"),
    ]
