"""The critical-difference diagram: mean ranks on a line, bars across those that do not differ."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
    margin = 40 + max((text_width(_short(each)) for each in names), default=0.0)
    last = max(math.ceil(ordered[-1][0]), len(names), 2)
    axis = _Axis(margin, last)
    rank_of = {each: rank for rank, each in ordered}
    bars = sorted(
        (min(rank_of[each] for each in group), max(rank_of[each] for each in group), group)
        for group in groups
    )
    first_row = _AXIS + 20 + _BAR_STEP * len(bars)
    parts = [
        line(axis.x(1), _AXIS, axis.x(last), _AXIS, "rule"),
        *_ruler(axis.x(1), min(axis.x(1 + difference), axis.x(last)), difference),
        *_ticks(axis),
        *_ranked_names(axis, ordered, first_row),
        *(_bar(axis, index, *bar) for index, bar in enumerate(bars)),
    ]
    listed = ", ".join(f"{label(each)} {rank:.2f}" for rank, each in ordered)
    together = "; ".join(" and ".join(label(each) for each in group) for _, _, group in bars)
    alike = f"Not significantly different: {together}" if together else "All differ significantly"
    description = f"Mean ranks: {listed}. {alike}."
    height = first_row + _ROW_HEIGHT * -(-len(ordered) // 2) - 6
    return picture(name, 2 * margin + _AXIS_WIDTH, height, title, description, parts)


@dataclass(frozen=True)
class _Axis:
    """The axis of ranks, from 1 to `last`, between two margins for names."""

    margin: float
    last: int

    def x(self, rank: float) -> float:
        return self.margin + _AXIS_WIDTH * (rank - 1) / (self.last - 1)


def _short(name: str) -> str:
    return shortened(label(name), _MAX_NAME_LENGTH)


def _ticks(axis: _Axis) -> Iterator[Markup]:
    for tick in range(1, axis.last + 1, -(-(axis.last - 1) // 12)):
        yield line(axis.x(tick), _AXIS - 5, axis.x(tick), _AXIS, "rule")
        yield svg_text(axis.x(tick), _AXIS - 10, str(tick), "middle")


def _ranked_names(
    axis: _Axis, ordered: Sequence[tuple[float, str]], first_row: float
) -> Iterator[Markup]:
    """Draw names with lines to their ranks: the better half left, the others right."""
    half = -(-len(ordered) // 2)
    for index, (rank, name) in enumerate(ordered):
        on_left = index < half
        row = first_row + _ROW_HEIGHT * (index if on_left else len(ordered) - 1 - index)
        end = axis.x(1) - 14 if on_left else axis.x(axis.last) + 14
        x = axis.x(rank)
        path = f"M{coordinate(x)} {_AXIS}V{coordinate(row)}H{coordinate(end)}"
        yield tag("path", d=path, class_="tree")
        tip = f"{label(name)}: mean rank {rank:.2f}"
        yield mark("circle", tip, cx=x, cy=float(_AXIS), r=4.5, class_="coloured c-value")
        anchor, start = ("end", end - 5) if on_left else ("start", end + 5)
        yield svg_text(start, row + 4, _short(name), anchor, "ink")


def _bar(axis: _Axis, index: int, low: float, high: float, group: Sequence[str]) -> Markup:
    """Draw a bar below the axis, across the ranks of a group."""
    tip = f"not significantly different: {', '.join(label(each) for each in group)}"
    return mark(
        "rect",
        tip,
        x=axis.x(low) - 5,
        y=_AXIS + 9 + _BAR_STEP * index,
        width=axis.x(high) - axis.x(low) + 10,
        height=4.5,
        rx=2,
        class_="same",
    )


def _ruler(left: float, right: float, difference: float) -> list[Markup]:
    """Draw the critical difference in the units of the axis, cut at its end."""
    ends = [line(end, 8, end, 16, "whisker") for end in (left, right)]
    return [
        line(left, 12, right, 12, "whisker"),
        *ends,
        svg_text(right + 8, 16, f"critical difference {difference:.2f}"),
    ]
