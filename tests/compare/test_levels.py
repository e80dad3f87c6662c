"""compare, rank and the metrics on clusterings with levels."""

import csv
import io
import json
import math
from typing import Any

import pytest
import strategies
from html_cells import Cells
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord import METRICS, Clustering, Comparison, InputError, OverlapError, UnknownNameError

TRUTH = [[1, 2, 3, 4], [5, 6, 7, 8]]
FINE = Clustering.from_clusters([[1, 2], [3, 4], [5, 6], [7, 8]])
COARSE = Clustering.from_clusters([[1, 2, 3, 4, 5], [6, 7, 8]])
LEVELS = Clustering.from_levels({"fine": FINE, "coarse": COARSE})
FOR_OVERLAPS = [
    name for name, metric in METRICS.items() if not metric.crisp and metric.node_base == "union"
]

# Levels that are crisp together: the clusters of `half` are among those of `whole`.
HALF = Clustering.from_clusters([[1, 2, 3, 4]], nodes=range(1, 9))
OTHER = Clustering.from_clusters([[5, 6, 7, 8]], nodes=range(1, 9))
WHOLE = Clustering.from_clusters(TRUTH)
CRISP_LEVELS = Clustering.from_levels({"half": HALF, "whole": WHOLE, "other": OTHER})


@st.composite
def levelled(draw: st.DrawFn) -> Clustering:
    levels = draw(
        st.lists(
            strategies.covers(clusters=4) | strategies.with_duplicates(), min_size=1, max_size=3
        )
    )
    return Clustering.from_levels(
        {f"l{i}": Clustering.from_clusters(clusters) for i, clusters in enumerate(levels)}
    )


def values(comparison: Comparison) -> dict[str, Any]:
    """All numbers of all scores, exact to the last bit."""
    return {
        name: (
            *(float(score), score.precision, score.recall),
            *(
                None if x is None else x.tobytes()
                for x in (score.per_truth_cluster, score.per_found_cluster)
            ),
        )
        for name, score in comparison.items()
    }


# ---- compare -------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(truth=strategies.plain(), found=levelled(), data=st.data())
def test_levels_and_merged_levels_score_as_if_compared_alone(
    truth: Any, found: Clustering, data: st.DataObject
) -> None:
    metrics = data.draw(
        st.lists(st.sampled_from(FOR_OVERLAPS), min_size=1, max_size=4, unique=True)
    )
    equal = any(METRICS[name].node_base == "equal" for name in metrics)
    nodes = data.draw(st.sampled_from(["union", "truth"] if equal else [None, "union", "truth"]))
    comparison = accord.compare(truth, found, metrics, nodes=nodes)
    alone = {
        name: accord.compare(truth, level, metrics, nodes=nodes)
        for name, level in found.levels().items()
    }
    all_merged = accord.compare(truth, found.merged(), metrics, nodes=nodes)
    assert list(comparison.levels) == list(alone)
    assert {name: values(comparison.levels[name]) for name in alone} == {
        name: values(c) for name, c in alone.items()
    }
    assert values(comparison) == values(comparison.levels.merged) == values(all_merged)
    for name, one in alone.items():
        level = comparison.levels[name]
        assert (level.nodes, level.found, level.truth) == (one.nodes, one.found, one.truth)
    sign = -1 if METRICS[metrics[0]].distance else 1
    scores = {name: sign * float(one[metrics[0]]) for name, one in alone.items()}
    assert comparison.levels.best == next(
        name for name in scores if scores[name] == max(scores.values())
    )
    best = accord.compare(truth, found, metrics, nodes=nodes, levels="best")
    assert values(best) == values(alone[comparison.levels.best])
    merged = accord.compare(truth, found, metrics, nodes=nodes, levels="merged")
    assert merged.to_dict() == all_merged.to_dict()
    assert merged.levels is None


