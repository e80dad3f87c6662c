"""A table of values as colours: a row and a column for each thing, a cell where both meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accord._display.names import shortened
from accord.report._markup import Markup, label
from accord.report._pictures.svg import mark, picture, slanted, slanted_room, text_width, words

#: The most letters of a name beside the cells.
_LETTERS = 26
_CELL_HEIGHT = 28
#: Cells are at least and at most this wide, and the picture about so.
_NARROWEST, _WIDEST = 40, 62
_WIDTH = 1000


@dataclass(frozen=True)
class Cell:
    """What a cell holds: a value, or a word for why there is none; and what it says when pointed at."""

    value: float | None
    word: str
    tip: str
    best: bool = False
    #: Whether only a part of what there should be is in the value.
    part: bool = False


def heat_picture(
    name: str,
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[Cell]],
    *,
    lower: bool = False,
) -> Markup:
    """The better a value, the stronger the colour; with `lower`, less is better."""
    beside, above = (
        [shortened(label(thing), _LETTERS) for thing in things] for things in (rows, columns)
    )
    left = 20 + max(map(text_width, beside), default=0.0)
    room_right, room_above = slanted_room(above)
    top = 12 + room_above
    width = min(max((_WIDTH - left - room_right) / max(len(columns), 1), _NARROWEST), _WIDEST)
    values = [cell.value for row in cells for cell in row if cell.value is not None]
    low, high = min(values, default=0.0), max(values, default=1.0)
    parts = [
        slanted(left + width * (place + 0.5), top - 8, text, "ink")
        for place, text in enumerate(above)
    ]
    for row, text in enumerate(beside):
        y = top + _CELL_HEIGHT * row
        parts.append(words(left - 8, y + _CELL_HEIGHT / 2 + 4, text, "end", "ink"))
        for column, cell in enumerate(cells[row]):
            share = None if cell.value is None else _share(cell.value, low, high, lower)
            parts += _drawn(cell, share, left + width * column, y, width)
    filled = f"from {low:.2f} to {high:.2f}" if values else "none of them known"
    description = f"{len(rows)} rows, {len(columns)} columns, {len(values)} values, {filled}; the best of each row is bold."
    right = left + width * len(columns) + max(room_right - width / 2, 4)
    return picture(name, right, top + _CELL_HEIGHT * len(rows) + 4, title, description, parts)


def _share(value: float, low: float, high: float, lower: bool) -> float:
    share = (value - low) / (high - low) if high > low else 1.0
    return 1 - share if lower else share


def _drawn(cell: Cell, share: float | None, x: float, y: float, width: float) -> list[Markup]:
    size = {
        "x": x + 0.75,
        "y": y + 0.75,
        "width": width - 1.5,
        "height": _CELL_HEIGHT - 1.5,
        "rx": 3,
    }
    if share is None:
        box = mark("rect", cell.tip, **size, class_="lacking")
        return [
            box,
            words(x + width / 2, y + _CELL_HEIGHT / 2 + 4, cell.word, "middle", "in-cell quiet"),
        ]
    box = mark("rect", cell.tip, **size, fill_opacity=f"{0.06 + 0.94 * share:.2f}", class_="cell")
    text = f"{cell.value:.2f}{'*' if cell.part else ''}"
    return [
        box,
        words(
            x + width / 2,
            y + _CELL_HEIGHT / 2 + 4,
            text,
            "middle",
            f"in-cell{' best' if cell.best else ''}",
        ),
    ]
