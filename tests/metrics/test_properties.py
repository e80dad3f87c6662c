"""Every metric has the properties that the registry declares."""

import dataclasses
import math
from typing import Any

import numpy as np
import oracles
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from metric_cases import CLOSE, SMALLEST_SHARE, option_choices, plain_pairs_for, weighted

import accord
from accord import METRICS, Clustering, InputError, Score
from accord.metrics import Metric

FEW_EXAMPLES = settings(max_examples=14)
ALL_METRICS = list(METRICS.values())
SYMMETRIC = [metric for metric in ALL_METRICS if metric.symmetric]
ASYMMETRIC = [metric for metric in ALL_METRICS if not metric.symmetric]
OVERLAPPING = [metric for metric in ALL_METRICS if not metric.crisp]
ANY_WEIGHTS = [metric for metric in ALL_METRICS if not metric.integer_weights]
CHANCE_CORRECTED = (
    "omega",
    "soft_omega",
    "adjusted_rand",
    "pair_correlation",
    "adjusted_fowlkes_mallows",
    "normalized_pivoted_accuracy",
    "normalized_clustering_accuracy",
    "fuzzy_rand",
)  # below 0 where less agrees than by chance
MEAN_MATCH = [METRICS[name] for name in ("f1a", "f1h", "f1p", "jaccard_match")]

#: For every asymmetric metric, a pair whose value changes if the sides are swapped.
ASYMMETRY_WITNESSES = {
    "max_matching_ratio": ([{1, 2}], [{1, 2}, {3}]),
    "geometric_accuracy": ([{1, 2}, {2, 3}], [{1, 2, 3}]),
    "purity": ([{1, 2}], [{1}, {2}]),
    "inverse_purity": ([{1, 2}], [{1}, {2}]),
    "homogeneity": ([{1, 2}], [{1}, {2}]),
    "blanc": ([{1}, {2}, {3}], [{1, 2}, {3}]),
    "fair_nmi": ([{1, 2}, {3, 4}], [{1, 2}, {3}, {4}]),
    "completeness": ([{1, 2}], [{1}, {2}]),
    "normalized_clustering_accuracy": ([{1, 2, 3}, {4}], [{1, 2}, {3, 4}]),
    "pair_precision": ([{1, 2, 3}], [{1, 2}]),
    "pair_recall": ([{1, 2, 3}], [{1, 2}]),
}
#: Metrics whose value lies between those of two others, which are its precision and recall.
SIDES = {
    "v_measure": ("homogeneity", "completeness"),
    "pair_f1": ("pair_precision", "pair_recall"),
    "pair_fbeta": ("pair_precision", "pair_recall"),
}


def by_name(metrics: list[Metric]) -> Any:
    return pytest.mark.parametrize("metric", metrics, ids=[metric.name for metric in metrics])


def pairs_for(metric: Metric) -> st.SearchStrategy[Any]:
    """Pairs that the metric accepts without an explicit node base."""
    equal = True if metric.node_base == "equal" else None
    plain = plain_pairs_for(metric, equal)
    return (
        plain
        if metric.crisp
        else plain | strategies.fuzzy_pairs(equal_nodes=equal, smallest=SMALLEST_SHARE)
    )


VARIANTS = [
    pytest.param(
        metric, options, id=f"{metric.name}-{'-'.join(map(str, options.values())) or 'plain'}"
    )
    for metric in ALL_METRICS
    for options in option_choices(metric)
]


def assert_in_bounds(metric: Metric, value: float) -> None:
    low, high = metric.bounds
    low = -math.inf if low is None else low
    assert math.isfinite(value)
    assert value >= low
    assert high is None or value <= high


# ---- every metric is classified ------------------------------------------------------------------


@by_name(ALL_METRICS)
def test_metric_is_registered_by_name_and_has_an_oracle(metric: Metric) -> None:
    assert METRICS[metric.name] is metric
    assert getattr(accord, metric.name) is metric.function
    assert metric.name in accord.__all__
    assert callable(getattr(oracles, metric.name))


@by_name(ALL_METRICS)
def test_metric_has_a_description_and_a_best_value(metric: Metric) -> None:
    assert metric.meaning.endswith(".")
    assert ("(distance)" in metric.meaning) == metric.distance
    lowest = {
        **dict.fromkeys(CHANCE_CORRECTED, -1),
        "ami": None,
    }  # what is left to agree on beyond chance may be little
    assert metric.bounds[0] == lowest.get(metric.name, 0)
    # The information of many clusters that are much alike may be more than that of the side that
    # has one of them.
    assert metric.bounds[1] == 1 or (
        metric.bounds[1] is None and (metric.distance or metric.name == "onmi")
    )


