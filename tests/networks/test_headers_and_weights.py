"""Lists and tables of edges: whether the first row is a header, and what a third column is."""

import itertools
from pathlib import Path

import pandas
import polars
import pytest

import accord
from accord import AccordWarning, FormatError, Network


def read(path: Path, text: str, **options: object) -> Network:
    path.write_text(text)
    return accord.read_network(path, **options)  # type: ignore[arg-type]


# ---- headers -------------------------------------------------------------------------------------

FRIENDS = [("ann", "bob"), ("bob", "eve")]
SEPARATORS = [("a.edges", " "), ("a.txt", "\t"), ("a.csv", ","), ("a.tsv", "\t")]


@pytest.mark.parametrize(("name", "mark"), SEPARATORS)
@pytest.mark.parametrize("header", ["source target", "From To", "node1 node2", "src dst"])
def test_known_names_are_a_header(tmp_path: Path, name: str, mark: str, header: str) -> None:
    text = f"{header}\nann bob\nbob eve\n".replace(" ", mark)
    assert read(tmp_path / name, text) == Network.from_edges(FRIENDS)


@pytest.mark.parametrize(("name", "mark"), SEPARATORS)
@pytest.mark.parametrize("header", ["left right", "id1 id2", "head tail"])
def test_words_that_occur_nowhere_below_may_be_a_header(
    tmp_path: Path, name: str, mark: str, header: str
) -> None:
    text = f"{header}\nann bob\nbob eve\n".replace(" ", mark)
    with pytest.raises(FormatError, match=r"line 1, column 1: is the first row, .* a header\? say"):
        read(tmp_path / name, text)
    assert read(tmp_path / name, text, header=True) == Network.from_edges(FRIENDS)
    assert read(tmp_path / name, text, header=False).n_edges == 3


@pytest.mark.parametrize(("name", "mark"), SEPARATORS)
def test_nodes_that_occur_far_below_are_no_header(tmp_path: Path, name: str, mark: str) -> None:
    words = [f"{a}{b}{c}" for a in "abcdefgh" for b in "abcdefgh" for c in "abcdefgh"]
    edges = [("first", "second"), *itertools.pairwise(words), ("hhh", "first")]
    text = "".join(f"{source}{mark}{target}\n" for source, target in edges)
    assert read(tmp_path / name, text) == Network.from_edges(edges)


def test_loop_in_the_first_row_is_no_header(tmp_path: Path) -> None:
    assert read(tmp_path / "a.edges", "zoe zoe\nann bob\n").n_edges == 2


@pytest.mark.parametrize("suffix", ["edges", "ncol", "csv", "tsv"])
def test_network_of_pairs_of_words_is_read_back(tmp_path: Path, suffix: str) -> None:
    network = Network.from_edges([("zoe", "max"), ("ann", "bob"), ("bob", "eve")])
    accord.write_network(network, tmp_path / f"a.{suffix}")
    assert accord.read_network(tmp_path / f"a.{suffix}") == network


# ---- third columns -------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "mark"), SEPARATORS)
@pytest.mark.parametrize("ends", ["source target", "left right"])
def test_number_under_another_name_is_not_read_and_said(
    tmp_path: Path, name: str, mark: str, ends: str
) -> None:
    text = f"{ends} calls\n1 2 5\n2 3 7\n".replace(" ", mark)
    with pytest.warns(AccordWarning, match="column 'calls' is not read, and edges have no weights"):
        network = read(tmp_path / name, text)
    assert network == Network.from_edges([(1, 2), (2, 3)])
    columns = (*ends.split(), "calls")
    weighted = Network.from_edges([(1, 2, 5), (2, 3, 7)])
    assert read(tmp_path / name, text, columns=columns) == weighted
    assert read(tmp_path / name, text, weights=False) == network


@pytest.mark.parametrize(
    "text",
    [
        "source,target,timestamp\n1,2,5\n2,3,7\n",
        "source,target,type\n1,2,friend\n2,3,foe\n",
        "Source,Target,Type,Id\n1,2,Undirected,1\n2,3,Undirected,2\n",
        "source,target,note\n1,2,seen 5 times\n2,3,\n",
        "left,right,year\n1,2,1999\n2,3,2001\n",
    ],
)
def test_columns_that_are_no_weights_are_left_out_without_a_word(tmp_path: Path, text: str) -> None:
    assert read(tmp_path / "a.csv", text) == Network.from_edges([(1, 2), (2, 3)])


@pytest.mark.parametrize("make", [pandas.DataFrame, polars.DataFrame])
def test_number_under_another_name_in_a_data_frame_is_said(make: type) -> None:
    frame = make({"source": [1, 2], "target": [2, 3], "calls": [5, 7]})
    with pytest.warns(AccordWarning, match="column 'calls' is not read"):
        assert not accord.as_network(frame).is_weighted
    assert accord.as_network(frame, weights="calls").total_weight == 12
    assert not accord.as_network(frame, weights=False).is_weighted


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_number_under_another_name_in_a_binary_file_is_said(tmp_path: Path, suffix: str) -> None:
    frame = pandas.DataFrame({"source": [1, 2], "target": [2, 3], "calls": [5, 7]})
    path = tmp_path / f"a.{suffix}"
    (frame.to_parquet if suffix == "parquet" else frame.to_feather)(path)
    with pytest.warns(AccordWarning, match="column 'calls' is not read"):
        assert not accord.read_network(path).is_weighted


@pytest.mark.parametrize(("name", "mark"), SEPARATORS)
def test_times_without_a_name_are_not_taken_for_weights(
    tmp_path: Path, name: str, mark: str
) -> None:
    text = "1 2 1217567877\n2 3 1217567879\n".replace(" ", mark)
    with pytest.raises(FormatError, match=r"1217567877 in the third column times or weights\?"):
        read(tmp_path / name, text)
    assert not read(tmp_path / name, text, columns=(1, 2)).is_weighted
    assert not read(tmp_path / name, text, weights=False).is_weighted
    assert read(tmp_path / name, text, columns=(1, 2, 3)).is_weighted
    assert read(tmp_path / name, text, weights=True).is_weighted


def test_numbers_of_edges_are_said(tmp_path: Path) -> None:
    text = "".join(f"{node} {node + 1} {node + 7}\n" for node in range(12))
    with pytest.warns(AccordWarning, match="the third column, 7, 8, 9, …, is read as weights"):
        assert read(tmp_path / "a.edges", text).is_weighted
    assert not read(tmp_path / "a.edges", text, columns=(1, 2)).is_weighted
    assert read(tmp_path / "a.edges", text, columns=(1, 2, 3)).is_weighted


@pytest.mark.parametrize("weights", [range(1, 13), range(1_500_000_000, 1_500_000_012)])
@pytest.mark.parametrize("suffix", ["edges", "ncol", "nse", "csv"])
def test_doubtful_weights_are_read_back(tmp_path: Path, suffix: str, weights: range) -> None:
    edges = [(node, node + 1, weight) for node, weight in enumerate(weights)]
    network = Network.from_edges(edges)
    accord.write_network(network, tmp_path / f"a.{suffix}")
    assert accord.read_network(tmp_path / f"a.{suffix}") == network


@pytest.mark.parametrize(
    ("text", "weights"),
    [("source,target\n1,2\n", "target"), ("source,target\n1,2\n", "1"), ("1 2\n2 3\n", "2")],
)
def test_ends_of_edges_are_not_their_weights(tmp_path: Path, text: str, weights: str) -> None:
    with pytest.raises(FormatError, match=f"column '{weights}' has the nodes of edges"):
        read(tmp_path / "edges", text, weights=weights)
