"""A table of values as colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accord._display.names import shortened
from accord.report._markup import Markup, label
from accord.report._pictures.svg import (
    coloured_cell,
    mark,
    picture,
    slanted_extent,
    slanted_text,
    svg_text,
    text_width,
)

#: Maximum number of characters of a name beside the cells.
_MAX_NAME_LENGTH = 26
_CELL_HEIGHT = 28
#: Minimum and maximum width of a cell, and about the width of the picture.
_NARROWEST, _WIDEST = 40, 62
_WIDTH = 1000


@dataclass(frozen=True)
class Cell:
    """A value, or a word that says why it is missing, and a tooltip."""

    value: float | None
    word: str
    tip: str
    best: bool = False
    #: Whether the value is based on only some of the runs.
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
    """Draw a cell for each row and column; better values have stronger colours.

    With `lower`, lower values are better.
    """
    row_names, column_names = (
        [shortened(label(name), _MAX_NAME_LENGTH) for name in names] for names in (rows, columns)
    )
    left = 20 + max(map(text_width, row_names), default=0.0)
    room_right, room_above = slanted_extent(column_names)
    top = 12 + room_above
    width = min(max((_WIDTH - left - room_right) / max(len(columns), 1), _NARROWEST), _WIDEST)
    values = [cell.value for row in cells for cell in row if cell.value is not None]
    low, high = min(values, default=0.0), max(values, default=1.0)
    parts = [
        slanted_text(left + width * (index + 0.5), top - 8, text, "ink")
        for index, text in enumerate(column_names)
    ]
    for row, text in enumerate(row_names):
        y = top + _CELL_HEIGHT * row
        parts.append(svg_text(left - 8, y + _CELL_HEIGHT / 2 + 4, text, "end", "ink"))
        for column, cell in enumerate(cells[row]):
            share = None if cell.value is None else _share(cell.value, low, high, lower)
            parts += _draw(cell, share, left + width * column, y, width)
    spread = f"from {low:.2f} to {high:.2f}" if values else "none of them known"
    description = (
        f"{len(rows)} rows, {len(columns)} columns, {len(values)} values, {spread}; "
        "the best of each row is bold."
    )
    right = left + width * len(columns) + max(room_right - width / 2, 4)
    return picture(name, right, top + _CELL_HEIGHT * len(rows) + 4, title, description, parts)


def _share(value: float, low: float, high: float, lower: bool) -> float:
    share = (value - low) / (high - low) if high > low else 1.0
    return 1 - share if lower else share


def _draw(cell: Cell, share: float | None, x: float, y: float, width: float) -> list[Markup]:
    if share is None:
        size = {
            "x": x + 0.75,
            "y": y + 0.75,
            "width": width - 1.5,
            "height": _CELL_HEIGHT - 1.5,
            "rx": 3,
        }
        box = mark("rect", cell.tip, **size, class_="lacking")
        return [
            box,
            svg_text(x + width / 2, y + _CELL_HEIGHT / 2 + 4, cell.word, "middle", "in-cell quiet"),
        ]
    text = f"{cell.value:.2f}{'*' if cell.part else ''}"
    box_of_cell = (x, y, width, _CELL_HEIGHT)
    return coloured_cell(cell.tip, share, box_of_cell, text, rounding=3, bold=cell.best)
