"""Recommendations on hand-made results: what is near, its weight, and the regret."""

import json
import math
from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest
from example_results import example_results
from hypothesis import given
from hypothesis import strategies as st
from run_factories import make_run

import accord
from accord._foundation.network import Network
from accord.bench._advise.performance import performances
from accord.bench._advise.recommend import MAX_NEIGHBOURS, recommend
from accord.bench._advise.regret import regret
from accord.bench._features import network_features, network_fingerprint
from accord.bench._results.results import Results
from accord.bench._results.run import NetworkKey

Values = dict[str, dict[str, list[float | None]]]


def made(values: Values, features: dict[str, dict[str, float]], metric: str = "f1h") -> Results:
    """Results from values by algorithm and data set, and features by data set.

    The value of a run that failed is None.
    """
    runs = [
        make_run(
            algorithm,
            "1",
            dataset=dataset,
            shuffle=place,
            scores={} if value is None else {metric: {"blind": value, "best": value}},
        )
        for algorithm, of in values.items()
        for dataset, found in of.items()
        for place, value in enumerate(found)
    ]
    return Results(tuple(runs), networks={(dataset, "1"): of for dataset, of in features.items()})


FEATURES = {
    "a": {"nodes": 100.0, "edges": 500.0},
    "b": {"nodes": 1000.0, "edges": 5000.0},
    "c": {"nodes": 1e6, "edges": 5e6},
}
VALUES: Values = {
    "leiden": {"a": [0.8, 0.6], "b": [0.5, 0.5], "c": [0.2, 0.2]},
    "slpa": {"a": [0.6, 0.6], "b": [0.9, None], "c": [0.9, 0.9]},
    "random": {"a": [0.1, 0.1], "b": [0.1, 0.1], "c": [0.99, 0.99]},
}


# ---- performances --------------------------------------------------------------------------------


def test_missing_score_counts_as_the_worst_of_the_data_set() -> None:
    known = performances(made(VALUES, FEATURES), "f1h", "blind")
    assert known["leiden", "a"].score == pytest.approx(0.7)
    slpa = known["slpa", "b"]
    assert (slpa.score, slpa.n_scored, slpa.n_runs, slpa.failures) == (0.9, 1, 2, {"timeout": 1})
    assert slpa.penalized_score == pytest.approx((0.9 + 0.1) / 2)


def test_each_network_counts_once_in_the_performance() -> None:
    runs = [make_run("x", "1", 0.2, shuffle=place) for place in range(3)] + [
        make_run("x", "2", 0.8)
    ]
    assert performances(Results(tuple(runs)), "f1h", "blind")["x", "lfr"].score == pytest.approx(
        0.5
    )


def test_each_network_counts_once_even_if_runs_failed() -> None:
    runs = [make_run("x", "1", 0.8, shuffle=place) for place in range(3)] + [make_run("x", "2")]
    runs += [make_run("y", "1", 0.2), make_run("y", "2", 0.2)]
    assert performances(Results(tuple(runs)), "f1h", "blind")[
        "x", "lfr"
    ].penalized_score == pytest.approx((0.8 + 0.2) / 2)


values_of_runs = st.lists(
    st.one_of(st.none(), st.integers(0, 8).map(lambda number: number / 8)), min_size=1, max_size=3
)


@given(
    st.lists(
        st.dictionaries(st.sampled_from("123"), values_of_runs, min_size=1), min_size=1, max_size=3
    )
)
def test_performances_follow_their_definition(made_of: list[dict[str, list[float | None]]]) -> None:
    """Of every algorithm: networks, then values of its runs."""
    runs = [
        make_run(str(name), instance, value, shuffle=place)
        for name, of in enumerate(made_of)
        for instance, found in of.items()
        for place, value in enumerate(found)
    ]
    if not any(run.scores.values for run in runs):
        return
    known = performances(Results(tuple(runs)), "f1h", "blind")
    scores = {}
    for name, of in enumerate(made_of):
        valued = [[value for value in found if value is not None] for found in of.values()]
        if any(valued):
            scores[name] = fmean(fmean(found) for found in valued if found)
    for name, of in enumerate(made_of):
        counted = [
            [min(scores.values()) if value is None else value for value in found]
            for found in of.values()
        ]
        record = known[str(name), "lfr"]
        assert record.score == (pytest.approx(scores[name]) if name in scores else None)
        assert record.penalized_score == pytest.approx(fmean(map(fmean, counted)))


