"""The edges: one node, one cluster, nothing in common, copies, wrong names and wrong weights."""

import math
import re
from typing import Any

import oracles
import pytest
from metric_cases import weighted

import accord
from accord import (
    METRICS,
    AccordError,
    Clustering,
    InputError,
    NodeSetError,
    OverlapError,
    UnknownNameError,
)
from accord._foundation.metric_options import Number
from accord._summaries.clustering_pair import PairCounts
from accord._summaries.pair_sums import PairSums
from accord.metrics import Metric

ALL_METRICS = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
CRISP_METRICS = pytest.mark.parametrize(
    "metric", [m for m in METRICS.values() if m.crisp], ids=lambda m: m.name
)
OVERLAPPING_METRICS = [m for m in METRICS.values() if not m.crisp]
EQUAL_NODES_METRICS = pytest.mark.parametrize(
    "metric", [m for m in METRICS.values() if m.node_base == "equal"], ids=lambda m: m.name
)
UNION_METRICS = pytest.mark.parametrize(
    "metric", [m for m in METRICS.values() if m.node_base == "union"], ids=lambda m: m.name
)
MEAN_MATCH = pytest.mark.parametrize("name", ["f1a", "f1h", "f1p", "jaccard_match"])
PAIR_METRICS = [m.name for m in METRICS.values() if m.summary in (PairCounts, PairSums)]
OVERLAP_METRICS = (
    "f1a",
    "f1h",
    "f1p",
    "jaccard_match",
    "max_matching_ratio",
    "geometric_accuracy",
    "purity",
    "inverse_purity",
    "accuracy",
    "pair_sets_index",
)
COREFERENCE = ("muc", "conll_bcubed", "ceaf", "conll", "lea", "exact_clusters", "blanc")


# ---- small and extreme ---------------------------------------------------------------------------


@ALL_METRICS
@pytest.mark.parametrize(
    "clusters", [[{7}], [{1, 2, 3}], [{1}, {2}, {3}]], ids=["one node", "one cluster", "singletons"]
)
def test_trivial_clustering_agrees_with_itself(metric: Metric, clusters: Any) -> None:
    assert metric.function(clusters, clusters) == (0.0 if metric.distance else 1.0)


#: All of 4 nodes alone (truth) against all of them together (found), worked out from the
#: definitions.
ALONE_AGAINST_TOGETHER = {
    "f1p": 1 / 2,  # sqrt(1·1/(1·4)) on both sides
    "f1h": 2 / 5,  # 2·1/(1+4)
    "f1a": 2 / 5,
    "jaccard_match": 1 / 4,
    "max_matching_ratio": 1 / 16,  # one of four gets 1/4
    "geometric_accuracy": 1 / 2,  # Sn = 1, PPV = 1/4
    "purity": 1 / 4,
    "inverse_purity": 1.0,
    "nvd": 3 / 8,  # 1 - (4 + 1)/8
    "split_join": 3.0,
    "accuracy": 1 / 4,  # one of the four is in the partner
    "normalized_pivoted_accuracy": 0.0,
    "normalized_clustering_accuracy": 0.0,  # one of four truth clusters has all its nodes there
    "pair_sets_index": 0.0,  # 1/4, and min(1, 4)/4 by chance
    "nmi": 0.0,
    "ami": 0.0,
    "vi": 2.0,
    **dict.fromkeys(["nvi", "nid"], 1.0),
    **dict.fromkeys(
        ["lea", "exact_clusters", "blanc"], 0.0
    ),  # no link in truth, and no cluster is right
    "merge_distance": 3.0,
    "overlap_f1": 1.0,  # no node is in several clusters
    "fair_nmi": 0.0,
    "homogeneity": 0.0,
    "completeness": 1.0,
    "v_measure": 0.0,
    "gnmi": 0.0,
    "bcubed": 2 / 5,  # recall 1, precision 1/4
    "onmi": 0.0,  # a cluster of all nodes tells nothing
    "muc": 0.0,  # no link in truth
    "conll_bcubed": 2 / 5,  # recall 1, precision 1/4
    "ceaf": 4 / 25,  # one of four gets 2·1/(1+4): recall 1/10, precision 2/5
    "conll": (2 / 5 + 4 / 25) / 3,
    "element_centric": 1
    / 4,  # of what a walk in found spreads over four nodes, one is where it stays in truth
    **dict.fromkeys(PAIR_METRICS, 0.0),  # no pair together in truth, all of them in found
    "mirkin": 12.0,  # six pairs in either order
    **dict.fromkeys(["correlation_distance", "sokal_sneath"], 1 / 2),  # no better than by chance
}


