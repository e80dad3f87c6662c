"""A clustering of several resolutions: construction, facts and derived clusterings."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
import strategies
from contents import named, sets, shares, weights
from hypothesis import given, settings
from hypothesis import strategies as st

from accord import Clustering, InputError

FINE = Clustering.from_clusters({"a": [1, 2], "b": [3, 4], "c": [5]})
COARSE = Clustering.from_clusters({"x": [1, 2, 3, 4], "c": [5]})
LEVELS = Clustering.from_levels({"fine": FINE, "coarse": COARSE})


@st.composite
def some_levels(draw: st.DrawFn) -> list[Any]:
    """The clusters of one to four levels, plain or fuzzy, each on its own nodes."""
    kind = st.one_of(
        strategies.covers(clusters=4),
        strategies.nested(),
        strategies.with_duplicates(),
        strategies.fuzzy(),
    )
    return draw(st.lists(kind, min_size=1, max_size=4))


def make(levels: list[Any]) -> Clustering:
    return Clustering.from_levels([Clustering.from_clusters(clusters) for clusters in levels])


def as_shares(cluster: Any) -> dict[int, float]:
    return dict(cluster) if isinstance(cluster, dict) else dict.fromkeys(cluster, 1.0)


# ---- making --------------------------------------------------------------------------------------


class TestFromLevels:
    @settings(max_examples=50)
    @given(some_levels())
    def test_levels_have_the_nodes_of_the_whole(self, levels):
        clustering = make(levels)
        nodes = strategies.nodes_of(*levels)
        assert clustering.nodes() == nodes
        assert clustering.level_names == tuple(range(len(levels)))
        assert clustering.level_of_cluster.tolist() == [
            i for i, clusters in enumerate(levels) for _ in clusters
        ]
        assert clustering.n_clusters == sum(map(len, levels))
        parts = clustering.levels()
        assert list(parts) == list(range(len(levels)))
        for part, clusters in zip(parts.values(), levels, strict=True):
            assert part.nodes() == nodes
            assert part.level_names == ()
            assert part.level_of_cluster is None
            assert shares(part) == [as_shares(cluster) for cluster in clusters]

    def test_mapping_names_levels_in_order(self):
        assert LEVELS.level_names == ("fine", "coarse")
        assert Clustering.from_levels({2: COARSE, "x": FINE}).level_names == (2, "x")
        assert LEVELS.names == ("a", "b", "c", "x", "c")
        assert {name: named(level) for name, level in LEVELS.levels().items()} == {
            "fine": {"a": {1, 2}, "b": {3, 4}, "c": {5}},
            "coarse": {"x": {1, 2, 3, 4}, "c": {5}},
        }

    @pytest.mark.parametrize("kind", [list, tuple, iter])
    def test_unnamed_levels_are_numbered(self, kind):
        levels = Clustering.from_levels(kind([FINE, COARSE]))
        assert levels.level_names == (0, 1)
        assert levels.levels() == {0: FINE, 1: COARSE}

    def test_levels_on_equal_nodes_are_returned_equal(self):
        assert LEVELS.levels() == {"fine": FINE, "coarse": COARSE}

    def test_numeric_level_names_are_kept(self):
        first, second = (
            Clustering.from_clusters([[1], [2]]),
            Clustering.from_clusters({2: [1], 3: [2]}),
        )
        assert Clustering.from_levels([first, second]).levels()[1].names == (2, 3)

    def test_levels_may_have_no_names(self):
        levels = Clustering.from_levels([Clustering.from_clusters([[1], [2]]), FINE]).levels()
        assert levels[0].names is None
        assert levels[1].names == ("a", "b", "c")

    def test_texts_and_other_labels(self):
        texts = [[["b", "a"], ["c"]], [["d", "a"]], [["é"], ["b", "d"]]]
        clustering = make(texts)
        assert set(clustering.nodes()) == {"a", "b", "c", "d", "é"}
        assert [sets(level) for level in clustering.levels().values()] == [
            [*map(set, level)] for level in texts
        ]
        pairs = make([[[(1, 2), (3, 4)]], [[(3, 4)], [(5, 6)]]])
        assert [sets(level) for level in pairs.levels().values()] == [
            [{(1, 2), (3, 4)}],
            [{(3, 4)}, {(5, 6)}],
        ]

    def test_nodes_in_no_cluster_are_kept(self):
        lone = Clustering.from_clusters([[1]], nodes=[1, 7])
        clustering = Clustering.from_levels([lone, Clustering.from_clusters([[2]])])
        assert clustering.nodes() == [1, 2, 7]
        assert clustering.facts()["nodes_in_no_cluster"] == 1

    def test_shares_on_one_level_only(self):
        clustering = make([[{1: 0.5, 2: 1.0}], [{1, 2}]])
        assert clustering.is_fuzzy
        assert [shares(level) for level in clustering.levels().values()] == [
            [{1: 0.5, 2: 1.0}],
            [{1: 1.0, 2: 1.0}],
        ]

    def test_empty_levels_are_refused(self):
        for nothing in ([], {}, iter(())):
            with pytest.raises(InputError, match="no levels"):
                Clustering.from_levels(nothing)

    def test_levels_of_levels_are_refused(self):
        with pytest.raises(InputError, match=r"level 'deep' has levels itself"):
            Clustering.from_levels({"flat": FINE, "deep": LEVELS})

    def test_level_that_is_not_a_clustering_is_refused(self):
        for bad in ([[[1, 2], [3]]], {"a": [[1, 2]]}, FINE, None):
            with pytest.raises(InputError):
                Clustering.from_levels(bad)

    def test_labels_of_different_kinds_are_refused(self):
        with pytest.raises(InputError, match="different kinds"):
            Clustering.from_levels([FINE, Clustering.from_clusters([["a"]])])


class TestWeights:
    def test_equal_weights_become_those_of_the_whole(self):
        first = Clustering.from_clusters([[3, 1]], weights={1: 5, 3: 2})
        second = Clustering.from_clusters([[3], [2]], weights={2: 7, 3: 2})
        clustering = Clustering.from_levels([first, second])
        assert weights(clustering) == {1: 5, 2: 7, 3: 2}
        assert clustering.weights.dtype == np.int64
        assert all(weights(level) == {1: 5, 2: 7, 3: 2} for level in clustering.levels().values())

    def test_integers_and_floats_become_floats(self):
        first = Clustering.from_clusters([["a", "b"]], weights={"a": 5, "b": 2})
        second = Clustering.from_clusters([["b"], ["c"]], weights={"b": 2.0, "c": 0.5})
        assert weights(Clustering.from_levels([first, second])) == {"a": 5.0, "b": 2.0, "c": 0.5}

    def test_conflicting_weights_are_refused(self):
        first = Clustering.from_clusters([[1, 2]], weights={1: 5, 2: 2})
        for other in ({1: 5, 2: 3}, {1: 4, 2: 2}):
            second = Clustering.from_clusters([[1, 2], [2]], weights=other)
            for levels in ([first, second], [second, first], [first, first, second]):
                with pytest.raises(InputError, match="different weights"):
                    Clustering.from_levels(levels)

    def test_weights_on_only_some_levels_are_refused(self):
        weighted = Clustering.from_clusters([[1, 2]], weights={1: 5, 2: 2})
        for levels in ([weighted, FINE], [FINE, weighted]):
            with pytest.raises(InputError, match="some levels have weights and others none"):
                Clustering.from_levels(levels)


# ---- what it tells -------------------------------------------------------------------------------


class TestFacts:
    def test_facts_count_levels(self):
        assert LEVELS.facts()["levels"] == 2
        assert FINE.facts()["levels"] == 1
        assert Clustering.from_levels([FINE]).facts()["levels"] == 1
        assert (
            LEVELS.facts() | {"clusters": 5, "nodes": 5, "memberships": 10, "duplicate_clusters": 1}
            == LEVELS.facts()
        )

    def test_repr_shows_levels(self):
        assert repr(LEVELS) == (
            "Clustering: 5 nodes in 5 clusters on 2 levels, 10 memberships, "
            "5 nodes in several clusters, 1 duplicate cluster"
        )
        assert (
            repr(Clustering.from_levels([FINE]))
            == "Clustering: 5 nodes in 3 clusters on 1 level, crisp"
        )
        assert "level" not in repr(FINE)
        assert "level" not in repr(LEVELS.merged())

    def test_clustering_without_levels_has_none(self):
        assert FINE.levels() == {}
        assert FINE.level_names == ()
        assert FINE.level_of_cluster is None

    def test_levels_are_immutable(self):
        with pytest.raises(ValueError, match="read-only"):
            Clustering.from_levels([FINE, COARSE]).level_of_cluster[0] = 1

    def test_repeated_memberships_are_counted_per_level(self):
        clustering = Clustering.from_levels(
            [Clustering.from_clusters([[1, 1, 2]]), Clustering.from_clusters([[1], [2]])]
        )
        assert clustering.repeated == 1
        assert "repeated" not in repr(clustering.levels()[1])


# ---- others made from it -------------------------------------------------------------------------


class TestMerged:
    @settings(max_examples=50)
    @given(some_levels())
    def test_merged_has_every_cluster_of_all_levels_once(self, levels):
        wanted: list[dict[int, float]] = []
        for cluster in (as_shares(cluster) for clusters in levels for cluster in clusters):
            if cluster not in wanted:
                wanted.append(cluster)
        merged = make(levels).merged()
        assert shares(merged) == wanted
        assert merged.nodes() == strategies.nodes_of(*levels)
        assert merged.level_names == ()
        assert merged.names is None

    def test_merged_without_levels_is_the_clustering_itself(self):
        twice = Clustering.from_clusters([[1, 2], [1, 2]])
        assert twice.merged() is twice

    def test_distinct_names_are_kept(self):
        levels = {
            "fine": Clustering.from_clusters({"a": [1], "b": [2]}),
            "coarse": Clustering.from_clusters({"c": [1, 2]}),
        }
        assert named(Clustering.from_levels(levels).merged()) == {"a": {1}, "b": {2}, "c": {1, 2}}

    def test_colliding_names_get_the_level_as_prefix(self):
        levels = {
            2: Clustering.from_clusters({"red": [1]}),
            "x": Clustering.from_clusters({"red": [1, 2]}),
        }
        assert named(Clustering.from_levels(levels).merged()) == {"2/red": {1}, "x/red": {1, 2}}

    def test_only_colliding_names_get_the_level_as_prefix(self):
        assert named(LEVELS.merged()) == {
            "a": {1, 2},
            "b": {3, 4},
            "fine/c": {5},
            "x": {1, 2, 3, 4},
        }

    def test_weights_nodes_in_no_cluster_and_shares_are_kept(self):
        first = Clustering.from_clusters([{1: 0.5, 2: 1}], nodes=[9], weights={1: 1, 2: 2, 9: 9})
        second = Clustering.from_clusters([{1: 0.5, 2: 1}, {1: 0.25, 2: 1}], weights={1: 1, 2: 2})
        merged = Clustering.from_levels([first, second]).merged()
        assert weights(merged) == {1: 1, 2: 2, 9: 9}
        assert shares(merged) == [{1: 0.5, 2: 1.0}, {1: 0.25, 2: 1.0}]


class TestUnique:
    @settings(max_examples=50)
    @given(some_levels())
    def test_first_of_equal_clusters_is_kept_on_every_level(self, levels):
        wanted = []
        for clusters in levels:
            there = [as_shares(cluster) for cluster in clusters]
            wanted.append([cluster for i, cluster in enumerate(there) if cluster not in there[:i]])
        unique = make(levels).unique()
        assert [shares(level) for level in unique.levels().values()] == wanted
        assert unique.level_names == tuple(range(len(levels)))
        assert unique.nodes() == strategies.nodes_of(*levels)

    def test_names_stay_with_their_clusters(self):
        first = Clustering.from_clusters({"a": [1], "b": [1], "c": [2]})
        second = Clustering.from_clusters({"d": [2], "e": [1], "f": [2]})
        unique = Clustering.from_levels({"x": first, "y": second}).unique()
        assert unique.names == ("a", "c", "d", "e")
        assert unique.level_of_cluster.tolist() == [0, 0, 1, 1]

    def test_unique_without_duplicates_is_the_clustering_itself(self):
        assert LEVELS.unique() is LEVELS


class TestRestrict:
    @settings(max_examples=50)
    @given(some_levels(), st.sets(st.integers(0, 14), min_size=1))
    def test_every_level_is_restricted(self, levels, nodes):
        wanted = {}
        for name, clusters in enumerate(levels):
            left = [
                {v: s for v, s in as_shares(cluster).items() if v in nodes} for cluster in clusters
            ]
            if any(left):
                wanted[name] = [cluster for cluster in left if cluster]
        clustering = make(levels)
        if not wanted:
            with pytest.raises(InputError, match="none of these nodes"):
                clustering.restrict(nodes)
            return
        part = clustering.restrict(nodes)
        assert {name: shares(level) for name, level in part.levels().items()} == wanted
        assert part.nodes() == sorted(nodes & set(strategies.nodes_of(*levels)))

    def test_names_and_weights_are_kept(self):
        first = Clustering.from_clusters({"a": [1, 2], "b": [3]}, weights={1: 1, 2: 2, 3: 3})
        second = Clustering.from_clusters({"c": [2], "d": [1, 3]}, weights={1: 1, 2: 2, 3: 3})
        part = Clustering.from_levels({"x": first, "y": second}).restrict([3, 1])
        assert {name: named(level) for name, level in part.levels().items()} == {
            "x": {"a": {1}, "b": {3}},
            "y": {"d": {1, 3}},
        }
        assert weights(part) == {1: 1, 3: 3}


# ---- as Python objects are -----------------------------------------------------------------------


class TestEquality:
    def test_equal_levels_are_equal(self):
        assert Clustering.from_levels({"fine": FINE, "coarse": COARSE}) == LEVELS
        shuffled = (
            Clustering.from_clusters({"b": ["y", "x"], "a": ["z"]}),
            Clustering.from_clusters({"c": ["z", "y"]}),
        )
        again = (
            Clustering.from_clusters({"b": ["x", "y"], "a": ["z"]}),
            Clustering.from_clusters({"c": ["y", "z"]}),
        )
        assert shuffled[0].nodes() != again[0].nodes()
        assert Clustering.from_levels(shuffled) == Clustering.from_levels(again)

    @pytest.mark.parametrize(
        "other",
        [
            Clustering.from_levels({"coarse": COARSE, "fine": FINE}),
            Clustering.from_levels({"fine": FINE, "course": COARSE}),
            Clustering.from_levels([FINE, COARSE]),
            Clustering.from_levels({"fine": FINE}),
            Clustering.from_levels({"fine": FINE, "coarse": COARSE, "more": COARSE}),
            LEVELS.merged(),
            Clustering.from_memberships(
                [1, 2, 3, 4, 5, 1, 2, 3, 4, 5],
                ["a", "a", "b", "b", "c", "x", "x", "x", "x", "c"],
                levels=["fine"] * 4 + ["coarse"] * 6,  # the first c is on another level
            ),
        ],
    )
    def test_different_levels_are_not_equal(self, other):
        assert other != LEVELS
        assert other != LEVELS

    def test_the_same_clusters_without_levels_are_not_equal(self):
        single_level = Clustering.from_levels([Clustering.from_clusters([[1, 2], [3]])])
        assert single_level != Clustering.from_clusters([[1, 2], [3]])
        assert single_level.merged() == Clustering.from_clusters([[1, 2], [3]])

    def test_the_same_clusters_on_other_levels_are_not_equal(self):
        a, b, c = ([[1, 2]], [[3]], [[1, 2, 3]])
        assert make([a + b, c]) != make([a, b + c])
        assert make([a, b + c]) == make([a, b + c])


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))]
)
def test_copies_and_pickles_keep_levels(again):
    weighted = Clustering.from_clusters([{1: 0.5, 2: 1}], weights={1: 3, 2: 4})
    for clustering in (
        LEVELS,
        Clustering.from_levels({"w": weighted, 2: weighted}),
        LEVELS.restrict([5]),
    ):
        copied = again(clustering)
        assert copied == clustering
        assert copied.level_names == clustering.level_names
        assert copied.levels() == clustering.levels()
        assert copied.facts() == clustering.facts()
