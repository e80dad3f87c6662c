"""The definitions on Python sets give the published values, and agree with other forms."""

import math
import random
from collections import Counter
from typing import Any

import numpy as np
import oracles
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from published_values import POINTS, PUBLISHED, Published, sets

NORMS = ("max", "sqrt", "avg", "min")


@pytest.mark.parametrize("published", PUBLISHED, ids=str)
def test_published_value(published: Published) -> None:
    definition = getattr(
        oracles, f"{published.metric}_sides" if published.side else published.metric
    )
    value = definition(published.truth, published.found, **published.options, **published.base)
    assert float(getattr(value, published.side) if published.side else value) == pytest.approx(
        published.value, abs=published.within
    )


# ---- a node of weight k is k nodes ---------------------------------------------------------------

WEIGHTED: list[tuple[str, dict[str, Any], bool]] = [
    *(("gnmi", {"norm": norm}, False) for norm in (*NORMS, "joint")),
    *(("onmi", {"norm": norm}, False) for norm in (*NORMS, "lfk")),
    ("bcubed", {}, False),
    ("bcubed", {"beta": 2.0}, False),
    ("element_centric", {}, False),
    ("element_centric", {"alpha": 0.4}, False),
    ("muc", {}, True),
    ("conll_bcubed", {}, True),
    ("ceaf", {"similarity": "entity"}, True),
    ("ceaf", {"similarity": "mention"}, True),
    ("conll", {}, True),
]


@pytest.mark.parametrize(("metric", "options", "crisp"), WEIGHTED)
@settings(max_examples=20)
@given(data=st.data())
def test_weights_act_as_copies_of_nodes(
    metric: str, options: dict[str, Any], crisp: bool, data: st.DataObject
) -> None:
    alone_where_missing = metric in (
        "gnmi",
        "bcubed",
        "element_centric",
    )  # and with their copies there
    equal = True if alone_where_missing else None
    truth, found = data.draw(
        strategies.crisp_pairs(equal_nodes=equal) if crisp else strategies.pairs(equal_nodes=equal)
    )
    weights = data.draw(strategies.weights_for(strategies.nodes_of(truth, found), integers=True))

    def copied(clustering: Any) -> list[set[tuple[int, int]]]:
        return [
            {(v, copy) for v in cluster for copy in range(int(weights[v]))}
            for cluster in clustering
        ]

    definition = getattr(oracles, metric)
    weighed = definition(truth, found, weights=weights, **options)
    assert weighed == pytest.approx(
        definition(copied(truth), copied(found), **options), rel=1e-12, abs=1e-12
    )


# ---- gnmi ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("norm", [*NORMS, "joint"])
@settings(max_examples=30)
@given(pair=strategies.crisp_pairs(equal_nodes=None), data=st.data())
def test_gnmi_of_crisp_clusterings_is_nmi(norm: str, pair: Any, data: st.DataObject) -> None:
    weights = data.draw(strategies.weights_for(strategies.nodes_of(*pair)))
    assert oracles.gnmi(*pair, norm=norm, weights=weights) == oracles.nmi(
        *pair, norm=norm, weights=weights
    )


@settings(max_examples=50)
@given(pair=strategies.pairs())
def test_gnmi_law_sums_to_one_and_swaps_with_the_sides(pair: Any) -> None:
    truth, found = pair
    law = oracles.gnmi_law(truth, found)
    assert sum(law.values()) == 1
    assert {(f, t): p for (t, f), p in law.items()} == oracles.gnmi_law(found, truth)


@settings(max_examples=50)
@given(pair=strategies.equal_pairs())
def test_gnmi_of_a_clustering_with_itself_is_one(pair: Any) -> None:
    assert all(t == f for t, f in oracles.gnmi_law(*pair))
    assert oracles.gnmi(*pair) == 1


@pytest.mark.parametrize(
    "weights", [None, {v: 1 + int(v) % 3 for v in "0123456789"}], ids=["plain", "weights"]
)
@pytest.mark.parametrize("point", POINTS)
def test_simulated_games_follow_the_law(point: str, weights: Any) -> None:
    truth, found = map(sets, POINTS[point])
    games = 3000
    law = oracles.gnmi_law(truth, found, weights=weights)
    played = oracles.played_gnmi_law(
        truth, found, games=games, rng=random.Random(17), weights=weights
    )
    assert played.keys() <= law.keys()
    # Pearson's statistic has mean cells - 1 and variance about twice that: six standard deviations.
    surprise = sum(float((played.get(cell, 0) - p) ** 2 / p) for cell, p in law.items()) * games
    assert surprise < len(law) - 1 + 6 * math.sqrt(2 * len(law))
    exact = oracles.gnmi(truth, found, weights=weights)
    estimate = oracles.played_gnmi(truth, found, games=1000, rng=random.Random(18), weights=weights)
    assert estimate == pytest.approx(exact, abs=0.06)


