"""The ways to make a Clustering: from clusters, nodes or labels, with noise and weights."""

import pickle
import random
from enum import Enum
from fractions import Fraction

import numpy as np
import pytest
import strategies
from contents import named, sets, shares, weights
from hypothesis import given
from hypothesis import strategies as st

from accord import AccordWarning, Clustering, InputError, UnknownNameError

PLAIN = strategies.plain()


# ---- from_clusters -------------------------------------------------------------------------------


class TestFromClusters:
    @given(PLAIN)
    def test_clusters_keep_the_given_order(self, clusters):
        clustering = Clustering.from_clusters(clusters)
        assert sets(clustering) == clusters
        assert clustering.names is None

    @pytest.mark.parametrize(
        "kind",
        [list, tuple, set, frozenset, iter, np.array, lambda row: dict.fromkeys(row, 1).keys()],
    )
    def test_cluster_may_be_any_iterable(self, kind):
        assert sets(Clustering.from_clusters([kind([1, 2]), kind([2, 3])])) == [{1, 2}, {2, 3}]

    def test_clusters_may_come_from_a_generator(self):
        assert sets(Clustering.from_clusters(range(i, i + 2) for i in range(3))) == [
            {0, 1},
            {1, 2},
            {2, 3},
        ]

    def test_mapping_gives_names(self):
        clustering = Clustering.from_clusters({"red": ["a", "b"], ("blue", 1): ["b"]})
        assert clustering.names == ("red", ("blue", 1))
        assert (clustering.name(0), clustering.name(1)) == ("red", ("blue", 1))

    def test_cluster_without_a_name_is_identified_by_its_index(self):
        assert Clustering.from_clusters([[1], [2]]).name(1) == 1

    @given(strategies.fuzzy())
    def test_mapping_of_nodes_to_numbers_gives_shares(self, clusters):
        clustering = Clustering.from_clusters(clusters)
        assert clustering.is_fuzzy
        assert shares(clustering) == clusters

    def test_plain_cluster_beside_fuzzy_ones_has_shares_of_1(self):
        clustering = Clustering.from_clusters([{1: 0.5, 2: 0.25}, [2, 3]])
        assert shares(clustering) == [{1: 0.5, 2: 0.25}, {2: 1.0, 3: 1.0}]

    @pytest.mark.parametrize(
        "share", [0, -0.5, 1.5, float("nan"), float("inf"), None, "x", [0.5], 1j]
    )
    def test_share_out_of_range_is_an_error(self, share):
        with pytest.raises(InputError, match=r"share.*\(0, 1\]"):
            Clustering.from_clusters([{"ann": 1, "bob": share}])

    def test_invalid_share_error_names_the_node(self):
        with pytest.raises(InputError, match=r"'bob'.*1\.5"):
            Clustering.from_clusters([{"ann": 1, "bob": 1.5}])

    @given(st.lists(st.lists(st.integers(0, 5), min_size=1), min_size=1))
    def test_node_twice_in_a_cluster_counts_once_and_is_reported(self, clusters):
        clustering = Clustering.from_clusters(clusters)
        assert sets(clustering) == [set(cluster) for cluster in clusters]
        assert clustering.repeated == sum(len(cluster) - len(set(cluster)) for cluster in clusters)

    @pytest.mark.parametrize("size", [63, 64, 65, 200, 5000])
    @pytest.mark.parametrize("spread", [1, 100, 10**12])
    def test_large_cluster_in_any_order_with_repeats_is_sorted(self, size, spread):
        nodes = [i * spread for i in range(size)]
        given_nodes = nodes + nodes[::3]
        random.Random(size).shuffle(given_nodes)
        clustering = Clustering.from_clusters([given_nodes, nodes[::-1], [-1]])
        assert list(clustering.clusters()) == [nodes, nodes, [-1]]
        assert clustering.repeated == len(nodes[::3])

    def test_nodes_in_no_cluster_can_be_given(self):
        clustering = Clustering.from_clusters([[1, 2]], nodes=[2, 3, 3])
        assert sorted(clustering.nodes()) == [1, 2, 3]
        assert clustering.facts()["nodes_in_no_cluster"] == 1

    @pytest.mark.parametrize("clusters", [[], {}, iter([])])
    def test_empty_clustering_is_an_error(self, clusters):
        with pytest.raises(InputError, match="no clusters"):
            Clustering.from_clusters(clusters)

    def test_empty_cluster_is_an_error_that_names_it(self):
        with pytest.raises(InputError, match="cluster 1 is empty"):
            Clustering.from_clusters([[1], []])
        with pytest.raises(InputError, match="cluster 'blue' is empty"):
            Clustering.from_clusters({"red": [1], "blue": iter([])})

    @pytest.mark.parametrize("row", ["abc", b"abc", 5, None, 1.5, np.array(5)])
    def test_cluster_that_is_not_a_collection_is_an_error(self, row):
        with pytest.raises(InputError, match="cluster 1"):
            Clustering.from_clusters([[1], row])

    @pytest.mark.parametrize("clusters", [5, None, 1.5])
    def test_non_iterable_is_an_error(self, clusters):
        with pytest.raises(InputError):
            Clustering.from_clusters(clusters)