def test_the_best_level_by_hand() -> None:
    by_f1 = accord.compare(TRUTH, LEVELS, ["f1h"])
    assert by_f1.levels.best == "coarse"
    assert (
        by_f1.levels["coarse"]["f1h"]
        > by_f1["f1h"]
        > by_f1.levels["fine"]["f1h"]
        == pytest.approx(2 / 3)
    )
    both = [
        Clustering.from_clusters([[1, 2], [3, 4], [5, 6, 7, 8]]),
        Clustering.from_clusters([[1, 2, 3, 4, 5, 6, 7, 8]]),
    ]
    precise = accord.compare(TRUTH, Clustering.from_levels(both), ["pair_precision", "pair_recall"])
    assert precise.levels.best == 0
    complete = accord.compare(
        TRUTH, Clustering.from_levels(both), ["pair_recall", "pair_precision"]
    )
    assert complete.levels.best == 1
    assert complete.levels[1]["pair_recall"] == 1


def test_merged_levels_are_never_the_best_level() -> None:
    found = Clustering.from_levels([HALF, OTHER])
    comparison = accord.compare(TRUTH, found, "f1h")
    assert comparison["f1h"] == 1
    assert comparison.levels[1]["f1h"] < 1
    assert comparison.levels.best == 0


@pytest.mark.parametrize("metric", ["vi", "nvd", "split_join"])
def test_best_level_by_a_distance_has_the_lowest_value(metric: str) -> None:
    comparison = accord.compare(TRUTH, CRISP_LEVELS, [metric, "f1p"], levels="best")
    assert comparison.levels.best == "whole"
    assert comparison.levels["whole"][metric] == 0
    assert comparison.levels["half"][metric] == comparison.levels["other"][metric] > 0
    assert accord.compare(TRUTH, CRISP_LEVELS, metric, levels="best")[metric] == 0


@pytest.mark.parametrize("metric", ["vi", "nvd", "split_join", "f1p", "omega"])
def test_first_of_tied_levels_is_best(metric: str) -> None:
    for order in (["half", "other"], ["other", "half"]):
        levels = CRISP_LEVELS.levels()
        found = Clustering.from_levels({name: levels[name] for name in order})
        assert accord.compare(TRUTH, found, metric).levels.best == order[0]


@pytest.mark.parametrize("metric", ["nmi", "vi", "purity"])
@pytest.mark.parametrize("way", ["best", "each"])
def test_crisp_metrics_apply_to_crisp_levels_that_overlap_when_merged(
    metric: str, way: str
) -> None:
    wanted = {
        name: float(METRICS[metric].function(TRUTH, level))
        for name, level in LEVELS.levels().items()
    }
    if way == "best":
        best = min(wanted.values()) if METRICS[metric].distance else max(wanted.values())
        assert accord.compare(TRUTH, LEVELS, metric, levels="best")[metric] == best
    else:
        ranking = accord.rank(TRUTH, {"r": LEVELS}, metric, levels="each")
        assert {name: float(c[metric]) for name, c in ranking.items()} == {
            f"r level {k}": v for k, v in wanted.items()
        }


def test_levels_show_default_metrics_that_apply_to_all_levels() -> None:
    comparison = accord.compare(TRUTH, LEVELS)
    panel = list(accord.metrics.PANELS["overlapping"])
    assert comparison.levels.metrics == list(comparison) == panel
    assert all(list(level) == panel for level in comparison.levels.values())
    assert comparison.not_applicable == {}
    crisp = accord.compare(TRUTH, LEVELS, levels="best")
    assert crisp.levels.metrics == list(accord.metrics.PANELS["crisp"])
    assert crisp.levels["fine"]["nmi"] == accord.nmi(TRUTH, FINE)
    with pytest.raises(OverlapError):
        accord.compare(TRUTH, LEVELS, "nmi")


def test_unknown_choice_of_levels_raises() -> None:
    for wrong in ("bst", "each", "", "all", 1):
        with pytest.raises(UnknownNameError, match="unknown choice of levels"):
            accord.compare(TRUTH, LEVELS, levels=wrong)
        with pytest.raises(UnknownNameError):
            accord.compare(TRUTH, FINE, levels=wrong)
    for choice in ("best", "merged"):
        assert values(accord.compare(TRUTH, FINE, levels=choice)) == values(
            accord.compare(TRUTH, FINE)
        )