def test_the_worst_distance_is_the_greatest() -> None:
    results = made({"x": {"a": [0.2, None]}, "y": {"a": [0.7]}}, FEATURES, "nvd")
    assert performances(results, "nvd", "blind")["x", "a"].penalized_score == pytest.approx(
        (0.2 + 0.7) / 2
    )


@pytest.mark.parametrize(("metric", "policy"), [("nmi", "blind"), ("f1h", "blindly")])
def test_unknown_metrics_and_policies_are_refused(metric: str, policy: str) -> None:
    with pytest.raises(accord.UnknownNameError):
        recommend({"nodes": 100}, made(VALUES, FEATURES), metric, policy)


# ---- recommendation ------------------------------------------------------------------------------


def test_known_network_gets_its_best_algorithm() -> None:
    found = recommend(FEATURES["a"], made(VALUES, FEATURES), within=0.5)
    assert [near.dataset for near in found.neighbours] == ["a"]
    assert found.best is not None
    assert (found.best.algorithm, found.best.expected, found.best.behind) == (
        "leiden",
        pytest.approx(0.7),
        0,
    )
    assert (found.best.n_scored, found.best.n_runs) == (2, 2)
    assert [item.algorithm for item in found.advice] == ["leiden", "slpa"]  # and never the baseline
    assert found.advice[1].behind == pytest.approx(0.1)


def test_weights_follow_their_definition() -> None:
    here = {"nodes": 10**2.25, "edges": 1000.0}
    found = recommend(here, made(VALUES, FEATURES))
    assert [near.dataset for near in found.neighbours] == ["a", "b"]
    weights = [math.exp(-(0.25**2)), math.exp(-(0.75**2))]
    assert [near.weight for near in found.neighbours] == pytest.approx(
        [weight / sum(weights) for weight in weights]
    )
    first, second = (weight / sum(weights) for weight in weights)
    expected = {item.algorithm: item.expected for item in found.advice}
    assert expected == pytest.approx(
        {"leiden": first * 0.7 + second * 0.5, "slpa": first * 0.6 + second * 0.5}
    )
    times = {item.algorithm: item.seconds for item in found.advice}
    # 2 s each: with 500 edges in one, with 5,000 in the other.
    assert times["leiden"] == pytest.approx(
        math.exp(first * math.log(2 * 1000 / 500) + second * math.log(2 * 1000 / 5000))
    )


def test_nothing_is_recommended_if_nothing_is_near() -> None:
    found = recommend({"nodes": 1e9}, made(VALUES, FEATURES))
    assert (found.best, found.advice, found.neighbours) == (None, (), ())
    assert found.nearest == ("c", pytest.approx(3))
    assert (
        "no data set is similar to this network: the nearest, c, is at a distance of 3.00"
        in str(found)
    )
    wider = recommend({"nodes": 1e9}, made(VALUES, FEATURES), within=3.1)
    assert wider.best is not None
    assert wider.best.algorithm == "slpa"


def test_algorithm_that_failed_on_all_neighbours_is_not_recommended() -> None:
    found = recommend(FEATURES["a"], made({"x": {"a": [None]}, "y": {"a": [0.1]}}, FEATURES))
    assert [item.algorithm for item in found.advice] == ["y"]


def test_lower_distances_are_better() -> None:
    found = recommend(
        FEATURES["a"], made({"x": {"a": [0.9]}, "y": {"a": [0.2]}}, FEATURES, "nvd"), "nvd"
    )
    assert [(item.algorithm, item.behind) for item in found.advice] == [
        ("y", 0),
        ("x", pytest.approx(0.7)),
    ]


