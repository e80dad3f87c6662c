"""What is wrong with a file of any format is an error of ours that says where, in bounded time and memory."""

import errno
import os
import subprocess
import sys
import time

import numpy as np
import pyarrow
import pyarrow.feather
import pyarrow.parquet
import pytest
from broken_files import BINARY, as_nobody
from cluster_list_files import error_of, place_of, read_text
from contents import shares
from format_cases import GOOD, NAMES, file_name

import accord
from accord import AccordError, FileError, FormatError
from accord._io.clusterings.formats import CLUSTERING_FORMATS

TEXTS = [name for name in NAMES if name not in ("parquet", "arrow")]


def good_file(format: str, path) -> bytes:
    if format in GOOD:
        path.write_text(GOOD[format])
    else:
        accord.write(accord.Clustering.from_clusters([[1, 2, 3], [4, 5]]), path)
    return path.read_bytes()


@pytest.fixture
def file(tmp_path, format):
    return tmp_path / file_name(format)


@pytest.mark.parametrize("format", NAMES)
class TestEveryFormat:
    def test_the_right_file_is_read(self, file, format):
        good_file(format, file)
        clustering = accord.read(file)
        assert [len(cluster) for cluster in clustering.clusters()] == [3, 2]
        assert clustering.n_nodes == 5

    def test_empty_file_is_an_error(self, file, format):
        error = error_of(file, b"")
        assert error.path == str(file)
        assert "empty" in str(error)

    @pytest.mark.filterwarnings("ignore:.*the header says")
    def test_file_cut_anywhere_is_an_error_of_ours_or_a_shorter_file(self, file, format):
        whole = good_file(format, file)
        for end in range(1, len(whole)):
            file.write_bytes(whole[:end])
            try:
                clustering = accord.read(file)
            except FormatError as error:
                assert error.path == str(file)  # noqa: PT017
            else:
                assert 1 <= clustering.n_nodes <= 5

    @pytest.mark.parametrize("data", BINARY.values(), ids=BINARY)
    def test_binary_data_is_an_error_of_ours(self, file, format, data):
        plain_word = data == b"PAR1" and format in TEXTS
        for chosen in (None,) if plain_word else (None, format):
            error = error_of(file, data, format=chosen)
            assert error.path == str(file)
            assert "\0" not in str(error)
            assert "\n" not in str(error)

    def test_utf_16_is_an_error_that_says_so(self, file, format):
        text = GOOD.get(format, GOOD["csv"])
        for encoding in ("utf-16-le", "utf-16-be"):
            data = "\ufeff".encode(encoding) + text.encode(encoding)
            assert "UTF-16" in str(error_of(file, data)) or format not in TEXTS

    def test_a_folder_in_its_place_is_no_file_of_it(self, file, format):
        file.mkdir()
        with pytest.raises(AccordError, match="no files"):
            accord.read(file, format=format)

    def test_no_permission_is_an_error_with_the_name(self, file, format):
        good_file(format, file)
        file.chmod(0)
        with as_nobody(), pytest.raises(FileError) as caught:
            accord.read(file)
        assert (caught.value.errno, caught.value.filename) == (errno.EACCES, str(file))

    def test_no_file_is_an_error_with_the_name(self, file, format):
        with pytest.raises(FileNotFoundError) as caught:
            accord.read(file, format=format)
        assert caught.value.filename == str(file)

    def test_other_line_ends_and_none_at_the_end_are_fine(self, file, format):
        if format in TEXTS:
            expected = read_text(file, GOOD[format])
            for end in ("\r\n", "\r"):
                assert read_text(file, GOOD[format].replace("\n", end)) == expected
            assert read_text(file, GOOD[format].rstrip("\n")) == expected

    def test_byte_order_mark_in_front_is_fine(self, file, format):
        if format in TEXTS:
            expected = read_text(file, GOOD[format])
            assert read_text(file, b"\xef\xbb\xbf" + GOOD[format].encode()) == expected

    def test_blank_lines_are_skipped_but_where_lines_are_counted(self, file, format):
        if format in ("labels", "metis", "pajek"):
            assert "a blank line" in str(error_of(file, GOOD[format].replace("\n", "\n\n")))
        elif format in TEXTS:
            expected = read_text(file, GOOD[format])
            assert read_text(file, GOOD[format].replace("\n", "\n\n")) == expected


