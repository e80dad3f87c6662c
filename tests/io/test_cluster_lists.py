"""The reader and writer of cluster lists, against a slow parser that is plain to see through."""

import errno
import gzip
import io
import os
import re
import stat
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
import strategies
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord import AccordWarning, Clustering, FileError, FormatError, InputError, MissingPackageError, UnknownNameError
from accord.io import cluster_lists

BLOCK = 2**18  # bytes that the reader parses at once
BLANKS = " \t\v\f"
HEADER = re.compile(r"fuzzy\s*:\s*[1-9]", re.IGNORECASE)


# ---- the reference ---------------------------------------------------------------------------------------------


@dataclass
class Bad(Exception):
    """Where the text is wrong, or None where only the whole cluster is."""

    place: tuple[int, int] | None


@dataclass
class Parsed:
    clusters: list[dict[int | str, float]]
    names: list[str | None]
    repeated: int
    fuzzy: bool


def is_integer(word: str) -> bool:
    return re.fullmatch(r"0|-?[1-9][0-9]*", word) is not None and -(2**63) <= int(word) < 2**63


def split_share(word: str, integers: bool) -> tuple[str, str | None]:
    """An integer ends at the first colon; a text may hold colons, so its share follows the last."""
    at = word.find(":") if integers else word.rfind(":")
    return (word, None) if at <= 0 else (word[:at], word[at + 1 :])


def control(word: str) -> int | None:
    return next((i for i, c in enumerate(word) if ord(c) < 32 or ord(c) == 127), None)


def words_of(line: str) -> list[tuple[int, str]]:
    return [(m.start() + 1, m.group()) for m in re.finditer(f"[^{BLANKS}]+", line)]


def reference(data: bytes, *, ids: str = "auto", shares: bool | None = None) -> Parsed:
    rows: list[tuple[int, str]] = []
    for number, line in enumerate(re.split("\r\n|\r|\n", data.decode().removeprefix("\ufeff")), 1):
        text = line.strip(BLANKS)
        if text and not text.startswith("#"):
            rows.append((number, line))
        elif text and not rows and shares is None and "fuzzy" in line.lower() and HEADER.search(line):
            shares = True
    fuzzy = bool(shares)
    integers = ids == "integer" or (ids == "auto" and is_integer(first_node([line for _, line in rows], fuzzy)))
    clusters, names, repeated, late_errors = [], [], 0, []
    for number, line in rows:
        words = words_of(line)
        name, rest = take_name(number, words)
        cluster: dict[int | str, float] = {}
        for column, word in rest:
            node, share = member(number, column, word, integers, fuzzy)
            repeated += node in cluster
            if cluster.setdefault(node, share) != share:
                late_errors.append(None)
        if not cluster:
            late_errors.insert(0, (number, words[0][0]))
        clusters.append(cluster)
        names.append(name)
    if late_errors:  # seen once all words are read: first a name without members, then a node with two shares
        raise Bad(min((place for place in late_errors if place), default=None))
    if not clusters:
        raise Bad(None)
    return Parsed(clusters, names, repeated, fuzzy)


def first_node(lines: list[str], fuzzy: bool) -> str:
    for line in lines:
        name, mark, rest = words_of(line)[0][1].partition(">")
        words = [rest] * bool(rest) if name and mark else [name + mark + rest]
        words += [word for _, word in words_of(line)[1:2]]
        if words:
            return split_share(words[0], False)[0] if fuzzy else words[0]
    return ""


def take_name(number: int, words: list[tuple[int, str]]) -> tuple[str | None, list[tuple[int, str]]]:
    column, word = words[0]
    name, mark, rest = word.partition(">")
    if not mark:
        return None, words
    if not name:
        raise Bad((number, column))
    if control(name) is not None:
        raise Bad((number, column + control(name)))
    return name, [(column + len(name) + 1, rest)] * bool(rest) + words[1:]


def member(number: int, column: int, word: str, integers: bool, fuzzy: bool) -> tuple[int | str, float]:
    node, share = split_share(word, integers) if fuzzy else (word, None)
    if integers and not is_integer(node):
        raise Bad((number, column + (control(word) or 0)))
    if control(node) is not None:
        raise Bad((number, column + control(node)))
    if share is None:
        return int(node) if integers else node, 1.0
    if not re.fullmatch(r"([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", share) or not 1e-100 <= float(share) <= 1:
        raise Bad((number, column))
    return int(node) if integers else node, float(share)


# ---- comparing with it -----------------------------------------------------------------------------------------


def members(clustering: Clustering) -> list[dict[int | str, float]]:
    """The clusters as the reference gives them."""
    shares = clustering.rows.shares
    flat = iter([1.0] * clustering.n_memberships if shares is None else shares.tolist())
    return [{node: next(flat) for node in cluster} for cluster in clustering.clusters()]


def outcome(failure, call):
    """What the call gives, and None; or None, and the failure."""
    try:
        return call(), None
    except failure as error:
        return None, error


def expect_same(path, data: bytes, **options) -> None:
    """The reader finds what the reference finds in these bytes, or fails at the same place."""
    path.write_bytes(data)
    keywords = {key: value for key, value in options.items() if key != "threads"}
    expected, bad = outcome(Bad, lambda: reference(data, **keywords))
    if bad is not None:
        with pytest.raises(FormatError) as caught:
            accord.read(path, **options)
        assert caught.value.path == str(path)
        assert bad.place is None or bad.place == (caught.value.line, caught.value.column)
        return
    clustering = accord.read(path, **options)
    assert members(clustering) == expected.clusters
    assert clustering.repeated == expected.repeated
    assert clustering.is_fuzzy == expected.fuzzy
    if any(name is not None for name in expected.names):
        given_names = [name for name in expected.names if name is not None]
        kept = [name for name, given in zip(clustering.names, expected.names, strict=True) if given is not None]
        assert kept == given_names
    else:
        assert clustering.names is None


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("lists") / "a.cnl"


