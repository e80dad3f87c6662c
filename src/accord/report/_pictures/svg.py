"""What all pictures of a report are drawn with. Colours are classes; the style of the page knows what they look like."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from accord._display.numbers import compact
from accord.report._markup import Markup, joined, tag

#: Turns values into shares of a width or height.
Scale = Callable[[float], float]
#: How wide letters of the pictures' text are, about: most of them, capitals, and the widest.
_LETTER = 7.2
_CAPITAL = 8.6
_WIDEST_LETTER = 12.0
#: The slant of words above columns, in degrees.
_SLANT = 55
#: A picture that is wider, in pixels, is not made narrower than this: it scrolls on a narrow
#: screen.
_LEAST_WIDTH = 672


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
    """A drawing with a title and a description for those who cannot see it. `name` is unique on the page. One that may
    stretch gets as wide as there is room, and as high as it is.
    """
    return tag(
        "svg",
        tag("title", title, id=f"{name}-title"),
        tag("desc", description, id=f"{name}-desc"),
        *parts,
        role="img",
        class_=f"picture {name}{' wide' if width > _LEAST_WIDTH and not stretch else ''}",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width="100%" if stretch else f"{width:.0f}",
        height=f"{height:.0f}",
        preserveAspectRatio="none" if stretch else None,
        aria_labelledby=f"{name}-title",
        aria_describedby=f"{name}-desc",
    )


def figure(drawing: Markup, caption: str, legend: Markup | None = None) -> Markup:
    """A drawing with a caption, and perhaps a legend above it."""
    return tag(
        "figure",
        legend,
        tag("div", drawing, class_="drawing scroll", tabindex="0"),
        tag("figcaption", caption),
    )


def mark(shape: str, tip: str, **attributes: object) -> Markup:
    """A shape that says what it stands for when it is pointed at."""
    return tag(shape, tag("title", tip), **attributes)


def words(
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
    """How wide a text gets, about, and sooner too wide than too narrow."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in "mwMW@%…" or east_asian_width(letter) in "WF":
        return _WIDEST_LETTER
    return _CAPITAL if letter.isupper() else _LETTER


def slanted(x: float, y: float, text: str, class_: str | None = None) -> Markup:
    """Words that rise to the right, above a column."""
    return words(x, y, text, class_=class_, transform=f"rotate(-{_SLANT} {x:.1f} {y:.1f})")


def slanted_room(texts: Sequence[str]) -> tuple[float, float]:
    """How far slanted words reach to the right of where they begin, and above it."""
    length, slant = max(map(text_width, texts), default=0.0), math.radians(_SLANT)
    return length * math.cos(slant) + 4, length * math.sin(slant) + 8


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Markup:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


@dataclass(frozen=True)
class Frame:
    """The place of a chart in its picture, and how values become places in it."""

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
        """Lines at these heights, each with its label on the left."""
        lines = [
            line(self.left, self.y(value), self.right, self.y(value), "grid") for value, _ in ticks
        ]
        return joined(
            [
                *lines,
                *(words(self.left - 8, self.y(value) + 4, text, "end") for value, text in ticks),
            ]
        )

    def labels_below(self, ticks: Sequence[tuple[float, str]], title: str) -> Markup:
        ticks_below = [
            words(self.x(value), self.bottom + 18, text, "middle") for value, text in ticks
        ]
        return joined(
            [*ticks_below, words(self.left + self.width / 2, self.bottom + 38, title, "middle")]
        )


def steps(most: float, about: int = 5) -> list[float]:
    """Round numbers from 0 to about `most`, some `about` of them.

    >>> steps(7), steps(230)
    ([0.0, 2.0, 4.0, 6.0], [0.0, 50.0, 100.0, 150.0, 200.0])
    """
    if most <= 0:
        return [0.0]
    power = 10.0 ** math.floor(math.log10(most / about))
    step = next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= most / about)
    return [step * place for place in range(int(most / step) + 1)]


def log_scale(low: float, high: float) -> Scale:
    """From `low` to `high` by ratios, both above 0."""
    span = math.log(high / low)
    return lambda value: math.log(value / low) / span


def log_steps(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from `low` to `high`, by ratios: powers of 10, and between them where these are few.

    >>> log_steps(0.002, 30), log_steps(3, 40)
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
        if len(found) >= min(about - 1, 3):
            break
    return found[:: -(-len(found) // (2 * about))] if found else [low]


def size_label(size: float) -> str:
    """The size of a cluster below an axis.

    >>> size_label(4096.0), size_label(131072.0), size_label(0.25)
    ('4,096', '131k', '0.25')
    """
    return f"{size:,g}" if size < 100_000 else compact(size)
