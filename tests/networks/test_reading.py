"""Files of networks, against the readers of other libraries and as other programs write them."""

import io
from pathlib import Path
from typing import Any

import igraph
import networkit
import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord import Network
from accord._foundation.labels import IntegerLabels
from accord._foundation.network import pack_edges

pairs = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("read")


# ---- other readers on the same text, and ours on what others write -------------------------------


@settings(max_examples=30)
@given(pairs, st.booleans(), st.booleans())
def test_edge_lists_are_read_as_networkx_reads_them(
    folder: Path, edges: list[tuple[int, int]], directed: bool, weighted: bool
) -> None:
    path = folder / "a.edges"
    keys = [pair if directed else tuple(sorted(pair)) for pair in edges]
    weight = {key: 1 + place / 8 for place, key in enumerate(keys)}
    lines = [
        f"{a} {b}" + f" {weight[key]}" * weighted for (a, b), key in zip(edges, keys, strict=True)
    ]
    path.write_text("\n".join(lines) + "\n")
    network = accord.read_network(path, directed=directed)
    kind = networkx.DiGraph if directed else networkx.Graph
    graph = networkx.parse_edgelist(
        lines, nodetype=int, data=[("weight", float)] * weighted, create_using=kind
    )
    assert network == accord.as_network(graph)
    if not weighted:
        nk = networkit.readGraph(
            str(path), networkit.Format.EdgeList, separator=" ", firstNode=0, directed=directed
        )
        nk.removeMultiEdges()
        found = {(a, b) if directed else (min(a, b), max(a, b)) for a, b in nk.iterEdges()}
        assert {(a, b) for a, b, _ in network.edges()} == found
    ig = igraph.Graph.Read_Ncol(str(path), directed=directed, weights=weighted)
    assert accord.as_network(ig) == accord.read_network(path, directed=directed, ids="text")


@settings(max_examples=20)
@given(pairs, st.booleans(), st.booleans())
def test_files_written_by_libraries_are_read(
    folder: Path, edges: list[tuple[int, int]], directed: bool, weighted: bool
) -> None:
    graph: Any = networkx.DiGraph() if directed else networkx.Graph()
    graph.add_nodes_from(range(32))
    graph.add_edges_from(edges)
    if weighted:
        networkx.set_edge_attributes(
            graph, {edge: 1 + place / 4 for place, edge in enumerate(graph.edges)}, "weight"
        )
    network = accord.as_network(graph)
    writers = {
        ".gml": networkx.write_gml,
        ".graphml": networkx.write_graphml,
        ".net": networkx.write_pajek,
    }
    for suffix, write in writers.items():
        write(graph, str(folder / f"nx{suffix}"))
        read = accord.read_network(folder / f"nx{suffix}", weights=weighted)
        assert read == network
    ig = igraph.Graph.from_networkx(graph)
    for suffix, save in ((".gml", ig.write_gml), (".graphml", ig.write_graphml)):
        save(str(folder / f"ig{suffix}"))
        read = accord.read_network(folder / f"ig{suffix}")
        assert sorted(read.degrees.tolist()) == sorted(network.degrees.tolist())
        assert (read.n_edges, read.directed, read.total_weight) == (
            network.n_edges,
            directed,
            network.total_weight,
        )
    if not directed:
        graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
        nk = networkit.nxadapter.nx2nk(graph, weightAttr="weight" if weighted else None)
        networkit.writeGraph(nk, str(folder / "nk.graph"), networkit.Format.METIS)
        read = accord.read_network(folder / "nk.graph")
        expected = networkx.relabel_nodes(graph, {node: node + 1 for node in graph})
        assert read == accord.as_network(expected)


@settings(max_examples=20)
@given(pairs, st.booleans(), st.booleans())
def test_libraries_read_written_files(
    folder: Path, edges: list[tuple[int, int]], directed: bool, weighted: bool
) -> None:
    weights = [1.5] * len(edges) if weighted else None
    network = Network.from_edges(edges, weights=weights, nodes=range(32), directed=directed)
    for suffix, read in (
        (".gml", lambda path: networkx.read_gml(path, destringizer=int)),
        (".graphml", lambda path: networkx.read_graphml(path, node_type=int)),
    ):
        accord.write_network(network, folder / f"ours{suffix}")
        assert accord.as_network(read(folder / f"ours{suffix}")) == network
    accord.write_network(network, folder / "ours.graphml")
    ig = igraph.Graph.Read_GraphML(str(folder / "ours.graphml"))
    assert (ig.vcount(), ig.ecount(), ig.is_directed()) == (32, network.n_edges, directed)
    accord.write_network(network, folder / "ours.net")
    pajek = networkx.read_pajek(folder / "ours.net")
    assert (len(pajek), pajek.number_of_edges(), pajek.is_directed()) == (
        32,
        network.n_edges,
        directed,
    )
    if not directed and not network.n_loops:
        numbered = Network.from_edges(
            [(a + 1, b + 1) for a, b in edges], weights=weights, nodes=range(1, 33)
        )
        accord.write_network(numbered, folder / "ours.graph")
        nk = networkit.readGraph(str(folder / "ours.graph"), networkit.Format.METIS)
        assert accord.as_network(nk).rows == numbered.rows