# ---- nothing in it -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "text"),
    [
        *[(format, "\n\n  \n") for format in TEXTS],
        *[(format, "# a comment\n# another\n") for format in TEXTS if format != "json"],
        *[
            ("csv", text)
            for text in ("node,cluster\n", "node,cluster", "node;cluster\n", '"node","cluster"\r\n')
        ],
        *[
            ("csv", "node,cluster\n1,\n2,\n"),
            ("tsv", "node\tcluster\n"),
            ("tsv", "node\tcluster\n1\t\n"),
        ],
        *[
            ("lfr", "1\n2\n3\n"),
            ("pajek", "*Vertices 0\n"),
            ("pajek", "*Vertices 5\n"),
            ("pajek", "% only this\n"),
        ],
        *[("infomap", "# path flow name node_id\n"), ("infomap_clu", "# node_id module flow\n")],
        *[("conll", "#begin document (d); part 000\n#end document\n")],
        *[("conll", "#begin document (d); part 000\nd 0 0 a -\n#end document\n")],
        *[
            ("json", text)
            for text in (
                "[]",
                "{}",
                "[[]]",
                "[{}]",
                '{"a": []}',
                "null",
                "0",
                '"a"',
                "true",
                "[null]",
            )
        ],
    ],
)
def test_file_without_clusters_is_an_error(tmp_path, format, text):
    error = error_of(tmp_path / file_name(format), text)
    assert error.path == str(tmp_path / file_name(format))


