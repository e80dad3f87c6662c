"""Words that Python takes for numbers or texts and a file format does not: errors of accord."""

import contextlib

import pytest
from command_process import run

import accord
from accord import Clustering, FormatError, InputError

#: A network of each format that is parsed in Python, with a weight to fill in.
WITH_WEIGHT = {
    "gml": "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 weight {} ] ]",
    "graphml": (
        '<graphml><graph><node id="1"/><node id="2"/><edge source="1" target="2">'
        '<data key="weight">{}</data></edge></graph></graphml>'
    ),
    "metis": "2 1 1\n2 {0}\n1 {0}\n",
    "pajek": "*Vertices 2\n*Edges\n1 2 {}\n",
    "networkx": "1 2 {{'weight': '{}'}}\n",
    "edges": "1 2 {}\n",
}
LONG = "9" * 5000


@pytest.mark.parametrize("format", WITH_WEIGHT)
@pytest.mark.parametrize("word", ["1_5", "1_000.0", "١٢", "0x10", "1e1_0", "½", "1.5.2", "e", "²"])
def test_word_that_is_no_decimal_number_is_no_weight(tmp_path, format, word):
    path = tmp_path / "a"
    path.write_text(WITH_WEIGHT[format].format(word))
    with pytest.raises(FormatError, match=r"number|weight"):
        accord.read_network(path, format=format)


@pytest.mark.parametrize("format", WITH_WEIGHT)
@pytest.mark.parametrize("word", ["1", "15", "1.5", "2.", "1e2", "1.5E-3", "12345678901234567890"])
def test_decimal_number_is_a_weight(tmp_path, format, word):
    path = tmp_path / "a"
    path.write_text(WITH_WEIGHT[format].format(word))
    network = accord.read_network(path, format=format, weights=True)
    assert network.edge_columns()[2].tolist() == [float(word)]


#: Files with a number that is too long, or of digits that are not ASCII.
WITH_NUMBER = {
    "conll": "#begin document (d); part {}\nd 0 0 a (1)\n#end document\n",
    "infomap": '{}:1 0.5 "a" x\n',
    "mcl_matrix": "(mclheader\nmcltype matrix\ndimensions {}x1\n)\n(mclmatrix\nbegin\n0 0 $\n)\n",
    "oslom": "#module 0 size: {} bs: 0.1\n1 2\n",
    "mothur_list": "label\tnumOtus\tOtu1\n0.03\t{}\ta,b\n",
    "cfinder": "{}:\n",
    "pajek": "*Vertices {}\n1\n",
}


@pytest.mark.parametrize("format", WITH_NUMBER)
@pytest.mark.filterwarnings("ignore::accord.AccordWarning")
@pytest.mark.parametrize("word", [LONG, "1_0", "²"])
def test_number_of_any_form_is_read_or_an_error_of_accord(tmp_path, format, word):
    path = tmp_path / "a.txt"
    path.write_text(WITH_NUMBER[format].format(word))
    for given in (format, None):
        with contextlib.suppress(InputError):
            accord.read(path, format=given, ids="text")
    if word == LONG:
        with pytest.raises(InputError) as caught:
            accord.read(path, format=format, ids="text")
        assert len(str(caught.value)) < 500 + len(str(path))


def test_long_numbers_in_the_first_line_are_no_header_of_metis(tmp_path):
    (tmp_path / "a.txt").write_text(f"{LONG} {LONG}\n1 2\n")
    assert accord.read(tmp_path / "a.txt", format="cnl", ids="text").n_clusters == 2
    with pytest.raises(InputError):
        accord.read_network(tmp_path / "a.txt", format="metis")


@pytest.mark.parametrize("column", ["²", LONG, "1_0", "٢"])
def test_column_of_a_number_that_is_none_is_an_error(tmp_path, column):
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="there is no column"):
        accord.read(tmp_path / "a.csv", columns=[column, "b"])


def test_attribute_of_more_digits_than_python_writes_is_an_error(tmp_path):
    (tmp_path / "a.edgelist").write_text(f"1 2 {{'weight': 0x{'f' * 5000}}}\n")
    with pytest.raises(FormatError, match="is not a number"):
        accord.read_network(tmp_path / "a.edgelist")


@pytest.mark.parametrize("encoding", ["nowhere-1", "idna", "undefined", "rot13", "utf-7", "cp932"])
def test_encoding_that_cannot_be_read_is_one_line(tmp_path, encoding):
    path = tmp_path / "a.graphml"
    path.write_text(f'<?xml version="1.0" encoding="{encoding}"?>\n<graphml/>\n')
    done = run("info", "--network", path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert f"{path}, line 1, column 1: its encoding cannot be read" in done.stderr.decode()


@pytest.mark.parametrize(
    "text",
    [
        b'{"\\ud800": ["a", "b"], "c": ["d"]}',
        b'[["a\\udfff", "b"]]',
        b'[{"node": 1, "cluster": "\\uDC00\\uD800"}]',
        b'{"a\xed\xa0\x80": ["a", "b"]}',
    ],
)
def test_half_of_a_character_in_json_is_one_line(tmp_path, text):
    (tmp_path / "a.json").write_bytes(text)
    done = run("info", tmp_path / "a.json")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "half of a character" in done.stderr.decode() or "not UTF-8" in done.stderr.decode()


def test_whole_characters_in_json_may_be_written_as_two_halves(tmp_path):
    (tmp_path / "a.json").write_text('{"\\ud83d\\ude00": ["a", "b"], "c": ["d", "e"]}')
    assert accord.read(tmp_path / "a.json").names == ("😀", "c")


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
@pytest.mark.parametrize("name", [2**63, -(2**63) - 1, 2**200])
def test_table_cannot_hold_names_of_more_than_64_bits(tmp_path, suffix, name):
    path = tmp_path / f"a.{suffix}"
    with pytest.raises(InputError, match=f"a table cannot hold {name}: only integers of 64 bits"):
        accord.write(Clustering.from_clusters({1: ["a"], name: ["b"]}), path)
    levels = {1: Clustering.from_labels([0, 1]), name: Clustering.from_labels([0, 0])}
    with pytest.raises(InputError, match="only integers of 64 bits"):
        accord.write(Clustering.from_levels(levels), path)


def test_conll_cannot_hold_tokens_without_end(tmp_path):
    far = Clustering.from_clusters([["d:0:999999999999-999999999999"]])
    with pytest.raises(InputError, match="a line for each token"):
        accord.write(far, tmp_path / "a.conll")
