"""A plot of how nodes flow from truth clusters to found clusters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from accord._display.numbers import compact, count, percent
from accord.plot._axes import (
    as_explanation,
    axes_for,
    palette_for,
    short_name,
    verdict_colour,
    verdict_legend,
)
from accord.views import Bar, ClusterOrder, Flows, Link, size_unit
from accord.views import flows as flows_view

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

    from accord._foundation.node_base import NodeBase

#: Width of a bar, as a fraction of the width of the axes.
_WIDTH = 0.04
#: Minimum gap between two bars, and minimum distance between their centres, which makes room for
#: names; both as fractions of the height of all bars.
_MIN_GAP, _MIN_STEP = 0.015, 0.055


def flows(
    data: Any,
    found: Any = None,
    *,
    max_clusters: int = 12,
    by: ClusterOrder = "cost",
    nodes: NodeBase = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw how the nodes of truth clusters, on the left, flow to found clusters, on the right.

    If there are more than `max_clusters` truth clusters, those that lower the metric most are
    shown, without clusters that are scattered over many found ones, or by "size" the largest. The
    width of a band is the number of its nodes; it has the colour of the truth cluster. The size of
    a cluster is written beside its name; its bar is higher than that if its nodes are in several
    clusters that are shown on the other side. Nodes that are in none of these, but in others, go to
    "other clusters"; such bars have the number of their nodes. Thin bands are not drawn; the plot
    says how much of all the width they have.

    `data` is a result of `explain` or `compare`, or the truth if `found` is given too.
    """
    explanation = as_explanation(data, found, nodes)
    view = flows_view(explanation, max_clusters, by)
    sides = (view.truth, view.found)
    ax = axes_for(ax, 6.8, 0.9 + 0.32 * max(len(view.truth), len(view.found), 4))
    from matplotlib.patches import PathPatch

    palette = palette_for(ax)
    total = max(sum(bar.amount for bar in bars) for bars in sides) or 1.0
    tops, height = _arrange([[bar.amount / total for bar in bars] for bars in sides])
    left, right = (list(side) for side in tops)
    drawn = view.wide_links()
    for link in drawn:
        width = link.amount / total
        band = _band(left[link.truth], right[link.found], width)
        left[link.truth] += width
        right[link.found] += width
        colour = verdict_colour(palette, view.truth[link.truth].verdict)
        ax.add_patch(PathPatch(band, facecolor=colour, alpha=0.4, linewidth=0))
    _draw_bars(ax, view.truth, tops[0], total, left=True)
    _draw_bars(ax, view.found, tops[1], total, left=False)
    ax.set_xlim(0, 1)
    ax.set_ylim(height, 0)
    ax.set_axis_off()
    for x, side, align in ((0, "truth", "left"), (1, "found", "right")):
        ax.text(x, -0.01, side, ha=align, va="top", transform=ax.transAxes, fontweight="bold")
    caption = "\n".join(_caption(view, drawn, by, size_unit(explanation)))
    ax.text(0.5, -0.08, caption, ha="center", va="top", transform=ax.transAxes, fontsize="small")
    present = (bar.verdict for bars in sides for bar in bars if bar.verdict is not None)
    verdict_legend(ax, palette, present, centred=True)
    return ax


def _draw_bars(
    ax: Axes, bars: Sequence[Bar], tops: Sequence[float], total: float, *, left: bool
) -> None:
    """Draw the bars of a side, with names and sizes beside them."""
    from matplotlib.patches import Rectangle

    palette = palette_for(ax)
    x, text_x, align = (0.0, -0.015, "right") if left else (1 - _WIDTH, 1.015, "left")
    for bar, top in zip(bars, tops, strict=True):
        height = bar.amount / total
        colour = verdict_colour(palette, bar.verdict)
        ax.add_patch(Rectangle((x, top), _WIDTH, height, facecolor=colour, linewidth=0))
        ax.text(
            text_x,
            top + height / 2,
            f"{short_name(bar.name)} ({compact(bar.size)})",
            ha=align,
            va="center",
            fontsize="small",
            parse_math=False,
        )


def _caption(view: Flows, drawn: Sequence[Link], by: ClusterOrder, unit: str) -> list[str]:
    """Say which clusters are shown, the unit of their sizes, and what is not drawn."""
    n_truth, n_found = (
        sum(bar.index is not None for bar in bars) for bars in (view.truth, view.found)
    )
    order = {"cost": "costliest", "size": "largest"}[by]
    truth = f"{n_truth} {order} of {view.n_truth:,}" if n_truth < view.n_truth else f"{n_truth}"
    found = f"{n_found} of {view.n_found:,}" if n_found < view.n_found else f"{n_found}"
    lines = [f"{truth} truth clusters, {found} found", f"sizes in {unit}"]
    thin = len(view.links) - len(drawn)
    if thin:
        share = 1 - sum(link.amount for link in drawn) / view.total
        lines[1] += f"; {count(thin, 'thin band')} ({percent(share)}) not drawn"
    return lines


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