def test_the_number_of_neighbours_is_limited() -> None:
    near = {str(place): {"nodes": 100.0 + place} for place in range(MAX_NEIGHBOURS + 3)}
    results = made({"x": {dataset: [0.5] for dataset in near}}, near)
    found = recommend({"nodes": 100.0}, results)
    assert [item.dataset for item in found.neighbours] == [
        str(place) for place in range(MAX_NEIGHBOURS)
    ]


def test_network_can_be_given_by_its_features() -> None:
    edges = [(1, 2), (2, 3), (3, 1), (3, 4)]
    network = Network.from_edges(edges)
    features = network_features(network)
    results = made({"x": {"a": [0.5]}}, {"a": features | {"nodes": 5.0}})
    assert recommend(network, results).to_dict() == recommend(features, results).to_dict()
    assert recommend(edges, results).to_dict() == recommend(features, results).to_dict()
    with pytest.raises(accord.InputError, match="int is not a network"):
        recommend(3, results)  # type: ignore[arg-type]


def test_network_is_not_advised_by_itself() -> None:
    """Neither as it is, nor with its nodes in another order, nor with other labels."""
    edges = [(1, 2), (2, 3), (3, 1), (3, 4)]
    network = Network.from_edges(edges)
    features = network_features(network)
    values: Values = {
        "x": {"self": [0.5], "similar": [0.4]},
        "y": {"self": [0.1], "similar": [0.7]},
    }
    other = features | {"transitivity": features["transitivity"] + 0.01}
    results = made(values, {"self": features, "similar": other})
    renamed = Network.from_edges([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    for same in (network, renamed, edges):
        found = recommend(same, results)
        assert found.left_out == ("self",)
        assert [neighbour.dataset for neighbour in found.neighbours] == ["similar"]
        assert found.best is not None
        assert found.best.algorithm == "y"
        assert "left out: self, which contains this network" in str(found)
        assert found.to_dict()["left_out"] == ["self"]
    alone = recommend(network, results.only(datasets=["self"]))
    assert (alone.best, alone.nearest, alone.left_out) == (None, None, ("self",))
    assert str(alone).startswith("nothing to recommend from: every data set with a score contains")
    assert alone.to_dict()["nearest"] is None


def test_fingerprint_recognizes_a_network_whose_features_are_sampled() -> None:
    """Features that differ a little, as those of samples do, do not hide the same network."""
    network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4)])
    features = network_features(network)
    sampled = features | {"transitivity": features["transitivity"] + 0.001}
    results = made({"x": {"self": [0.5], "b": [0.5]}}, {"self": sampled, "b": sampled})
    key = NetworkKey(*next(key for key in results.networks if key[0] == "self"))
    known = replace(results, fingerprints={key: network_fingerprint(network)})
    assert recommend(network, results).left_out == ()
    assert recommend(network, known).left_out == ("self",)


def test_fingerprint_is_that_of_the_edges() -> None:
    edges = [(1, 2, 2.0), (2, 3, 1.0), (3, 1, 0.5)]
    network = Network.from_edges(edges, nodes=[9])
    fingerprint = network_fingerprint(network)
    same = [
        Network.from_edges(edges[::-1], nodes=[9]),
        Network.from_edges([(b, a, weight) for a, b, weight in edges], nodes=[9]),
        Network.from_edges([(str(a), str(b), weight) for a, b, weight in edges], nodes=["9"]),
    ]
    others = [
        Network.from_edges(edges),
        Network.from_edges(edges, nodes=[8]),
        Network.from_edges(edges, nodes=[9], directed=True),
        Network.from_edges([*edges[:2], (3, 1, 0.6)], nodes=[9]),
        Network.from_edges([*edges[:2], (3, 9, 0.5)], nodes=[9]),
        Network.from_edges([(a, b) for a, b, _ in edges], nodes=[9]),
    ]
    assert {network_fingerprint(item) for item in same} == {fingerprint}
    assert fingerprint not in {network_fingerprint(item) for item in others}
    plain = Network.from_edges([("a", "b"), ("b", "c")])
    ones = Network.from_edges([("b", "c", 1.0), ("a", "b", 1.0)])
    assert network_fingerprint(plain) == network_fingerprint(ones)


