"""A plot of how nodes flow from truth clusters to found clusters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from accord._display.numbers import compact
from accord.plot._axes import (
    as_explanation,
    axes_for,
    palette_for,
    short_name,
    verdict_colour,
    verdict_legend,
)
from accord.views import Bar, size_unit
from accord.views import flows as flows_view

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

    from accord._foundation.node_base import NodeBase

#: Width of a bar, as a fraction of the width of the axes.
_WIDTH = 0.04
#: Minimum gap between two bars, and minimum distance of their centres, where their names are, as
#: fractions of the height of all bars.
_MIN_GAP, _MIN_STEP = 0.015, 0.055


def flows(
    data: Any,
    found: Any = None,
    *,
    max_clusters: int = 12,
    nodes: NodeBase = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw which found clusters, on the right, the nodes of truth clusters, on the left, are in.

    The `max_clusters` largest truth clusters are shown. The width of a band is the number of its
    nodes; it has the colour of the truth cluster. Beside a name is the size of the cluster; its
    bar is higher if the other side has its nodes in several clusters. "Other clusters" are those
    that are not shown; what they share with each other is left out.
    """
    explanation = as_explanation(data, found, nodes)
    view = flows_view(explanation, max_clusters)
    sides = (view.truth, view.found)
    ax = axes_for(ax, 6.8, 0.9 + 0.32 * max(len(view.truth), len(view.found), 4))
    from matplotlib.patches import PathPatch, Rectangle

    palette = palette_for(ax)
    total = max(sum(bar.amount for bar in bars) for bars in sides) or 1.0
    tops, height = _arrange([[bar.amount / total for bar in bars] for bars in sides])
    left, right = (list(side) for side in tops)
    for link in view.links:
        width = link.amount / total
        band = _band(left[link.truth], right[link.found], width)
        left[link.truth] += width
        right[link.found] += width
        colour = verdict_colour(palette, view.truth[link.truth].verdict)
        ax.add_patch(PathPatch(band, facecolor=colour, alpha=0.4, linewidth=0))
    for bars, side, x, text_x, align in zip(
        sides, tops, (0, 1 - _WIDTH), (-0.015, 1.015), ("right", "left"), strict=True
    ):
        for bar, top in zip(bars, side, strict=True):
            high = bar.amount / total
            ax.add_patch(
                Rectangle(
                    (x, top),
                    _WIDTH,
                    high,
                    facecolor=verdict_colour(palette, bar.verdict),
                    linewidth=0,
                )
            )
            ax.text(
                text_x,
                top + high / 2,
                _label(bar),
                ha=align,
                va="center",
                fontsize="small",
                parse_math=False,
            )
    ax.set_xlim(0, 1)
    ax.set_ylim(height, 0)
    ax.set_axis_off()
    unit = size_unit(explanation)
    for x, side_name, align, shown, n_clusters in (
        (0.0, "truth", "left", view.truth, view.n_truth),
        (1.0, "found", "right", view.found, view.n_found),
    ):
        clusters = sum(bar.index is not None for bar in shown)
        words = f"{n_clusters:,} clusters"
        if clusters < n_clusters:
            words = f"{clusters} of {words}"
        ax.text(
            x, -0.02, f"{side_name} ({unit})\n{words}", ha=align, va="top", transform=ax.transAxes
        )
    verdict_legend(
        ax, palette, (bar.verdict for bars in sides for bar in bars if bar.verdict is not None)
    )
    return ax


def _arrange(sides: Sequence[Sequence[float]]) -> tuple[list[list[float]], float]:
    """Return the top of every bar, stacked and centred on each side, and the total height."""
    tops, ends = [], []
    for heights in sides:
        side: list[float] = []
        y, previous = 0.0, 0.0
        for height in heights:
            if side:
                y += max(_MIN_GAP, _MIN_STEP - (previous + height) / 2)
            side.append(y)
            y, previous = y + height, height
        tops.append(side)
        ends.append(y)
    highest = max(ends)
    return [
        [top + (highest - end) / 2 for top in side] for side, end in zip(tops, ends, strict=True)
    ], highest


def _band(left: float, right: float, width: float) -> Path:
    """Return the band between two bars; `left` and `right` are the tops of its ends."""
    from matplotlib.path import Path

    start, middle, end = _WIDTH, 0.5, 1 - _WIDTH
    upper = [(start, left), (middle, left), (middle, right), (end, right)]
    lower = [
        (end, right + width),
        (middle, right + width),
        (middle, left + width),
        (start, left + width),
    ]
    curve = [Path.CURVE4] * 3
    return Path(
        [*upper, *lower, (start, left)], [Path.MOVETO, *curve, Path.LINETO, *curve, Path.CLOSEPOLY]
    )


def _label(bar: Bar) -> str:
    return f"{short_name(bar.name)} ({compact(bar.size or bar.amount)})"