@settings(max_examples=30)
@given(truth=levelled(), found=strategies.plain() | levelled())
def test_levels_of_the_truth_are_merged(truth: Clustering, found: Any) -> None:
    comparison, wanted = accord.compare(truth, found), accord.compare(truth.merged(), found)
    assert comparison.to_dict() == wanted.to_dict()
    assert values(comparison) == values(wanted)


def test_node_base_iterator_is_used_for_all_levels() -> None:
    comparison = accord.compare(TRUTH, LEVELS, "f1p", nodes=iter([1, 2, 5, 6]))
    wanted = accord.compare(TRUTH, LEVELS, "f1p", nodes=[1, 2, 5, 6])
    assert comparison.to_dict() == wanted.to_dict()
    assert comparison.nodes.base == 4


def test_options_apply_to_all_levels() -> None:
    comparison = accord.compare(TRUTH, LEVELS, "f1p", weighting="macro", sharing="split", threads=2)
    (name,) = comparison
    assert comparison.levels["coarse"][name] == accord.f1p(
        TRUTH, COARSE, weighting="macro", sharing="split"
    )


def test_levels_that_lack_nodes_are_scored_on_the_nodes_of_all_levels() -> None:
    found = Clustering.from_levels(
        {"a": Clustering.from_clusters([[1, 2]]), "b": Clustering.from_clusters([[3, 4]])}
    )
    comparison = accord.compare([[1, 2], [3, 4]], found, ["omega"])
    assert comparison.levels["a"].nodes.base == comparison.levels["b"].nodes.base == 4
    assert comparison.levels["a"]["omega"] == accord.omega(
        [[1, 2], [3, 4]], [[1, 2]], nodes=[1, 2, 3, 4]
    )


@pytest.mark.parametrize("name", ["merged", "best"])
def test_a_level_may_have_any_name(name: str) -> None:
    alone = accord.compare(TRUTH, Clustering.from_levels({name: COARSE}), "f1h")
    assert alone["f1h"] == accord.f1h(TRUTH, COARSE)
    assert "by level" in str(alone)
    best = accord.compare(
        TRUTH, Clustering.from_levels({"x": FINE, name: COARSE}), "f1h", levels="best"
    )
    assert best["f1h"] == accord.f1h(TRUTH, COARSE)


def test_level_names_1_and_text_1_are_distinct() -> None:
    best = accord.compare(
        TRUTH, Clustering.from_levels({"1": COARSE, 1: FINE}), "f1h", levels="best"
    )
    assert best["f1h"] == accord.f1h(TRUTH, COARSE)
    assert list(best.levels) == ["1", 1]


@pytest.mark.parametrize("name", METRICS)
def test_metric_functions_score_the_merged_levels(name: str) -> None:
    levels = CRISP_LEVELS if METRICS[name].crisp else LEVELS
    function = METRICS[name].function
    assert function(TRUTH, levels) == function(TRUTH, levels.merged())
    assert function(levels, TRUTH) == function(levels.merged(), TRUTH)
    assert function(levels, levels) == function(levels.merged(), levels.merged())
    if METRICS[name].crisp:
        with pytest.raises(OverlapError):
            function(TRUTH, LEVELS)


def test_similarity_and_overlaps_use_the_merged_levels() -> None:
    merged = LEVELS.merged()
    matrices = [
        accord.similarity_matrix([TRUTH, found], "f1h").tolist() for found in (LEVELS, merged)
    ]
    assert matrices[0] == matrices[1]
    assert accord.overlaps(TRUTH, LEVELS).to_dict()["overlap"].tolist() == [2, 2, 4, 2, 2, 1, 3]
    assert accord.pair_counts(LEVELS, TRUTH).pairs == accord.pair_counts(merged, TRUTH).pairs


# ---- as data and for people ----------------------------------------------------------------------

