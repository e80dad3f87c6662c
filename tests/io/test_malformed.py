"""Errors about files of any format say what is wrong and where, in bounded time and memory."""

import errno
import subprocess
import sys

import numpy as np
import pytest
from broken_files import BINARY_CONTENTS, as_unprivileged_user
from cluster_list_files import error_of, location_of, read_text
from format_cases import FORMATS, VALID_FILES, file_name

import accord
from accord import AccordError, FileError, FormatError

TEXT_FORMATS = [name for name in FORMATS if name not in ("parquet", "arrow", "numpy")]


def good_file(format: str, path) -> bytes:
    if format in VALID_FILES:
        path.write_text(VALID_FILES[format])
    elif format == "numpy":
        np.save(path, [0, 0, 0, 1, 1])
    else:
        accord.write(accord.Clustering.from_clusters([[1, 2, 3], [4, 5]]), path)
    return path.read_bytes()


@pytest.fixture
def file(tmp_path, format):
    return tmp_path / file_name(format)


@pytest.mark.parametrize("format", FORMATS)
class TestEveryFormat:
    def test_well_formed_file_is_read(self, file, format):
        good_file(format, file)
        clustering = accord.read(file)
        assert [len(cluster) for cluster in clustering.clusters()] == [3, 2]
        assert clustering.n_nodes == 5

    def test_empty_file_is_an_error(self, file, format):
        error = error_of(file, b"")
        assert error.path == str(file)
        assert "empty" in str(error)

    @pytest.mark.filterwarnings("ignore:.*the header says", "ignore:.*gene set without genes")
    def test_truncated_file_is_an_accord_error_or_a_shorter_file(self, file, format):
        whole = good_file(format, file)
        for end in range(1, len(whole)):
            file.write_bytes(whole[:end])
            try:
                clustering = accord.read(file)
            except FormatError as error:
                assert error.path == str(file)  # noqa: PT017
            else:
                assert 1 <= clustering.n_nodes <= 5

    @pytest.mark.parametrize("data", BINARY_CONTENTS.values(), ids=BINARY_CONTENTS)
    def test_binary_data_is_an_accord_error(self, file, format, data):
        plain_word = data == b"PAR1" and format in TEXT_FORMATS
        for chosen in (None,) if plain_word else (None, format):
            error = error_of(file, data, format=chosen)
            assert error.path == str(file)
            assert "\0" not in str(error)
            assert "\n" not in str(error)

    def test_utf_16_is_an_error_that_says_so(self, file, format):
        text = VALID_FILES.get(format, VALID_FILES["csv"])
        for encoding in ("utf-16-le", "utf-16-be"):
            data = "\ufeff".encode(encoding) + text.encode(encoding)
            assert "UTF-16" in str(error_of(file, data)) or format not in TEXT_FORMATS

    def test_folder_instead_of_a_file_is_an_error(self, file, format):
        file.mkdir()
        with pytest.raises(AccordError, match="no files"):
            accord.read(file, format=format)

    def test_unreadable_file_is_an_error_that_names_it(self, file, format):
        good_file(format, file)
        file.chmod(0)
        with as_unprivileged_user(), pytest.raises(FileError) as caught:
            accord.read(file)
        assert (caught.value.errno, caught.value.filename) == (errno.EACCES, str(file))

    def test_missing_file_is_an_error_that_names_it(self, file, format):
        with pytest.raises(FileNotFoundError) as caught:
            accord.read(file, format=format)
        assert caught.value.filename == str(file)

    def test_all_line_ends_and_a_missing_final_one_are_accepted(self, file, format):
        if format in TEXT_FORMATS:
            expected = read_text(file, VALID_FILES[format])
            for end in ("\r\n", "\r"):
                assert read_text(file, VALID_FILES[format].replace("\n", end)) == expected
            assert read_text(file, VALID_FILES[format].rstrip("\n")) == expected

    def test_byte_order_mark_is_accepted(self, file, format):
        if format in TEXT_FORMATS:
            expected = read_text(file, VALID_FILES[format])
            assert read_text(file, b"\xef\xbb\xbf" + VALID_FILES[format].encode()) == expected

    def test_blank_lines_are_skipped_unless_lines_are_nodes(self, file, format):
        if format in ("labels", "metis", "pajek"):
            assert "a blank line" in str(error_of(file, VALID_FILES[format].replace("\n", "\n\n")))
        elif format in TEXT_FORMATS:
            expected = read_text(file, VALID_FILES[format])
            assert read_text(file, VALID_FILES[format].replace("\n", "\n\n")) == expected


