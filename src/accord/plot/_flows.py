"""Where the nodes of clusters go, as bands from truth to found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from accord._display.numbers import compact
from accord.plot._axes import (
    axes_for,
    explained,
    palette_for,
    short,
    verdict_colour,
    verdict_legend,
)
from accord.views import Bar, unit_of
from accord.views import flows as flows_view

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

    from accord._foundation.pair import NodeBase

#: How wide a bar is, of the width of all.
WIDTH = 0.04
#: The least gap between two bars, and between the middles of two, where their names are; of the
#: height of all bars.
GAP, STEP = 0.015, 0.055


def flows(
    data: Any, found: Any = None, *, most: int = 12, nodes: NodeBase = None, ax: Axes | None = None
) -> Axes:
    """Where the nodes of the `most` largest truth clusters, at the left, are found, at the right.

    Bands are as wide as nodes are many, and have the colour of the truth cluster. Beside a name is
    the size of the cluster; a bar is higher where the other side has its nodes in several clusters.
    "Other clusters" are those that are not shown; what they share with each other is left out.
    """
    explanation = explained(data, found, nodes)
    view = flows_view(explanation, most)
    sides = (view.truth, view.found)
    ax = axes_for(ax, 6.8, 0.9 + 0.32 * max(len(view.truth), len(view.found), 4))
    from matplotlib.patches import PathPatch, Rectangle

    palette = palette_for(ax)
    whole = max(sum(bar.amount for bar in bars) for bars in sides) or 1.0
    tops, height = _arranged([[bar.amount / whole for bar in bars] for bars in sides])
    left, right = (list(side) for side in tops)
    for link in view.links:
        thick = link.amount / whole
        band = _band(left[link.truth], right[link.found], thick)
        left[link.truth] += thick
        right[link.found] += thick
        colour = verdict_colour(palette, view.truth[link.truth].verdict)
        ax.add_patch(PathPatch(band, facecolor=colour, alpha=0.4, linewidth=0))
    for bars, side, x, text_x, align in zip(
        sides, tops, (0, 1 - WIDTH), (-0.015, 1.015), ("right", "left"), strict=True
    ):
        for bar, top in zip(bars, side, strict=True):
            high = bar.amount / whole
            ax.add_patch(
                Rectangle(
                    (x, top),
                    WIDTH,
                    high,
                    facecolor=verdict_colour(palette, bar.verdict),
                    linewidth=0,
                )
            )
            ax.text(
                text_x,
                top + high / 2,
                _named(bar),
                ha=align,
                va="center",
                fontsize="small",
                parse_math=False,
            )
    ax.set_xlim(0, 1)
    ax.set_ylim(height, 0)
    ax.set_axis_off()
    unit = unit_of(explanation)
    for x, side_name, align, shown, there in (
        (0.0, "truth", "left", view.truth, view.n_truth),
        (1.0, "found", "right", view.found, view.n_found),
    ):
        clusters = sum(bar.place is not None for bar in shown)
        words = f"{clusters} of {there:,} clusters" if clusters < there else f"{there:,} clusters"
        ax.text(
            x, -0.02, f"{side_name} ({unit})\n{words}", ha=align, va="top", transform=ax.transAxes
        )
    verdict_legend(
        ax, palette, (bar.verdict for bars in sides for bar in bars if bar.verdict is not None)
    )
    return ax


def _arranged(sides: Sequence[Sequence[float]]) -> tuple[list[list[float]], float]:
    """The top of every bar, one under the other, each side in the middle; and how high all is."""
    tops, ends = [], []
    for heights in sides:
        side, at, before = [], 0.0, 0.0
        for place, height in enumerate(heights):
            if place:
                at += max(GAP, STEP - (before + height) / 2)
            side.append(at)
            at, before = at + height, height
        tops.append(side)
        ends.append(at)
    highest = max(ends)
    return [
        [top + (highest - end) / 2 for top in side] for side, end in zip(tops, ends, strict=True)
    ], highest


def _band(left: float, right: float, thick: float) -> Path:
    """From the inner edge of a bar to that of another: these are the tops of its ends."""
    from matplotlib.path import Path

    start, middle, end = WIDTH, 0.5, 1 - WIDTH
    upper = [(start, left), (middle, left), (middle, right), (end, right)]
    lower = [
        (end, right + thick),
        (middle, right + thick),
        (middle, left + thick),
        (start, left + thick),
    ]
    curve = [Path.CURVE4] * 3
    return Path(
        [*upper, *lower, (start, left)], [Path.MOVETO, *curve, Path.LINETO, *curve, Path.CLOSEPOLY]
    )


def _named(bar: Bar) -> str:
    return f"{short(bar.name)} ({compact(bar.size or bar.amount)})"