# ---- nodes of any kind ---------------------------------------------------------------------------


class Colour(Enum):
    RED = 1
    BLUE = 2


class TestNodes:
    @pytest.mark.parametrize(
        "nodes",
        [
            [0, -1, 2**63 - 1, -(2**63)],
            [2**63, 2**64, 2**200, -(2**100), 5],
            ["a", "é", "日本", "", "a b", "a\0", "#>:\n"],
            [("a", 1), ("a", 2), ()],
            [1.5, 2.5, -0.5],
            [Colour.RED, Colour.BLUE],
            [b"a", b"\xff"],
            [frozenset({1}), frozenset({2})],
            [Fraction(1, 2), Fraction(1, 3)],
            [True, False],
        ],
        ids=lambda nodes: type(nodes[0]).__name__ + str(len(nodes)),
    )
    def test_node_labels_are_returned_unchanged(self, nodes):
        clustering = Clustering.from_clusters([nodes, nodes[:1]])
        assert sets(clustering) == [set(nodes), set(nodes[:1])]
        assert {type(node) for node in clustering.nodes()} == {type(node) for node in nodes}
        assert clustering.n_nodes == len(nodes)
        assert pickle.loads(pickle.dumps(clustering)) == clustering

    @given(st.lists(st.sets(st.integers(-(2**63), 2**63 - 1), min_size=1), min_size=1))
    def test_integers_of_64_bits_are_distinguished(self, clusters):
        assert sets(Clustering.from_clusters(clusters)) == clusters

    @given(st.lists(st.sets(st.integers(), min_size=1), min_size=1))
    def test_integers_of_any_size_are_distinguished(self, clusters):
        assert sets(Clustering.from_clusters(clusters)) == clusters

    @given(
        st.lists(st.sets(st.text(st.characters(exclude_categories=["Cs"])), min_size=1), min_size=1)
    )
    def test_texts_are_distinguished(self, clusters):
        assert sets(Clustering.from_clusters(clusters)) == clusters

    def test_numpy_scalars_are_integers(self):
        nodes = [np.int8(1), np.uint16(2), np.int64(3), 4]
        assert Clustering.from_clusters([nodes]) == Clustering.from_clusters([[1, 2, 3, 4]])

    @pytest.mark.parametrize(
        "dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32, np.uint64]
    )
    def test_integer_arrays_of_any_width_are_the_same_nodes(self, dtype):
        array = np.array([3, 1, 2], dtype)
        assert Clustering.from_clusters([array, array[::2]]) == Clustering.from_clusters(
            [[1, 2, 3], [2, 3]]
        )

    def test_unsigned_numbers_beyond_63_bits_are_not_wrapped(self):
        nodes = [np.uint64(2**63 + 5), np.uint64(5)]
        assert {int(node) for node in Clustering.from_clusters([nodes]).nodes()} == {2**63 + 5, 5}
        assert Clustering.from_clusters([np.array(nodes)]).nodes() == [2**63 + 5, 5]

    @pytest.mark.parametrize("nodes", [["a", 1], [1, "a"], [("a",), "a"], ["1", 1], [1.5, "x"]])
    def test_mixing_texts_with_other_labels_is_an_error_that_shows_both(self, nodes):
        with pytest.raises(InputError, match="different kinds") as caught:
            Clustering.from_clusters([nodes])
        for node in nodes:
            assert repr(node) in str(caught.value)

    @pytest.mark.parametrize("node", [None, float("nan")])
    def test_missing_value_as_a_node_is_an_error(self, node):
        with pytest.raises(InputError, match="cannot be a node label"):
            Clustering.from_clusters([[1.5, node]])

    @pytest.mark.parametrize("node", [[1], {1}, {}])
    def test_unhashable_node_is_an_error(self, node):
        with pytest.raises(InputError, match="hashable"):
            Clustering.from_clusters([[node]])

    @pytest.mark.parametrize(
        "make",
        [
            lambda name: Clustering.from_clusters([[name]]),
            lambda name: Clustering.from_clusters({name: [1], "b": [2]}),
            lambda name: Clustering.from_nodes({1: "b", 2: [name]}),
            lambda name: Clustering.from_labels(["b", name]),
            lambda name: Clustering.from_memberships([1, 2], [name, "b"]),
            lambda name: Clustering.from_levels({name: Clustering.from_labels([0, 1])}),
        ],
    )
    def test_text_that_is_not_unicode_is_an_accord_error(self, make):
        """Nodes, clusters or levels of such a name could not be written."""
        with pytest.raises(InputError, match=r"'\\ud800' is not valid Unicode text"):
            make("\ud800")
        assert make("\ufffd")