def test_singletons_table_covers_every_metric() -> None:
    assert set(ALONE_AGAINST_TOGETHER) == set(METRICS)


@ALL_METRICS
def test_singletons_against_one_cluster(metric: Metric) -> None:
    value = metric.function([{1}, {2}, {3}, {4}], [{1, 2, 3, 4}])
    assert value == pytest.approx(ALONE_AGAINST_TOGETHER[metric.name], rel=1e-15, abs=1e-15)


#: Truth {1 2} against found {3 4} on their union, where nodes that a side lacks are in no cluster
#: or (information) alone.
NOTHING_IN_COMMON = dict.fromkeys((*OVERLAP_METRICS, *COREFERENCE), 0.0) | {
    "nvd": 1.0,
    "split_join": 8.0,
    **dict.fromkeys(["normalized_pivoted_accuracy", "normalized_clustering_accuracy"], 0.0),
    "nmi": 1 / 1.5,  # parts 2,1,1 against 1,1,2: H = 1.5 each, joint 2 bits
    # Of six ways to place two pairs among four nodes, one makes them equal, with 1.5 bits in
    # common; the others have 1 bit.
    "ami": -1 / 5,
    "vi": 1.0,
    "nvi": 1 / 2,  # of two bits
    "merge_distance": 2.0,
    "overlap_f1": 1.0,
    "nid": 1 - 1 / 1.5,
    "fair_nmi": 1 / 1.5,  # three parts each
    "homogeneity": 1 / 1.5,
    "completeness": 1 / 1.5,
    "v_measure": 1 / 1.5,
    "gnmi": 1 / 1.5,
    # For two nodes one half of their companions is right, for two all of them: both precision
    # and recall.
    "bcubed": 3 / 4,
    # Each is the complement of the other: h(2) + h(2) bits for different, h(0) + h(0) for equal.
    "onmi": 0.0,
    "element_centric": 1 / 2,  # every node is alone on one side and with another on the other
    # Of six pairs one is together in truth, another in found: Obs = 4/6, Exp = (5·5 + 1·1)/36.
    **dict.fromkeys(PAIR_METRICS, 0.0),
    **dict.fromkeys(["omega", "soft_omega", "adjusted_rand", "fuzzy_rand"], -1 / 5),
    "rand": 4 / 6,
    # One pair on each side, of six: (6·0 - 1·1)/(1·5).
    **dict.fromkeys(["pair_correlation", "adjusted_fowlkes_mallows"], -1 / 5),
    "correlation_distance": math.acos(-1 / 5) / math.pi,
    "sokal_sneath": (0 + 0 + 4 / 5 + 4 / 5) / 4,
    "mirkin": 4.0,
}


def test_disjoint_node_sets_table_covers_every_metric() -> None:
    assert set(NOTHING_IN_COMMON) == set(METRICS)


@ALL_METRICS
def test_disjoint_node_sets_on_their_union(metric: Metric) -> None:
    value = metric.function([{1, 2}], [{3, 4}], nodes="union")
    assert value == pytest.approx(NOTHING_IN_COMMON[metric.name], rel=1e-14, abs=1e-15)


@pytest.mark.parametrize(
    "metric", [m for m in METRICS.values() if m.name in OVERLAP_METRICS], ids=lambda m: m.name
)
def test_disjoint_node_sets_give_zero_everywhere(metric: Metric) -> None:
    score = metric.function([{1, 2}, {5}], [{3, 4}])
    assert score == 0.0
    assert score.precision in (None, 0.0)
    assert score.recall in (None, 0.0)
    for values in (score.per_truth_cluster, score.per_found_cluster):
        assert values is None or not values.any()


@ALL_METRICS
def test_side_without_clusters_is_not_an_error(metric: Metric) -> None:
    truth, found = [{1, 2}], [{3, 4}]
    value = metric.function(truth, found, nodes="truth")
    assert value == pytest.approx(
        getattr(oracles, metric.name)(truth, found, nodes={1, 2}), abs=1e-15
    )


