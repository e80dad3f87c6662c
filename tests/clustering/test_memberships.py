"""Clustering.from_memberships, against from_clusters on the same memberships."""

import math
import random
from typing import Any

import numpy as np
import pytest
import strategies
from contents import named, sets, shares, weights
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord import AccordError, Clustering, InputError

NAN = float("nan")


def rows_of(clusters: Any, seed: int) -> list[tuple[int, int, float]]:
    """Node, cluster and share of every membership, in any order."""
    rows = [
        (node, index, cluster[node] if isinstance(cluster, dict) else 1.0)
        for index, cluster in enumerate(clusters)
        for node in cluster
    ]
    random.Random(seed).shuffle(rows)
    return rows


def column(rows: list[tuple], place: int) -> list[Any]:
    return [row[place] for row in rows]


COLUMN_TYPES = {
    "lists": lambda values: values,
    "tuples": tuple,
    "arrays": np.array,
    "small arrays": lambda values: np.array(values, np.uint8),
}


class TestAgainstFromClusters:
    @pytest.mark.parametrize("kind", COLUMN_TYPES)
    @settings(max_examples=30)
    @given(clusters=strategies.plain(), seed=st.integers(0, 99))
    def test_integers(self, kind, clusters, seed):
        rows = rows_of(clusters, seed)
        made = Clustering.from_memberships(
            COLUMN_TYPES[kind](column(rows, 0)), COLUMN_TYPES[kind](column(rows, 1))
        )
        assert made == Clustering.from_clusters(clusters)
        assert made.repeated == 0

    @settings(max_examples=30)
    @given(clusters=strategies.plain(), seed=st.integers(0, 99))
    def test_arrays_of_objects(self, clusters, seed):
        rows = rows_of(clusters, seed)
        made = Clustering.from_memberships(
            *(np.array(column(rows, place), object) for place in (0, 1))
        )
        assert named(made) == dict(enumerate(clusters))
        assert accord.overlaps(made, clusters).to_dict()["overlap"].sum() == sum(
            len(a & b) for a in clusters for b in clusters
        )

    @settings(max_examples=40)
    @given(clusters=strategies.plain(), seed=st.integers(0, 99))
    def test_texts(self, clusters, seed):
        rows = [(f"n{node}", f"c{cluster}") for node, cluster, _ in rows_of(clusters, seed)]
        made = Clustering.from_memberships(column(rows, 0), column(rows, 1))
        assert named(made) == {
            f"c{i}": {f"n{v}" for v in cluster} for i, cluster in enumerate(clusters)
        }
        assert made.names == tuple(dict.fromkeys(column(rows, 1)))
        assert made == Clustering.from_memberships(
            np.array(column(rows, 0)), np.array(column(rows, 1))
        )

    @settings(max_examples=40)
    @given(clusters=strategies.fuzzy(), seed=st.integers(0, 99))
    def test_shares(self, clusters, seed):
        rows = rows_of(clusters, seed)
        given_shares = np.array(column(rows, 2)) if seed % 2 else column(rows, 2)
        made = Clustering.from_memberships(column(rows, 0), column(rows, 1), shares=given_shares)
        assert made == Clustering.from_clusters(clusters)
        assert shares(made) == clusters

    @settings(max_examples=40)
    @given(clusters=strategies.plain(), seed=st.integers(0, 99), data=st.data())
    def test_rows_without_a_cluster_are_nodes_in_no_cluster(self, clusters, seed, data):
        lone = data.draw(
            st.lists(st.integers(0, 20), max_size=5)
        )  # some of them are in clusters, or come twice
        nothing = data.draw(st.sampled_from([None, NAN, np.nan]))
        rows = [*rows_of(clusters, seed), *((node, nothing, 1.0) for node in lone)]
        random.Random(seed).shuffle(rows)
        made = Clustering.from_memberships(column(rows, 0), column(rows, 1))
        assert made == Clustering.from_clusters(clusters, nodes=lone)
        assert made.repeated == 0

    @settings(max_examples=40)
    @given(clusters=strategies.fuzzy(), seed=st.integers(0, 99), data=st.data())
    def test_repeated_memberships_are_counted_and_dropped(self, clusters, seed, data):
        rows = rows_of(clusters, seed)
        again = data.draw(st.lists(st.sampled_from(rows), max_size=6))
        rows = data.draw(st.permutations([*rows, *again]))
        made = Clustering.from_memberships(column(rows, 0), column(rows, 1), shares=column(rows, 2))
        assert made == Clustering.from_clusters(clusters)
        assert made.repeated == len(again)
        assert made.facts()["repeated_memberships"] == len(again)

    @settings(max_examples=40)
    @given(clusters=strategies.covers(), seed=st.integers(0, 99), data=st.data())
    def test_weights(self, clusters, seed, data):
        of_node = data.draw(strategies.weights_for(strategies.nodes_of(clusters)))
        rows = rows_of(clusters, seed)
        row_weights = [of_node[node] for node in column(rows, 0)]
        made = Clustering.from_memberships(column(rows, 0), column(rows, 1), weights=row_weights)
        assert made == Clustering.from_clusters(clusters, weights=of_node)
        assert weights(made) == of_node

    @settings(max_examples=40)
    @given(levels=st.lists(strategies.fuzzy(), min_size=1, max_size=3), seed=st.integers(0, 99))
    def test_levels(self, levels, seed):
        rows = [
            (*row, level)
            for level, clusters in enumerate(levels)
            for row in rows_of(clusters, seed)
        ]
        random.Random(seed).shuffle(rows)
        made = Clustering.from_memberships(
            column(rows, 0), column(rows, 1), shares=column(rows, 2), levels=column(rows, 3)
        )
        assert made.level_names == tuple(range(len(levels)))
        nodes = strategies.nodes_of(*levels)
        assert made.levels() == {
            i: Clustering.from_clusters(clusters, nodes=nodes) for i, clusters in enumerate(levels)
        }