# ---- from_nodes ----------------------------------------------------------------------------------


class TestFromNodes:
    def test_one_cluster_per_node(self):
        clustering = Clustering.from_nodes({"ann": "red", "bob": "blue", "eve": "red"})
        assert clustering.names == ("red", "blue")
        assert sets(clustering) == [{"ann", "eve"}, {"bob"}]

    def test_one_or_several_clusters_per_node(self):
        clustering = Clustering.from_nodes({1: [0, 5], 2: 5, 3: {0}, 4: (5,)})
        assert named(clustering) == {0: {1, 3}, 5: {1, 2, 4}}

    def test_mapping_of_clusters_gives_shares(self):
        clustering = Clustering.from_nodes({"a": {"x": 0.5, "y": 0.25}, "b": "y"})
        assert dict(zip(clustering.names, shares(clustering), strict=True)) == {
            "x": {"a": 0.5},
            "y": {"a": 0.25, "b": 1.0},
        }

    @given(PLAIN)
    def test_from_nodes_is_the_inverse_of_from_clusters(self, clusters):
        of_node = {
            v: [i for i, cluster in enumerate(clusters) if v in cluster]
            for v in strategies.nodes_of(clusters)
        }
        clustering = Clustering.from_nodes(of_node)
        assert named(clustering) == dict(enumerate(clusters))

    def test_node_without_clusters_is_in_no_cluster(self):
        clustering = Clustering.from_nodes({1: [0], 2: []})
        assert clustering.nodes() == [1, 2]
        assert clustering.memberships_of_node.tolist() == [1, 0]

    @pytest.mark.parametrize("data", [{}, {1: []}])
    def test_no_cluster_at_all_is_an_error(self, data):
        with pytest.raises(InputError, match="cluster"):
            Clustering.from_nodes(data)

    @pytest.mark.parametrize("nothing", [None, float("nan")])
    def test_missing_value_as_a_cluster_is_an_error(self, nothing):
        with pytest.raises(InputError):
            Clustering.from_nodes({"a": 1, "b": nothing, "c": nothing})

    def test_unhashable_cluster_is_an_accord_error(self):
        with pytest.raises(InputError, match="hashable"):
            Clustering.from_nodes({"a": [["x"]]})

    def test_clusters_of_a_node_may_come_from_a_generator(self):
        assert Clustering.from_nodes({"a": (c for c in "xy"), "b": ["x"]}).names == ("x", "y")

    def test_cluster_given_twice_for_a_node_is_reported(self):
        clustering = Clustering.from_nodes({"a": ["x", "x", "y"]})
        assert clustering.n_memberships == 2
        assert clustering.repeated == 1

    def test_weights_are_assigned_to_their_nodes(self):
        assert weights(Clustering.from_nodes({"b": 1, "a": 2}, weights={"a": 3, "b": 4})) == {
            "a": 3,
            "b": 4,
        }


