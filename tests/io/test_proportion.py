"""Small files that could ask for much: read or refused with little memory and time.

Each file is read by a process with limits; the time is that of the processor, so that a busy
machine does not matter.
"""

import subprocess
import sys

import pytest

LIMITS = """
import resource, sys, warnings
warnings.simplefilter("ignore")
import accord
resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
try:
    found = getattr(accord, sys.argv[1])(sys.argv[2])
except accord.AccordError as error:
    print(error)
else:
    print(found.n_nodes, "nodes")
"""


def read_limited(path, text: str, function: str = "read_network") -> str:
    """What a process with limits prints that reads a file of this text."""
    path.write_text(text)
    command = [sys.executable, "-c", LIMITS, function, str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, (done.returncode, done.stderr[-500:])
    return done.stdout.strip()


def test_metis_with_a_long_word_among_many(tmp_path):
    star = f"50001 50000\n{' '.join(map(str, range(2, 50002)))}\n" + "1\n" * 50_000
    long = f"{'0' * 100_000}1\n"
    assert read_limited(tmp_path / "a.graph", star[:-2] + long) == "50001 nodes"


@pytest.mark.parametrize("format", ["gml", "graphml"])
def test_weighted_edges_are_read_in_linear_time(tmp_path, format):
    n = 100_000
    if format == "gml":
        nodes = "".join(f"node [ id {i} ]\n" for i in range(n))
        edges = "".join(f"edge [ source 0 target {i} weight 0.5 ]\n" for i in range(1, n))
        text = f"graph [\n{nodes}{edges}]\n"
    else:
        nodes = "".join(f'<node id="{i}"/>\n' for i in range(n))
        edge = '<edge source="0" target="{}"><data key="weight">0.5</data></edge>\n'
        text = f"<graphml><graph>{nodes}{''.join(edge.format(i) for i in range(1, n))}"
        text += "</graph></graphml>"
    assert read_limited(tmp_path / f"a.{format}", text) == f"{n} nodes"


def test_gml_with_comments_between_all_words(tmp_path):
    text = "graph [\n" + "node [ id 1 #\n]\n" + "edge [ source 1 #\n target 1 ]\n" * 50_000 + "]"
    assert read_limited(tmp_path / "a.gml", text) == "1 nodes"


def test_graphml_of_nested_graphs_and_long_texts(tmp_path):
    nested = "<graph>" * 200_000 + "</graph>" * 200_000
    assert "nodes" in read_limited(tmp_path / "a.graphml", f"<graphml>{nested}</graphml>")
    data = f'<data key="weight">{"1 " * 5_000_000}</data>'
    node = '<node id="1"/>'
    edge = f'<edge source="1" target="1">{data}</edge>'
    told = read_limited(tmp_path / "a.graphml", f"<graphml><graph>{node}{edge}</graph></graphml>")
    assert told.endswith("is not a number")
    assert len(told) < 300


@pytest.mark.parametrize("line", ["*Edges\n", "*Edges\r", "*Edgeslist\n1 2\n"])
def test_pajek_of_many_sections(tmp_path, line):
    assert read_limited(tmp_path / "a.net", "*Vertices 2\n" + line * 20_000) == "2 nodes"


def test_pajek_of_many_stars_in_a_line(tmp_path):
    text = "*Vertices 2\n1 " + "*" * 300_000 + "\n*Edges\n1 2\n"
    assert read_limited(tmp_path / "a.net", text) == "2 nodes"


def test_pajek_with_more_nodes_than_bytes(tmp_path):
    assert read_limited(tmp_path / "a.net", "*Vertices 1000\n*Edges\n1 2\n3 4\n") == "1000 nodes"
    told = read_limited(tmp_path / "a.net", "*Vertices 999999999\n*Edges\n1 2\n3 4\n")
    assert "line 1, column 1: '*Vertices' says 999999999 nodes" in told


def test_infomap_tree_of_one_deep_path(tmp_path):
    rows = "".join(f'{i}:1 0.1 "{i}" {i}\n' for i in range(2, 2000))
    deep = ":".join(["1"] * 15_000)
    told = read_limited(tmp_path / "a.tree", f'{rows}{deep} 0.1 "1" 1\n', "read")
    assert told.endswith("line 1999, column 1: a path of more than 100 modules")
    deep = ":".join(["1"] * 101)
    assert read_limited(tmp_path / "a.tree", f'{rows}{deep} 0.1 "1" 1\n', "read") == "1999 nodes"
