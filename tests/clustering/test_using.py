"""Facts, derived clusterings, equality, pickling and immutability of a Clustering."""

import copy
import pickle
import re
from collections import Counter

import numpy as np
import pytest
import strategies
from contents import named, sets, shares, weights
from hypothesis import given
from hypothesis import strategies as st

from accord import Clustering, InputError

PLAIN = strategies.plain()


# ---- what it tells -------------------------------------------------------------------------------


class TestFacts:
    @given(PLAIN)
    def test_counts_equal_those_of_the_sets(self, clusters):
        clustering = Clustering.from_clusters(clusters)
        memberships = Counter(node for cluster in clusters for node in cluster)
        assert clustering.n_nodes == len(memberships)
        assert clustering.n_clusters == len(clusters)
        assert clustering.n_memberships == sum(memberships.values())
        assert clustering.n_overlapping == sum(count > 1 for count in memberships.values())
        assert clustering.n_duplicates == len(clusters) - len(set(map(frozenset, clusters)))
        assert clustering.is_crisp == (max(memberships.values()) == 1)
        assert not clustering.is_fuzzy
        assert (
            dict(zip(clustering.nodes(), clustering.memberships_of_node.tolist(), strict=True))
            == memberships
        )

    @given(PLAIN)
    def test_facts_are_plain_numbers(self, clusters):
        facts = Clustering.from_clusters(clusters).facts()
        assert {type(value) for value in facts.values()} == {int, bool}
        assert facts["largest_cluster"] == max(map(len, clusters))
        assert facts["smallest_cluster"] == min(map(len, clusters))

    def test_equal_nodes_with_different_shares_are_not_duplicates(self):
        assert Clustering.from_clusters([{1: 0.5}, {1: 0.25}, {1: 0.5}]).n_duplicates == 1

    def test_repr_of_a_crisp_clustering(self):
        assert (
            repr(Clustering.from_clusters([[1, 2], [3]]))
            == "Clustering: 3 nodes in 2 clusters, crisp"
        )

    def test_repr_shows_memberships_overlap_duplicates_shares_and_weights(self):
        text = repr(
            Clustering.from_clusters(
                [{1: 0.5, 2: 0.5}, {1: 0.5, 2: 0.5}, {3: 1}], weights={1: 1, 2: 1, 3: 1}
            )
        )
        for part in (
            "3 nodes",
            "3 clusters",
            "5 memberships",
            "2 nodes in several",
            "1 duplicate cluster,",
            "shares",
            "weighted",
        ):
            assert part in text

    def test_repr_uses_the_singular(self):
        assert repr(Clustering.from_clusters([[1]])) == "Clustering: 1 node in 1 cluster, crisp"

    def test_repr_groups_digits(self):
        assert "1,234 nodes" in repr(Clustering.from_clusters([range(1234)]))

    def test_html_has_every_fact(self):
        html = Clustering.from_clusters(
            [[1, 2, 2], [2, 3], [3, 2]], nodes=range(1500)
        )._repr_html_()
        words = re.sub("<[^>]*>", "|", html)
        facts = {
            "nodes": "1,500",
            "clusters": "3",
            "memberships": "6",
            "overlapping nodes": "2",
            "duplicate clusters": "1",
        }
        for name, value in facts.items():
            assert re.search(rf"\|{name}\|+{value}\|", words)
        assert html.count("<tr>") == html.count("</tr>") > len(facts)

    def test_html_says_yes_and_no(self):
        assert ">no</td>" in Clustering.from_clusters([[1]])._repr_html_()
        assert ">yes</td>" in Clustering.from_clusters([{1: 1}])._repr_html_()


# ---- others made from it -------------------------------------------------------------------------


class TestUnique:
    @given(PLAIN)
    def test_first_of_equal_clusters_is_kept(self, clusters):
        kept = [cluster for i, cluster in enumerate(clusters) if cluster not in clusters[:i]]
        unique = Clustering.from_clusters(clusters).unique()
        assert sets(unique) == kept
        assert unique.n_duplicates == 0

    def test_names_shares_and_weights_stay_with_their_clusters(self):
        data = {"a": {1: 0.5}, "b": {1: 0.5}, "c": {1: 0.25, 2: 1}}
        unique = Clustering.from_clusters(data, weights={1: 2, 2: 3}).unique()
        assert dict(zip(unique.names, shares(unique), strict=True)) == {
            "a": {1: 0.5},
            "c": {1: 0.25, 2: 1.0},
        }
        assert weights(unique) == {1: 2, 2: 3}

    def test_many_equal_clusters_are_found(self):
        clusters = [[i % 1000, i % 1000 + 1] for i in range(20_000)]
        assert Clustering.from_clusters(clusters).unique().n_clusters == 1000