class TestFloatColumns:
    def test_whole_numbers_are_integers(self):
        made = Clustering.from_memberships(
            np.array([1.0, 2.0, 3.0, 3.0]), np.array([7.0, NAN, 9.0, 7.0])
        )
        assert named(made) == {7: {1, 3}, 9: {3}}
        assert made.nodes() == [1, 2, 3]
        assert {type(node) for node in made.nodes()} == {type(name) for name in made.names} == {int}

    def test_whole_floats_equal_integer_nodes_of_other_clusterings(self):
        made = Clustering.from_memberships(np.array([1.0, 2.0, 3.0]), np.array([0.0, 0.0, NAN]))
        assert made == Clustering.from_clusters([[1, 2]], nodes=[3])

    def test_fractional_numbers_stay_floats(self):
        made = Clustering.from_memberships([1, 2, 3], np.array([0.5, NAN, 1.0]))
        assert named(made) == {0.5: {1}, 1.0: {3}}

    def test_levels_with_gaps(self):
        made = Clustering.from_memberships(
            [1, 2, 3], ["a", "a", None], levels=np.array([1.0, 2.0, NAN])
        )
        assert made.level_names == (1, 2)
        assert made.nodes() == [1, 2, 3]
        assert [sets(level) for level in made.levels().values()] == [[{1}], [{2}]]

    def test_infinity_and_too_large_numbers_stay_floats(self):
        assert Clustering.from_memberships([1, 2], np.array([math.inf, 1.0])).names == (
            math.inf,
            1.0,
        )
        large = Clustering.from_memberships([1, 2], np.array([2.0**60, 1.0])).names
        assert large == (2.0**60, 1.0)


class TestLevels:
    def test_same_name_on_two_levels_is_two_clusters(self):
        made = Clustering.from_memberships(
            [1, 2, 1, 2], ["red", "red", "red", "blue"], levels=["x", "x", "y", "y"]
        )
        assert made.names == ("red", "red", "blue")
        assert {name: named(level) for name, level in made.levels().items()} == {
            "x": {"red": {1, 2}},
            "y": {"red": {1}, "blue": {2}},
        }
        assert made.merged().names[:2] == ("x/red", "y/red")

    def test_membership_without_a_level_is_refused(self):
        with pytest.raises(InputError, match="level"):
            Clustering.from_memberships([1, 2], ["a", "a"], levels=["x", None])

    def test_node_in_no_cluster_needs_no_level_and_adds_none(self):
        made = Clustering.from_memberships([1, 2, 3], ["a", None, None], levels=["x", None, "y"])
        assert made.level_names == ("x",)
        assert made.nodes() == [1, 2, 3]

    def test_same_membership_on_two_levels_is_not_repeated(self):
        made = Clustering.from_memberships(
            [1, 1, 1], ["a", "a", "a"], shares=[0.5, 0.25, 0.5], levels=[0, 1, 0]
        )
        assert made.repeated == 1
        assert [shares(level) for level in made.levels().values()] == [[{1: 0.5}], [{1: 0.25}]]

    def test_equal_to_from_levels(self):
        made = Clustering.from_memberships(
            [1, 2, 3, 1], ["a", "a", "b", "c"], levels=["x", "x", "x", "y"]
        )
        first, second = (
            Clustering.from_clusters({"a": [1, 2], "b": [3]}),
            Clustering.from_clusters({"c": [1]}),
        )
        assert made == Clustering.from_levels({"x": first, "y": second})


