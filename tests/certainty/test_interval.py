"""interval and difference: definition, properties, and coverage."""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import oracles
import pytest
from metric_cases import weighted

import accord
from accord import METRICS, Clustering, InputError, OverlapError
from accord._certainty.student_t import student_quantile
from accord._engines.native.shuffle import shuffle
from accord._foundation.clustering_parts import Parts

CRISP = accord.generate_cover(400, 12, seed=1)
CRISP_FOUND = accord.perturb(CRISP, move=0.2, split=0.2, seed=2)
COVER = accord.generate_cover(400, 12, 1.5, seed=3)
COVER_FOUND = accord.perturb(COVER, move=0.1, drop=0.1, seed=4)


# ---- Student's t ---------------------------------------------------------------------------------


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 10, 49, 99, 998, 999])
@pytest.mark.parametrize("confidence", [0.01, 0.5, 0.9, 0.95, 0.99, 0.999999])
def test_student_quantiles_equal_those_of_scipy(freedom: int, confidence: float) -> None:
    from scipy import stats

    assert student_quantile(confidence, freedom) == pytest.approx(
        stats.t.ppf((1 + confidence) / 2, freedom), rel=1e-9
    )


# ---- the definition ------------------------------------------------------------------------------

SMALL_CRISP = [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]], [[0, 1, 2], [3, 4, 5, 6, 7], [8, 9]]
SMALL_COVER = [[0, 1, 2, 3], [3, 4, 5, 6], [7, 8, 9]], [[0, 1, 2], [3, 4, 5], [5, 6, 7, 8], [9, 1]]
SMALL_FUZZY = [{0: 0.5, 1: 1.0, 2: 0.25}, {1: 0.5, 3: 1.0, 4: 0.75}], [[0, 1, 2], [2, 3, 4]]
SMALL_UNEQUAL = [[0, 1, 2], [2, 3, 4]], [[1, 2, 3], [4, 5, 6]]


def without(clusters: Any, gone: Iterable[int]) -> Any:
    left = [
        {v: x for v, x in cluster.items() if v not in gone}
        if isinstance(cluster, dict)
        else set(cluster) - set(gone)
        for cluster in clusters
    ]
    return [cluster for cluster in left if cluster]


def jackknife(
    value: float, values: list[float], confidence: float
) -> tuple[float, float, float, float]:
    """Standard error, bias, low and high, before bounds."""
    groups = len(values)
    mean = sum(values) / groups
    error = math.sqrt((groups - 1) / groups * sum((x - mean) ** 2 for x in values))
    bias = (groups - 1) * (mean - value)
    ends = [
        centre + side * student_quantile(confidence, groups - 1) * error
        for centre in (value, value - bias)
        for side in (-1, 1)
    ]
    return error, bias, min(ends), max(ends)


