"""Every metric with every option against its definition on Python sets, on random pairs."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import oracles
import pytest
import strategies
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from metric_cases import (
    CLOSE,
    SMALLEST_SHARE,
    closeness,
    expected,
    option_choices,
    plain_pairs_for,
    weighted,
)

import accord
from accord import METRICS, Clustering, InputError
from accord.metrics import Metric


def variants() -> list[Any]:
    """Every metric with every combination of its options; a sharing of None is the default rule."""
    out = []
    for metric in METRICS.values():
        choices = option_choices(metric)
        if "sharing" in metric.options:
            choices += [
                {**options, "sharing": None} for options in choices if options["sharing"] == "full"
            ]
        out += [
            pytest.param(metric, options, id="-".join([metric.name, *map(str, options.values())]))
            for options in choices
        ]
    return out


VARIANTS = pytest.mark.parametrize(("metric", "options"), variants())
ANY_WEIGHTS = pytest.mark.parametrize(
    ("metric", "options"), [v for v in variants() if not v.values[0].integer_weights]
)


def fuzzy_pairs_for(metric: Metric) -> st.SearchStrategy[Any]:
    return strategies.fuzzy_pairs(
        equal_nodes=True if metric.node_base == "equal" else None, smallest=SMALLEST_SHARE
    )


# ---- values --------------------------------------------------------------------------------------


@VARIANTS
@settings(max_examples=18)
@given(data=st.data())
def test_plain_pairs(metric: Metric, options: dict[str, Any], data: st.DataObject) -> None:
    truth, found = data.draw(plain_pairs_for(metric, True if metric.node_base == "equal" else None))
    assert metric.function(truth, found, **options) == pytest.approx(
        expected(metric, truth, found, options), **CLOSE
    )


@pytest.mark.parametrize(("metric", "options"), [v for v in variants() if not v.values[0].crisp])
@settings(max_examples=13)
@given(data=st.data())
def test_fuzzy_pairs(metric: Metric, options: dict[str, Any], data: st.DataObject) -> None:
    truth, found = data.draw(fuzzy_pairs_for(metric))
    assert metric.function(truth, found, **options) == pytest.approx(
        expected(metric, truth, found, options), **CLOSE
    )


@VARIANTS
@settings(max_examples=11)
@given(data=st.data())
def test_integer_weights(metric: Metric, options: dict[str, Any], data: st.DataObject) -> None:
    truth, found = data.draw(plain_pairs_for(metric, True if metric.node_base == "equal" else None))
    weights = data.draw(strategies.weights_for(strategies.nodes_of(truth, found), integers=True))
    value = metric.function(weighted(truth, weights), weighted(found, weights), **options)
    assert value == pytest.approx(expected(metric, truth, found, options, weights=weights), **CLOSE)


@ANY_WEIGHTS
@settings(max_examples=11)
@given(data=st.data())
def test_float_weights(metric: Metric, options: dict[str, Any], data: st.DataObject) -> None:
    truth, found = data.draw(plain_pairs_for(metric, True if metric.node_base == "equal" else None))
    weights = data.draw(strategies.weights_for(strategies.nodes_of(truth, found), integers=False))
    value = metric.function(weighted(truth, weights), weighted(found, weights), **options)
    wanted = expected(metric, truth, found, options, weights=weights)
    assert value == pytest.approx(wanted, **closeness(metric, weights))


@pytest.mark.parametrize(("metric", "options"), [v for v in variants() if not v.values[0].crisp])
@settings(max_examples=8)
@given(data=st.data())
def test_fuzzy_pairs_with_weights(
    metric: Metric, options: dict[str, Any], data: st.DataObject
) -> None:
    truth, found = data.draw(fuzzy_pairs_for(metric))
    integers = True if metric.integer_weights else None
    weights = data.draw(
        strategies.weights_for(strategies.nodes_of(truth, found), integers=integers)
    )
    value = metric.function(weighted(truth, weights), weighted(found, weights), **options)
    assert value == pytest.approx(expected(metric, truth, found, options, weights=weights), **CLOSE)


# ---- node bases ----------------------------------------------------------------------------------


def bases(truth: Any, found: Any) -> st.SearchStrategy[tuple[Any, set[int]]]:
    """(`nodes` argument, node base); explicit nodes may be on neither side."""
    in_truth, in_found = oracles.nodes_of(truth), oracles.nodes_of(found)
    policies = {
        "union": in_truth | in_found,
        "intersection": in_truth & in_found,
        "truth": in_truth,
    }
    explicit = st.sets(st.integers(0, 15), min_size=1)
    kinds = st.sampled_from([list, set, tuple, frozenset, lambda nodes: np.array(sorted(nodes))])
    return st.sampled_from(sorted(policies.items())) | st.tuples(explicit, kinds).map(
        lambda x: (x[1](x[0]), x[0])
    )


@VARIANTS
@settings(max_examples=18)
@given(data=st.data())
def test_node_bases(metric: Metric, options: dict[str, Any], data: st.DataObject) -> None:
    fuzzy = strategies.fuzzy_pairs(smallest=SMALLEST_SHARE)
    truth, found = data.draw(
        plain_pairs_for(metric, None) if metric.crisp else plain_pairs_for(metric, None) | fuzzy
    )
    nodes, base = data.draw(bases(truth, found))
    if not base:
        with pytest.raises(InputError, match="no nodes"):
            metric.function(truth, found, nodes=nodes, **options)
        return
    value = metric.function(truth, found, nodes=nodes, **options)
    assert value == pytest.approx(expected(metric, truth, found, options, nodes=base), **CLOSE)


@VARIANTS
@settings(max_examples=8)
@given(data=st.data())
def test_node_bases_with_weights(
    metric: Metric, options: dict[str, Any], data: st.DataObject
) -> None:
    truth, found = data.draw(plain_pairs_for(metric, None))
    weights = data.draw(strategies.weights_for(strategies.nodes_of(truth, found), integers=True))
    nodes, base = data.draw(bases(truth, found))
    if not isinstance(nodes, str):  # a node on neither side has no weight
        nodes = base = base & weights.keys()
    assume(base)
    value = metric.function(
        weighted(truth, weights), weighted(found, weights), nodes=nodes, **options
    )
    assert value == pytest.approx(
        expected(metric, truth, found, options, nodes=base, weights=weights), **CLOSE
    )


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
@settings(max_examples=18)
@given(data=st.data())
def test_nodes_in_no_cluster_are_part_of_the_node_base(metric: Metric, data: st.DataObject) -> None:
    truth, found = data.draw(plain_pairs_for(metric, None))
    more = data.draw(st.sets(st.integers(0, 20)))
    everyone = sorted(more | oracles.nodes_of(truth, found))
    value = metric.function(
        Clustering.from_clusters(truth, nodes=everyone),
        Clustering.from_clusters(found, nodes=everyone),
    )
    assert value == pytest.approx(expected(metric, truth, found, {}, nodes=everyone), **CLOSE)


# ---- precision, recall and values per cluster ----------------------------------------------------

MEAN_MATCH = ("f1a", "f1h", "f1p", "jaccard_match")


@pytest.mark.parametrize("kind", MEAN_MATCH)
@pytest.mark.parametrize("weighting", ["micro", "macro"])
@pytest.mark.parametrize("sharing", ["full", "split", "shares"])
@settings(max_examples=18)
@given(pair=strategies.pairs() | strategies.fuzzy_pairs(smallest=SMALLEST_SHARE))
def test_recall_and_precision(kind: str, weighting: str, sharing: str, pair: Any) -> None:
    score = METRICS[kind].function(*pair, weighting=weighting, sharing=sharing)
    recall, precision = oracles.mean_f1_sides(
        *pair, kind=kind, weighting=weighting, sharing=sharing
    )
    assert score.recall == pytest.approx(recall, **CLOSE)
    assert score.precision == pytest.approx(precision, **CLOSE)


@pytest.mark.parametrize("kind", MEAN_MATCH)
@pytest.mark.parametrize("sharing", ["full", "split", "shares"])
@settings(max_examples=18)
@given(pair=strategies.pairs() | strategies.fuzzy_pairs(smallest=SMALLEST_SHARE))
def test_per_cluster_values_of_best_matches(kind: str, sharing: str, pair: Any) -> None:
    score = METRICS[kind].function(*pair, sharing=sharing)
    both = oracles.compare(*pair, sharing)
    for values, xs, others in (
        (score.per_truth_cluster, both.truth, both.found),
        (score.per_found_cluster, both.found, both.truth),
    ):
        best = [oracles.best_match(both, x, others, oracles.MATCHED_BY[kind])[0] for x in xs]
        wanted = [math.sqrt(g) if kind == "f1p" else float(g) for g in best]
        assert values.tolist() == pytest.approx(wanted, **CLOSE)


@settings(max_examples=100)
@given(pair=strategies.crisp_pairs(equal_nodes=None))
def test_per_cluster_values_of_purity_and_inverse_purity(pair: Any) -> None:
    both = oracles.compare(*pair)
    pure, inverse = accord.purity(*pair), accord.inverse_purity(*pair)
    for values, xs, others in (
        (pure.per_found_cluster, both.found, both.truth),
        (inverse.per_truth_cluster, both.truth, both.found),
    ):
        wanted = [float(oracles.best_match(both, x, others, "count")[0] / both.size(x)) for x in xs]
        assert values.tolist() == pytest.approx(wanted, **CLOSE)


@settings(max_examples=100)
@given(pair=strategies.pairs())
def test_recall_and_precision_of_geometric_accuracy(pair: Any) -> None:
    score = accord.geometric_accuracy(*pair)
    both = oracles.compare(*pair)
    in_best_found, in_best_truth = oracles.best_counts(both)
    in_any = sum((both.common(t, f) for t in both.truth for f in both.found), Fraction(0))
    assert score.recall == pytest.approx(
        float(in_best_found / sum(map(both.size, both.truth))), **CLOSE
    )
    assert score.precision == pytest.approx(
        float(in_best_truth / in_any) if in_any else 0.0, **CLOSE
    )


@settings(max_examples=100)
@given(pair=strategies.pairs())
def test_per_cluster_values_of_the_one_to_one_matching_add_up(pair: Any) -> None:
    score = accord.max_matching_ratio(*pair)
    total = oracles.max_matching_ratio(*pair) * len(pair[0])
    assert float(score.per_truth_cluster.sum()) == pytest.approx(total, **CLOSE)