def read_text(path, data: str | bytes, **options) -> Clustering:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return accord.read(path, **options)


def error_of(path, data: str | bytes, **options) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_text(path, data, **options)
    return caught.value


def place_of(path, data: str | bytes, **options) -> tuple[int | None, int | None]:
    error = error_of(path, data, **options)
    return error.line, error.column


# ---- any text --------------------------------------------------------------------------------------------------

any_integer = st.integers(-20, 20) | st.integers(-(2**63) + 1, 2**63 - 1)
not_blank = st.characters(min_codepoint=33, exclude_categories=["Cs", "Cc"], exclude_characters="#>:")
word = st.text(not_blank | st.sampled_from("ab:"), min_size=1, max_size=6).filter(lambda w: not w.startswith(":"))
blank = st.text(st.sampled_from(BLANKS), min_size=1, max_size=3)
maybe_blank = st.just("") | blank
line_end = st.sampled_from(["\n", "\r\n", "\r"])
good_share = st.sampled_from(["0.5", "1", "1.0", ".25", "1e-3", "0.1", "5E-1", "0.50"]) | strategies.shares().map(repr)
comment = st.builds("{}#{}".format, maybe_blank, st.text(st.characters(exclude_categories=["Cs"]), max_size=8)).map(
    lambda text: re.sub("[\r\n]", "", text)
)


@st.composite
def texts(draw, member):
    """A whole file: clusters, names, comments and empty lines."""
    lines = []
    for _ in range(draw(st.integers(1, 6))):
        kind = draw(st.sampled_from(["cluster", "cluster", "cluster", "named", "comment", "empty"]))
        if kind == "comment":
            lines.append(draw(comment))
        elif kind == "empty":
            lines.append(draw(maybe_blank))
        else:
            line = draw(maybe_blank)
            if kind == "named":
                line += draw(word | any_integer.map(str)) + ">" + draw(maybe_blank)
            line += "".join(draw(member) + draw(blank) for _ in range(draw(st.integers(0, 4)))) + draw(member)
            lines.append(line + draw(maybe_blank))
    ends = [draw(line_end) for _ in lines]
    if draw(st.booleans()):
        ends[-1] = ""
    bom = draw(st.sampled_from(["", "", "\ufeff"]))
    return (bom + "".join(line + end for line, end in zip(lines, ends, strict=True))).encode()


PIECES = [
    *["1", "7", "007", "-7", "-0", "+5", "x", "é", "a:b", "1:0.5", "7:2", "7:", ":", ">", "5>", "n>", "n>4", "#", "#9"],
    *[" ", " ", "\t", "\n", "\n", "\r\n", "\r", "\v\f", "\x00", "7\x01", "\x7f", "n\x02>"],
    *[str(2**63 - 1), str(2**63), "9" * 30],
]


class TestAnyText:
    @given(texts(any_integer.map(str)))
    def test_integers_are_read_as_they_are_written(self, path, data):
        expect_same(path, data)

    @given(texts(word), st.sampled_from(["auto", "text"]))
    def test_texts_are_read_as_they_are_written(self, path, data, ids):
        if data.startswith(b"\xef\xbb\xbf"):  # columns behind one have a test of their own
            ids = "text"
        expect_same(path, data, ids=ids)

    @given(texts(st.builds("{}:{}".format, st.integers(0, 10**6), good_share) | st.integers(10**7, 10**9).map(str)))
    def test_shares_of_integers_are_read_as_they_are_written(self, path, data):
        expect_same(path, data, shares=True)

    @given(texts(st.builds("{}:{}".format, word, good_share)))
    def test_shares_of_texts_follow_the_last_colon(self, path, data):
        expect_same(path, data, shares=True, ids="text")

    @settings(max_examples=300)
    @given(
        st.lists(
            st.sampled_from(PIECES),
            max_size=12,
        ).map("".join),
        st.sampled_from(["auto", "integer", "text"]),
        st.sampled_from([None, True, False]),
    )
    def test_right_and_wrong_texts_are_told_apart_at_the_right_place(self, path, text, ids, shares):
        expect_same(path, text.encode(), ids=ids, shares=shares)

    @given(st.binary(max_size=60), st.sampled_from(["auto", "integer", "text"]), st.booleans())
    def test_any_bytes_are_read_or_are_an_error_of_accord(self, path, data, ids, shares):
        clustering, error = outcome(FormatError, lambda: read_text(path, data, ids=ids, shares=shares))
        assert str(path) in str(error) if clustering is None else clustering.n_memberships > 0

    @settings(max_examples=30)
    @given(texts(any_integer.map(str)), st.sampled_from([1, 2, 7]))
    def test_memory_and_file_are_read_the_same(self, path, data, threads):
        plain, error = outcome(FormatError, lambda: read_text(path, data, threads=threads))
        unpacked, same_error = outcome(FormatError, lambda: read_text(path, gzip.compress(data), threads=threads))
        assert unpacked == plain
        assert str(same_error) == str(error)


# ---- what the format says ---------------------------------------------------------------------------------------


