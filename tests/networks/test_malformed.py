"""Malformed network files of any format raise errors with their location."""

import errno
import re
from pathlib import Path
from typing import Any

import pytest
from broken_files import BINARY_CONTENTS, as_unprivileged_user
from network_files import FORMATS, TABLE_FORMATS, VALID_FILES, WORD_FORMATS, file_name

import accord
from accord import FileError, FormatError, InputError, Network, UnknownNameError
from accord._io.networks.formats import NETWORK_FORMATS

TEXT_FORMATS = [name for name in FORMATS if name in VALID_FILES]


def good_file(format: str, path: Path) -> bytes:
    if format in VALID_FILES:
        path.write_text(VALID_FILES[format])
    else:
        accord.write_network(Network.from_edges([(1, 2), (2, 3), (3, 1)]), path)
    return path.read_bytes()


def error_of(path: Path, content: bytes | str, **options: Any) -> FormatError:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(FormatError) as caught:
        accord.read_network(path, **options)
    assert caught.value.path == str(path)
    assert "\n" not in str(caught.value)
    assert "\0" not in str(caught.value)
    return caught.value


@pytest.fixture
def file(tmp_path: Path, format: str) -> Path:
    return tmp_path / file_name(format)


@pytest.mark.parametrize("format", FORMATS)
class TestEveryFormat:
    def test_well_formed_file_is_read(self, file: Path, format: str) -> None:
        good_file(format, file)
        network = accord.read_network(file)
        assert network == Network.from_edges([(1, 2), (2, 3), (3, 1)], directed=format == "nsa")

    def test_empty_file_is_an_error(self, file: Path, format: str) -> None:
        assert "empty" in str(error_of(file, b"")) or not NETWORK_FORMATS[format].is_text

    @pytest.mark.filterwarnings("ignore:.*the header says")
    def test_truncated_file_is_an_accord_error_or_a_shorter_file(
        self, file: Path, format: str
    ) -> None:
        whole = good_file(format, file)
        for end in range(1, len(whole), 1 if format in VALID_FILES else 17):
            file.write_bytes(whole[:end])
            try:
                network = accord.read_network(file)
            except FormatError as error:
                assert error.path == str(file)  # noqa: PT017
            else:
                assert 1 <= network.n_nodes <= 3

    @pytest.mark.parametrize("data", BINARY_CONTENTS.values(), ids=BINARY_CONTENTS)
    def test_binary_data_is_an_accord_error(self, file: Path, format: str, data: bytes) -> None:
        for chosen in (None, format):
            error_of(file, data, format=chosen)

    def test_utf_16_is_an_error_that_says_so(self, file: Path, format: str) -> None:
        if format in TEXT_FORMATS:
            assert "UTF-16" in str(error_of(file, VALID_FILES[format].encode("utf-16")))

    def test_missing_and_unreadable_files_and_folders_are_errors(
        self, file: Path, format: str
    ) -> None:
        with pytest.raises(FileNotFoundError) as missing:
            accord.read_network(file, format=format)
        assert missing.value.filename == str(file)
        file.mkdir()
        with pytest.raises(FileError) as caught:
            accord.read_network(file)
        assert (caught.value.errno, caught.value.filename) == (errno.EISDIR, str(file))

    def test_line_ends_and_byte_order_marks_are_accepted(self, file: Path, format: str) -> None:
        if format in TEXT_FORMATS:
            good_file(format, file)
            expected = accord.read_network(file)
            text = VALID_FILES[format].encode()
            for other in (
                text.replace(b"\n", b"\r\n"),
                text.replace(b"\n", b"\r"),
                text.rstrip(b"\n"),
                b"\xef\xbb\xbf" + text,
            ):
                file.write_bytes(other)
                assert accord.read_network(file) == expected

    def test_content_determines_the_format(self, tmp_path: Path, file: Path, format: str) -> None:
        if format in ("metis", "nsa"):  # are edge lists by their looks
            return
        good_file(format, file)
        plain = file.rename(tmp_path / "file.dat")
        assert accord.read_network(plain) == Network.from_edges([(1, 2), (2, 3), (3, 1)])

    def test_repeated_edges(self, file: Path, format: str) -> None:
        if format not in TEXT_FORMATS or format == "metis":
            return
        text = re.sub(r"# Nodes.*\n", "", VALID_FILES[format])
        last = text.rstrip("\n").splitlines()[-1] + "\n"
        again = {
            "gml": "  edge [ source 1 target 2 ]\n]\n",
            "graphml": '<edge source="1" target="2"/></graph></graphml>',
        }
        body = (
            text.removesuffix("]\n")
            if format == "gml"
            else text.removesuffix("</graph>\n</graphml>\n")
        )
        file.write_text(body + again.get(format, last))
        assert accord.read_network(file).repeated == 1
        added = accord.read_network(file, repeats="add")
        assert sorted(weight for *_, weight in added.edges()) == [1, 1, 2]
        with pytest.raises(FormatError, match="1 repeated edge"):
            accord.read_network(file, repeats="error")