METRIC_NAMES = ["f1h", "omega"]
FINE_F1, COARSE_F1 = (
    2 / 3,
    (8 / 9 + 6 / 7) / 2,
)  # each truth cluster matches 8/9 and 6/7 on the coarse level


@pytest.fixture
def comparison() -> Comparison:
    return accord.compare(TRUTH, LEVELS, METRIC_NAMES)


def test_json_has_the_scores_of_each_level(comparison: Comparison) -> None:
    data = json.loads(comparison.to_json())
    assert data == comparison.to_dict()
    assert data["levels"]["best"] == "coarse"
    assert data["levels"]["levels"] == [
        {"level": name}
        | {metric: float(METRICS[metric].function(TRUTH, level)) for metric in METRIC_NAMES}
        for name, level in LEVELS.levels().items()
    ]
    assert (
        data["scores"]["omega"]["value"]
        == data["levels"]["merged"]["omega"]
        == accord.omega(TRUTH, LEVELS.merged())
    )
    assert "levels" not in accord.compare(TRUTH, FINE, METRIC_NAMES).to_dict()
    assert json.loads(comparison.levels.to_json()) == data["levels"]


def test_csv_has_the_scores_of_the_chosen_clustering(comparison: Comparison) -> None:
    assert comparison.to_csv() == accord.compare(TRUTH, LEVELS.merged(), METRIC_NAMES).to_csv()
    best = accord.compare(TRUTH, LEVELS, METRIC_NAMES, levels="best")
    assert best.to_csv() == accord.compare(TRUTH, COARSE, METRIC_NAMES).to_csv()


def test_levels_as_csv_and_data_frame(comparison: Comparison) -> None:
    header, *rows = csv.reader(io.StringIO(comparison.levels.to_csv()))
    assert header == ["level", "clusters", "not_clustered", *METRIC_NAMES]
    assert {row[0]: list(map(float, row[1:])) for row in rows} == {
        "fine": [4, 0, accord.f1h(TRUTH, FINE), accord.omega(TRUTH, FINE)],
        "coarse": [2, 0, accord.f1h(TRUTH, COARSE), accord.omega(TRUTH, COARSE)],
    }
    frame = comparison.levels.to_pandas()
    assert list(frame.index) == ["fine", "coarse"]
    assert frame.loc["fine", "omega"] == accord.omega(TRUTH, FINE)


def shown(value: float) -> str:
    return f"{value:.4f}"


TABLE = [
    ["fine", "4", shown(accord.f1h(TRUTH, FINE)), shown(accord.omega(TRUTH, FINE))],
    ["coarse", "2", shown(accord.f1h(TRUTH, COARSE)), shown(accord.omega(TRUTH, COARSE)), "best"],
    ["merged", "6", shown(accord.f1h(TRUTH, LEVELS)), shown(accord.omega(TRUTH, LEVELS))],
]


def test_text_has_a_table_of_levels(comparison: Comparison) -> None:
    above, _, below = str(comparison).partition("\n\nby level, the best one by f1h:\n\n")
    assert above == str(accord.compare(TRUTH, LEVELS, METRIC_NAMES, levels="merged"))
    header, _, *rows = below.splitlines()
    assert header.split() == ["level", "clusters", *METRIC_NAMES]
    assert [row.split() for row in rows] == TABLE
    assert repr(comparison) == str(comparison)


def test_markdown_has_a_table_of_levels(comparison: Comparison) -> None:
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in comparison.to_markdown().splitlines()
    ]
    place = next(i for i, row in enumerate(rows) if row and row[0] == "level")
    assert rows[place] == ["level", "clusters", *METRIC_NAMES, ""]
    assert [[cell for cell in row if cell] for row in rows[place + 2 : place + 5]] == TABLE
    assert "\nby level, the best one by f1h:" in comparison.to_markdown()


def test_html_has_a_table_of_levels_with_escaped_names() -> None:
    found = Clustering.from_levels({"<b>&": FINE, "coarse": COARSE})
    page = Cells(accord.compare(TRUTH, found, METRIC_NAMES)._repr_html_())
    assert page.tags.count("table") == 2
    assert set(page.tags) <= {"p", "br", "table", "thead", "tbody", "tr", "th", "td"}
    row = page.cells.index("<b>&")
    assert page.cells[row : row + 4] == ["<b>&", *TABLE[0][1:]]