class TestFormat:
    @pytest.mark.parametrize("text", ["red> 1 2 3\nblue> 3 4\n", "red>1 2 3\nblue>3 4", "red>\t1\t2 3\r\nblue>\t3 4\r\n"])
    def test_name_stands_before_the_mark_with_or_without_a_blank(self, path, text):
        clustering = read_text(path, text)
        assert clustering.names == ("red", "blue")
        assert list(clustering.clusters()) == [[1, 2, 3], [3, 4]]

    def test_numbers_as_names_stay_texts(self, path):
        assert read_text(path, "0> 5\n007> 6\n").names == ("0", "007")

    def test_unnamed_clusters_have_no_names(self, path):
        assert read_text(path, "1 2\n3\n").names is None

    def test_unnamed_cluster_among_named_ones_gets_a_name_of_its_own(self, path):
        names = read_text(path, "1> 5\n6\n").names
        assert names[0] == "1"
        assert len(set(names)) == 2

    def test_mark_in_a_later_word_is_part_of_it(self, path):
        assert list(read_text(path, "c> a b>c\n").clusters()) == [["a", "b>c"]]

    def test_hash_inside_a_line_is_part_of_a_word(self, path):
        assert list(read_text(path, "a #b c#\n").clusters()) == [["a", "#b", "c#"]]

    def test_nodes_with_colons_are_whole_without_the_fuzzy_header(self, path):
        clustering = read_text(path, "# Clusters: 1, Nodes: 2, Fuzzy: 0\nGO:0008150 GO:1\n")
        assert clustering.nodes() == ["GO:0008150", "GO:1"]
        assert not clustering.is_fuzzy

    def test_fuzzy_header_makes_shares(self, path):
        clustering = read_text(path, "# Clusters: 1, Nodes: 3, Fuzzy: 1, Numbered: 0\n1:0.5 2 3:1\n")
        assert members(clustering) == [{1: 0.5, 2: 1.0, 3: 1.0}]

    def test_fuzzy_header_needs_no_count_of_clusters(self, path):
        assert members(read_text(path, "# Nodes: 2, Fuzzy: 1\na:0.5 b:1\n")) == [{"a": 0.5, "b": 1.0}]

    def test_fuzzy_header_without_commas_and_in_any_case(self, path):
        clustering = read_text(path, "#clusters:1 nodes:2 FUZZY:1\n1:0.5 2\n")
        assert members(clustering) == [{1: 0.5, 2: 1.0}]

    def test_asking_for_no_shares_overrules_the_header(self, path):
        clustering = read_text(path, "# Clusters: 1, Nodes: 1, Fuzzy: 1\na:0.5\n", shares=False)
        assert clustering.nodes() == ["a:0.5"]

    def test_share_follows_the_last_colon_of_a_text(self, path):
        assert members(read_text(path, "GO:0008150:0.25\n", shares=True)) == [{"GO:0008150": 0.25}]

    def test_node_twice_in_a_cluster_counts_once_and_is_reported(self, path):
        clustering = read_text(path, "1 2 1\n2 2\n")
        assert list(clustering.clusters()) == [[1, 2], [2]]
        assert clustering.repeated == 2

    def test_node_twice_with_the_same_share_counts_once(self, path):
        clustering = read_text(path, "a:0.5 b:1 a:0.50\n", shares=True)
        assert members(clustering) == [{"a": 0.5, "b": 1.0}]
        assert clustering.repeated == 1

    def test_equal_clusters_stay_two(self, path):
        clustering = read_text(path, "1 2\n2 1\n")
        assert (clustering.n_clusters, clustering.n_duplicates) == (2, 1)

    def test_file_without_comments_gives_no_warning(self, path):
        assert read_text(path, "1 2\n").n_nodes == 2  # warnings are errors here

    @pytest.mark.parametrize(
        "header", ["# Clusters: 1, Nodes: 2", "# Clusters: 1", "#Clusters: 1, Nodes: 2, Fuzzy: 0, Numbered: 0"]
    )
    def test_true_header_gives_no_warning(self, path, header):
        assert read_text(path, f"{header}\n1 2\n").n_nodes == 2

    @pytest.mark.parametrize(
        ("header", "numbers"), [("# Clusters: 3, Nodes: 2", ("3", "1")), ("# Clusters: 1, Nodes: 7", ("7", "2"))]
    )
    def test_header_that_contradicts_the_content_warns_with_both_numbers(self, path, header, numbers):
        with pytest.warns(AccordWarning) as record:
            assert read_text(path, f"{header}\n4 5\n").n_nodes == 2
        assert len(record) == 1
        assert str(path) in str(record[0].message)
        assert re.findall(r"\b\d+\b", str(record[0].message).removeprefix(str(path))) == list(numbers)

    def test_warning_points_at_the_line_that_reads(self, path):
        path.write_text("# Clusters: 3\n1 2\n")
        with pytest.warns(AccordWarning) as record:
            accord.read(path)
        assert record[0].filename == __file__

    def test_prose_about_clusters_is_not_a_header(self, path):
        assert read_text(path, "# subclusters: 5 were merged\n1 2\n").n_clusters == 1

    def test_comment_behind_the_first_cluster_is_no_header(self, path):
        assert read_text(path, "1 2\n# Clusters: 9, Nodes: 9, Fuzzy: 1\n3 4\n").n_clusters == 2

    def test_header_with_a_number_of_absurd_length_is_no_crash(self, path):
        path.write_text("# Clusters: " + "9" * 5000 + "\n1 2\n")
        assert accord.read(path).n_clusters == 1

    def test_invalid_bytes_in_a_comment_do_not_matter(self, path):
        assert read_text(path, b"# caf\xe9 \x00\n1 2\n").n_nodes == 2


# ---- integer or text --------------------------------------------------------------------------------------------


NO_INTEGERS = ["007", "00", "+5", "-0", "-07", str(2**63), "9" * 30, "1.0", "１"]