# ---- as they are published -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "a.txt",
            "# Directed graph (each unordered pair of nodes is saved once): a.txt\n"
            "# Nodes: 3 Edges: 2\n"
            "# FromNodeId\tToNodeId\n1\t2\n2\t3\n",
            Network.from_edges([(1, 2), (2, 3)], directed=True),
        ),
        ("a.ungraph.txt", "# Undirected graph: ../a.txt\n1\t2\n", Network.from_edges([(1, 2)])),
        ("out.a", "% sym unweighted\n% 2 3 3\n1 2\n2 3\n", Network.from_edges([(1, 2), (2, 3)])),
        (
            "out.b",
            "% asym positive\n1 2 4\n2 3 1\n",
            Network.from_edges([(1, 2, 4), (2, 3, 1)], directed=True),
        ),
        (
            "a.nsa",
            "# Nodes: 2, Arcs: 1, Weighted: 1\n5 7 0.5\n",
            Network.from_edges([(5, 7, 0.5)], directed=True),
        ),
        ("a.dat", "# Arcs: 1\n5 7\n", Network.from_edges([(5, 7)], directed=True)),
        ("network.dat", "1\t2\n2\t1\n", Network.from_edges([(1, 2)])),
        (
            "a.ncol",
            "ann bob 2\nbob eve 3\n",
            Network.from_edges([("ann", "bob", 2), ("bob", "eve", 3)]),
        ),
        ("a.edges", "# Ids: text\n1 2\n", Network.from_edges([("1", "2")])),
        ("a.edges", '"a b" c\n', Network.from_edges([("a b", "c")])),
        ("a.edges", "source target\n1 2\n", Network.from_edges([(1, 2)])),
        (
            "gephi.csv",
            "Source,Target,Type,Id,Label,Weight\n1,2,Directed,0,,2.5\n2,3,Undirected,1,,1\n",
            Network.from_edges([(1, 2, 2.5), (2, 3, 1), (3, 2, 1)], directed=True),
        ),
        ("a.csv", "from;to\n1;2\n", Network.from_edges([(1, 2)])),
        ("a.csv", "1,2,0.5\n2,3,1\n", Network.from_edges([(1, 2, 0.5), (2, 3, 1)])),
        ("a.csv", "source,target,type\n1,2,friend\n", Network.from_edges([(1, 2)])),
        ("a.csv", "source,target\n1,2\n7,\n", Network.from_edges([(1, 2)], nodes=[7])),
        (
            "a.graph",
            "% c\n3 2 11\n7 2 5\n8 1 5 3 1\n9 2 1\n",
            Network.from_edges([(1, 2, 5), (2, 3, 1)]),
        ),
        ("a.graph", "3 1 10 2\n7 7 2\n8 8 1\n9 9\n", Network.from_edges([(1, 2)], nodes=[3])),
        ("a.graph", "3 1\n2\n1\n\n", Network.from_edges([(1, 2)], nodes=[3])),
        (
            "a.net",
            '*Network x\n*Vertices 3\n1 "ann" 0.1 0.2 ic Red\n2 "bob"\n3 "eve"\n'
            '*Arcs :1 "likes"\n1 2 2 c Blue\n'
            "*Edges\n2 3 1\n",
            Network.from_edges(
                [("ann", "bob", 2), ("bob", "eve", 1), ("eve", "bob", 1)], directed=True
            ),
        ),
        ("a.net", "*vertices 3\r\n*edgeslist\r\n1 2 3\r\n", Network.from_edges([(1, 2), (1, 3)])),
        ("a.net", "*Vertices 2\n*Arcs\n", Network.from_edges([], [], nodes=[1, 2], directed=True)),
        (
            "a.gml",
            'Creator "me"\ngraph [ directed 1\n # c\n'
            ' node [ id 7 label "&quot;a&quot; &#233;" graphics [ x 1 ] ]\n'
            ' node [ id 8 label "b" ]\n edge [ source 7 target 8 value 3 ] ]',
            Network.from_edges([('"a" é', "b")], directed=True),
        ),
        (
            "a.gml",
            'graph [ node [ id 7 label "a" ] node [ id 8 label "a" ] '
            "edge [ source 7 target 8 weight 3 ] ]",
            Network.from_edges([(7, 8, 3)]),
        ),
        (
            "a.graphml",
            '<g:graphml xmlns:g="x"><g:key id="d" for="edge" attr.name="weight">'
            "<g:default>2</g:default></g:key>"
            '<g:graph edgedefault="undirected"><g:node id="a&amp;b"/><g:node id="c"/>'
            '<g:edge source="c" target="a&amp;b"/>'
            "</g:graph></g:graphml>",
            Network.from_edges([("a&b", "c", 2)]),
        ),
        (
            "a.graphml",
            '<graphml><key id="k" for="node" attr.name="name"/>'
            '<graph edgedefault="undirected"><node id="n0">'
            '<data key="k">x</data></node><node id="n1"><data key="k">y</data></node>'
            '<edge source="n0" target="n1" directed="true"/></graph>'
            "</graphml>",
            Network.from_edges([("x", "y")], directed=True),
        ),
    ],
)
def test_published_files_are_read(tmp_path: Path, name: str, text: str, expected: Network) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert accord.read_network(path) == expected