# ---- from_labels ---------------------------------------------------------------------------------


def by_label(labels) -> dict:
    groups: dict = {}
    for node, label in enumerate(labels):
        groups.setdefault(label, set()).add(node)
    return groups


class TestFromLabels:
    @given(st.lists(st.integers(-5, 5), min_size=1) | st.lists(st.text(max_size=2), min_size=1))
    def test_nodes_with_the_same_label_are_one_cluster(self, labels):
        assert named(Clustering.from_labels(labels, noise=False)) == by_label(labels)
        assert Clustering.from_labels(labels, noise=False).is_crisp

    @given(st.lists(st.integers(), min_size=1))
    def test_integer_labels_of_any_size_are_distinguished(self, labels):
        assert named(Clustering.from_labels(labels, noise=False)) == by_label(labels)

    def test_large_labels_of_both_signs_are_distinguished(self):
        assert Clustering.from_labels([2**63, 2**63 + 1, -1], noise=False).n_clusters == 3

    def test_texts_that_end_in_a_nul_are_distinguished(self):
        assert Clustering.from_labels(["a", "a\0"]).n_clusters == 2

    @pytest.mark.parametrize("labels", [[True, False, True], [1.5, 2, 1.5], [b"a", b"b", b"a"]])
    def test_labels_of_other_types_are_distinguished(self, labels):
        assert named(Clustering.from_labels(labels)) == by_label(labels)

    def test_number_and_text_are_different_labels(self):
        with pytest.raises(InputError, match="different kinds"):
            Clustering.from_labels([1, "1"])

    def test_tuples_can_be_labels(self):
        labels = [("a", 1), ("a", 2), ("a", 1)]
        assert named(Clustering.from_labels(labels)) == by_label(labels)

    @pytest.mark.parametrize("dtype", [np.int8, np.uint64, np.float64, bool, "U1", object])
    def test_labels_may_be_arrays_of_any_type(self, dtype):
        assert sets(Clustering.from_labels(np.array([1, 0, 1], dtype))) in (
            [{1}, {0, 2}],
            [{0, 2}, {1}],
        )

    def test_nodes_are_numbered_from_0_unless_given(self):
        assert Clustering.from_labels(["x", "y"]).nodes() == [0, 1]
        assert named(Clustering.from_labels(["x", "y", "x"], nodes=["c", "b", "a"])) == {
            "x": {"c", "a"},
            "y": {"b"},
        }

    def test_nodes_may_be_an_array_in_any_order(self):
        assert named(Clustering.from_labels([0, 1, 0], nodes=np.array([30, 10, 20]))) == {
            0: {30, 20},
            1: {10},
        }

    def test_wrong_number_of_nodes_is_an_error(self):
        with pytest.raises(InputError, match="3 labels for 2 nodes"):
            Clustering.from_labels([0, 1, 0], nodes=["a", "b"])

    def test_node_given_twice_is_an_error(self):
        with pytest.raises(InputError, match="1 repeated node"):
            Clustering.from_labels([0, 1, 0], nodes=["a", "b", "a"])

    @pytest.mark.parametrize(
        "labels",
        [
            [],
            np.array([], int),
            np.array([[1, 2]]),
            5,
            "abc",
            np.array(3),
            [[1, 2], [3, 4]],
            [[1], [2, 3]],
        ],
    )
    def test_labels_that_are_not_flat_or_are_empty_are_an_error(self, labels):
        with pytest.raises(InputError):
            Clustering.from_labels(labels)

    @pytest.mark.parametrize("missing", [None, float("nan")])
    def test_missing_label_is_an_error(self, missing):
        with pytest.raises(InputError, match="label"):
            Clustering.from_labels([0, missing, 1])

    def test_missing_label_in_an_array_is_an_error(self):
        with pytest.raises(InputError, match="label"):
            Clustering.from_labels(np.array([0, 1, np.nan]))


