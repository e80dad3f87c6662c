"""A few lists of two: pairs of a node and its cluster, clusters of two nodes, or edges."""

import json

import pytest
from contents import named, sets

import accord
from accord import AccordWarning, Clustering

PAIRS = [["a", "x"], ["b", "x"], ["c", "y"]]
REVERSED = [[second, first] for first, second in PAIRS]


def as_list(rows, tmp_path, **options):
    return accord.as_clustering(rows, **options)


def as_file(rows, tmp_path, **options):
    path = tmp_path / "a.json"
    path.write_text(json.dumps(rows))
    return accord.read(path, **options)


both_kinds = pytest.mark.parametrize("make", [as_list, as_file])


@both_kinds
@pytest.mark.parametrize(
    ("rows", "order"), [(PAIRS, "a node and its"), (REVERSED, "a cluster and")]
)
def test_pairs_with_one_column_of_nodes_are_memberships_with_a_line(make, rows, order, tmp_path):
    with pytest.warns(AccordWarning, match=f"is read as 3 pairs of {order}"):
        clustering = make(rows, tmp_path)
    assert named(clustering) == {"x": {"a", "b"}, "y": {"c"}}
    of_two = make(rows, tmp_path, orientation="clusters")
    assert sets(of_two) == [{"a", "x"}, {"b", "x"}, {"c", "y"}]


@both_kinds
def test_texts_beside_numbers_are_memberships_without_a_word(make, tmp_path):
    clustering = make([["a", 1], ["b", 1], ["c", 2]], tmp_path)
    assert named(clustering) == {1: {"a", "b"}, 2: {"c"}}


@both_kinds
@pytest.mark.parametrize(
    "rows",
    [
        [["a", "b"], ["c", "d"], ["e", "f"]],
        [["a", "b"], ["b", "c"]],
        [["a", "b"], ["b", "c"], ["c", "a"]],
        [["a", "x"], ["b", "x"]],
        [["a", "x"], ["a", "y"], ["b", "x"], ["b", "y"]],
    ],
)
def test_other_short_lists_of_two_are_clusters(make, rows, tmp_path):
    assert make(rows, tmp_path) == Clustering.from_clusters(rows)


@both_kinds
def test_several_pairs_with_common_nodes_may_be_edges(make, tmp_path):
    edges = [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"]]
    with pytest.warns(AccordWarning, match="is read as 4 clusters of two nodes; if these are the"):
        assert make(edges, tmp_path) == Clustering.from_clusters(edges)
    assert make(edges, tmp_path, orientation="clusters") == Clustering.from_clusters(edges)


def test_nodes_of_the_other_side_tell():
    # By hand: the pairs are the clusters {a, b} and {c}.
    assert float(accord.f1h(PAIRS, [["a", "b"], ["c"]])) == 1
    assert float(accord.f1h(PAIRS, [{"a", "x"}, {"b", "x"}, {"c", "y"}])) == 1


def test_written_clusters_of_two_are_read_back(tmp_path):
    for rows in (PAIRS, [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"]]):
        clustering = Clustering.from_clusters(rows)
        accord.write(clustering, tmp_path / "a.json")
        assert accord.read(tmp_path / "a.json") == clustering
