"""Metrics of hierarchies against their definitions on sets, known values, and edges."""

import itertools
import math
from statistics import fmean, pstdev
from typing import Any

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import hierarchies
from random_trees import newick, two_trees
from scipy.cluster.hierarchy import linkage

import accord
from accord import Clustering, InputError, NodeSetError, OverlapError
from accord.hierarchy import (
    adjusted_hierarchical_mutual_information,
    as_hierarchy,
    dendrogram_purity,
    fowlkes_mallows_curve,
    hierarchical_mutual_information,
)

TRUTH, FOUND = "(((0,1),2),((3,4),(5,(6,7))));", "(((0,2),1),((3,5),(4,(6,7))));"
CLASSES, OTHERS = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]
CHAIN = "(0,(1,(2,(3,(4,5)))));"
FLAT = "(0,1,2,3,4,5);"


def linkages(n_nodes: int) -> tuple[Any, Any]:
    points = np.random.default_rng(1).random((n_nodes, 2))
    return linkage(points, "average"), linkage(points, "single")


def as_input(tree: Any) -> Any:
    """The clusters of a tree in which some are not divided, all nodes included."""
    return Clustering.from_clusters(
        [cluster for cluster in hierarchies.clusters(tree) if cluster] or [[tree]]
    )


# ---- hierarchical mutual information -------------------------------------------------------------


def test_mutual_information_of_the_example() -> None:
    plain = hierarchical_mutual_information(TRUTH, FOUND, norm=None, unit="nats")
    assert plain == pytest.approx(0.908908734899, abs=5e-13)
    bits = hierarchical_mutual_information(TRUTH, FOUND, norm=None)
    assert bits == pytest.approx(plain / math.log(2))
    own = hierarchical_mutual_information(TRUTH, TRUTH, norm=None, unit="nats")
    assert own == pytest.approx(2.079441541680, abs=5e-13)
    assert hierarchical_mutual_information(TRUTH, FOUND) == pytest.approx(0.437092708153, abs=5e-13)


@settings(max_examples=60)
@given(trees=two_trees())
def test_mutual_information_is_as_defined(trees: Any) -> None:
    sides = [f"{newick(tree)};" for tree in trees]
    if "(" not in sides[0]:
        return
    plain = hierarchical_mutual_information(*sides, norm=None, unit="nats")
    assert plain == pytest.approx(max(hierarchies.mutual(*trees), 0), abs=1e-12)


@settings(max_examples=60)
@given(trees=two_trees(undivided=True), norm=st.sampled_from(["sqrt", "avg", "max", "min"]))
def test_smallest_clusters_of_clusterings_are_not_divided(trees: Any, norm: Any) -> None:
    # A divided cluster of nodes alone cannot be told from an undivided one by its clusters.
    trees = tuple(map(undivided_at_last, trees))
    sides = list(map(as_input, trees))
    mutual = hierarchies.mutual(*trees)
    assert hierarchical_mutual_information(*sides, norm=None, unit="nats") == pytest.approx(
        max(mutual, 0), abs=1e-12
    )
    x, y = (hierarchies.mutual(tree, tree) for tree in trees)
    most = {"sqrt": math.sqrt(x * y), "avg": (x + y) / 2, "max": max(x, y), "min": min(x, y)}[norm]
    wanted = mutual / most if most else float(x == y)
    assert hierarchical_mutual_information(*sides, norm=norm) == pytest.approx(wanted, abs=1e-12)


def undivided_at_last(tree: Any) -> Any:
    if not isinstance(tree, tuple):
        return tree
    if all(isinstance(part, int) for part in tree):
        return frozenset(tree)
    return tuple(map(undivided_at_last, tree))


@pytest.mark.parametrize("norm", ["sqrt", "avg", "max", "min"])
def test_without_levels_it_is_nmi(norm: Any) -> None:
    for truth, found in ((CLASSES, OTHERS), ([0, 0, 0], [0, 0, 0]), ([0, 0, 1], [0, 0, 0])):
        value = hierarchical_mutual_information(truth, found, norm=norm)
        assert value == pytest.approx(accord.nmi(truth, found, norm=norm), abs=1e-12)


@pytest.mark.parametrize("tree", [TRUTH, CHAIN, FLAT, "0;", "(0,1);"])
def test_a_tree_has_all_in_common_with_itself(tree: str) -> None:
    assert hierarchical_mutual_information(tree, tree) == 1.0
    assert adjusted_hierarchical_mutual_information(tree, tree, repeats=5) == 1.0


def test_a_flat_tree_says_nothing_on_a_chain() -> None:
    # At the root, 0 is apart from the rest in the chain, and everything is apart in the flat tree.
    wanted = math.log(6) / 6 + 5 / 6 * math.log(6 / 5)
    value = hierarchical_mutual_information(CHAIN, FLAT, norm=None, unit="nats")
    assert value == pytest.approx(wanted)