@ALL_METRICS
def test_nodes_unknown_to_both_sides_are_not_an_error(metric: Metric) -> None:
    truth, found = [{1, 2}], [{3, 4}]
    value = metric.function(truth, found, nodes=[7, 8, 9])
    assert math.isfinite(value)
    assert value == pytest.approx(
        getattr(oracles, metric.name)(truth, found, nodes={7, 8, 9}), abs=1e-15
    )


@pytest.mark.parametrize("metric", OVERLAPPING_METRICS, ids=lambda m: m.name)
def test_duplicate_clusters_are_kept(metric: Metric) -> None:
    truth, found = [{1, 2, 3}, {4, 5}, {4, 5}], [{1, 2}, {3, 4, 5}, {1, 2}]
    value = metric.function(truth, found)
    assert value == pytest.approx(getattr(oracles, metric.name)(truth, found), rel=1e-14)
    once = metric.function(
        Clustering.from_clusters(truth).unique(), Clustering.from_clusters(found).unique()
    )
    assert once == pytest.approx(getattr(oracles, metric.name)(truth[:2], found[:2]), rel=1e-14)


def test_duplicate_cluster_changes_micro_f1() -> None:
    truth, found = [{1, 2, 3}, {4, 5}], [{1, 2, 3}, {4, 6}]
    twice = [*found, {4, 6}]
    # precision: ({123}: 1, {46}: 1/2) by sizes 3, 2 = 4/5; with {46} twice 5/7
    assert accord.f1h(truth, found).precision == pytest.approx(4 / 5, rel=1e-15)
    assert accord.f1h(truth, twice).precision == pytest.approx(5 / 7, rel=1e-15)


def test_nodes_in_no_cluster_count_against_purity() -> None:
    truth = Clustering.from_clusters([{1, 2}, {3, 4}], nodes=[5, 6])
    assert accord.purity(truth, truth) == 4 / 6
    assert accord.nvd(truth, truth) == pytest.approx(1 - 8 / 12, rel=1e-15)
    assert accord.nmi(truth, truth) == 1.0  # alone on both sides


def test_nodes_in_no_cluster_do_not_affect_the_mean_match_family() -> None:
    truth = Clustering.from_clusters([{1, 2}, {3, 4}], nodes=[5, 6])
    assert accord.f1p(truth, [{1, 2}, {3, 4}]) == 1.0


def test_node_in_no_cluster_is_part_of_its_side() -> None:
    truth = Clustering.from_clusters([{1, 2}, {3}], nodes=[4])
    assert accord.nmi(truth, [{1, 2}, {3}, {4}]) == 1.0
    with pytest.raises(NodeSetError, match=r"1.* in truth only.* 0 in found only"):
        accord.nmi(truth, [{1, 2}, {3}])


@pytest.mark.parametrize("norm", ["max", "sqrt", "avg", "min", "joint"])
def test_nmi_without_information(norm: str) -> None:
    assert accord.nmi([{1, 2, 3}], [{1, 2, 3}], norm=norm) == 1.0
    assert accord.nmi([{1, 2, 3}], [{1, 2}, {3}], norm=norm) == 0.0
    assert accord.nmi([{1, 2}, {3}], [{1, 2, 3}], norm=norm) == 0.0


# ---- overlaps where none may be ------------------------------------------------------------------


@CRISP_METRICS
@pytest.mark.parametrize("side", ["truth", "found"])
def test_crisp_metric_refuses_overlaps_and_names_alternatives(metric: Metric, side: str) -> None:
    crisp, overlapping = [{1, 2}, {3, 4}], [{1, 2, 3}, {2, 3, 4}]
    sides = (overlapping, crisp) if side == "truth" else (crisp, overlapping)
    with pytest.raises(OverlapError) as caught:
        metric.function(*sides)
    message = str(caught.value)
    assert message.startswith(metric.name)
    assert f"{side} has 2 nodes in several clusters" in message
    named = message.rpartition("use ")[2].split(" or ")
    assert named
    assert all(name in METRICS and not METRICS[name].crisp for name in named)


@CRISP_METRICS
def test_duplicate_clusters_count_as_overlaps(metric: Metric) -> None:
    with pytest.raises(OverlapError):
        metric.function([{1, 2}, {1, 2}], [{1, 2}])


