"""baseline, tested against all permutations of a few nodes and known expected values."""

import math
import statistics
from itertools import permutations
from typing import Any

import numpy as np
import oracles
import pytest
from metric_cases import weighted

import accord
from accord import (
    METRICS,
    Clustering,
    InputError,
    NodeSetError,
    OverlapError,
    UnknownNameError,
    _core,
)
from accord._engines.native.shuffle import shuffle

CRISP = [[0, 1, 2], [3, 4], [5]], [[0, 1], [2, 3], [4, 5]]
OVERLAPPING = [[0, 1, 2], [2, 3, 4], [5]], [[0, 1, 3], [2, 4], [4, 5]]
FUZZY = [{0: 0.5, 1: 1.0}, {1: 0.25, 2: 0.75, 3: 1.0}], [[0, 1], [2, 3, 4]]
UNEQUAL = [[0, 1, 2], [2, 3]], [[1, 2], [4, 5]]


def relabelled(clusters: Any, order: Any) -> Any:
    """The clusters with node v renamed to order[v]."""
    if isinstance(clusters[0], dict):
        return [{order[v]: share for v, share in cluster.items()} for cluster in clusters]
    return [{order[v] for v in cluster} for cluster in clusters]


# ---- random orders -------------------------------------------------------------------------------


def splitmix(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) % 2**64
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
    return x ^ (x >> 31)


@pytest.mark.parametrize(
    ("count", "seed", "repeat"),
    [(0, 0, 0), (1, 0, 0), (10, 0, 0), (10, 0, 1), (1000, 2**63 - 1, 77)],
)
def test_shuffle_is_fisher_yates_with_splitmix(count: int, seed: int, repeat: int) -> None:
    order, state = list(range(count)), splitmix((splitmix(seed) + repeat) % 2**64)
    for left in range(count, 1, -1):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        other = splitmix(state) * left >> 64
        order[left - 1], order[other] = order[other], order[left - 1]
    assert shuffle(count, seed, repeat).tolist() == order


def test_shuffles_are_uniform() -> None:
    times = dict.fromkeys(permutations(range(4)), 0)
    for repeat in range(24_000):
        times[tuple(shuffle(4, 5, repeat).tolist())] += 1
    assert (
        sum((n - 1000) ** 2 / 1000 for n in times.values()) < 60
    )  # chi-squared of 23 degrees: p < 0.0001


# ---- the definition ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metric", "pair"),
    [
        *(
            (metric, CRISP)
            for metric in (
                "f1p",
                "nmi",
                "adjusted_rand",
                "vi",
                "split_join",
                "purity",
                "bcubed",
                "muc",
            )
        ),
        *(
            (metric, OVERLAPPING)
            for metric in ("f1p", "f1h", "omega", "onmi", "bcubed", "max_matching_ratio")
        ),
        *((metric, FUZZY) for metric in ("f1p", "f1h", "jaccard_match")),
        *((metric, UNEQUAL) for metric in ("f1p", "omega", "onmi")),
    ],
)
def test_expected_value_is_the_mean_over_all_permutations(metric: str, pair: Any) -> None:
    truth, found = pair
    nodes = sorted(oracles.nodes_of(truth, found))
    assert nodes == list(range(len(nodes)))
    oracle = getattr(oracles, metric)
    every = [oracle(truth, relabelled(found, order), nodes=nodes) for order in permutations(nodes)]
    chance = accord.baseline(metric, truth, found, repeats=2000, seed=1)
    assert chance.value == pytest.approx(oracle(truth, found))
    assert abs(chance.expected - statistics.fmean(every)) < 5 * chance.error + 1e-12
    assert chance.spread == pytest.approx(statistics.pstdev(every), rel=0.15, abs=1e-9)
    best = METRICS[metric].distance
    as_good = sum(
        x <= chance.value + 1e-9 if best else x >= chance.value - 1e-9 for x in every
    ) / len(every)
    assert chance.p_value == pytest.approx(as_good, abs=0.06)


@pytest.mark.parametrize("pair", [CRISP, OVERLAPPING, FUZZY, UNEQUAL])
def test_each_repeat_scores_relabelled_clusters(pair: Any) -> None:
    truth, found = pair
    nodes = sorted(oracles.nodes_of(truth, found))
    chance = accord.baseline("f1h", truth, found, repeats=20, seed=3)
    fewer = sum(map(len, truth)) < sum(
        map(len, found)
    )  # memberships on the side that is relabelled
    for repeat, value in enumerate(chance.values):
        order = shuffle(len(nodes), 3, repeat).tolist()
        sides = (relabelled(truth, order), found) if fewer else (truth, relabelled(found, order))
        assert value == pytest.approx(oracles.f1h(*sides, nodes=nodes))


