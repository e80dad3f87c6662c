"""A clustering as other objects, and back."""

import pandas
import pytest
import strategies
from hypothesis import given

import accord
from accord import Clustering, InputError, OverlapError, as_clustering

LEVELS = Clustering.from_levels(
    {
        "fine": Clustering.from_clusters({"a": [1], "b": [2], "c": [3]}),
        "coarse": Clustering.from_clusters({"a": [1, 2]}, nodes=[3]),
    }
)


class TestIteration:
    def test_length_is_the_number_of_clusters(self):
        assert len(Clustering.from_clusters([[1, 2], [2, 3], [4]])) == 3

    def test_clusters_are_iterated_in_order(self):
        clusters = [["ann", "bob"], ["bob", "eve"]]
        assert list(Clustering.from_clusters(clusters)) == clusters

    def test_iteration_can_be_repeated(self):
        clustering = Clustering.from_clusters([[1, 2], [3]])
        assert list(clustering) == list(clustering) == list(clustering.clusters())


class TestSets:
    def test_each_cluster_is_a_set(self):
        assert Clustering.from_clusters([[1, 2], [2, 3]]).to_sets() == [{1, 2}, {2, 3}]

    @given(strategies.covers())
    def test_sets_round_trip(self, clusters):
        clustering = Clustering.from_clusters(clusters)
        assert as_clustering(clustering.to_sets()) == clustering


class TestLabels:
    def test_labels_are_cluster_numbers_without_names(self):
        assert Clustering.from_clusters([[0, 3], [1, 2]]).to_labels() == [0, 1, 1, 0]

    def test_labels_are_cluster_names(self):
        clustering = Clustering.from_clusters({"red": ["ann", "bob"], "blue": ["eve"]})
        assert clustering.to_labels() == ["red", "red", "blue"]

    def test_nodes_in_no_cluster_are_noise(self):
        clustering = Clustering.from_clusters([[0, 1], [3]], nodes=[2])
        assert clustering.to_labels() == [0, 0, -1, 1]
        assert clustering.to_labels(noise=9) == [0, 0, 9, 1]

    def test_noise_label_has_the_type_of_the_names(self):
        clustering = Clustering.from_clusters({"red": [1, 2]}, nodes=[3])
        with pytest.raises(InputError, match=r"noise label -1 .* 'red'"):
            clustering.to_labels()
        assert clustering.to_labels(noise="none") == ["red", "red", "none"]

    def test_noise_label_that_is_a_cluster_is_an_error(self):
        with pytest.raises(InputError, match="noise label 0 is the name of a cluster"):
            Clustering.from_clusters([[0]], nodes=[1]).to_labels(noise=0)

    def test_overlaps_are_an_error(self):
        with pytest.raises(OverlapError, match=r"has 1 node in several clusters.*to_sets"):
            Clustering.from_clusters([[1, 2], [2, 3]]).to_labels()

    def test_levels_are_an_error(self):
        with pytest.raises(OverlapError, match="2 levels"):
            LEVELS.to_labels()

    @given(strategies.partitions())
    def test_labels_round_trip(self, clusters):
        clustering = Clustering.from_clusters(clusters)
        again = Clustering.from_labels(clustering.to_labels(), nodes=clustering.nodes())
        assert again == clustering

    def test_labels_without_nodes_round_trip(self):
        clustering = Clustering.from_clusters({"red": [0, 2], "blue": [1]})
        assert Clustering.from_labels(clustering.to_labels()) == clustering


class TestPandas:
    def test_each_membership_is_a_row(self):
        frame = Clustering.from_clusters({"red": [1, 2], "blue": [2]}).to_pandas()
        expected = {"node": [1, 2, 2], "cluster": ["red", "red", "blue"]}
        pandas.testing.assert_frame_equal(frame, pandas.DataFrame(expected))

    def test_only_needed_columns_are_present(self):
        fuzzy = Clustering.from_clusters([{1: 0.5, 2: 1.0}], weights={1: 2, 2: 3})
        assert list(fuzzy.to_pandas()) == ["node", "cluster", "share", "weight"]
        assert list(LEVELS.to_pandas()) == ["node", "cluster", "level"]

    def test_integers_stay_integers_if_some_are_missing(self):
        frame = Clustering.from_clusters([[1], [2]], nodes=[3]).to_pandas()
        assert str(frame["cluster"].dtype) == "Int64"
        assert frame["cluster"].isna().tolist() == [False, False, True]

    @pytest.mark.parametrize(
        "clustering",
        [
            Clustering.from_clusters([[1, 2], [2, 3]], nodes=[4]),
            Clustering.from_clusters({"red": ["a"], "blue": ["a", "b"]}, nodes=["c"]),
            Clustering.from_clusters([{1: 0.5, 2: 1.0}, {1: 0.25}], nodes=[3]),
            Clustering.from_clusters([[1, 2]], nodes=[3], weights={1: 2, 2: 3, 3: 5}),
            Clustering.from_labels([2**62, 2**62 + 1, 2**62]),
            LEVELS,
        ],
    )
    def test_everything_round_trips(self, clustering):
        assert as_clustering(clustering.to_pandas()) == clustering

    @given(strategies.covers())
    def test_covers_round_trip(self, clusters):
        clustering = Clustering.from_clusters(clusters)
        assert as_clustering(clustering.to_pandas()) == clustering


def test_input_type_aliases_are_public():
    assert accord.Clustering in accord.ClusteringLike.__args__
    assert accord.Network in accord.NetworkLike.__args__
