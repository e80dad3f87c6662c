"""Scores of a clustering with several levels, by level and by policy, against `compare`."""

import math
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import partitions

from accord import Clustering, InputError, OverlapError, compare
from accord.bench._score.clustering_scores import ClusteringScores
from accord.bench._score.levels import (
    LEVEL_POLICIES,
    PolicyScore,
    ValueOrReason,
    preferred_level,
    score_levels,
    value_or_reason,
)

TRUTH = Clustering.from_clusters([[1, 2, 3], [4, 5, 6]])
FINE = Clustering.from_clusters([[1, 2], [3], [4, 5], [6]])
COARSE = Clustering.from_clusters([[1, 2, 3, 4, 5, 6]])
MIDDLE = Clustering.from_clusters([[1, 2, 3], [4, 5, 6]])


def panel(found: Clustering) -> Mapping[str, ValueOrReason]:
    """Three metrics: one for any clustering, a distance, and one for crisp ones alone."""
    return {
        name: value_or_reason(lambda name=name: compare(TRUTH, found, [name])[name])
        for name in ("f1h", "vi", "nmi")
    }  # type: ignore[misc]


def finest(found: Clustering) -> float:
    """An intrinsic score that likes many clusters."""
    return float(found.n_clusters)


def by_policy(rows: list[PolicyScore], metric: str) -> dict[str, PolicyScore]:
    return {
        row.policy: row for row in rows if row.metric == metric and row.policy in LEVEL_POLICIES
    }


# ---- one level -----------------------------------------------------------------------------------


@pytest.mark.parametrize("found", [FINE, Clustering.from_levels({"only": FINE})])
def test_policies_agree_on_a_single_level(found: Clustering) -> None:
    rows = score_levels(found, panel, None)  # nothing is to be chosen
    assert len(rows) == 3 * len(LEVEL_POLICIES)
    for metric, value in panel(FINE).items():
        assert {(row.value, row.reason, row.level) for row in by_policy(rows, metric).values()} == {
            (value, "", "")
        }
    gathered = ClusteringScores.from_policy_scores(rows)
    assert gathered.by_level == {}
    assert gathered.blind_level is None


@given(partitions(nodes=range(1, 7), whole=True))
@settings(max_examples=10)
def test_single_level_scores_equal_compare(clusters: list[set[int]]) -> None:
    scores = ClusteringScores.from_policy_scores(
        score_levels(Clustering.from_clusters(clusters), panel, finest)
    ).values
    assert scores["f1h"] == dict.fromkeys(
        LEVEL_POLICIES, float(compare(TRUTH, clusters, ["f1h"])["f1h"])
    )


# ---- several -------------------------------------------------------------------------------------


@given(st.lists(partitions(nodes=range(1, 7), whole=True), min_size=2, max_size=4))
@settings(max_examples=20)
def test_policies_on_several_levels_follow_their_definitions(
    clusterings: list[list[set[int]]],
) -> None:
    levels = [Clustering.from_clusters(clusters) for clusters in clusterings]
    found = Clustering.from_levels(levels)
    rows = score_levels(found, panel, finest)
    for metric, best in (("f1h", max), ("vi", min)):
        each = [float(compare(TRUTH, level, [metric])[metric]) for level in levels]
        chosen = max(range(len(levels)), key=lambda i: len(clusterings[i]))
        of_policy = by_policy(rows, metric)
        assert ClusteringScores.from_policy_scores(rows).by_level[metric] == {
            str(i): value for i, value in enumerate(each)
        }
        assert (of_policy["blind"].value, of_policy["blind"].level) == (each[chosen], str(chosen))
        assert of_policy["best"].value == best(each)
        assert each[int(of_policy["best"].level)] == best(each)
        merged = value_or_reason(
            lambda metric=metric: compare(TRUTH, found, [metric], levels="merged")[metric]
        )  # type: ignore[misc]
        assert merged == (
            of_policy["merged"].value
            if of_policy["merged"].value is not None
            else of_policy["merged"].reason
        )
    assert ClusteringScores.from_policy_scores(rows).blind_level == str(chosen)


def test_truth_and_network_may_prefer_different_levels() -> None:
    scores = ClusteringScores.from_policy_scores(
        score_levels(Clustering.from_levels({"f": FINE, "m": MIDDLE, "c": COARSE}), panel, finest)
    )
    assert scores.blind_level == "f"
    assert scores.values["f1h"]["best"] == 1.0
    assert scores.values["f1h"]["blind"] < 1.0
    assert scores.values["vi"]["best"] == 0.0


def test_metric_may_apply_to_a_level_but_not_to_the_merged_levels() -> None:
    scores = ClusteringScores.from_policy_scores(
        score_levels(Clustering.from_levels([FINE, COARSE]), panel, finest)
    )
    assert set(scores.values["nmi"]) == {"blind", "best"}
    assert "in several clusters" in scores.not_applicable["nmi"]["merged"]
    assert set(scores.values["f1h"]) == set(LEVEL_POLICIES)
    assert "f1h" not in scores.not_applicable


def test_metric_that_does_not_apply_to_a_level_gives_a_reason() -> None:
    overlapping = Clustering.from_clusters([[1, 2, 3], [3, 4, 5, 6]])
    found = Clustering.from_levels({"o": overlapping, "c": COARSE})
    chosen = ClusteringScores.from_policy_scores(score_levels(found, panel, finest))
    assert chosen.blind_level == "o"
    assert set(chosen.values["nmi"]) == {"best"}  # of the other level
    assert set(chosen.not_applicable["nmi"]) == {"blind", "merged"}
    assert set(chosen.by_level["nmi"]) == {"c"}
    none = ClusteringScores.from_policy_scores(
        score_levels(Clustering.from_levels([overlapping, overlapping]), panel, finest)
    )
    assert "nmi" not in none.values
    assert set(none.not_applicable["nmi"]) == set(LEVEL_POLICIES)


# ---- choosing without the truth ------------------------------------------------------------------


def test_first_of_equal_levels_is_preferred() -> None:
    assert preferred_level({"x": FINE, "y": FINE}, finest) == ("x", "")


def test_level_without_a_criterion_value_is_not_preferred() -> None:
    def only_crisp(found: Clustering) -> float:
        if found.n_clusters == 1:
            raise OverlapError("not this one")
        return math.nan if found.n_clusters == 4 else 0.0

    levels = {"coarse": COARSE, "fine": FINE, "middle": MIDDLE}
    assert preferred_level(levels, only_crisp) == ("middle", "")
    del levels["middle"]
    assert preferred_level(levels, only_crisp) == (
        None,
        "no level can be chosen without the truth: not this one",
    )


def test_without_a_preferred_level_the_other_policies_have_values() -> None:
    scores = ClusteringScores.from_policy_scores(
        score_levels(Clustering.from_levels([FINE, MIDDLE]), panel, None)
    )
    assert set(scores.values["f1h"]) == {"best", "merged"}
    assert "the network is unknown" in scores.not_applicable["f1h"]["blind"]
    assert scores.blind_level is None


def test_value_or_reason_is_a_finite_number_or_text() -> None:
    def refuse() -> float:
        raise InputError("no")

    assert value_or_reason(lambda: 0.5) == 0.5
    assert value_or_reason(refuse) == "no"
    assert value_or_reason(lambda: math.nan) == "not defined here: nan"
    with pytest.raises(ZeroDivisionError):  # a defect of ours is not hidden
        value_or_reason(lambda: 1 / 0)