@pytest.mark.parametrize("repeats", [3, 4, 100])
@pytest.mark.parametrize(
    ("metric", "pair"),
    [
        *(
            (metric, SMALL_CRISP)
            for metric in ("f1p", "nmi", "adjusted_rand", "vi", "nvd", "bcubed", "ceaf")
        ),
        *((metric, SMALL_COVER) for metric in ("f1p", "omega", "onmi", "bcubed")),
        *((metric, SMALL_FUZZY) for metric in ("f1p", "f1h")),
        *((metric, SMALL_UNEQUAL) for metric in ("f1p", "omega")),
    ],
)
def test_interval_is_the_delete_a_group_jackknife(metric: str, pair: Any, repeats: int) -> None:
    truth, found = pair
    nodes = sorted(oracles.nodes_of(truth, found))
    groups = min(repeats, len(nodes))
    group_of = [place % groups for place in shuffle(len(nodes), 5, 0).tolist()]
    oracle = getattr(oracles, metric)
    values = []
    for group in range(groups):
        gone = {v for v in nodes if group_of[v] == group}
        assert len(gone) in (len(nodes) // groups, -(-len(nodes) // groups))
        values.append(oracle(without(truth, gone), without(found, gone)))
    made = accord.interval(metric, truth, found, repeats=repeats, seed=5, confidence=0.8)
    value = oracle(truth, found)
    error, bias, low, high = jackknife(value, values, 0.8)
    least, most = METRICS[metric].bounds
    assert made.value == pytest.approx(value)
    assert made.standard_error == pytest.approx(error, abs=1e-12)
    assert made.bias == pytest.approx(bias, abs=1e-12)
    assert made.low == pytest.approx(low if least is None else max(low, least), abs=1e-12)
    assert made.high == pytest.approx(high if most is None else min(high, most), abs=1e-12)
    assert (made.groups, made.confidence) == (groups, 0.8)


def test_weights_go_with_their_nodes() -> None:
    truth, found = SMALL_COVER
    weights = {v: 1 + v % 3 for v in range(10)}
    made = accord.interval("f1p", weighted(truth, weights), weighted(found, weights))
    values = [
        oracles.f1p(without(truth, {v}), without(found, {v}), weights=weights) for v in range(10)
    ]
    error, bias, *_ = jackknife(made.value, values, 0.95)
    assert (made.standard_error, made.bias) == (pytest.approx(error), pytest.approx(bias))


def test_counts_are_scaled_up_to_all_nodes() -> None:
    """split_join is nvd times twice the nodes, and so is its interval."""
    weights = np.random.default_rng(0).integers(1, 5, 400)
    heavy = [
        Clustering(Parts(side.node_labels, side.rows, weights=weights.copy()))
        for side in (CRISP, CRISP_FOUND)
    ]
    for sides, total in (((CRISP, CRISP_FOUND), 400), (heavy, weights.sum())):
        share, count = (accord.interval(metric, *sides) for metric in ("nvd", "split_join"))
        for name in ("value", "low", "high", "standard_error", "bias"):
            assert getattr(count, name) == pytest.approx(2 * total * getattr(share, name))


@pytest.mark.parametrize("metric", METRICS)
def test_growth_is_declared(metric: str) -> None:
    """If each node weighs twice as much, a count of nodes doubles, and one of pairs does so twice;
    no other metric does.
    """
    once, twice = (
        METRICS[metric].function(
            *(weighted([*side, {10, 11}], dict.fromkeys(range(12), weight)) for side in SMALL_CRISP)
        )
        for weight in (1, 2)
    )
    assert once > 0
    for growth in (1, 2):
        grows = twice == pytest.approx(2**growth * once)
        assert grows == (METRICS[metric].growth == growth)


def test_pairs_that_merges_take_apart_are_scaled_as_pairs() -> None:
    """With both costs 1 they are half of what `mirkin` counts, and so is the interval."""
    pairs, ordered = (
        accord.interval(metric, CRISP, CRISP_FOUND)
        for metric in ("merge_distance[cost=pairs]", "mirkin")
    )
    for name in ("value", "low", "high", "standard_error", "bias"):
        assert getattr(pairs, name) == pytest.approx(getattr(ordered, name) / 2)


# ---- what must be true ---------------------------------------------------------------------------


@pytest.mark.parametrize("metric", METRICS)
def test_interval_contains_the_value_and_stays_within_bounds(metric: str) -> None:
    for sides in ((CRISP, CRISP_FOUND), (CRISP, CRISP)):
        made = accord.interval(metric, *sides, repeats=10)
        least, most = METRICS[metric].bounds
        assert made.low <= made.value <= made.high
        assert least is None or made.low >= least
        assert most is None or made.high <= most
        assert made.standard_error >= 0


def test_interval_of_identical_clusterings_has_no_width() -> None:
    for metric in ("f1p", "nmi", "omega", "bcubed"):
        made = accord.interval(metric, CRISP, CRISP)
        assert made.low == pytest.approx(1, abs=1e-9)
        assert made.high == pytest.approx(1, abs=1e-9)


def test_higher_confidence_widens_the_interval() -> None:
    widths = []
    for confidence in (0.5, 0.9, 0.95, 0.99):
        made = accord.interval("omega", COVER, COVER_FOUND, confidence=confidence)
        widths.append(made.high - made.low)
    assert widths == sorted(widths)
    assert widths[0] < widths[-1] / 2


def test_more_nodes_narrow_the_interval() -> None:
    """With sixteen times as many nodes, the interval is a quarter as wide."""
    errors = []
    for nodes in (1000, 16_000):
        truth = accord.generate_cover(nodes, 5, seed=1, size_exponent=50)
        errors.append(
            accord.interval("f1p", truth, accord.perturb(truth, move=0.2, seed=2)).standard_error
        )
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.3)


