"""Well-formed files that may mean something else: a line or an error says how they are read."""

import numpy as np
import pytest
from cluster_list_files import read_text
from contents import named, sets

import accord
from accord import AccordWarning, Clustering, InputError

#: Name, content, and what is said.
SAID = {
    "number of nodes above labels": ("a.labels", "9\n" + "0\n1\n0\n" * 3, "if it is the number"),
    "pairs as labels": ("a.labels", "a,0\nb,0\nc,1\n", "say format='csv' if it is a node and its"),
    "scores as labels": ("a.labels", "0.1\n0.2\n0.1\n", "each distinct number is a cluster"),
    "header of nodes": ("a.nmc", "node cluster\n1 1\n2 1\n", "'node cluster', is read as a node"),
    "edges as pairs": ("a.pairs", "a b\nb c\nc a\n", "both have ids in common"),
    "edges in a table": ("a.csv", "a,b\nb,c\nc,d\n", "both have ids in common"),
    "numbered edges": (
        "a.csv",
        "".join(f"{node},{(node + 1) % 12}\n" for node in range(12)),
        "both have ids in common",
    ),
    "clusters in a cell": ("a.csv", 'node,cluster\na,"x,y"\nb,x\nc,y\n', "'x,y' is one cluster"),
    "number of nodes above clusters": (
        "a.txt",
        "5\n1 2 3\n4 5\n",
        "if it counts clusters or nodes",
    ),
    "counts above clusters": ("a.txt", "2 5\n1 2 3\n4 5\n", "if it counts clusters or nodes"),
    "a list of nodes in a cell": (
        "a.csv",
        "cluster,members\nx,a b\ny,c d\n",
        "every cluster has one node, such as 'a b': if these are lists",
    ),
    "a list with commas in a cell": (
        "a.csv",
        'cluster,members\nx,"a,b"\ny,"c,d"\n',
        "give a row for each node of a cluster",
    ),
    "ranges": ("a.cnl", "1-3 5\n7-9\n", "'1-3' is one node"),
    "scores in JSON": ("a.json", '{"a": 0.5, "b": 0.7}', "each distinct number is a cluster"),
    "noise in JSON": ("a.json", "[0, 0, -1]", "use noise=-1 if it is noise"),
}


@pytest.mark.parametrize("kind", SAID)
def test_doubtful_file_is_read_with_a_line(tmp_path, kind):
    name, text, said = SAID[kind]
    with pytest.warns(AccordWarning, match=said):
        read_text(tmp_path / name, text)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "a.json",
            '{"truth": [0, 0, 1], "found": [0, 1, 1]}',
            "pass the labels of each clustering",
        ),
        ("a.json", '{"labels": [0, 0, 1, 1]}', "a list of one cluster that repeats its nodes"),
        ("a.mtx", "%%MatrixMarket matrix coordinate\n3 3 1\n2 1 0.5\n", "a Matrix Market file"),
        ("a.txt", "%%MatrixMarket matrix coordinate\n3 3 1\n2 1 0.5\n", "a Matrix Market file"),
    ],
)
def test_other_content_is_refused(tmp_path, name, text, message):
    with pytest.raises(InputError, match=message):
        read_text(tmp_path / name, text)


@pytest.mark.parametrize("labels", [np.array([0, 0, -1]), np.array([0.0, 0.0, -1.0])])
def test_noise_in_an_array_of_a_file_is_said(tmp_path, labels):
    np.save(tmp_path / "a.npy", labels)
    with pytest.warns(AccordWarning, match="-1: 1 node forms one cluster; use noise=-1"):
        accord.read(tmp_path / "a.npy")
    assert sets(accord.read(tmp_path / "a.npy", noise=-1)) == [{0, 1}]
    assert accord.read(tmp_path / "a.npy", noise=False).n_clusters == 2


def test_scores_in_an_array_of_a_file_are_said(tmp_path):
    np.save(tmp_path / "a.npy", np.array([0.1, 0.9]))
    with pytest.warns(AccordWarning, match=r"labels such as 0\.1"):
        accord.read(tmp_path / "a.npy")


@pytest.mark.parametrize("text", ["[0, 0, null]", '{"0": 0, "1": 0, "2": null}'])
def test_missing_labels_in_json_can_be_declared(tmp_path, text):
    with pytest.raises(InputError, match="noise=float"):
        read_text(tmp_path / "a.json", text)
    clustering = read_text(tmp_path / "a.json", text, noise=float("nan"))
    assert (clustering.n_nodes, clustering.n_clusters) == (3, 1)


@pytest.mark.parametrize("text", ["1 -> 2\n2 -> 3\n", "1 2;\n2 3;\n", "1, 2\n2, 3\n3, 4\n"])
def test_marks_between_nodes_of_edges_are_said(tmp_path, text):
    (tmp_path / "a.edges").write_text(text)
    with pytest.warns(AccordWarning, match="is one node: convert the file"):
        accord.read_network(tmp_path / "a.edges")


def test_odd_names_of_nodes_are_written_and_read_back(tmp_path):
    network = accord.Network.from_edges([("->", "b;"), ("b;", "c")])
    accord.write_network(network, tmp_path / "a.edges")
    assert accord.read_network(tmp_path / "a.edges") == network


def test_pairs_that_may_be_edges_are_read_back(tmp_path):
    clustering = Clustering.from_labels([(node + 1) % 12 for node in range(12)])
    accord.write(clustering, tmp_path / "a.pairs")
    assert accord.read(tmp_path / "a.pairs") == clustering


# ---- the same in Python --------------------------------------------------------------------------


def test_scores_by_node_are_said():
    with pytest.warns(AccordWarning, match=r"labels such as 0\.3"):
        accord.as_clustering({"a": 0.3, "b": 0.7, "c": 0.3})


def test_lists_of_labels_by_name_are_refused():
    with pytest.raises(InputError, match="'truth', 'found' to lists of the same length"):
        accord.as_clustering({"truth": [0, 0, 1], "found": [0, 1, 1]})
    with pytest.raises(InputError, match="a list of one cluster that repeats its nodes"):
        accord.as_clustering({"labels": [0, 0, 1, 1]})
    both = accord.as_clustering({"truth": [0, 1], "found": [2, 3]}, orientation="clusters")
    assert named(both) == {"truth": {0, 1}, "found": {2, 3}}


def test_commas_between_nodes_of_clusters_are_said(tmp_path):
    (tmp_path / "a.cnl").write_text("ann, bob, eve\njoe, kim\n")
    with pytest.warns(AccordWarning, match=r"'ann,' is one node: .*as with sed 's/\[,;\] \*/ /g'"):
        accord.read(tmp_path / "a.cnl")
