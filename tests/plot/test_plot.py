"""Every plot: what it shows, on which axes, and that it can be saved."""

import io
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

import accord
from accord import plot, views
from accord._display.palette import DARK, LIGHT
from accord._explain.verdicts import VERDICTS

BLOCKS = [list(range(10 * start, 10 * start + 10)) for start in range(9)]
TRUTH = {
    "whole": [*BLOCKS[0], *BLOCKS[1]],
    "left": BLOCKS[2],
    "right": BLOCKS[3],
    "same": BLOCKS[4],
    "gone": BLOCKS[5],
    "near": BLOCKS[6],
}
FOUND = {
    "first": BLOCKS[0],
    "second": BLOCKS[1],
    "both": [*BLOCKS[2], *BLOCKS[3]],
    "same": BLOCKS[4],
    "near": BLOCKS[6][1:],
    "new": BLOCKS[7],
}
RESULTS = {"found": FOUND, "truth again": TRUTH, "one": [list(range(70))]}

WHY = accord.explain(TRUTH, FOUND)
PICTURES: dict[str, Callable[..., Axes]] = {
    "sizes": plot.sizes,
    "match_by_size": plot.match_by_size,
    "overlap_matrix": plot.overlap_matrix,
    "flows": plot.flows,
    "verdicts": plot.verdicts,
}
every = pytest.mark.parametrize("draw", PICTURES.values(), ids=PICTURES)