class TestRestrict:
    @given(PLAIN, st.sets(st.integers(0, 14)))
    def test_clusters_keep_these_nodes_and_empty_ones_are_dropped(self, clusters, nodes):
        expected = [cluster & nodes for cluster in clusters if cluster & nodes]
        clustering = Clustering.from_clusters(clusters)
        if not expected:
            with pytest.raises(InputError, match="none of these nodes"):
                clustering.restrict(nodes)
        else:
            assert sets(clustering.restrict(nodes)) == expected
            assert set(clustering.restrict(nodes).nodes()) == set().union(*expected)

    @given(strategies.fuzzy(), st.sets(st.integers(0, 12), min_size=1))
    def test_shares_stay_with_their_nodes(self, clusters, nodes):
        expected = [{v: s for v, s in cluster.items() if v in nodes} for cluster in clusters]
        expected = [cluster for cluster in expected if cluster]
        if expected:
            assert shares(Clustering.from_clusters(clusters).restrict(nodes)) == expected

    @pytest.mark.parametrize(
        "nodes", [["c", "a", "zzz", "a"], iter(["a", "c"]), {"a", "c"}, np.array(["a", "c"])]
    )
    def test_texts_names_and_weights_stay(self, nodes):
        clustering = Clustering.from_clusters(
            {"x": ["b"], "y": ["c", "b"], "z": ["a"]}, weights={"a": 1, "b": 2, "c": 3}
        )
        part = clustering.restrict(nodes)
        assert named(part) == {"y": {"c"}, "z": {"a"}}
        assert weights(part) == {"a": 1, "c": 3}

    def test_nodes_of_other_kinds(self):
        clustering = Clustering.from_clusters([[(1, 2), (3, 4)], [(5, 6)]])
        assert sets(clustering.restrict([(3, 4), (9, 9)])) == [{(3, 4)}]

    def test_nodes_of_the_wrong_kind_are_an_error(self):
        with pytest.raises(InputError, match="integers"):
            Clustering.from_clusters([[1, 2]]).restrict(["1"])
        with pytest.raises(InputError, match="not all text"):
            Clustering.from_clusters([["1"]]).restrict([1])

    def test_integers_beyond_64_bits_are_ordinary_unknown_nodes(self):
        assert sets(Clustering.from_clusters([[1, 2]]).restrict([1, 2**70])) == [{1}]

    def test_restrict_does_not_change_the_original(self):
        clustering = Clustering.from_clusters([[1, 2], [3]])
        clustering.restrict([1])
        assert clustering == Clustering.from_clusters([[1, 2], [3]])


# ---- as Python objects are -----------------------------------------------------------------------


def rich(kind=str) -> Clustering:
    a, b, c = (kind(i) for i in range(3))
    return Clustering.from_clusters(
        {"x": {a: 0.5, b: 1}, "y": {c: 0.25}}, weights={a: 1, b: 2, c: 3}
    )