HEAD = (
    '<graphml>\n<key id="w" for="edge" attr.name="weight" attr.type="double"/>\n'
    '<graph edgedefault="undirected">\n'
)
TAIL = "</graph></graphml>"
NODES = '<node id="1"/>\n<node id="2"/>\n'


@pytest.mark.parametrize(
    ("format", "text", "place", "what"),
    [
        *[(name, "1 2\n3\n", (2, 2), "expected 2 columns") for name in WORD_FORMATS],
        *[(name, "1 2\n3 4 5\n", (2, 5), "expected 2 columns") for name in WORD_FORMATS],
        *[(name, "1 2 0.5\n3 4\n", (2, 4), "expected 3 columns") for name in WORD_FORMATS],
        *[(name, "1 2\n3 x\n", (2, 3), "'x' is not an integer id") for name in WORD_FORMATS],
        *[(name, "1 2 1\n3 4 x\n", (2, 5), "'x' is not a number") for name in WORD_FORMATS],
        *[
            (
                name,
                "# c\n1 2 1\n3 4 0\n",
                (3, 1),
                "edge 2 has the weight 0.0: weights must be positive",
            )
            for name in WORD_FORMATS
        ],
        *[(name, "1 2 1\n\n3 4 -1\n", (3, 1), "weight -1.0") for name in WORD_FORMATS],
        *[(name, "1 2 1\n3 4 nan\n", (2, 1), "edge 2 has no weight") for name in WORD_FORMATS],
        *[(name, "1 2 1\n3 4 inf\n", (2, 1), "weight inf") for name in WORD_FORMATS],
        *[
            (name, "1 2 1\n3 4 2\n1 2 3\n", (3, 1), "has the weights 1 and 3")
            for name in WORD_FORMATS
        ],
        *[
            (name, "1\n2\n", (1, 1), "there is one word, '1', where an edge has two nodes")
            for name in WORD_FORMATS
        ],
        *[(name, "1 2 3 4\n", (1, 1), "which of the 4 columns") for name in WORD_FORMATS],
        *[(name, "1 2 x\n", (1, 1), "which of the 3 columns") for name in WORD_FORMATS],
        *[
            (name, "# c\n\n1 2\n3 9223372036854775808\n", (4, 3), "not an integer id")
            for name in WORD_FORMATS
        ],
        *[(name, "a \x01\n", (1, 3), "not UTF-8") for name in WORD_FORMATS],
        *[(name, '"a b c\n', (1, 1), "") for name in WORD_FORMATS],
        ("csv", "source,target\n1,2\n3\n", (3, 2), "expected 2 columns"),
        ("csv", "source,target\n1,2\n3,4,5\n", (3, 5), "expected 2 columns"),
        ("csv", "source,target\n1,2\n,4\n", (3, 1), "no source"),
        ("csv", "source,target,weight\n1,2,1\n3,4,\n", (3, 1), "edge 2 has no weight"),
        ("csv", "source,target,weight\n1,,\n3,4,0\n", (3, 1), "weight 0.0"),
        ("csv", "source,target,weight\n1,2,a\n", (2, 5), "not a number"),
        ("csv", "source,target\n1,2\nx,4\n", (3, 1), "not an integer id"),
        ("csv", "source,to,dst\n1,2,3\n", (1, 1), "each of the columns 'to', 'dst'"),
        ("csv", "a,b,c,d\n1,2,3,4\n", (1, 1), "which of the 4 columns"),
        (
            "csv",
            "source,source\n1,2\n",
            (1, 1),
            "no columns for the source and the target of edges",
        ),
        ("csv", "from,weight\n1,2\n", (1, 1), "no columns for the source and the target of edges"),
        ("csv", "id,to,target,w\n1,2,3,4\n", (1, 1), "no columns for the source and the target"),
        (
            "csv",
            "source,target,type\n1,2,Directed\n2,3,Sideways\n",
            (3, 1),
            "the type 'Sideways' is neither Directed nor",
        ),
        ("csv", 'source,target\n"1,2\n', (2, 1), "quoted field does not end"),
        ("csv", "source\n1\n", (1, 1), "there is one word, 'source'"),
        ("tsv", "source\ttarget\n1\t2\n3 4\n", (3, 1), ""),
        ("metis", "3\n", (1, 1), "expected the number of nodes and of edges"),
        ("metis", "a b\n", (1, 1), "expected the number of nodes and of edges"),
        ("metis", "2 1 7\n2\n1\n", (1, 1), "7 is not a format"),
        ("metis", "% c\n3 2\n2\n1\n", None, "the header says 3 nodes, and there are 2 lines"),
        ("metis", "2 1\n2\n1\n1\n", (4, 1), "the header says 2 nodes, and there are 3 lines"),
        ("metis", "9999999999 1\n2\n1\n", (1, 1), "more than the file can have"),
        ("metis", "2 1\n2\n1 3\n", (3, 3), "there is no node 3: expected one of 1 to 2"),
        ("metis", "2 1\n0\n1\n", (2, 1), "there is no node 0"),
        ("metis", "2 1\n2\nx\n", (3, 1), "'x' is not a number"),
        ("metis", "2 1\n1.5\n1\n", (2, 1), "there is no node 1.5"),
        ("metis", "3 2\n2\n1 3\n\n", (3, 3), "the line of node 3 lacks node 2"),
        ("metis", "2 1 1\n2 5\n1\n", (3, 1), "a neighbour without a weight"),
        ("metis", "2 1 1\n2 5\n1 6\n", (2, 1), "with the same weight"),
        ("metis", "2 1 1\n2 0\n1 0\n", (2, 1), "weight 0.0"),
        ("metis", "2 1 11\n7 2 5\n8 1 x\n", (3, 5), "'x' is not a number"),
        ("pajek", "1 2\n", (1, 1), "expected a line '*Vertices'"),
        ("pajek", "*Edges\n1 2\n", (1, 1), "expected *Vertices and the number of nodes first"),
        ("pajek", "*Vertices x\n", (1, 1), "expected the number of nodes after"),
        (
            "pajek",
            "*Vertices 2\n*Edges\n1 3\n",
            (3, 1),
            "there is no node 3: expected one of 1 to 2",
        ),
        ("pajek", "*Vertices 2\n*Edges\n1 2\n1 0\n", (4, 1), "there is no node 0"),
        ("pajek", "*Vertices 2\n*Edges\n1 x\n", (3, 3), "not an integer id"),
        ("pajek", "*Vertices 2\n*Edges\n1 2 3\n1 2\n", (4, 4), "expected 3 columns"),
        ("pajek", "*Vertices 2\n*Edges\n1 2 -3\n", (3, 1), "weight -3.0"),
        ("pajek", "*Vertices 2\n*Arcs\n1 2 3\n*Edges\n1 2 4\n", (5, 1), "has the weights 3 and 4"),
        ("pajek", '*Vertices 2\n1 "a"\n3 "b"\n', (3, 1), "'3' is not a number of a node: 1 to 2"),
        ("pajek", '*Vertices 2\n1 "a"\n1 "b"\n', (3, 1), "node 1 is listed twice"),
        ("pajek", '*Vertices 2\n1 "a\n2 "b"\n', (2, 1), "a name in quotes does not end"),
        (
            "pajek",
            "*Vertices 2\n*Matrix\n0 1\n1 0\n",
            (2, 1),
            "there is '*matrix': expected *Edges, *Arcs",
        ),
        ("pajek", "*Vertices 2\n*Edges\n1 2\n*Vertices 2\n", (4, 1), "a second *Vertices"),
        ("pajek", "*Vertices 2\n*Arcslist\n1 2\n1 b\n", (4, 1), "'b' is not a number of a node"),
        ("pajek", "*Vertices 2\n*Edgeslist\n1 2\n2 3\n", (4, 1), "there is no node 3"),
        ("pajek", "*Vertices 0\n*Edges\n", None, "no nodes in it"),
        ("gml", "graph [\n", (2, 1), "ends before all brackets are closed"),
        ("gml", "graph [ ]\n]\n", (2, 1), "a ']' closes nothing"),
        ("gml", "node [ id 1 ]\n", (1, 1), "there is no graph in it"),
        ("gml", "graph [\n node [ ]\n]\n", (2, 7), "a node without an id"),
        (
            "gml",
            "graph [\n node [ id 1 ]\n node [ id 1 ]\n]\n",
            (3, 7),
            "a second node of the id 1",
        ),
        ("gml", "graph [\n node [ id ]\n]\n", (2, 12), "'id' has no value"),
        ("gml", "graph [\n 5 6\n]\n", (2, 2), "expected a key, and found '5'"),
        ("gml", 'graph [\n node [ id 1 label "a ]\n]\n', (2, 20), "a text in quotes does not end"),
        (
            "gml",
            "graph [\n node [ id 1 ]\n edge [ source 1 target 2 ]\n]\n",
            (3, 7),
            "there is no node of the id '2'",
        ),
        (
            "gml",
            "graph [\n node [ id 1 ]\n edge [ source 1 ]\n]\n",
            (3, 7),
            "an edge has no target",
        ),
        (
            "gml",
            "graph [ node [ id 1 ]\n edge [ source 1 target 1 weight x ] ]",
            (2, 7),
            "weight 'x' is not a number",
        ),
        (
            "gml",
            "graph [ node [ id 1 ]\n edge [ source 1 target 1 weight nan ] ]",
            (2, 7),
            "weight 'nan' is not a number",
        ),
        *[
            (
                "gml",
                f"graph [\n directed {word}\n node [ id 1 ] ]",
                (2, 11),
                f"directed is {word}: expected 1 (yes) or 0",
            )
            for word in ("no", "2", "-1", '"x"')
        ],
        (
            "gml",
            "graph [ node [ id 1 ]\n edge [ source 1 target 1 weight 0 ] ]",
            (2, 7),
            "weight 0.0",
        ),
        ("gml", "graph [ ]\ngraph [ ]\n", (2, 7), "a second graph"),
        ("gml", "graph [ ]\n", None, "no nodes in it"),
        ("graphml", "<html></html>", (1, 1), "there is <html>: expected <graphml>"),
        ("graphml", "<graphml>\n<graph>\n", (3, 1), "this is not XML: no element found"),
        ("graphml", "<graphml></graphml>", (1, 1), "there is no graph in it"),
        ("graphml", HEAD + "<node/>\n</graph></graphml>", (4, 1), "<node> without 'id'"),
        (
            "graphml",
            HEAD + NODES + '<node id="1"/>\n</graph></graphml>',
            (6, 1),
            "a second node of the id '1'",
        ),
        (
            "graphml",
            HEAD + NODES + '<edge source="1"/>\n</graph></graphml>',
            (6, 1),
            "<edge> without 'target'",
        ),
        (
            "graphml",
            '<graphml><graph edgedefault="x">' + TAIL,
            (1, 10),
            "edgedefault is 'x': expected directed or",
        ),
        (
            "graphml",
            HEAD + NODES + '<edge source="1" target="2" directed="no"/>' + TAIL,
            (6, 1),
            "directed is 'no': ",
        ),
        (
            "graphml",
            HEAD + NODES + '<edge source="1" target="3"/></graph></graphml>',
            (6, 1),
            "no node of the id '3'",
        ),
        *[
            (
                "graphml",
                HEAD
                + NODES
                + f'<edge source="1" target="2"><data key="w">{weight}</data></edge>'
                + TAIL,
                (6, 1),
                what,
            )
            for weight, what in (
                ("x", "weight 'x' is not a number"),
                ("-1", "weight -1.0"),
                ("nan", "is not a number"),
            )
        ],
        ("graphml", HEAD + NODES + "<hyperedge/></graph></graphml>", (6, 1), "a hyperedge"),
        ("graphml", HEAD + "</graph>\n<graph></graph></graphml>", (5, 1), "a second graph"),
        ("graphml", HEAD + "</graph></graphml>", None, "no nodes in it"),
        (
            "graphml",
            '<!DOCTYPE g [<!ENTITY a "b">]><graphml></graphml>',
            (1, 25),
            "defines entities",
        ),
        *[(name, "\n\n  \n", None, "no edges in it") for name in (*WORD_FORMATS, *TABLE_FORMATS)],
        *[
            (name, "# a comment\n", None, "no edges in it")
            for name in (*WORD_FORMATS, *TABLE_FORMATS)
        ],
        *[
            (name, "source,target\n".replace(",", mark), None, "no edges")
            for name, mark in zip(TABLE_FORMATS, ",\t", strict=True)
        ],
    ],
)
def test_error_names_the_problem_and_its_location(
    tmp_path: Path, format: str, text: str, place: tuple[int, int] | None, what: str
) -> None:
    error = error_of(tmp_path / file_name(format), text)
    assert what in str(error)
    assert (error.line, error.column) == (place or (None, None))


