"""Building blocks of the pictures of a report.

Colours are CSS classes, which the style sheet of the page defines.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from accord._display.numbers import compact
from accord.report._markup import Markup, joined, tag

#: Maps a value to a fraction of a width or height.
Scale = Callable[[float], float]
#: Approximate widths of characters in pixels: most of them, capitals, and the widest.
_LETTER = 7.2
_CAPITAL = 8.6
_WIDEST_LETTER = 12.0
#: Slant of the labels above columns, in degrees.
_SLANT = 55
#: Opacities of cells between which neither dark nor light text would be easy to read.
_STRONGEST_WEAK, _WEAKEST_STRONG = 0.69, 0.72
#: A picture wider than this, in pixels, is not shrunk below it: it scrolls on a narrow screen.
_MIN_WIDTH = 672


def picture(
    name: str,
    width: float,
    height: float,
    title: str,
    description: str,
    parts: Sequence[str],
    *,
    stretch: bool = False,
) -> Markup:
    """Return a drawing with a title and a description for screen readers.

    `name` is unique on the page. With `stretch`, the drawing takes the whole width of the page.
    """
    return tag(
        "svg",
        tag("title", title, id=f"{name}-title"),
        tag("desc", description, id=f"{name}-desc"),
        *parts,
        role="img",
        class_=f"picture {name}{' wide' if width > _MIN_WIDTH and not stretch else ''}",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width="100%" if stretch else f"{width:.0f}",
        height=f"{height:.0f}",
        preserveAspectRatio="none" if stretch else None,
        aria_labelledby=f"{name}-title",
        aria_describedby=f"{name}-desc",
    )


def figure(drawing: Markup, caption: str, legend: Markup | None = None) -> Markup:
    """Return a drawing with a caption and a button to save it, and perhaps a legend above it.

    The button is hidden until the script shows it.
    """
    return figure_of_box(
        tag("div", drawing, class_="drawing scroll", tabindex="0"), caption, legend
    )


def figure_of_box(box: Markup, caption: str, legend: Markup | None = None) -> Markup:
    """Return a figure as `figure` does, of a box with drawings."""
    save = tag("button", "Save as SVG", type="button", class_="save", hidden=True)
    return tag("figure", legend, box, tag("figcaption", tag("span", caption), save))


def mark(shape: str, tip: str, **attributes: object) -> Markup:
    """Return a shape with a tooltip."""
    return tag(shape, tag("title", tip), **attributes)


def svg_text(
    x: float, y: float, text: str, anchor: str = "start", class_: str | None = None, **more: object
) -> Markup:
    return tag(
        "text",
        text,
        x=x,
        y=y,
        text_anchor=None if anchor == "start" else anchor,
        class_=class_,
        **more,
    )


def text_width(text: str) -> float:
    """Estimate the width of a text; it may be too wide, but not too narrow."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in "mwMW@%…" or east_asian_width(letter) in "WF":
        return _WIDEST_LETTER
    return _CAPITAL if letter.isupper() else _LETTER


def slanted_text(x: float, y: float, text: str, class_: str | None = None) -> Markup:
    """Return text that rises to the right, above a column."""
    return svg_text(x, y, text, class_=class_, transform=f"rotate(-{_SLANT} {x:.1f} {y:.1f})")


def slanted_extent(texts: Sequence[str]) -> tuple[float, float]:
    """Return how far slanted texts extend to the right of their start, and above it."""
    length, slant = max(map(text_width, texts), default=0.0), math.radians(_SLANT)
    return length * math.cos(slant) + 4, length * math.sin(slant) + 8


