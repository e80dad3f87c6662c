"""Overlaps of the largest truth clusters with the found clusters that share most with them."""

from __future__ import annotations

from accord._display.names import shortened
from accord._display.numbers import count, percent, readable
from accord.report._markup import Markup, label
from accord.report._pictures.svg import (
    line,
    mark,
    picture,
    slanted_extent,
    slanted_text,
    svg_text,
    text_width,
)
from accord.views import OverlapMatrix

#: Maximum number of characters of a name beside the matrix.
_MAX_NAME_LENGTH = 22
#: Minimum and maximum width of a cell.
_SMALLEST_CELL = 17
_LARGEST_CELL = 46
#: Approximate width of the matrix with the names beside it.
_WIDTH = 860


def matrix_picture(matrix: OverlapMatrix) -> Markup:
    rows, columns = matrix.amounts.shape
    truth, found = (
        [label(name) for name in names] for names in (matrix.truth_names, matrix.found_names)
    )
    left = 24 + max(text_width(shortened(name, _MAX_NAME_LENGTH)) for name in truth)
    above = [shortened(name, _MAX_NAME_LENGTH) for name in found]
    room_right, room_above = slanted_extent(above)
    top = 16 + room_above
    cell = min(max((_WIDTH - left) / max(rows, columns, 1), _SMALLEST_CELL), _LARGEST_CELL)
    width, height = cell * columns, cell * rows
    parts = []
    for column, name in enumerate(above):
        parts.append(slanted_text(left + cell * (column + 0.5), top - 8, name))
    for row, name in enumerate(truth):
        y = top + cell * row
        parts.append(svg_text(left - 8, y + cell / 2 + 4, shortened(name, _MAX_NAME_LENGTH), "end"))
        parts.append(line(left, y, left + width, y, "grid"))
        for column in matrix.amounts[row].nonzero()[0].tolist():
            shared = float(matrix.amounts[row, column])
            share = shared / float(matrix.truth_sizes[row])
            share_of_found = shared / float(matrix.found_sizes[column])
            shares = f"{percent(share)} of {name}, {percent(share_of_found)} of {found[column]}"
            tip = f"{name} and {found[column]} share {readable(shared)}: {shares}"
            parts += _cell(left + cell * column, y, cell, share, tip)
    parts += [
        line(left + cell * column, top, left + cell * column, top + height, "grid")
        for column in range(columns + 1)
    ]
    parts.append(line(left, top + height, left + width, top + height, "grid"))
    description = (
        f"{rows} of {count(matrix.n_truth, 'truth cluster')} against "
        f"{columns} of {count(matrix.n_found, 'found cluster')}; the stronger the colour "
        "of a cell, the larger the share of the truth cluster that is in the found cluster."
    )
    return picture(
        "matrix",
        left + width + room_right,
        top + height + 2,
        "Nodes that truth and found clusters share",
        description,
        parts,
    )


def _cell(x: float, y: float, side: float, share: float, tip: str) -> list[Markup]:
    """Draw a square whose opacity shows the share, and the share as text if there is room."""
    strength = f"{min(0.06 + 0.94 * share, 1):.2f}"
    size = {"x": x + 0.5, "y": y + 0.5, "width": side - 1, "height": side - 1}
    drawn = [mark("rect", tip, **size, fill_opacity=strength, class_="cell")]
    if side >= 34:
        drawn.append(svg_text(x + side / 2, y + side / 2 + 4, percent(share), "middle", "in-cell"))
    return drawn
