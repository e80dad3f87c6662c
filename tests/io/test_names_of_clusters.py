"""Cluster lists whose lines may begin with a comment, or with the name of a cluster."""

import pytest
from cluster_list_files import read_text
from contents import named, sets

import accord
from accord import AccordWarning, Clustering, FormatError, InputError

RED_AND_BLUE = {"red": {"a", "b", "c"}, "blue": {"d", "e"}}


@pytest.mark.parametrize("name", ["a.txt", "a.cnl", "a.cmty.txt"])
def test_percent_begins_a_comment(tmp_path, name):
    text = "% two clusters\n%\na b c\nd e\n"
    assert sets(read_text(tmp_path / name, text)) == [{"a", "b", "c"}, {"d", "e"}]
    assert read_text(tmp_path / name, text) == read_text(tmp_path / "b.cnl", "a b c\nd e\n")


@pytest.mark.parametrize("text", ["a b c\n% and\nd e\n", "%x y\na b c\nd e\n"])
@pytest.mark.parametrize("name", ["a.txt", "a.cnl"])
def test_percent_that_may_begin_a_node_is_said(tmp_path, name, text):
    with pytest.warns(AccordWarning, match="lines that start with '%', such as '%.*, are skipped"):
        assert read_text(tmp_path / name, text).n_clusters == 2


def test_percent_begins_a_comment_in_lists_of_nodes(tmp_path):
    assert sets(read_text(tmp_path / "a.nmc", "% node, clusters\n1 2\n2 2\n")) == [{1, 2}]


@pytest.mark.parametrize("suffix", ["cnl", "cmty", "nmc"])
def test_node_that_begins_with_percent_is_not_written(tmp_path, suffix):
    with pytest.raises(InputError, match="%x"):
        accord.write(Clustering.from_clusters([["%x", "y"]]), tmp_path / f"a.{suffix}")


@pytest.mark.parametrize(
    "text",
    [
        "red: a b c\nblue: d e\n",
        "red:\ta\tb\tc\nblue:\td\te\n",
        "red :  a b c\nblue : d e\n",
        "red\ta b c\nblue\td e\n",
        "# names\nred: a b c\n% more\nblue: d e\n",
    ],
)
def test_names_before_a_colon_or_a_tab_are_no_nodes(tmp_path, text):
    assert named(read_text(tmp_path / "a.txt", text)) == RED_AND_BLUE
    assert named(read_text(tmp_path / "a.cnl", text, format="named")) == RED_AND_BLUE


def test_names_may_have_blanks(tmp_path):
    clustering = read_text(tmp_path / "a.txt", "Cluster A: a b c\nCluster B: d e\n")
    assert named(clustering) == {"Cluster A": {"a", "b", "c"}, "Cluster B": {"d", "e"}}


@pytest.mark.parametrize(
    "text",
    [
        "c1 a b c\nc2 d e\n",
        "red:a b c\nblue:d e\n",
        "1 1 2 3\n2 4 5\n3 6 7 8\n4 9\n",
        "0 1 2 3\n1 4 5\n2 6 7 8\n3 9\n",
    ],
)
@pytest.mark.parametrize("name", ["a.txt", "a.cnl"])
def test_first_words_that_may_be_names_are_said(tmp_path, name, text):
    word = text.split()[0]
    with pytest.warns(AccordWarning, match=f"such as '{word}', are read as nodes; say format='na"):
        clustering = read_text(tmp_path / name, text)
    assert word in map(str, clustering.nodes())


def test_numbered_first_words_are_names_if_said(tmp_path):
    clustering = read_text(tmp_path / "a.txt", "c1 a b c\nc2 d e\n", format="named")
    assert named(clustering) == {"c1": {"a", "b", "c"}, "c2": {"d", "e"}}


@pytest.mark.parametrize(
    "text", ["red\ta b c\nblue\td e\n", "red: a b c\nblue: d e\n", "red = a b\nblue = d e\n"]
)
def test_names_in_a_list_of_known_format_are_said(tmp_path, text):
    with pytest.warns(AccordWarning, match="'red', are read as nodes|'red:' is one|'=' is one"):
        read_text(tmp_path / "a.cnl", text)


@pytest.mark.parametrize(
    "text", ["a b c # red\nd e\n", "a b c\nd e % blue\n", "// x\na b c\n", "red -> a b\nx -> c\n"]
)
def test_words_without_letters_are_said(tmp_path, text):
    with pytest.warns(AccordWarning, match="is one node"):
        read_text(tmp_path / "a.txt", text)


@pytest.mark.parametrize(
    "text",
    [
        "a b c\nd e\n",
        "n1 n5 n6\nn2 n4\nn3 n7\n",
        "1 5 6\n2 4\n3 7\n8 9\n",
        "0 5 6\n1 4\n2 7\n3 9\n",
        "GO:1 GO:2\nGO:3 GO:4 GO:5\n",
        "a\tb\tc\nd\te\tf\ta\n",
    ],
)
def test_usual_lists_are_read_without_a_word(tmp_path, text):
    clustering = read_text(tmp_path / "a.cnl", text)
    assert clustering.n_memberships == len(text.split())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("red: a b\nred: c d\n", "line 2, column 1: there is a cluster 'red' in line 1 already"),
        ("red: a b\nblue:\n", "line 2, column 1: cluster 'blue' has no nodes"),
    ],
)
def test_wrong_lists_of_named_clusters(tmp_path, text, message):
    with pytest.raises(FormatError, match=message):
        read_text(tmp_path / "a.txt", text, format="named")
