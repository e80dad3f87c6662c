"""How like each other results are: a matrix of all pairs, with the tree that joins the nearest first."""

from __future__ import annotations

from accord._display.names import shortened
from accord.report._markup import Markup, coordinate, label, tag
from accord.report._pictures.svg import mark, picture, slanted, slanted_room, text_width, words
from accord.views import SimilarityMap

#: The most letters of a name.
_LETTERS = 26
#: Cells are at least and at most this wide, and all of them together about so.
_SMALLEST_CELL = 18
_LARGEST_CELL = 48
_ALL_CELLS = 560
_TREE_WIDTH = 140


def similarity_picture(likeness: SimilarityMap) -> Markup:
    n = len(likeness.names)
    names = [shortened(label(name), _LETTERS) for name in likeness.names]
    cell = min(max(_ALL_CELLS / n, _SMALLEST_CELL), _LARGEST_CELL)
    left, top = 20 + max(map(text_width, names)), 16 + slanted_room(names)[1]
    low, high = float(likeness.matrix.min()), float(likeness.matrix.max())
    parts = []
    for row, name in enumerate(names):
        y, class_ = top + cell * row, "strong" if row == likeness.truth else "ink"
        parts.append(words(left - 8, y + cell / 2 + 4, name, "end", class_))
        parts.append(slanted(left + cell * (row + 0.5), top - 8, name, class_))
        for column, other in enumerate(names):
            value = float(likeness.matrix[row, column])
            near = (value - low) / (high - low) if high > low else 1.0
            both = (
                f"{name} and {other}"
                if likeness.symmetric
                else f"{name} as truth, {other} as found"
            )
            tip = f"{both}: {likeness.metric} {value:.4f}"
            parts.append(
                mark(
                    "rect",
                    tip,
                    x=left + cell * column + 0.5,
                    y=y + 0.5,
                    width=cell - 1,
                    height=cell - 1,
                    fill_opacity=f"{0.06 + 0.94 * (1 - near if likeness.distance else near):.2f}",
                    class_="cell",
                )
            )
            if cell >= 38:
                parts.append(
                    words(
                        left + cell * (column + 0.5),
                        y + cell / 2 + 4,
                        f"{value:.2f}",
                        "middle",
                        "in-cell",
                    )
                )
    parts += _tree(likeness, left + cell * n + 10, top, cell)
    description = (
        f"{n} clusterings, the truth among them, by {likeness.metric}, from {low:.2f} to {high:.2f}. "
        "Clusterings that are alike are side by side, and the tree joins the nearest first."
    )
    return picture(
        "similarity",
        left + cell * n + _TREE_WIDTH + 16,
        top + cell * n + 6,
        "How like each other they are",
        description,
        parts,
    )


def _tree(likeness: SimilarityMap, left: float, top: float, cell: float) -> list[Markup]:
    """Every merge as a bracket; the farther right, the less alike."""
    n = len(likeness.names)
    highest = max((merge.height for merge in likeness.merges), default=0.0) or 1.0
    places = {thing: (left, top + cell * (thing + 0.5)) for thing in range(n)}
    parts = []
    for made, merge in enumerate(likeness.merges, n):
        (x1, y1), (x2, y2) = places[merge.first], places[merge.second]
        x = max(left + _TREE_WIDTH * merge.height / highest, x1, x2)
        parts.append(
            tag(
                "path",
                d=f"M{coordinate(x1)} {coordinate(y1)}H{coordinate(x)}V{coordinate(y2)}H{coordinate(x2)}",
                class_="tree",
            )
        )
        places[made] = (x, (y1 + y2) / 2)
    return parts