class TestRefused:
    def test_conflicting_shares(self):
        with pytest.raises(
            InputError, match=r"cluster 'b' has node 1 twice, with shares 0\.5 and 0\.25"
        ):
            Clustering.from_memberships(
                [1, 2, 1, 1], ["b", "b", "a", "b"], shares=[0.5, 1, 0.125, 0.25]
            )

    def test_conflicting_weights(self):
        with pytest.raises(InputError, match=r"node 'x' has the weights"):
            Clustering.from_memberships(["x", "y", "x"], [0, 0, 1], weights=[1, 2, 3])

    @pytest.mark.parametrize("weight", [0, -1, math.inf, NAN, "1", None])
    def test_invalid_weights(self, weight):
        with pytest.raises(InputError):
            Clustering.from_memberships([1, 2], [0, 0], weights=[1, weight])

    @pytest.mark.parametrize("share", [0, -0.5, 1.5, NAN, "x", None])
    def test_invalid_shares(self, share):
        with pytest.raises(InputError, match="share"):
            Clustering.from_memberships([1, 2], [0, 0], shares=[1, share])

    @pytest.mark.parametrize("length", [0, 1, 2, 4])
    @pytest.mark.parametrize("which", ["nodes", "clusters", "shares", "levels", "weights"])
    def test_columns_of_different_lengths(self, which, length):
        columns = {
            "nodes": [1, 2, 3],
            "clusters": [0, 0, 1],
            "shares": [1, 1, 1],
            "levels": [5, 5, 5],
            "weights": [1, 1, 1],
        }
        for values in ([1] * length, np.ones(length, int)):
            with pytest.raises(AccordError):
                Clustering.from_memberships(**columns | {which: values})

    def test_single_weight_for_all(self):
        with pytest.raises(InputError):
            Clustering.from_memberships([1, 2, 3], [0, 0, 1], weights=5)

    @pytest.mark.parametrize("nothing", [None, NAN])
    def test_rows_without_a_node(self, nothing):
        with pytest.raises(InputError, match="row 2 has no node"):
            Clustering.from_memberships([1, nothing, 3], [0, 0, 1])
        with pytest.raises(InputError, match="row 2 has no node"):
            Clustering.from_memberships(np.array([1, NAN, 3]), [0, 0, 1])

    def test_no_memberships(self):
        for nodes, clusters in (
            ([], []),
            ([1, 2], [None, None]),
            (np.array([], int), np.array([], int)),
        ):
            with pytest.raises(InputError, match="no node is in any cluster"):
                Clustering.from_memberships(nodes, clusters)

    def test_tables_instead_of_columns(self):
        for place in (0, 1):
            columns = [np.ones(2, int), np.ones(2, int)]
            columns[place] = np.ones((2, 2), int)
            with pytest.raises(InputError, match="2 dimensions"):
                Clustering.from_memberships(*columns)

    def test_labels_of_different_kinds(self):
        with pytest.raises(InputError, match="different kinds"):
            Clustering.from_memberships([1, "a"], [0, 0])
        with pytest.raises(InputError, match="different kinds"):
            Clustering.from_memberships([1, 2], [0, "a"])


def test_clusters_numbered_from_0_have_no_names():
    assert Clustering.from_memberships([5, 6, 7], [1, 0, 1]).names is None
    assert Clustering.from_memberships([5, 6, 7], [1, 2, 1]).names == (1, 2)


def test_many_shuffled_memberships():
    rng = np.random.default_rng(5)
    nodes, clusters = rng.integers(0, 5_000, 100_000), rng.integers(0, 800, 100_000)
    wanted: dict[int, set[int]] = {}
    for node, cluster in zip(nodes.tolist(), clusters.tolist(), strict=True):
        wanted.setdefault(cluster, set()).add(node)
    made = Clustering.from_memberships(nodes, clusters)
    assert sets(made) == [wanted[cluster] for cluster in sorted(wanted)]
    assert made.repeated == 100_000 - sum(map(len, wanted.values()))