def test_intervals_depend_on_the_seed_but_not_on_threads() -> None:
    one, *others = (
        accord.interval("f1p", COVER, COVER_FOUND, seed=1, threads=threads) for threads in (1, 2, 7)
    )
    assert all(other == one for other in others)
    assert accord.interval("f1p", COVER, COVER_FOUND, seed=2) != one
    assert accord.interval("f1p", COVER, COVER_FOUND, seed=1, repeats=99) != one


def test_metrics_that_may_sample_work() -> None:
    for metric in (
        "gnmi[method=sampled,error=0.05,budget=0]",
        "element_centric[method=sampled,error=0.05]",
    ):
        made = accord.interval(metric, COVER, COVER_FOUND, repeats=5)
        assert 0 <= made.low <= made.value <= made.high <= 1


def test_metrics_that_do_not_apply_raise() -> None:
    with pytest.raises(OverlapError, match="use gnmi or onmi"):
        accord.interval("nmi", COVER, COVER_FOUND)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"confidence": 0}, "confidence must be a number between 0 and 1"),
        ({"confidence": 1}, "confidence must be"),
        ({"confidence": 95}, "confidence must be"),
        ({"confidence": "high"}, "confidence must be"),
        ({"confidence": math.nan}, "confidence must be"),
        ({"repeats": 1}, "repeats must be an integer from 2"),
        ({"seed": "x"}, "seed must be an integer"),
    ],
)
def test_bad_arguments_raise(options: dict[str, Any], match: str) -> None:
    with pytest.raises(InputError, match=match):
        accord.interval("f1p", CRISP, CRISP_FOUND, **options)
    with pytest.raises(InputError, match=match):
        accord.difference("f1p", CRISP, CRISP_FOUND, CRISP, **options)


def test_too_few_nodes_raise() -> None:
    with pytest.raises(InputError, match="too few nodes"):
        accord.interval("f1p", [[1]], [[1]])
    assert accord.interval("f1p", [[1, 2]], [[1], [2]]).groups == 2
    with pytest.raises(InputError, match="too few nodes"):
        accord.difference("f1p", [[1]], [[1]], [range(9)], repeats=2)


# ---- difference ----------------------------------------------------------------------------------


def test_difference_leaves_out_the_same_nodes_for_both_results() -> None:
    truth, first = SMALL_COVER
    second = [[0, 1, 2, 3, 4], [5, 6, 7, 8, 12]]  # 9 is not in it, and 12 not in the others
    everyone = [*range(10), 12]
    values = []
    for group in range(4):
        gone = {
            everyone[i] for i, place in enumerate(shuffle(11, 0, 0).tolist()) if place % 4 == group
        }
        sides = without(truth, gone), without(first, gone), without(second, gone)
        values.append(oracles.omega(sides[0], sides[1]) - oracles.omega(sides[0], sides[2]))
    made = accord.difference("omega", truth, first, second, repeats=4, confidence=0.9)
    assert (made.first, made.second) == (accord.omega(truth, first), accord.omega(truth, second))
    assert made.value == made.first - made.second
    error, bias, low, high = jackknife(made.value, values, 0.9)
    assert (made.standard_error, made.bias) == (pytest.approx(error), pytest.approx(bias))
    assert (made.low, made.high) == (pytest.approx(max(low, -2)), pytest.approx(min(high, 2)))


def test_a_result_does_not_differ_from_itself() -> None:
    made = accord.difference("f1p", COVER, COVER_FOUND, COVER_FOUND)
    assert (made.value, made.low, made.high, made.standard_error) == (0, 0, 0, 0)
    assert not made.is_clear


def test_swapping_results_negates_the_difference() -> None:
    worse = accord.perturb(COVER_FOUND, move=0.1, seed=9)
    there, back = (
        accord.difference("f1p", COVER, COVER_FOUND, worse),
        accord.difference("f1p", COVER, worse, COVER_FOUND),
    )
    assert there.value == -back.value
    assert there.low == pytest.approx(-back.high)
    assert there.is_clear
    assert back.is_clear
    assert back.high < 0