# ---- wrong words, and where ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "text", "place"),
    [
        # cluster lists
        ("cnl", "1 2\n3 x\n", (2, 3)),
        ("cnl", "# Fuzzy: 1\n1:0.5\n2:0.5 3:half\n", (3, 7)),
        ("cnl", "a>\n", (1, 1)),
        ("snap", "1\t2\n3\t4x\n", (2, 3)),
        ("snap", "1\t2\n\n\n3\t\x01\n", (4, 3)),
        ("lfr", "1\t1\nx\t2\n", (2, 1)),
        # tables: the number of columns
        ("csv", "node,cluster\n1,2\n3\n", (3, 2)),
        ("csv", "node,cluster\n1,2\n3,4,5\n", (3, 5)),
        ("csv", "node,cluster\n1,2\n\n3,4,\n", (4, 5)),
        ("tsv", "node\tcluster\n1\t2\n3 4\n", (3, 1)),
        ("tsv", "node\tcluster\na\tb\nc d\n", (3, 4)),
        ("pairs", "1 2\n3 4 5\n", (2, 5)),
        ("pairs", "1 2\n3\n", (2, 2)),
        ("pairs", "1 2\n3 4\n5 6 7\n", (3, 5)),
        # tables: ids
        ("csv", "node,cluster\n1,2\nx,2\n", (3, 1)),
        ("csv", "cluster,node\na,1\na,x\n", (3, 3)),
        ("csv", "node,cluster\n1,2\né,2\n", (3, 1)),
        ("csv", "node,cluster\né,2\nü,\x01\n", (3, 3)),
        ("csv", "node,cluster\n1,2\n,3\n", (3, 1)),
        ("tsv", "node\tcluster\n1\t2\n9223372036854775808\t2\n", (3, 1)),
        ("pairs", "# comment\n1 a\n\n  x a\n", (4, 3)),
        # tables: quotes
        ("csv", 'node,cluster\n"1,2\n', (2, 1)),
        ("csv", 'node,cluster\n1,"2\n3,4\n', (2, 3)),
        ("csv", 'node,cluster\na,"b"c\n', (2, 6)),
        ("pairs", '"a b" c\n"d e c\n', (2, 1)),
        # tables: columns
        ("csv", "a,b,c,d\n1,2,3,4\n", (1, 1)),
        ("csv", "node,group,class\n1,2,3\n", (1, 1)),
        ("csv", "\n\nx,y,z\n1,2,3\n", (3, 1)),
        # lists of labels
        ("labels", "0\n1 1\n", (2, 3)),
        ("labels", "0\n\n1\n1 x\n", (4, 3)),
        ("metis", "0\n1 1\n", (2, 3)),
        ("pajek", "*Vertices 2\n1\n1 2\n", (3, 3)),
        ("pajek", "1\n2\n", (1, 1)),
        ("pajek", "% a comment\n*Vertices x\n1\n", (2, 1)),
        ("pajek", "*Vertices\n1\n", (1, 1)),
        ("pajek", "*Vertices 2\n1\n\x02\n", (3, 1)),
        # Infomap
        ("infomap", '1:1 0.5 "a" 1\n1 0.5 "b" 2\n', (2, 1)),
        ("infomap", '1:1 0.5 "a" 1\n1:x 0.5 "b" 2\n', (2, 1)),
        ("infomap", '1:1 0.5 "a" 1\n1:2 0.5 "b" x\n', (2, 13)),
        ("infomap", '1:1 0.5 "a" 1\n1:2 0.5 "b\n', (2, 9)),
        ("infomap", '1:1 0.5 "a" 1\n1:2 0.5 "b"\n', (2, 12)),
        ("infomap", '# path flow name node_id\n\n1: 0.5 "a" 1\n', (3, 1)),
        ("infomap_clu", "# node_id module flow\n1 1 0.5\nx 1 0.5\n", (3, 1)),
        ("infomap_clu", "1 1 0.5\n2 1\n", (2, 4)),
        # coreference
        ("conll", "#begin document (d)\nd 0 0 a (1\n#end document\n", (2, 9)),
        ("conll", "#begin document (d)\nd 0 0 a (1)\nd 0 1 b 1)\n#end document\n", (3, 9)),
        ("conll", "#begin document (d)\nd 0 0 a (1)\nd 0 1 b ((1)\n#end document\n", (3, 9)),
        ("conll", "#begin document (d)\nd 0 0 a 7\n#end document\n", (2, 9)),
        ("conll", "#begin document (d)\nd 0 0 a (1)\n", (1, 1)),
        ("conll", "d 0 0 a (1)\n", (1, 1)),
        ("conll", "#begin document (d)\na\n#end document\n", (2, 1)),
        ("conll", "#begin document (d)\na (1)\n#end document\n#begin document (d)\n", (4, 1)),
        # JSON
        ("json", "[[1, 2],\n [3 4]]", (2, 5)),
        ("json", '{"a": [1, 2]\n', (2, 1)),
        ("json", '[["a]]', (1, 3)),
        ("json", '[["ä"],\n ["ö", x]]', (2, 8)),
    ],
)
def test_wrong_word_has_its_line_and_column(tmp_path, format, text, place):
    assert place_of(tmp_path / file_name(format), text) == place