class TestIds:
    @pytest.mark.parametrize("number", [0, 7, -7, 10**7, 10**8, 12345678, 123456789, 2**63 - 1, -(2**63) + 1, -(2**63)])
    def test_integers_of_64_bits_are_integers(self, path, number):
        assert read_text(path, f"{number} 1\n").nodes() == sorted([number, 1])

    @pytest.mark.parametrize("word", [*NO_INTEGERS, str(-(2**63) - 1), "1e3", "0x1", "-"])
    def test_what_is_not_written_as_an_integer_is_a_text_where_it_comes_first(self, path, word):
        assert set(read_text(path, f"{word} 7\n").nodes()) == {word, "7"}

    @pytest.mark.parametrize("word", [*NO_INTEGERS, "7:0.5", "x", "5-", "5>6", "12345678x"])
    def test_what_is_not_written_as_an_integer_is_an_error_after_one(self, path, word):
        error = error_of(path, f"1 2\n3   {word}\n")
        assert (error.path, error.line, error.column) == (str(path), 2, 5)
        assert str(error).startswith(f"{path}, line 2, column 5: ")
        assert word in str(error)
        assert "--ids text" in str(error)

    @pytest.mark.parametrize("length", range(1, 20))
    def test_integers_of_every_length_are_exact(self, path, length):
        numbers = [int(("1234567890" * 2)[:length]), 10 ** (length - 1), min(10**length - 1, 2**63 - 1)]
        signed = {*numbers, *(-number for number in numbers)}
        for text in (" ".join(map(str, signed)), "\n".join(map(str, signed)), "\t".join(map(str, signed)) + "\n"):
            assert read_text(path, text).nodes() == sorted(signed)

    def test_7_and_007_are_two_texts(self, path):
        assert read_text(path, "007 7\n").n_nodes == 2
        assert read_text(path, "7 007\n", ids="text").nodes() == ["7", "007"]

    def test_ids_can_be_forced_to_be_texts(self, path):
        assert read_text(path, "1 2\n", ids="text").nodes() == ["1", "2"]

    def test_ids_can_be_forced_to_be_integers(self, path):
        assert place_of(path, "c> x 2\n", ids="integer") == (1, 4)

    def test_error_of_forced_integers_does_not_speak_of_the_first_id(self, path):
        assert "first id" not in str(error_of(path, "x 2\n", ids="integer"))

    def test_unknown_kind_of_ids_is_an_error_with_the_choices(self, path):
        with pytest.raises(UnknownNameError, match="integer"):
            read_text(path, "1\n", ids="int")

    def test_names_do_not_decide_the_kind_of_the_ids(self, path):
        assert read_text(path, "red> 1 2\n").nodes() == [1, 2]
        assert read_text(path, "1> a\n").nodes() == ["a"]

    def test_comments_do_not_decide_the_kind_of_the_ids(self, path):
        assert read_text(path, "# 1 2\n\na b\n").nodes() == ["a", "b"]

    def test_share_does_not_decide_the_kind_of_the_ids(self, path):
        assert read_text(path, "1:0.5\n2\n", shares=True).nodes() == [1, 2]


# ---- errors -----------------------------------------------------------------------------------------------------


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
    def test_bad_word_has_its_line_and_column(self, path, text, place):
        assert place_of(path, text) == place

    def test_byte_order_mark_has_no_column(self, path):
        assert place_of(path, "\ufeff1 x\n") == (1, 3)

    @pytest.mark.parametrize(
        ("text", "place"), [("a>\n", (1, 1)), ("1 2\n  a>   \n3\n", (2, 3)), ("a> 1\nb>", (2, 1)), ("a>\r\nb> 1", (1, 1))]
    )
    def test_name_without_members_is_an_error_at_the_name(self, path, text, place):
        assert place_of(path, text) == place

    def test_name_without_members_is_named(self, path):
        assert "'lonely'" in str(error_of(path, "1 2\nlonely>\n"))

    @pytest.mark.parametrize("share", ["0", "0.0", "-0.5", "1.0001", "2", "nan", "inf", "1e400", "-1"])
    def test_share_outside_its_range_is_an_error_at_the_member(self, path, share):
        error = error_of(path, f"c> 1:0.5  2:{share}\n", shares=True)
        assert (error.line, error.column) == (1, 11)
        assert "(0, 1]" in str(error)

    @pytest.mark.parametrize("share", ["", "x", "0.5x", "+0.5", "0,5", "0.5:", "0.5:0.5", "0x1", "--1", "0.5é"])
    def test_share_that_is_no_number_is_an_error_at_the_member(self, path, share):
        error = error_of(path, f"1\n2 3:{share}\n", shares=True)
        assert (error.line, error.column) == (2, 3)
        assert "(0, 1]" in str(error)

    def test_share_without_a_node_is_an_error(self, path):
        assert place_of(path, "a:0.5 :0.5\n", shares=True) == (1, 7)

    def test_two_shares_of_one_membership_are_an_error_that_names_node_and_line(self, path):
        error = error_of(path, "# Clusters: 2, Fuzzy: 1\nred> joe:1\nblue> ann:0.5 bob:1 ann:0.25\n")
        assert "0.5" in str(error)
        assert "0.25" in str(error)
        assert "ann" in str(error)
        assert "blue" in str(error) or "line 3" in str(error)

    def test_shares_without_the_header_are_pointed_to(self, path):
        assert "shares" in str(error_of(path, "1 2:0.5\n"))

    def test_empty_file_is_an_error(self, path):
        assert "empty" in str(error_of(path, ""))

    @pytest.mark.parametrize("text", ["\n", "  \n\t\r\n", "# only a comment", "\ufeff", "#", "# Clusters: 0, Nodes: 0\n"])
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
    def test_what_is_not_text_is_an_error_where_it_starts(self, path, data, place):
        error = error_of(path, data)
        assert (error.line, error.column) == place
        assert "UTF-8" in str(error)

    def test_long_word_is_shortened_in_the_message(self, path):
        assert len(str(error_of(path, "1 " + "é" * 5000))) < 300 + len(str(path))

    def test_huge_word_is_an_error_and_not_a_wait(self, path):
        assert place_of(path, "1 2\n3 " + "x" * 5_000_000)[0] == 2

    def test_huge_word_is_reported_where_it_starts(self, path):
        assert place_of(path, "1 2\n3 " + "x" * 5_000_000) == (2, 3)