@pytest.mark.parametrize(
    ("format", "text", "doubt"),
    [
        (
            "nse",
            "# Nodes: 4  Edges: 2  Weighted: 0\n1 2\n2 3\n",
            "the header says 4 nodes, the file has 3",
        ),
        (
            "nse",
            "# Nodes: 3, Edges: 5, Weighted: 0\n1 2\n2 3\n",
            "the header says 5 edges, the file has 2",
        ),
        (
            "nsa",
            "# Nodes: 3  Arcs: 5  Weighted: 0\n1 2\n2 3\n",
            "the header says 5 edges, the file has 2",
        ),
        (
            "nse",
            "# Nodes: 3  Edges: 2  Weighted: 1\n1 2\n2 3\n",
            "the header says that edges have weights, and they have none",
        ),
        (
            "nse",
            "# Weighted: 0\n1 2 2\n2 3 4\n",
            "the header says that edges have no weights, and they have some",
        ),
        ("snap", "# Nodes: 9 Edges: 2\n1 2\n2 3\n", "the header says 9 nodes, the file has 3"),
        ("metis", "2 5\n2\n1\n", "the header says 5 edges, the file has 1"),
        ("pajek", '*Vertices 2\n1 "a"\n2 "a"\n*Edges\n1 2\n', "nodes share names"),
    ],
)
def test_contradicting_header_is_a_warning(
    tmp_path: Path, format: str, text: str, doubt: str
) -> None:
    path = tmp_path / file_name(format)
    path.write_text(text)
    with pytest.warns(accord.AccordWarning, match=doubt) as caught:
        accord.read_network(path)
    assert all(warning.filename == __file__ for warning in caught)


def test_unreadable_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    file = tmp_path / "a.edges"
    good_file("edges", file)
    file.chmod(0)
    with as_unprivileged_user(), pytest.raises(FileError) as caught:
        accord.read_network(file)
    assert (caught.value.errno, caught.value.filename) == (errno.EACCES, str(file))


def test_invalid_options_are_errors(tmp_path: Path) -> None:
    file = tmp_path / "a.edges"
    file.write_text("1 2 3\n")
    with pytest.raises(UnknownNameError, match="did you mean edges"):
        accord.read_network(file, format="edgse")
    with pytest.raises(UnknownNameError, match="unknown type of ids"):
        accord.read_network(file, ids="number")
    with pytest.raises(UnknownNameError, match="did you mean once"):
        accord.read_network(file, repeats="one")  # type: ignore[arg-type]
    for columns, what in (
        (("1",), "name two or three"),
        (("1", "7"), "no column '7'"),
        (("a", "b"), "no columns a, b"),
    ):
        with pytest.raises(FormatError, match=what):
            accord.read_network(file, columns=columns)
    file.write_text("a b\n")
    with pytest.raises(InputError, match="is not an integer"):
        accord.read_network(file, ids="integer")
