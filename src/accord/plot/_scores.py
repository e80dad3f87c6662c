"""Plots of scores, and of the similarity of results to each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._compare.compare import compare
from accord._compare.comparison import Comparison
from accord._compare.comparisons import Comparisons
from accord._compare.ranking import Ranking
from accord.errors import InputError
from accord.metrics import DEFAULT_METRIC
from accord.plot._axes import (
    axes_for,
    colour_scale,
    hide_spines,
    ink_on,
    line_legend,
    name_ticks,
    palette_for,
    width_of,
)
from accord.quality._results import Scores, ScoresByClustering
from accord.views import ScoreDots, SimilarityMap, score_dots, similarity_map

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from accord._display.palette import Palette
    from accord._foundation.node_base import NodeBase

_MARKERS = "osD^vPX*"
#: Maximum number of characters of a metric with its options.
_MAX_METRIC_LENGTH = 44
#: Maximum width of a line of a label, as a share of the width of the axes before names are drawn.
_MAX_LABEL_WIDTH = 0.85
#: Cells are annotated in a map of at most this many clusterings.
_MAX_ANNOTATED = 12
#: Height of the tree above a map of similarities, as a fraction of the height of the map.
_TREE_HEIGHT = 0.22


def scores(
    data: Any,
    found: Any = None,
    metrics: Iterable[str] | str | None = None,
    *,
    nodes: NodeBase = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw scores as dots, with their intervals and baselines if the result has them.

    `data` is a Comparison or the result of `score`, which has a line per metric, or a Ranking,
    which has one per result and a colour per metric; or the truth, with `found` to compare by
    `metrics`; or a view with scores. Metrics without an upper bound are left out, unless there are
    no others.
    """
    if not isinstance(data, ScoreDots | Comparison | Comparisons | Scores | ScoresByClustering):
        if found is None:
            raise InputError(
                f"got {type(data).__name__} without found: "
                "give a comparison, a ranking, or truth and found"
            )
        data = compare(data, found, metrics, nodes=nodes)
    dots = data if isinstance(data, ScoreDots) else score_dots(data)
    bounded = [column for column, is_bounded in enumerate(dots.bounded) if is_bounded]
    shown = bounded or list(range(len(dots.metrics)))
    single = isinstance(data, Comparison | Scores)
    lines = len(shown) if single else len(dots.results)
    ax = axes_for(ax, 6.4, 1.0 + (0.3 if single else 0.2 + 0.14 * len(shown)) * max(lines, 2))
    palette = palette_for(ax)
    handles = []
    for index, metric in enumerate(shown):
        colour = palette.found if single else palette.series[index % len(palette.series)]
        marker = _MARKERS[0 if single else index % len(_MARKERS)]
        shift = 0.0 if single else 0.7 * ((index + 0.5) / len(shown) - 0.5)
        rows = np.array([index]) if single else np.arange(len(dots.results)) + shift
        handles.append(_draw_dots(ax, dots, metric, rows, colour, marker))
    if single:
        metrics_shown = [_metric_name(dots, metric) for metric in shown]
        name_ticks(ax.yaxis, range(lines), metrics_shown, max_length=_MAX_METRIC_LENGTH)
    else:
        name_ticks(ax.yaxis, range(lines), dots.results)
        line_legend(ax, handles)
    ax.set_ylim(lines - 0.5, -0.5)
    values = dots.values[:, shown]
    if bounded:
        ax.set_xlim(np.nanmin(values, initial=0.0) - 0.02, np.nanmax(values, initial=1.0) + 0.02)
    ax.grid(axis="x", color=palette.faint, linewidth=0.6)
    if not single:
        for line in range(1, lines):
            ax.axhline(line - 0.5, color=palette.faint, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.tick_params(axis="y", length=0)
    level = "" if dots.confidence is None else f"{100 * dots.confidence:g} % "
    marks = ((f"line: {level}interval", dots.low), ("bar: expected by chance", dots.expected))
    marked = [text for text, table in marks if not np.isnan(table[:, shown]).all()]
    symbol = "dot" if single or len(shown) == 1 else "symbol"
    ax.set_xlabel(_in_lines(ax, [f"{symbol}: score", *marked]) if marked else "score")
    hide_spines(ax, "top", "right", "left")
    return ax


def _in_lines(ax: Axes, parts: Sequence[str]) -> str:
    """Join the parts of a label with commas, on as many lines as the width of the axes needs."""
    lines = [parts[0]]
    for part in parts[1:]:
        longer = f"{lines[-1]}, {part}"
        if width_of(ax, longer) <= _MAX_LABEL_WIDTH:
            lines[-1] = longer
        else:
            lines.append(part)
    return ",\n".join(lines)


def _draw_dots(ax: Axes, dots: ScoreDots, metric: int, rows: Any, colour: str, marker: str) -> Any:
    """Draw the dots of a metric with intervals and baselines; return the handle for a legend."""
    ax.hlines(rows, dots.low[:, metric], dots.high[:, metric], color=colour, linewidth=2, alpha=0.6)
    expected = dots.expected[:, metric]
    ax.scatter(expected, rows, s=70, marker="|", color=colour, linewidths=1.8)
    name = _metric_name(dots, metric)
    (drawn,) = ax.plot(
        dots.values[:, metric], rows, marker, color=colour, markersize=6, label=name, zorder=3
    )
    return drawn


def _metric_name(dots: ScoreDots, metric: int) -> str:
    return dots.metrics[metric] + (" (lower is better)" if dots.distances[metric] else "")


def similarity(
    ranking: Ranking,
    metric: str = DEFAULT_METRIC,
    *,
    max_clusterings: int = 40,
    ax: Axes | None = None,
) -> Axes:
    """Draw the similarity of the truth and the results of a ranking, with a tree above it.

    The tree is that of average linkage. A row has its clustering as truth, a column as found. At
    most `max_clusterings` are shown: the truth and the best results.
    """
    if not isinstance(ranking, Ranking):
        raise InputError(
            f"got {type(ranking).__name__}: give a ranking, as in accord.rank(truth, results)"
        )
    view = similarity_map(ranking, metric, max_clusterings)
    n = len(view.names)
    ax = axes_for(ax, 2.2 + 0.44 * max(n, 4), 1.3 + 0.5 * max(n, 4))
    palette = palette_for(ax)
    colours = colour_scale(palette)
    colours = colours.reversed() if view.distance else colours
    least, greatest = min(float(view.matrix.min()), 0.9), max(float(view.matrix.max()), 0.1)
    low, high = (
        (0.0, greatest) if view.distance else (np.floor(10 * least) / 10, max(greatest, 1.0))
    )
    image = ax.imshow(view.matrix, cmap=colours, vmin=low, vmax=high, aspect="auto")
    if n <= _MAX_ANNOTATED:
        cells = image.to_rgba(view.matrix)
        for (row, column), value in np.ndenumerate(view.matrix):
            ink = ink_on(cells[row, column])
            ax.text(
                column, row, f"{value:.2f}", ha="center", va="center", color=ink, fontsize="x-small"
            )
    name_ticks(ax.yaxis, range(n), view.names)
    name_ticks(ax.xaxis, range(n), view.names, rotation=90)
    for axis in (ax.xaxis, ax.yaxis):
        axis.get_ticklabels()[view.truth_index].set_fontweight("bold")
    ax.tick_params(length=0)
    hide_spines(ax, "top", "right", "bottom", "left")
    _draw_tree(ax, view, palette)
    colorbar = ax.figure.colorbar(image, ax=ax, shrink=0.6, aspect=12)
    colorbar.set_label(metric)
    colorbar.outline.set_visible(False)
    return ax


def _draw_tree(ax: Axes, view: SimilarityMap, palette: Palette) -> None:
    """Draw the tree above the map, its leaves at the columns.

    Its highest merge is `_TREE_HEIGHT` times as high as the map.
    """
    n = len(view.names)
    bottom, height = -0.55, _TREE_HEIGHT * n
    highest = max((merge.height for merge in view.merges), default=0.0) or 1.0
    centres, tops = [float(leaf) for leaf in range(n)], [bottom] * n
    for merge in view.merges:
        first, second = centres[merge.first], centres[merge.second]
        top = bottom - height * merge.height / highest
        ax.plot(
            (first, first, second, second),
            (tops[merge.first], top, top, tops[merge.second]),
            color=palette.muted,
            linewidth=1,
            solid_joinstyle="miter",
        )
        centres.append((first + second) / 2)
        tops.append(top)
    ax.set_xlim(-0.5, n - 0.5)
    ax.set_ylim(n - 0.5, bottom - 1.05 * height)