@by_name(ALL_METRICS)
def test_crisp_metric_names_registered_alternatives(metric: Metric) -> None:
    assert bool(metric.instead) == metric.crisp
    assert all(name in METRICS and not METRICS[name].crisp for name in metric.instead)


@by_name(ALL_METRICS)
def test_metric_has_a_known_node_base_and_valid_defaults(metric: Metric) -> None:
    assert metric.node_base in ("union", "equal")
    assert set(metric.defaults) == set(metric.options)
    for option, choices in metric.options.items():
        default = metric.defaults[option]
        assert default is None or default in choices


def test_every_asymmetric_metric_has_a_witness() -> None:
    assert set(ASYMMETRY_WITNESSES) == {metric.name for metric in ASYMMETRIC}


def test_every_metric_property_is_tested() -> None:
    tested = {
        "bounds",
        "symmetric",
        "distance",
        "crisp",
        "instead",
        "node_base",
        "identity",
        "integer_weights",
        "one_sided_options",
    }
    # in tests/explain; below and in tests/certainty; in tests/compare
    tested |= {"costs", "growth", "growth_by_option", "singletons"}
    assert {field.name for field in dataclasses.fields(Metric)} == tested | {
        "formula",
        "summary",
        "parameters",
    }


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_doubling_the_nodes_doubles_only_counts(metric: Metric) -> None:
    truth, found = [[1, 2, 3], [4, 5], [6, 7]], [[1, 2], [3, 4, 5], [6, 7]]
    once = metric.function(truth, found)
    twice = metric.function(
        *([*side, *([v + 10 for v in x] for x in side)] for side in (truth, found))
    )
    assert once > 0
    # The steps of a repair are counts too, though not of nodes: larger clusters need no more.
    counts = metric.growth > 0 or metric.name == "merge_distance"
    assert (twice == pytest.approx(2 * once)) == counts


# ---- bounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("metric", "options"), VARIANTS)
@FEW_EXAMPLES
@given(data=st.data())
def test_value_stays_within_its_bounds(
    metric: Metric, options: dict[str, Any], data: st.DataObject
) -> None:
    truth, found = data.draw(pairs_for(metric))
    assert_in_bounds(metric, metric.function(truth, found, **options))


@by_name(ANY_WEIGHTS)
@settings(max_examples=40)
@given(data=st.data())
def test_value_stays_within_its_bounds_under_weights_that_round(
    metric: Metric, data: st.DataObject
) -> None:
    truth, found = data.draw(pairs_for(metric))
    weights = data.draw(strategies.weights_for(strategies.nodes_of(truth, found), integers=False))
    assert_in_bounds(metric, metric.function(weighted(truth, weights), weighted(found, weights)))


@by_name(ANY_WEIGHTS)
def test_identical_clusterings_with_weights_that_round_stay_within_the_bounds(
    metric: Metric,
) -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        nodes = rng.integers(2, 30)
        clustering = Clustering.from_labels(
            rng.integers(0, 5, nodes), weights=rng.random(nodes) + 0.01
        )
        assert_in_bounds(metric, metric.function(clustering, clustering))


@pytest.mark.parametrize(("metric", "options"), VARIANTS)
def test_value_is_a_score_and_a_plain_float(metric: Metric, options: dict[str, Any]) -> None:
    score = metric.function([{1, 2, 3}, {4, 5}], [{1, 2}, {3, 4, 5}], **options)
    assert type(score) is Score
    assert isinstance(score, float)
    assert type(float(score)) is float
    assert score + 0 == float(score)


# ---- symmetry ------------------------------------------------------------------------------------


@by_name(SYMMETRIC)
@FEW_EXAMPLES
@given(data=st.data())
def test_symmetric_metric_ignores_the_order_of_sides(metric: Metric, data: st.DataObject) -> None:
    truth, found = data.draw(pairs_for(metric))
    assert metric.function(truth, found) == pytest.approx(metric.function(found, truth), **CLOSE)


@by_name(ASYMMETRIC)
def test_asymmetric_metric_differs_on_its_witness(metric: Metric) -> None:
    truth, found = ASYMMETRY_WITNESSES[metric.name]
    nodes = "union"
    assert (
        abs(metric.function(truth, found, nodes=nodes) - metric.function(found, truth, nodes=nodes))
        > 0.01
    )