class TestFiles:
    def test_missing_file_is_an_error_with_its_name(self, tmp_path):
        with pytest.raises(FileNotFoundError) as caught:
            accord.read(tmp_path / "nowhere.cnl")
        assert isinstance(caught.value, FileError)
        assert caught.value.errno == errno.ENOENT
        assert caught.value.filename == str(tmp_path / "nowhere.cnl")
        assert str(tmp_path / "nowhere.cnl") in str(caught.value)

    def test_directory_is_an_error(self, tmp_path):
        with pytest.raises(FileError) as caught:
            accord.read(tmp_path)
        assert caught.value.errno == errno.EISDIR

    def test_file_without_permission_is_an_error(self, tmp_path):
        secret = tmp_path / "secret.cnl"
        secret.write_text("1 2\n")
        secret.chmod(0)
        user = os.geteuid()
        try:
            if user == 0:
                os.seteuid(65534)  # root may read everything
            with pytest.raises(FileError) as caught:
                accord.read(secret)
        finally:
            if user == 0:
                os.seteuid(0)
        assert caught.value.errno == errno.EACCES

    def test_name_that_is_not_utf8_can_be_read(self, tmp_path):
        name = os.path.join(os.fsencode(tmp_path), b"caf\xe9.cnl")
        with open(name, "wb") as file:
            file.write(b"1 2\n")
        assert accord.read(os.fsdecode(name)).nodes() == [1, 2]

    def test_name_with_a_nul_is_an_error_of_accord(self):
        with pytest.raises(accord.AccordError):
            accord.read("a\0b")

    def test_text_and_path_name_the_same_file(self, path):
        path.write_text("1 2\n")
        assert accord.read(str(path)) == accord.read(path)

    def test_named_pipe_can_be_read(self, tmp_path):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        data = b"".join(b"%d %d\n" % (i, i + 1) for i in range(50_000))
        writer = threading.Thread(target=pipe.write_bytes, args=(data,))
        writer.start()
        clustering = accord.read(pipe)
        writer.join()
        assert (clustering.n_clusters, clustering.n_nodes) == (50_000, 50_001)

    def test_compressed_named_pipe_can_be_read(self, tmp_path):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_bytes, args=(gzip.compress(b"1 2\n3"),))
        writer.start()
        assert accord.read(pipe).nodes() == [1, 2, 3]
        writer.join()

    @pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
    def test_minus_is_the_standard_input(self, monkeypatch, pack):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(pack(b"# Clusters: 2\na> 1 2\nb> 3"))))
        clustering = accord.read("-")
        assert clustering.names == ("a", "b")

    @pytest.mark.parametrize(("data", "words"), [(b"", "empty"), (b"1 x", "line 1, column 3")])
    def test_errors_in_the_standard_input_say_so(self, monkeypatch, data, words):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(FormatError, match=f"standard input.*{words}"):
            accord.read("-")


# ---- compressed -------------------------------------------------------------------------------------------------


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


MANY = "\n".join(" ".join(str(i * j % 99991) for j in range(1, 12)) for i in range(1, 20_001)).encode()


class TestCompressed:
    @pytest.mark.parametrize("pack", [gzip.compress, zstd])
    @pytest.mark.parametrize("name", ["a.cnl", "a.cnl.gz", "a.cnl.zst"])
    def test_compression_is_seen_in_the_content_not_in_the_name(self, tmp_path, pack, name):
        (tmp_path / name).write_bytes(pack(b"# Clusters: 2, Nodes: 3, Fuzzy: 1\r\n1:0.5 2\r\n3"))
        assert members(accord.read(tmp_path / name)) == [{1: 0.5, 2: 1.0}, {3: 1.0}]

    def test_plain_text_may_have_the_suffix_of_a_compressed_file(self, tmp_path):
        (tmp_path / "a.gz").write_bytes(b"1 2\n")
        assert accord.read(tmp_path / "a.gz").nodes() == [1, 2]

    @pytest.mark.parametrize("pack", [gzip.compress, zstd])
    def test_concatenated_parts_are_one_text(self, path, pack):
        clustering = read_text(path, pack(b"1 2\n3") + pack(b"4 5\n") + pack(b"") + pack(b"6\n"))
        assert list(clustering.clusters()) == [[1, 2], [5, 34], [6]]

    @pytest.mark.parametrize("pack", [gzip.compress, zstd])
    def test_large_compressed_file_is_read_like_a_plain_one(self, path, pack):
        assert read_text(path, pack(MANY)) == read_text(path, MANY)

    @pytest.mark.parametrize("pack", [gzip.compress, zstd])
    @pytest.mark.parametrize("kept", [0.02, 0.5, 0.9, 0.9999])
    def test_truncated_data_is_an_error_and_never_part_of_the_clusters(self, path, pack, kept):
        whole = pack(MANY)
        error = error_of(path, whole[: int(len(whole) * kept)])
        assert str(path) in str(error)

    def test_zstd_frame_of_unknown_size_cut_short_is_an_error(self, path):
        packer = zstandard.ZstdCompressor().compressobj()
        whole = packer.compress(MANY) + packer.flush()
        error_of(path, whole[:-5])

    @pytest.mark.parametrize("pack", [gzip.compress, zstd])
    def test_magic_bytes_alone_are_an_error(self, path, pack):
        error_of(path, pack(b"1 2")[:4])

    @pytest.mark.parametrize("pack", [gzip.compress, zstd])
    def test_bytes_behind_the_compressed_data_are_an_error(self, path, pack):
        error_of(path, pack(b"1 2\n") + b"3 4\n")

    @pytest.mark.parametrize("pack", [gzip.compress, zstd])
    def test_damaged_data_is_an_error(self, path, pack):
        data = bytearray(pack(MANY))
        middle = len(data) // 2
        data[middle : middle + 16] = bytes(16)
        error_of(path, bytes(data))

    @pytest.mark.parametrize("pack", [gzip.compress, zstd])
    def test_nothing_compressed_is_an_empty_file(self, path, pack):
        assert "empty" in str(error_of(path, pack(b"")))

    def test_place_of_an_error_is_that_in_the_text(self, path):
        assert place_of(path, gzip.compress(b"1 2\n3 x")) == (2, 3)

    def test_missing_zstd_package_is_named_with_the_way_to_get_it(self, path, monkeypatch):
        monkeypatch.setitem(sys.modules, "zstandard", None)
        with pytest.raises(MissingPackageError, match=r"zstandard.*pip install 'accord\[zstd\]'"):
            read_text(path, zstd(b"1 2"))


