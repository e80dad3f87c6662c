"""The critical-difference diagram: mean ranks on a line, bars across those that do not differ."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord._display.names import shortened
from accord.report._markup import Markup, coordinate, label, tag
from accord.report._pictures.svg import line, mark, picture, svg_text, text_width

#: Maximum number of characters of a name.
_MAX_NAME_LENGTH = 26
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
    """Draw each name at its mean rank, where 1 is best.

    The ranks of the names in a group differ by less than the critical `difference`.
    """
    ordered = sorted(zip(ranks, names, strict=True))
    texts = {each: shortened(label(each), _MAX_NAME_LENGTH) for each in names}
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
            svg_text(x(tick), _AXIS - 10, str(tick), "middle"),
        ]
    rank_of = {each: rank for rank, each in ordered}
    bars = sorted(
        (min(rank_of[each] for each in group), max(rank_of[each] for each in group), group)
        for group in groups
    )
    first_row = _AXIS + 20 + _BAR_STEP * len(bars)
    half = -(-len(ordered) // 2)
    for index, (rank, each) in enumerate(ordered):
        on_left = index < half
        row = first_row + _ROW_HEIGHT * (index if on_left else len(ordered) - 1 - index)
        end = x(1) - 14 if on_left else x(last) + 14
        path = f"M{coordinate(x(rank))} {_AXIS}V{coordinate(row)}H{coordinate(end)}"
        parts.append(tag("path", d=path, class_="tree"))
        tip = f"{label(each)}: mean rank {rank:.2f}"
        parts.append(
            mark("circle", tip, cx=x(rank), cy=float(_AXIS), r=4.5, class_="coloured c-value")
        )
        anchor, start = ("end", end - 5) if on_left else ("start", end + 5)
        parts.append(svg_text(start, row + 4, texts[each], anchor, "ink"))
    for index, (low, high, group) in enumerate(bars):
        tip = f"not significantly different: {', '.join(label(each) for each in group)}"
        box = {
            "x": x(low) - 5,
            "y": _AXIS + 9 + _BAR_STEP * index,
            "width": x(high) - x(low) + 10,
            "height": 4.5,
            "rx": 2,
        }
        parts.append(mark("rect", tip, **box, class_="same"))
    listed = ", ".join(f"{label(each)} {rank:.2f}" for rank, each in ordered)
    together = "; ".join(" and ".join(label(each) for each in group) for _, _, group in bars)
    alike = f"Not significantly different: {together}" if together else "All differ significantly"
    description = f"Mean ranks: {listed}. {alike}."
    height = first_row + _ROW_HEIGHT * half - 6
    return picture(name, 2 * side + _AXIS_WIDTH, height, title, description, parts)


def _ruler(left: float, right: float, difference: float) -> list[Markup]:
    """Draw the critical difference in the units of the axis, cut at its end."""
    ends = [line(end, 8, end, 16, "whisker") for end in (left, right)]
    return [
        line(left, 12, right, 12, "whisker"),
        *ends,
        svg_text(right + 8, 16, f"critical difference {difference:.2f}"),
    ]
