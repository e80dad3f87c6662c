"""Coreference metrics: examples of the literature, missing and repeated nodes, the matching."""

from collections.abc import Callable
from typing import Any

import numpy as np
import oracles
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from metric_cases import CLOSE
from scipy.optimize import linear_sum_assignment

import accord
from accord import Clustering, InputError
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_index import pair_up
from accord._summaries.clustering_pair import OneToOne, Overlaps


def ceaf_m(truth: Any, found: Any, **base: Any) -> accord.Score:
    return accord.ceaf(truth, found, similarity="mention", **base)


METRICS: dict[str, Callable[..., accord.Score]] = {
    "muc": accord.muc,
    "b3": accord.conll_bcubed,
    "ceafe": accord.ceaf,
    "ceafm": ceaf_m,
    "lea": accord.lea,
}


def clusters(letters: str) -> list[list[str]]:
    """Each letter is a mention."""
    return [list(cluster) for cluster in letters.split()]


# ---- published values ----------------------------------------------------------------------------

# Recall and precision.
A = "a bc def"
PUBLISHED: list[tuple[str, str, str, dict[str, tuple[float, float]]]] = [
    # Pradhan et al. 2014, "Scoring coreference partitions of predicted mentions", section 4.
    (
        "Pradhan 2014",
        "abc defg",
        "ab cd fghi",
        {
            "muc": (2 / 5, 2 / 5),
            "b3": (35 / 84, 4 / 8),
            "ceafm": (4 / 7, 4 / 8),
            "ceafe": (1.3 / 2, 1.3 / 3),
        },
    ),
    # The test cases of the reference implementation, conll/reference-coreference-scorers,
    # test/TestCases.README.
    ("TC-A-1", A, A, dict.fromkeys(METRICS, (1, 1))),
    (
        "TC-A-2",
        A,
        "a de",
        {"b3": (7 / 18, 1), "muc": (1 / 3, 1), "ceafm": (1 / 2, 1), "ceafe": (0.6, 0.9)},
    ),
    (
        "TC-A-3",
        A,
        "a bcx defy z",
        {
            "b3": (1, 55 / 108),
            "muc": (1, 3 / 5),
            "ceafm": (1, 6 / 9),
            "ceafe": (93 / 105, 93 / 140),
        },
    ),
    (
        "TC-A-4",
        A,
        "a bcx dy z",
        {
            "b3": (5 / 9, 17 / 42),
            "muc": (1 / 3, 1 / 3),
            "ceafm": (4 / 6, 4 / 7),
            "ceafe": (2.2 / 3, 2.2 / 4),
        },
    ),
    (
        "TC-A-5",
        A,
        "a bcxB dy z",
        {
            "b3": (5 / 9, 5 / 16),
            "muc": (1 / 3, 1 / 4),
            "ceafm": (4 / 6, 4 / 8),
            "ceafe": (31 / 45, 31 / 60),
        },
    ),
    (
        "TC-A-6",
        A,
        "a bcx dy Bz",
        {
            "b3": (5 / 9, 17 / 48),
            "muc": (1 / 3, 1 / 4),
            "ceafm": (4 / 6, 4 / 8),
            "ceafe": (2.2 / 3, 2.2 / 4),
        },
    ),
    ("TC-A-10", A, "a b c d e f", {"b3": (3 / 6, 1), "muc": (0, 0)}),
    ("TC-A-11", A, "abcdef", {"b3": (1, 7 / 18), "muc": (1, 3 / 5)}),
    ("TC-A-12", A, "a x y c d e z", {"b3": (13 / 36, 4 / 7), "muc": (0, 0)}),
    ("TC-A-13", A, "axycdez", {"b3": (17 / 36, 6 / 49), "muc": (1 / 3, 1 / 6)}),
    # Bagga & Baldwin 1998, as there.
    ("TC-D-1", "12345 67 89ABC", "12345 6789ABC", {"b3": (1, 16 / 21), "muc": (1, 9 / 10)}),
    ("TC-E-1", "12345 67 89ABC", "1234589ABC 67", {"b3": (1, 7 / 12), "muc": (1, 9 / 10)}),
    # Vilain et al. 1995, as there.
    ("TC-F-1", "ABCD", "AB CD", {"muc": (2 / 3, 1)}),
    ("TC-G-1", "AB CD", "ABCD", {"muc": (1, 2 / 3)}),
    ("TC-J-1", "ABC", "AC", {"muc": (1 / 2, 1)}),
    ("TC-K-1", "BCDEGHJ", "ABC DEF GHI", {"muc": (3 / 6, 3 / 6)}),
    ("TC-L-1", "ABC DEFG", "AB CD FGH", {"muc": (2 / 5, 2 / 4)}),
    ("TC-M-2", "abcdef", "a b c d e f", {"muc": (0, 0)}),
    ("TC-M-5", "abcdef", "a b c x y z", {"muc": (0, 0)}),
]
CASES = [
    pytest.param(METRICS[name], clusters(truth), clusters(found), *sides, id=f"{source} {name}")
    for source, truth, found, values in PUBLISHED
    for name, sides in values.items()
]


