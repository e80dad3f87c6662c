"""Gain against cost: a point for each item, and the Pareto front."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from accord._display.names import shortened
from accord.report._markup import Markup, coordinate, label, tag
from accord.report._pictures.svg import (
    Frame,
    line,
    log_scale,
    log_ticks,
    mark,
    picture,
    room_for_ticks,
    svg_text,
    text_width,
)

#: Maximum number of characters of a name beside its point.
_MAX_NAME_LENGTH = 26
_WIDTH, _HEIGHT = 500, 260
#: Left, top, right and bottom.
Box = tuple[float, float, float, float]
#: Names are set in smaller letters than `text_width` assumes, by about this factor.
_NARROW = 0.9


@dataclass(frozen=True)
class Point:
    """The cost (positive) and gain of an item, and the interval of the gain."""

    name: str
    cost: float
    gain: float
    low: float | None = None
    high: float | None = None


def front_of(points: Sequence[Point], *, lower: bool = False) -> list[Point]:
    """Return the Pareto front, cheapest first: no point has as much gain for less cost.

    With `lower`, lower values are more gain.

    >>> points = [Point("a", 1, 0.5), Point("b", 2, 0.4), Point("c", 3, 0.9)]
    >>> [point.name for point in front_of(points)]
    ['a', 'c']
    """
    sign = -1.0 if lower else 1.0
    front: list[Point] = []
    for point in sorted(points, key=lambda point: (point.cost, -sign * point.gain)):
        if (
            not front
            or sign * point.gain > sign * front[-1].gain
            or (point.cost, point.gain) == (front[-1].cost, front[-1].gain)
        ):
            front.append(point)
    return front


def front_picture(
    name: str,
    title: str,
    points: Sequence[Point],
    *,
    gain: str,
    cost: str,
    unit: Callable[[float], str],
    lower: bool = False,
) -> Markup:
    """Draw points by cost and gain.

    `gain` and `cost` are the titles of the axes, `unit` formats a cost. With `lower`, the lowest
    gain is at the top.
    """
    front = front_of(points, lower=lower)
    frame, ticks = _frame(points, lower)
    cost_ticks = log_ticks(*_cost_range(points))
    parts = [frame.grid_across([(value, f"{value:g}") for value in ticks]), svg_text(0, 12, gain)]
    parts += [
        line(frame.x(value), frame.top, frame.x(value), frame.bottom, "grid")
        for value in cost_ticks
    ]
    parts.append(frame.labels_below([(value, unit(value)) for value in cost_ticks], cost))
    corners = [
        f"M{coordinate(frame.x(front[0].cost))} {coordinate(frame.bottom)}",
        *(f"H{coordinate(frame.x(p.cost))}V{coordinate(frame.y(p.gain))}" for p in front),
    ]
    parts.append(tag("path", d="".join([*corners, f"H{coordinate(frame.right)}"]), class_="front"))
    for point in points:
        x, y = frame.x(point.cost), frame.y(point.gain)
        tip = f"{label(point.name)}: {gain} {point.gain:.4f}"
        if point.low is not None and point.high is not None:
            tip += f", {point.low:.4f} to {point.high:.4f}"
            parts.append(line(x, frame.y(point.low), x, frame.y(point.high), "reach"))
        tip += f"; {unit(point.cost)}" + (", on the front" if point in front else "")
        colour = "c-value" if point in front else "c-none"
        parts.append(mark("circle", tip, cx=x, cy=y, r=5, class_=f"coloured {colour}"))
    parts += _names(points, front, frame)
    listed = ", ".join(f"{label(p.name)} with {p.gain:.2f} in {unit(p.cost)}" for p in front)
    description = (
        f"{len(points)} points by {cost} and {gain}. "
        f"On the front, which no other point beats in both: {listed}."
    )
    return picture(name, _WIDTH, frame.bottom + 46, title, description, parts)


def _cost_range(points: Sequence[Point]) -> tuple[float, float]:
    """Return a range that holds all costs, with some room on both sides."""
    low, high = min(point.cost for point in points), max(point.cost for point in points)
    room = max((high / low) ** 0.08, 1.3)
    return low / room, high * room


def _frame(points: Sequence[Point], lower: bool) -> tuple[Frame, list[float]]:
    """Return the frame, and round values of gain from its lower to its upper end."""
    values = [
        value
        for point in points
        for value in (point.gain, point.low, point.high)
        if value is not None
    ]
    low, high = _gain_range(values)
    powers = (10.0**power for power in range(-4, 20))
    step = next(
        digit * power for power in powers for digit in (1, 2, 5) if 6 * digit * power >= high - low
    )
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = [round(step * index, 6) for index in range(first, last + 1)]
    least, greatest = ticks[0], ticks[-1]

    def up(value: float) -> float:
        share = (value - least) / (greatest - least)
        return 1 - share if lower else share

    left = room_for_ticks(f"{tick:g}" for tick in ticks)
    frame = Frame(left, 26, _WIDTH - 16 - left, _HEIGHT, log_scale(*_cost_range(points)), up)
    return frame, ticks


def _gain_range(values: Sequence[float]) -> tuple[float, float]:
    """Return a range that holds all values and is wide enough for differences that matter.

    Scores from 0 to 1 have an axis of at least a tenth of that, and it does not go beyond.

    >>> _gain_range([0.5]), _gain_range([0.2, 0.9]), _gain_range([0.0]), _gain_range([1.0])
    ((0.45, 0.55), (0.2, 0.9), (0.0, 0.1), (0.9, 1.0))
    """
    low, high = min(values), max(values)
    room = 0.1 * max(1.0, abs(low), abs(high)) - (high - low)
    if room <= 0:
        return low, high
    down = room / 2
    if low >= 0:
        down = min(down, low)
    if high <= 1:
        down = max(down, room - (1 - high))
    return low - down, high + (room - down)


def _names(points: Sequence[Point], front: Sequence[Point], frame: Frame) -> list[Markup]:
    """Draw names beside their points if they hide no other name or point; front points first."""
    taken = [
        (frame.x(p.cost) - 5, frame.y(p.gain) - 5, frame.x(p.cost) + 5, frame.y(p.gain) + 5)
        for p in points
    ]
    drawn = []
    for point in [*front, *(point for point in points if point not in front)]:
        text = shortened(label(point.name), _MAX_NAME_LENGTH)
        x, y, width = frame.x(point.cost), frame.y(point.gain), _NARROW * text_width(text)
        for left, base, anchor in _label_positions(x, y):
            start = left - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
            box = (start, base - 11, start + width, base + 3)
            if not _is_inside(box, frame) or any(_overlap(box, other) for other in taken):
                continue
            taken.append(box)
            if abs(base - y) > 20:
                drawn.append(line(x, y, left - 2 if left > x else left + 2, base - 4, "reach"))
            class_ = "halo strong" if point in front else "halo ink"
            drawn.append(svg_text(left, base, text, anchor, class_))
            break
    return drawn


def _label_positions(x: float, y: float) -> list[tuple[float, float, str]]:
    """Return where the name of a point may be, best first: position and anchor of the text."""
    return [
        (x + 9, y + 4, "start"),
        (x - 9, y + 4, "end"),
        *((x, y + down, "middle") for down in (-10, 19)),
        *((x + 7, y + down, "start") for down in (-7, 15)),
        *((x - 7, y + down, "end") for down in (-7, 15)),
        *(
            (x + side, y + down, anchor)
            for down in (30, -22, 46, -38)
            for side, anchor in ((14, "start"), (-14, "end"))
        ),
    ]


def _is_inside(box: Box, frame: Frame) -> bool:
    left, top, right, bottom = box
    return left > frame.left and right < _WIDTH and top > frame.top - 14 and bottom < frame.bottom


def _overlap(first: Box, second: Box) -> bool:
    return (
        first[0] < second[2]
        and second[0] < first[2]
        and first[1] < second[3]
        and second[1] < first[3]
    )
