"""How large the clusters of both sides are: two bars for each range of sizes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from accord._display.numbers import compact, count
from accord.report._markup import Markup
from accord.report._pictures.svg import Frame, Scale, mark, picture, size_label, steps, words
from accord.views import SizeHistogram

if TYPE_CHECKING:
    from numpy.typing import NDArray


def sizes_picture(histogram: SizeHistogram) -> Markup:
    bins, most = len(histogram.truth), int(max(histogram.truth.max(), histogram.found.max()))
    up, ticks = _logarithmic(most) if histogram.logarithmic else _linear(most)
    frame = Frame(48, 26, 430, 220, lambda place: place / bins, up)
    parts = [frame.grid_across(ticks), words(0, 12, "clusters")]
    slot = frame.width / bins
    bar = min(slot * 0.42, 26)
    for place in range(bins):
        sizes = range_of_sizes(histogram.edges, place)
        middle = frame.x(place) + slot / 2
        for side, number, x in (
            ("truth", int(histogram.truth[place]), middle - bar - 0.5),
            ("found", int(histogram.found[place]), middle + 0.5),
        ):
            if number:
                tip = f"{count(number, f'{side} cluster')} of size {sizes}"
                y = frame.y(number)
                parts.append(
                    mark(
                        "rect",
                        tip,
                        x=x,
                        y=y,
                        width=bar,
                        height=max(frame.bottom - y, 1.0),
                        class_=f"coloured c-{side}",
                    )
                )
    step = math.ceil(bins / 10)
    parts.append(
        frame.labels_below(
            [(place, size_label(histogram.edges[place])) for place in range(0, bins + 1, step)],
            "size of a cluster",
        )
    )
    sides = [("truth", histogram.truth), ("found", histogram.found)]
    most_of = {
        side: range_of_sizes(histogram.edges, int(numbers.argmax())) for side, numbers in sides
    }
    description = " and ".join(
        f"{count(int(numbers.sum()), f'{side} cluster')}, most of size {most_of[side]}"
        for side, numbers in sides
    )
    scale = " The height is logarithmic." if histogram.logarithmic else ""
    return picture(
        "sizes", 500, frame.bottom + 46, "Sizes of clusters", f"{description}.{scale}", parts
    )


def range_of_sizes(edges: NDArray[np.float64], place: int) -> str:
    """What a bin holds, in words."""
    low, high = edges[place], edges[place + 1]
    if low >= 1 and low == int(low):
        return "1" if high == 2 else f"{int(low):,} to {int(high) - 1:,}"
    return f"{low:g} to {high:g}"


def _linear(most: int) -> tuple[Scale, list[tuple[float, str]]]:
    return lambda value: value / most, [
        (value, compact(value)) for value in steps(most) if value == int(value)
    ]


def _logarithmic(most: int) -> tuple[Scale, list[tuple[float, str]]]:
    """From a half, so that a single cluster has a height."""
    span = math.log(2 * most)
    ticks = [10.0**power for power in range(len(str(most)))]
    return lambda value: math.log(2 * value) / span, [(value, compact(value)) for value in ticks]
