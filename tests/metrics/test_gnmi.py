"""Generalized NMI: the outcomes of its game in every way of solving it, samples and errors."""

import math
import random
import time
from itertools import pairwise
from typing import Any

import oracles
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from metric_cases import CLOSE, weighted
from random_covers import random_pair

from accord import (
    Clustering,
    InputError,
    NodeSetError,
    TooLargeError,
    UnknownNameError,
    compare,
    generate_cover,
    gnmi,
    nmi,
    perturb,
)
from accord._compare.constraints import SAMPLES
from accord._engines.native import node_types
from accord.metrics._score import Score

NORMS = ("max", "sqrt", "avg", "min", "joint")
FIVE = [{1, 2, 3}, {2, 4}, {5, 2}], [{1, 2}, {2, 4}, {5, 2, 3}, {3}]
PERTURBED = (
    generate_cover(1000, 40, 2.0, seed=3),
    perturb(generate_cover(1000, 40, 2.0, seed=3), move=0.1, seed=4),
)
UNRELATED = generate_cover(1000, 200, 1.7, seed=1), generate_cover(1000, 150, 2.0, seed=2)
#: Node 0 is in 70 clusters, any two of which share it alone or one more node: no state of 64 bits.
WHEEL = (
    [{0, i, i % 70 + 1} for i in range(1, 71)],
    [{0, 1, 2, 3, 4}, *({i, i + 1, i + 2} for i in range(5, 71, 3))],
)


def facts(score: Score) -> tuple[Any, ...]:
    return float(score), score.error, score.exact_share, score.events, score.method


# ---- exact ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("norm", NORMS)
@settings(max_examples=60)
@given(pair=strategies.crisp_pairs(equal_nodes=True))
def test_gnmi_without_overlaps_is_nmi(norm: str, pair: Any) -> None:
    assert gnmi(*pair, norm=norm) == pytest.approx(nmi(*pair, norm=norm), **CLOSE)


@pytest.mark.parametrize("norm", NORMS)
def test_gnmi_without_overlaps_is_nmi_on_many_nodes(norm: str) -> None:
    truth = generate_cover(100_000, 2_000, seed=1)
    found = perturb(truth, move=0.2, split=0.2, seed=2)
    score = gnmi(truth, found, norm=norm)
    assert score == pytest.approx(nmi(truth, found, norm=norm), **CLOSE)
    assert facts(score)[1:] == (0, 1, 0, "exact")


@settings(max_examples=100)
@given(pair=strategies.equal_pairs(), again=st.integers(0, 3), norm=st.sampled_from(sorted(NORMS)))
def test_equal_clusters_in_any_order_score_one(pair: Any, again: int, norm: str) -> None:
    truth, found = pair
    assert gnmi(truth, [*found, *found[:again]], norm=norm) == pytest.approx(1, abs=1e-12)


#: Size limit of tables: none, so that every type is walked; small, so that some are; unlimited.
TABLE_CELLS = {
    "walks": lambda rng: 0,
    "mixed": lambda rng: rng.randint(4, 400),
    "tables": lambda rng: 2**31,
}


