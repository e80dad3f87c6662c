"""What the format of cluster lists says, and which ids are integers or texts."""

import re

import pytest
from cluster_list_files import error_of, location_of, read_text
from contents import shares

import accord
from accord import AccordWarning, FormatError, UnknownNameError

# ---- what the format says ------------------------------------------------------------------------


class TestFormat:
    @pytest.mark.parametrize(
        "text", ["red> 1 2 3\nblue> 3 4\n", "red>1 2 3\nblue>3 4", "red>\t1\t2 3\r\nblue>\t3 4\r\n"]
    )
    def test_name_precedes_the_mark_with_or_without_a_blank(self, path, text):
        clustering = read_text(path, text)
        assert clustering.names == ("red", "blue")
        assert list(clustering.clusters()) == [[1, 2, 3], [3, 4]]

    def test_numeric_names_stay_texts(self, path):
        assert read_text(path, "0> 5\n007> 6\n").names == ("0", "007")

    def test_unnamed_clusters_have_no_names(self, path):
        assert read_text(path, "1 2\n3\n").names is None

    def test_unnamed_cluster_among_named_ones_gets_a_unique_name(self, path):
        names = read_text(path, "1> 5\n6\n").names
        assert names[0] == "1"
        assert len(set(names)) == 2

    def test_mark_in_a_later_word_is_part_of_it(self, path):
        assert list(read_text(path, "c> a b>c\n").clusters()) == [["a", "b>c"]]

    def test_hash_inside_a_line_is_part_of_a_word(self, path):
        assert list(read_text(path, "a #b c#\n").clusters()) == [["a", "#b", "c#"]]

    def test_colons_are_part_of_nodes_without_the_fuzzy_header(self, path):
        clustering = read_text(path, "# Clusters: 1, Nodes: 2, Fuzzy: 0\nGO:0008150 GO:1\n")
        assert clustering.nodes() == ["GO:0008150", "GO:1"]
        assert not clustering.is_fuzzy

    def test_fuzzy_header_enables_shares(self, path):
        clustering = read_text(
            path, "# Clusters: 1, Nodes: 3, Fuzzy: 1, Numbered: 0\n1:0.5 2 3:1\n"
        )
        assert shares(clustering) == [{1: 0.5, 2: 1.0, 3: 1.0}]

    def test_fuzzy_header_needs_no_count_of_clusters(self, path):
        assert shares(read_text(path, "# Nodes: 2, Fuzzy: 1\na:0.5 b:1\n")) == [
            {"a": 0.5, "b": 1.0}
        ]

    def test_fuzzy_header_without_commas_and_in_any_case(self, path):
        clustering = read_text(path, "#clusters:1 nodes:2 FUZZY:1\n1:0.5 2\n")
        assert shares(clustering) == [{1: 0.5, 2: 1.0}]

    def test_shares_false_overrides_the_header(self, path):
        clustering = read_text(path, "# Clusters: 1, Nodes: 1, Fuzzy: 1\na:0.5\n", shares=False)
        assert clustering.nodes() == ["a:0.5"]

    def test_share_follows_the_last_colon_of_a_text(self, path):
        assert shares(read_text(path, "GO:0008150:0.25\n", shares=True)) == [{"GO:0008150": 0.25}]

    def test_node_twice_in_a_cluster_counts_once_and_is_reported(self, path):
        clustering = read_text(path, "1 2 1\n2 2\n")
        assert list(clustering.clusters()) == [[1, 2], [2]]
        assert clustering.repeated == 2

    def test_node_twice_with_the_same_share_counts_once(self, path):
        clustering = read_text(path, "a:0.5 b:1 a:0.50\n", shares=True)
        assert shares(clustering) == [{"a": 0.5, "b": 1.0}]
        assert clustering.repeated == 1

    def test_equal_clusters_are_kept(self, path):
        clustering = read_text(path, "1 2\n2 1\n")
        assert (clustering.n_clusters, clustering.n_duplicates) == (2, 1)

    def test_file_without_comments_gives_no_warning(self, path):
        assert read_text(path, "1 2\n").n_nodes == 2  # warnings are errors here

    @pytest.mark.parametrize(
        "header",
        [
            "# Clusters: 1, Nodes: 2",
            "# Clusters: 1",
            "#Clusters: 1, Nodes: 2, Fuzzy: 0, Numbered: 0",
        ],
    )
    def test_correct_header_gives_no_warning(self, path, header):
        assert read_text(path, f"{header}\n1 2\n").n_nodes == 2

    @pytest.mark.parametrize(
        ("header", "numbers"),
        [("# Clusters: 3, Nodes: 2", ("3", "1")), ("# Clusters: 1, Nodes: 7", ("7", "2"))],
    )
    def test_contradicting_header_warns_with_both_numbers(self, path, header, numbers):
        with pytest.warns(AccordWarning) as record:
            assert read_text(path, f"{header}\n4 5\n").n_nodes == 2
        assert len(record) == 1
        assert str(path) in str(record[0].message)
        assert re.findall(r"\b\d+\b", str(record[0].message).removeprefix(str(path))) == list(
            numbers
        )

    def test_warning_points_at_the_line_that_reads(self, path):
        path.write_text("# Clusters: 3\n1 2\n")
        with pytest.warns(AccordWarning) as record:
            accord.read(path)
        assert record[0].filename == __file__

    def test_prose_about_clusters_is_not_a_header(self, path):
        assert read_text(path, "# subclusters: 5 were merged\n1 2\n").n_clusters == 1

    def test_comment_after_the_first_cluster_is_not_a_header(self, path):
        assert read_text(path, "1 2\n# Clusters: 9, Nodes: 9, Fuzzy: 1\n3 4\n").n_clusters == 2

    def test_header_with_a_huge_number_does_not_crash(self, path):
        path.write_text("# Clusters: " + "9" * 5000 + "\n1 2\n")
        assert accord.read(path).n_clusters == 1

    def test_invalid_bytes_in_a_comment_are_ignored(self, path):
        assert read_text(path, b"# caf\xe9 \x00\n1 2\n").n_nodes == 2


