"""Plots as panels of a figure: titles, legends and labels have room beside each other."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from matplotlib import pyplot
from matplotlib.axes import Axes

import accord
from accord import plot

TRUTH = [[1, 2, 3], [4, 5, 6], [7, 8], [9, 10, 11, 12]]
FOUND = [[1, 2, 3], [4, 5], [6, 7, 8], [9, 10], [11, 12]]
WHY = accord.explain(TRUTH, FOUND)
RANKING = accord.rank(
    TRUTH, {"one result": FOUND, "another": TRUTH}, ["f1h", "omega"], baseline=True, interval=True
)
PANELS: dict[str, tuple[Callable[..., Axes], Any]] = {
    "sizes": (plot.sizes, WHY),
    "match_by_size": (plot.match_by_size, WHY),
    "flows": (plot.flows, WHY),
    "verdicts": (plot.verdicts, WHY),
    "scores": (plot.scores, RANKING),
}


@pytest.mark.parametrize("ticks", [True, False])
@pytest.mark.parametrize("layout", ["constrained", None])
@pytest.mark.parametrize("loc", ["left", "center"])
@pytest.mark.parametrize(("draw", "data"), PANELS.values(), ids=PANELS)
def test_a_title_is_above_the_legend(
    draw: Callable[..., Axes], data: Any, loc: Any, layout: Any, ticks: bool
) -> None:
    with pyplot.rc_context({"font.size": 8, "xtick.bottom": ticks}):
        figure, (left, right) = pyplot.subplots(1, 2, figsize=(7, 2.8), layout=layout)
        for axes in (left, right):
            draw(data, ax=axes)
        title = right.set_title("(b) A title", loc=loc)
        figure.canvas.draw()
    legend = right.get_legend().get_window_extent()
    assert title.get_window_extent().y0 >= legend.y1
    assert legend.y0 >= right.get_window_extent().y1 - 1
    if layout is not None:
        assert title.get_window_extent().y1 <= figure.bbox.y1


def test_titles_of_panels_in_a_subfigure_are_above_the_legend() -> None:
    whole = pyplot.figure(figsize=(7, 2.8), layout="constrained")
    axes = whole.subfigures(1, 2)[1].subplots()
    plot.verdicts(WHY, ax=axes)
    title = axes.set_title("title")
    whole.canvas.draw()
    legend = axes.get_legend().get_window_extent()
    assert legend.y1 <= title.get_window_extent().y0 < legend.y1 + 20


def test_the_label_of_scores_stays_in_its_half_of_a_figure() -> None:
    with pyplot.rc_context({"font.size": 8}):
        figure, panels = pyplot.subplots(1, 2, figsize=(7, 2.8), layout="constrained")
        for axes in panels:
            plot.scores(RANKING, ax=axes)
        figure.canvas.draw()
    assert panels[0].get_xlabel() == (
        "symbol: score, line: 95 % interval,\nbar: expected by chance"
    )
    boxes = [axes.get_tightbbox() for axes in panels]
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
    assert boxes[1].x1 <= figure.bbox.x1
    assert "\n" not in plot.scores(RANKING).get_xlabel()  # where there is room
