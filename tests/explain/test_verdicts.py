"""explain, tested against its definition on Python sets and fractions."""

from typing import Any

import numpy as np
import pytest
import strategies
from explained_pairs import Case, cases, few_nodes
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.explaining import Explained, Fate, explained
from oracles.sides import shares_of

import accord
from accord import Clustering, InputError, NodeSetError
from accord._explain.explained_side import ExplainedSide
from accord._explain.explanation import Explanation
from accord._explain.verdicts import LEFT_OUT, VERDICTS

CLOSE = {"rel": 1e-12, "abs": 1e-12}


def check_side(side: ExplainedSide, wanted: list[Fate | None]) -> None:
    assert len(side) == len(wanted)
    assert [side.describe(place) for place in range(len(side))] == [
        fate.words if fate else "left out" for fate in wanted
    ]
    for place, fate in enumerate(wanted):
        told = {
            name: getattr(side, name)[place].item()
            for name in ("verdict", "parts", "partner", "sizes", "overlap")
        }
        if fate is None:
            assert told == {
                "verdict": LEFT_OUT,
                "parts": 0,
                "partner": -1,
                "sizes": 0,
                "overlap": 0,
            }
            assert np.isnan(
                [values[place] for values in (side.f1, side.precision, side.recall)]
            ).all()
            assert (side.cost[place], side.uncovered[place]) == (0, 0)
            continue
        assert VERDICTS[told["verdict"]] == fate.verdict
        assert told["parts"] == fate.parts
        assert told["partner"] == (-1 if fate.partner is None else fate.partner)
        numbers = [told["sizes"], told["overlap"]]
        numbers += [
            values[place] for values in (side.f1, side.precision, side.recall, side.uncovered)
        ]
        exact = (fate.size, fate.overlap, fate.f1, fate.precision, fate.recall, fate.uncovered)
        assert numbers == pytest.approx([float(number) for number in exact], **CLOSE)


def check_totals(side: ExplainedSide, wanted: list[Fate | None]) -> None:
    left = [fate for fate in wanted if fate]
    totals = side.totals()
    impossible = {"truth": ("noise", "outside"), "found": ("missed",)}[side.side]
    assert list(totals) == [word for word in VERDICTS if word not in impossible]
    for word, total in totals.items():
        alike = [fate for fate in left if fate.verdict == word]
        assert total.clusters == len(alike)
        assert total.size == pytest.approx(float(sum(fate.size for fate in alike)), **CLOSE)
    assert sum(total.clusters for total in totals.values()) == len(left)
    assert sum(total.size for total in totals.values()) == pytest.approx(
        float(sum(fate.size for fate in left)), **CLOSE
    )
    assert sum(total.cost for total in totals.values()) == pytest.approx(side.cost.sum(), **CLOSE)


def check_nodes(why: Explanation, wanted: Explained, case: Case) -> None:
    told = {
        why.nodes.labels[place]: (agreement, memberships)
        for place, agreement, memberships in zip(
            why.nodes.indices.tolist(),
            why.nodes.agreement.tolist(),
            why.nodes.memberships.tolist(),
            strict=True,
        )
    }
    assert told.keys() == wanted.nodes.keys() <= set(case.base)
    for node, (agreement, memberships) in wanted.nodes.items():
        assert told[node] == (pytest.approx(float(agreement), **CLOSE), memberships)
    worst = why.worst_nodes(len(told) + 1)
    assert {node for node, _ in worst} == {
        node for node, (agreement, _) in wanted.nodes.items() if agreement < 1
    }
    truth, found = (set(side.nodes()) for side in case.sides)
    assert worst == sorted(
        worst,
        key=lambda item: (item[0] not in truth & found, item[1], -wanted.nodes[item[0]][1]),
    )
    assert why.worst_nodes(2) == worst[:2]


def check(case: Case) -> None:
    why = accord.explain(*case.sides, nodes=case.nodes)
    wanted = explained(case.truth, case.found, **case.base_of_oracle)
    for side, fates in ((why.truth, wanted.truth), (why.found, wanted.found)):
        check_side(side, fates)
        check_totals(side, fates)
    check_nodes(why, wanted, case)


@settings(max_examples=120)
@given(case=cases(weights=False, shares=False))
def test_matches_definition_on_random_covers(case: Case) -> None:
    check(case)


