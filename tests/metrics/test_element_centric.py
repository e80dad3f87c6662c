"""Element-centric similarity: clusim's values, walks by hand, samples and their errors."""

from itertools import pairwise
from typing import Any

import numpy as np
import oracles
import pytest

import accord
from accord import Clustering, InputError, NodeSetError, element_centric, generate_cover, perturb
from accord._engines.native import random_walks as walks
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_index import pair_up


def clusters(text: str) -> list[set[str]]:
    return [set(cluster) for cluster in text.split()]


#: (truth, found, alpha) -> element_sim of clusim 0.4, whose default is alpha = 0.9.
CLUSIM = {
    ("123 234 341 412", "12 34", 0.9): 0.5061728395061726,
    ("123 234 341 412", "12 34", 0.5): 0.5294117647058824,
    ("123 234 341 412", "12 23 34 41", 0.9): 0.9576318742985409,
    ("123 234 341 412", "12 23 34 41", 0.5): 0.8480392156862745,
    ("123 345", "123 45", 0.9): 0.6,
    ("123 345", "123 45", 0.5): 0.7333333333333334,
    ("0123 2345 567", "012 2345 4567", 0.9): 0.8494165170556554,
    ("0123 2345 567", "012 2345 4567", 0.5): 0.7862021857923498,
    ("012345 012 345 6789", "0123 45 456789 89", 0.9): 0.5957219251336898,
    ("012345 012 345 6789", "0123 45 456789 89", 0.5): 0.6414141414141414,
    ("0123 3456 78 9", "0123 23456 789", 0.9): 0.7889248540238638,
    ("0123 3456 78 9", "0123 23456 789", 0.5): 0.7639942528735632,
    ("012 345 678", "0134 25 678", 0.9): 0.6296296296296295,
    ("012 012 34", "01 234 234", 0.9): 0.5999999999999999,
}


@pytest.mark.parametrize(("truth", "found", "alpha"), CLUSIM)
def test_values_equal_clusim(truth: str, found: str, alpha: float) -> None:
    value = element_centric(clusters(truth), clusters(found), alpha=alpha)
    assert value == pytest.approx(CLUSIM[truth, found, alpha], abs=1e-12)


def test_values_match_hand_calculation() -> None:
    # Crisp: nodes 1 and 2 have 2 of 4 in common, 3 and 4 likewise, 5 and 6 everything.
    assert element_centric(clusters("1234 56"), clusters("12 34 56")) == pytest.approx(
        (4 * 2 / 4 + 2) / 6, rel=1e-15
    )
    # Half of all steps go on. From 1: always {12}. From 2, and so from any later start there, to
    # {12} or {23}. In truth a walk from 1 ends in {12} with p = 1/2 + 1/2 (p/2 + (p + (1 - p))/4):
    # of either cluster, half go on from 2.
    p = 5 / 6
    ends = {
        "1": p / 2,
        "2": 1 / 2,
        "3": (1 - p) / 2,
    }  # against found, {12}{3}: a half each in 1 and 2
    of_1 = min(ends["1"], 1 / 2) + min(ends["2"], 1 / 2)
    of_2 = 1 / 4 + 1 / 2  # 1/4, 1/2, 1/4 against 1/2, 1/2, 0
    of_3 = ends["1"]  # in truth the mirror of 1, in found alone
    wanted = (of_1 + of_2 + of_3) / 3
    assert element_centric(clusters("12 23"), clusters("12 3"), alpha=0.5) == pytest.approx(
        wanted, rel=1e-14
    )


def test_large_alpha_forgets_the_starting_cluster() -> None:
    wide, narrow = (
        [set(range(i, i + 6)) for i in range(0, 18, 3)],
        [set(range(i, i + 5)) for i in range(0, 17, 2)],
    )
    values = [element_centric(wide, narrow, alpha=alpha) for alpha in (0.01, 0.5, 0.9, 0.99)]
    assert all(low < high for low, high in pairwise(values))


def test_duplicate_clusters_attract_walks() -> None:
    truth = clusters("123 345")
    assert element_centric(truth, [*truth, {"3", "4", "5"}]) < 1
    assert element_centric(truth, truth + truth) == pytest.approx(
        1, abs=1e-14
    )  # all of them twice: the same walks