def words(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def legend(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.get_legend().get_texts()]


def tick_labels(axis: Any) -> list[str]:
    return [label.get_text() for label in axis.get_ticklabels()]


def colours(artists: Any) -> list[str]:
    return [to_hex(artist.get_facecolor()) for artist in artists]


# ---- what is on them -----------------------------------------------------------------------------


def test_sizes_has_a_bar_per_side_and_bin() -> None:
    ax = plot.sizes(WHY)
    histogram = views.size_histogram(WHY)
    truth, found = ax.containers
    assert [bar.get_height() for bar in truth] == histogram.truth.tolist()
    assert [bar.get_height() for bar in found] == histogram.found.tolist()
    assert set(colours(truth)) == {LIGHT.truth}
    assert set(colours(found)) == {LIGHT.found}
    assert legend(ax) == ["truth", "found"]
    assert ax.get_xlabel() == "cluster size (nodes)"
    assert tick_labels(ax.xaxis) == ["8", "16", "32"]


def test_sizes_of_very_many_clusters_are_on_a_logarithmic_axis() -> None:
    labels = np.repeat(np.arange(200), 2)
    assert plot.sizes([*labels, *[200] * 9], [*labels, *[200] * 9]).get_yscale() == "log"
    assert plot.sizes(WHY).get_yscale() == "linear"


@pytest.mark.parametrize("side", ["truth", "found"])
def test_match_by_size_has_a_dot_per_cluster(side: Any) -> None:
    ax = plot.match_by_size(WHY, side=side)
    clusters = getattr(WHY, side)
    dots = {
        (*map(float, place), to_hex(colour))
        for drawn in ax.collections[:-1]
        for place in drawn.get_offsets()
        for colour in drawn.get_facecolor()
    }
    wanted = {
        (size, f1, LIGHT.verdicts[VERDICTS[verdict]])
        for size, f1, verdict in zip(clusters.sizes, clusters.f1, clusters.verdict, strict=True)
    }
    assert dots == wanted
    assert legend(ax) == [
        *(word for word in VERDICTS if LIGHT.verdicts[word] in {dot[2] for dot in dots}),
        "median",
    ]
    assert ax.get_xlabel() == f"size of the {side} cluster (nodes)"


def test_match_by_size_counts_many_clusters_in_cells() -> None:
    ax = plot.match_by_size(WHY, max_points=2)
    cells, medians = ax.collections
    assert len(cells.get_paths()) == len(views.match_cloud(WHY, max_points=2).cells.counts)
    assert len(medians.get_paths()) == np.count_nonzero(~np.isnan(views.match_cloud(WHY).median))


def test_overlap_matrix_shows_shares_and_names() -> None:
    ax = plot.overlap_matrix(WHY)
    matrix = views.overlap_matrix(WHY)
    (mesh,) = ax.collections
    assert np.array_equal(mesh.get_array(), matrix.amounts / matrix.truth_sizes[:, None])
    assert tick_labels(ax.yaxis) == list(matrix.truth_names)
    assert tick_labels(ax.xaxis) == list(matrix.found_names)
    assert sorted(words(ax)) == sorted(
        f"{amount:g}" for amount in matrix.amounts[matrix.amounts > 0]
    )
    assert ax.get_ylabel() == "truth clusters"
    assert plot.overlap_matrix(WHY, max_clusters=2).get_ylabel() == "2 of 6 truth clusters"


def test_flows_has_a_band_per_link_and_a_bar_per_cluster() -> None:
    ax = plot.flows(WHY)
    view = views.flows(WHY)
    bands, bars = ax.patches[: len(view.links)], ax.patches[len(view.links) :]
    assert len(bars) == len(view.truth) + len(view.found)
    wanted = [
        VERDICTS[view.truth[link.truth].verdict]
        if view.truth[link.truth].verdict is not None
        else None
        for link in view.links
    ]
    assert colours(bands) == [
        LIGHT.neutral if word is None else LIGHT.verdicts[word] for word in wanted
    ]
    heights = [bar.get_height() for bar in bars]
    amounts = [bar.amount for bars in (view.truth, view.found) for bar in bars]
    assert np.array(heights) / max(heights) == pytest.approx(np.array(amounts) / max(amounts))
    names = [f"{bar.name} ({bar.amount:g})" for bars in (view.truth, view.found) for bar in bars]
    caption = "6 truth clusters, 6 found\nsizes in nodes"
    assert words(ax) == [*names, "truth", "found", caption]
    assert legend(ax) == ["exact", "close", "split", "merged", "missed", "outside"]


def test_flows_name_clusters_with_their_sizes_where_they_overlap() -> None:
    ax = plot.flows({"t": [1, 2, 3]}, {"a": [1, 2, 3], "b": [2, 3]})
    assert words(ax)[:3] == ["t (3)", "a (3)", "b (2)"]


def test_bars_of_flows_do_not_overlap_nor_do_their_names() -> None:
    truth = accord.generate_cover(3000, 60, seed=1)
    ax = plot.flows(truth, accord.perturb(truth, move=0.3, seed=2))
    ax.figure.canvas.draw()
    for side in ("right", "left"):
        boxes = [
            text.get_window_extent()
            for text in ax.texts
            if text.get_ha() == side and text.get_va() == "center"
        ]
        assert len(boxes) >= 12
        edges = sorted((box.y0, box.y1) for box in boxes)
        assert all(below[1] <= above[0] for below, above in pairwise(edges))
    bars = [patch for patch in ax.patches if hasattr(patch, "get_height")]
    for x in {bar.get_x() for bar in bars}:
        ends = sorted(
            (bar.get_y(), bar.get_y() + bar.get_height()) for bar in bars if bar.get_x() == x
        )
        assert all(below[1] < above[0] for below, above in pairwise(ends))


@pytest.mark.parametrize(
    ("by", "label"), [("size", "nodes"), ("clusters", "number of clusters"), ("cost", "f1h")]
)
def test_verdicts_divide_each_side(by: Any, label: str) -> None:
    ax = plot.verdicts(WHY, by=by)
    totals = WHY.totals()
    for row, side in enumerate(("truth", "found")):
        parts = [bar for bar in ax.patches if round(bar.get_y() + bar.get_height() / 2) == row]
        amounts = [getattr(totals[side][word], by) for word in VERDICTS if word in totals[side]]
        shares = np.array([amount for amount in amounts if amount]) / sum(amounts)
        assert [bar.get_width() for bar in parts] == pytest.approx(shares)
        wanted = [
            LIGHT.verdicts[word]
            for word in VERDICTS
            if word in totals[side] and getattr(totals[side][word], by)
        ]
        assert colours(parts) == wanted
    assert label in ax.get_xlabel()
    assert tick_labels(ax.yaxis) == ["truth", "found"]


def test_scores_of_a_comparison_have_a_line_per_metric() -> None:
    metrics = ["f1p", "f1h", "nvd", "vi"]
    comparison = accord.compare(
        TRUTH, FOUND, metrics, nodes="union", baseline=True, interval=True, repeats=20
    )
    ax = plot.scores(comparison)
    assert tick_labels(ax.yaxis) == ["f1p", "f1h", "nvd (lower is better)"]
    assert [line.get_xdata()[0] for line in ax.lines] == [
        float(comparison[name]) for name in ("f1p", "f1h", "nvd")
    ]
    assert ax.get_xlabel() == "dot: score, line: 95 % interval, bar: expected by chance"
    for row, name in enumerate(("f1p", "f1h", "nvd")):
        interval, chance = ax.collections[2 * row : 2 * row + 2]
        known = comparison.intervals[name]
        assert interval.get_segments()[0].tolist() == [[known.low, row], [known.high, row]]
        assert chance.get_offsets().tolist() == [[comparison.baselines[name].expected, row]]


def test_scores_of_a_ranking_have_a_line_per_result_and_a_colour_per_metric() -> None:
    ranking = accord.rank(TRUTH, RESULTS, ["f1p", "f1h"])
    ax = plot.scores(ranking)
    assert tick_labels(ax.yaxis) == list(ranking)
    dots = [line for line in ax.lines if line.get_linestyle() == "None"]
    assert [line.get_xdata().tolist() for line in dots] == [
        [float(one[metric]) for one in ranking.values()] for metric in ("f1p", "f1h")
    ]
    assert [line.get_color() for line in dots] == list(LIGHT.series[:2])
    assert len({line.get_marker() for line in dots}) == 2
    assert legend(ax) == ["f1p", "f1h"]
    assert ax.get_xlabel() == "score"


def test_scores_say_the_confidence_of_intervals_and_what_the_marks_are() -> None:
    options = {"interval": True, "confidence": 0.9, "repeats": 20}
    several = accord.rank(TRUTH, RESULTS, ["f1p", "f1h"], **options)
    assert plot.scores(several).get_xlabel() == "symbol: score, line: 90 % interval"
    single = accord.rank(TRUTH, RESULTS, ["f1h"], **options)
    assert plot.scores(single).get_xlabel() == "dot: score, line: 90 % interval"


def test_scores_of_distances_alone() -> None:
    ax = plot.scores(TRUTH, TRUTH | {"near": BLOCKS[6][1:], "far": BLOCKS[6][:1]}, ["vi"])
    assert tick_labels(ax.yaxis) == ["vi (lower is better)"]


def test_similarity_is_a_map_with_a_tree() -> None:
    ranking = accord.rank(TRUTH, RESULTS, ["f1h"])
    likeness = views.similarity_map(ranking, "f1h")
    ax = plot.similarity(ranking, "f1h")
    (image,) = ax.images
    assert np.array_equal(image.get_array(), likeness.matrix)
    assert tick_labels(ax.yaxis) == tick_labels(ax.xaxis) == list(likeness.names)
    assert words(ax) == [f"{value:.2f}" for value in likeness.matrix.ravel()]
    bold = [
        label.get_text() for label in ax.yaxis.get_ticklabels() if label.get_fontweight() == "bold"
    ]
    assert bold == ["truth"]
    # The map ends at -0.5, and the tree above it grows towards lower values.
    tops = np.array([-0.55 - min(line.get_ydata()) for line in ax.lines])
    heights = np.array([merge.height for merge in likeness.merges])
    assert tops / tops.max() == pytest.approx(heights / heights.max())


def test_small_distances_have_strong_colours() -> None:
    ranking = accord.rank([[1, 2], [3]], {"same": [[1, 2], [3]], "other": [[1], [2, 3]]}, ["nvd"])
    (image,) = plot.similarity(ranking, "nvd").images
    assert to_hex(image.to_rgba(0.0)) == LIGHT.scale[1]


# ---- how they are made ---------------------------------------------------------------------------


@every
def test_a_comparison_an_explanation_and_two_clusterings_give_the_same_picture(
    draw: Callable[..., Axes],
) -> None:
    given = [(WHY,), (accord.compare(TRUTH, FOUND),), (TRUTH, FOUND)]
    drawn = [draw(*data) for data in given]
    assert (
        len(
            {
                str([words(ax), tick_labels(ax.xaxis), len(ax.patches), len(ax.collections)])
                for ax in drawn
            }
        )
        == 1
    )


@every
def test_given_axes_are_used(draw: Callable[..., Axes]) -> None:
    figure, (other, mine) = pyplot.subplots(1, 2)
    pyplot.sca(other)
    assert draw(WHY, ax=mine) is mine
    assert pyplot.gca() is other
    assert pyplot.get_fignums() == [figure.number]
    assert not other.has_data()


@every
def test_without_axes_one_figure_is_made_and_settings_are_unchanged(
    draw: Callable[..., Axes],
) -> None:
    before = dict(pyplot.rcParams)
    ax = draw(WHY)
    assert [ax.figure.number] == pyplot.get_fignums()
    assert dict(pyplot.rcParams) == before


@every
def test_colours_are_light_on_a_dark_background(draw: Callable[..., Axes]) -> None:
    with pyplot.style.context("dark_background"):
        ax = draw(WHY)
        ax.figure.canvas.draw()
    used = {to_hex(patch.get_facecolor()) for patch in ax.patches}
    used |= {to_hex(colour) for drawn in ax.collections for colour in drawn.get_facecolor()}
    assert used & {DARK.truth, DARK.scale[1], *DARK.verdicts.values()}
    assert not used & {LIGHT.truth, LIGHT.scale[1], *LIGHT.verdicts.values()}


CASES = {
    "alike": (TRUTH, TRUTH),
    "one cluster": ([[1, 2, 3]], [[1, 2, 3]]),
    "nothing in common": ([[1, 2], [3]], [[4, 5]]),
    "fuzzy": ([{1: 0.5, 2: 1.0}, {1: 0.5, 3: 0.25}], [{1: 1.0}, {2: 0.5, 3: 0.5}]),
    "many": (
        accord.generate_cover(3000, 700, 1.5, seed=1),
        accord.generate_cover(3000, 700, 1.5, seed=2),
    ),
    "odd names": (
        {"$a^$": [1], "$": [2], "x" * 99: [3], "two\nlines": [4], "_": [5]},
        {None: [1, 2], 2.5: [3], (): [4, 5]},
    ),
    "weights": (
        accord.Clustering.from_clusters([[1, 2], [3]], weights={1: 0.001, 2: 5e6, 3: 1}),
        [[1], [2, 3]],
    ),
}


@every
@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_pictures_are_saved_in_every_format(draw: Callable[..., Axes], kind: str) -> None:
    file = io.BytesIO()
    draw(WHY).figure.savefig(file, format=kind)
    assert file.getvalue().startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[kind])