@settings(max_examples=120)
@given(case=cases(weights=True, shares=False))
def test_matches_definition_with_weights(case: Case) -> None:
    check(case)


@settings(max_examples=150)
@given(case=cases(shares=True))
def test_matches_definition_with_shares(case: Case) -> None:
    check(case)


@settings(max_examples=150)
@given(case=cases(few_nodes()))
def test_matches_definition_with_many_small_clusters(case: Case) -> None:
    check(case)


@settings(max_examples=80)
@given(case=cases(few_nodes(), weights=False, policies=(None,)))
def test_matches_definition_if_truth_knows_nodes_in_no_cluster(case: Case) -> None:
    found = case.as_clustering(case.found)
    known = sorted(strategies.nodes_of(case.found))[::2]
    clusters = [
        {v: float(s) for v, s in x.items()} if isinstance(x, dict) else x for x in case.truth
    ]
    why = accord.explain(Clustering.from_clusters(clusters, nodes=known), found)
    wanted = explained(case.truth, case.found, in_no_truth_cluster=known, **case.base_of_oracle)
    check_side(why.truth, wanted.truth)
    check_side(why.found, wanted.found)


@settings(max_examples=60)
@given(pair=strategies.pairs(), data=st.data())
def test_levels_are_merged(pair: Any, data: st.DataObject) -> None:
    levels = []
    for side in pair:
        unique = [x for i, x in enumerate(side) if x not in side[:i]]
        cut = data.draw(st.integers(0, len(unique) - 1))
        parts = filter(None, (unique[:cut], unique[cut:]))
        levels.append(Clustering.from_levels([Clustering.from_clusters(part) for part in parts]))
    merged = [side.merged() for side in levels]
    assert accord.explain(*levels).to_dict() == accord.explain(*merged).to_dict()


@settings(max_examples=100)
@given(case=cases(policies=(None,)))
def test_swapped_sides_mirror_the_verdicts(case: Case) -> None:
    truth, found = case.sides
    why, mirrored = accord.explain(truth, found), accord.explain(found, truth)
    mirror = {"split": "merged", "merged": "split", "grown": "shrunk", "shrunk": "grown"}
    # Of nodes that only one side knows, a truth cluster is missed, and a found one is outside.
    mirror |= {"missed": "outside", "outside": "missed"}
    for side, other in ((why.truth, mirrored.found), (why.found, mirrored.truth)):
        words = [VERDICTS[verdict] for verdict in side.verdict]
        assert [VERDICTS[verdict] for verdict in other.verdict] == [
            mirror.get(word, word) for word in words
        ]
        for name in ("sizes", "partner", "parts", "overlap", "f1", "uncovered"):
            assert np.array_equal(getattr(side, name), getattr(other, name)), name
        assert np.array_equal(side.precision, other.recall)
        assert np.array_equal(side.recall, other.precision)
        assert side.cost == pytest.approx(other.cost, **CLOSE)  # f1h is symmetric
    assert dict(why.worst_nodes(99)) == pytest.approx(dict(mirrored.worst_nodes(99)), **CLOSE)


