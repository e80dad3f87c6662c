"""The overlaps of clusters as a matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.numbers import compact
from accord.plot._axes import (
    axes_for,
    bare,
    colour_scale,
    explained,
    ink_on,
    name_ticks,
    palette_for,
)
from accord.views import overlap_matrix as overlap_view

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from accord._foundation.pair import NodeBase

#: Amounts are written into the cells of a matrix with at most this many rows and columns.
MOST_WRITTEN = 16


def overlap_matrix(
    data: Any, found: Any = None, *, most: int = 30, nodes: NodeBase = None, ax: Axes | None = None
) -> Axes:
    """Which found clusters the nodes of the `most` largest truth clusters are in, as shares of the truth cluster.

    Rows and columns are ordered so that matches are on the diagonal, and clusters that share a
    partner side by side.
    """
    explanation = explained(data, found, nodes)
    matrix = overlap_view(explanation, most)
    n_truth, n_found = matrix.amounts.shape
    ax = axes_for(ax, 2.4 + 0.26 * max(n_found, 6), 1.2 + 0.26 * max(n_truth, 4))
    palette = palette_for(ax)
    shares = matrix.amounts / np.maximum(matrix.truth_sizes, np.finfo(float).tiny)[:, None]
    colours = colour_scale(palette)
    mesh = ax.pcolormesh(
        np.arange(n_found + 1) - 0.5,
        np.arange(n_truth + 1) - 0.5,
        shares,
        cmap=colours,
        vmin=0,
        vmax=1,
        edgecolors=ax.get_facecolor(),
        linewidth=1,
    )
    ax.set_ylim(n_truth - 0.5, -0.5)
    ax.set_aspect("equal")
    if max(n_truth, n_found) <= MOST_WRITTEN:
        for row, column in np.argwhere(matrix.amounts > 0).tolist():
            ink = ink_on(colours(shares[row, column]))
            words = compact(matrix.amounts[row, column])
            ax.text(column, row, words, ha="center", va="center", color=ink, fontsize="xx-small")
    name_ticks(ax.yaxis, range(n_truth), matrix.truth_names, fontsize="small")
    name_ticks(ax.xaxis, range(n_found), matrix.found_names, fontsize="small", rotation=90)
    ax.set_ylabel(_of("truth clusters", n_truth, matrix.n_truth))
    ax.set_xlabel(_of("found clusters", n_found, matrix.n_found))
    ax.tick_params(length=0)
    bare(ax, "top", "right", "bottom", "left")
    bar = ax.figure.colorbar(
        mesh, ax=ax, shrink=0.6, aspect=12, format=lambda value, _: f"{value:.0%}"
    )
    bar.set_label("share of the truth cluster")
    bar.outline.set_visible(False)
    return ax


def _of(thing: str, shown: int, there: int) -> str:
    """What is shown, and of how many."""
    return thing if shown == there else f"{shown} of {there:,} {thing}"