@pytest.mark.parametrize("room", TABLE_CELLS)
def test_every_solver_follows_the_law(room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(room)
    for _ in range(1000):
        truth, found, weights = random_pair(rng)
        cells, norm = TABLE_CELLS[room](rng), rng.choice(sorted(NORMS))
        monkeypatch.setattr(node_types, "available_memory", lambda cells=cells: 64 * cells)
        base = {} if weights is None else {"weights": weights}
        sides = weighted(truth, weights), weighted(found, weights)
        wanted = oracles.gnmi(truth, found, norm=norm, **base)
        assert gnmi(*sides, norm=norm, method="exact") == pytest.approx(wanted, **CLOSE)
        # With a budget so small that some types are solved at a second try only.
        score = gnmi(*sides, norm=norm, budget=rng.choice([1, 5, 20]), threads=rng.choice([1, 3]))
        assert score.method == "exact"
        assert score == pytest.approx(wanted, **CLOSE)


@settings(max_examples=150)
@given(
    pair=strategies.pairs(equal_nodes=False),
    nodes=st.sampled_from(["union", "intersection"]),
    data=st.data(),
)
def test_missing_nodes(pair: Any, nodes: str, data: st.DataObject) -> None:
    truth, found = pair
    left = {v for side in truth for v in side} & {v for side in found for v in side}
    if nodes == "intersection" and not left:
        return
    weights = data.draw(strategies.weights_for(strategies.nodes_of(truth, found), integers=True))
    sides = [
        Clustering.from_clusters(side, weights={v: weights[v] for c in side for v in c})
        for side in pair
    ]
    base = {"nodes": left} if nodes == "intersection" else {}
    wanted = oracles.gnmi(truth, found, weights=weights, **base)
    assert gnmi(*sides, nodes=nodes) == pytest.approx(wanted, **CLOSE)


def test_node_sets_must_be_equal_unless_a_base_is_given() -> None:
    with pytest.raises(NodeSetError, match="gnmi"):
        gnmi([[1, 2]], [[1, 3]])


def wide_pair(clusters: int, seed: int) -> tuple[list[set[int]], list[set[int]]]:
    """Node 0 in so many clusters on both sides, all of them different."""
    rng = random.Random(seed)

    def side() -> list[set[int]]:
        return [{0, 1 + i % 14, *rng.sample(range(1, 15), 5)} for i in range(clusters)]

    return [*side(), set(range(15))], [*side(), set(range(15))]


def test_more_clusters_than_fit_a_dense_state_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    truth, found = wide_pair(9, 1)  # 10 and 10: over 16 bits
    wanted = oracles.gnmi(truth, found)
    for cells in (0, 2_000, 2**31):
        monkeypatch.setattr(node_types, "available_memory", lambda cells=cells: 64 * cells)
        assert gnmi(truth, found, method="exact") == pytest.approx(wanted, **CLOSE)


def chain(levels: int, nodes: int, *, from_behind: bool = False) -> list[set[int]]:
    step = nodes // levels
    clusters = [set(range(step * level, nodes)) for level in range(levels)]
    return [{nodes - 1 - v for v in cluster} for cluster in clusters] if from_behind else clusters


def test_chains_are_solved_level_by_level() -> None:
    # 24 clusters on a side: 2^24 subsets, but only some hundred stretches of a chain.
    for found in (chain(24, 192), chain(24, 192, from_behind=True), [set(range(192))]):
        score = gnmi(chain(24, 192), found)
        assert score.method == "exact"
    assert gnmi(chain(24, 192), chain(24, 192)) == pytest.approx(1, abs=1e-12)
    short = chain(5, 15), chain(4, 15, from_behind=True)
    short[1].append(set(range(15)))
    assert gnmi(*short) == pytest.approx(oracles.gnmi(*short), **CLOSE)


@pytest.mark.parametrize("heavy", [2**53 + 1, 2**60])
def test_large_weights(heavy: int) -> None:
    weights = {1: heavy, 2: heavy // 3, 3: heavy // 7, 4: 5, 5: 1}
    sides = [weighted(side, weights) for side in FIVE]
    wanted = oracles.gnmi(*FIVE, weights=weights)
    assert gnmi(*sides) == pytest.approx(wanted, rel=1e-10, abs=1e-10)
    played = gnmi(*sides, method="sampled", budget=0)
    assert abs(played - wanted) <= played.error
    assert gnmi(*sides, method="adaptive", error=0.05).method == "adaptive"


def test_single_node_and_single_cluster() -> None:
    for method in ("auto", "exact", "sampled", "adaptive"):
        assert gnmi([[1]], [[1]], method=method) == 1
        assert gnmi([[1, 2, 3]], [[1, 2, 3], [3, 2, 1]], method=method) == 1
        assert gnmi([[1, 2, 3]], [[1, 2], [2, 3]], method=method) == pytest.approx(0, abs=1e-12)


# ---- played --------------------------------------------------------------------------------------


def as_sets(cover: Clustering) -> list[set[int]]:
    return [set(cluster) for cluster in cover.clusters()]


def test_plain_simulation_agrees() -> None:
    truth = generate_cover(1000, 6, 1.8, seed=5)
    found = perturb(truth, move=0.3, seed=6)
    games = 1500
    law = oracles.played_gnmi_law(as_sets(truth), as_sets(found), games=games, rng=random.Random(1))
    played = oracles.played_gnmi(as_sets(truth), as_sets(found), games=games, rng=random.Random(1))
    score = gnmi(truth, found, method="exact")
    # What a game adds to the value has a deviation of a few bits of entropy: measured on the games
    # themselves.
    truth_law, found_law = (
        {side: 0.0 for pair in law for side in [pair[place]]} for place in (0, 1)
    )
    for (t, f), p in law.items():
        truth_law[t] += p
        found_law[f] += p
    h_t, h_f = (-sum(p * math.log2(p) for p in side.values()) for side in (truth_law, found_law))
    wider, h = (truth_law, h_t) if h_t > h_f else (found_law, h_f)
    place = 0 if wider is truth_law else 1
    changes = {
        (t, f): (
            math.log2(p / (truth_law[t] * found_law[f])) + played * math.log2(wider[(t, f)[place]])
        )
        / h
        for (t, f), p in law.items()
    }
    mean = sum(law[pair] * change for pair, change in changes.items())
    standard_error = math.sqrt(
        sum(law[pair] * (change - mean) ** 2 for pair, change in changes.items()) / games
    )
    bias = len(law) / (2 * math.log(2) * games * h)
    assert standard_error < 0.02
    assert abs(played - bias - score) < 3 * standard_error
    # Neither the value without a game, by first clusters, nor that of other clusters is so close.
    assert abs(played - bias - gnmi(truth, perturb(truth, move=0.2, seed=7))) > 3 * standard_error


@pytest.mark.parametrize(
    ("pair", "options", "share"),
    [
        (FIVE, {"budget": 0}, (0.6, 0.6)),
        (FIVE, {"budget": 0, "norm": "sqrt"}, (0.6, 0.6)),
        (PERTURBED, {"budget": 0, "error": 0.05}, (0.3, 0.5)),
        (PERTURBED, {"budget": 20, "norm": "joint", "error": 0.05}, (0.6, 0.99)),
        (UNRELATED, {"budget": 0, "error": 0.05}, (0.1, 0.5)),
    ],
    ids=["few endings", "few endings, sqrt", "many endings", "a part is played", "unrelated"],
)
def test_exact_value_is_within_the_error(
    pair: Any, options: dict[str, Any], share: tuple[float, float]
) -> None:
    truth, found = (
        side if isinstance(side, Clustering) else Clustering.from_clusters(side) for side in pair
    )
    exact = gnmi(truth, found, method="exact", norm=options.get("norm", "max"))
    sampling = {"error": 0.02, **options}
    scores = [gnmi(truth, found, method="sampled", seed=seed, **sampling) for seed in range(200)]
    assert all(
        score.method == "sampled" and 0 < score.error <= sampling["error"] for score in scores
    )
    assert all(share[0] - 1e-12 <= score.exact_share <= share[1] for score in scores)
    assert sum(abs(score - exact) <= score.error for score in scores) >= 193
    assert len(set(map(float, scores))) > 190


@pytest.mark.parametrize(("error", "reached"), [(0.5, 0.5), (0.01, 0.2)])
def test_interval_holds_if_nearly_every_event_differs(error: float, reached: float) -> None:
    # Some 400,000 pairs of clusters to end with, 8,192 events at first and 262,144 at last.
    truth = generate_cover(100_000, 5000, 2.0, seed=3)
    found = perturb(truth, move=0.1, split=0.1, seed=4)
    exact, played = gnmi(truth, found), gnmi(truth, found, method="sampled", budget=0, error=error)
    assert exact.method == "exact"
    assert abs(played - exact) <= played.error <= reached


def test_node_in_too_many_clusters_is_sampled() -> None:
    with pytest.raises(
        TooLargeError, match=r"1 node out of 71 overlap in too many ways; use method='auto'"
    ):
        gnmi(*WHEEL, method="exact")
    score = gnmi(*WHEEL)
    assert (score.method, score.exact_share) == ("sampled", 70 / 71)
    assert 0 < score.error <= 0.01
    assert repr(score) == f"Score({float(score)!r}, error={score.error!r})"
    same = gnmi(WHEEL[0], WHEEL[0])
    assert same == pytest.approx(1, abs=1e-12)
    assert "error=" in repr(same)


def test_events_never_exceed_their_maximum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.metrics._generalized_nmi.MAX_EVENTS", 1000)
    exact = gnmi(*PERTURBED)
    for method, budget in (("sampled", 0), ("adaptive", None)):
        score = gnmi(*PERTURBED, method=method, budget=budget, error=1e-6)
        assert (score.events, score.method) == (1000, method)
        assert score.error > 0.01
    assert abs(gnmi(*PERTURBED, method="sampled", budget=0, error=1e-6) - exact) < 0.2
    monkeypatch.setattr(
        "accord.metrics._generalized_nmi.MAX_EVENTS", 50_000
    )  # not a number of events that doubling leads to
    assert gnmi(*PERTURBED, method="sampled", budget=0, error=1e-6).events == 50_000


def test_more_events_reduce_the_error() -> None:
    scores = [
        gnmi(*PERTURBED, method="sampled", budget=0, error=error) for error in (0.05, 0.01, 0.005)
    ]
    assert all(
        few.events < many.events and few.error > many.error for few, many in pairwise(scores[1:])
    )
    assert all(
        score.error <= error for score, error in zip(scores, (0.05, 0.01, 0.005), strict=True)
    )


@pytest.mark.parametrize(
    "options", [{"method": "exact"}, {"method": "sampled", "budget": 0}, {"method": "adaptive"}]
)
def test_threads_do_not_change_a_bit(options: dict[str, Any]) -> None:
    for pair in (PERTURBED, FIVE):
        single, *others = (
            facts(gnmi(*pair, error=0.05, threads=threads, **options)) for threads in (1, 2, 5)
        )
        assert others == [single, single]


@pytest.mark.parametrize("method", ["sampled", "adaptive"])
def test_same_seed_gives_the_same_events(method: str) -> None:
    values = [gnmi(*FIVE, method=method, budget=0, seed=seed) for seed in (1, 1, 2, 2**64, 10**400)]
    assert values[0] == values[1]
    assert len(set(map(float, values))) == 4


def test_sampled_method_solves_small_inputs_exactly() -> None:
    assert gnmi(*FIVE, method="sampled").method == "exact"


# ---- the adaptive sampler ------------------------------------------------------------------------


def test_neighbours_method_is_higher_on_overlaps() -> None:
    score = gnmi(*FIVE, method="adaptive")
    assert score == pytest.approx(0.772, abs=0.02)
    assert (score.method, score.exact_share) == ("adaptive", 0)
    assert gnmi(*FIVE) == pytest.approx(0.52388921, abs=1e-8)


def test_neighbours_method_without_overlaps_is_nmi() -> None:
    for sample in SAMPLES:
        for result in (sample.worse, sample.better):
            truth, found = ([set(cluster) for cluster in side] for side in (sample.truth, result))
            score = gnmi(truth, found, method="adaptive", error=0.01)
            assert score == pytest.approx(nmi(truth, found, norm="max"), abs=0.01)


def test_budget_bounds_the_work_of_the_adaptive_sampler_whatever_the_weights() -> None:
    # Nearly every move of an event leads from node 3 to itself: it would take 10^9 of them.
    weights = {1: 1, 2: 1, 3: 2**40, 4: 1, 5: 1}
    sides = (
        Clustering.from_clusters(side, weights=weights)
        for side in ([[1, 2, 3], [3, 4, 5]], [[1, 2, 3], [3, 4], [1, 5]])
    )
    assert gnmi(*sides, method="adaptive", risk=1e-9, budget=1e5).events == 64


def test_the_same_weight_for_all_nodes_changes_nothing_even_if_sums_are_large() -> None:
    # A node in nine clusters of 8 · 2**58: their sum does not fit into 64 bits.
    truth, found = ([[i, *range(9, 14), (i + k) % 9] for i in range(9)] for k in (1, 2))
    weights = dict.fromkeys(range(14), 2**58)
    heavy = (Clustering.from_clusters(side, weights=weights) for side in (truth, found))
    assert gnmi(*heavy, method="sampled", budget=0) == gnmi(
        truth, found, method="sampled", budget=0
    )


# ---- options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"error": 0},
        {"error": math.nan},
        {"risk": 1},
        {"risk": 0},
        {"seed": -1},
        {"seed": 1.5},
        {"seed": True},
        {"budget": -1},
        {"budget": math.inf},
        {"budget": 10**400},
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"{next(iter(options))} of gnmi must be a"):
        gnmi([{1}], [{1}], **options)


@pytest.mark.parametrize("options", [{"method": "foo"}, {"norm": "lfk"}])
def test_unknown_choices_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(UnknownNameError, match=f"unknown {next(iter(options))} of gnmi"):
        gnmi([{1}], [{1}], **options)


def test_weights_must_be_integers() -> None:
    side = Clustering.from_clusters([[1, 2]], weights={1: 0.5, 2: 1})
    with pytest.raises(InputError, match="weights must be integers"):
        gnmi(side, side)


# ---- stopping ------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_solving_a_single_node_can_be_interrupted(threads: int) -> None:
    rng = random.Random(1)
    sides = [
        [{0, *rng.sample(range(1, 200), 100)} for _ in range(22)] + [set(range(200))]
        for _ in range(2)
    ]

    class StopError(Exception):
        pass

    def stop(done: float) -> None:
        raise StopError

    start = time.perf_counter()
    with pytest.raises(StopError):
        compare(*sides, "gnmi[method=exact]", progress=stop, threads=threads)
    assert (
        time.perf_counter() - start < 3
    )  # and not until a node with 2^23 states a side is solved, or given up