@every
@pytest.mark.parametrize("case", CASES)
def test_pictures_of_all_kinds_of_clusterings_are_drawn_without_a_warning(
    draw: Callable[..., Axes], case: str
) -> None:
    ax = draw(*CASES[case])
    ax.figure.canvas.draw()
    assert ax.has_data() or ax.patches


@every
def test_a_side_left_empty_by_the_node_base_is_drawn(draw: Callable[..., Axes]) -> None:
    draw([[1, 2], [3]], [[7, 8]], nodes="truth").figure.canvas.draw()


@pytest.mark.parametrize("count", [1, 2, 30])
def test_scores_and_similarity_of_any_number_of_results(count: int) -> None:
    results = {
        f"result ${number}": accord.generate_cover(60, 6, seed=number) for number in range(count)
    }
    ranking = accord.rank(accord.generate_cover(60, 6, seed=99), results, ["f1p", "omega", "onmi"])
    for ax in (plot.scores(ranking), plot.similarity(ranking)):
        ax.figure.savefig(io.BytesIO(), format="svg")


# ---- what goes wrong -----------------------------------------------------------------------------


@every
def test_error_for_wrong_data_says_what_to_pass(draw: Callable[..., Axes]) -> None:
    ranking = accord.rank(TRUTH, RESULTS, ["f1h"])
    with pytest.raises(accord.InputError, match="explain one of them"):
        draw(ranking)
    with pytest.raises(accord.InputError, match="give truth and found"):
        draw(ranking["one"])
    with pytest.raises(accord.InputError, match="got dict without found"):
        draw(TRUTH)
    with pytest.raises(accord.InputError, match="either that alone, or truth and found"):
        draw(WHY, FOUND)
    assert not pyplot.get_fignums()


