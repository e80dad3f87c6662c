"""Which clusters share nodes: the largest truth clusters against the found ones that meet them most."""

from __future__ import annotations

from accord.layout import count
from accord.report.markup import Markup, label, shortened, tag
from accord.report.svg import LETTER, line, mark, picture, words
from accord.views import OverlapMatrix

#: The most letters of a name beside the matrix, and how high its cells are.
_LETTERS, _SMALLEST, _LARGEST = 22, 17, 46
_ROOM = 860


def matrix_picture(matrix: OverlapMatrix) -> Markup:
    rows, columns = matrix.amounts.shape
    truth, found = ([label(name) for name in names] for names in (matrix.truth_names, matrix.found_names))
    left = 24 + LETTER * max(len(shortened(name, _LETTERS)) for name in truth)
    top = 24 + 0.8 * LETTER * max((len(shortened(name, _LETTERS)) for name in found), default=0)
    cell = min(max((_ROOM - left) / max(rows, columns, 1), _SMALLEST), _LARGEST)
    width, height = cell * columns, cell * rows
    parts = [words(left + cell * column + cell / 2 - 2, top - 8, shortened(name, _LETTERS), class_="turned",
                   transform=f"rotate(-55 {left + cell * column + cell / 2:.1f} {top - 8:.1f})")
             for column, name in enumerate(found)]  # fmt: skip
    for row, name in enumerate(truth):
        y = top + cell * row
        parts.append(words(left - 8, y + cell / 2 + 4, shortened(name, _LETTERS), "end"))
        parts.append(line(left, y, left + width, y, "grid"))
        for column in range(columns):
            amount = float(matrix.amounts[row, column])
            if amount:
                parts += _cell(matrix, row, column, amount, left + cell * column, y, cell, truth, found)
    parts += [line(left + cell * column, top, left + cell * column, top + height, "grid") for column in range(columns + 1)]
    parts.append(line(left, top + height, left + width, top + height, "grid"))
    told = (
        f"{rows} of {count(matrix.n_truth, 'truth cluster')} against {columns} of {count(matrix.n_found, 'found cluster')}; "
        "the stronger the colour of a cell, the greater the part of the truth cluster that is in the found one."
    )
    return picture(
        "matrix", left + width + 0.6 * top, top + height + 2, "Nodes that truth and found clusters share", told, parts
    )


def _cell(
    matrix: OverlapMatrix,
    row: int,
    column: int,
    amount: float,
    x: float,
    y: float,
    cell: float,
    truth: list[str],
    found: list[str],
) -> list[Markup]:
    share = amount / float(matrix.truth_sizes[row])
    told = (
        f"{truth[row]} and {found[column]} share {amount:,.6g}: {share:.0%} of {truth[row]}, "
        f"{amount / float(matrix.found_sizes[column]):.0%} of {found[column]}"
    )
    drawn = [
        mark(
            "rect",
            told,
            x=x + 0.5,
            y=y + 0.5,
            width=cell - 1,
            height=cell - 1,
            fill_opacity=f"{min(0.06 + 0.94 * share, 1):.2f}",
            class_="cell",
        )
    ]
    if cell >= 34:
        drawn.append(tag("text", f"{share:.0%}", x=x + cell / 2, y=y + cell / 2 + 4, text_anchor="middle", class_="in-cell"))
    return drawn