@CRISP_METRICS
def test_overlaps_outside_the_node_base_are_ignored(metric: Metric) -> None:
    value = metric.function([{1, 2, 9}, {3, 9}], [{1, 2}, {3}], nodes="intersection")
    assert value == (0.0 if metric.distance else 1.0)


# ---- node sets -----------------------------------------------------------------------------------


@EQUAL_NODES_METRICS
def test_metric_that_needs_equal_node_sets_names_the_choices(metric: Metric) -> None:
    with pytest.raises(NodeSetError) as caught:
        metric.function([{1, 2}, {3}], [{1, 2}, {4, 5}])
    message = str(caught.value)
    assert metric.name in message
    assert re.search(r"\b1\b.* in truth only.*\b2 in found only", message)
    for choice in ("intersection", "truth", "union"):
        assert f"'{choice}'" in message
        assert math.isfinite(metric.function([{1, 2}, {3}], [{1, 2}, {4, 5}], nodes=choice))


@UNION_METRICS
def test_metric_on_the_union_accepts_unequal_node_sets(metric: Metric) -> None:
    truth, found = [{1, 2}, {3}], [{1, 2}, {4, 5}]
    assert metric.function(truth, found) == metric.function(truth, found, nodes="union")


@ALL_METRICS
def test_equal_policy_refuses_different_node_sets(
    metric: Metric,
) -> None:
    with pytest.raises(NodeSetError, match=r"\b1\b.* in truth only.*\b2 in found only"):
        metric.function([{1, 2}, {3}], [{1, 2}, {4, 5}], nodes="equal")
    truth, found = [{1, 2}, {3, 4}], [{1, 2, 3}, {4}]
    assert metric.function(truth, found, nodes="equal") == metric.function(truth, found)


@ALL_METRICS
@pytest.mark.parametrize("nodes", ["intersection", []])
def test_comparison_without_nodes_is_an_error(metric: Metric, nodes: Any) -> None:
    with pytest.raises(InputError, match="no nodes"):
        metric.function([{1, 2}], [{3, 4}], nodes=nodes)


def test_unknown_node_base_suggests_the_closest_match() -> None:
    with pytest.raises(
        UnknownNameError, match="unknown node base 'intersect': did you mean intersection"
    ):
        accord.f1p([{1}], [{1}], nodes="intersect")


@pytest.mark.parametrize("nodes", [5, 1.5, object()])
def test_node_base_that_is_not_a_collection_is_an_accord_error(nodes: Any) -> None:
    with pytest.raises(AccordError):
        accord.f1p([{1}], [{1}], nodes=nodes)


