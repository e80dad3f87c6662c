"""Columns and headers as programs write them: read rightly, or refused, never swapped."""

import pandas
import pytest
from cluster_list_files import read_text

import accord
from accord import AccordWarning, FormatError, InputError

READ = {
    "gephi": (
        "a.csv",
        "Id,Label,timeset,modularity_class\n1,ann,,0\n2,bob,,0\n3,eve,,1\n4,joe,,1\n",
        {0: {1, 2}, 1: {3, 4}},
    ),
    "igraph": ("a.csv", "name,membership\na,1\nb,1\nc,2\n", {1: {"a", "b"}, 2: {"c"}}),
    "item second": ("a.csv", "topic,item\n0,12\n0,11\n1,12\n1,14\n", {0: {11, 12}, 1: {12, 14}}),
    "member second": (
        "a.csv",
        "family,member\nred,ann\nred,bob\nblue,eve\n",
        {"red": {"ann", "bob"}, "blue": {"eve"}},
    ),
    "id second": ("a.tsv", "Pathway\tID\nP1\ta1\nP1\tb2\n", {"P1": {"a1", "b2"}}),
    "write.table": (
        "a.txt",
        '"gene" "cluster"\n"1" "a" 1\n"2" "b" 1\n"3" "c" 2\n"4" "d" 2\n',
        {1: {"a", "b"}, 2: {"c", "d"}},
    ),
    "named vector": ("a.txt", '"x"\n"a" 1\n"b" 2\n', {1: {"a"}, 2: {"b"}}),
    "series": ("a.csv", ",truth\na,0\nb,1\n", {0: {"a"}, 1: {"b"}}),
    "known series": ("a.csv", ",leiden\na,0\nb,1\n", {0: {"a"}, 1: {"b"}}),
    "unnamed series": ("a.csv", ",0\na,0\nb,1\n", {0: {"a"}, 1: {"b"}}),
    "row numbers": ("a.csv", '"","gene","truth"\n"1","a",7\n"2","b",7\n', {7: {"a", "b"}}),
}


@pytest.mark.parametrize("kind", READ)
def test_tables_of_programs_are_read(tmp_path, kind):
    name, text, expected = READ[kind]
    clustering = read_text(tmp_path / name, text)
    assert {
        clustering.name(index): set(cluster) for index, cluster in enumerate(clustering.clusters())
    } == expected


@pytest.mark.parametrize(
    "text",
    [
        "label,score\n0,3\n0,2\n1,3\n1,2\n",
        "community,degree\n0,3\n0,2\n1,2\n1,3\n",
        "cluster,size\n0,10\n1,20\n",
        "x,label\n0.1,0\n0.2,0\n0.3,1\n",
        "truth,cluster\n0,0\n0,1\n1,1\n1,0\n",
        "Id,Label,timeset\n1,ann,\n2,bob,\n",
        "1,a\n1,b\n2,c\n",
        "KIT,kinase\nTP53,apoptosis\nBRCA1,repair\nCASP3,apoptosis\n",
    ],
)
def test_columns_that_are_not_nodes_and_clusters_are_refused(tmp_path, text):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(FormatError, match=r"columns=|header="):
        accord.read(tmp_path / "a.csv")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0,1\n10,2\n11,2\n12,3\n13,3\n", "is read as a header"),
        ("P1,a1\nP1,b2\nP2,c3\nP2,b2\nP2,a1\n", "the first column is read as the nodes"),
    ],
)
def test_what_was_assumed_is_said(tmp_path, text, said):
    with pytest.warns(AccordWarning, match=said):
        read_text(tmp_path / "a.csv", text)


@pytest.mark.parametrize(
    "columns", [{"community": [0, 0, 1, 1], "degree": [3, 2, 2, 3]}, {"cluster": [0, 0, 1, 1]}]
)
def test_index_of_a_frame_has_the_nodes(columns):
    frame = pandas.DataFrame(columns, index=list("abcd"))
    assert list(map(set, accord.as_clustering(frame).clusters())) == [{"a", "b"}, {"c", "d"}]


@pytest.mark.parametrize(
    "columns",
    [
        {"community": [0, 0, 1, 1], "degree": [3, 2, 2, 3]},
        {"red": ["a", "b"], "blue": ["c", "d"]},
        {"truth": [0, 0, 1], "a": [0, 1, 1], "b": [1, 1, 0]},
        {"truth": [0, 0, 1], "found": [1, 1, 0]},
    ],
)
def test_frames_without_nodes_are_refused(columns):
    with pytest.raises(InputError, match="columns="):
        accord.as_clustering(pandas.DataFrame(columns))


@pytest.mark.parametrize("text", ["node,cluster\n1,1\n2,1\n3,2\n", "gene,cluster\na,1\nb,1\n"])
def test_table_of_clusters_is_no_network(tmp_path, text):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(FormatError, match="not a network"):
        accord.read_network(tmp_path / "a.csv")


@pytest.mark.parametrize(
    "text", ["protein,partner\nann,bob\ncat,dog\neve,joe\nkim,ann\n", "u,v\na,b\nb,c\n"]
)
def test_words_above_words_are_no_edge(tmp_path, text):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(FormatError, match="header=True or header=False"):
        accord.read_network(tmp_path / "a.csv")
