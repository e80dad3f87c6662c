"""Plots of clusters: sizes, how well each is matched, and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from accord._display.numbers import compact
from accord._explain.verdicts import VERDICTS
from accord.errors import unknown
from accord.plot._axes import (
    as_explanation,
    axes_for,
    count_ticks,
    hide_spines,
    ink_on,
    line_legend,
    palette_for,
    verdict_colour,
    verdict_legend,
)
from accord.views import MatchCells, MatchCloud, MatchPoints, match_cloud, size_histogram, size_unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from accord._display.palette import Palette
    from accord._foundation.node_base import NodeBase

_MEASURES = ("size", "clusters", "cost")


def sizes(data: Any, found: Any = None, *, nodes: NodeBase = None, ax: Axes | None = None) -> Axes:
    """Draw the number of clusters of both sides by size.

    `data` is an Explanation or a Comparison; or it is the truth, and is compared with `found` on
    `nodes`.
    """
    explanation = as_explanation(data, found, nodes)
    histogram = size_histogram(explanation)
    ax = axes_for(ax, 6.4, 3.2)
    palette = palette_for(ax)
    bins = np.arange(len(histogram.truth))
    sides = (
        ("truth", histogram.truth, palette.truth, -0.2),
        ("found", histogram.found, palette.found, 0.2),
    )
    bars = [
        ax.bar(bins + shift, counts, 0.4, color=colour, label=side)
        for side, counts, colour, shift in sides
    ]
    if histogram.logarithmic:
        counts = np.concatenate((histogram.truth, histogram.found))
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter(lambda value, _: compact(value))
        ax.set_ylim(bottom=0.6 * counts[counts > 0].min())
    else:
        count_ticks(ax.yaxis)
    step = -(-len(histogram.edges) // 12)
    edges = np.arange(0, len(histogram.edges), step)
    ax.set_xticks(edges - 0.5, [compact(edge) for edge in histogram.edges[edges]])
    ax.set_xlabel(f"cluster size ({size_unit(explanation)})")
    ax.set_ylabel("number of clusters")
    line_legend(ax, bars)
    hide_spines(ax, "top", "right")
    return ax


def match_by_size(
    data: Any,
    found: Any = None,
    *,
    side: Literal["truth", "found"] = "truth",
    max_points: int = 500,
    nodes: NodeBase = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw size and best F1 of each cluster of a side by verdict, and the median F1 by size.

    More than `max_points` clusters are counted in cells. A cell has the colour of its most common
    verdict; the more clusters it has, the stronger the colour. `data` is a result of `explain` or
    `compare`, or the truth if `found` is given too.
    """
    explanation = as_explanation(data, found, nodes)
    cloud = match_cloud(explanation, side, max_points)
    ax = axes_for(ax, 6.4, 3.8)
    palette = palette_for(ax)
    ax.set_xscale("log", base=2)
    if cloud.points is not None:
        present = _draw_points(ax, cloud.points, palette)
    elif cloud.cells is not None:
        present = _draw_cells(ax, cloud, cloud.cells, palette)
    filled = np.flatnonzero(~np.isnan(cloud.median))
    line = ax.hlines(
        cloud.median[filled],
        cloud.size_edges[filled],
        cloud.size_edges[filled + 1],
        color=palette.ink,
        linewidth=1.5,
        label="median",
        zorder=1 if cloud.cells is None else 4,
    )
    if len(cloud.size_edges) > 1:
        ax.set_xlim(cloud.size_edges[0] / 1.2, cloud.size_edges[-1])
    ax.xaxis.set_major_formatter(lambda value, _: compact(value))
    ax.set_ylim(-0.03, 1.03)
    ax.set_xlabel(f"size of the {side} cluster ({size_unit(explanation)})")
    ax.set_ylabel("F1 with the best partner")
    verdict_legend(ax, palette, present, line)
    hide_spines(ax, "top", "right")
    return ax


def _draw_points(ax: Axes, points: MatchPoints, palette: Palette) -> list[int]:
    """Draw a dot per cluster, and return the verdicts that occur."""
    present: list[int] = np.unique(points.verdicts).tolist()
    for verdict in present:
        chosen = points.verdicts == verdict
        colour = verdict_colour(palette, verdict)
        ax.scatter(
            points.sizes[chosen],
            points.f1[chosen],
            s=26,
            color=colour,
            alpha=0.75,
            linewidths=0,
            zorder=2,
        )
    return present


def _draw_cells(ax: Axes, cloud: MatchCloud, cells: MatchCells, palette: Palette) -> list[int]:
    """Draw a rectangle per cell, and return the verdicts that occur."""
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import to_rgba

    left, right = cloud.size_edges[cells.size_bins], cloud.size_edges[cells.size_bins + 1]
    low, high = cloud.f1_edges[cells.f1_bins], cloud.f1_edges[cells.f1_bins + 1]
    corners = np.stack(
        [np.stack((x, y), 1) for x, y in ((left, low), (right, low), (right, high), (left, high))],
        1,
    )
    strength = 0.2 + 0.8 * np.log1p(cells.counts) / np.log1p(cells.counts.max())
    colours = [
        to_rgba(verdict_colour(palette, verdict), alpha)
        for verdict, alpha in zip(cells.verdicts.tolist(), strength, strict=True)
    ]
    ax.add_collection(PolyCollection(list(corners), facecolors=colours, linewidths=0, zorder=2))
    present: list[int] = np.unique(cells.verdicts).tolist()
    return present


def verdicts(
    data: Any,
    found: Any = None,
    *,
    by: Literal["size", "clusters", "cost"] = "size",
    nodes: NodeBase = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the verdicts on the clusters of both sides: a bar each, divided by verdict.

    `by` is what the parts are proportional to: the size of the clusters, their number or cost.
    `data` is a result of `explain` or `compare`, or the truth if `found` is given too.
    """
    if by not in _MEASURES:
        raise unknown("measure", by, _MEASURES)
    explanation = as_explanation(data, found, nodes)
    ax = axes_for(ax, 6.4, 1.8)
    palette = palette_for(ax)
    present: set[int] = set()
    for row, totals in enumerate(explanation.totals().values()):
        amounts = {verdict: float(getattr(total, by)) for verdict, total in totals.items()}
        present |= _draw_divided_bar(ax, row, amounts, palette)
    ax.set_yticks([0, 1], ["truth", "found"])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(1.5, -0.5)
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    unit = size_unit(explanation)
    labels = {
        "size": f"share of the clusters by size ({unit})",
        "clusters": "share of the number of clusters",
    }
    ax.set_xlabel(labels.get(by, f"share of the costs ({explanation.metric})"))
    verdict_legend(ax, palette, present)
    hide_spines(ax, "top", "right", "left")
    return ax


def _draw_divided_bar(
    ax: Axes, row: int, amounts: Mapping[str, float], palette: Palette
) -> set[int]:
    """Draw a bar divided in proportion to the amounts, and return the verdicts that occur."""
    total = sum(amounts.values())
    present: set[int] = set()
    left = 0.0
    for index, verdict in enumerate(VERDICTS):
        share = amounts.get(verdict, 0.0) / total if total else 0.0
        if not share:
            continue
        present.add(index)
        colour = verdict_colour(palette, index)
        ax.barh(row, share, 0.62, left, color=colour, edgecolor=ax.get_facecolor(), linewidth=1)
        if share >= 0.05:
            ax.text(
                left + share / 2,
                row,
                f"{share:.0%}",
                ha="center",
                va="center",
                color=ink_on(colour),
                fontsize="small",
            )
        left += share
    return present