class TestEquality:
    @given(PLAIN, st.randoms())
    def test_order_inside_a_cluster_does_not_matter(self, clusters, rng):
        texts = [[f"n{v}" for v in cluster] for cluster in clusters]
        shuffled = [rng.sample(cluster, len(cluster)) for cluster in texts]
        assert Clustering.from_clusters(texts) == Clustering.from_clusters(shuffled)

    @given(PLAIN, PLAIN)
    def test_equal_means_equal_sets_in_the_same_order(self, first, second):
        assert (Clustering.from_clusters(first) == Clustering.from_clusters(second)) == (
            first == second
        )

    @pytest.mark.parametrize(
        "other",
        [
            Clustering.from_clusters([["a", "b"], ["b"]], nodes=["d"]),
            Clustering.from_clusters([["b"], ["a", "b"]]),
            Clustering.from_clusters([["a", "c"], ["c"]]),
            Clustering.from_clusters({1: ["a", "b"], 0: ["b"]}),
            Clustering.from_clusters([{"a": 1, "b": 1}, {"b": 1}]),
            Clustering.from_clusters([["a", "b"], ["b"]], weights={"a": 1, "b": 1}),
            Clustering.from_clusters([[1, 2], [2]]),
            Clustering.from_clusters([["a", "b"], ["b"], ["b"]]),
        ],
    )
    def test_different_nodes_clusters_names_shares_or_weights_are_not_equal(self, other):
        clustering = Clustering.from_clusters([["a", "b"], ["b"]])
        assert clustering != other

    def test_weights_are_compared_by_node(self):
        first = Clustering.from_clusters([["a", "b", "c"]], weights={"a": 1, "b": 2, "c": 3})
        again = Clustering.from_clusters([["b", "c", "a"]], weights={"a": 1, "b": 2, "c": 3})
        other = Clustering.from_clusters([["b", "c", "a"]], weights={"b": 1, "c": 2, "a": 3})
        assert first == again
        assert first != other

    def test_other_objects_are_not_equal(self):
        assert Clustering.from_clusters([[1]]) != [[1]]
        assert Clustering.from_clusters([[1]]) != None  # noqa: E711

    def test_clustering_is_not_hashable(self):
        with pytest.raises(TypeError):
            hash(Clustering.from_clusters([[1]]))


class TestPickling:
    @pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
    @pytest.mark.parametrize("kind", [str, int, lambda i: (i,), lambda i: 2**70 + i])
    def test_everything_round_trips(self, kind, protocol):
        clustering = rich(kind)
        again = pickle.loads(pickle.dumps(clustering, protocol))
        assert again == clustering
        assert (again.names, again.facts(), repr(again)) == (
            clustering.names,
            clustering.facts(),
            repr(clustering),
        )

    def test_repeat_counts_round_trip(self):
        assert pickle.loads(pickle.dumps(Clustering.from_clusters([[1, 1]]))).repeated == 1

    def test_copies_are_equal(self):
        assert copy.copy(rich()) == rich()
        assert copy.deepcopy(rich()) == rich()

    def test_unpickled_clustering_is_immutable(self):
        again = pickle.loads(pickle.dumps(rich(int)))
        for array in (
            again.rows.members,
            again.rows.offsets,
            again.rows.shares,
            again.weights,
            again.node_labels.values,
        ):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0


class TestImmutable:
    @pytest.mark.parametrize(
        "name", ["rows", "labels", "names", "weights", "repeated", "n_nodes", "anything"]
    )
    def test_no_attribute_can_be_set(self, name):
        with pytest.raises(AttributeError):
            setattr(rich(), name, None)

    @pytest.mark.parametrize("name", ["rows", "labels", "names", "weights", "repeated"])
    def test_no_attribute_can_be_deleted(self, name):
        clustering = rich()
        with pytest.raises(AttributeError):
            delattr(clustering, name)
        assert clustering == rich()

    def test_arrays_are_read_only(self):
        clustering = rich(int)
        arrays = [
            clustering.rows.members,
            clustering.rows.offsets,
            clustering.rows.shares,
            clustering.weights,
        ]
        for array in [*arrays, clustering.node_labels.values, rich(str).node_labels.offsets]:
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0

    def test_node_memberships_are_read_only(self):
        clustering = Clustering.from_clusters([[1, 2]])
        with pytest.raises(ValueError, match="read-only"):
            clustering.memberships_of_node[0] = 5
        assert clustering.is_crisp

    def test_changing_the_input_changes_nothing(self):
        labels, nodes, node_weights = np.array([0, 1]), np.array([5, 6]), np.array([1.0, 2.0])
        clustering = Clustering.from_labels(labels, nodes=nodes, weights=node_weights)
        labels[:], nodes[:], node_weights[:] = 1, [8, 9], 7
        assert named(clustering) == {0: {5}, 1: {6}}
        assert weights(clustering) == {5: 1.0, 6: 2.0}
        clusters = [np.array([1, 2]), np.array([3])]
        clustering = Clustering.from_clusters(clusters)
        clusters[0][:] = 9
        assert sets(clustering) == [{1, 2}, {3}]

    def test_changing_the_output_changes_nothing(self):
        clustering = Clustering.from_clusters([[1, 2], [3]])
        clustering.nodes().clear()
        next(clustering.clusters()).clear()
        clustering.facts().clear()
        assert sets(clustering) == [{1, 2}, {3}]