def test_weights_stay_with_their_nodes() -> None:
    truth, found = CRISP
    weights = {0: 5, 1: 1, 2: 1, 3: 2, 4: 1, 5: 3}
    sides = weighted(truth, weights), weighted(found, weights)
    every = [
        oracles.f1p(truth, relabelled(found, order), weights=weights)
        for order in permutations(range(6))
    ]
    chance = accord.baseline("f1p", *sides, repeats=2000)
    assert abs(chance.expected - statistics.fmean(every)) < 5 * chance.error
    for repeat, value in enumerate(chance.values[:20]):
        order = shuffle(6, 0, repeat).tolist()
        assert value == pytest.approx(oracles.f1p(truth, relabelled(found, order), weights=weights))


def test_fields_follow_from_the_values() -> None:
    truth, found = accord.generate_cover(300, 10, seed=1), accord.generate_cover(300, 8, seed=2)
    chance = accord.baseline("f1p", truth, found, repeats=50)
    values = chance.values.tolist()
    assert chance.repeats == len(values) == 50
    assert chance.expected == statistics.fmean(values)
    assert chance.spread == pytest.approx(statistics.stdev(values))
    assert chance.error == pytest.approx(statistics.stdev(values) / math.sqrt(50))
    assert chance.adjusted == pytest.approx(
        (chance.value - chance.expected) / (1 - chance.expected)
    )
    assert chance.p_value == (1 + sum(x >= chance.value for x in values)) / 51
    distance = accord.baseline("nvd", truth, found, repeats=50)
    assert distance.adjusted == pytest.approx(
        (distance.expected - distance.value) / distance.expected
    )
    assert distance.p_value == (1 + sum(x <= distance.value for x in distance.values)) / 51


# ---- where the answer is known -------------------------------------------------------------------

TRUTH = accord.generate_cover(500, 20, seed=1)
FOUND = accord.perturb(TRUTH, move=0.3, split=0.2, seed=2)


@pytest.mark.parametrize(
    ("metric", "pair"), [("adjusted_rand", CRISP), ("omega", OVERLAPPING), ("ami", CRISP)]
)
def test_chance_corrected_metrics_expect_0(metric: str, pair: Any) -> None:
    chance = accord.baseline(metric, *pair, repeats=2000)
    assert abs(chance.expected) < 5 * chance.error
    larger = accord.baseline("omega" if metric == "omega" else metric, TRUTH, FOUND)
    assert abs(larger.expected) < 5 * larger.error
    assert larger.adjusted == pytest.approx(larger.value, abs=10 * larger.error)


def test_adjusting_rand_gives_adjusted_rand() -> None:
    chance = accord.baseline("rand", TRUTH, FOUND, repeats=400)
    assert chance.adjusted == pytest.approx(
        accord.adjusted_rand(TRUTH, FOUND), abs=5 * chance.error / (1 - chance.expected)
    )


@pytest.mark.parametrize("norm", ["max", "avg"])
def test_adjusting_nmi_gives_ami(norm: str) -> None:
    chance = accord.baseline(f"nmi[norm={norm}]", TRUTH, FOUND, repeats=400)
    ami = accord.ami(TRUTH, FOUND, norm=norm)
    assert chance.adjusted == pytest.approx(ami, abs=5 * chance.error / (1 - chance.expected))


def test_nmi_by_chance_grows_with_clusters_per_node() -> None:
    """As reported by Vinh, Epps & Bailey 2010 and by Romano et al. 2014."""
    rng = np.random.default_rng(0)

    def expected(nodes: int, clusters: int) -> float:
        sides = (Clustering.from_labels(rng.integers(clusters, size=nodes)) for _ in range(2))
        return accord.baseline("nmi", *sides, repeats=50).expected

    by_chance = [expected(500, clusters) for clusters in (2, 10, 50, 100, 200)]
    assert by_chance == sorted(by_chance)
    assert by_chance[0] < 0.01
    assert by_chance[3] > 0.3
    assert expected(5000, 100) < by_chance[3] / 2


def test_expected_value_is_symmetric() -> None:
    for metric in ("f1p", "nmi", "omega"):
        there, back = (
            accord.baseline(metric, *pair, seed=4) for pair in ((TRUTH, FOUND), (FOUND, TRUTH))
        )
        assert abs(there.expected - back.expected) < 5 * (there.error + back.error)


# ---- degenerate ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "metric", ["f1p", "f1p[weighting=macro]", "nmi", "adjusted_rand", "purity", "vi", "split_join"]
)
def test_adjusted_is_none_if_chance_gives_the_best_value(metric: str) -> None:
    chance = accord.baseline(metric, [range(7)], [range(7)], repeats=10)
    best = 0.0 if METRICS[metric.partition("[")[0]].distance else 1.0
    assert (chance.value, chance.expected, chance.spread, chance.error) == (best, best, 0.0, 0.0)
    assert chance.adjusted is None
    assert chance.p_value == 1.0


def test_identical_clusterings_are_adjusted_to_1() -> None:
    for metric in ("f1p", "nmi", "omega", "vi", "nvd", "bcubed"):
        chance = accord.baseline(metric, TRUTH, TRUTH, repeats=20)
        assert chance.adjusted == pytest.approx(1.0)
        assert chance.p_value == 1 / 21