# ---- nothing in it -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "text"),
    [
        *[(format, "\n\n  \n") for format in TEXT_FORMATS],
        *[(format, "# a comment\n# another\n") for format in TEXT_FORMATS if format != "json"],
        *[
            ("csv", text)
            for text in ("node,cluster\n", "node,cluster", "node;cluster\n", '"node","cluster"\r\n')
        ],
        ("csv", "node,cluster\n1,\n2,\n"),
        ("tsv", "node\tcluster\n"),
        ("tsv", "node\tcluster\n1\t\n"),
        ("lfr", "1\n2\n3\n"),
        ("pajek", "*Vertices 0\n"),
        ("pajek", "*Vertices 5\n"),
        ("pajek", "% only this\n"),
        ("infomap", "# path flow name node_id\n"),
        ("infomap_clu", "# node_id module flow\n"),
        ("conll", "#begin document (d); part 000\n#end document\n"),
        ("conll", "#begin document (d); part 000\nd 0 0 a -\n#end document\n"),
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
        ("pairs", '"a b" c\n"x" c\n"d e c\n', (3, 1)),
        # tables: columns
        ("csv", "a,b,c,d\n1,2,3,4\n", (1, 1)),
        ("csv", "node,group,class\n1,2,3\n", (1, 1)),
        ("csv", "\n\nx,y,z\n1,2,3\n", (3, 1)),
        # lists of labels
        ("labels", "0\n1 1\n", (2, 3)),
        ("labels", "0\n\n1\n1 x\n", (2, 1)),
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
def test_invalid_word_is_an_error_with_its_line_and_column(tmp_path, format, text, place):
    assert location_of(tmp_path / file_name(format), text) == place


@pytest.mark.parametrize(
    ("format", "data", "place"),
    [
        ("cnl", b"a b\nc \xff\n", (2, 3)),
        ("snap", b"a\tb\nc\t\xc3\x28\n", (2, 3)),
        ("lfr", b"a\t1\nb\t\xff\n", (2, 3)),
        ("csv", b"node,cluster\na,b\nc,\xe9\n", (3, 3)),
        ("csv", b"node,cluster\n\xc3\xa9,b\n\xc3\xa9,\xe9\n", (3, 3)),
        ("tsv", b"node\tcluster\na\tb\nc\t\xe9\n", (3, 3)),
        ("pairs", b"a b\nc b\na \xe9\n", (3, 3)),
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
def test_invalid_utf_8_is_an_error_with_its_line_and_column(tmp_path, format, data, place):
    error = error_of(tmp_path / file_name(format), data)
    assert (error.line, error.column) == place
    assert "UTF-8" in str(error)


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
def test_json_that_is_not_a_clustering_is_an_error(tmp_path, text):
    error = error_of(tmp_path / "a.json", text)
    assert str(tmp_path / "a.json") in str(error)
    assert len(str(error)) < 500 + len(str(tmp_path))


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
def test_command_line_error_is_one_line_with_exit_code_2(tmp_path, name, data, words):
    (tmp_path / name).write_bytes(data)
    run = info(tmp_path / name)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith("accord: error: ")
    assert name in run.stderr
    assert words in run.stderr


def test_missing_file_or_folder_is_one_line_with_exit_code_2(tmp_path):
    for path in (tmp_path / "none.csv", tmp_path):
        run = info(path)
        assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
        assert str(path) in run.stderr