def test_recommendation_without_evidence_is_an_error() -> None:
    with pytest.raises(accord.InputError, match="nothing to learn from"):
        recommend(FEATURES["a"], made(VALUES, {}))
    with pytest.raises(accord.InputError, match="within must be a distance above 0"):
        recommend(FEATURES["a"], made(VALUES, FEATURES), within=0)


@given(st.permutations(list(VALUES)))
def test_the_order_of_runs_does_not_matter(order: list[str]) -> None:
    found = recommend(FEATURES["a"], made({name: VALUES[name] for name in order}, FEATURES))
    assert found.to_dict() == recommend(FEATURES["a"], made(VALUES, FEATURES)).to_dict()


def test_all_representations_show_the_recommendation() -> None:
    results = example_results()
    found = recommend(results.networks["com-DBLP", "1"], results)
    assert json.loads(found.to_json()) == found.to_dict()
    for item in found.advice:
        assert item.algorithm in str(found)
        assert item.algorithm in found.to_markdown().replace("\\", "")
        assert item.algorithm in found._repr_html_()
    assert {near.dataset for near in found.neighbours} <= {
        row[0] for row in found.evidence_table().rows
    }
    assert repr(found) == str(found)


# ---- regret --------------------------------------------------------------------------------------


def test_regret_leaves_each_data_set_out() -> None:
    values: Values = {
        "leiden": {"a": [0.7], "b": [0.5], "c": [0.2]},
        "slpa": {"a": [0.6], "b": [0.9], "c": [0.9]},
        "random": {"a": [0.1], "b": [0.1], "c": [0.1]},
    }
    found = regret(made(values, FEATURES))
    # a is judged by b, where slpa is best; b by a, where leiden is; nothing is near c, where leiden
    # is taken then.
    assert [(trial.dataset, trial.recommended) for trial in found.trials] == [
        ("a", "slpa"),
        ("b", "leiden"),
        ("c", None),
    ]
    assert [trial.regret for trial in found.trials] == pytest.approx([0.1, 0.4, 0.7])
    assert [trial.always_regret for trial in found.trials] == pytest.approx([0, 0.4, 0.7])
    assert (found.mean, found.always_mean) == (pytest.approx(1.2 / 3), pytest.approx(1.1 / 3))
    assert [trial.dataset for trial in found.covered] == ["a", "b"]
    assert (found.hindsight, found.hindsight_regret) == ("slpa", pytest.approx(0.1 / 3))
    assert "always leiden" in str(found)
    assert "none similar" in found.to_markdown()
    assert json.loads(json.dumps(found.to_dict()))["mean"] == found.mean


def test_regret_leaves_out_data_sets_with_the_same_network() -> None:
    """In two studies of a store, or with two truths, a network is there under two names."""
    near = {"nodes": 34.0, "edges": 78.0}, {"nodes": 60.0, "edges": 150.0}
    features = {"1: k": near[0], "2: k": near[0], "1: m": near[1], "2: m": near[1]}
    values: Values = {
        "leiden": {"1: k": [0.9], "2: k": [0.9], "1: m": [0.5], "2: m": [0.5]},
        "slpa": {"1: k": [0.1], "2: k": [0.1], "1: m": [0.8], "2: m": [0.8]},
    }
    found = regret(made(values, features))
    assert [(trial.recommended, set(trial.neighbours)) for trial in found.trials] == [
        *[("slpa", {"1: m", "2: m"})] * 2,
        *[("leiden", {"1: k", "2: k"})] * 2,
    ]
    alone = {name: {data: of[data] for data in ("1: k", "2: k")} for name, of in values.items()}
    assert [
        (trial.recommended, trial.neighbours) for trial in regret(made(alone, features)).trials
    ] == [(None, ())] * 2


