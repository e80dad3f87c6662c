"""Sizes of the clusters of both sides: two bars for each range of sizes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from accord._display.numbers import compact, count
from accord.report._markup import Markup
from accord.report._pictures.svg import Frame, Scale, mark, picture, size_label, svg_text, ticks
from accord.views import SizeHistogram

if TYPE_CHECKING:
    from numpy.typing import NDArray


def sizes_picture(histogram: SizeHistogram) -> Markup:
    bins, greatest = len(histogram.truth), int(max(histogram.truth.max(), histogram.found.max()))
    up, labels = _logarithmic(greatest) if histogram.logarithmic else _linear(greatest)
    frame = Frame(48, 26, 430, 220, lambda index: index / bins, up)
    parts = [frame.grid_across(labels), svg_text(0, 12, "clusters")]
    slot = frame.width / bins
    bar = min(slot * 0.42, 26)
    for index in range(bins):
        sizes = size_range(histogram.edges, index)
        middle = frame.x(index) + slot / 2
        for side, number, x in (
            ("truth", int(histogram.truth[index]), middle - bar - 0.5),
            ("found", int(histogram.found[index]), middle + 0.5),
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
            [(index, size_label(histogram.edges[index])) for index in range(0, bins + 1, step)],
            "cluster size",
        )
    )
    sides = [("truth", histogram.truth), ("found", histogram.found)]
    most_common = {
        side: size_range(histogram.edges, int(numbers.argmax())) for side, numbers in sides
    }
    description = " and ".join(
        f"{count(int(numbers.sum()), f'{side} cluster')}, most of size {most_common[side]}"
        for side, numbers in sides
    )
    scale = " The height is logarithmic." if histogram.logarithmic else ""
    return picture(
        "sizes", 500, frame.bottom + 46, "Sizes of clusters", f"{description}.{scale}", parts
    )


def size_range(edges: NDArray[np.float64], index: int) -> str:
    """Write the sizes that a bin holds."""
    low, high = edges[index], edges[index + 1]
    if low >= 1 and low == int(low):
        return "1" if high == 2 else f"{int(low):,} to {int(high) - 1:,}"
    return f"{low:g} to {high:g}"


def _linear(greatest: int) -> tuple[Scale, list[tuple[float, str]]]:
    return lambda value: value / greatest, [
        (value, compact(value)) for value in ticks(greatest) if value == int(value)
    ]


def _logarithmic(greatest: int) -> tuple[Scale, list[tuple[float, str]]]:
    """Return a scale that starts at one half, so that a single cluster has a height."""
    span = math.log(2 * greatest)
    powers = [10.0**power for power in range(len(str(greatest)))]
    return lambda value: math.log(2 * value) / span, [(value, compact(value)) for value in powers]
