"""What is wrong in a cluster list is reported with its place."""

import pytest
from cluster_list_files import error_of, location_of


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("1 2\n1 x\n", (2, 3)),
            ("\n\n# c\n  x1> 1 y\n", (4, 9)),
            ("1\r\n2\r\n3 x\r\n", (3, 3)),
            ("1\r2\r3 x", (3, 3)),
            ("1\n\r2\n x", (4, 2)),
            ("c> 1\nd>x", (2, 3)),
            ("1 2\n\t\tfoo", (2, 3)),
            ("# ünïcödé\n1 é", (2, 3)),
            ("é> 1 x", (1, 6)),
            ("日本> 1 2 x", (1, 9)),
            ("> 1 2\n", (1, 1)),
            ("1 2\n   >5\n", (2, 4)),
        ],
    )
    def test_invalid_word_has_its_line_and_column(self, path, text, place):
        assert location_of(path, text) == place

    def test_byte_order_mark_does_not_count_as_a_column(self, path):
        assert location_of(path, "\ufeff1 x\n") == (1, 3)

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("a>\n", (1, 1)),
            ("1 2\n  a>   \n3\n", (2, 3)),
            ("a> 1\nb>", (2, 1)),
            ("a>\r\nb> 1", (1, 1)),
        ],
    )
    def test_name_without_members_is_an_error_at_the_name(self, path, text, place):
        assert location_of(path, text) == place

    def test_name_without_members_is_named(self, path):
        assert "'lonely'" in str(error_of(path, "1 2\nlonely>\n"))

    @pytest.mark.parametrize(
        "share", ["0", "0.0", "-0.5", "1.0001", "2", "nan", "inf", "1e400", "-1"]
    )
    def test_share_out_of_range_is_an_error_at_the_member(self, path, share):
        error = error_of(path, f"c> 1:0.5  2:{share}\n", shares=True)
        assert (error.line, error.column) == (1, 11)
        assert "(0, 1]" in str(error)

    @pytest.mark.parametrize(
        "share", ["", "x", "0.5x", "+0.5", "0,5", "0.5:", "0.5:0.5", "0x1", "--1", "0.5é"]
    )
    def test_non_numeric_share_is_an_error_at_the_member(self, path, share):
        error = error_of(path, f"1\n2 3:{share}\n", shares=True)
        assert (error.line, error.column) == (2, 3)
        assert "(0, 1]" in str(error)

    def test_share_without_a_node_is_an_error(self, path):
        assert location_of(path, "a:0.5 :0.5\n", shares=True) == (1, 7)

    def test_conflicting_shares_are_an_error_that_names_node_and_line(self, path):
        error = error_of(
            path, "# Clusters: 2, Fuzzy: 1\nred> joe:1\nblue> ann:0.5 bob:1 ann:0.25\n"
        )
        assert "0.5" in str(error)
        assert "0.25" in str(error)
        assert "ann" in str(error)
        assert "blue" in str(error) or "line 3" in str(error)

    def test_error_about_shares_suggests_the_missing_header(self, path):
        assert "shares" in str(error_of(path, "1 2:0.5\n"))

    def test_empty_file_is_an_error(self, path):
        assert "empty" in str(error_of(path, ""))

    @pytest.mark.parametrize(
        "text", ["\n", "  \n\t\r\n", "# only a comment", "\ufeff", "#", "# Clusters: 0, Nodes: 0\n"]
    )
    def test_file_without_clusters_is_an_error(self, path, text):
        assert "no clusters" in str(error_of(path, text))

    @pytest.mark.parametrize(
        ("data", "place"),
        [
            (b"1 2\n3 \x004\n", (2, 3)),
            (b"1 2\x00\n", (1, 4)),
            (b"\x00\x00\x00\x00", (1, 1)),
            (b"a b\xff\n", (1, 4)),
            (b"a \xc3(\n", (1, 3)),
            (b"a \xed\xa0\x80\n", (1, 3)),
            (b"a \xc0\xaf\n", (1, 3)),
            (b"a \xf5\x80\x80\x80\n", (1, 3)),
            (b"a \xe2\x82", (1, 3)),
            (b"n\xff> 1\n", (1, 2)),
            ("1 2\n".encode("utf-16"), (1, 1)),
            ("1 2\n".encode("utf-16-be"), (1, 1)),
            ("1 2\n".encode("utf-16-le"), (1, 2)),
            ("ab cd\n".encode("utf-32"), (1, 1)),
            (b"\x7fELF\x02\x01\x01", (1, 1)),
            (b"\x89PNG\r\n\x1a\n", (1, 1)),
            (b"PK\x03\x04\x14\x00", (1, 3)),
            (b"a \x1b[31mred\n", (1, 3)),
        ],
    )
    def test_binary_data_is_an_error_where_it_starts(self, path, data, place):
        error = error_of(path, data)
        assert (error.line, error.column) == place
        assert "UTF-8" in str(error)

    def test_long_word_is_shortened_in_the_message(self, path):
        assert len(str(error_of(path, "1 " + "é" * 5000))) < 300 + len(str(path))

    def test_huge_word_fails_fast(self, path):
        assert location_of(path, "1 2\n3 " + "x" * 5_000_000)[0] == 2

    def test_huge_word_is_reported_where_it_starts(self, path):
        assert location_of(path, "1 2\n3 " + "x" * 5_000_000) == (2, 3)