# ---- rank ----------------------------------------------------------------------------------------

RESULTS = {"multi": LEVELS, "plain": TRUTH, "one": Clustering.from_levels([FINE])}


@pytest.mark.parametrize(
    ("levels", "names"),
    [
        (
            None,
            {
                "multi level fine",
                "multi level coarse",
                "multi merged",
                "plain",
                "one level 0",
                "one merged",
            },
        ),
        ("each", {"multi level fine", "multi level coarse", "plain", "one level 0"}),
        ("best", {"multi level coarse", "plain", "one level 0"}),
        ("merged", {"multi", "plain", "one"}),
    ],
)
def test_rank_compares_the_chosen_levels(levels: str | None, names: set[str]) -> None:
    clusterings = {
        "multi level fine": FINE,
        "multi level coarse": COARSE,
        "multi merged": LEVELS.merged(),
        "multi": LEVELS.merged(),
        "plain": TRUTH,
        "one level 0": FINE,
        "one merged": FINE,
        "one": FINE,
    }
    ranking = accord.rank(TRUTH, RESULTS, METRIC_NAMES, levels=levels)
    assert set(ranking) == names
    for name in names:
        assert values(ranking[name]) == values(
            accord.compare(TRUTH, clusterings[name], METRIC_NAMES)
        )
        assert ranking[name].levels is None
    scores = [float(one["f1h"]) for one in ranking.values()]
    assert scores == sorted(scores, reverse=True)
    assert [row[1] for row in ranking.table().rows] == list(ranking)
    assert list(json.loads(ranking.to_json())) == list(ranking)


def test_ranking_by_a_distance_puts_the_lowest_first() -> None:
    ranking = accord.rank(TRUTH, {"r": CRISP_LEVELS, "far": [[1, 5], [2, 6], [3, 7], [4, 8]]}, "vi")
    assert list(ranking)[:2] == ["r level whole", "r merged"]
    assert list(ranking)[-1] == "far"
    assert list(accord.rank(TRUTH, {"r": CRISP_LEVELS}, "vi", levels="best")) == ["r level whole"]


def test_a_truth_with_levels_is_merged_in_a_ranking() -> None:
    ranking = accord.rank(LEVELS, {"fine": FINE, "coarse": COARSE}, "f1h")
    assert {name: float(one["f1h"]) for name, one in ranking.items()} == {
        "fine": accord.f1h(LEVELS.merged(), FINE),
        "coarse": accord.f1h(LEVELS.merged(), COARSE),
    }


def test_colliding_names_of_levels_and_results_lose_no_result() -> None:
    try:
        ranking = accord.rank(TRUTH, {"a": LEVELS, "a level fine": TRUTH}, "f1h")
    except InputError:
        return  # to refuse is as good as to tell apart
    assert len(ranking) == 4
    assert sorted(float(one["f1h"]) for one in ranking.values())[-1] == 1


def test_rank_raises_for_unknown_choice_of_levels() -> None:
    for wrong in ("all", "every", "", 3):
        with pytest.raises(UnknownNameError, match="unknown choice of levels"):
            accord.rank(TRUTH, RESULTS, levels=wrong)


def test_values_by_hand() -> None:
    # Truth clusters of 4 nodes match fine ones 2·2/6, coarse ones 8/9 and 6/7; those of coarse, by
    # size, the same.
    comparison = accord.compare(TRUTH, LEVELS, "f1a[weighting=macro]")
    ((score),) = comparison.levels["fine"].values()
    assert float(score) == pytest.approx(2 / 3)
    ((score),) = comparison.levels["coarse"].values()
    assert float(score) == pytest.approx(COARSE_F1)
    assert math.isclose(
        float(comparison.levels.merged["f1a"]), (COARSE_F1 + (4 * FINE_F1 + 8 / 9 + 6 / 7) / 6) / 2
    )