def test_shares_are_ignored() -> None:
    fuzzy = [{1: 0.5, 2: 0.25}, {2: 0.75, 3: 1.0}]
    assert element_centric(fuzzy, [{1, 2}, {2, 3}]) == 1.0
    assert element_centric(fuzzy, [{1, 2, 3}]) == element_centric([{1, 2}, {2, 3}], [{1, 2, 3}])


def test_missing_node_is_a_singleton() -> None:
    truth, found = clusters("123 34"), clusters("12 345")
    with pytest.raises(NodeSetError, match="element_centric"):
        element_centric(truth, found)
    alone = element_centric([*truth, {"5"}], found)
    assert element_centric(truth, found, nodes="union") == alone
    assert alone == pytest.approx(oracles.element_centric(truth, found), abs=1e-14)


@pytest.mark.parametrize(
    "options",
    [
        {"alpha": 0},
        {"alpha": 1},
        {"alpha": True},
        {"error": 0},
        {"risk": 0},
        {"seed": -1},
        {"seed": 1.5},
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"{next(iter(options))} of element_centric must be a"):
        element_centric([{1}], [{1}], **options)


# ---- overlapping and larger ----------------------------------------------------------------------


def cover(nodes: int, mean_size: int, seed: int, memberships: float = 1.6) -> list[list[int]]:
    """Clusters of neighbours on a line of nodes: a node is in about so many, and at least one."""
    rng = np.random.default_rng(seed)
    count = int(memberships * nodes / mean_size)
    begin, size = rng.integers(0, nodes, count), rng.integers(2, 2 * mean_size, count)
    out = [(np.arange(b, b + s) % nodes).tolist() for b, s in zip(begin, size, strict=True)]
    lonely = set(range(nodes)).difference(*out)
    return out + [[v] for v in sorted(lonely)]


PAIRS = {
    "few clusters": (
        cover(150, 40, 1, 3),
        cover(150, 30, 2, 3),
    ),  # every cluster is walked from once
    "many clusters": (cover(150, 3, 3, 3), cover(150, 4, 4, 3)),
    "islands": (cover(150, 3, 5, 0.8), cover(150, 4, 6, 0.8)),
    "crisp against overlapping": (
        [list(range(i, i + 10)) for i in range(0, 150, 10)],
        cover(150, 6, 7, 2),
    ),
    "nested": (
        [list(range(150)), *([*range(i, i + 50)] for i in (0, 50, 100)), *([v] for v in range(7))],
        cover(150, 8, 8),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("alpha", [0.01, 0.9, 0.99])
def test_batched_walks_follow_the_definition(name: str, alpha: float) -> None:
    truth, found = PAIRS[name]
    value = element_centric(truth, found, alpha=alpha)
    assert value == pytest.approx(oracles.element_centric(truth, found, alpha=alpha), abs=1e-11)
    assert (value.method, value.error, value.exact_share, value.events) == ("exact", 0, 1, 0)
    assert (
        element_centric(truth, truth, alpha=alpha)
        == element_centric(found, found, alpha=alpha)
        == 1.0
    )


@pytest.mark.parametrize("name", PAIRS)
def test_single_precision_is_enough_for_sampling(name: str) -> None:
    engine = NativeEngine(
        pair_up([Clustering.from_clusters(side) for side in PAIRS[name]], None, 1)
    )
    kernel = walks.make_walks(engine, 0.9)
    types = np.arange(len(kernel.weights))
    exact, _ = kernel.scores(types, walks.EXACT)
    for tolerance in (1e-2, 1e-3, 1e-4):
        assert np.abs(kernel.scores(types, tolerance)[0] - exact).max() <= tolerance


def test_weights_act_as_copies_with_long_walks() -> None:
    truth, found = PAIRS["many clusters"]
    weights = dict(enumerate(np.random.default_rng(3).integers(1, 4, 150).tolist()))
    copies = [
        [[(v, copy) for v in c for copy in range(weights[v])] for c in side]
        for side in (truth, found)
    ]
    weighted = [Clustering.from_clusters(side, weights=weights) for side in (truth, found)]
    assert element_centric(*weighted) == pytest.approx(element_centric(*copies), abs=1e-12)


def test_threads_do_not_change_a_bit() -> None:
    truth, found = cover(3000, 6, 1), cover(3000, 8, 2)
    for options in ({}, {"method": "sampled", "error": 0.02}):
        assert (
            len(
                {element_centric(truth, found, threads=threads, **options) for threads in (1, 2, 5)}
            )
            == 1
        )


# ---- sampling ------------------------------------------------------------------------------------

MID_SIZE = cover(3000, 9, 1, 3), cover(3000, 7, 2, 3)


@pytest.fixture(scope="module")
def exact() -> float:
    return element_centric(*MID_SIZE, method="exact")


def test_sampled_value_has_an_error_bound(exact: float) -> None:
    score = element_centric(*MID_SIZE, method="sampled")
    assert score.method == "sampled"
    assert 0 < score.error <= 0.01
    assert 0 <= score.exact_share < 1
    assert score.events >= 256
    assert abs(score - exact) <= score.error
    assert "error=" in repr(score)
    assert element_centric(*MID_SIZE, method="sampled", error=0.04).error > score.error


def test_same_seed_gives_the_same_value() -> None:
    first, again, other = (
        element_centric(*MID_SIZE, method="sampled", seed=seed) for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_error_bound_holds_for_nearly_all_seeds(exact: float) -> None:
    scores = [
        element_centric(*MID_SIZE, method="sampled", error=0.02, seed=seed) for seed in range(200)
    ]
    assert sum(abs(score - exact) <= score.error for score in scores) >= 193
    assert len(set(map(float, scores))) > 190
    assert np.mean(scores) == pytest.approx(exact, abs=0.002)


def test_error_bound_covers_rare_unsampled_nodes() -> None:
    same = [[v, v + 1] for v in range(800)]
    truth = Clustering.from_clusters([*same, [800, 801], [801, 802]])
    found = Clustering.from_clusters([*same, [800, 801], [801], [802]])
    exact = element_centric(truth, found, method="exact")
    for seed in range(20):
        score = element_centric(truth, found, method="sampled", seed=seed)
        assert score.method == "sampled"
        assert abs(score - exact) <= score.error


def test_sample_of_a_small_input_is_nearly_exact() -> None:
    truth, found = clusters("123 345"), clusters("12 34 45")
    score = element_centric(truth, found, method="sampled")
    assert score == pytest.approx(element_centric(truth, found), abs=1e-3)
    assert score.error <= 1e-3


def test_auto_samples_expensive_inputs(monkeypatch: pytest.MonkeyPatch, exact: float) -> None:
    assert element_centric(*MID_SIZE).method == "exact"
    monkeypatch.setattr(walks, "MAX_WORK", 1e6)
    score = element_centric(*MID_SIZE)
    assert score.method == "sampled"
    assert score.error > 0.01  # no time for more
    assert abs(score - exact) <= score.error
    assert element_centric(*MID_SIZE, method="exact") == exact


def test_nodes_with_short_walks_are_not_sampled() -> None:
    pairs = [[v, v + 1] for v in range(10_000, 16_000, 2)]
    truth, found = [*MID_SIZE[0], *pairs], [*MID_SIZE[1], *pairs[::-1]]
    score = element_centric(truth, found, method="sampled")
    assert 1 / 2 <= score.exact_share < 1
    assert abs(score - element_centric(truth, found, method="exact")) <= score.error


def test_crisp_clusterings_are_never_sampled() -> None:
    labels = np.arange(100_000) % 1000
    score = element_centric(labels, labels // 2, method="sampled")
    assert (float(score), score.method) == (pytest.approx(1 / 2), "exact")


def test_value_falls_with_damage() -> None:
    truth = generate_cover(2000, 200, 1.5, seed=1)
    values = [
        element_centric(truth, perturb(truth, seed=2, **damage), nodes="union")
        for damage in ({"move": 0.05}, {"move": 0.4})
    ]
    assert 0 < values[1] < values[0] < 1
    assert (
        accord.compare(truth, truth, "element_centric[alpha=0.5]")["element_centric[alpha=0.5]"]
        == 1.0
    )