# ---- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("f1x", "unknown metric 'f1x': did you mean f1"),
        ("purtiy", "did you mean purity"),
        ("v-measure", "did you mean v_measure"),
        ("zzzzzz", "choose from f1p, "),
    ],
)
def test_unknown_metric_suggests_the_closest_match(wrong: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        accord.compare([{1}], [{1}], [wrong])
    assert hint in str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("f1p[weightin=macro]", "unknown option of f1p 'weightin': did you mean weighting?"),
        ("nmi[weighting=macro]", "unknown option of nmi 'weighting'"),
        ("f1p[weighting=makro]", "unknown weighting of f1p 'makro': did you mean macro"),
        ("f1p[sharing=splat]", "unknown sharing of f1p 'splat': did you mean split?"),
        ("nmi[norm=average]", "unknown norm of nmi 'average'"),
        ("vi[unit=bit]", "did you mean bits?"),
    ],
)
def test_unknown_option_or_choice_suggests_the_closest_match(wrong: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        accord.compare([{1}], [{1}], wrong)
    assert hint in str(caught.value)


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        (lambda: accord.f1p([{1}], [{1}], weighting="makro"), "did you mean macro"),
        (lambda: accord.f1h([{1}], [{1}], sharing="share"), "did you mean shares"),
        (
            lambda: accord.nmi([{1}], [{1}], norm="maximum"),
            "unknown norm of nmi 'maximum': did you mean max",
        ),
        (lambda: accord.vi([{1}], [{1}], unit="nat"), "did you mean nats"),
    ],
)
def test_unknown_choice_in_a_call_suggests_the_closest_match(call: Any, hint: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        call()
    assert hint in str(caught.value)


def test_unknown_name_is_a_key_error_and_a_value_error_that_prints_plainly() -> None:
    with pytest.raises(KeyError) as caught:
        accord.f1p([{1}], [{1}], weighting="makro")
    assert isinstance(caught.value, ValueError)
    assert not str(caught.value).startswith(("'", '"'))


def test_option_of_a_metric_without_options_is_refused() -> None:
    with pytest.raises(InputError, match="purity has no option 'norm'"):
        accord.compare([{1}], [{1}], "purity[norm=max]")


@pytest.mark.parametrize("beta", [-1, math.nan, math.inf, True, "1", None, 1j])
def test_beta_must_be_finite_and_not_negative(beta: Any) -> None:
    with pytest.raises(InputError, match="beta of v_measure must be a number, at least 0"):
        accord.v_measure([{1}], [{1}], beta=beta)


@pytest.mark.parametrize(
    "text", ["", "f1p[", "f1p]", "f1p[weighting=macro", "f1p[[]]", "f1p nmi", "f1p[weighting]"]
)
def test_unparsable_metric_is_an_input_error(text: str) -> None:
    with pytest.raises(InputError, match="cannot read"):
        accord.compare([{1}], [{1}], [text])


@pytest.mark.parametrize(
    ("name", "option"),
    [
        (m.name, option)
        for m in METRICS.values()
        for option, allowed in m.options.items()
        if not isinstance(allowed, Number)
    ],
)
def test_option_none_is_refused_or_means_the_default(name: str, option: str) -> None:
    truth, found = [{1, 2, 3}, {4}], [{1, 2}, {3, 4}]
    function = METRICS[name].function
    try:
        value = function(truth, found, **{option: None})
    except AccordError:
        return
    assert value == function(truth, found)


@pytest.mark.parametrize("threads", [0, -1, True, 1.5, "2"])
def test_number_of_threads_must_be_a_positive_integer(threads: Any) -> None:
    with pytest.raises(InputError, match="threads must be a positive integer"):
        accord.f1p([{1}], [{1}], threads=threads)


# ---- weights -------------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", [0, -1, 0.0, -0.5, math.nan, math.inf, "1", None, 1j])
def test_weight_that_is_not_positive_and_finite_is_refused(weight: Any) -> None:
    with pytest.raises(InputError, match="weights must be positive"):
        weighted([{1, 2}], {1: 1, 2: weight})


def test_node_without_weight_is_named() -> None:
    with pytest.raises(InputError, match="node 3 has no weight"):
        weighted([{1, 2, 3}], {1: 1, 2: 1})


@ALL_METRICS
def test_conflicting_weights_are_refused(metric: Metric) -> None:
    with pytest.raises(InputError, match="different weights"):
        metric.function(weighted([{1, 2}], {1: 1, 2: 2}), weighted([{1, 2}], {1: 1, 2: 3}))


@UNION_METRICS
def test_weights_on_the_side_that_lacks_nodes_are_refused(metric: Metric) -> None:
    with pytest.raises(InputError, match="weigh both sides"):
        metric.function(weighted([{1, 2}], {1: 1, 2: 2}), [{1, 2, 3}])


@ALL_METRICS
def test_weights_on_one_side_suffice_for_its_nodes(metric: Metric) -> None:
    value = metric.function(weighted([{1, 2}], {1: 1, 2: 2}), [{1, 2, 3}], nodes="truth")
    assert value == (0.0 if metric.distance else 1.0)


@ALL_METRICS
def test_given_node_on_neither_side_has_no_weight(metric: Metric) -> None:
    clustering = weighted([{1, 2}], {1: 1, 2: 2})
    with pytest.raises(InputError, match="1 of the given nodes are on neither side"):
        metric.function(clustering, clustering, nodes=[1, 2, 3])


def test_too_large_integer_weights_are_refused() -> None:
    with pytest.raises(InputError, match=r"2\*\*62 or more"):
        weighted([{1, 2}], {1: 2**61, 2: 2**61})


def test_too_large_float_weights_are_refused() -> None:
    with pytest.raises(InputError, match="between 1e-100 and"):
        weighted([{1, 2}], {1: 1e308, 2: 1e308})


HUGE_WEIGHTS = {1: 2**59, 2: 2**60, 3: 2**58 + 1, 4: 1}


@ALL_METRICS
def test_largest_integer_weights_do_not_overflow(metric: Metric) -> None:
    truth, found = [{1, 2}, {3, 4}], [{1}, {2, 3}, {4}]
    if metric.name == "ami":  # whose work grows with the weights
        with pytest.raises(accord.TooLargeError, match="scale them"):
            accord.ami(weighted(truth, HUGE_WEIGHTS), weighted(found, HUGE_WEIGHTS))
        return
    value = metric.function(weighted(truth, HUGE_WEIGHTS), weighted(found, HUGE_WEIGHTS))
    assert value == pytest.approx(
        getattr(oracles, metric.name)(truth, found, weights=HUGE_WEIGHTS), rel=1e-12
    )


@pytest.mark.parametrize("metric", OVERLAPPING_METRICS, ids=lambda m: m.name)
def test_largest_integer_weights_do_not_overflow_with_overlaps(metric: Metric) -> None:
    truth, found = [{1, 2}, {1, 2}, {1, 2, 3}, {2, 4}], [{1}, {2, 3}, {1, 2}, {2, 4}]
    value = metric.function(weighted(truth, HUGE_WEIGHTS), weighted(found, HUGE_WEIGHTS))
    assert value == pytest.approx(
        getattr(oracles, metric.name)(truth, found, weights=HUGE_WEIGHTS), rel=1e-12
    )


@ALL_METRICS
def test_weights_of_very_different_magnitude(metric: Metric) -> None:
    truth, found, weights = [{1}, {2, 3}], [{1, 2}, {3}], {1: 1, 2: 2, 3: 10**12}
    value = metric.function(weighted(truth, weights), weighted(found, weights))
    # Entropies of parts that hold almost everything: no more than nine digits are asked for.
    assert value == pytest.approx(
        getattr(oracles, metric.name)(truth, found, weights=weights), rel=1e-9
    )


ROUNDING_WEIGHTS = {
    0: 1.0,
    1: 1.0,
    2: 1.0,
    3: 1.0,
    4: 1.0,
    5: 765.0,
    6: 1023.3579988127499,
    7: 255.63950339773166,
    8: 1.0,
}


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("homogeneity", {}, 1.0),
        ("completeness", {}, 0.0),
        ("v_measure", {}, 0.0),
        *[("nmi", {"norm": norm}, 0.0) for norm in ("max", "sqrt", "avg", "min", "joint")],
    ],
)
def test_single_cluster_has_no_information_despite_rounding(
    name: str, options: Any, expected: float
) -> None:
    truth, found = (
        weighted([set(range(9))], ROUNDING_WEIGHTS),
        weighted([set(range(8)), {8}], ROUNDING_WEIGHTS),
    )
    assert METRICS[name].function(truth, found, **options) == expected