@pytest.mark.parametrize(
    ("format", "data", "place"),
    [
        ("cnl", b"a b\nc \xff\n", (2, 3)),
        ("snap", b"a\tb\nc\t\xc3\x28\n", (2, 3)),
        ("lfr", b"a\t1\nb\t\xff\n", (2, 3)),
        ("csv", b"node,cluster\na,b\nc,\xe9\n", (3, 3)),
        ("csv", b"node,cluster\n\xc3\xa9,b\n\xc3\xa9,\xe9\n", (3, 3)),
        ("tsv", b"node\tcluster\na\tb\nc\t\xe9\n", (3, 3)),
        ("pairs", b"a b\nc \xe9\n", (2, 3)),
        ("labels", b"a\n\xe9\n", (2, 1)),
        ("metis", b"a\n\xe9\n", (2, 1)),
        ("pajek", b"*Vertices 2\na\n\xe9\n", (3, 1)),
        ("infomap", b'1:1 0.5 "a" 1\n1:2 0.5 "\xe9" 2\n', (2, 10)),
        ("infomap_clu", b"1 1 0.5\n2 \xe9 0.5\n", (2, 3)),
        (
            "conll",
            b"#begin document (d)\nd 0 0 \xc3\xa9 (1)\nd 0 1 \xe9 (1)\n#end document\n",
            (3, 7),
        ),
        ("conll", b"#begin document (d)\nd 0 \xc3\xa9 \xe9 (1)\n#end document\n", (2, 7)),
        ("json", b'[["a"],\n ["\xc3\xa9", "\xe9"]]', (2, 9)),
    ],
)
def test_byte_that_is_no_utf_8_has_its_line_and_column(tmp_path, format, data, place):
    error = error_of(tmp_path / file_name(format), data)
    assert (error.line, error.column) == place
    assert "UTF-8" in str(error)


# ---- shares --------------------------------------------------------------------------------------

#: A file with a share to fill in, and its place.
WITH_SHARE = {
    "cnl": ("# Fuzzy: 1\n1:0.5 2:0.5\n3:0.5 4:{}\n", (3, 7)),
    "csv": ("node,cluster,share\n1,a,0.5\n2,a,{}\n", (3, 5)),
    "tsv": ("node\tcluster\tshare\n1\ta\t0.5\n2\ta\t{}\n", (3, 5)),
    "pairs": ("1 a 0.5\n2 a {}\n", (2, 5)),
    "json": (
        '[{{"node": 1, "cluster": "a", "share": 0.5}}, {{"node": 2, "cluster": "a", "share": {}}}]',
        (None, None),
    ),
}


def test_every_text_format_with_shares_is_tried_here():
    assert set(WITH_SHARE) == {name for name in TEXTS if "shares" in CLUSTERING_FORMATS[name].holds}


@pytest.mark.parametrize("format", WITH_SHARE)
class TestShares:
    @pytest.mark.parametrize(
        "share",
        ["0", "0.0", "-1", "-0.5", "1.5", "1.0000000000000002", "2", "1e400", "1e-320", "1e-101"],
    )
    def test_share_outside_its_range_is_an_error_at_its_place(self, tmp_path, format, share):
        text, place = WITH_SHARE[format]
        error = error_of(tmp_path / file_name(format), text.format(share))
        assert (error.line, error.column) == place
        assert "share" in str(error)

    @pytest.mark.parametrize(
        "share", ["nan", "inf", "-inf", "NaN", "Infinity", "x", "0.5x", "0x1p-1", "--1", "½", "٠.٥"]
    )
    def test_share_that_is_no_number_is_an_error_at_its_place(self, tmp_path, format, share):
        text, place = WITH_SHARE[format]
        if format == "json" and share in "NaN Infinity":
            text = text.replace("{}", '"{}"')
        error = error_of(tmp_path / file_name(format), text.format(share))
        assert (error.line, error.column) == place or format == "json"

    def test_no_share_is_a_whole_one_and_any_other_is_read_to_the_last_bit(self, tmp_path, format):
        text, _ = WITH_SHARE[format]
        for share in ("1", "1.0", "0.1", "1e-100", "0.30000000000000004", "1E-2", "5e-05"):
            clustering = read_text(tmp_path / file_name(format), text.format(share))
            assert list(shares(clustering)[-1].values()) == [0.5, float(share)]


