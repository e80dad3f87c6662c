"""BestOverlaps and Containment, tested against the whole overlap table, in fractions."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import strategies
from explained_pairs import Case, cases, few_nodes
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.matching import SIMILARITY
from oracles.sides import compare

from accord import Clustering
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_index import pair_up
from accord._summaries.clustering_pair import BestOverlaps, Containment

WAYS = pytest.mark.parametrize("by", ["f1", "pprob"])
SIDES = pytest.mark.parametrize("side", ["truth", "found"])
TIED, APART = 1e-13, 1e-11  # of the best: what must be taken for equal, and what must not


def check(engine: NativeEngine, case: Case, side: str, by: str, sharing: str, exact: bool) -> None:
    table = engine.get(BestOverlaps, side=side, by=by, sharing=sharing)
    both = compare(case.truth, case.found, sharing, **case.base_of_oracle)
    own, others = (both.truth, both.found)[:: 1 if side == "truth" else -1]
    close = {"rel": 0, "abs": 0} if exact else {"rel": 1e-12, "abs": 0}
    assert table.truth_sizes.tolist() == pytest.approx([number(both.size(x)) for x in own], **close)
    assert table.found_sizes.tolist() == pytest.approx(
        [number(both.size(y)) for y in others], **close
    )
    assert table.total == pytest.approx(number(both.total), **close)
    cells = list(zip(table.truth.tolist(), table.found.tolist(), strict=True))
    assert cells == sorted(set(cells))
    amounts = dict(zip(cells, table.amounts.tolist(), strict=True))
    for i, x in enumerate(own):
        common = {j: both.common(x, y) for j, y in enumerate(others) if x.keys() & y.keys()}
        quality = {
            j: SIMILARITY[by](m, both.size(x), both.size(others[j])) for j, m in common.items()
        }
        best = max(quality.values(), default=Fraction(0))
        mine = {j for place, j in cells if place == i}
        assert {j for j in quality if quality[j] >= best * (1 - Fraction(TIED))} <= mine
        assert mine <= {j for j in quality if quality[j] >= best * (1 - Fraction(APART))}
        for j in mine:
            assert amounts[i, j] == pytest.approx(number(common[j]), **close)


def number(fraction: Fraction) -> int | float:
    return int(fraction) if fraction.denominator == 1 else float(fraction)


@WAYS
@SIDES
@pytest.mark.parametrize("sharing", ["full", "split", "shares"])
@settings(max_examples=25)
@given(case=cases())
def test_best_overlaps_are_the_best_of_the_table(
    by: str, side: str, sharing: str, case: Case
) -> None:
    whole = case.weights is None or all(isinstance(weight, int) for weight in case.weights.values())
    check(
        NativeEngine(pair_up(case.sides, case.nodes, 2)),
        case,
        side,
        by,
        sharing,
        sharing == "full" and whole,
    )


@WAYS
@SIDES
@settings(max_examples=50)
@given(pair=few_nodes() | strategies.pairs(), data=st.data())
def test_weights_beyond_float_precision(by: str, side: str, pair: Any, data: st.DataObject) -> None:
    nodes = strategies.nodes_of(*pair)
    base = (2**62 - 100) // len(nodes)  # together as much as may be
    jitter = data.draw(
        st.fixed_dictionaries(dict.fromkeys(nodes, st.sampled_from([0, 0, 1, -1, -(2**40)])))
    )
    case = Case(*pair, {node: base + jitter[node] for node in nodes}, None, set(nodes))
    check(NativeEngine(pair_up(case.sides, None, 1)), case, side, by, "full", True)


@WAYS
@settings(max_examples=40)
@given(case=cases(policies=(None,)))
def test_found_side_mirrors_truth_side(by: str, case: Case) -> None:
    truth, found = case.sides
    engine, swapped = (
        NativeEngine(pair_up(sides, None, 1)) for sides in ((truth, found), (found, truth))
    )
    for sharing in ("full", "split", "shares"):
        one, other = (
            engine.get(BestOverlaps, side="found", by=by, sharing=sharing),
            swapped.get(BestOverlaps, side="truth", by=by, sharing=sharing),
        )
        assert all(
            np.array_equal(getattr(one, name), getattr(other, name))
            for name in one.__dataclass_fields__
        )


@WAYS
def test_all_of_many_ties_are_kept(by: str) -> None:
    truth, found = (
        Clustering.from_clusters([range(100)]),
        Clustering.from_clusters([[node] for node in range(100)]),
    )
    table = NativeEngine(pair_up([truth, found], None, 4)).get(BestOverlaps, side="truth", by=by)
    assert table.found.tolist() == list(range(100))
    assert table.truth.tolist() == [0] * 100


@settings(max_examples=80)
@given(case=cases())
def test_container_is_the_best_match_of_those_with_more_than_half(case: Case) -> None:
    engine = NativeEngine(pair_up(case.sides, case.nodes, 2))
    both = compare(case.truth, case.found, "shares", **case.base_of_oracle)
    for name, own, others in (("truth", both.truth, both.found), ("found", both.found, both.truth)):
        containment = engine.get(Containment, side=name)
        for i, x in enumerate(own):
            halves = [2 * both.common(x, y) for y in others]
            holders = [j for j, half in enumerate(halves) if half > both.size(x)]
            best = max(
                holders,
                key=lambda j: SIMILARITY["f1"](halves[j] / 2, both.size(x), both.size(others[j])),
                default=-1,
            )
            assert containment.container[i] == best