@pytest.mark.parametrize("suffix", ["gml", "graphml"])
def test_igraph_node_names_are_read(tmp_path: Path, suffix: str) -> None:
    graph = igraph.Graph(3, [(2, 0), (0, 1)], directed=True)
    graph.vs["name"] = ["eve", "ann", "bob & co"]
    graph.write(str(tmp_path / f"a.{suffix}"))
    network = accord.read_network(tmp_path / f"a.{suffix}")
    assert network == Network.from_edges([("bob & co", "eve"), ("eve", "ann")], directed=True)


def test_gml_labels_take_precedence_over_names_and_ids(tmp_path: Path) -> None:
    path = tmp_path / "a.gml"
    for nodes, names in (
        ('node [ id 1 label "a" name "x" ] node [ id 2 label "b" name "y" ]', ("a", "b")),
        ('node [ id 1 label "a" name "x" ] node [ id 2 label "a" name "y" ]', ("x", "y")),
        ('node [ id 1 name "x" ] node [ id 2 name "x" ]', (1, 2)),
    ):
        path.write_text(f"graph [ {nodes} edge [ source 1 target 2 ] ]")
        assert accord.read_network(path) == Network.from_edges([names])


def test_columns_and_attributes_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("who,whom,often,when\nann,bob,2,7\nbob,eve,3,8\n")
    columns = ("who", "whom", "often")
    network = Network.from_edges([("ann", "bob", 2), ("bob", "eve", 3)])
    assert accord.read_network(path, columns=columns) == network
    assert (
        accord.read_network(path, columns=(1, 2), ids="text").n_edges == 3
    )  # the header is an edge then
    assert accord.read_network(path, columns=columns[:2], weights="often") == network
    assert not accord.read_network(path, columns=columns, weights=False).is_weighted
    gml = tmp_path / "a.gml"
    gml.write_text("graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 value 3 ] ]")
    assert accord.read_network(gml, weights="value") == Network.from_edges([(1, 2, 3)])
    assert accord.read_network(gml, directed=True) == Network.from_edges(
        [(1, 2), (2, 1)], directed=True
    )
    assert accord.read_network(gml, ids="text").node_labels.kind == "text"


# ---- many blocks, many threads -------------------------------------------------------------------


@pytest.mark.parametrize("texts", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_large_file_does_not_depend_on_threads(
    tmp_path: Path, texts: bool, directed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(3)
    ends = random.integers(0, 3000, (100_000, 2))
    word = "n{}".format if texts else str
    lines = io.StringIO()
    lines.writelines(f"{word(a)}\t{word(b)}\n" for a, b in ends.tolist())
    path = tmp_path / "a.edges"
    path.write_text(lines.getvalue())
    expected = Network.from_edges(
        [(word(a), word(b)) if texts else (a, b) for a, b in ends.tolist()], directed=directed
    )
    several = []
    for threads in (1, 2, 5):
        monkeypatch.setenv("ACCORD_THREADS", str(threads))
        several.append(accord.read_network(path, directed=directed, threads=threads))
    for network in several:
        assert network == expected
        assert network.rows == several[0].rows
        assert network.repeated == several[0].repeated == len(ends) - network.n_edges


@settings(max_examples=20)
@given(st.integers(1, 5000), st.integers(0, 400), st.booleans(), st.booleans(), st.integers(0, 9))
def test_rows_of_neighbours_are_sorted_sets(
    nodes: int, edges: int, directed: bool, weighted: bool, seed: int
) -> None:
    random = np.random.default_rng(seed)
    ends = random.integers(0, nodes, (2, edges)).astype(np.uint32)
    weights = (
        (ends.sum(axis=0) + 1).astype(np.float64) if weighted else None
    )  # the same in both directions
    rows = pack_edges(IntegerLabels(np.arange(nodes)), ends[0], ends[1], weights, directed).rows
    expected: dict[int, set[int]] = {}
    for a, b in ends.T.tolist():
        expected.setdefault(a, set()).add(b)
        if not directed:
            expected.setdefault(b, set()).add(a)
    assert {row: rows.row(row).tolist() for row in range(nodes) if rows.sizes[row]} == {
        row: sorted(neighbours) for row, neighbours in expected.items()
    }
    if rows.shares is not None:
        assert rows.shares.tolist() == (rows.row_of_membership() + rows.members + 1).tolist()