# ---- integer or text -----------------------------------------------------------------------------


NO_INTEGERS = ["007", "00", "+5", "-0", "-07", str(2**63), "9" * 30, "1.0", "１"]


class TestIds:
    @pytest.mark.parametrize(
        "number", [0, 7, -7, 10**7, 10**8, 12345678, 123456789, 2**63 - 1, -(2**63) + 1, -(2**63)]
    )
    def test_integers_up_to_64_bits_are_integers(self, path, number):
        assert read_text(path, f"{number} 1\n").nodes() == sorted([number, 1])

    @pytest.mark.filterwarnings("ignore:.*do not fit into 64 bits")
    @pytest.mark.parametrize("word", [*NO_INTEGERS, str(-(2**63) - 1), "1e3", "0x1", "-"])
    def test_first_id_that_is_not_an_integer_makes_ids_texts(self, path, word):
        assert set(read_text(path, f"{word} 7\n").nodes()) == {word, "7"}

    @pytest.mark.parametrize("word", [str(2**63), str(2**64), str(-(2**63) - 1)])
    def test_ids_that_do_not_fit_into_64_bits_are_texts_with_a_warning(self, path, word):
        with pytest.warns(accord.AccordWarning, match=f"{word} do not fit into 64 bits .*text"):
            assert set(read_text(path, f"{word} 7\n").nodes()) == {word, "7"}
        assert set(read_text(path, f"{word} 7\n", ids="text").nodes()) == {word, "7"}

    @pytest.mark.parametrize("word", [*NO_INTEGERS, "7:0.5", "x", "5-", "5>6", "12345678x"])
    def test_text_id_after_an_integer_is_an_error(self, path, word):
        error = error_of(path, f"1 2\n3   {word}\n")
        assert (error.path, error.line, error.column) == (str(path), 2, 5)
        assert str(error).startswith(f"{path}, line 2, column 5: ")
        assert word in str(error)
        assert "ids='text'" in str(error)

    @pytest.mark.parametrize("length", range(1, 20))
    def test_integers_of_every_length_are_exact(self, path, length):
        numbers = [
            int(("1234567890" * 2)[:length]),
            10 ** (length - 1),
            min(10**length - 1, 2**63 - 1),
        ]
        signed = {*numbers, *(-number for number in numbers)}
        for text in (
            " ".join(map(str, signed)),
            "\n".join(map(str, signed)),
            "\t".join(map(str, signed)) + "\n",
        ):
            assert read_text(path, text).nodes() == sorted(signed)

    def test_7_and_007_are_different_texts(self, path):
        assert read_text(path, "007 7\n").n_nodes == 2
        assert read_text(path, "7 007\n", ids="text").nodes() == ["7", "007"]

    def test_ids_can_be_forced_to_be_texts(self, path):
        assert read_text(path, "1 2\n", ids="text").nodes() == ["1", "2"]

    def test_ids_can_be_forced_to_be_integers(self, path):
        assert location_of(path, "c> x 2\n", ids="integer") == (1, 4)

    def test_error_of_forced_integers_does_not_mention_the_first_id(self, path):
        assert "first id" not in str(error_of(path, "x 2\n", ids="integer"))

    def test_unknown_kind_of_ids_is_an_error_with_the_choices(self, path):
        with pytest.raises(UnknownNameError, match="integer"):
            read_text(path, "1\n", ids="int")

    def test_names_do_not_determine_the_kind_of_ids(self, path):
        assert read_text(path, "red> 1 2\n").nodes() == [1, 2]
        assert read_text(path, "1> a\n").nodes() == ["a"]

    def test_comments_do_not_determine_the_kind_of_ids(self, path):
        assert read_text(path, "# 1 2\n\na b\n").nodes() == ["a", "b"]

    def test_shares_do_not_determine_the_kind_of_ids(self, path):
        assert read_text(path, "1:0.5\n2\n", shares=True).nodes() == [1, 2]


class TestDoubts:
    def test_ids_that_look_like_shares_warn(self, path):
        path.write_text("ann:0.5 bob:.25\neve:1\n")
        with pytest.warns(AccordWarning, match="look like node:share"):
            assert accord.read(path).n_nodes == 3
        assert accord.read(path, shares=False).n_nodes == 3  # not where the question is answered

    def test_ontology_ids_do_not_warn(self, path):
        path.write_text("GO:0008150 GO:0003674\n")
        assert accord.read(path).nodes() == ["GO:0008150", "GO:0003674"]

    def test_mark_without_a_name_is_an_error(self, path):
        path.write_text("chess > ann bob\n")
        with pytest.raises(FormatError, match="line 1, column 7: '>' stands alone"):
            accord.read(path)

    def test_headers_in_several_comments_are_combined(self, path):
        path.write_text("# Nodes: 2\n# Fuzzy: 1\nann:0.5 bob\n")
        assert accord.read(path).is_fuzzy

    def test_null_is_an_ordinary_id(self, path):
        path.write_text("null:0.5 null:1\n")
        with pytest.raises(FormatError, match="'null' is listed twice"):
            accord.read(path, shares=True)
