"""A first row of unknown names: a header, data, or an error that asks which of the two."""

import pandas
import pytest
from cluster_list_files import read_text
from contents import named, sets

import accord
from accord import AccordWarning, FormatError, InputError
from accord._io.tables.first_row import FirstRow, judge_first_row

#: Headers above ids of another kind, with the clusters below them.
CLEAR_HEADERS = {
    "integers": ("gene,truth\n1,0\n2,0\n3,1\n", [{1, 2}, {3}]),
    "codes": ("gene,truth\ng1,c1\ng2,c1\ng3,c2\n", [{"g1", "g2"}, {"g3"}]),
    "integer nodes, words": ("gene,truth\n1,up\n2,up\n3,down\n", [{1, 2}, {3}]),
    "words, integer clusters": ("gene,truth\nann,1\nbob,1\neve,2\n", [{"ann", "bob"}, {"eve"}]),
    "three lines": ("gene,truth\nTP53,1\nBRCA1,1\n", [{"TP53", "BRCA1"}]),
    "two lines": ("gene,truth\n7,3\n", [{7}]),
    "numbers of columns": ("0,1\nann,red\nbob,red\n", [{"ann", "bob"}]),
}


@pytest.mark.parametrize("kind", CLEAR_HEADERS)
@pytest.mark.parametrize(("name", "mark"), [("a.csv", ","), ("a.tsv", "\t"), ("a.pairs", " ")])
def test_header_above_ids_of_another_kind_is_no_node(tmp_path, kind, name, mark):
    text, expected = CLEAR_HEADERS[kind]
    assert sets(read_text(tmp_path / name, text.replace(",", mark))) == expected


@pytest.mark.parametrize("kind", CLEAR_HEADERS)
def test_header_true_reads_the_same_and_false_reads_one_node_more(tmp_path, kind):
    text, expected = CLEAR_HEADERS[kind]
    assert sets(read_text(tmp_path / "a.csv", text, header=True)) == expected
    as_data = read_text(tmp_path / "a.csv", text, header=False, ids="text")
    assert as_data.n_nodes == sum(map(len, expected)) + 1


def test_data_frame_of_the_same_columns_reads_the_same(tmp_path):
    text, expected = CLEAR_HEADERS["integers"]
    read_text(tmp_path / "a.csv", text)
    frame = pandas.read_csv(tmp_path / "a.csv")
    assert sets(accord.as_clustering(frame)) == expected


def test_header_does_not_raise_the_score(tmp_path):
    """As a node, the header would agree with itself."""
    truth = read_text(tmp_path / "t.csv", "gene,truth\n1,0\n2,0\n3,1\n4,1\n")
    found = read_text(tmp_path / "f.csv", "gene,found\n1,0\n2,1\n3,0\n4,1\n")
    # By hand: every pair of clusters has one of two nodes in common, so each best F1 is 1/2.
    assert float(accord.f1h(truth, found)) == 0.5


@pytest.mark.parametrize(
    "text",
    [
        "1,7\n2,7\n3,8\n",
        "ann,red\nbob,red\neve,blue\n",
        "ann,1\nbob,1\neve,2\n",
        "g1,red\ng2,blue\ng3,blue\n",
        "1,red\n",
    ],
)
def test_first_row_like_the_others_is_data(tmp_path, text):
    assert read_text(tmp_path / "a.csv", text).n_memberships == text.count("\n")


def test_words_above_words_are_a_header_with_a_warning_if_clusters_repeat(tmp_path):
    text = "gene,truth\nTP53,apoptosis\nEGFR,apoptosis\n"
    with pytest.warns(AccordWarning, match="'gene,truth', is read as a header; say header=True"):
        clustering = read_text(tmp_path / "a.csv", text)
    assert named(clustering) == {"apoptosis": {"TP53", "EGFR"}}
    assert read_text(tmp_path / "a.csv", text, header=True) == clustering
    assert read_text(tmp_path / "a.csv", text, header=False).n_nodes == 3


