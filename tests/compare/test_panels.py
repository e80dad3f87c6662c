"""Which metrics are computed if none is named, and by "all"."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from example_pairs import CRISP, OVERLAPPING, UNEQUAL

import accord
from accord.metrics import DEFAULT_METRIC, METRICS, PANELS
from accord.metrics._panels import is_quick

CRISP_PANEL = ["f1h", "adjusted_rand", "ami", "nmi", "v_measure"]
OVERLAPPING_PANEL = ["f1h", "f1p", "omega", "onmi", "gnmi", "bcubed"]


def test_panels_begin_with_the_headline_metric() -> None:
    assert {"crisp": tuple(CRISP_PANEL), "overlapping": tuple(OVERLAPPING_PANEL)} == PANELS
    assert {panel[0] for panel in PANELS.values()} == {DEFAULT_METRIC}


@pytest.mark.parametrize(
    ("sides", "nodes", "metrics"),
    [
        (CRISP, None, CRISP_PANEL),
        (OVERLAPPING, None, OVERLAPPING_PANEL),
        ((CRISP[0], OVERLAPPING[1]), None, OVERLAPPING_PANEL),
        ((OVERLAPPING[0], CRISP[1]), None, OVERLAPPING_PANEL),
        (UNEQUAL, "union", CRISP_PANEL),
        (UNEQUAL, "intersection", CRISP_PANEL),
        (UNEQUAL, None, ["f1h", "f1p", "omega", "onmi"]),  # the others need the same nodes
    ],
)
def test_default_metrics_follow_the_input_without_a_word_on_others(
    sides: Any, nodes: Any, metrics: list[str]
) -> None:
    comparison = accord.compare(*sides, nodes=nodes)
    assert list(comparison) == metrics
    assert comparison.not_applicable == {}
    assert comparison.left_out == ()
    assert "does not apply" not in str(comparison)


def test_fuzzy_sides_get_the_panel_for_overlaps() -> None:
    fuzzy = [{1: 0.5, 2: 1.0}, {1: 0.5, 3: 1.0}]
    comparison = accord.compare(fuzzy, [[1, 2], [3]])
    assert list(comparison) == OVERLAPPING_PANEL
    assert "shares are ignored by omega, onmi, gnmi, bcubed\n" in str(comparison)
    # Shares count in the mean F1 family also if no node is in several clusters.
    assert list(accord.compare([{1: 0.5, 2: 1.0}, {3: 1.0}], [[1, 2], [3]])) == OVERLAPPING_PANEL
    assert "shares are ignored" not in str(accord.compare(fuzzy, [[1, 2], [3]], "f1p"))


def test_metrics_that_ignore_shares_say_so() -> None:
    crisp, whole = [[1, 2], [3, 4]], [[1, 2, 4], [1, 3]]
    fuzzy = [{1: 0.5, 2: 1.0, 4: 0.75}, {1: 0.5, 3: 1.0}]
    for name, metric in METRICS.items():
        if metric.crisp:
            continue
        note = metric.function(fuzzy, crisp).note
        ignored = metric.function(fuzzy, crisp) == metric.function(whole, crisp)
        assert (note == "shares are ignored") == ignored, name
        assert metric.function(whole, crisp).note is None
    score = accord.omega(crisp, fuzzy)
    assert ", note='shares are ignored')" in repr(score)
    assert "shares are ignored" in score._repr_html_()
    comparison = accord.compare(fuzzy, crisp, "f1p,bcubed")
    assert comparison.to_dict()["scores"]["bcubed"]["note"] == "shares are ignored"
    assert "note" not in comparison.to_dict()["scores"]["f1p"]


def test_rankings_say_which_metrics_ignore_shares() -> None:
    results = {"fuzzy": [{1: 0.5, 2: 1.0}, {1: 0.5, 3: 1.0}], "crisp": [[1, 2], [3]]}
    ranking = str(accord.rank([[1, 2], [3]], results, "f1p,omega,bcubed,fuzzy_rand"))
    assert "shares are ignored by omega, bcubed\n" in ranking + "\n"
    assert "shares are ignored" not in str(accord.rank([[1, 2], [3]], results, "f1p"))
    del results["fuzzy"]
    assert "shares are ignored" not in str(accord.rank([[1, 2], [3]], results, "omega"))


PROBABILITIES = np.array([[0.99, 0.01], [0.9, 0.1], [0.2, 0.8], [0.0, 1.0]])


def test_metrics_that_ignore_shares_are_no_default_if_nodes_are_in_all_clusters() -> None:
    comparison = accord.compare([0, 0, 1, 1], PROBABILITIES)
    assert list(comparison) == ["f1h", "f1p"]
    assert comparison.ignoring_shares == ("omega", "onmi", "gnmi", "bcubed")
    line = "left out, as this would ignore the shares of nodes that are in all clusters; to compute"
    assert line in str(comparison)
    assert "shares are ignored" not in str(comparison)


def test_metrics_that_ignore_shares_are_computed_on_request() -> None:
    assert "omega" in accord.compare([0, 0, 1, 1], PROBABILITIES, "omega")
    assert "omega" in accord.compare([0, 0, 1, 1], PROBABILITIES, "default,omega")
    assert "omega" in accord.compare([0, 0, 1, 1], PROBABILITIES, "all")


def test_ranking_leaves_out_metrics_that_ignore_the_shares_of_one_result() -> None:
    ranking = accord.rank([0, 0, 1, 1], {"mixture": PROBABILITIES, "other": [0, 0, 0, 1]})
    assert list(ranking.metrics) == ["f1h", "f1p"]
    assert "omega, onmi, gnmi, bcubed: left out, as this would ignore" in str(ranking)


def test_shared_options_apply_to_the_panel() -> None:
    names = list(accord.compare(*OVERLAPPING, weighting="macro"))
    assert names[:3] == ["f1h[weighting=macro]", "f1p[weighting=macro]", "omega"]


def test_homogeneity_and_completeness_are_the_parts_of_v_measure() -> None:
    score = accord.compare(*CRISP)["v_measure"]
    assert score.precision == accord.homogeneity(*CRISP)
    assert score.recall == accord.completeness(*CRISP)


def test_tables_state_the_norm() -> None:
    crisp, overlapping = str(accord.compare(*CRISP)), str(accord.compare(*OVERLAPPING))
    assert re.search(r"^nmi .* norm=avg$", crisp, re.MULTILINE)
    assert re.search(r"^gnmi .* norm=max$", overlapping, re.MULTILINE)
    assert re.search(r"^onmi .* norm=max$", overlapping, re.MULTILINE)
    named = str(accord.compare(*CRISP, "nmi[norm=sqrt]"))
    assert re.search(r"^nmi\[norm=sqrt\] .* norm=sqrt$", named, re.MULTILINE)


# ---- all metrics ---------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [CRISP, OVERLAPPING, UNEQUAL])
def test_all_computes_what_applies_and_lists_the_rest(sides: Any) -> None:
    comparison = accord.compare(*sides, "all")
    assert next(iter(comparison)) == DEFAULT_METRIC
    assert {*comparison, *comparison.not_applicable} == set(METRICS)
    for name, score in comparison.items():
        assert score == METRICS[name].function(*sides)
    for name, entry in comparison.not_applicable.items():
        with pytest.raises(accord.NotApplicableError, match=re.escape(entry.reason)):
            METRICS[name].function(*sides)
        assert name in str(comparison)


def test_default_metrics_can_be_combined_with_names() -> None:
    names = ["default", "f1p", "f1h", "nmi[norm=max]"]
    assert list(accord.compare(*CRISP, names)) == [*CRISP_PANEL, "f1p", "nmi[norm=max]"]
    with pytest.raises(accord.OverlapError, match="nmi: for crisp clusterings only"):
        accord.compare(*OVERLAPPING, "default,nmi")


def test_all_can_be_combined_with_names() -> None:
    comparison = accord.compare(*CRISP, ["all", "nmi[norm=max]"])
    assert set(comparison) == {*METRICS, "nmi[norm=max]"}


# ---- one panel for all results -------------------------------------------------------------------


@pytest.mark.parametrize("order", [("crisp", "covers"), ("covers", "crisp")])
def test_results_of_both_kinds_are_ranked_by_one_panel(order: tuple[str, ...]) -> None:
    results = {"crisp": CRISP[1], "covers": OVERLAPPING[1]}
    ranking = accord.rank(CRISP[0], {name: results[name] for name in order})
    assert ranking.metrics == OVERLAPPING_PANEL
    assert all(list(comparison) == OVERLAPPING_PANEL for comparison in ranking.values())
    assert accord.rank(CRISP[0], {"crisp": CRISP[1]}).metrics == CRISP_PANEL


# ---- metrics that take long ----------------------------------------------------------------------


def crowded_nodes(n_nodes: int, clusters_of_node: int) -> list[list[int]]:
    """Every node in this many clusters, the next ones on a ring of clusters of about 30 nodes."""
    n_clusters = max(n_nodes * clusters_of_node // 30, clusters_of_node + 1)
    clusters: list[list[int]] = [[] for _ in range(n_clusters)]
    for node in range(n_nodes):
        for step in range(clusters_of_node):
            clusters[(node + step) % n_clusters].append(node)
    return clusters


@pytest.mark.parametrize(("clusters_of_node", "computed"), [(10, True), (11, False)])
def test_gnmi_is_left_out_if_nodes_are_in_many_clusters(
    clusters_of_node: int, computed: bool
) -> None:
    cover = crowded_nodes(60, clusters_of_node)
    comparison = accord.compare(cover, cover)
    assert ("gnmi" in comparison) is computed
    assert comparison.left_out == (() if computed else ("gnmi",))
    assert ("gnmi: left out, as this would take long" in str(comparison)) is not computed
    assert comparison.to_dict()["left_out"] == list(comparison.left_out)
    assert accord.compare(cover, cover, "gnmi")["gnmi"] == pytest.approx(1)


class Sizes:
    """The sizes of a pair, all that decides whether a metric is quick."""

    def __init__(self, memberships: int, nodes: int) -> None:
        self.facts = type("Facts", (), {"base": nodes})()
        side = {
            "n_memberships": memberships // 2,
            "n_overlapping": nodes,
            "n_in_no_cluster": 0,
        }
        self.truth = self.found = type("SideSizes", (), side)()


@pytest.mark.parametrize(
    ("metric", "limit"),
    [("gnmi", 300_000), ("bcubed", 1_000_000), ("max_matching_ratio", 1_000_000)],
)
def test_metrics_are_quick_up_to_a_number_of_memberships(metric: str, limit: int) -> None:
    for memberships, quick in ((limit, True), (limit + 2, False)):
        pair: Any = Sizes(memberships, nodes=limit // 4)
        assert is_quick(METRICS[metric], pair) is quick


@pytest.mark.parametrize(
    ("memberships", "repeats", "quick"),
    [(300_000, 20, True), (14_284, 20, True), (14_284, 21, False), (2_970, 100, True)],
)
def test_repeats_of_baselines_and_intervals_count(
    memberships: int, repeats: int, quick: bool
) -> None:
    """Up to 20, as on a page, they do not."""
    pair: Any = Sizes(memberships, nodes=memberships // 4)
    assert is_quick(METRICS["gnmi"], pair, repeats) is quick


def test_sampled_metrics_are_left_out_if_they_are_repeated() -> None:
    """Node 0 is in so many clusters that the game of gnmi is played for it."""
    cover = [[0, place + 1, place + 2, place + 50] for place in range(25)]
    other = [[0, place + 1, place + 3, place + 50] for place in range(25)]
    values = accord.compare(cover, other, nodes="union")
    assert values["gnmi"].is_sampled
    few = accord.compare(cover, other, nodes="union", baseline=True, repeats=2)
    assert "gnmi" in few.baselines
    many = accord.compare(cover, other, nodes="union", baseline=True, repeats=21)
    assert many.left_out == ("gnmi",)
    assert "gnmi: left out, as this would take long; to compute it, use metrics='gnmi'" in str(many)
    asked = accord.compare(cover, other, "gnmi", nodes="union", baseline=True, repeats=21)
    assert "gnmi" in asked.baselines
    ranking = accord.rank(cover, {"a": other, "b": cover}, nodes="union", interval=True)
    assert "gnmi" not in ranking.metrics
    assert "gnmi: left out" in str(ranking)


def test_crisp_clusterings_of_any_size_are_quick() -> None:
    pair: Any = Sizes(2 * 10**9, nodes=0)
    pair.facts.base = 10**9
    assert all(is_quick(metric, pair) for metric in METRICS.values())


# ---- the docs ------------------------------------------------------------------------------------


def test_the_guide_lists_the_panels() -> None:
    guide = (Path(__file__).parents[2] / "docs/which_metric.md").read_text()
    for panel in PANELS.values():
        assert ", ".join(f"`{name}`" for name in panel) in guide
