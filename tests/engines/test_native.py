"""The native engine's summaries: integers compared exactly with the definitions on Python sets."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
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
from accord import Clustering
from accord._engines.native.co_members import default_sharing
from accord._engines.native.engine import NativeEngine
from accord._foundation.node_index import pair_up
from accord._summaries.clustering_pair import (
    BestMatches,
    BestPartners,
    NodeTypes,
    OneToOne,
    Overlaps,
    SideMatches,
)


def engine_for(
    truth: Any, found: Any, weights: Any = None, nodes: Any = None, threads: int = 2
) -> NativeEngine:
    sides = (Clustering.from_clusters(side, weights=weights) for side in (truth, found))
    return NativeEngine(pair_up(list(sides), nodes, threads))


@st.composite
def pairs_with_large_weights(draw: st.DrawFn) -> tuple[Any, Any, dict[int, int]]:
    """A pair, and for every node an integer that may be beyond float precision."""
    truth, found = draw(strategies.pairs())
    nodes = strategies.nodes_of(truth, found)
    return truth, found, draw(st.fixed_dictionaries(dict.fromkeys(nodes, st.integers(1, 2**58))))


# ---- overlaps ------------------------------------------------------------------------------------


def as_table(overlaps: accord.Overlaps) -> dict[tuple[int, int], Any]:
    cells = zip(
        overlaps.truth.tolist(), overlaps.found.tolist(), overlaps.amounts.tolist(), strict=True
    )
    return {(truth, found): amount for truth, found, amount in cells}


@settings(max_examples=150)
@given(pair=strategies.pairs() | strategies.fuzzy_pairs())
def test_overlaps_are_the_counts_of_common_nodes(pair: Any) -> None:
    overlaps = engine_for(*pair).get(Overlaps)
    assert as_table(overlaps) == oracles.overlaps(*pair)
    assert overlaps.amounts.dtype == np.int64
    assert overlaps.truth_sizes.tolist() == [len(cluster) for cluster in pair[0]]
    assert overlaps.found_sizes.tolist() == [len(cluster) for cluster in pair[1]]
    assert overlaps.total == len(oracles.nodes_of(*pair))


@settings(max_examples=100)
@given(pair=strategies.pairs())
def test_overlaps_are_sorted_by_truth_then_found_cluster(pair: Any) -> None:
    overlaps = engine_for(*pair).get(Overlaps)
    cells = list(zip(overlaps.truth.tolist(), overlaps.found.tolist(), strict=True))
    assert cells == sorted(set(cells))
    assert len(overlaps) == len(cells)


@settings(max_examples=100)
@given(case=pairs_with_large_weights())
def test_overlaps_with_integer_weights_are_exact(case: Any) -> None:
    truth, found, weights = case
    overlaps = engine_for(truth, found, weights).get(Overlaps)
    assert as_table(overlaps) == {
        (i, j): sum(weights[v] for v in t & f)
        for i, t in enumerate(truth)
        for j, f in enumerate(found)
        if t & f
    }
    assert overlaps.truth_sizes.tolist() == [sum(weights[v] for v in t) for t in truth]
    assert overlaps.found_sizes.tolist() == [sum(weights[v] for v in f) for f in found]
    assert overlaps.total == sum(weights.values())


def test_integer_weights_beyond_float_precision_stay_exact() -> None:
    odd = 2**53 + 1
    assert float(odd) != odd
    overlaps = engine_for([{1, 2}, {3}], [{1, 3}, {2}], {1: odd, 2: odd + 2, 3: 2**60 + 1}).get(
        Overlaps
    )
    assert as_table(overlaps) == {(0, 0): odd, (0, 1): odd + 2, (1, 0): 2**60 + 1}
    assert overlaps.truth_sizes.tolist() == [2 * odd + 2, 2**60 + 1]
    assert overlaps.total == 2 * odd + 2 + 2**60 + 1


@settings(max_examples=60)
@given(data=st.data())
def test_overlaps_with_float_weights(data: st.DataObject) -> None:
    truth, found = data.draw(strategies.pairs())
    weights = data.draw(strategies.weights_for(strategies.nodes_of(truth, found), integers=False))
    table, wanted = (
        as_table(engine_for(truth, found, weights).get(Overlaps)),
        oracles.overlaps(truth, found, weights=weights),
    )
    assert table.keys() == wanted.keys()
    assert list(table.values()) == pytest.approx([wanted[cell] for cell in table], **CLOSE)


@settings(max_examples=60)
@given(data=st.data())
def test_overlaps_on_a_node_base_have_the_remaining_clusters(data: st.DataObject) -> None:
    truth, found = data.draw(strategies.pairs())
    nodes = data.draw(st.sets(st.sampled_from(strategies.nodes_of(truth, found)), min_size=1))
    assert as_table(engine_for(truth, found, nodes=nodes).get(Overlaps)) == oracles.overlaps(
        truth, found, nodes=nodes
    )


@settings(max_examples=60)
@given(pair=strategies.crisp_pairs(equal_nodes=None))
def test_partition_overlaps_add_up_to_all_nodes_on_both_sides(pair: Any) -> None:
    overlaps = engine_for(*pair, nodes="union").get(Overlaps, complete=True)
    for amounts in (overlaps.amounts, overlaps.truth_sizes, overlaps.found_sizes):
        assert int(amounts.sum()) == overlaps.total == len(oracles.nodes_of(*pair))
    n_alone = [len(oracles.nodes_of(*pair)) - len(oracles.nodes_of(side)) for side in pair]
    assert len(overlaps.truth_sizes) == len(pair[0]) + n_alone[0]
    assert len(overlaps.found_sizes) == len(pair[1]) + n_alone[1]


def test_partition_overlaps_equal_overlaps_if_every_node_has_a_cluster() -> None:
    engine = engine_for([{1, 2}, {3}], [{1}, {2, 3}])
    assert engine.get(Overlaps, complete=True) is engine.get(Overlaps)


# ---- best matches --------------------------------------------------------------------------------

SCORERS = {"f1": "by_f1", "pprob": "by_pprob", "count": "by_amount"}


def partners(side: SideMatches, by: str) -> list[int | None]:
    best: BestPartners = getattr(side, SCORERS[by])
    return [None if partner < 0 else partner for partner in best.partner.tolist()]


@pytest.mark.parametrize("by", SCORERS)
@settings(max_examples=150)
@given(pair=strategies.pairs())
def test_best_partners_are_exact_with_ties_to_the_smaller_index(by: str, pair: Any) -> None:
    matches = engine_for(*pair).get(BestMatches, sharing="full")
    of_truth, of_found = oracles.best_match_partners(*pair, by=by, sharing="full")
    assert partners(matches.truth, by) == of_truth
    assert partners(matches.found, by) == of_found


@pytest.mark.parametrize("by", SCORERS)
@settings(max_examples=80)
@given(data=st.data())
def test_best_partners_with_integer_weights_are_exact(by: str, data: st.DataObject) -> None:
    truth, found = data.draw(strategies.pairs())
    nodes = strategies.nodes_of(truth, found)
    weights = data.draw(st.fixed_dictionaries(dict.fromkeys(nodes, st.integers(1, 10**5))))
    matches = engine_for(truth, found, weights).get(BestMatches, sharing="full")
    of_truth, of_found = oracles.best_match_partners(
        truth, found, by=by, sharing="full", weights=weights
    )
    assert partners(matches.truth, by) == of_truth
    assert partners(matches.found, by) == of_found


@pytest.mark.parametrize("by", SCORERS)
@pytest.mark.parametrize("threads", [1, 2, 7])
def test_ties_go_to_the_smaller_index_with_any_number_of_threads(by: str, threads: int) -> None:
    # 6000 equal clusters of 50 nodes: enough memberships for several chunks of work.
    clusters = [range(50)] * 6000
    matches = engine_for([range(50)], clusters, threads=threads).get(BestMatches, sharing="full")
    assert partners(matches.truth, by) == [0]
    matches = engine_for(clusters, [range(50), range(50)], threads=threads).get(
        BestMatches, sharing="full"
    )
    assert partners(matches.truth, by) == [0] * 6000
    assert partners(matches.found, by) == [0, 0]


def test_scorers_may_choose_different_partners() -> None:
    # Against {0..9}: {0..3} has f1 8/14, pprob .4, 4 nodes; {0..4, 20..34} has f1 1/3, pprob .125,
    # 5 nodes.
    found = [{*range(5), *range(20, 35)}, set(range(4))]
    matches = engine_for([set(range(10))], found).get(BestMatches, sharing="full")
    assert [partners(matches.truth, by) for by in ("f1", "pprob", "count")] == [[1], [1], [0]]
    # Against {0..3}: 1 of 1 has f1 2/5 and pprob 1/4; 4 of 17 has f1 8/21 and pprob 4/17; 3 of 11
    # has f1 6/15, pprob 9/44.
    found = [{0, *range(100, 110), 1, 2}, {0}]
    matches = engine_for([set(range(4))], found).get(BestMatches, sharing="full")
    wanted = oracles.best_match_partners([set(range(4))], found, by="pprob")[0]
    assert partners(matches.truth, "pprob") == wanted == [1]


@settings(max_examples=100)
@given(pair=strategies.pairs())
def test_matches_and_sizes_are_exact_integers_under_full_sharing(pair: Any) -> None:
    matches = engine_for(*pair).get(BestMatches, sharing="full")
    both = oracles.compare(*pair)
    assert matches.truth.sizes.tolist() == [len(cluster) for cluster in pair[0]]
    assert matches.found.sizes.tolist() == [len(cluster) for cluster in pair[1]]
    assert matches.total_match == sum(oracles.overlaps(*pair).values())
    assert matches.total == len(both.weight)
    for side, xs, others in (
        (matches.truth, both.truth, both.found),
        (matches.found, both.found, both.truth),
    ):
        for by, scorer in SCORERS.items():
            best = getattr(side, scorer)
            assert best.match.dtype == np.int64
            chosen = [oracles.best_match(both, x, others, by)[1] for x in xs]
            wanted = [
                0 if i is None else both.common(x, others[i])
                for x, i in zip(xs, chosen, strict=True)
            ]
            assert best.match.tolist() == wanted


@pytest.mark.parametrize("sharing", ["split", "shares"])
@settings(max_examples=80)
@given(pair=strategies.pairs() | strategies.fuzzy_pairs(smallest=2.0**-20))
def test_sizes_and_totals_under_sharing(sharing: str, pair: Any) -> None:
    matches = engine_for(*pair).get(BestMatches, sharing=sharing)
    both = oracles.compare(*pair, sharing)
    assert matches.truth.sizes.tolist() == pytest.approx(
        [float(both.size(x)) for x in both.truth], **CLOSE
    )
    assert matches.found.sizes.tolist() == pytest.approx(
        [float(both.size(x)) for x in both.found], **CLOSE
    )
    total = sum((both.common(t, f) for t in both.truth for f in both.found), Fraction(0))
    assert matches.total_match == pytest.approx(float(total), **CLOSE)


@pytest.mark.parametrize("by", SCORERS)
@pytest.mark.parametrize("sharing", ["full", "split", "shares"])
@settings(max_examples=50)
@given(pair=strategies.fuzzy_pairs(smallest=2.0**-20))
def test_chosen_partner_is_as_good_as_the_best(sharing: str, by: str, pair: Any) -> None:
    """Doubles may break a tie differently from fractions: the match counts, not the index."""
    matches = engine_for(*pair).get(BestMatches, sharing=sharing)
    both = oracles.compare(*pair, sharing)
    for side, xs, others in (
        (matches.truth, both.truth, both.found),
        (matches.found, both.found, both.truth),
    ):
        for x, partner in zip(xs, partners(side, by), strict=True):
            value, index = oracles.best_match(both, x, others, by)
            assert (partner is None) == (index is None)
            if partner is not None:
                other = others[partner]
                reached = oracles.SIMILARITY[by](
                    both.common(x, other), both.size(x), both.size(other)
                )
                assert float(reached) == pytest.approx(float(value), **CLOSE)


def test_matches_of_weights_beyond_float_precision_stay_exact() -> None:
    odd = 2**53 + 1
    matches = engine_for([{1, 2}], [{1}, {2}], {1: odd, 2: odd + 2}).get(
        BestMatches, sharing="full"
    )
    assert matches.total_match == 2 * odd + 2
    assert matches.found.by_amount.match.tolist() == [odd, odd + 2]
    # As floats both would be 2**53 + 2 or a tie; the greater integer wins.
    assert matches.truth.by_amount.match.tolist() == [odd + 2]
    assert partners(matches.truth, "count") == [1]


def test_amounts_that_round_to_equal_floats_are_distinguished() -> None:
    near = 2**60
    assert float(near + 1) == float(near)
    matches = engine_for([{1, 2}], [{1}, {2}], {1: near, 2: near + 1}).get(
        BestMatches, sharing="full"
    )
    assert partners(matches.truth, "count") == [1]


def test_huge_node_counts_as_weights() -> None:
    # 10^15 nodes as three node types.
    truth, found, weights = [{1, 2}, {3}], [{1}, {2, 3}], {1: 6 * 10**14, 2: 10**14, 3: 3 * 10**14}
    matches = engine_for(truth, found, weights).get(BestMatches, sharing="full")
    assert matches.total == 10**15
    assert matches.truth.by_f1.match.tolist() == [6 * 10**14, 3 * 10**14]
    clusterings = [Clustering.from_clusters(side, weights=weights) for side in (truth, found)]
    assert accord.f1h(*clusterings) == pytest.approx(
        accord.f1h([range(7), [7, 8, 9]], [range(6), [6, 7, 8, 9]]), rel=1e-14
    )
    assert accord.split_join(*clusterings) == 2 * 10**15 - (6 + 3 + 6 + 3) * 10**14


# ---- node types ----------------------------------------------------------------------------------


@settings(max_examples=120)
@given(pair=strategies.pairs())
def test_node_types_match_the_definition(pair: Any) -> None:
    engine = engine_for(*pair)
    types, nodes = engine.get(NodeTypes), strategies.nodes_of(*pair)
    kinds = [
        (oracles.clusters_of_node(pair[0], v), oracles.clusters_of_node(pair[1], v)) for v in nodes
    ]
    first = sorted({kind: i for i, kind in reversed(list(enumerate(kinds)))}.values())
    assert types.representative.tolist() == first
    assert types.type_of_node.tolist() == [first.index(kinds.index(kind)) for kind in kinds]
    wanted = oracles.node_types(*pair)
    assert types.amounts.tolist() == [wanted[kinds[i]] for i in first]


@settings(max_examples=60)
@given(case=pairs_with_large_weights())
def test_node_types_count_integer_weights_exactly(case: Any) -> None:
    truth, found, weights = case
    types = engine_for(truth, found, weights).get(NodeTypes)
    wanted: dict[Any, int] = {}
    for v in sorted(weights):
        kind = oracles.clusters_of_node(truth, v), oracles.clusters_of_node(found, v)
        wanted[kind] = wanted.get(kind, 0) + weights[v]
    assert types.amounts.tolist() == list(wanted.values())


def test_nodes_with_different_shares_are_of_different_types() -> None:
    types = engine_for([{1: 0.5, 2: 0.5, 3: 0.25}], [{1, 2, 3}]).get(NodeTypes)
    assert types.type_of_node.tolist() == [0, 0, 1]
    assert types.amounts.tolist() == [2, 1]


# ---- one to one ----------------------------------------------------------------------------------


def affinities(truth: Sequence[Any], found: Sequence[Any]) -> list[list[Fraction]]:
    return [[Fraction(len(t & f) ** 2, len(t) * len(f)) for f in found] for t in truth]


def best_by_brute_force(table: list[list[Fraction]]) -> Fraction:
    short, long = (
        (table, list(zip(*table, strict=True)))
        if len(table) <= len(table[0])
        else (
            list(zip(*table, strict=True)),
            table,
        )
    )
    return max(
        sum((row[j] for row, j in zip(short, columns, strict=True)), Fraction(0))
        for columns in permutations(range(len(long)), len(short))
    )


@settings(max_examples=150)
@given(pair=strategies.pairs().filter(lambda pair: max(map(len, pair)) <= 6))
def test_one_to_one_matching_is_the_best_of_all(pair: Any) -> None:
    matching = engine_for(*pair).get(OneToOne, similarity="pprob")
    table = affinities(*pair)
    assert float(matching.affinity.sum()) == pytest.approx(
        float(best_by_brute_force(table)), **CLOSE
    )


def assert_is_matching(matching: Any, table: np.ndarray) -> None:
    """Partners are distinct, and every affinity is that of the cluster with its partner."""
    partner, affinity = matching.partner, matching.affinity
    matched = np.flatnonzero(partner >= 0)
    assert len(set(partner[matched].tolist())) == len(matched)
    assert affinity[matched] == pytest.approx(table[matched, partner[matched]], rel=1e-14)
    assert (affinity[matched] > 0).all()
    assert not affinity[partner < 0].any()


@settings(max_examples=100)
@given(pair=strategies.pairs())
def test_one_to_one_matching_gives_each_cluster_at_most_one_partner(pair: Any) -> None:
    table = np.array(affinities(*pair), float)
    assert_is_matching(engine_for(*pair).get(OneToOne, similarity="pprob"), table)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("n_truth", "n_found", "nodes", "density"),
    [
        (40, 40, 60, 0.3),
        (60, 25, 200, 0.05),
        (25, 60, 200, 0.05),
        (150, 150, 80, 0.1),
        (200, 150, 1000, 0.01),
    ],
)
def test_one_to_one_matching_equals_that_of_scipy(
    n_truth: int, n_found: int, nodes: int, density: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    inside = [rng.random((clusters, nodes)) < density for clusters in (n_truth, n_found)]
    for side in inside:
        side[np.arange(len(side)), rng.integers(nodes, size=len(side))] = (
            True  # no cluster is empty
        )
    sides = [[np.flatnonzero(row) for row in side] for side in inside]
    common = inside[0].astype(int) @ inside[1].astype(int).T
    table = common**2 / np.outer(inside[0].sum(axis=1), inside[1].sum(axis=1))
    rows, columns = linear_sum_assignment(table, maximize=True)
    matching = engine_for(*sides).get(OneToOne, similarity="pprob")
    assert float(matching.affinity.sum()) == pytest.approx(
        float(table[rows, columns].sum()), **CLOSE
    )
    assert_is_matching(matching, table)


@pytest.mark.parametrize("n", [1, 2, 5, 40])
def test_one_to_one_matching_among_many_equal_clusters(n: int) -> None:
    matching = engine_for([range(3)] * n, [range(3)] * n).get(OneToOne, similarity="pprob")
    assert sorted(matching.partner.tolist()) == list(range(n))
    assert matching.affinity.tolist() == [1.0] * n
    fewer = engine_for([range(3)] * n, [range(3)]).get(OneToOne, similarity="pprob")
    assert sorted(fewer.partner.tolist()) == [-1] * (n - 1) + [0]


def test_one_to_one_matching_along_a_chain_moves_every_partner() -> None:
    # Truth i = {2i .. 2i+3} meets found i = {2i+2 .. 2i+5} in half its nodes, and the last truth
    # cluster has only the one before: a late cluster must push all others along.
    n = 30
    truth = [set(range(2 * i, 2 * i + 4)) for i in range(n)]
    found = [set(range(2 * i + 2, 2 * i + 6)) for i in range(-1, n - 1)]
    table = np.array(affinities(truth, found), float)
    rows, columns = linear_sum_assignment(table, maximize=True)
    total = float(table[rows, columns].sum())
    for order in (range(n), reversed(range(n))):
        matching = engine_for([truth[i] for i in order], found).get(OneToOne, similarity="pprob")
        assert float(matching.affinity.sum()) == pytest.approx(total, **CLOSE)


def test_one_to_one_matching_without_common_nodes_is_empty() -> None:
    matching = engine_for([{1}, {2}], [{3}]).get(OneToOne, similarity="pprob")
    assert matching.partner.tolist() == [-1, -1]
    assert matching.affinity.tolist() == [0.0, 0.0]


# ---- once ----------------------------------------------------------------------------------------


def test_a_summary_is_computed_once() -> None:
    engine = engine_for([{1, 2}, {2, 3}], [{1, 2, 3}])
    assert engine.get(Overlaps) is engine.get(Overlaps)
    assert engine.get(OneToOne, similarity="pprob") is engine.get(OneToOne, similarity="pprob")
    assert engine.get(NodeTypes) is engine.get(NodeTypes)
    assert engine.get(BestMatches, sharing="full") is engine.get(BestMatches)
    assert engine.get(BestMatches, sharing="split") is not engine.get(BestMatches, sharing="full")


def test_shares_are_used_if_either_side_has_them() -> None:
    assert default_sharing(engine_for([{1, 2}], [{1, 2}]).pair) == "full"
    assert default_sharing(engine_for([{1: 0.5, 2: 1.0}], [{1, 2}]).pair) == "shares"
    assert default_sharing(engine_for([{1, 2}], [{1: 0.5, 2: 1.0}]).pair) == "shares"
