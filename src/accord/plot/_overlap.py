"""A plot of the overlaps of clusters as a matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.numbers import compact
from accord.plot._axes import (
    as_explanation,
    axes_for,
    colour_scale,
    hide_spines,
    ink_on,
    name_ticks,
    palette_for,
)
from accord.views import ClusterOrder
from accord.views import overlap_matrix as overlap_view

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from accord._foundation.node_base import NodeBase

#: Cells are annotated in a matrix with at most this many rows and columns.
_MAX_ANNOTATED = 16


def overlap_matrix(
    data: Any,
    found: Any = None,
    *,
    max_clusters: int = 30,
    by: ClusterOrder = "size",
    nodes: NodeBase = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw which found clusters the nodes of truth clusters are in.

    At most `max_clusters` truth clusters are shown: the largest ones, or by "cost" those that lower
    the metric most, as in `flows`. Cells show shares of the truth cluster, the strongest colour
    being the greatest of them. Rows and columns are ordered so that matches are on the diagonal and
    clusters with the same partner are adjacent.

    `data` is a result of `explain` or `compare`, or the truth if `found` is given too.
    """
    explanation = as_explanation(data, found, nodes)
    matrix = overlap_view(explanation, max_clusters, by)
    n_truth, n_found = matrix.amounts.shape
    ax = axes_for(ax, 2.4 + 0.26 * max(n_found, 6), 1.2 + 0.26 * max(n_truth, 4))
    palette = palette_for(ax)
    shares = matrix.amounts / np.maximum(matrix.truth_sizes, np.finfo(float).tiny)[:, None]
    colours = colour_scale(palette)
    greatest = float(shares.max(initial=0.0)) or 1.0
    mesh = ax.pcolormesh(
        np.arange(n_found + 1) - 0.5,
        np.arange(n_truth + 1) - 0.5,
        shares,
        cmap=colours,
        vmin=0,
        vmax=greatest,
        edgecolors=ax.get_facecolor(),
        linewidth=1,
    )
    ax.set_ylim(n_truth - 0.5, -0.5)
    if max(n_truth, n_found) <= _MAX_ANNOTATED:
        for row, column in np.argwhere(matrix.amounts > 0).tolist():
            ink = ink_on(colours(shares[row, column] / greatest))
            text = compact(matrix.amounts[row, column])
            ax.text(column, row, text, ha="center", va="center", color=ink, fontsize="xx-small")
    name_ticks(ax.yaxis, range(n_truth), matrix.truth_names, fontsize="small")
    name_ticks(ax.xaxis, range(n_found), matrix.found_names, fontsize="small", rotation=90)
    ax.set_ylabel(_axis_label("truth clusters", n_truth, matrix.n_truth))
    ax.set_xlabel(_axis_label("found clusters", n_found, matrix.n_found))
    ax.tick_params(length=0)
    hide_spines(ax, "top", "right", "bottom", "left")
    colorbar = ax.figure.colorbar(
        mesh, ax=ax, shrink=0.6, aspect=12, format=lambda value, _: f"{value:.0%}"
    )
    colorbar.set_label("share of the truth cluster")
    colorbar.outline.set_visible(False)
    return ax


def _axis_label(noun: str, shown: int, total: int) -> str:
    return noun if shown == total else f"{shown} of {total:,} {noun}"