# ---- larger than a block ----------------------------------------------------------------------------------------


def same_on_all_threads(path, **options) -> Clustering:
    one, two, seven = (accord.read(path, threads=threads, **options) for threads in (1, 2, 7))
    for other in (two, seven):
        assert one == other
        assert one.nodes() == other.nodes()
        assert one.repeated == other.repeated
    return one


class TestLarge:
    def test_one_line_may_be_as_long_as_the_file(self, path):
        numbers = [i * 7919 % 1_000_003 for i in range(500_000)]
        path.write_text("all> " + " ".join(map(str, numbers)))
        clustering = same_on_all_threads(path)
        assert clustering.names == ("all",)
        assert list(clustering.clusters()) == [sorted(set(numbers))]

    def test_one_line_of_texts_may_be_as_long_as_the_file(self, path):
        words = [f"näme{i * 31 % 60_000}" for i in range(200_000)]
        path.write_text(" ".join(words) + "\n")
        clustering = same_on_all_threads(path)
        assert clustering.nodes() == list(dict.fromkeys(words))
        assert clustering.repeated == 140_000

    def test_one_line_of_shares_may_be_as_long_as_the_file(self, path):
        path.write_text(" ".join(f"{i}:{(i % 16 + 1) / 16}" for i in range(100_000)))
        clustering = same_on_all_threads(path, shares=True)
        assert clustering.rows.shares.tolist() == [(i % 16 + 1) / 16 for i in range(100_000)]

    def test_many_short_lines_are_read_in_order(self, path):
        path.write_text("".join(f"c{i}> {i} {i + 1}\r\n" for i in range(100_000)))
        clustering = same_on_all_threads(path)
        assert clustering.names == tuple(f"c{i}" for i in range(100_000))
        assert clustering.rows.members.tolist() == [v for i in range(100_000) for v in (i, i + 1)]

    @pytest.mark.parametrize("filler", ["9 8 77 ", "x> 1 y ", "# 5 #5 ", "\t \t", ": 0.5 é "])
    @pytest.mark.parametrize("blocks", [1.5, 4.2])
    def test_numbers_in_a_comment_longer_than_blocks_are_not_members(self, path, filler, blocks):
        path.write_text("1 2\n#" + filler * int(blocks * BLOCK / len(filler)) + "\n3 4\n")
        assert list(same_on_all_threads(path).clusters()) == [[1, 2], [3, 4]]

    def test_comment_may_have_a_word_of_any_length(self, path):
        path.write_text("1 2\n#" + "x" * (3 * 2**20) + "\n3 4\n")
        assert list(same_on_all_threads(path).clusters()) == [[1, 2], [3, 4]]

    def test_first_member_behind_a_long_comment_decides_the_kind(self, path):
        path.write_text("# " + "words in it " * 50_000 + "\n7 8\n")
        assert same_on_all_threads(path).nodes() == [7, 8]

    def test_blank_lines_longer_than_blocks_are_skipped(self, path):
        path.write_text("1 2" + " " * (2 * BLOCK) + "3\n" + "\n" * BLOCK + "\t" * BLOCK + "# 4\n" + " " * BLOCK + "5")
        assert list(same_on_all_threads(path).clusters()) == [[1, 2, 3], [5]]

    def test_empty_name_at_the_end_of_blanks_over_blocks_is_an_error(self, path):
        assert place_of(path, "1\nred>" + " " * (2 * BLOCK) + "\n2\n") == (2, 1)

    @pytest.mark.parametrize("threads", [1, 2, 7])
    def test_error_behind_several_blocks_has_its_line_and_column(self, path, threads):
        lines = "".join(f"é{i}> {i} {i + 1}\r\n" for i in range(60_000))
        assert len(lines.encode()) > 4 * BLOCK
        assert place_of(path, lines + "ü> 5  x\r\n6 y\r\n", threads=threads) == (60_001, 7)

    @pytest.mark.parametrize("threads", [1, 2, 7])
    def test_error_in_a_long_line_has_its_column(self, path, threads):
        text = "12345 " * 100_000
        assert place_of(path, text + "x " + text + "y", threads=threads) == (1, len(text) + 1)

    @pytest.mark.parametrize("threads", [1, 7])
    def test_first_of_several_errors_is_reported(self, path, threads):
        block = "1 2 3 4\n" * (BLOCK // 8)
        assert place_of(path, block * 2 + "1 x\n" + block + "1 y\n" + block, threads=threads) == (BLOCK // 4 + 1, 3)

    def test_threads_do_not_change_sparse_ids(self, path):
        numbers = np.random.default_rng(5).integers(-(2**62), 2**62, 60_000)
        path.write_text("\n".join(" ".join(map(str, row)) for row in numbers.reshape(-1, 6).tolist()))
        assert same_on_all_threads(path).nodes() == sorted(numbers.tolist())

    @pytest.mark.parametrize(
        "payload",
        [
            b"ann> 12345678901 -7 42\n8",
            b"\n   # 99 > 98\n5 6",
            b"\r\n\t#\r\n-123456789012345678\r\n",
            b"123456789> 5\n\r\n  77>8",
            b"\n#\n\n#x\n1 ",
        ],
    )
    @pytest.mark.parametrize(
        "filler",
        [b" " * 99 + b"\n", b" ", b"123456789012345678" + b" " * 80, b"#" + b"9 " * 40 + b"\n", b"# 9" + b" " * 80],
        ids=["lines", "blanks", "members", "comments", "comment"],
    )
    def test_payload_over_a_block_border_is_read_at_every_position(self, path, payload, filler):
        filler_text = b"5 5 " + filler * (BLOCK // len(filler) + 1)
        for position in range(BLOCK - len(payload) - 1, BLOCK + 2):
            expect_same(path, b"\n" + filler_text[: position - 2] + b"\n" + payload, threads=2)

    @pytest.mark.parametrize(
        "payload", ["añn> GO:0008150:0.125 é日本:x:1 z", "nöde:0.5\n  # x:7\nb> ü:1e-3\r\n", "a:0.0625 a:0.0625 b"]
    )
    @pytest.mark.parametrize("filler", [" ", " " * 99 + "\n", "node:0.25" + " " * 90], ids=["blanks", "lines", "members"])
    def test_texts_and_shares_over_a_block_border_are_read_at_every_position(self, path, payload, filler):
        data = payload.encode()
        filler_text = filler.encode() * (BLOCK // len(filler) + 1)
        for position in range(BLOCK - len(data) - 1, BLOCK + 2):
            before = filler_text[: position - 8]
            before = before[: before.rfind(filler.encode()) + len(filler)]
            before += b" " * (position - 8 - len(before))
            expect_same(path, b"q:1 q:1" + b"\n" + before + data, ids="text", shares=True, threads=2)

    def test_bad_word_over_a_block_border_has_its_place_at_every_position(self, path):
        for position in range(BLOCK - 8, BLOCK + 3):
            data = b"1\n2" + b" " * (position - 3) + b"12345x7"
            assert place_of(path, data) == (2, position - 1)

    def test_character_over_a_block_border_is_whole(self, path):
        for position in range(BLOCK - 4, BLOCK + 1):
            data = b"aaa" + b" " * (position - 3) + "😀".encode() + b" b"
            assert read_text(path, data).nodes() == ["aaa", "😀", "b"]

    def test_word_longer_than_a_block_is_one_node(self, path):
        assert read_text(path, "a " + "x" * (2 * BLOCK) + " b").nodes() == ["a", "x" * (2 * BLOCK), "b"]

    @pytest.mark.parametrize("size", [BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK])
    @pytest.mark.parametrize("end", [b"\n", b"\r\n", b"", b" "])
    def test_file_may_end_at_a_block_border(self, path, size, end):
        clustering = read_text(path, b"4 " + b" " * (size - 3 - len(end)) + b"7" + end)
        assert path.stat().st_size == size
        assert list(clustering.clusters()) == [[4, 7]]

    def test_crlf_over_a_block_border_is_one_line_end(self, path):
        assert place_of(path, b" " * (BLOCK - 3) + b"55\r\n" + b"6 x") == (2, 3)

    def test_crlf_over_a_piece_of_the_line_count_is_one_line_end(self, path):
        assert place_of(path, b" " * (2**20 - 3) + b"55\r\n" + b"6 x") == (2, 3)

    def test_ids_far_apart_cost_no_memory_by_their_range(self, path):
        path.write_text("\n".join(f"{i} {i * (2**62 // 1000)}" for i in range(1000)))
        program = (
            "import resource, sys, accord\n"
            "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "assert accord.read(sys.argv[1]).n_nodes == 1999\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
        )
        done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
        assert int(done.stdout) < 20_000  # KiB


# ---- writing ----------------------------------------------------------------------------------------------------

SUFFIXES = ["cnl", "txt", "cnl.gz", "cnl.zst"]
label = st.text(st.characters(categories=["L", "N", "P", "S"], exclude_characters=">"), min_size=1, max_size=5).filter(
    lambda text: not text.startswith("#") and text.isprintable()
)


class TestWrite:
    @given(strategies.covers(), st.sampled_from(SUFFIXES))
    def test_integers_come_back(self, path, clusters, suffix):
        clustering = Clustering.from_clusters(clusters)
        target = path.with_name(f"out.{suffix}")
        accord.write(clustering, target)
        assert accord.read(target) == clustering

    @given(st.lists(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1), min_size=1, max_size=4))
    def test_integers_of_64_bits_come_back(self, path, clusters):
        clustering = Clustering.from_clusters(clusters)
        accord.write(clustering, path)
        assert accord.read(path) == clustering

    @given(st.dictionaries(label, st.sets(label, min_size=1), min_size=1, max_size=4))
    def test_texts_and_names_come_back(self, path, clusters):
        clustering = Clustering.from_clusters(clusters)
        accord.write(clustering, path)
        assert accord.read(path, ids="text") == clustering

    @given(strategies.fuzzy(), st.sampled_from(SUFFIXES))
    def test_shares_come_back_to_the_last_bit(self, path, clusters, suffix):
        clustering = Clustering.from_clusters(clusters)
        target = path.with_name(f"fuzzy.{suffix}")
        accord.write(clustering, target)
        assert accord.read(target) == clustering

    @given(st.dictionaries(label, strategies.shares(), min_size=1))
    def test_shares_of_texts_with_colons_come_back(self, path, cluster):
        clustering = Clustering.from_clusters([cluster])
        accord.write(clustering, path)
        assert accord.read(path, ids="text") == clustering

    @settings(max_examples=50)
    @given(st.dictionaries(label, st.sets(label, min_size=1), min_size=1, max_size=3))
    def test_what_is_written_is_what_the_reference_reads(self, path, clusters):
        accord.write(Clustering.from_clusters(clusters), path)
        parsed = reference(path.read_bytes(), ids="text")
        assert [set(cluster) for cluster in parsed.clusters] == list(clusters.values())
        assert parsed.names == list(clusters)

    def test_header_tells_what_is_there(self, path):
        accord.write(Clustering.from_clusters({"a": {1: 0.5, 2: 1}, "b": {2: 1}}), path)
        first, *rest = path.read_text().splitlines()
        assert first == "# Clusters: 2, Nodes: 2, Fuzzy: 1, Numbered: 1"
        assert rest == ["a> 1:0.5 2:1.0", "b> 2:1.0"]

    @pytest.mark.parametrize(("suffix", "magic"), [("gz", b"\x1f\x8b"), ("zst", b"\x28\xb5\x2f\xfd"), ("cnl", b"# Clu")])
    def test_suffix_decides_the_compression(self, tmp_path, suffix, magic):
        accord.write(Clustering.from_clusters([[1, 2]]), tmp_path / f"a.{suffix}")
        assert (tmp_path / f"a.{suffix}").read_bytes().startswith(magic)

    def test_compressed_file_is_the_same_at_any_time(self, tmp_path):
        clustering = Clustering.from_clusters([[1, 2]])
        accord.write(clustering, tmp_path / "a.gz")
        accord.write(clustering, tmp_path / "b.gz")
        assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()

    @pytest.mark.parametrize(
        "clusters",
        [
            *([["a b"]], [["a", ""]], [["a\n"]], [["x\ty"]], [["#a"]], [["a>b"]], [["a\x00"]], [[("a", 1)]]),
            *({"my name": ["a"]}, {"": ["a"]}, {"#c": ["a"]}, {"a>b": ["a"]}, {"a\r": ["a"]}),
        ],
    )
    def test_label_that_would_read_as_something_else_is_an_error(self, tmp_path, clusters):
        with pytest.raises(InputError):
            accord.write(Clustering.from_clusters(clusters), tmp_path / "a.cnl")
        assert os.listdir(tmp_path) == []

    @pytest.mark.parametrize("labels", [["1", "x"], ["1", "2"]])
    def test_texts_that_look_like_integers_come_back_with_ids_text(self, path, labels):
        clustering = Clustering.from_clusters([labels])
        accord.write(clustering, path)
        assert accord.read(path, ids="text") == clustering

    def test_labels_with_noise_alone_can_be_written(self, path):
        clustering = Clustering.from_labels([0, 0, -1, -1], noise=-1, noise_policy="alone")
        accord.write(clustering, path)
        assert list(accord.read(path).clusters()) == [[0, 1], [2], [3]]

    def test_weights_and_lonely_nodes_have_no_place(self, path):
        with pytest.raises(InputError, match="weight"):
            accord.write(Clustering.from_clusters([[1]], weights={1: 2}), path)
        with pytest.raises(InputError, match="no cluster"):
            accord.write(Clustering.from_clusters([[1]], nodes=[2]), path)

    def test_failure_leaves_the_old_file_and_nothing_else(self, tmp_path, monkeypatch):
        target = tmp_path / "a.cnl"
        target.write_text("old")

        def half(clustering):
            yield "1 2\n"
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(cluster_lists, "_lines", half)
        with pytest.raises(FileError) as caught:
            accord.write(Clustering.from_clusters([[1, 2], [3]]), target)
        assert caught.value.errno == errno.ENOSPC
        assert target.read_text() == "old"
        assert os.listdir(tmp_path) == ["a.cnl"]

    @pytest.mark.parametrize("suffix", ["gz", "zst"])
    def test_interrupted_compression_leaves_nothing(self, tmp_path, monkeypatch, suffix):
        def half(clustering):
            yield "1 2\n"
            raise KeyboardInterrupt

        monkeypatch.setattr(cluster_lists, "_lines", half)
        with pytest.raises(KeyboardInterrupt):
            accord.write(Clustering.from_clusters([[1, 2], [3]]), tmp_path / f"a.{suffix}")
        assert os.listdir(tmp_path) == []

    def test_missing_directory_is_an_error_with_the_name_of_the_file(self, tmp_path):
        target = tmp_path / "nowhere" / "a.cnl"
        with pytest.raises(FileError) as caught:
            accord.write(Clustering.from_clusters([[1]]), target)
        assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, str(target))

    def test_directory_in_its_place_is_an_error_and_stays(self, tmp_path):
        target = tmp_path / "a"
        target.mkdir()
        with pytest.raises(FileError):
            accord.write(Clustering.from_clusters([[1]]), target)
        assert os.listdir(tmp_path) == ["a"]

    def test_file_is_readable_as_other_new_files_are(self, tmp_path):
        (tmp_path / "other").write_text("")
        accord.write(Clustering.from_clusters([[1]]), tmp_path / "a.cnl")
        modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("other", "a.cnl")]
        assert modes[0] == modes[1]

    def test_time_grows_with_the_number_of_shares_not_faster(self, path):
        clusters = [{3 * i: 0.5, 3 * i + 1: 0.25, 3 * i + 2: 1.0} for i in range(10_000)]
        clustering = Clustering.from_clusters(clusters)
        start = time.process_time()
        accord.write(clustering, path)
        assert time.process_time() - start < 1  # below 0.1 where it does, 2 where it grows with the square

    def test_whatever_is_read_can_be_written(self, path):
        clustering = read_text(path, "a\u00a0b\u200bc\u00adé a~b\n")
        accord.write(clustering, path)
        assert accord.read(path) == clustering


def test_reference_tells_repeats_and_names_apart():
    parsed = reference(b"# x\nn>1 1 2\n3\n")
    assert parsed.clusters == [{1: 1.0, 2: 1.0}, {3: 1.0}]
    assert parsed.names == ["n", None]
    assert parsed.repeated == sum(Counter([1, 1, 2]).values()) - 2
