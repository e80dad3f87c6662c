"""Overlaps of the largest truth clusters with the found clusters that share most with them."""

from __future__ import annotations

import numpy as np

from accord._display.names import shortened
from accord._display.numbers import count, percent, readable
from accord.report._markup import Markup, label
from accord.report._pictures.svg import (
    coloured_cell,
    line,
    picture,
    slanted_extent,
    slanted_text,
    svg_text,
    text_width,
)
from accord.views import OverlapMatrix

#: Maximum number of characters of a name beside the matrix.
_MAX_NAME_LENGTH = 22
#: Width of the whole picture, and the minimum and maximum width and maximum height of a cell.
_WIDTH = 1000
_NARROWEST, _WIDEST, _HIGHEST = 17, 110, 34
#: A cell of this width has room for its share as text.
_ANNOTATED = 34
#: Room for the title of each axis.
_TITLE = 22


def matrix_picture(matrix: OverlapMatrix) -> Markup:
    rows, columns = matrix.amounts.shape
    truth, found = (
        [label(name) for name in names] for names in (matrix.truth_names, matrix.found_names)
    )
    beside, above = (
        [shortened(name, _MAX_NAME_LENGTH) for name in names] for names in (truth, found)
    )
    left = _TITLE + 12 + max(map(text_width, beside))
    room_right, room_above = slanted_extent(above)
    top = _TITLE + 8 + room_above
    room = (_WIDTH - left - room_right) / max(columns, 1)
    width = min(max(room, _NARROWEST), _WIDEST)
    height = min(width, _HIGHEST)
    right, bottom = left + width * columns, top + height * rows
    parts = _titles(matrix, left, top, right, bottom)
    greatest = greatest_share(matrix) or 1.0
    for column, name in enumerate(above):
        parts.append(slanted_text(left + width * (column + 0.5), top - 8, name))
    for row, name in enumerate(beside):
        y = top + height * row
        parts.append(svg_text(left - 8, y + height / 2 + 4, name, "end"))
        parts.append(line(left, y, right, y, "grid"))
        for column in matrix.amounts[row].nonzero()[0].tolist():
            shared = float(matrix.amounts[row, column])
            share = shared / float(matrix.truth_sizes[row])
            share_of_found = shared / float(matrix.found_sizes[column])
            shares = (
                f"{percent(share)} of {truth[row]}, {percent(share_of_found)} of {found[column]}"
            )
            tip = f"{truth[row]} and {found[column]} share {readable(shared)}: {shares}"
            text = percent(share) if width >= _ANNOTATED else ""
            box = (left + width * column, y, width, height)
            parts += coloured_cell(tip, share / greatest, box, text)
    parts += [
        line(left + width * column, top, left + width * column, bottom, "grid")
        for column in range(columns + 1)
    ]
    parts.append(line(left, bottom, right, bottom, "grid"))
    description = (
        f"{rows} of {count(matrix.n_truth, 'truth cluster')} against "
        f"{columns} of {count(matrix.n_found, 'found cluster')}; the stronger the colour "
        "of a cell, the larger the share of the truth cluster that is in the found cluster."
    )
    return picture(
        "matrix",
        right + room_right,
        bottom + 2,
        "Nodes that truth and found clusters share",
        description,
        parts,
    )


def greatest_share(matrix: OverlapMatrix) -> float:
    """Return the greatest share of a truth cluster in a found cluster, the strongest colour."""
    shares = matrix.amounts / np.maximum(matrix.truth_sizes, np.finfo(float).tiny)[:, None]
    return float(shares.max(initial=0.0))


def _titles(
    matrix: OverlapMatrix, left: float, top: float, right: float, bottom: float
) -> list[Markup]:
    """Write what is in the columns above them, and what is in the rows beside them."""
    rows, columns = matrix.amounts.shape
    x, y = 12.0, (top + bottom) / 2
    of_rows = svg_text(
        x,
        y,
        _title("truth", rows, matrix.n_truth, bottom - top),
        "middle",
        "strong",
        transform=f"rotate(-90 {x:.1f} {y:.1f})",
    )
    of_columns = svg_text(
        left, 12, _title("found", columns, matrix.n_found, right - left), class_="strong"
    )
    return [of_rows, of_columns]


def _title(side: str, shown: int, total: int, room: float) -> str:
    """Name a side and how many of its clusters are shown, as far as there is room."""
    clusters = f"{side} clusters"
    full = clusters if shown == total else f"{shown} of {total:,} {clusters}"
    return next((text for text in (full, clusters) if text_width(text) <= room), side)