@pytest.mark.parametrize(
    ("name", "swapped_name"), [("purity", "inverse_purity"), ("homogeneity", "completeness")]
)
@FEW_EXAMPLES
@given(pair=strategies.crisp_pairs())
def test_paired_metrics_swap_with_the_sides(name: str, swapped_name: str, pair: Any) -> None:
    truth, found = pair
    assert METRICS[name].function(truth, found) == pytest.approx(
        METRICS[swapped_name].function(found, truth), **CLOSE
    )


@by_name(
    [
        *MEAN_MATCH,
        *(
            METRICS[name]
            for name in ("v_measure", "muc", "conll_bcubed", "ceaf", "lea", "overlap_f1")
        ),
    ]
)
@FEW_EXAMPLES
@given(data=st.data())
def test_precision_and_recall_swap_with_the_sides(metric: Metric, data: st.DataObject) -> None:
    truth, found = data.draw(pairs_for(metric))
    here, there = metric.function(truth, found), metric.function(found, truth)
    assert here.precision == pytest.approx(there.recall, **CLOSE)
    assert here.recall == pytest.approx(there.precision, **CLOSE)


@by_name([METRICS[name] for name in SIDES])
@FEW_EXAMPLES
@given(data=st.data())
def test_precision_and_recall_equal_their_own_metrics(metric: Metric, data: st.DataObject) -> None:
    truth, found = data.draw(pairs_for(metric))
    score = metric.function(truth, found)
    precision, recall = (float(METRICS[name].function(truth, found)) for name in SIDES[metric.name])
    assert (score.precision, score.recall) == (precision, recall)


@by_name(ALL_METRICS)
def test_metric_has_both_precision_and_recall_or_neither(metric: Metric) -> None:
    score = metric.function([{1, 2, 3}, {4, 5}], [{1, 2}, {3, 4, 5}])
    assert (score.precision is None) == (score.recall is None)
    if score.precision is not None:
        assert (
            min(score.precision, score.recall) - 1e-12
            <= score
            <= max(score.precision, score.recall) + 1e-12
        )


# ---- identity ------------------------------------------------------------------------------------


def identical_pairs(metric: Metric) -> st.SearchStrategy[Any]:
    """Equal clusterings for which the metric claims its best value."""
    overlapping = not metric.crisp and metric.identity
    return strategies.equal_pairs(strategies.PLAIN_KINDS if overlapping else strategies.CRISP_KINDS)


@pytest.mark.parametrize(("metric", "options"), VARIANTS)
@FEW_EXAMPLES
@given(data=st.data())
def test_identical_clusterings_have_the_best_value(
    metric: Metric, options: dict[str, Any], data: st.DataObject
) -> None:
    truth, found = data.draw(identical_pairs(metric))
    best = 0.0 if metric.distance else 1.0
    assert metric.function(truth, found, **options) == pytest.approx(best, rel=1e-14, abs=1e-14)


@by_name(ALL_METRICS)
@FEW_EXAMPLES
@given(data=st.data())
def test_clustering_has_exactly_the_best_value_with_itself(
    metric: Metric, data: st.DataObject
) -> None:
    truth, _ = data.draw(identical_pairs(metric))
    assert metric.function(truth, truth) == (0.0 if metric.distance else 1.0)


@by_name([*MEAN_MATCH, METRICS["fuzzy_rand"]])
@FEW_EXAMPLES
@given(soft=strategies.fuzzy(smallest=SMALLEST_SHARE))
def test_identical_fuzzy_clusterings_have_the_best_value(metric: Metric, soft: Any) -> None:
    assert metric.function(soft, soft) == pytest.approx(1.0, rel=1e-14)


@by_name([metric for metric in ALL_METRICS if not metric.identity])
def test_metric_not_reflexive_on_overlaps_has_a_witness(
    metric: Metric,
) -> None:
    clusters = [{1, 2}, {2, 3}]
    assert metric.function(clusters, clusters) < 0.99


@pytest.mark.parametrize(("metric", "options"), VARIANTS)
def test_different_clusterings_score_worse_than_the_best_value(
    metric: Metric, options: dict[str, Any]
) -> None:
    score = metric.function([{1, 2, 3}, {4, 5, 6}], [{1, 2, 4}, {3, 5}, {6}], **options)
    if metric.name == "overlap_f1":  # neither side has overlaps
        score = metric.function([{1, 2, 3}, {3, 4}], [{1, 2, 3}, {2, 4}], **options)
    assert score > 0.01 if metric.distance else score < 0.99


