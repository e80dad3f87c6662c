"""rank: best result first, as a mapping and in all output formats."""

import csv
import io
import json
from collections.abc import Mapping

import igraph
import pytest
from example_pairs import CRISP
from sklearn.cluster import KMeans

import accord
from accord import METRICS, Comparison, InputError, UnknownNameError

TRUTH = [[1, 2, 3], [4, 5, 6]]
RESULTS = {
    "poor": [[1, 4], [2, 5], [3, 6]],
    "same": [[4, 5, 6], [1, 2, 3]],
    "near": [[1, 2, 3, 4], [5, 6]],
}


@pytest.mark.parametrize("metric", ["f1p", "nmi", "vi", "split_join", "nvd", "max_matching_ratio"])
def test_the_best_result_comes_first(metric: str) -> None:
    ranking = accord.rank(TRUTH, RESULTS, [metric, "f1h"])
    assert list(ranking) == ["same", "near", "poor"]
    values = [float(comparison[metric]) for comparison in ranking.values()]
    assert values == sorted(values, reverse=not METRICS[metric].distance)
    assert len(set(values)) == 3


def test_ties_keep_their_order() -> None:
    ranking = accord.rank(TRUTH, {"b": TRUTH, "c": RESULTS["poor"], "a": TRUTH}, "f1p")
    assert list(ranking) == ["b", "a", "c"]
    by_distance = accord.rank(TRUTH, {"b": TRUTH, "c": RESULTS["poor"], "a": TRUTH}, "vi")
    assert list(by_distance) == ["b", "a", "c"]


def test_a_ranking_is_a_mapping_of_comparisons() -> None:
    ranking = accord.rank(TRUTH, RESULTS, ["f1p[weighting=macro]", "vi"])
    assert isinstance(ranking, Mapping)
    assert len(ranking) == 3
    assert all(isinstance(comparison, Comparison) for comparison in ranking.values())
    assert ranking.metrics == ["f1p[weighting=macro]", "vi"]
    assert ranking["near"]["vi"] == accord.vi(TRUTH, RESULTS["near"])
    with pytest.raises(UnknownNameError, match="did you mean near"):
        ranking["nea"]


def test_rank_passes_options_to_every_comparison() -> None:
    ranking = accord.rank(
        TRUTH,
        {"x": [[1, 2, 9], [4, 5]]},
        ["f1p"],
        nodes="truth",
        weighting="macro",
        sharing="split",
    )
    (name,) = ranking.metrics
    value = accord.f1p(
        TRUTH, [[1, 2, 9], [4, 5]], nodes="truth", weighting="macro", sharing="split"
    )
    assert ranking["x"][name] == value
    assert ranking["x"].nodes.dropped_found_nodes == 1


def test_a_ranking_has_the_metrics_that_apply_to_all_results() -> None:
    ranking = accord.rank(
        TRUTH, {"crisp": RESULTS["near"], "overlapping": [[1, 2, 3], [3, 4, 5, 6]]}
    )
    assert ranking.metrics == list(accord.metrics.PANELS["overlapping"])
    assert "does not apply" not in str(ranking)
    assert {comparison.panel for comparison in ranking.values()} == {"overlapping"}


def test_a_ranking_as_data_and_tables() -> None:
    ranking = accord.rank(TRUTH, RESULTS, ["f1p", "vi"])
    assert json.loads(ranking.to_json()) == ranking.to_dict()
    assert list(ranking.to_dict()) == ["same", "near", "poor"]
    header, *rows = csv.reader(io.StringIO(ranking.to_csv()))
    assert header == ["found", "rank", "nodes", "clusters", "not_clustered", "f1p", "vi"]
    assert [row[1:5] for row in rows] == [
        ["1", "6", "2", "0"],
        ["2", "6", "2", "0"],
        ["3", "6", "3", "0"],
    ]
    assert [(row[0], float(row[5]), float(row[6])) for row in rows] == [
        (name, float(comparison["f1p"]), float(comparison["vi"]))
        for name, comparison in ranking.items()
    ]
    table = [line for line in ranking.to_markdown().splitlines() if line.startswith("|")]
    assert [line.split("|")[2].strip() for line in table][2:] == ["same", "near", "poor"]
    assert [line.split("|")[1].strip() for line in table][2:] == ["1", "2", "3"]


def test_ranking_no_results_raises() -> None:
    for nothing in ({}, [], 1):
        with pytest.raises(InputError, match="not empty"):
            accord.rank(TRUTH, nothing)


def test_html_of_a_ranking_escapes_the_names() -> None:
    html = accord.rank(CRISP[0], {"<b>&": CRISP[1]}, "f1p")._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;&amp;" in html


def test_results_of_libraries_are_numbered() -> None:
    graph = igraph.Graph.Famous("Zachary")
    results = [graph.community_multilevel(), graph.community_fastgreedy().as_clustering()]
    assert set(accord.rank(results[0], results)) == {"result 1", "result 2"}
    estimators = [KMeans(n, n_init=1, random_state=0).fit([[1], [2], [9]]) for n in (2, 3)]
    assert list(accord.rank([0, 0, 1], estimators)) == ["result 1", "result 2"]