# ---- onmi ----------------------------------------------------------------------------------------


def test_onmi_with_tied_entropies() -> None:
    # 8 nodes, 1 in both, 2 only in X, 1 only in Y: h(4) + h(1) = 4 + 3 = h(2) + h(1), so Y tells
    # nothing of X nor X of Y.
    assert oracles.onmi([{1, 2, 3}], [{3, 4}], nodes=range(1, 9)) == 0


@pytest.mark.parametrize("norm", [*NORMS, "lfk"])
def test_onmi_without_entropy(norm: str) -> None:
    everything, nothing, halves = [{1, 2, 3, 4}], [], [{1, 2}, {3, 4}]
    of = {"norm": norm, "nodes": {1, 2, 3, 4}}
    assert oracles.onmi(everything, everything, **of) == 1
    assert oracles.onmi(nothing, nothing, **of) == 1
    assert oracles.onmi(everything, halves, **of) == 0
    assert oracles.onmi(nothing, halves, **of) == 0
    # Neither has entropy; lfk asks for the cluster itself.
    assert oracles.onmi(everything, nothing, **of) == (0 if norm == "lfk" else 1)


# ---- nodes ---------------------------------------------------------------------------------------


@settings(max_examples=50)
@given(pair=strategies.crisp_pairs(equal_nodes=True))
def test_bcubed_of_crisp_clusterings_equals_coreference_bcubed(pair: Any) -> None:
    assert oracles.bcubed_sides(*pair) == oracles.conll_bcubed_sides(*pair)


@settings(max_examples=50)
@given(pair=strategies.crisp_pairs(equal_nodes=True), alpha=st.sampled_from([0.2, 0.9]))
def test_element_centric_of_crisp_clusterings_has_a_closed_form(pair: Any, alpha: float) -> None:
    # From v, all of t is reached with 1/|t| each and all of f with 1/|f|; half of what differs,
    # whatever alpha.
    truth, found = pair
    scores = []
    for v in strategies.nodes_of(truth):
        (t,), (f,) = ([cluster for cluster in side if v in cluster] for side in pair)
        n, a, b = len(t & f), len(t), len(f)
        scores.append(1 - (n * abs(1 / a - 1 / b) + (a - n) / a + (b - n) / b) / 2)
    assert oracles.element_centric(truth, found, alpha=alpha) == pytest.approx(
        float(np.mean(scores)), abs=1e-12
    )


@pytest.mark.parametrize("alpha", [0, 1, 2])
def test_element_centric_needs_alpha_between_0_and_1(alpha: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        oracles.element_centric([{1}], [{1}], alpha=alpha)


# ---- coreference ---------------------------------------------------------------------------------


def test_muc_without_links() -> None:
    # The reference implementation has 0 for all of these (its cases N1 and N4).
    assert oracles.muc(sets("a b c"), sets("a b c")) == 1
    assert oracles.muc(sets("a b c"), sets("a x y")) == 1
    assert oracles.muc(sets("abc"), sets("a b c")) == 0
    assert oracles.muc(sets("a b c"), sets("abc")) == 0


@pytest.mark.parametrize("metric", ["muc", "conll_bcubed", "ceaf", "conll"])
def test_coreference_with_a_side_without_clusters(metric: str) -> None:
    definition = getattr(oracles, metric)
    assert definition(sets("abc"), sets("abc"), nodes="xy") == 1
    assert definition(sets("abc"), sets("de"), nodes="abc") == 0
    assert definition(sets("de"), sets("abc"), nodes="abc") == 0


def test_muc_needs_whole_weights() -> None:
    with pytest.raises(ValueError, match="whole number"):
        oracles.muc(sets("ab"), sets("ab"), weights={"a": 1, "b": 0.5})


def test_every_published_value_is_listed_once() -> None:
    counts = Counter((str(p), str(p.truth), str(p.found), p.value) for p in PUBLISHED)
    assert max(counts.values()) == 1
