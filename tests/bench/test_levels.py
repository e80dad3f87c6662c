"""What a clustering of several levels scores: by level and by policy, against `compare` on each level."""

import math
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import partitions

from accord import Clustering, InputError, OverlapError, compare
from accord.bench._results.results import POLICIES
from accord.bench._score.levels import (
    Outcome,
    Scored,
    gather,
    outcome_of,
    preferred_level,
    score_levels,
)

TRUTH = Clustering.from_clusters([[1, 2, 3], [4, 5, 6]])
FINE = Clustering.from_clusters([[1, 2], [3], [4, 5], [6]])
COARSE = Clustering.from_clusters([[1, 2, 3, 4, 5, 6]])
MIDDLE = Clustering.from_clusters([[1, 2, 3], [4, 5, 6]])


def panel(found: Clustering) -> Mapping[str, Outcome]:
    """Three metrics: one for any clustering, a distance, and one for crisp ones alone."""
    return {
        name: outcome_of(lambda name=name: compare(TRUTH, found, [name])[name])
        for name in ("f1h", "vi", "nmi")
    }  # type: ignore[misc]


def finest(found: Clustering) -> float:
    """An intrinsic score that likes many clusters."""
    return float(found.n_clusters)


def by_policy(rows: list[Scored], metric: str) -> dict[str, Scored]:
    return {row.policy: row for row in rows if row.metric == metric and row.policy in POLICIES}


# ---- one level -----------------------------------------------------------------------------------


@pytest.mark.parametrize("found", [FINE, Clustering.from_levels({"only": FINE})])
def test_of_one_level_all_policies_are_the_same(found: Clustering) -> None:
    rows = score_levels(found, panel, None)  # nothing is to be chosen
    assert len(rows) == 3 * len(POLICIES)
    for metric, value in panel(FINE).items():
        assert {(row.value, row.reason, row.level) for row in by_policy(rows, metric).values()} == {
            (value, "", "")
        }
    gathered = gather(rows)
    assert gathered.level_scores == {}
    assert gathered.blind_level is None


@given(partitions(nodes=range(1, 7), whole=True))
@settings(max_examples=10)
def test_of_one_level_the_value_is_that_of_compare(clusters: list[set[int]]) -> None:
    scores = gather(score_levels(Clustering.from_clusters(clusters), panel, finest)).scores
    assert scores["f1h"] == dict.fromkeys(POLICIES, float(compare(TRUTH, clusters, ["f1h"])["f1h"]))


# ---- several -------------------------------------------------------------------------------------


@given(st.lists(partitions(nodes=range(1, 7), whole=True), min_size=2, max_size=4))
@settings(max_examples=20)
def test_of_several_levels_each_policy_is_by_its_definition(
    clusterings: list[list[set[int]]],
) -> None:
    levels = [Clustering.from_clusters(clusters) for clusters in clusterings]
    found = Clustering.from_levels(levels)
    rows = score_levels(found, panel, finest)
    for metric, best in (("f1h", max), ("vi", min)):
        each = [float(compare(TRUTH, level, [metric])[metric]) for level in levels]
        chosen = max(range(len(levels)), key=lambda i: len(clusterings[i]))
        of_policy = by_policy(rows, metric)
        assert gather(rows).level_scores[metric] == {str(i): value for i, value in enumerate(each)}
        assert (of_policy["blind"].value, of_policy["blind"].level) == (each[chosen], str(chosen))
        assert of_policy["best"].value == best(each)
        assert each[int(of_policy["best"].level)] == best(each)
        merged = outcome_of(
            lambda metric=metric: compare(TRUTH, found, [metric], levels="merged")[metric]
        )  # type: ignore[misc]
        assert merged == (
            of_policy["merged"].value
            if of_policy["merged"].value is not None
            else of_policy["merged"].reason
        )
    assert gather(rows).blind_level == str(chosen)


def test_the_truth_and_the_network_may_prefer_other_levels() -> None:
    scores = gather(
        score_levels(Clustering.from_levels({"f": FINE, "m": MIDDLE, "c": COARSE}), panel, finest)
    )
    assert scores.blind_level == "f"
    assert scores.scores["f1h"]["best"] == 1.0
    assert scores.scores["f1h"]["blind"] < 1.0
    assert scores.scores["vi"]["best"] == 0.0


def test_what_does_not_apply_to_the_merged_levels_applies_to_a_single_one() -> None:
    scores = gather(score_levels(Clustering.from_levels([FINE, COARSE]), panel, finest))
    assert set(scores.scores["nmi"]) == {"blind", "best"}
    assert "in several clusters" in scores.not_applicable["nmi"]["merged"]
    assert set(scores.scores["f1h"]) == set(POLICIES)
    assert "f1h" not in scores.not_applicable


def test_a_level_that_a_metric_does_not_apply_to() -> None:
    overlapping = Clustering.from_clusters([[1, 2, 3], [3, 4, 5, 6]])
    found = Clustering.from_levels({"o": overlapping, "c": COARSE})
    chosen = gather(score_levels(found, panel, finest))
    assert chosen.blind_level == "o"
    assert set(chosen.scores["nmi"]) == {"best"}  # of the other level
    assert set(chosen.not_applicable["nmi"]) == {"blind", "merged"}
    assert set(chosen.level_scores["nmi"]) == {"c"}
    none = gather(score_levels(Clustering.from_levels([overlapping, overlapping]), panel, finest))
    assert "nmi" not in none.scores
    assert set(none.not_applicable["nmi"]) == set(POLICIES)


# ---- choosing without the truth ------------------------------------------------------------------


def test_of_equal_levels_the_first_is_preferred() -> None:
    assert preferred_level({"x": FINE, "y": FINE}, finest) == ("x", "")


def test_a_level_without_an_intrinsic_score_is_not_preferred() -> None:
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


def test_where_no_level_can_be_chosen_the_other_policies_still_hold() -> None:
    scores = gather(score_levels(Clustering.from_levels([FINE, MIDDLE]), panel, None))
    assert set(scores.scores["f1h"]) == {"best", "merged"}
    assert "the network is not known" in scores.not_applicable["f1h"]["blind"]
    assert scores.blind_level is None


def test_an_outcome_is_a_finite_number_or_a_reason() -> None:
    def refuse() -> float:
        raise InputError("no")

    assert outcome_of(lambda: 0.5) == 0.5
    assert outcome_of(refuse) == "no"
    assert outcome_of(lambda: math.nan) == "not defined here: nan"
    with pytest.raises(ZeroDivisionError):  # a defect of ours is not hidden
        outcome_of(lambda: 1 / 0)