def test_long_chains_are_walked_to_the_end() -> None:
    tree = as_hierarchy(f"({',('.join(map(str, range(2999)))},2999{')' * 2999};")
    assert tree.depth == tree.n_clusters == 2999
    assert hierarchical_mutual_information(tree, tree) == 1.0


def test_adjusted_value_is_within_its_error_of_the_exact_one() -> None:
    truth, found = "((0,1),(2,(3,4)));", "((0,2),(1,(3,4)));"
    trees: list[Any] = [((0, 1), (2, (3, 4))), ((0, 2), (1, (3, 4)))]

    def moved(tree: Any, order: Any) -> Any:
        return order[tree] if isinstance(tree, int) else tuple(moved(x, order) for x in tree)

    orders = list(itertools.permutations(range(5)))
    expected = fmean(hierarchies.mutual(trees[0], moved(trees[1], order)) for order in orders)
    mutual, most = hierarchies.mutual(*trees), math.log(5)
    exact = (mutual - expected) / (most - expected)
    for seed in range(5):
        score = adjusted_hierarchical_mutual_information(truth, found, repeats=400, seed=seed)
        assert score.error is not None
        assert abs(score - exact) <= score.error < 0.1
        assert score.is_sampled
    again = adjusted_hierarchical_mutual_information(truth, found, repeats=400, seed=4)
    assert (float(again), again.error) == (float(score), score.error)


def test_relabelled_trees_have_nothing_in_common_beyond_chance() -> None:
    rng = np.random.default_rng(2)
    first, _ = linkages(60)
    values = [
        adjusted_hierarchical_mutual_information(
            first, as_hierarchy(first, nodes=rng.permutation(60)), repeats=20
        )
        for _ in range(20)
    ]
    assert hierarchical_mutual_information(first, linkages(60)[1]) > 0.2
    assert abs(fmean(values)) < 4 * pstdev(values) / math.sqrt(20) + 0.01


# ---- dendrogram purity ---------------------------------------------------------------------------


def test_purity_of_the_example() -> None:
    assert dendrogram_purity(CLASSES, TRUTH) == 1.0
    assert dendrogram_purity(OTHERS, TRUTH) == pytest.approx(0.595238095238, abs=5e-13)


@settings(max_examples=60)
@given(trees=two_trees(undivided=True), data=st.data())
def test_purity_is_as_defined(trees: Any, data: st.DataObject) -> None:
    nodes = sorted(hierarchies.leaves(trees[0]))
    labels = data.draw(
        st.lists(st.integers(-1, 3), min_size=len(nodes), max_size=len(nodes)).filter(
            lambda labels: max(labels) >= 0
        )
    )
    classes = {node: label for node, label in zip(nodes, labels, strict=True) if label >= 0}
    truth = Clustering.from_labels(labels, nodes=nodes, noise=-1)
    wanted = hierarchies.dendrogram_purity(classes, trees[0])
    assert dendrogram_purity(truth, as_input(trees[0])) == pytest.approx(wanted, abs=1e-14)


@pytest.mark.parametrize(
    ("truth", "found", "value"),
    [
        ([0], "0;", 1.0),  # no pair
        ([0, 1, 2, 3, 4, 5], CHAIN, 1.0),  # no pair of one class
        ([0] * 6, CHAIN, 1.0),
        ([0, 0, 0, 1, 1, 1], FLAT, 0.5),
        ([0, 1, 1, 1, 1, 0], CHAIN, (6 * 0.8 - 6 * 0.8 + 3 * 0.8 + 2 * 0.75 + 2 / 3 + 1 / 3) / 7),
    ],
)
def test_purity_of_trees_of_extreme_shape(truth: Any, found: str, value: float) -> None:
    assert dendrogram_purity(truth, found) == pytest.approx(value)


def test_purity_needs_a_crisp_truth_and_the_same_nodes() -> None:
    with pytest.raises(OverlapError, match="crisp truth only, and truth has 1 node in several"):
        dendrogram_purity([[0, 1, 2], [2, 3, 4, 5]], FLAT)
    with pytest.raises(NodeSetError, match="1 are in truth only, 2 in found only"):
        dendrogram_purity([[0, 1, 2, 3], [9]], FLAT)


# ---- Fowlkes-Mallows curves ----------------------------------------------------------------------


