"""Values of choices beside the best possible values: a row per case, a mark per choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from accord._display.names import shortened
from accord.report._markup import Markup, label
from accord.report._pictures.svg import line, mark, picture, svg_text, text_width

#: Maximum number of characters of a name.
_MAX_NAME_LENGTH = 30
_WIDTH = 520
_ROW_HEIGHT = 28
_TOP = 26
_CLASSES = {"taken": "coloured c-truth", "always": "coloured c-found", "best": "ring"}


@dataclass(frozen=True)
class Gap:
    """The values of three choices in a case: the one taken, the one always taken, and the best."""

    name: str
    taken: float
    always: float
    best: float
    #: The text of the tooltip for "taken", "always" and "best".
    words: Mapping[str, str]


def gaps_picture(
    name: str, title: str, gaps: Sequence[Gap], *, metric: str, ticks: Sequence[float]
) -> Markup:
    """Draw a row per case; `ticks` are round values from the left end to the right."""
    names = [shortened(label(gap.name), _MAX_NAME_LENGTH) for gap in gaps]
    left = 24 + max(map(text_width, names), default=0.0)
    low, high = ticks[0], ticks[-1]

    def x(value: float) -> float:
        return left + _WIDTH * (min(max(value, low), high) - low) / (high - low)

    bottom = _TOP + _ROW_HEIGHT * len(gaps)
    parts = [line(x(tick), _TOP, x(tick), bottom, "grid") for tick in ticks]
    parts += [svg_text(x(tick), bottom + 18, f"{tick:g}", "middle") for tick in ticks]
    parts.append(svg_text(left + _WIDTH / 2, bottom + 38, metric, "middle"))
    for row, (gap, text) in enumerate(zip(gaps, names, strict=True)):
        y = _TOP + _ROW_HEIGHT * (row + 0.5)
        ends = (gap.taken, gap.always, gap.best)
        parts += [
            svg_text(left - 12, y + 4, text, "end", "ink"),
            line(x(min(ends)), y, x(max(ends)), y, "stem"),
        ]
        for kind, value, shape in (
            ("always", gap.always, {"x": x(gap.always) - 2, "y": y - 11, "width": 4, "height": 22}),
            ("best", gap.best, {"cx": x(gap.best), "cy": y, "r": 8}),
            ("taken", gap.taken, {"cx": x(gap.taken), "cy": y, "r": 5}),
        ):
            tip = f"{label(gap.name)}: {gap.words[kind]}, {metric} {value:.4f}"
            parts.append(
                mark("rect" if kind == "always" else "circle", tip, **shape, class_=_CLASSES[kind])
            )
    missed = sum(gap.taken != gap.best for gap in gaps)
    description = (
        f"{len(gaps)} rows; in {len(gaps) - missed} of them the choice was the best possible."
    )
    return picture(name, left + _WIDTH + 16, bottom + 46, title, description, parts)
