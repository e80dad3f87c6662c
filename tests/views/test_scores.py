"""score_dots and similarity_map."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.report import to_html
from accord.views import score_dots, similarity_map

TRUTH = [[1, 2, 3], [4, 5, 6], [7, 8]]
RESULTS = {
    "same": TRUTH,
    "split": [[1], [2, 3], [4, 5, 6], [7, 8]],
    "merged": [[1, 2, 3, 4, 5, 6], [7, 8]],
    "one": [[1, 2, 3, 4, 5, 6, 7, 8]],
}


def test_dots_of_a_comparison() -> None:
    comparison = accord.compare(TRUTH, RESULTS["split"], ["f1h", "nvd", "vi", "onmi"])
    dots = score_dots(comparison)
    assert dots.results == ("found",)
    assert dots.metrics == ("f1h", "nvd", "vi", "onmi")
    assert dots.distances == (False, True, True, False)
    assert dots.bounded == (True, True, False, True)
    assert dots.values.tolist() == [[float(score) for score in comparison.values()]]
    assert all(np.isnan(table).all() for table in (dots.low, dots.high, dots.expected))


def test_dots_of_a_ranking_are_in_its_order() -> None:
    ranking = accord.rank(TRUTH, RESULTS, ["f1h", "nmi"])
    dots = score_dots(ranking)
    assert dots.results == tuple(ranking)
    assert dots.results[0] == "same"
    assert dots.values.tolist() == [
        [float(ranking[name][metric]) for metric in ("f1h", "nmi")] for name in ranking
    ]


def test_dots_of_levels() -> None:
    levels = accord.Clustering.from_levels(
        {
            "fine": accord.Clustering.from_clusters(RESULTS["split"]),
            2: accord.Clustering.from_clusters(TRUTH),
        }
    )
    dots = score_dots(accord.compare(TRUTH, levels, ["f1h"]).levels)
    assert dots.results == ("fine", "2")
    assert dots.values[1, 0] == 1


def test_dots_have_intervals_and_chance_if_known() -> None:
    asked = {"baseline": True, "interval": True, "repeats": 20}
    comparison = accord.compare(TRUTH, RESULTS["split"], ["f1h", "nmi"], **asked)
    dots = score_dots(comparison)
    assert dots.low.tolist() == [[comparison.intervals[name].low for name in ("f1h", "nmi")]]
    assert dots.high.tolist() == [[comparison.intervals[name].high for name in ("f1h", "nmi")]]
    assert dots.expected.tolist() == [
        [comparison.baselines[name].expected for name in ("f1h", "nmi")]
    ]
    known = {"intervals": {"nmi": comparison.intervals["nmi"]}}
    known["baselines"] = {"f1h": comparison.baselines["f1h"]}
    dots = score_dots(replace(comparison, **known))
    assert np.isnan(dots.low).tolist() == np.isnan(dots.high).tolist() == [[True, False]]
    assert np.isnan(dots.expected).tolist() == [[False, True]]


@settings(max_examples=30)
@given(data=st.data(), metric=st.sampled_from(["f1p", "f1h[weighting=macro]", "bcubed[beta=2]"]))
def test_the_map_has_the_metric_of_every_pair(data: st.DataObject, metric: str) -> None:
    sides = {
        str(k): data.draw(strategies.covers(range(6), whole=True, clusters=4)) for k in range(4)
    }
    truth = sides.pop("0")
    likeness = similarity_map(accord.rank(truth, sides, [metric]), metric)
    named = {"truth": truth, **sides}
    assert sorted(likeness.names) == sorted(named)
    assert likeness.names[likeness.truth_index] == "truth"
    wanted = accord.similarity_matrix([named[name] for name in likeness.names], metric)
    assert likeness.matrix == pytest.approx(wanted)
    mean = (wanted + wanted.T) / 2
    first = likeness.merges[0]
    assert first.height == pytest.approx((1 - mean)[np.triu_indices(4, 1)].min())
    assert (1 - mean)[first.first, first.second] == pytest.approx(first.height)


@settings(max_examples=30)
@given(data=st.data(), metric=st.sampled_from(["f1p", "f1a", "omega", "pair_recall"]))
def test_map_on_truth_nodes_agrees_with_the_ranking(data: st.DataObject, metric: str) -> None:
    """Some results have nodes that the truth lacks, and some lack nodes of the truth."""
    truth = data.draw(strategies.covers(range(6), whole=True, clusters=4))
    results = {
        str(k): data.draw(strategies.covers(range(2, 9), whole=True, clusters=4)) for k in range(3)
    }
    ranking = accord.rank(truth, results, [metric], nodes="truth")
    likeness = similarity_map(ranking, metric)
    row = dict(zip(likeness.names, likeness.matrix[likeness.truth_index], strict=True))
    assert {name: row[name] for name in ranking} == pytest.approx(
        {name: float(ranking[name][metric]) for name in ranking}
    )
    assert likeness.symmetric == (metric != "pair_recall")
    if likeness.symmetric:
        assert likeness.matrix == pytest.approx(likeness.matrix.T)
    for i, one in enumerate(likeness.names):
        for j, other in enumerate(likeness.names):
            sides = [{"truth": truth, **results}[name] for name in (one, other)]
            wanted = accord.compare(*sides, [metric], nodes=range(6))[metric]
            assert likeness.matrix[i, j] == pytest.approx(float(wanted))


def test_weighted_map_on_truth_nodes_uses_the_nodes_of_each_row() -> None:
    weights = {node: float(node) for node in range(1, 8)}
    truth, one, other = (
        accord.Clustering.from_clusters(
            clusters, weights={node: weights[node] for nodes in clusters for node in nodes}
        )
        for clusters in ([[1, 2, 3], [4, 5]], [[1, 2], [4, 6]], [[1, 2], [4, 7]])
    )
    ranking = accord.rank(truth, {"one": one, "other": other}, ["f1p"], nodes="truth")
    likeness = similarity_map(ranking, "f1p")
    row = dict(zip(likeness.names, likeness.matrix[likeness.truth_index], strict=True))
    assert {name: row[name] for name in ranking} == pytest.approx(
        {name: float(ranking[name]["f1p"]) for name in ranking}
    )
    assert not likeness.symmetric
    assert "The clustering of the row is taken as the truth." in to_html(ranking)


def test_distances_are_not_inverted() -> None:
    likeness = similarity_map(accord.rank(TRUTH, RESULTS, ["vi"]), "vi")
    assert likeness.distance
    assert likeness.merges[0].height == 0
    assert {
        likeness.names[likeness.merges[0].first],
        likeness.names[likeness.merges[0].second],
    } == {"truth", "same"}
    assert likeness.matrix.max() > 1


def test_the_best_of_many_results_are_shown() -> None:
    ranking = accord.rank(TRUTH, RESULTS, ["f1h"])
    likeness = similarity_map(ranking, max_clusterings=3)
    assert set(likeness.names) == {"truth", *list(ranking)[:2]}
    assert likeness.n_results == 4
    assert len(likeness.merges) == 2
    assert similarity_map(ranking, max_clusterings=1).matrix.tolist() == [[1]]


@pytest.mark.parametrize("truth", [[0, 0, 0, 1, 1], np.array([0, 0, 0, 1, 1])])
def test_map_of_label_arrays(truth: Any) -> None:
    likeness = similarity_map(
        accord.rank(truth, {"a": [1, 1, 1, 0, 0], "truth": [0, 1, 2, 3, 4]}, ["f1h"]), "f1h"
    )
    assert likeness.matrix[likeness.truth_index, likeness.names.index("a")] == 1
    assert sorted(likeness.names) == ["a", "truth", "truth"]


def test_levels_of_a_result_are_merged() -> None:
    levels = accord.Clustering.from_levels(
        [accord.Clustering.from_clusters(TRUTH), accord.Clustering.from_clusters(RESULTS["one"])]
    )
    likeness = similarity_map(accord.rank(TRUTH, {"levels": levels, "same": TRUTH}, ["f1h"]), "f1h")
    wanted = accord.f1h(TRUTH, levels.merged())
    assert likeness.matrix[likeness.truth_index, likeness.names.index("levels")] == wanted


def test_wrong_arguments_raise() -> None:
    ranking = accord.rank(TRUTH, RESULTS, ["f1h"])
    with pytest.raises(accord.UnknownNameError, match="did you mean"):
        similarity_map(ranking, "f1x")
    with pytest.raises(accord.InputError, match="at least 1, not 0"):
        similarity_map(ranking, max_clusterings=0)