# ---- shares at the edge of floats ----------------------------------------------------------------

TINY = 1e-100  # the smallest share and weight that there can be


@MEAN_MATCH
@pytest.mark.parametrize("weighting", ["micro", "macro"])
@pytest.mark.parametrize(
    ("truth", "found"),
    [
        ([{1: TINY}], [{1: TINY}]),
        ([{1: TINY, 2: 1.0}], [{1: TINY}, {2: 1.0}]),
        ([{1: TINY}], [{1: 1.0}]),
        ([{1: TINY, 2: TINY}, {3: TINY}], [{1: TINY}, {2: TINY, 3: TINY}]),
        ([{1: TINY}], [{1: 3 * TINY}]),
        ([{1: TINY, 2: 3 * TINY}], [{1: 2 * TINY}, {2: 2 * TINY}]),
    ],
)
@pytest.mark.parametrize("weight", [TINY, 1.0, 1 / TINY])
def test_smallest_shares_with_smallest_and_largest_weights(
    name: str, weighting: str, truth: Any, found: Any, weight: float
) -> None:
    weights = {node: weight for cluster in truth + found for node in cluster}
    value = METRICS[name].function(
        weighted(truth, weights), weighted(found, weights), weighting=weighting
    )
    assert value == pytest.approx(
        getattr(oracles, name)(truth, found, weights=weights, weighting=weighting), rel=1e-12
    )


@pytest.mark.parametrize("share", [TINY / 2, 5e-324])
def test_too_small_shares_are_refused(share: float) -> None:
    with pytest.raises(InputError, match="at least 1e-100"):
        accord.f1p([{1: share}], [{1: share}])
