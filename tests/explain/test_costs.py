"""Costs of clusters, tested for every metric by its formula with one perfect cluster."""

import itertools
from typing import Any

import numpy as np
import pytest
import strategies
from explained_pairs import Case, cases
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import costs

import accord
from accord import METRICS, InputError, OverlapError
from accord._explain.explained_side import ExplainedSide
from accord._explain.explanation import Explanation
from accord._explain.verdicts import LEFT_OUT, VERDICTS

CLOSE = {"rel": 1e-9, "abs": 1e-10}
MEAN_MATCHES = ("f1p", "f1h", "f1a", "jaccard_match")
COUNTS = ("purity", "inverse_purity", "nvd", "split_join")
INFORMATION = [
    *(("nmi", {"norm": norm}) for norm in METRICS["nmi"].options["norm"]),
    *(("vi", {"unit": unit}) for unit in METRICS["vi"].options["unit"]),
    *((metric, {}) for metric in ("homogeneity", "completeness", "v_measure")),
    *(("v_measure", {"beta": beta}) for beta in (0.5, 2.0)),
]
CRISP = strategies.crisp_pairs(equal_nodes=None)
CHOSEN = ("union", "intersection", "truth", "given")  # information metrics want the node base said
HAVING_COSTS = [name for name, metric in METRICS.items() if metric.costs]


def request(metric: str, options: dict[str, Any]) -> str:
    told = ",".join(f"{option}={value}" for option, value in options.items())
    return f"{metric}[{told}]" if told else metric


def check(why: Explanation, wanted: costs.Costs) -> None:
    for side, of_side in zip(why.sides, wanted, strict=True):
        left = side.verdict != LEFT_OUT
        assert side.cost[left] == pytest.approx(
            np.zeros(left.sum()) if of_side is None else of_side, **CLOSE
        )
        assert (side.cost[~left] == 0).all()
        check_order(side)


def check_order(side: ExplainedSide) -> None:
    """No cost is below 0; clusters are sorted by cost, then by size, then by index."""
    assert (side.cost >= 0).all()
    places = [place for place in range(len(side)) if side.verdict[place] != LEFT_OUT]
    wanted = sorted(places, key=lambda place: (-side.cost[place], -side.sizes[place], place))
    assert side.costliest().tolist() == wanted
    assert side.costliest(2).tolist() == wanted[:2]


def check_exact_cost_nothing(why: Explanation) -> None:
    for side in why.sides:
        assert side.cost[side.verdict == VERDICTS.index("exact")] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("metric", "weighting"), [*itertools.product(MEAN_MATCHES, METRICS["f1p"].options["weighting"])]
)
@settings(max_examples=25)
@given(case=cases(), sharing=st.sampled_from(["", *METRICS["f1p"].options["sharing"]]))
def test_costs_of_mean_matches(metric: str, weighting: str, case: Case, sharing: str) -> None:
    options = {"weighting": weighting} | ({"sharing": sharing} if sharing else {})
    why = accord.explain(*case.sides, request(metric, options), nodes=case.nodes)
    check(
        why,
        costs.of_mean_match(case.truth, case.found, kind=metric, **options, **case.base_of_oracle),
    )
    if not sharing:
        check_exact_cost_nothing(why)


@pytest.mark.parametrize("metric", COUNTS)
@settings(max_examples=40)
@given(case=cases(CRISP, shares=False))
def test_costs_of_counts(metric: str, case: Case) -> None:
    why = accord.explain(*case.sides, metric, nodes=case.nodes)
    check(why, costs.of_counts(case.truth, case.found, metric=metric, **case.base_of_oracle))
    check_exact_cost_nothing(why)


@pytest.mark.parametrize(("metric", "options"), INFORMATION, ids=str)
@settings(max_examples=40)
@given(case=cases(CRISP, shares=False, policies=CHOSEN))
def test_costs_of_information(metric: str, options: dict[str, Any], case: Case) -> None:
    why = accord.explain(*case.sides, request(metric, options), nodes=case.nodes)
    check(
        why,
        costs.of_information(
            case.truth, case.found, metric=metric, **options, **case.base_of_oracle
        ),
    )
    check_exact_cost_nothing(why)


@pytest.mark.parametrize("norm", METRICS["onmi"].options["norm"])
@settings(max_examples=30)
@given(case=cases())
def test_costs_of_onmi(norm: str, case: Case) -> None:
    why = accord.explain(*case.sides, f"onmi[norm={norm}]", nodes=case.nodes)
    check(why, costs.of_onmi(case.truth, case.found, norm=norm, **case.base_of_oracle))
    check_exact_cost_nothing(why)