# ---- names and order do not matter ---------------------------------------------------------------


def renamed(clustering: Any, name: Any) -> Any:
    return [
        {name(node): share for node, share in cluster.items()}
        if isinstance(cluster, dict)
        else [name(node) for node in cluster]
        for cluster in clustering
    ]


@by_name(ALL_METRICS)
@FEW_EXAMPLES
@given(data=st.data())
def test_renaming_nodes_changes_nothing(metric: Metric, data: st.DataObject) -> None:
    truth, found = data.draw(pairs_for(metric))
    nodes = strategies.nodes_of(truth, found)
    integers = st.integers(-(2**63), 2**63 - 1)
    others = data.draw(st.lists(integers, min_size=len(nodes), max_size=len(nodes), unique=True))
    expected = metric.function(truth, found)
    for names in (
        others,
        [f"node {other}" for other in others],
        [(other, "x") for other in others],
    ):
        name = dict(zip(nodes, names, strict=True)).__getitem__
        assert metric.function(renamed(truth, name), renamed(found, name)) == pytest.approx(
            expected, **CLOSE
        )


@by_name(ALL_METRICS)
@FEW_EXAMPLES
@given(data=st.data())
def test_reordering_clusters_and_members_changes_nothing(
    metric: Metric, data: st.DataObject
) -> None:
    truth, found = data.draw(pairs_for(metric))

    def shuffled(clustering: Any) -> Any:
        clusters = data.draw(st.permutations(clustering))
        return [
            dict(data.draw(st.permutations(list(cluster.items()))))
            if isinstance(cluster, dict)
            else data.draw(st.permutations(sorted(cluster)))
            for cluster in clusters
        ]

    expected = metric.function(truth, found)
    value = metric.function(
        Clustering.from_clusters(shuffled(truth)), Clustering.from_clusters(shuffled(found))
    )
    assert value == pytest.approx(expected, **CLOSE)


