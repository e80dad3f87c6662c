"""Networks given as clusterings and clusterings given as networks, and files of unknown kind."""

import shutil
from pathlib import Path

import igraph
import networkx
import pytest

import accord
from accord import AccordWarning, Clustering, FormatError, InputError
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.networks.formats import NETWORK_FORMATS

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
CLUBS = EXAMPLES / "clubs_network.edges"


def test_edges_of_the_clubs_are_no_clustering():
    with pytest.raises(FormatError, match=r"this is a network .*format='cnl'"):
        accord.compare(EXAMPLES / "clubs_truth.cnl", CLUBS)


@pytest.mark.parametrize(
    "suffix",
    sorted(
        {suffix for format in NETWORK_FORMATS.values() for suffix in format.suffixes}
        - {suffix for format in CLUSTERING_FORMATS.values() for suffix in format.suffixes}
    ),
)
def test_name_of_a_network_is_refused(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    path.write_text("1 2 3\n4 5\n")
    with pytest.raises(FormatError, match="this is a network"):
        accord.read(path)
    assert accord.read(path, format="cnl").n_clusters == 2


NETWORK_TEXTS = {
    "SNAP": "# Undirected graph: ../../data/output/dblp.ungraph.txt\n0 1 2\n3 4\n",
    "weighted edges": "ann bob 5\nbob eve 2\nann joe 1\n",
    "edges with weights below 1": "1 2 0.5\n2 3 0.7\n3 1 0.2\n",
    "GML": "graph [\n  node [\n    id 1\n  ]\n]\n",
    "GraphML": '<?xml version="1.0"?>\n<graphml></graphml>\n',
    "Pajek": '*Vertices 2\n1 "a"\n2 "b"\n*Edges\n1 2\n',
    "METIS": "3 3\n2 3\n1 3\n1 2\n",
    "header": "source,target\n1,2\n2,3\n",
    "networkx": "1 2 {'weight': 4}\n2 3 {}\n",
}


@pytest.mark.parametrize("kind", NETWORK_TEXTS)
@pytest.mark.parametrize("name", ["a.txt", "a", "a.foo"])
def test_content_of_a_network_is_refused(tmp_path, kind, name):
    (tmp_path / name).write_text(NETWORK_TEXTS[kind])
    with pytest.raises(FormatError, match="network"):
        accord.read(tmp_path / name)


def test_edges_without_a_header_are_no_memberships(tmp_path):
    (tmp_path / "a.csv").write_text("1,2,0.5\n2,3,0.7\n3,1,0.2\n")
    with pytest.raises(FormatError, match=r"edges of a network.*columns=\(1, 2, 3\)"):
        accord.read(tmp_path / "a.csv")
    assert accord.read(tmp_path / "a.csv", columns=(1, 2, 3), header=False).is_fuzzy


@pytest.mark.parametrize(
    "text",
    ["1 1 0.5\n1 2 0.5\n2 1 1.0\n3 2 1.0\n4 2 1.0\n", "1 2 3\n4 5 6\n", "1 2 3 4\n2 3 5 1\n"],
)
def test_clusters_are_not_taken_for_edges(tmp_path, text):
    (tmp_path / "a.txt").write_text(text)
    assert accord.read(tmp_path / "a.txt").n_clusters == 2


@pytest.mark.parametrize(
    "graph",
    [
        networkx.karate_club_graph(),
        igraph.Graph.Famous("Zachary"),
        [(1, 2), (2, 3), (3, 1)],
        [("ann", "bob", 5), ("bob", "eve", 2)],
        list(networkx.karate_club_graph().edges(data=True)),
    ],
)
def test_graphs_and_edges_are_no_clusterings(graph):
    with pytest.raises(InputError, match=r"Graph|edges of a network"):
        accord.as_clustering(graph)


@pytest.mark.parametrize("clusters", [[(1, 2), (3, 4)], [[1, 2], [2, 3]], [(1, 2, 3), (4, 5)]])
def test_small_clusters_are_not_taken_for_edges(clusters):
    assert accord.as_clustering(clusters) == Clustering.from_clusters(clusters)


# ---- clusterings as networks ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.cnl", "1 2\n3 4\n"),
        ("a.gmt", "A\tna\tx\ty\n"),
        ("a.txt", "red> 1 2\nblue> 3 4\n"),
        ("a.txt", "#module 0 size: 2 bs: 0.1\n1 2\n"),
        ("a.txt", "# Clusters: 2\n1 2\n3 4\n"),
    ],
)
def test_clustering_is_no_network(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    with pytest.raises(FormatError, match=r"this is a clustering .*format='edges'"):
        accord.read_network(tmp_path / name)


# ---- files of unknown kind -----------------------------------------------------------------------


def test_unknown_extension_is_read_with_a_line_that_says_how(tmp_path):
    (tmp_path / "a.foo").write_text("1 2 3\n4 5\n")
    with pytest.warns(AccordWarning, match="read as a cluster list.*format=") as caught:
        clustering = accord.read(tmp_path / "a.foo")
    assert len(caught) == 1
    assert accord.read(tmp_path / "a.foo", format="cnl") == clustering


@pytest.mark.parametrize(
    "text",
    [
        "1 1\n2 1 2\n3 1\n4 2\n5 2 1\n",  # nodes and their clusters
        "A\tone\tx\ty\nB\ttwo\ty\tz\tv\n",  # gene sets with descriptions of a word
    ],
)
def test_text_that_fits_another_format_is_read_with_a_line(tmp_path, text):
    (tmp_path / "a.txt").write_text(text)
    with pytest.warns(AccordWarning, match="read as a cluster list"):
        accord.read(tmp_path / "a.txt")


@pytest.mark.parametrize("name", ["a.txt", "a.dat", "a", "a.txt.gz"])
def test_plain_cluster_list_is_read_without_a_word(tmp_path, name):
    accord.write(Clustering.from_clusters([[1, 2, 3], [4, 5]]), tmp_path / name)
    assert accord.read(tmp_path / name).n_clusters == 2


def test_content_that_says_its_format_needs_no_line(tmp_path):
    shutil.copy(EXAMPLES / "clubs_truth.cnl", tmp_path / "a.foo")
    assert accord.read(tmp_path / "a.foo").n_clusters == 4


# ---- edge lists of networkx ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.edgelist", "a.edges", "a.txt"])
def test_edge_list_of_networkx_is_read(tmp_path, name):
    graph = networkx.karate_club_graph()
    networkx.write_edgelist(graph, tmp_path / name)
    assert accord.read_network(tmp_path / name) == accord.as_network(graph)


def test_other_attributes_are_ignored_with_one_warning(tmp_path):
    path = tmp_path / "a.edgelist"
    path.write_text("1 2 {'weight': 4, 'color': 'red'}\n2 3 {'km': 7}\n")
    with pytest.warns(AccordWarning, match="ignored: color, km") as caught:
        network = accord.read_network(path)
    assert len(caught) == 1
    assert list(network.edges()) == [(1, 2, 4.0), (2, 3, 1.0)]
    assert list(accord.read_network(path, weights="km").edges()) == [(1, 2, 1.0), (2, 3, 7.0)]
    assert not accord.read_network(path, weights=False).is_weighted


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1 2 {'weight': 4}\n2 3 {'weight': }\n", (2, 5)),
        ("1 2 {'weight': 4}\n2 3 {'weight': 'x'}\n", (2, 5)),
        ("1 2 {'weight': 4}\n2 {'weight': 1}\n", (2, 1)),
        ("1 2 {'weight': 4}\n2 3 {'weight': -1}\n", (2, 1)),
        ("1 2 {'weight': 4}\n2 3 {1, 2}\n", (2, 5)),
    ],
)
def test_malformed_edge_of_networkx_is_an_error_with_its_position(tmp_path, text, place):
    (tmp_path / "a.edgelist").write_text(text)
    with pytest.raises(FormatError) as caught:
        accord.read_network(tmp_path / "a.edgelist", format="networkx")
    assert (caught.value.line, caught.value.column) == place