@pytest.mark.parametrize("n_nodes", [3, 4, 40])
def test_curve_has_the_metric_of_every_cut(n_nodes: int) -> None:
    trees = [as_hierarchy(tree) for tree in linkages(n_nodes)]
    curve = fowlkes_mallows_curve(*trees)
    assert curve.n_clusters.tolist() == list(range(2, n_nodes))
    for k, value in zip(curve.n_clusters.tolist(), curve.values.tolist(), strict=True):
        truth, found = (tree.cut(k) for tree in trees)
        assert truth.n_clusters == found.n_clusters == k
        assert value == pytest.approx(accord.fowlkes_mallows(truth, found), abs=1e-14)


@settings(max_examples=50)
@given(trees=two_trees(most=12, undivided=True))
def test_curve_of_any_trees(trees: Any) -> None:
    sides = [as_hierarchy(as_input(tree)) for tree in trees]
    cuts = [{1, *(n for n, _ in side.splits)} for side in sides]
    common = sorted((cuts[0] & cuts[1]) - {1, sides[0].n_nodes})
    if not common:
        with pytest.raises(InputError, match="cannot be cut into equally many clusters"):
            fowlkes_mallows_curve(*sides)
        return
    curve = fowlkes_mallows_curve(*sides)
    assert curve.n_clusters.tolist() == common
    for k, value in zip(common, curve.values.tolist(), strict=True):
        truth, found = (side.cut(k).to_sets() for side in sides)
        assert value == pytest.approx(oracles.fowlkes_mallows(truth, found), abs=1e-14)


def test_chance_is_that_of_all_relabellings() -> None:
    trees = [as_hierarchy(tree) for tree in linkages(6)]
    curve = fowlkes_mallows_curve(*trees)
    assert curve.n_clusters.tolist() == [2, 3, 4, 5]
    for row, k in enumerate(curve.n_clusters.tolist()):
        first, second = (tree.cut(k).to_sets() for tree in trees)
        values = [
            oracles.fowlkes_mallows(first, [{order[v] for v in x} for x in second])
            for order in itertools.permutations(range(6))
        ]
        assert curve.expected[row] == pytest.approx(fmean(values))
        assert curve.spread[row] == pytest.approx(pstdev(values))


def test_curve_is_a_result() -> None:
    curve = fowlkes_mallows_curve(*linkages(300))
    assert "of 298 numbers of clusters are shown" in str(curve)
    assert "low, high: 95 % of values by chance" in str(curve)
    assert len(curve.to_pandas()) == 298
    assert list(curve.columns()) == ["clusters", "value", "expected", "low", "high"]
    assert (curve.low >= 0).all()
    assert (curve.high <= 1).all()
    assert "<table" in curve._repr_html_()


def test_levels_are_cuts() -> None:
    fine, coarse = [0, 0, 1, 1, 2, 2, 3, 4], [0, 0, 0, 0, 1, 1, 1, 1]
    levels = Clustering.from_levels([Clustering.from_labels(x) for x in (coarse, fine)])
    curve = fowlkes_mallows_curve(levels, levels)
    assert curve.n_clusters.tolist() == [2, 5]
    assert curve.values.tolist() == [1.0, 1.0]


# ---- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "compare",
    [
        hierarchical_mutual_information,
        adjusted_hierarchical_mutual_information,
        fowlkes_mallows_curve,
    ],
)
def test_trees_need_the_same_nodes(compare: Any) -> None:
    with pytest.raises(NodeSetError, match="0 are in truth only, 1 in found only; restrict"):
        compare("((0,1),2);", "((0,1),(2,3));")
    restricted = as_hierarchy("((0,1),(2,3));").restrict([0, 1, 2])
    assert hierarchical_mutual_information("((0,1),2);", restricted) == 1.0


def test_wrong_options_are_named() -> None:
    with pytest.raises(InputError, match="unknown norm 'mean'"):
        hierarchical_mutual_information(TRUTH, FOUND, norm="mean")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="unknown unit 'bit': did you mean bits"):
        hierarchical_mutual_information(TRUTH, FOUND, unit="bit")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="repeats must be an integer from 2"):
        adjusted_hierarchical_mutual_information(TRUTH, FOUND, repeats=1)
    with pytest.raises(InputError, match="corrected for chance needs a norm"):
        adjusted_hierarchical_mutual_information("(1,2);", "(1,2);", norm=None)  # type: ignore[arg-type]


def test_nodes_of_different_kinds_are_explained() -> None:
    for metric in (hierarchical_mutual_information, fowlkes_mallows_curve, dendrogram_purity):
        truth: Any = {1: 0, 2: 0, 3: 1} if metric is dendrogram_purity else "((1,2),3);"
        with pytest.raises(InputError) as error:
            metric(truth, "((a,b),3);")
        assert str(error.value).startswith(
            "node labels of different kinds: truth has an integer (1), found has a text ('a')"
        )
    with pytest.raises(NodeSetError, match="2 are in truth only, 2 in found only"):
        hierarchical_mutual_information([[(1, 2)], [(3, 4)]], "(1,2);")
