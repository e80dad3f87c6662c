"""The critical-difference diagram: mean ranks on a line, and bars over those that cannot be told apart."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord._display.names import shortened
from accord.report._markup import Markup, coordinate, label, tag
from accord.report._pictures.svg import line, mark, picture, text_width, words

#: The most letters of a name.
_LETTERS = 26
_AXIS_WIDTH = 460
_ROW_HEIGHT = 22
_BAR_STEP = 9
_AXIS = 58


def ranks_picture(
    name: str,
    title: str,
    names: Sequence[str],
    ranks: Sequence[float],
    groups: Sequence[Sequence[str]],
    *,
    difference: float,
) -> Markup:
    """Each name with its mean rank, 1 being best; each group is of names that cannot be told apart, as their ranks are
    within the critical `difference`.
    """
    ordered = sorted(zip(ranks, names, strict=True))
    texts = {each: f"{shortened(label(each), _LETTERS)}" for each in names}
    side = 40 + max(map(text_width, texts.values()), default=0.0)
    last = max(math.ceil(ordered[-1][0]), len(names), 2)

    def x(rank: float) -> float:
        return side + _AXIS_WIDTH * (rank - 1) / (last - 1)

    step = -(-(last - 1) // 12)
    parts = [
        line(x(1), _AXIS, x(last), _AXIS, "rule"),
        *_ruler(x(1), min(x(1 + difference), x(last)), difference),
    ]
    for tick in range(1, last + 1, step):
        parts += [
            line(x(tick), _AXIS - 5, x(tick), _AXIS, "rule"),
            words(x(tick), _AXIS - 10, str(tick), "middle"),
        ]
    place = {each: rank for rank, each in ordered}
    bars = sorted(
        (min(map(place.__getitem__, group)), max(map(place.__getitem__, group)), group)
        for group in groups
    )
    first_row = _AXIS + 20 + _BAR_STEP * len(bars)
    half = -(-len(ordered) // 2)
    for at, (rank, each) in enumerate(ordered):
        on_left = at < half
        row = first_row + _ROW_HEIGHT * (at if on_left else len(ordered) - 1 - at)
        end = x(1) - 14 if on_left else x(last) + 14
        path = f"M{coordinate(x(rank))} {_AXIS}V{coordinate(row)}H{coordinate(end)}"
        parts.append(tag("path", d=path, class_="tree"))
        tip = f"{label(each)}: mean rank {rank:.2f}"
        parts.append(
            mark("circle", tip, cx=x(rank), cy=float(_AXIS), r=4.5, class_="coloured c-value")
        )
        anchor, start = ("end", end - 5) if on_left else ("start", end + 5)
        parts.append(words(start, row + 4, texts[each], anchor, "ink"))
    for at, (low, high, group) in enumerate(bars):
        tip = f"cannot be told apart: {', '.join(label(each) for each in group)}"
        box = {
            "x": x(low) - 5,
            "y": _AXIS + 9 + _BAR_STEP * at,
            "width": x(high) - x(low) + 10,
            "height": 4.5,
            "rx": 2,
        }
        parts.append(mark("rect", tip, **box, class_="same"))
    listed = ", ".join(f"{label(each)} {rank:.2f}" for rank, each in ordered)
    together = "; ".join(" and ".join(label(each) for each in group) for _, _, group in bars)
    alike = f"Cannot be told apart: {together}" if together else "All can be told apart"
    description = f"Mean ranks: {listed}. {alike}."
    height = first_row + _ROW_HEIGHT * half - 6
    return picture(name, 2 * side + _AXIS_WIDTH, height, title, description, parts)


def _ruler(left: float, right: float, difference: float) -> list[Markup]:
    """How far apart ranks must be, as long as that is on the axis; cut where the axis ends."""
    ends = [line(end, 8, end, 16, "whisker") for end in (left, right)]
    return [
        line(left, 12, right, 12, "whisker"),
        *ends,
        words(right + 8, 16, f"critical difference {difference:.2f}"),
    ]