def test_regret_relative_to_another_algorithm() -> None:
    values: Values = {"x": {"a": [0.7], "b": [0.5]}, "y": {"a": [0.6], "b": [0.9]}}
    assert regret(made(values, FEATURES)).always == "x"
    assert regret(made(values, FEATURES), always="y").always_mean == pytest.approx(0.05)
    with pytest.raises(accord.UnknownNameError, match="algorithm of these results"):
        regret(made(values, FEATURES), always="leiden")
    with pytest.raises(accord.InputError, match="at least two data sets"):
        regret(made({"x": {"a": [0.7]}}, FEATURES))


def test_variant_of_leiden_counts_as_leiden() -> None:
    values: Values = {
        "x": {"a": [0.7], "b": [0.5]},
        "leiden[resolution=2]": {"a": [0.6], "b": [0.9]},
    }
    assert regret(made(values, FEATURES)).always == "leiden[resolution=2]"
    values["igraph.leiden"] = values.pop("leiden[resolution=2]")
    assert regret(made(values, FEATURES)).always == "igraph.leiden"


scores = st.lists(st.one_of(st.none(), st.floats(0, 1)), min_size=1, max_size=2)


@given(st.lists(st.tuples(scores, scores, st.floats(10, 1e5)), min_size=2, max_size=6))
def test_regret_is_never_negative(
    rows: list[tuple[list[float | None], list[float | None], float]],
) -> None:
    names = [str(place) for place in range(len(rows))]
    values: Values = {
        "leiden": {name: row[0] for name, row in zip(names, rows, strict=True)},
        "slpa": {name: row[1] for name, row in zip(names, rows, strict=True)},
        "random": {name: [0.0] for name in names},
    }
    features = {name: {"nodes": row[2]} for name, row in zip(names, rows, strict=True)}
    try:
        found = regret(made(values, features))
    except accord.InputError:
        assert sum(any(value is not None for value in (*row[0], *row[1])) for row in rows) < 2
        return
    for trial in found.trials:
        assert min(trial.regret, trial.always_regret) >= 0
        assert max(trial.score, trial.always_score) <= trial.best_score
        assert trial.recommended is not None or trial.regret == trial.always_regret
        assert trial.dataset not in trial.neighbours
    assert found.hindsight_regret <= found.always_mean + 1e-12


sizes = st.sampled_from([10.0, 12.0, 50.0, 60.0, 1e5])


@given(st.lists(st.tuples(scores, scores, sizes), min_size=2, max_size=6))
def test_regret_equals_a_recommendation_without_the_data_set(
    rows: list[tuple[Any, Any, float]],
) -> None:
    """Taken out of the results altogether, with all that have the same network."""
    features = {str(place): {"nodes": row[2]} for place, row in enumerate(rows)}
    values: Values = {
        name: {str(place): row[column] for place, row in enumerate(rows)}
        for column, name in enumerate(("leiden", "slpa"))
    }
    whole = made(values, features)
    try:
        found = regret(whole)
    except (accord.InputError, accord.UnknownNameError):
        assert sum(any(value is not None for value in (*row[0], *row[1])) for row in rows) < 2
        return
    known = {trial.dataset for trial in found.trials}
    for trial in found.trials:
        others = [
            name for name in features if features[name] != features[trial.dataset] and name in known
        ]
        advised = None
        if others:
            advised = recommend(features[trial.dataset], whole.only(datasets=others)).best
        assert trial.recommended == (advised.algorithm if advised else None)
        counted = {
            name: performances(whole, "f1h", "blind")[name, trial.dataset].penalized_score
            for name in values
        }
        assert trial.score == counted[trial.recommended or "leiden"]
        assert trial.best_score == max(value for value in counted.values() if value is not None)