def coloured_cell(
    tip: str,
    share: float,
    box: tuple[float, float, float, float],
    text: str = "",
    *,
    rounding: int = 0,
    bold: bool = False,
) -> list[Markup]:
    """Return a cell whose colour shows a share from 0 to 1, with a tooltip and perhaps a text.

    `box` is the left edge, the top, the width and the height.
    """
    x, y, width, height = box
    strength = 0.06 + 0.94 * min(max(share, 0.0), 1.0)
    if _STRONGEST_WEAK < strength < _WEAKEST_STRONG:
        halfway = (_STRONGEST_WEAK + _WEAKEST_STRONG) / 2
        strength = _STRONGEST_WEAK if strength < halfway else _WEAKEST_STRONG
    cell = mark(
        "rect",
        tip,
        x=x + 0.5,
        y=y + 0.5,
        width=width - 1,
        height=height - 1,
        rx=rounding or None,
        fill_opacity=f"{strength:.2f}",
        class_="cell",
    )
    if not text:
        return [cell]
    classes = ["in-cell"]
    if strength > _STRONGEST_WEAK:
        classes.append("on-strong")
    if bold:
        classes.append("best")
    middle = x + width / 2
    return [cell, svg_text(middle, y + height / 2 + 4, text, "middle", " ".join(classes))]


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Markup:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


@dataclass(frozen=True)
class Frame:
    """The position of a chart in its picture, and its scales."""

    left: float
    top: float
    width: float
    height: float
    across: Scale
    up: Scale

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def right(self) -> float:
        return self.left + self.width

    def x(self, value: float) -> float:
        return self.left + self.width * self.across(value)

    def y(self, value: float) -> float:
        return self.bottom - self.height * self.up(value)

    def grid_across(self, ticks: Sequence[tuple[float, str]]) -> Markup:
        """Return horizontal lines at these values, with their labels on the left."""
        lines = [
            line(self.left, self.y(value), self.right, self.y(value), "grid") for value, _ in ticks
        ]
        return joined(
            [
                *lines,
                *(svg_text(self.left - 8, self.y(value) + 4, text, "end") for value, text in ticks),
            ]
        )

    def labels_below(self, ticks: Sequence[tuple[float, str]], title: str) -> Markup:
        below = [svg_text(self.x(value), self.bottom + 18, text, "middle") for value, text in ticks]
        return joined(
            [*below, svg_text(self.left + self.width / 2, self.bottom + 38, title, "middle")]
        )


def room_for_ticks(labels: Iterable[str]) -> float:
    """Return the left edge of a frame with room for the labels of its vertical axis."""
    return max(48.0, 12 + max(map(text_width, labels)))


def ticks(greatest: float, count: int = 5) -> list[float]:
    """Return about `count` round numbers from 0 to `greatest`.

    >>> ticks(7), ticks(230)
    ([0.0, 2.0, 4.0, 6.0], [0.0, 50.0, 100.0, 150.0, 200.0])
    """
    if greatest <= 0:
        return [0.0]
    power = 10.0 ** math.floor(math.log10(greatest / count))
    step = next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= greatest / count)
    return [step * index for index in range(int(greatest / step) + 1)]


def log_scale(low: float, high: float) -> Scale:
    """Return a logarithmic scale from `low` to `high`, both positive."""
    span = math.log(high / low)
    return lambda value: math.log(value / low) / span


def log_ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Return about `count` round numbers from `low` to `high` for a logarithmic scale.

    These are powers of 10, and numbers between them if there are few powers.

    >>> log_ticks(0.002, 30), log_ticks(3, 40)
    ([0.01, 0.1, 1.0, 10.0], [3.0, 10.0, 30.0])
    """
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for digits in ((1,), (1, 3), (1, 2, 5), range(1, 10)):
        found = [
            step
            for power in powers
            for digit in digits
            if low <= (step := float(f"{digit}e{power}")) <= high
        ]
        if len(found) >= min(count - 1, 3):
            break
    return found[:: -(-len(found) // (2 * count))] if found else [low]


def size_label(size: float) -> str:
    """Write the size of a cluster below an axis.

    >>> size_label(4096.0), size_label(131072.0), size_label(0.25)
    ('4,096', '131k', '0.25')
    """
    return f"{size:,g}" if size < 100_000 else compact(size)