@pytest.mark.parametrize(
    ("format", "text", "place"),
    [
        ("cnl", "# Fuzzy: 1\n9:1\n1:0.5 2:1 1:0.25\n", (3, 1)),
        ("csv", "node,cluster,share\n1,a,0.5\n2,a,1\n1,b,0.1\n1,a,0.25\n", (5, 1)),
        ("csv", "node,cluster,share,level\n1,a,0.5,x\n1,a,0.25,y\n1,a,0.75,x\n", (4, 1)),
        ("tsv", "node\tcluster\tshare\n1\ta\t0.5\n1\ta\t\n", (3, 1)),
        ("pairs", "1 a 0.5\n\n# c\n1 a 0.25\n", (4, 1)),
        (
            "json",
            '[{"node": 1, "cluster": 2, "share": 0.5}, {"node": 1, "cluster": 2, "share": 0.25}]',
            (None, None),
        ),
    ],
)
def test_membership_with_two_shares_is_an_error_at_the_second(tmp_path, format, text, place):
    error = error_of(tmp_path / file_name(format), text)
    assert (error.line, error.column) == place
    assert "twice" in str(error)


@pytest.mark.parametrize(
    ("format", "text", "repeated"),
    [
        ("cnl", "1 2 1 1\n3\n", 2),
        ("cnl", "# Fuzzy: 1\n1:0.5 2 1:0.5\n", 1),
        ("snap", "1\t2\t2\n", 1),
        ("lfr", "1\t1 1\n2\t1\n", 1),
        ("lfr", "1\t1\n2\t1\n1\t1\n", 1),
        ("csv", "node,cluster\n1,a\n2,a\n1,a\n1,a\n", 2),
        ("csv", "node,cluster,share\n1,a,0.5\n1,a,.5\n", 1),
        ("csv", "node,cluster,level\n1,a,x\n1,a,y\n1,a,x\n", 1),
        ("tsv", "node\tcluster\n1\ta\n1\ta\n", 1),
        ("pairs", "1 a\n2 a\n1 a\n", 1),
        ("infomap", '1:1 0.5 "a" 1\n1:2 0.5 "a" 1\n', 1),
        ("infomap_clu", "1 1 0.5\n1 1 0.5\n", 1),
        ("json", '[["a", "b", "a"]]', 1),
        ("json", '[{"node": 1, "cluster": 2}, {"node": 1, "cluster": 2}]', 1),
    ],
)
def test_membership_given_twice_counts_once_and_is_reported(tmp_path, format, text, repeated):
    clustering = read_text(tmp_path / file_name(format), text)
    assert clustering.repeated == repeated
    assert all(len(cluster) == len(set(cluster)) for cluster in clustering.clusters())
    assert clustering.facts()["repeated_memberships"] == repeated


@pytest.mark.parametrize("format", ["csv", "tsv"])
@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["1,a,0"], "positive"),
        (["1,a,-1"], "positive"),
        (["1,a,nan"], "weight"),
        (["1,a,inf"], "weight"),
        (["1,a,"], "weight"),
        (["1,a,x"], "number"),
        (["1,a,1", "1,b,2"], "weights"),
    ],
)
def test_weight_that_is_none_is_an_error(tmp_path, format, rows, words):
    text = "\n".join(["node,cluster,weight", "7,a,2", *rows, ""])
    error = error_of(
        tmp_path / file_name(format), text if format == "csv" else text.replace(",", "\t")
    )
    assert words in str(error)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": [1], "b": 2}',
        "[[1], 2]",
        "[[1, [2]]]",
        '[{"node": 1}]',
        '[{"cluster": 1}]',
        '[{"node": 1, "cluster": [2]}]',
        '[{"node": null, "cluster": 2}]',
        '[{"node": {"a": 1}, "cluster": 2}]',
        '[[1, "a"]]',
        "[[null]]",
        "[[1, null]]",
        '{"a": null}',
        "[[NaN]]",
        "[" * 100_000,
        "[[1]] [[2]]",
        '[["\\ud800"]]',
        "[[" + "9" * 5000 + "]]",
    ],
)
def test_json_that_is_no_clustering_is_an_error(tmp_path, text):
    error = error_of(tmp_path / "a.json", text)
    assert str(tmp_path / "a.json") in str(error)
    assert len(str(error)) < 500 + len(str(tmp_path))


