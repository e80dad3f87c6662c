"""Helpers of all plots: axes to draw on, colours that suit the background, labels, legends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from accord._compare.comparison import Comparison
from accord._compare.ranking import Ranking
from accord._display.names import shortened
from accord._display.numbers import compact
from accord._display.palette import DARK, LIGHT, Palette
from accord._explain.explain import explain
from accord._explain.explanation import Explanation
from accord._explain.verdicts import VERDICTS
from accord.errors import InputError, need_package

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.legend import Legend

    from accord._foundation.node_base import NodeBase

_MAX_NAME_LENGTH = 24


def as_explanation(data: Any, found: Any, nodes: NodeBase) -> Explanation:
    """Return an explanation unchanged, or explain a comparison, or truth and found."""
    if isinstance(data, Ranking):
        raise InputError(
            "a ranking has several results: explain one of them, as in accord.explain(truth, found)"
        )
    if not isinstance(data, Explanation | Comparison):
        if found is None:
            raise InputError(
                f"got {type(data).__name__} without found: give an explanation, or truth and found"
            )
        return explain(data, found, nodes=nodes)
    if found is not None:
        raise InputError(
            f"got {type(data).__name__} and found: give either that alone, or truth and found"
        )
    if isinstance(data, Explanation):
        return data
    subject = data.subject
    if subject is None:
        raise InputError(
            "a comparison of a ranking does not keep its clusterings: give truth and found"
        )
    return explain(subject.truth, subject.found, nodes=subject.nodes, threads=subject.threads)


def axes_for(ax: Axes | None, width: float, height: float) -> Axes:
    """Return the axes given, or those of a new figure of this size in inches."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError:
        raise need_package("matplotlib", "plot", "a plot") from None
    axes: Axes = pyplot.subplots(figsize=(width, height), layout="constrained")[1]
    return axes


def palette_for(ax: Axes) -> Palette:
    """Return the colours that are visible on the background of the axes."""
    return DARK if luminance(ax.get_facecolor()) < 0.2 else LIGHT


def luminance(colour: Any) -> float:
    """Return the relative luminance of a colour, from 0 (black) to 1 (white)."""
    from matplotlib.colors import to_rgb

    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in to_rgb(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ink_on(colour: Any) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    return "#000000" if luminance(colour) > 0.18 else "#ffffff"


def colour_scale(palette: Palette) -> Any:
    """Return the colour map of a palette."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("accord", palette.scale)


def verdict_colour(palette: Palette, verdict: int | None) -> str:
    return palette.neutral if verdict is None else palette.verdicts[VERDICTS[verdict]]


def verdict_legend(
    ax: Axes, palette: Palette, verdicts: Iterable[int], *others: Any, centred: bool = False
) -> None:
    """Draw a legend of the verdicts and of `others` above the axes."""
    from matplotlib.patches import Patch

    handles = [
        Patch(facecolor=verdict_colour(palette, verdict), label=VERDICTS[verdict])
        for verdict in sorted(set(verdicts))
    ]
    line_legend(ax, [*handles, *others], centred=centred)


def line_legend(ax: Axes, handles: Sequence[Any], *, centred: bool = False) -> None:
    """Draw a legend above the axes, in one line or as many as the width of the axes needs.

    It is centred above axes that names on both sides will make narrower.
    """
    share = 0.8 if centred else 1.0
    for columns in range(max(len(handles), 1), 0, -1):
        legend = ax.legend(
            handles=handles,
            loc="lower center" if centred else "lower left",
            bbox_to_anchor=(0.5 if centred else 0.0, 1.0),
            ncols=columns,
            frameon=False,
            borderaxespad=0.2,
            handlelength=1,
            handletextpad=0.4,
            columnspacing=1.2,
        )
        if legend.get_window_extent().width <= share * ax.get_window_extent().width:
            break
    _keep_title_above(ax, legend)


def _keep_title_above(ax: Axes, legend: Legend) -> None:
    """Make a title of the axes go above a legend that is there.

    Matplotlib puts titles above all axes inside the axes: so there is an invisible one at the place
    of the legend, wherever the layout moves that.
    """
    place = ax.inset_axes((0, 1, 1, 0))
    place.set_visible(False)
    place.xaxis.set_ticks_position("bottom")  # of axes without, as in styles, their ticks count
    place.set_axes_locator(
        lambda _, renderer: legend.get_window_extent(renderer).transformed(
            ax.figure.transSubfigure.inverted()
        )
    )


def width_of(ax: Axes, text: str) -> float:
    """Return the width of a label of the axes, as a share of the width of the axes."""
    label = ax.text(0, 0, text, fontsize=ax.xaxis.label.get_fontsize())
    width: float = label.get_window_extent().width / ax.get_window_extent().width
    label.remove()
    return width


def count_ticks(axis: Any) -> None:
    """Put the ticks of an axis of counts at integers."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))
    axis.set_major_formatter(lambda value, _: compact(value))


def name_ticks(
    axis: Any,
    ticks: Sequence[float],
    names: Iterable[object],
    max_length: int = _MAX_NAME_LENGTH,
    **style: Any,
) -> None:
    """Label ticks with names; a dollar sign in a name does not start a formula."""
    axis.set_ticks(ticks, [short_name(name, max_length) for name in names], **style)
    for label in axis.get_ticklabels():
        label.set_parse_math(False)


def short_name(name: object, max_length: int = _MAX_NAME_LENGTH) -> str:
    """Return a name on one line, cut if it is long."""
    line = "".join(letter if letter.isprintable() else " " for letter in str(name)).strip()
    return shortened(line, max_length)


def hide_spines(ax: Axes, *sides: str) -> None:
    """Hide the frame of the axes on these sides."""
    for side in sides:
        ax.spines[side].set_visible(False)