class TestNoise:
    LABELS = (1, -1, 0, 1, -1)

    def make(self, policy, **options):
        return Clustering.from_labels(self.LABELS, noise=-1, noise_policy=policy, **options)

    def test_dropped_noise_removes_its_nodes(self):
        clustering = self.make("drop")
        assert clustering.nodes() == [0, 2, 3]
        assert named(clustering) == {0: {2}, 1: {0, 3}}

    def test_noise_is_in_no_cluster_by_default(self):
        clustering = Clustering.from_labels(self.LABELS, noise=-1)
        assert clustering.nodes() == [0, 1, 2, 3, 4]
        assert named(clustering) == {0: {2}, 1: {0, 3}}
        assert clustering == self.make("unclustered")

    def test_labels_that_look_like_noise_are_reported(self):
        with pytest.warns(AccordWarning) as caught:
            Clustering.from_labels(self.LABELS)
        assert [str(warning.message) for warning in caught] == [
            "-1: 2 nodes form one cluster; use noise=-1 if they are noise"
        ]

    @pytest.mark.parametrize("labels", [[0, -1, -5], [-2, 3], ["-1", "1.5"]])
    def test_other_labels_are_not_reported(self, labels):
        assert Clustering.from_labels(labels).n_clusters == len(labels)

    def test_noise_that_is_denied_is_a_cluster(self):
        assert named(Clustering.from_labels(self.LABELS, noise=False)) == by_label(self.LABELS)

    @pytest.mark.parametrize(
        "labels",
        [
            [1, float("nan"), 0],
            np.array([1, np.nan, 0]),
            [1, None, 0],
            np.array([1, None, 0], object),
            ["a", None, "b"],
        ],
    )
    def test_missing_labels_may_be_noise(self, labels):
        with pytest.raises(InputError, match=r"position 1 is missing.*noise=float\('nan'\)"):
            Clustering.from_labels(labels)
        clustering = Clustering.from_labels(labels, noise=float("nan"))
        assert clustering.nodes() == [0, 1, 2]
        assert sorted(map(sorted, clustering)) == [[0], [2]]
        dropped = Clustering.from_labels(labels, noise=float("nan"), noise_policy="drop")
        assert dropped.nodes() == [0, 2]

    def test_singleton_noise_makes_a_cluster_per_node(self):
        clustering = self.make("alone")
        assert sorted(map(sorted, clustering.clusters())) == [[0, 3], [1], [2], [4]]
        assert len(set(clustering.names)) == 4

    def test_noise_may_be_one_cluster(self):
        assert named(self.make("cluster")) == by_label(self.LABELS)

    def test_noise_can_be_an_error_with_its_count(self):
        with pytest.raises(InputError, match=r"2 nodes.*-1"):
            self.make("error")

    @pytest.mark.parametrize("policy", ["unclustered", "drop", "alone", "cluster", "error"])
    def test_labels_without_noise_are_unchanged(self, policy):
        labels = [0, 1, 0]
        assert Clustering.from_labels(
            labels, noise=-1, noise_policy=policy
        ) == Clustering.from_labels(labels)

    @pytest.mark.parametrize("options", [{"noise": -1}, {}])
    def test_unknown_policy_is_an_error_with_the_choices(self, options):
        with pytest.raises(UnknownNameError, match="drop"):
            Clustering.from_labels([0, 1], noise_policy="dropp", **options)

    def test_only_noise_is_an_error(self):
        with pytest.raises(InputError, match="noise"):
            Clustering.from_labels([-1, -1], noise=-1)

    def test_only_noise_can_become_singletons(self):
        assert Clustering.from_labels([-1, -1], noise=-1, noise_policy="alone").n_clusters == 2

    def test_noise_may_be_a_text_or_a_float(self):
        for labels, noise in ((["a", "noise"], "noise"), (np.array([0.0, -1.0]), -1)):
            assert list(Clustering.from_labels(labels, noise=noise)) == [[0]]

    def test_weights_of_dropped_nodes_are_dropped(self):
        assert weights(self.make("drop", weights=[1, 2, 3, 4, 5])) == {0: 1, 2: 3, 3: 4}

    def test_named_nodes_keep_their_labels_when_noise_is_dropped(self):
        assert named(self.make("drop", nodes=["a", "b", "c", "d", "e"])) == {
            0: {"c"},
            1: {"a", "d"},
        }