def test_other_wrong_arguments_raise() -> None:
    with pytest.raises(accord.UnknownNameError, match="choose from size, clusters, cost"):
        plot.verdicts(WHY, by="weight")
    with pytest.raises(accord.InputError, match="give a ranking"):
        plot.similarity(WHY)
    with pytest.raises(accord.InputError, match="got dict without found"):
        plot.scores(TRUTH)
    assert not pyplot.get_fignums()


def test_without_matplotlib_the_error_says_what_to_install() -> None:
    program = """
import sys
sys.modules["matplotlib"] = None
import accord
from accord import plot
why = accord.explain([[1, 2]], [[1], [2]])
ranking = accord.rank([[1, 2]], {"a": [[1], [2]]}, ["f1h"])
arguments = dict.fromkeys(plot.__all__, (why,))
arguments |= {"scores": (ranking,), "similarity": (ranking,)}
arguments["fowlkes_mallows_curve"] = ("((1,2),(3,4));", "((1,3),(2,4));")
for name in plot.__all__:
    try:
        getattr(plot, name)(*arguments[name])
    except accord.MissingPackageError as error:
        print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    wanted = "a plot needs the package matplotlib: pip install 'accord[plot]'"
    assert done.stdout.splitlines() == [wanted] * len(plot.__all__)


def test_importing_the_module_loads_no_matplotlib() -> None:
    program = "import sys, accord.plot, accord.views; print('matplotlib' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


# ---- what a plain savefig writes -----------------------------------------------------------------

LONG = {
    f"a cluster with quite a long name, number {index}": block for index, block in enumerate(BLOCKS)
}
MANY = accord.generate_cover(3000, 600, 1.3, seed=1)
INPUTS = {
    "few": (TRUTH, FOUND),
    "long names": (LONG, {f"{name} again": block for name, block in LONG.items()}),
    "many": (MANY, accord.perturb(MANY, split=0.2, merge=0.2, move=0.1, drop=0.1, seed=2)),
    "two": ([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]),
}


def overhang(ax: Axes) -> float:
    """How far the drawing extends beyond the figure, in inches, as `savefig` writes it."""
    figure = ax.figure
    figure.savefig(io.BytesIO())
    box = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    return max(-box.x0, -box.y0, box.x1 - width, box.y1 - height)


@every
@pytest.mark.parametrize("pair", INPUTS.values(), ids=INPUTS)
def test_nothing_is_clipped(draw: Callable[..., Axes], pair: tuple[Any, Any]) -> None:
    assert overhang(draw(*pair)) <= 0


def test_nothing_of_scores_is_clipped() -> None:
    results = {f"a result with quite a long name, number {index}": FOUND for index in range(8)}
    metrics = "f1h,f1p,f1a,omega,onmi,gnmi,bcubed,element_centric"
    ranking = accord.rank(TRUTH, results, metrics, nodes="union")
    for ax in (
        plot.scores(ranking),
        plot.similarity(ranking),
        plot.scores(ranking[next(iter(results))]),
    ):
        assert overhang(ax) <= 0


@pytest.mark.parametrize("kind", PICTURES)
def test_nothing_is_clipped_in_a_column_of_a_paper(kind: str) -> None:
    with pyplot.rc_context({"font.size": 8}):
        ax = pyplot.subplots(figsize=(3.5, 3), layout="constrained")[1]
        assert overhang(WHY.plot(kind, ax=ax)) <= 0


def test_numbers_of_clusters_have_integer_ticks() -> None:
    for pair in INPUTS.values():
        ax = plot.sizes(*pair)
        ax.figure.canvas.draw()
        low, high = ax.get_ylim()
        labels = dict(zip(ax.get_yticks(), tick_labels(ax.yaxis), strict=True))
        shown = {tick: label for tick, label in labels.items() if low <= tick <= high}
        assert shown
        assert all(float(label.replace(",", "")) == tick for tick, label in shown.items())
        assert all(tick == round(tick) for tick in shown)


# ---- what is worth showing -----------------------------------------------------------------------


def test_flows_show_the_costliest_clusters_of_many() -> None:
    blocks = [list(range(100 * start, 100 * start + 100)) for start in range(40)]
    halves = [part for block in blocks[30:] for part in (block[:50], block[50:])]
    why = accord.explain(blocks, [*blocks[:30], *halves])  # 30 are exact, ten are split
    view = views.flows(why, max_clusters=10)
    assert {bar.index for bar in view.truth if bar.index is not None} == set(range(30, 40))
    assert "10 costliest of 40 truth clusters, 10 of 50 found" in " ".join(
        words(plot.flows(why, max_clusters=10))
    )
    largest = views.flows(why, max_clusters=10, by="size")
    assert {bar.index for bar in largest.truth if bar.index is not None} == set(range(10))


def test_scattered_clusters_are_shown_after_those_that_stay_together() -> None:
    scattered = list(range(1000))  # costs most, in parts of ten nodes
    halved = list(range(1000, 1100))
    found = [*([node, *range(node + 1, node + 10)] for node in range(0, 1000, 10))]
    why = accord.explain([scattered, halved], [*found, halved[:50], halved[50:]])
    assert why.truth.cost[0] > why.truth.cost[1]
    assert views.flows(why, max_clusters=1).truth[0].index == 1


def test_thin_bands_are_left_out_and_counted() -> None:
    truth = [list(range(1000)), list(range(1000, 2000))]
    found = [[*range(999), 1999], [999, *range(1000, 1999)]]  # two nodes change places
    why = accord.explain(truth, found)
    view = views.flows(why)
    assert len(view.links) == 4
    assert [link.amount for link in view.wide_links()] == [999, 999]
    assert "2 thin bands (0.1%) not drawn" in " ".join(words(plot.flows(why)))


# ---- plots of results ----------------------------------------------------------------------------


def test_result_draws_itself() -> None:
    comparison = accord.compare(TRUTH, FOUND, nodes="union")
    ranking = accord.rank(TRUTH, RESULTS, "f1h")
    assert tick_labels(comparison.plot().yaxis)[0] == "f1h"
    assert words(comparison.plot("flows")) == words(plot.flows(comparison))
    assert words(WHY.plot("flows", max_clusters=2)) == words(plot.flows(WHY, max_clusters=2))
    assert tick_labels(ranking.plot().yaxis) == list(ranking)
    assert words(ranking.plot("similarity")) == words(plot.similarity(ranking))
    ax = pyplot.subplots()[1]
    assert WHY.plot(ax=ax) is ax
    with pytest.raises(accord.UnknownNameError, match="did you mean flows"):
        WHY.plot("flow")
    with pytest.raises(accord.UnknownNameError, match="plot of Ranking"):
        ranking.plot("flows")


def test_scores_on_a_network_are_drawn() -> None:
    network = accord.Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4)])
    scores = accord.score(network, [[1, 2, 3], [4]], "coverage,conductance,average_degree")
    ax = scores.plot()
    # The average degree has no upper bound.
    assert tick_labels(ax.yaxis) == ["coverage", "conductance (lower is better)"]
    assert ax.lines[0].get_xdata()[0] == 0.75  # three of four edges are inside


def test_fowlkes_mallows_curve_has_values_and_the_band_of_chance() -> None:
    from accord import hierarchy

    fine, middle, coarse = [0, 0, 1, 1, 2, 2, 3, 4], [0, 0, 1, 1, 2, 2, 2, 2], [0] * 4 + [1] * 4
    truth = accord.Clustering.from_levels(
        [accord.Clustering.from_labels(x) for x in (coarse, middle, fine)]
    )
    found = accord.Clustering.from_levels(
        [accord.Clustering.from_labels(x) for x in (coarse, fine)]
    )
    curve = hierarchy.fowlkes_mallows_curve(truth, found)
    for ax in (curve.plot(), plot.fowlkes_mallows_curve(truth, found)):
        chance, values = ax.lines
        assert values.get_xdata().tolist() == [2, 5]
        assert values.get_ydata().tolist() == [1, 1]
        assert chance.get_ydata().tolist() == curve.expected.tolist()
        (band,) = ax.collections
        low, high = band.get_paths()[0].vertices[:, 1].min(), curve.high.max()
        assert low == pytest.approx(curve.low.min())
        assert band.get_paths()[0].vertices[:, 1].max() == pytest.approx(high)
    with pytest.raises(accord.InputError, match="give a curve, or truth and found"):
        plot.fowlkes_mallows_curve(truth)