@pytest.mark.parametrize(("metric", "truth", "found", "recall", "precision"), CASES)
def test_published_recall_and_precision(
    metric: Any, truth: Any, found: Any, recall: float, precision: float
) -> None:
    score = metric(truth, found)
    assert (score.recall, score.precision) == pytest.approx((recall, precision), rel=1e-14)
    f1 = 2 * recall * precision / (recall + precision) if recall + precision else 0
    assert score == pytest.approx(f1, rel=1e-14)


# By hand: links kept, as shares of those of each entity, times its size.
@pytest.mark.parametrize(
    ("truth", "found", "recall", "precision"),
    [
        ("abc defg", "ab cd fghi", (3 / 3 + 4 / 6) / 7, (2 + 0 + 4 / 6) / 8),
        (A, "a de", (1 + 0 + 3 / 3) / 6, (1 + 2) / 3),
        (A, "a b c d e f", 1 / 6, 1 / 6),
        (A, "abcdef", (0 + 2 + 3) / 6, 6 * (4 / 15) / 6),
        ("a b", "c", 0, 0),
    ],
)
def test_lea_by_hand(truth: str, found: str, recall: float, precision: float) -> None:
    score = accord.lea(clusters(truth), clusters(found))
    assert (score.recall, score.precision) == pytest.approx((recall, precision), rel=1e-14)


def test_exact_clusters_marks_those_on_both_sides() -> None:
    score = accord.exact_clusters([{1, 2}, {3}, {4}, {3}], [{3, 4}, {3}, {1, 2}])
    assert score.per_truth_cluster.tolist() == [1, 1, 0, 1]
    assert score.per_found_cluster.tolist() == [0, 1, 1]
    assert (score.precision, score.recall) == (2 / 3, 2 / 3)
    assert accord.exact_clusters([{1: 0.5, 2: 0.1}], [{1: 1.0, 2: 0.3}]) == 1


def test_conll_score_is_the_mean_of_three_metrics() -> None:
    truth, found = clusters("abc defg"), clusters("ab cd fghi")
    mean = (
        accord.muc(truth, found) + accord.conll_bcubed(truth, found) + accord.ceaf(truth, found)
    ) / 3
    assert accord.conll(truth, found) == pytest.approx(mean, rel=1e-15)


# ---- edges ---------------------------------------------------------------------------------------


def test_muc_is_1_without_links_and_0_with_links_on_one_side() -> None:
    assert (
        accord.muc(clusters("a b c"), clusters("a b c")) == 1
    )  # three mentions of their own; the reference implementation has 0
    assert (
        accord.muc(clusters("a b c"), clusters("ab c"))
        == accord.muc(clusters("ab c"), clusters("a b c"))
        == 0
    )


@pytest.mark.parametrize("metric", METRICS.values())
def test_missing_node_is_not_a_singleton(metric: Any) -> None:
    # Alone it would be a cluster more, and precision lower.
    assert metric(clusters("ab c"), clusters("ab")).precision == 1
    assert metric(clusters("ab cd"), clusters("ab")).recall < 1


@pytest.mark.parametrize("metric", METRICS.values())
def test_nodes_in_no_cluster_change_nothing(metric: Any) -> None:
    truth, found = clusters("abc de"), clusters("ab cde")
    more = (
        Clustering.from_clusters(truth, nodes="fgh"),
        Clustering.from_clusters(found, nodes="xyz"),
    )
    assert metric(*more) == metric(truth, found)