@st.composite
def few_clusters(draw: st.DrawFn) -> tuple[strategies.Plain, strategies.Plain]:
    nodes = draw(strategies.node_ranges())
    return draw(strategies.covers(nodes, clusters=4)), draw(strategies.covers(nodes, clusters=4))


@settings(max_examples=60)
@given(case=cases(few_clusters()))
def test_costs_of_max_matching_ratio(case: Case) -> None:
    why = accord.explain(*case.sides, "max_matching_ratio", nodes=case.nodes)
    told = why.truth.cost[why.truth.verdict != LEFT_OUT]
    ways = costs.affinities_of_best_matchings(case.truth, case.found, **case.base_of_oracle)
    wanted = [
        [float(1 - affinity) / len(way) for affinity in way] for way in ways
    ]  # several may be the heaviest
    assert any(told == pytest.approx(way, **CLOSE) for way in wanted)
    assert float(why.score) + told.sum() == pytest.approx(1 if len(told) else 0, **CLOSE)
    assert (why.found.cost == 0).all()
    for side in why.sides:
        check_order(side)


@pytest.mark.parametrize("metric", HAVING_COSTS)
@settings(max_examples=20)
@given(case=cases(CRISP, shares=False, policies=CHOSEN))
def test_costs_are_limited_by_the_best_value(metric: str, case: Case) -> None:
    why = accord.explain(*case.sides, metric, nodes=case.nodes)
    assert float(why.score) == float(METRICS[metric].function(*case.sides, nodes=case.base))
    to_gain = float(why.score) if METRICS[metric].distance else 1 - float(why.score)
    assert all((side.cost <= to_gain + 1e-9).all() for side in why.sides)


def test_every_metric_with_costs_is_tested() -> None:
    tested = {
        *MEAN_MATCHES,
        *COUNTS,
        *(metric for metric, _ in INFORMATION),
        "onmi",
        "max_matching_ratio",
    }
    assert tested == set(HAVING_COSTS)


@pytest.mark.parametrize("metric", [name for name in METRICS if name not in HAVING_COSTS])
def test_error_for_metric_without_costs_lists_metrics_with_costs(metric: str) -> None:
    with pytest.raises(InputError) as raised:
        accord.explain([[1, 2], [3]], [[1], [2, 3]], metric)
    assert str(raised.value).startswith(f"{metric} ")
    assert str(raised.value).endswith(", ".join(HAVING_COSTS))


def test_metrics_that_do_not_apply_raise() -> None:
    with pytest.raises(OverlapError, match="crisp"):
        accord.explain([[1, 2], [2, 3]], [[1, 2]], "nmi")
    with pytest.raises(accord.NodeSetError, match="needs the same nodes"):
        accord.explain([[1, 2]], [[1]], "vi")


@pytest.mark.parametrize(
    "metric", ["", "f1h,f1p", "nope", "f1h[weighting=none]", "f1h[sharing", ["f1h", "f1p"]]
)
def test_malformed_metric_name_raises_accord_error(metric: Any) -> None:
    with pytest.raises(accord.AccordError):
        accord.explain([[1]], [[1]], metric)


def test_costs_by_hand() -> None:
    truth, found = [[1, 2, 3, 4], [5, 6]], [[1], [2, 3], [4], [5, 6]]
    why = accord.explain(truth, found, "f1a[weighting=macro]")
    # F1 of truth: 2/3 and 1; of found: 2/5, 2/3, 2/5 and 1. The cost is half of what is missing to
    # 1, divided by the number of clusters of the side.
    assert why.truth.cost == pytest.approx([1 / 3 / 4, 0])
    assert why.found.cost == pytest.approx([3 / 5 / 8, 1 / 3 / 8, 3 / 5 / 8, 0])
    # Two of the four nodes of the first truth cluster are outside of its best match; every found
    # cluster is pure.
    assert accord.explain(truth, found, "split_join").truth.cost.tolist() == [2, 0]
    assert accord.explain(truth, found, "purity").found.cost.tolist() == [0, 0, 0, 0]
    # 1.5 bits to tell the found cluster of one of these four of six nodes.
    assert accord.explain(truth, found, "vi").truth.cost == pytest.approx([1, 0])


def test_arithmetic_mean_has_costs_if_the_other_side_is_empty() -> None:
    why = accord.explain([[1, 2], [3]], [[4]], "f1a", nodes=[1, 2, 3])
    assert why.truth.cost == pytest.approx([1 / 3, 1 / 6])


def test_no_costs_if_the_information_is_complete() -> None:
    why = accord.explain(
        [[1, 2], [3, 4]], [[1], [2], [3], [4]], "nmi[norm=min]"
    )  # 1 already: found determines truth
    assert (float(why.score), why.truth.cost.tolist()) == (1, [0, 0])