def test_disjoint_nodes_score_worse_than_chance() -> None:
    chance = accord.baseline("f1p", [[1, 2], [3]], [[4, 5], [6]])
    assert chance.value == 0
    assert chance.expected > 0
    assert chance.adjusted < 0
    assert chance.p_value == 1


def test_values_equal_up_to_rounding_count_as_ties() -> None:
    sides = (
        [[i, i + 1] for i in range(0, 14, 2)],
        [[i] for i in range(14)],
    )  # any relabelling gives the same
    chance = accord.baseline("f1h[weighting=macro]", *sides)
    assert chance.p_value == 1
    assert chance.adjusted == pytest.approx(0, abs=1e-12)


# ---- what it takes -------------------------------------------------------------------------------


def test_values_have_the_same_bits_from_any_number_of_threads() -> None:
    one, *others = (
        accord.baseline("f1p", TRUTH, FOUND, repeats=30, seed=7, threads=threads).values.tobytes()
        for threads in (1, 2, 7)
    )
    assert all(other == one for other in others)


def test_seeds_change_values_and_more_repeats_extend_them() -> None:
    values = {
        seed: accord.baseline("f1p", TRUTH, FOUND, repeats=5, seed=seed).values.tolist()
        for seed in (0, 1, 2**63 - 1)
    }
    assert len({tuple(of_seed) for of_seed in values.values()}) == 3
    assert accord.baseline("f1p", TRUTH, FOUND, repeats=9).values[:5].tolist() == values[0]


def test_metrics_that_may_sample_work() -> None:
    truth = accord.generate_cover(200, 10, 1.5, seed=1)
    found = accord.perturb(truth, move=0.1, seed=2)
    sampled = "method=sampled,error=0.05"
    for metric in (
        "gnmi",
        f"gnmi[{sampled},budget=0]",
        "element_centric",
        f"element_centric[{sampled}]",
    ):
        chance = accord.baseline(metric, truth, found, repeats=4)
        assert 0 <= chance.expected < chance.value <= 1


def test_node_base_determines_which_nodes_are_relabelled() -> None:
    truth, found = UNEQUAL
    chance = accord.baseline(
        "nmi", [[0, 1], [2, 3]], [[1, 2], [4, 5]], nodes="intersection", repeats=200
    )
    assert chance.value == accord.nmi([[0, 1], [2, 3]], [[1, 2], [4, 5]], nodes="intersection")
    wider = accord.baseline("f1p", truth, found, nodes=range(100), repeats=200)
    assert wider.value == accord.f1p(truth, found)
    assert (
        wider.expected < accord.baseline("f1p", truth, found, repeats=200).expected / 2
    )  # a hundred nodes to meet on


def test_metrics_that_do_not_apply_raise() -> None:
    with pytest.raises(OverlapError, match="use gnmi or onmi"):
        accord.baseline("nmi", *OVERLAPPING)
    with pytest.raises(NodeSetError, match="needs the same nodes"):
        accord.baseline("bcubed", *UNEQUAL)
    weights = dict.fromkeys(range(6), 0.5)
    with pytest.raises(InputError, match="integers"):
        accord.baseline("adjusted_rand", *(weighted(side, weights) for side in CRISP))


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"repeats": 1}, "repeats must be an integer from 2"),
        ({"repeats": 2.5}, "repeats must be an integer"),
        ({"repeats": True}, "repeats must be an integer"),
        ({"seed": -1}, "seed must be an integer from 0"),
        ({"seed": 2**63}, "seed must be an integer from 0"),
        ({"seed": None}, "seed must be an integer"),
        ({"threads": 0}, "threads must be a positive integer"),
    ],
)
def test_bad_arguments_raise(options: dict[str, Any], match: str) -> None:
    with pytest.raises(InputError, match=match):
        accord.baseline("f1p", *CRISP, **options)


def test_unknown_metrics_raise() -> None:
    with pytest.raises(UnknownNameError, match="did you mean"):
        accord.baseline("f1pp", *CRISP)
    with pytest.raises(InputError, match="cannot read the metric"):
        accord.baseline("f1p[", *CRISP)


def test_each_relabelled_pair_is_made_and_matched_once_for_all_metrics(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = dict.fromkeys(("best_matches", "relabel_rows", "shuffle"), 0)

    def watch(name: str, kernel: Any) -> Any:
        def watched(*args: Any, **kwargs: Any) -> Any:
            calls[name] += 1
            return kernel(*args, **kwargs)

        return watched

    for name in calls:
        monkeypatch.setattr(_core, name, watch(name, getattr(_core, name)))
    accord.compare(
        TRUTH, FOUND, ["f1p", "f1h", "f1a", "purity"], baseline=True, repeats=7, threads=1
    )
    assert calls == {"best_matches": 8, "relabel_rows": 7, "shuffle": 7}