def test_muc_counts_a_missing_node_of_weight_3_as_three() -> None:
    weights = {"a": 1, "b": 1, "c": 3}
    truth = Clustering.from_clusters([list("abc")], weights=weights)
    found = Clustering.from_clusters([list("ab")], nodes="c", weights=weights)
    assert accord.muc(truth, found).recall == 1 / 4  # five mentions, four links, one of them left
    with pytest.raises(InputError, match="muc: counted exactly, so weights must be integers"):
        accord.muc(
            Clustering.from_clusters([list("abc")], weights=dict.fromkeys("abc", 0.5)),
            [list("abc")],
        )


# ---- precision and recall by the definitions -----------------------------------------------------

SIDES = {
    "muc": (accord.muc, oracles.muc_sides),
    "b3": (accord.conll_bcubed, oracles.conll_bcubed_sides),
    "ceafe": (accord.ceaf, oracles.ceaf_sides),
    "lea": (accord.lea, oracles.lea_sides),
    "ceafm": (
        ceaf_m,
        lambda *pair, **base: oracles.ceaf_sides(*pair, similarity="mention", **base),
    ),
}


@pytest.mark.parametrize(("metric", "sides"), SIDES.values(), ids=SIDES)
@settings(max_examples=60)
@given(data=st.data())
def test_recall_and_precision(metric: Any, sides: Any, data: st.DataObject) -> None:
    pair = data.draw(strategies.crisp_pairs(equal_nodes=None))
    weights = data.draw(
        st.none() | strategies.weights_for(strategies.nodes_of(*pair), integers=True)
    )
    score, wanted = (
        metric(*(Clustering.from_clusters(side, weights=weights) for side in pair)),
        sides(*pair, weights=weights),
    )
    assert score.recall == pytest.approx(float(wanted.recall), **CLOSE)
    assert score.precision == pytest.approx(float(wanted.precision), **CLOSE)


@pytest.mark.parametrize("metric", ["conll_bcubed", "ceaf"])
def test_per_cluster_values(metric: str) -> None:
    score = accord.METRICS[metric].function(clusters("abc defg"), clusters("ab cd fghi"))
    wanted = {
        "conll_bcubed": ([5 / 9, 5 / 16], [1, 1 / 2, 1 / 4]),  # Σ n²/|x|²
        "ceaf": ([4 / 5, 4 / 8], [4 / 5, 0, 4 / 8]),
    }[metric]
    assert score.per_truth_cluster.tolist() == pytest.approx(wanted[0])
    assert score.per_found_cluster.tolist() == pytest.approx(wanted[1])


# ---- the matching --------------------------------------------------------------------------------

AFFINITY: dict[str, Callable[[Any, Any, Any], Any]] = {
    "pprob": lambda n, a, b: n * n / (a * b),
    "entity": lambda n, a, b: 2 * n / (a + b),
    "mention": lambda n, a, b: n,
    "truth_share": lambda n, a, b: n / a,
    "larger_share": lambda n, a, b: n / np.maximum(a, b),
}


@pytest.mark.parametrize("similarity", AFFINITY)
@pytest.mark.parametrize("seed", range(6))
def test_one_to_one_matching_equals_scipy(similarity: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels = [rng.integers(0, k, 400) for k in rng.integers(5, 90, 2)]
    pair = pair_up([Clustering.from_labels(side) for side in labels], None, 2)
    engine = NativeEngine(pair)
    matching, table = (
        engine.get(OneToOne, similarity=similarity),
        engine.get(Overlaps).to_scipy().toarray(),
    )
    affinity = AFFINITY[similarity](table, table.sum(1, keepdims=True), table.sum(0, keepdims=True))
    rows, columns = linear_sum_assignment(affinity, maximize=True)
    assert matching.affinity.sum() == pytest.approx(affinity[rows, columns].sum(), rel=1e-12)
    assert matching.affinity_of_found.sum() == pytest.approx(matching.affinity.sum(), rel=1e-12)
    assert engine.get(OneToOne, similarity=similarity) is matching