@pytest.mark.parametrize(
    "text",
    [
        "gene,truth\nTP53,apoptosis\nEGFR,growth\n",
        "gene,truth\nann,red\n",
        "gene,truth\n",
        "gene1,truth\ng2,1\ng3,2\n",
    ],
)
def test_unclear_first_row_is_an_error_that_says_how_to_say(tmp_path, text):
    (tmp_path / "a.csv").write_text("# made by hand\n" + text)
    with pytest.raises(FormatError, match="header=True or header=False") as caught:
        accord.read(tmp_path / "a.csv")
    assert (caught.value.line, caught.value.column) == (2, 1)
    assert accord.read(tmp_path / "a.csv", header=False).n_memberships == text.count("\n")


@pytest.mark.parametrize(
    "text", ["truth,found\n0,0\n0,1\n1,1\n0,1\n", "truth,gene\nA,1\nA,2\nB,3\n"]
)
def test_two_columns_that_are_not_nodes_and_clusters_are_an_error(tmp_path, text):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(FormatError, match="columns="):
        accord.read(tmp_path / "a.csv")
    with pytest.raises(InputError, match="columns="):
        accord.as_clustering(pandas.read_csv(tmp_path / "a.csv"))


def test_swapped_columns_without_a_header_are_an_error(tmp_path):
    (tmp_path / "a.csv").write_text("A,1\nA,2\nA,3\nB,4\n")
    with pytest.raises(FormatError, match=r"columns=\(2, 1\)"):
        accord.read(tmp_path / "a.csv")
    clustering = accord.read(tmp_path / "a.csv", columns=(2, 1))
    assert named(clustering) == {"A": {1, 2, 3}, "B": {4}}


def test_header_is_judged_in_the_columns_that_are_read(tmp_path):
    text = "gene,p,module_name\ng1,0.5,red\ng2,0.1,red\ng3,0.2,blue\n"
    clustering = read_text(tmp_path / "a.csv", text, columns=(1, 3))
    assert sets(clustering) == [{"g1", "g2"}, {"g3"}]


def test_file_of_nodes_may_have_a_header(tmp_path):
    from accord._io.clusterings.read import read_nodes

    (tmp_path / "a.csv").write_text("gene\n1\n2\n")
    assert read_nodes(tmp_path / "a.csv") == [1, 2]
    (tmp_path / "a.csv").write_text("3\n1\n2\n")
    assert read_nodes(tmp_path / "a.csv") == [1, 2, 3]


# ---- networks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "from_id,to_id\n1,2\n2,3\n"),
        ("a.csv", "left,right\n1,2\n2,3\n"),
        ("a.csv", "left,right,times\nann,bob,2\nbob,eve,1\n"),
        ("a.tsv", "left\tright\nn1\tn2\nn2\tn3\n"),
        ("a.edges", "left right\n1 2\n2 3\n"),
    ],
)
def test_header_of_edges_is_no_edge(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    network = accord.read_network(tmp_path / name)
    assert (network.n_nodes, network.n_edges) == (3, 2)


def test_unclear_first_edge_of_a_table_is_an_error_that_says_how_to_say(tmp_path):
    (tmp_path / "a.csv").write_text("left,right\nann,bob\nbob,eve\neve,ann\n")
    with pytest.raises(FormatError, match="header=True or header=False"):
        accord.read_network(tmp_path / "a.csv")
    assert accord.read_network(tmp_path / "a.csv", header=False).n_edges == 4
    assert accord.read_network(tmp_path / "a.csv", header=True, columns=(1, 2)).n_edges == 3


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["a", "b"]], FirstRow.UNCLEAR),
        ([["1", "2"]], FirstRow.DATA),
        ([["a", "b"], ["c", "b"]], FirstRow.DATA),
        ([["a", "b"], ["a", "c"]], FirstRow.DATA),
        ([["a", ""], ["c", "1"]], FirstRow.DATA),
        ([["a", "b"], ["1", "2"]], FirstRow.HEADER),
        ([["a", "b"], ["c", "d"], ["e", "d"]], FirstRow.ASSUMED_HEADER),
        ([["a", "b"], ["c", "d"], ["e", "f"]], FirstRow.UNCLEAR),
    ],
)
def test_first_row_is_judged_by_what_is_below(rows, expected):
    assert judge_first_row(rows, (0, 1), 1) is expected