# ---- weights -------------------------------------------------------------------------------------


class TestWeights:
    @given(st.data())
    def test_mapping_gives_every_node_its_weight(self, data):
        clusters = data.draw(PLAIN)
        given_weights = data.draw(strategies.weights_for(strategies.nodes_of(clusters)))
        assert weights(Clustering.from_clusters(clusters, weights=given_weights)) == given_weights

    def test_array_gives_weights_in_the_order_of_the_labels(self):
        clustering = Clustering.from_labels([0, 1, 0], nodes=[30, 10, 20], weights=[1, 2, 3])
        assert weights(clustering) == {30: 1, 10: 2, 20: 3}

    def test_integers_stay_integers_and_floats_floats(self):
        assert (
            Clustering.from_clusters([[1, 2]], weights={1: 2**60, 2: 1}).weights.dtype == np.int64
        )
        assert (
            Clustering.from_clusters([[1, 2]], weights={1: 0.5, 2: 1}).weights.dtype == np.float64
        )

    @pytest.mark.parametrize(
        "weight", [0, -1, float("nan"), float("inf"), "2", None, 2**70, True, 1j, [1]]
    )
    def test_invalid_weight_is_an_error(self, weight):
        with pytest.raises(InputError, match="weight"):
            Clustering.from_clusters([[1]], weights={1: weight})

    def test_node_without_a_weight_is_an_error_that_names_it(self):
        with pytest.raises(InputError, match="'bob' has no weight"):
            Clustering.from_clusters([["ann", "bob"]], weights={"ann": 1})

    def test_weights_with_too_large_a_sum_are_an_error(self):
        with pytest.raises(InputError, match="add up"):
            Clustering.from_labels([0, 0, 0], weights=[2**61, 2**61, 1])
        with pytest.raises(InputError, match="between 1e-100 and 1e\\+100"):
            Clustering.from_labels([0, 0], weights=[1e308, 1e308])

    @pytest.mark.parametrize("bad", [[1], [1, 2, 3], [[1, 2]], 5])
    def test_wrong_number_of_weights_is_an_error(self, bad):
        with pytest.raises(InputError, match="weights"):
            Clustering.from_labels([0, 1], weights=bad)

    def test_weights_without_nodes_are_an_error_for_clusters(self):
        with pytest.raises(InputError):  # in which order would they be?
            Clustering.from_clusters([[3, 1]], weights=[10, 20])
