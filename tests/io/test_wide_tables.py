"""Text tables with a column for each cluster, and tables under the name of another separator."""

import pandas
import pytest
from cluster_list_files import read_text
from contents import named

import accord
from accord import AccordWarning, FormatError, InputError

#: Tables with a column for each cluster, and what they hold.
WIDE = {
    "one-hot": (
        "node,red,blue\nann,1,0\nbob,1,0\neve,0,1\n",
        {"red": {"ann", "bob"}, "blue": {"eve"}},
    ),
    "numbered nodes": ("id,red,blue\n7,1,0\n8,1,0\n9,0,1\n", {"red": {7, 8}, "blue": {9}}),
    "unknown name of nodes": (
        "gene,red,blue,green\nann,1,0,0\nbob,1,0,0\neve,0,0,1\n",
        {"red": {"ann", "bob"}, "green": {"eve"}},
    ),
    "index without a name": (",red,blue\nann,1,0\nbob,0,1\n", {"red": {"ann"}, "blue": {"bob"}}),
    "truth values": (
        "node,red,blue\nann,True,True\nbob,False,True\n",
        {"red": {"ann"}, "blue": {"ann", "bob"}},
    ),
    "numbered rows": (
        "red,blue,green\n1,0,0\n0,1,0\n0,0,1\n",
        {"red": {0}, "blue": {1}, "green": {2}},
    ),
    "numbered clusters": ("node,0,1\nann,1,0\nbob,0,1\n", {"0": {"ann"}, "1": {"bob"}}),
}


@pytest.mark.parametrize("kind", WIDE)
@pytest.mark.parametrize(("name", "mark"), [("a.csv", ","), ("a.csv", ";"), ("a.tsv", "\t")])
def test_columns_of_0_and_1_are_clusters(tmp_path, kind, name, mark):
    text, expected = WIDE[kind]
    assert named(read_text(tmp_path / name, text.replace(",", mark))) == expected


@pytest.mark.parametrize("kind", sorted(WIDE.keys() - {"index without a name"}))
def test_data_frame_of_the_same_columns_reads_the_same(tmp_path, kind):
    text, _ = WIDE[kind]
    clustering = read_text(tmp_path / "a.csv", text)
    assert accord.as_clustering(pandas.read_csv(tmp_path / "a.csv")) == clustering


def test_shares_are_read(tmp_path):
    clustering = read_text(tmp_path / "a.csv", "node,red,blue\nann,0.3,0.7\nbob,1,0\n")
    assert clustering.is_fuzzy
    assert named(clustering) == {"red": {"ann", "bob"}, "blue": {"ann"}}


def test_node_without_a_cluster_is_kept(tmp_path):
    clustering = read_text(
        tmp_path / "a.csv", "node,a,b,c,d,e,f\nann,1,0,0,1,0,0\nbob,0,0,0,0,0,0\n"
    )
    assert clustering.nodes() == ["ann", "bob"]


def test_columns_of_0_and_1_under_names_of_labels_are_said(tmp_path):
    text = "node,leiden1,leiden2,leiden3\nann,1,0,1\nbob,1,1,0\neve,0,0,0\n"
    with pytest.warns(AccordWarning, match="'leiden3' are read as clusters, with their nodes"):
        clustering = read_text(tmp_path / "a.csv", text)
    with pytest.warns(AccordWarning, match="'leiden3' are read as clusters, with their nodes"):
        assert accord.as_clustering(pandas.read_csv(tmp_path / "a.csv")) == clustering
    labels = read_text(tmp_path / "a.csv", text, columns=["node", "leiden2"])
    assert named(labels) == {0: {"ann", "eve"}, 1: {"bob"}}


@pytest.mark.parametrize(
    "text",
    [
        "node,x,y\nann,1,0\nbob,1,1\n",
        "node,x,y,z\nann,1,0,0\nbob,2,1,0\n",
        "ann,1,0,0\nbob,1,0,0\n",
        "node,x,y,z\nann,1,0,\nbob,0,1,0\n",
        "node,x,y,z\n" + "ann,1,0,0\n" * 150 + "bob,5,0,0\n",
    ],
)
def test_other_tables_ask_for_columns(tmp_path, text):
    with pytest.raises(FormatError, match="columns"):
        read_text(tmp_path / "a.csv", text)


def test_nodes_of_a_wide_table_are_distinct(tmp_path):
    with pytest.raises(InputError, match="must be distinct"):
        read_text(tmp_path / "a.csv", "node,red,blue\nann,1,0\nann,0,1\n")


@pytest.mark.parametrize(("name", "mark"), [("a.csv", "\t"), ("a.tsv", ","), ("a.tsv", ";")])
@pytest.mark.parametrize("header", ["node,cluster\n", ""])
def test_separator_is_what_the_rows_have(tmp_path, name, mark, header):
    text = f"{header}ann,red\nbob,red\neve,blue\n".replace(",", mark)
    assert named(read_text(tmp_path / name, text)) == {"red": {"ann", "bob"}, "blue": {"eve"}}


@pytest.mark.parametrize(("name", "mark"), [("a.csv", "\t"), ("a.tsv", ","), ("a.tsv", ";")])
@pytest.mark.parametrize("header", ["source,target\n", ""])
def test_separator_of_edges_is_what_the_rows_have(tmp_path, name, mark, header):
    path = tmp_path / name
    path.write_text(f"{header}1,2\n2,3\n".replace(",", mark))
    assert accord.read_network(path) == accord.Network.from_edges([(1, 2), (2, 3)])


def test_separator_of_the_name_goes_first(tmp_path):
    clustering = read_text(tmp_path / "a.tsv", "node\tcluster\na,b\tx,y\nc,d\tx,y\n")
    assert named(clustering) == {"x,y": {"a,b", "c,d"}}


@pytest.mark.parametrize("mark", [" ", "|"])
def test_other_separators_are_an_error(tmp_path, mark):
    with pytest.raises(FormatError, match="there is one column only"):
        read_text(tmp_path / "a.csv", "node,cluster\nann,red\n".replace(",", mark))


# ---- two columns under a header ------------------------------------------------------------------


def test_two_columns_under_a_said_header_are_node_and_cluster(tmp_path):
    text = "gene,truth\nTP53,apoptosis\nEGFR,growth\n"
    clustering = read_text(tmp_path / "a.csv", text, header=True)
    assert named(clustering) == {"apoptosis": {"TP53"}, "growth": {"EGFR"}}


@pytest.mark.parametrize(
    "text",
    [
        "truth,found\n0,0\n0,1\n1,1\n",
        "gene,score\nTP53,0.3\nEGFR,0.5\n",
        "family,gene\nkinase,TP53\nkinase,EGFR\n",
        "gene,x,y\na,b,c\n",
    ],
)
def test_said_header_does_not_overrule_names_and_values(tmp_path, text):
    with pytest.raises(FormatError, match="columns"):
        read_text(tmp_path / "a.csv", text, header=True)