# ---- tables in columns ---------------------------------------------------------------------------


def write_table(path, columns: dict) -> None:
    table = pyarrow.table(columns)
    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(table, path)
    else:
        pyarrow.feather.write_feather(table, path, compression="uncompressed")


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow"])
class TestColumns:
    @pytest.mark.parametrize(
        ("columns", "words"),
        [
            ({"x": [1], "y": [2], "z": [3]}, "column"),
            ({"node": [1], "group": [2], "class": [3]}, "group"),
            ({"node": [1, None], "cluster": [1, 2]}, "node"),
            ({"node": [1, 2], "cluster": [None, 1], "share": [None, 1.5]}, "share"),
            ({"node": [1, 2], "cluster": [1, 1], "share": [0.5, 0.0]}, "share"),
            ({"node": [1, 2], "cluster": [1, 1], "share": [0.5, -1.0]}, "share"),
            ({"node": [1, 2], "cluster": [1, 1], "share": [0.5, float("nan")]}, "share"),
            ({"node": [1, 2], "cluster": [1, 1], "share": [0.5, float("inf")]}, "share"),
            ({"node": [1, 2], "cluster": [1, 1], "share": ["a", "b"]}, "share"),
            ({"node": [1, 1], "cluster": [2, 2], "share": [0.5, 0.25]}, "twice"),
            ({"node": [1, 2], "cluster": [1, 1], "level": [1, None]}, "level"),
            ({"node": [1, 2], "cluster": [1, 1], "weight": [1.0, -1.0]}, "weight"),
            ({"node": [1, 2], "cluster": [1, 1], "weight": [1.0, None]}, "weight"),
            ({"node": [1, 1], "cluster": [1, 2], "weight": [1.0, 2.0]}, "weight"),
            ({"node": [[1], [2]], "cluster": [1, 1]}, "node"),
            ({"node": [{"a": 1}], "cluster": [1]}, "node"),
            (
                {"node": pyarrow.array([], "int64"), "cluster": pyarrow.array([], "int64")},
                "cluster",
            ),
            ({"node": [1, 2], "cluster": pyarrow.array([None, None], "int64")}, "cluster"),
        ],
    )
    def test_table_that_is_no_clustering_is_an_error(self, tmp_path, name, columns, words):
        write_table(tmp_path / name, columns)
        with pytest.raises(FormatError, match=words) as caught:
            accord.read(tmp_path / name)
        assert caught.value.path == str(tmp_path / name)

    def test_membership_given_twice_counts_once_and_is_reported(self, tmp_path, name):
        write_table(tmp_path / name, {"node": [1, 2, 1], "cluster": ["a", "a", "a"]})
        clustering = accord.read(tmp_path / name)
        assert (clustering.repeated, clustering.n_memberships) == (1, 2)

    def test_name_that_is_not_utf8_can_be_read(self, tmp_path, name):
        write_table(tmp_path / name, {"node": [1, 2], "cluster": ["a", "a"]})
        other = os.path.join(os.fsencode(tmp_path), b"caf\xe9" + os.fsencode(name))
        os.rename(tmp_path / name, other)
        assert accord.read(os.fsdecode(other)).nodes() == [1, 2]

    def test_damaged_bytes_are_an_error_of_ours_or_other_data(self, tmp_path, name):
        write_table(
            tmp_path / name, {"node": list(range(50)), "cluster": [v % 7 for v in range(50)]}
        )
        whole = (tmp_path / name).read_bytes()
        for at in range(0, len(whole), max(1, len(whole) // 60)):
            damaged = bytearray(whole)
            damaged[at : at + 4] = b"\xff\x00\xff\x7f"
            (tmp_path / name).write_bytes(damaged)
            try:
                accord.read(tmp_path / name)
            except FormatError as error:
                assert error.path == str(tmp_path / name)  # noqa: PT017


# ---- large ---------------------------------------------------------------------------------------

MEGABYTE = 2**20


def write_long(path, before: str, megabytes: int, after: str = "") -> None:
    chunk = b"x" * MEGABYTE
    with path.open("wb") as file:
        file.write(before.encode())
        for _ in range(megabytes):
            file.write(chunk)
        file.write(after.encode())


#: What stands before a word that never ends; the place of the word, or of its line.
BEFORE_LONG_WORD = {
    "cnl": ("1 2\n3 ", (2, 3)),
    "snap": ("a\tb\nc\t", (2, 3)),
    "lfr": ("a\tb\nc\t", (2, 3)),
    "csv": ("node,cluster\na,b\nc,", (3, 1)),
    "tsv": ("node\tcluster\na\tb\nc\t", (3, 1)),
    "pairs": ("a b\nc ", (2, 1)),
    "labels": ("a\nb\n", (3, 1)),
    "metis": ("a\nb\n", (3, 1)),
    "pajek": ("*Vertices 3\na\nb\n", (4, 1)),
    "infomap": ('1:1 0.5 "a" 1\n1:2 0.5 "', (2, 1)),
    "infomap_clu": ("1 1 0.5\n2 ", (2, 1)),
    "conll": ("#begin document (d)\nd 0 0 ", (2, 1)),
    "json": ('[["a"],\n["', (2, 2)),
}


@pytest.mark.parametrize("format", TEXTS)
def test_word_of_64_megabytes_is_an_error_at_its_place(tmp_path, format):
    before, place = BEFORE_LONG_WORD[format]
    path = tmp_path / file_name(format)
    write_long(path, before, 64)
    start = time.perf_counter()
    with pytest.raises(FormatError) as caught:
        accord.read(path)
    assert time.perf_counter() - start < 5
    assert (caught.value.line, caught.value.column) == place
    assert len(str(caught.value)) < 300 + len(str(path))
    path.unlink()


@pytest.mark.parametrize("format", TEXTS)
def test_file_that_is_one_word_of_8_megabytes_is_an_error(tmp_path, format):
    path = tmp_path / file_name(format)
    write_long(path, "", 8)
    start = time.perf_counter()
    with pytest.raises(FormatError) as caught:
        accord.read(path)
    assert time.perf_counter() - start < 5
    assert caught.value.path == str(path)
    assert len(str(caught.value)) < 300 + len(str(path))
    path.unlink()


READ_LIMITED = """
import resource, sys, accord
resource.setrlimit(resource.RLIMIT_AS, (3 * 2**29, 3 * 2**29))
try:
    accord.read(sys.argv[1], threads=2)
except accord.FormatError as error:
    print(error.line, error.column)
    # The peak of this program alone: that of getrusage would be the parent's at the fork.
    print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))
"""


@pytest.mark.parametrize(("format", "place"), [("cnl", "2 3"), ("csv", "3 1")])
def test_word_of_a_gigabyte_is_an_error_within_little_memory(tmp_path, format, place):
    path = tmp_path / file_name(format)
    write_long(path, BEFORE_LONG_WORD[format][0], 1024)
    try:
        start = time.perf_counter()
        run = subprocess.run(
            [sys.executable, "-c", READ_LIMITED, path], capture_output=True, text=True, timeout=60
        )
        seconds = time.perf_counter() - start
    finally:
        path.unlink()
    assert run.stderr == ""
    found, kibibytes = run.stdout.splitlines()
    assert found == place
    assert int(kibibytes) < 400 * 1024
    assert seconds < 20


TEN_MILLION = 10_000_000


@pytest.fixture(scope="module")
def ten_million_numbers() -> bytes:
    """Numbers of eight digits, blanks between them."""
    text = np.full((TEN_MILLION, 9), ord(" "), np.uint8)
    numbers = np.arange(TEN_MILLION, 2 * TEN_MILLION, dtype=np.uint32)
    for place in range(7, -1, -1):
        numbers, digit = np.divmod(numbers, np.uint32(10))
        text[:, place] = digit + ord("0")
    return text.tobytes()


@pytest.mark.parametrize(
    ("format", "start", "separator"),
    [("cnl", b"all> ", b" "), ("snap", b"", b"\t"), ("lfr", b"0\t", b" ")],
)
def test_line_of_ten_million_members_is_read(
    tmp_path, ten_million_numbers, format, start, separator
):
    path = tmp_path / file_name(format)
    path.write_bytes(start + ten_million_numbers.replace(b" ", separator) + b"\n")
    clustering = accord.read(path)
    path.unlink()
    assert clustering.n_memberships == TEN_MILLION
    if format == "lfr":
        assert (clustering.n_nodes, clustering.n_clusters) == (1, TEN_MILLION)
    else:
        assert (clustering.n_nodes, clustering.n_clusters) == (TEN_MILLION, 1)
        assert clustering.node_labels[0] == TEN_MILLION
        assert clustering.node_labels[TEN_MILLION - 1] == 2 * TEN_MILLION - 1


@pytest.mark.parametrize("format", ["csv", "tsv", "pairs", "labels", "infomap", "infomap_clu"])
def test_error_far_into_a_file_has_its_line(tmp_path, format):
    rows = {
        "csv": ("node,cluster\n", "{0},7\n", "x,7\n"),
        "tsv": ("node\tcluster\n", "{0}\t7\n", "x\t7\n"),
        "pairs": ("", "{0} 7\n", "x 7\n"),
        "labels": ("", "{0}\n", "1 2\n"),
        "infomap": ("", '1:{0} 0.1 "{0}" {0}\n', '7 0.1 "a" 7\n'),
        "infomap_clu": ("", "{0} 1 0.1\n", "x 1 0.1\n"),
    }
    header, row, wrong = rows[format]
    count = 100_000
    text = (
        header
        + "".join(row.format(number) for number in range(1, count + 1))
        + wrong
        + row.format(1) * 1000
    )
    line = bool(header) + count + 1
    for threads in (1, 3):
        error = error_of(tmp_path / file_name(format), text, threads=threads)
        assert error.line == line


# ---- on the command line -------------------------------------------------------------------------


def info(*arguments) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "accord", "info", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.cnl", b"1 2\n3 x\n", "line 2, column 3"),
        ("a.csv", b"node,cluster\n1,2\n3\n", "line 3, column 2"),
        ("a.json", b"[[1, 2],\n [3 4]]", "line 2, column 5"),
        ("a.tree", b'1:1 0.5 "a" 1\n7 0.5 "b" 2\n', "line 2, column 1"),
        ("a.conll", b"d 0 0 a (1)\n", "line 1, column 1"),
        ("a.parquet", b"PAR1", "a.parquet"),
        ("a.txt", b"", "empty"),
        ("a.txt", bytes(100), "a.txt"),
        ("a.txt", b"1 2\n3 4\n", "pairs"),
        ("a.csv.gz", b"\x1f\x8b\x08\0", "gz"),
    ],
)
def test_error_is_one_line_and_exit_code_2(tmp_path, name, data, words):
    (tmp_path / name).write_bytes(data)
    run = info(tmp_path / name)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith("accord: error: ")
    assert name in run.stderr
    assert words in run.stderr


def test_no_file_and_no_folder_are_one_line_and_exit_code_2(tmp_path):
    for path in (tmp_path / "none.csv", tmp_path):
        run = info(path)
        assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
        assert str(path) in run.stderr