def test_threads_do_not_matter_on_nested_clusters() -> None:
    # Intervals of all lengths, nested in each other, and moved a little on the other side.
    truth = [range(start, start + 2**k) for k in range(1, 9) for start in range(0, 512, 2**k)]
    found = [range(max(0, x[0] - len(x) // 5), x[-1] + 1 + len(x) % 3) for x in truth[::2]]
    explanations = [accord.explain(truth, found, threads=threads) for threads in (1, 2, 7)]
    assert len({why.to_json() for why in explanations}) == 1
    totals = explanations[0].totals()["truth"]
    assert sum(total.clusters for total in totals.values()) == len(truth)


@settings(max_examples=100)
@given(
    case=cases(few_nodes(), weights=False, policies=(None,)),
    weight=st.sampled_from([0.1, 0.3, 1 / 3, 0.7, 1e-3, 1e50]),
)
def test_scaling_all_weights_changes_nothing(case: Case, weight: float) -> None:
    plain = accord.explain(case.as_clustering(case.truth), case.as_clustering(case.found))
    nodes = strategies.nodes_of(case.truth, case.found)
    scaled = [
        Clustering.from_clusters(
            [{v: float(s) for v, s in x.items()} if isinstance(x, dict) else x for x in side],
            weights={v: weight for v in nodes if any(v in x for x in side)},
        )
        for side in (case.truth, case.found)
    ]
    why = accord.explain(*scaled)
    for side, other in zip(plain.sides, why.sides, strict=True):
        assert [side.describe(place) for place in range(len(side))] == [
            other.describe(place) for place in range(len(side))
        ]
        assert np.array_equal(side.partner, other.partner)
        assert other.f1 == pytest.approx(side.f1, **CLOSE)
        assert (other.f1 <= 1 + 1e-15).all()


@settings(max_examples=60)
@given(case=cases(strategies.equal_pairs(), shares=False, policies=(None, "equal")))
def test_identical_sides_are_exact_and_cost_nothing(case: Case) -> None:
    why = accord.explain(*case.sides, nodes=case.nodes)
    for side in why.sides:
        assert {side.describe(place) for place in range(len(side))} == {"exact"}
        assert (side.cost == 0).all()
        assert (side.f1 == 1).all()
    assert why.worst_nodes() == []


@settings(max_examples=80)
@given(case=cases(), data=st.data())
def test_overlaps_of_clusters_equal_rows_of_the_overlap_table(
    case: Case, data: st.DataObject
) -> None:
    why = accord.explain(*case.sides, nodes=case.nodes)
    side = data.draw(st.sampled_from(["truth", "found"]))
    places = data.draw(st.lists(st.integers(0, len(getattr(case, side)) - 1), unique=True))
    table = why.overlaps_of(places, side)
    truth, found = ([shares_of(x) for x in clusters] for clusters in (case.truth, case.found))
    wanted = {
        (i, j): float(
            sum((case.weights[v] if case.weights else 1) * min(t[v], f[v]) for v in common)
        )
        for i, t in enumerate(truth)
        for j, f in enumerate(found)
        if (j if side == "found" else i) in places and (common := t.keys() & f.keys() & case.base)
    }
    told = dict(
        zip(
            zip(table.truth.tolist(), table.found.tolist(), strict=True),
            table.amounts.tolist(),
            strict=True,
        )
    )
    assert told == pytest.approx(wanted, **CLOSE)
    assert table.truth_sizes == pytest.approx(why.truth.sizes, **CLOSE)
    assert table.found_sizes == pytest.approx(why.found.sizes, **CLOSE)


@pytest.mark.parametrize("place", [2, -1, 10**9])
def test_overlaps_of_unknown_clusters_raise(place: int) -> None:
    with pytest.raises(InputError, match=f"no truth cluster {place}"):
        accord.explain([[1], [2]], [[1]]).overlaps_of([0, place])


def test_invalid_node_bases_raise() -> None:
    with pytest.raises(NodeSetError, match="not equal"):
        accord.explain([[1, 2]], [[1]], nodes="equal")
    with pytest.raises(InputError, match="no nodes to compare"):
        accord.explain([[1]], [[2]], nodes="intersection")
    with pytest.raises(InputError, match="none of the 2 nodes given"):
        accord.explain([[1]], [[1]], nodes=[8, 9])
    with pytest.raises(InputError, match="nodes must be"):
        accord.explain([[1]], [[1]], nodes=5)


def test_node_base_may_be_an_iterator() -> None:
    sides = [[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]
    assert (
        accord.explain(*sides, nodes=iter([1, 3, 4])).to_dict()
        == accord.explain(*sides, nodes=[1, 3, 4]).to_dict()
    )


def test_float_weights_and_shares_on_an_empty_side() -> None:
    truth = Clustering.from_clusters([[1, 2]], weights={1: 0.1, 2: 1.0})
    found = Clustering.from_clusters([{3: 0.5}], weights={3: 0.1})
    why = accord.explain(truth, found, nodes="truth")
    assert (why.truth.describe(0), why.truth.uncovered[0]) == ("missed", 1.1)


def test_side_left_empty_by_the_node_base() -> None:
    why = accord.explain([[1], [2]], [[3, 4]], nodes=[3, 4])
    assert [why.truth.describe(place) for place in (0, 1)] == ["left out", "left out"]
    assert why.found.describe(0) == "outside"
    assert why.summary() == "f1h 0.0000; of 0 truth clusters"
    assert len(why.to_pandas()) == 1
    assert why.worst_nodes() == [(3, 0.0), (4, 0.0)]