def test_interval_of_difference_is_narrower_than_those_of_the_values() -> None:
    slightly_worse = accord.perturb(CRISP_FOUND, move=0.02, seed=9)
    made = accord.difference("f1p", CRISP, CRISP_FOUND, slightly_worse)
    apart = [
        accord.interval("f1p", CRISP, one).standard_error for one in (CRISP_FOUND, slightly_worse)
    ]
    assert made.standard_error < math.hypot(*apart) / 2
    assert made.to_dict()["is_clear"] is made.is_clear


def test_nodes_unknown_to_both_sides_are_left_out_too() -> None:
    nodes = range(12)
    made = accord.difference("omega", *SMALL_COVER, SMALL_COVER[0], nodes=nodes)
    assert made.first == accord.omega(*SMALL_COVER, nodes=nodes)
    assert made.groups == 12
    assert accord.interval("omega", *SMALL_COVER, nodes=nodes).groups == 12
    assert accord.difference("omega", *SMALL_COVER, SMALL_COVER[0], nodes=iter(nodes)) == made
    with pytest.raises(InputError, match="a collection of nodes"):
        accord.difference("omega", *SMALL_COVER, SMALL_COVER[0], nodes=5)


# ---- how often it holds the true value -----------------------------------------------------------


class Population:
    """Nodes of ten clusters, some in two; found is right about 70 %, and random for the others."""

    def __init__(self, overlapping: bool) -> None:
        self.rng = np.random.default_rng(0)
        self.sizes = np.arange(4, 14) / np.arange(4, 14).sum()
        self.overlapping = overlapping

    def draw(self, nodes: int) -> tuple[Clustering, Clustering]:
        truth, anew = self._memberships(nodes), self._memberships(nodes)
        found = np.where(self.rng.random((nodes, 1)) < 0.7, truth, anew)
        return self._clustering(truth), self._clustering(found)

    def _memberships(self, nodes: int) -> np.ndarray:
        first = self.rng.choice(10, nodes, p=self.sizes)
        second = np.where(
            self.rng.random(nodes) < 0.4 * self.overlapping, (first + 1 + first % 3) % 10, first
        )
        return np.column_stack((first, second))

    def _clustering(self, memberships: np.ndarray) -> Clustering:
        return Clustering.from_clusters(
            [np.flatnonzero((memberships == c).any(1)).tolist() for c in range(10)]
        )


@pytest.mark.parametrize("overlapping", [False, True])
def test_interval_covers_the_true_value_as_often_as_its_confidence(overlapping: bool) -> None:
    metrics = ["omega", "f1p", "f1h", "bcubed", *([] if overlapping else ["adjusted_rand", "nmi"])]
    population = Population(overlapping)
    true = accord.compare(*population.draw(400_000), metrics)
    held = dict.fromkeys(metrics, 0)
    draws = 100
    for seed in range(draws):
        for name, made in accord.compare(
            *population.draw(400), metrics, interval=True, repeats=40, seed=seed
        ).intervals.items():
            held[name] += made.low <= true[name] <= made.high
    assert all(times >= 0.88 * draws for times in held.values()), held
    assert all(times < draws for times in held.values()), held  # not because it is far too wide


def test_intervals_of_independent_clusterings_are_narrow_around_0() -> None:
    rng = np.random.default_rng(1)
    held, draws = 0, 60
    for seed in range(draws):
        sides = (Clustering.from_labels(rng.integers(10, size=1000)) for _ in range(2))
        made = accord.interval("adjusted_rand", *sides, repeats=40, seed=seed)
        held += made.low <= 0 <= made.high
        assert abs(made.low) < 0.02
        assert abs(made.high) < 0.02
    assert held >= 0.88 * draws


def test_difference_of_equals_is_rarely_clear() -> None:
    population, clear, draws = Population(False), 0, 100
    for seed in range(draws):
        truth = population._memberships(400)
        results = [
            np.where(population.rng.random((400, 1)) < 0.7, truth, population._memberships(400))
            for _ in range(2)
        ]
        sides = (population._clustering(side) for side in (truth, *results))
        clear += accord.difference("f1p", *sides, repeats=40, seed=seed).is_clear
    assert clear <= 0.12 * draws