@by_name(ALL_METRICS)
def test_node_listed_twice_in_a_cluster_counts_once(metric: Metric) -> None:
    once = metric.function([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
    assert metric.function([[1, 2, 3, 1, 1], [4, 5]], [[1, 2, 2], [3, 5, 4, 5]]) == once


# ---- values per cluster --------------------------------------------------------------------------


@by_name(ALL_METRICS)
@FEW_EXAMPLES
@given(data=st.data())
def test_per_cluster_values_have_one_entry_per_cluster(metric: Metric, data: st.DataObject) -> None:
    truth, found = data.draw(pairs_for(metric))
    score = metric.function(truth, found)
    for values, clusters in ((score.per_truth_cluster, truth), (score.per_found_cluster, found)):
        if values is not None:
            assert values.shape == (len(clusters),)
            assert values.dtype == float
            assert all(0 <= value <= 1 for value in values)


@by_name(ALL_METRICS)
def test_per_cluster_values_keep_their_index_if_clusters_become_empty(
    metric: Metric,
) -> None:
    truth, found = [{8, 9}, {1, 2}, {7}, {3}], [{1, 2}, {5}, {3}]
    score = metric.function(truth, found, nodes="intersection")
    assert score == (0.0 if metric.distance else 1.0)
    if score.per_truth_cluster is not None:
        assert [None if math.isnan(value) else value for value in score.per_truth_cluster] == [
            None,
            1.0,
            None,
            1.0,
        ]
    if score.per_found_cluster is not None:
        assert [None if math.isnan(value) else value for value in score.per_found_cluster] == [
            1.0,
            None,
            1.0,
        ]


@by_name(MEAN_MATCH)
@pytest.mark.parametrize("weighting", ["macro", "micro"])
@settings(max_examples=10)
@given(data=st.data())
def test_precision_and_recall_are_means_of_per_cluster_values(
    metric: Metric, weighting: str, data: st.DataObject
) -> None:
    truth, found = data.draw(strategies.pairs())
    score = metric.function(truth, found, weighting=weighting)
    for mean, values, clusters in (
        (score.recall, score.per_truth_cluster, truth),
        (score.precision, score.per_found_cluster, found),
    ):
        sizes = [len(cluster) if weighting == "micro" else 1 for cluster in clusters]
        weighted_sum = sum(size * float(value) for size, value in zip(sizes, values, strict=True))
        assert mean == pytest.approx(weighted_sum / sum(sizes), **CLOSE)


# ---- weights -------------------------------------------------------------------------------------


@by_name([metric for metric in ALL_METRICS if metric.integer_weights])
def test_integer_weight_metric_refuses_float_weights(metric: Metric) -> None:
    clustering = weighted([{1, 2}, {3}], {1: 1.0, 2: 2.0, 3: 0.5})
    with pytest.raises(InputError, match="weights must be integers"):
        metric.function(clustering, clustering)


@pytest.mark.parametrize(
    ("metric", "weight"),
    [
        (metric, weight)
        for metric in ALL_METRICS
        for weight in (1, 1.0)
        if isinstance(weight, int) or not metric.integer_weights
    ],
    ids=lambda value: getattr(value, "name", repr(value)),
)
@settings(max_examples=10)
@given(data=st.data())
def test_weights_of_one_change_nothing(metric: Metric, weight: float, data: st.DataObject) -> None:
    truth, found = data.draw(pairs_for(metric))
    weights = dict.fromkeys(strategies.nodes_of(truth, found), weight)
    expected = metric.function(truth, found)
    assert metric.function(weighted(truth, weights), weighted(found, weights)) == pytest.approx(
        expected, **CLOSE
    )


@pytest.mark.parametrize(("metric", "options"), VARIANTS)
@settings(max_examples=10)
@given(data=st.data())
def test_integer_weight_equals_copies_of_the_node(
    metric: Metric, options: dict[str, Any], data: st.DataObject
) -> None:
    truth, found = data.draw(pairs_for(metric))
    weights = data.draw(strategies.weights_for(strategies.nodes_of(truth, found), integers=True))

    def copied(clustering: Any) -> Any:
        return [
            {
                (node, copy): share
                for node, share in cluster.items()
                for copy in range(weights[node])
            }
            if isinstance(cluster, dict)
            else {(node, copy) for node in cluster for copy in range(weights[node])}
            for cluster in clustering
        ]

    expected = metric.function(copied(truth), copied(found), **options)
    assert metric.function(
        weighted(truth, weights), weighted(found, weights), **options
    ) == pytest.approx(expected, **CLOSE)


@pytest.mark.parametrize(
    ("metric", "options"), [case for case in VARIANTS if not case.values[0].integer_weights]
)
@settings(max_examples=8)
@given(data=st.data(), factor=st.sampled_from([2.0**-30, 0.1, 3.0, 2.0**40]))
def test_scaling_all_weights_changes_only_split_join(
    metric: Metric, options: dict[str, Any], data: st.DataObject, factor: float
) -> None:
    truth, found = data.draw(pairs_for(metric))
    weights = data.draw(strategies.weights_for(strategies.nodes_of(truth, found), integers=True))
    more = {node: factor * weight for node, weight in weights.items()}
    expected = metric.function(weighted(truth, weights), weighted(found, weights), **options)
    if metric.name == "split_join":
        expected *= factor
    value = metric.function(weighted(truth, more), weighted(found, more), **options)
    assert value == pytest.approx(expected, rel=1e-12, abs=1e-12 * max(factor, 1))


@by_name(ALL_METRICS)
def test_weights_on_one_side_suffice_if_it_has_all_nodes(metric: Metric) -> None:
    truth, found, weights = [{1, 2, 3}, {4, 5}], [{1, 2}, {3, 4, 5}], {1: 3, 2: 1, 3: 5, 4: 7, 5: 1}
    both = metric.function(weighted(truth, weights), weighted(found, weights))
    assert metric.function(weighted(truth, weights), found) == both
    assert metric.function(truth, weighted(found, weights)) == both
    if metric.name not in (
        *("exact_clusters", "merge_distance"),  # which count clusters and parts
        "overlap_f1",  # without overlaps
    ):
        assert metric.function(truth, found) != both


@by_name(OVERLAPPING)
@settings(max_examples=10)
@given(data=st.data())
def test_metric_not_marked_crisp_accepts_every_overlapping_pair(
    metric: Metric, data: st.DataObject
) -> None:
    truth, found = data.draw(strategies.pairs(equal_nodes=True))
    assert metric.function(truth, found) == pytest.approx(
        getattr(oracles, metric.name)(truth, found), **CLOSE
    )
