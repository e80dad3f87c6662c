"""Similarity of all pairs of results as a matrix, with the tree of average linkage."""

from __future__ import annotations

from accord._display.names import shortened
from accord.report._markup import Markup, coordinate, label, tag
from accord.report._pictures.svg import (
    coloured_cell,
    picture,
    slanted_extent,
    slanted_text,
    svg_text,
    text_width,
)
from accord.views import SimilarityMap

#: Maximum number of characters of a name.
_MAX_NAME_LENGTH = 26
#: Minimum and maximum width of a cell, and approximate width of all cells.
_SMALLEST_CELL = 18
_LARGEST_CELL = 48
_ALL_CELLS = 560
_TREE_WIDTH = 140


def similarity_picture(similarity: SimilarityMap) -> Markup:
    n = len(similarity.names)
    names = [shortened(label(name), _MAX_NAME_LENGTH) for name in similarity.names]
    cell = min(max(_ALL_CELLS / n, _SMALLEST_CELL), _LARGEST_CELL)
    left, top = 20 + max(map(text_width, names)), 16 + slanted_extent(names)[1]
    low, high = float(similarity.matrix.min()), float(similarity.matrix.max())
    parts = []
    for row, name in enumerate(names):
        y, class_ = top + cell * row, "strong" if row == similarity.truth_index else "ink"
        parts.append(svg_text(left - 8, y + cell / 2 + 4, name, "end", class_))
        parts.append(slanted_text(left + cell * (row + 0.5), top - 8, name, class_))
        for column, other in enumerate(names):
            value = float(similarity.matrix[row, column])
            near = (value - low) / (high - low) if high > low else 1.0
            both = (
                f"{name} and {other}"
                if similarity.symmetric
                else f"{name} as truth, {other} as found"
            )
            tip = f"{both}: {similarity.metric} {value:.4f}"
            parts += coloured_cell(
                tip,
                1 - near if similarity.distance else near,
                (left + cell * column, y, cell, cell),
                f"{value:.2f}" if cell >= 38 else "",
            )
    parts += _tree(similarity, left + cell * n + 10, top, cell)
    description = (
        f"{n} clusterings including the truth, by {similarity.metric}, from {low:.2f} to "
        f"{high:.2f}. Similar clusterings are adjacent, and the tree joins the nearest first."
    )
    return picture(
        "similarity",
        left + cell * n + _TREE_WIDTH + 16,
        top + cell * n + 6,
        "Similarity of the results",
        description,
        parts,
    )


def _tree(similarity: SimilarityMap, left: float, top: float, cell: float) -> list[Markup]:
    """Draw every merge as a bracket; the farther right, the less similar."""
    n = len(similarity.names)
    highest = max((merge.height for merge in similarity.merges), default=0.0) or 1.0
    ends = {row: (left, top + cell * (row + 0.5)) for row in range(n)}
    parts = []
    for number, merge in enumerate(similarity.merges, n):
        (x1, y1), (x2, y2) = ends[merge.first], ends[merge.second]
        x = max(left + _TREE_WIDTH * merge.height / highest, x1, x2)
        across, down = coordinate(x), coordinate(y2)
        path = f"M{coordinate(x1)} {coordinate(y1)}H{across}V{down}H{coordinate(x2)}"
        parts.append(tag("path", d=path, class_="tree"))
        ends[number] = (x, (y1 + y2) / 2)
    return parts
