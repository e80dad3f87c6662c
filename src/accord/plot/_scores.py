"""Pictures of scores: of one result or many, and of how like each other results are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._compare import Comparison, Ranking
from accord._compare.compare import compare
from accord._compare.comparisons import Comparisons
from accord.errors import InputError
from accord.plot._axes import (
    axes_for,
    colour_scale,
    hide_spines,
    ink_on,
    line_legend,
    name_ticks,
    palette_for,
)
from accord.views import ScoreDots, SimilarityMap, score_dots, similarity_map

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from accord._display.palette import Palette
    from accord._foundation.node_base import NodeBase

MARKERS = "osD^vPX*"
#: Values are written into the cells of a map of at most this many clusterings.
MOST_WRITTEN = 12


def scores(
    data: Any,
    found: Any = None,
    metrics: Iterable[str] | str | None = None,
    *,
    nodes: NodeBase = None,
    ax: Axes | None = None,
) -> Axes:
    """Scores as dots, with their intervals, and a bar where chance alone would put them, if those were asked for.

    `data` is a Comparison, which has a line per metric, or a Ranking, which has one per result and
    a colour per metric; or the truth, with `found` to compare by `metrics`. Distances without an
    upper bound are left out, unless all are.
    """
    if not isinstance(data, Comparison | Comparisons):
        if found is None:
            raise InputError(
                f"found is missing beside {type(data).__name__}: give a comparison, a ranking, or truth and found"
            )
        data = compare(data, found, metrics, nodes=nodes)
    dots = score_dots(data)
    shown = [place for place, bounded in enumerate(dots.bounded) if bounded] or list(
        range(len(dots.metrics))
    )
    single = isinstance(data, Comparison)
    lines = len(shown) if single else len(dots.results)
    ax = axes_for(ax, 6.4, 1.0 + (0.3 if single else 0.2 + 0.14 * len(shown)) * max(lines, 2))
    palette = palette_for(ax)
    handles = []
    for place, metric in enumerate(shown):
        colour = palette.found if single else palette.series[place % len(palette.series)]
        marker = MARKERS[0 if single else place % len(MARKERS)]
        shift = 0.0 if single else 0.7 * ((place + 0.5) / len(shown) - 0.5)
        rows = np.array([place]) if single else np.arange(len(dots.results)) + shift
        handles.append(_draw_dots(ax, dots, metric, rows, colour, marker))
    if single:
        name_ticks(ax.yaxis, range(lines), [_metric_name(dots, metric) for metric in shown])
    else:
        name_ticks(ax.yaxis, range(lines), dots.results)
        line_legend(ax, handles)
    ax.set_ylim(lines - 0.5, -0.5)
    values = dots.values[:, shown]
    if any(dots.bounded):
        ax.set_xlim(values.min(initial=0.0) - 0.02, values.max(initial=1.0) + 0.02)
    ax.grid(axis="x", color=palette.faint, linewidth=0.6)
    if not single:
        for line in range(1, lines):
            ax.axhline(line - 0.5, color=palette.faint, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.tick_params(axis="y", length=0)
    marks = (("line: its interval", dots.low), ("bar: expected by chance", dots.expected))
    marked = [words for words, table in marks if not np.isnan(table[:, shown]).all()]
    ax.set_xlabel(", ".join(["dot: score", *marked]) if marked else "score")
    hide_spines(ax, "top", "right", "left")
    return ax


def _draw_dots(ax: Axes, dots: ScoreDots, metric: int, rows: Any, colour: str, marker: str) -> Any:
    """The dots of a metric, a row each, with intervals and chance; returns what to show in a legend."""
    ax.hlines(rows, dots.low[:, metric], dots.high[:, metric], color=colour, linewidth=2, alpha=0.6)
    expected = dots.expected[:, metric]
    ax.scatter(expected, rows, 70, marker="|", color=colour, linewidths=1.8)
    name = _metric_name(dots, metric)
    (drawn,) = ax.plot(
        dots.values[:, metric], rows, marker, color=colour, markersize=6, label=name, zorder=3
    )
    return drawn


def _metric_name(dots: ScoreDots, metric: int) -> str:
    return dots.metrics[metric] + (" (lower is better)" if dots.distances[metric] else "")


def similarity(
    ranking: Ranking, metric: str = "f1p", *, max_clusterings: int = 40, ax: Axes | None = None
) -> Axes:
    """How like each other the truth and the results of a ranking are: a heat map, and the tree of average linkage.

    A row has its clustering as truth, a column as found.
    """
    if not isinstance(ranking, Ranking):
        raise InputError(
            f"got {type(ranking).__name__}: give a ranking, as in accord.rank(truth, results)"
        )
    likeness = similarity_map(ranking, metric, max_clusterings)
    n = len(likeness.names)
    ax = axes_for(ax, 2.2 + 0.44 * max(n, 4), 1.3 + 0.5 * max(n, 4))
    palette = palette_for(ax)
    colours = colour_scale(palette)
    colours = colours.reversed() if likeness.distance else colours
    least, greatest = min(float(likeness.matrix.min()), 0.9), max(float(likeness.matrix.max()), 0.1)
    low, high = (
        (0.0, greatest) if likeness.distance else (np.floor(10 * least) / 10, max(greatest, 1.0))
    )
    image = ax.imshow(likeness.matrix, cmap=colours, vmin=low, vmax=high, aspect="equal")
    if n <= MOST_WRITTEN:
        cells = image.to_rgba(likeness.matrix)
        for (row, column), value in np.ndenumerate(likeness.matrix):
            ink = ink_on(cells[row, column])
            ax.text(
                column, row, f"{value:.2f}", ha="center", va="center", color=ink, fontsize="x-small"
            )
    name_ticks(ax.yaxis, range(n), likeness.names)
    name_ticks(ax.xaxis, range(n), likeness.names, rotation=90)
    for axis in (ax.xaxis, ax.yaxis):
        axis.get_ticklabels()[likeness.truth].set_fontweight("bold")
    ax.tick_params(length=0)
    hide_spines(ax, "top", "right", "bottom", "left")
    _draw_tree(ax, likeness, palette)
    bar = ax.figure.colorbar(image, ax=ax, shrink=0.6, aspect=12)
    bar.set_label(metric)
    bar.outline.set_visible(False)
    return ax


def _draw_tree(ax: Axes, likeness: SimilarityMap, palette: Palette) -> None:
    """The tree above the map, its leaves at the columns."""
    n = len(likeness.names)
    tree = ax.inset_axes((0, 1.01, 1, 0.22))
    tree.set_axis_off()
    places, heights = [float(leaf) for leaf in range(n)], [0.0] * n
    for merge in likeness.merges:
        first, second = places[merge.first], places[merge.second]
        xs = (first, first, second, second)
        ys = (heights[merge.first], merge.height, merge.height, heights[merge.second])
        tree.plot(xs, ys, color=palette.muted, linewidth=1, solid_joinstyle="miter")
        places.append((first + second) / 2)
        heights.append(merge.height)
    tree.set_xlim(-0.5, n - 0.5)
    tree.set_ylim(0, 1.1 * max(heights) or 1)
