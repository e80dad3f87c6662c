"""A value as a short bar in a table, with its interval and a mark for chance."""

from __future__ import annotations

from accord.report._markup import Markup, tag
from accord.report._pictures.svg import line

_WIDTH, _HEIGHT = 120, 14


def value_bar(
    value: float,
    *,
    chance: float | None = None,
    low: float | None = None,
    high: float | None = None,
) -> Markup:
    """Draw a value on a scale from 0 to 1; values outside are drawn at its ends."""

    def x(at: float) -> float:
        return 1 + (_WIDTH - 2) * min(max(at, 0.0), 1.0)

    middle = _HEIGHT / 2
    parts = [
        tag("rect", x=1, y=middle - 4, width=_WIDTH - 2, height=8, rx=2, class_="track"),
        tag(
            "rect", x=1, y=middle - 4, width=x(value) - 1, height=8, rx=2, class_="coloured c-value"
        ),
    ]
    if low is not None and high is not None:
        parts.append(line(x(low), middle, x(high), middle, "whisker"))
        parts += [line(x(end), middle - 3, x(end), middle + 3, "whisker") for end in (low, high)]
    if chance is not None:
        parts.append(line(x(chance), 0, x(chance), _HEIGHT, "chance"))
    return tag(
        "svg",
        *parts,
        class_="bar",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        width=_WIDTH,
        height=_HEIGHT,
        aria_hidden="true",
    )
