"""Which clusters share nodes: the largest truth clusters against the found ones that meet them most."""

from __future__ import annotations

from accord._display.names import shortened
from accord._display.numbers import count, percent, readable
from accord.report._markup import Markup, label
from accord.report._pictures.svg import (
    line,
    mark,
    picture,
    slanted,
    slanted_room,
    text_width,
    words,
)
from accord.views import OverlapMatrix

#: The most letters of a name beside the matrix.
_LETTERS = 22
#: Cells are at least and at most this wide.
_SMALLEST_CELL = 17
_LARGEST_CELL = 46
#: With the names in front of it, the matrix is to be about this wide.
_WIDTH = 860


def matrix_picture(matrix: OverlapMatrix) -> Markup:
    rows, columns = matrix.amounts.shape
    truth, found = (
        [label(name) for name in names] for names in (matrix.truth_names, matrix.found_names)
    )
    left = 24 + max(text_width(shortened(name, _LETTERS)) for name in truth)
    above = [shortened(name, _LETTERS) for name in found]
    room_right, room_above = slanted_room(above)
    top = 16 + room_above
    cell = min(max((_WIDTH - left) / max(rows, columns, 1), _SMALLEST_CELL), _LARGEST_CELL)
    width, height = cell * columns, cell * rows
    parts = []
    for column, name in enumerate(above):
        parts.append(slanted(left + cell * (column + 0.5), top - 8, name))
    for row, name in enumerate(truth):
        y = top + cell * row
        parts.append(words(left - 8, y + cell / 2 + 4, shortened(name, _LETTERS), "end"))
        parts.append(line(left, y, left + width, y, "grid"))
        for column in matrix.amounts[row].nonzero()[0].tolist():
            shared = float(matrix.amounts[row, column])
            share, of_found = (
                shared / float(matrix.truth_sizes[row]),
                shared / float(matrix.found_sizes[column]),
            )
            shares = f"{percent(share)} of {name}, {percent(of_found)} of {found[column]}"
            tip = f"{name} and {found[column]} share {readable(shared)}: {shares}"
            parts += _cell(left + cell * column, y, cell, share, tip)
    parts += [
        line(left + cell * column, top, left + cell * column, top + height, "grid")
        for column in range(columns + 1)
    ]
    parts.append(line(left, top + height, left + width, top + height, "grid"))
    description = (
        f"{rows} of {count(matrix.n_truth, 'truth cluster')} against {columns} of {count(matrix.n_found, 'found cluster')}; "
        "the stronger the colour of a cell, the greater the part of the truth cluster that is in the found one."
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
    """A square in the strength of the share, with the share in it where there is room."""
    strength = f"{min(0.06 + 0.94 * share, 1):.2f}"
    size = {"x": x + 0.5, "y": y + 0.5, "width": side - 1, "height": side - 1}
    drawn = [mark("rect", tip, **size, fill_opacity=strength, class_="cell")]
    if side >= 34:
        drawn.append(words(x + side / 2, y + side / 2 + 4, percent(share), "middle", "in-cell"))
    return drawn
