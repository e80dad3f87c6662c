"""Plots of how two hierarchies agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.errors import InputError
from accord.hierarchy import FowlkesMallowsCurve
from accord.hierarchy import fowlkes_mallows_curve as make_curve
from accord.plot._axes import axes_for, count_ticks, hide_spines, line_legend, palette_for

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The axis is logarithmic if the finest cut has more than this many times the clusters of the
#: coarsest one.
_WIDE = 30
#: Each value has a dot if there are at most this many.
_MAX_DOTS = 40


def fowlkes_mallows_curve(data: Any, found: Any = None, *, ax: Axes | None = None) -> Axes:
    """Draw how alike two hierarchies are if cut into k clusters each, with the band by chance.

    `data` is the result of `accord.hierarchy.fowlkes_mallows_curve`, or the truth, with `found`.
    """
    if isinstance(data, FowlkesMallowsCurve):
        curve = data
    elif found is None:
        raise InputError(
            f"got {type(data).__name__} without found: give a curve, or truth and found"
        )
    else:
        curve = make_curve(data, found)
    ax = axes_for(ax, 6.4, 3.6)
    palette = palette_for(ax)
    n_clusters = curve.n_clusters
    band = ax.fill_between(
        n_clusters, curve.low, curve.high, color=palette.faint, label="95 % of values by chance"
    )
    (chance,) = ax.plot(
        n_clusters, curve.expected, color=palette.muted, linewidth=1, label="expected by chance"
    )
    marker = "o" if len(n_clusters) <= _MAX_DOTS else None
    (values,) = ax.plot(
        n_clusters, curve.values, color=palette.found, marker=marker, markersize=4, label="B"
    )
    if n_clusters[-1] > _WIDE * n_clusters[0]:
        ax.set_xscale("log")
    else:
        count_ticks(ax.xaxis)
    line_legend(ax, [values, chance, band])
    ax.set_ylim(-0.02, 1.02)
    ax.set_xlabel("clusters of both cuts")
    ax.set_ylabel("B")
    hide_spines(ax, "top", "right")
    return ax
