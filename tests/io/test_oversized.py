"""Words, lines and files of absurd length: read, or refused in bounded time and memory."""

import subprocess
import sys
import time

import numpy as np
import pytest
from cluster_list_files import error_of
from format_cases import FORMATS, file_name

import accord
from accord import FormatError

TEXT_FORMATS = [name for name in FORMATS if name not in ("parquet", "arrow", "numpy")]


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
    "pairs": ("a b\na b\na ", (3, 1)),
    "labels": ("a\nb\n", (3, 1)),
    "metis": ("a\nb\n", (3, 1)),
    "pajek": ("*Vertices 3\na\nb\n", (4, 1)),
    "infomap": ('1:1 0.5 "a" 1\n1:2 0.5 "', (2, 1)),
    "infomap_clu": ("1 1 0.5\n2 ", (2, 1)),
    "conll": ("#begin document (d)\nd 0 0 ", (2, 1)),
    "json": ('[["a"],\n["', (2, 2)),
    "gmt": ("A\tna\ta\tb\nB\tna\t", (2, 1)),
    "gaf": ("!gaf-version: 2.2\nNCBI\t", (2, 1)),
    "mcl": ("a\tb\nc\t", (2, 3)),
    "mcl_matrix": ("(mclheader\n)\n", (3, 1)),
    "oslom": ("#module 0 size: 1 bs: 0.1\n", (2, 1)),
    "cfinder": ("0: a b\n1: ", (2, 1)),
    "named": ("red: a b\nblue: ", (2, 1)),
    "clusterone": ("Cluster,Size,Members\n", (2, 1)),
    "cdhit": (">Cluster 0\n0\t9aa, >", (2, 1)),
    "uclust": ("S\t0\t9\t*\t*\t*\t*\t*\ta\t*\nS\t", (2, 1)),
    "mmseqs": ("1\t1\n1\t2\n1\t", (3, 1)),
    "mothur_list": ("0.03\t1\t", (1, 8)),
    "mothur_groups": ("a\tb\nc\t", (2, 1)),
}


@pytest.mark.parametrize("format", TEXT_FORMATS)
def test_word_of_64_megabytes_is_an_error_with_its_location(tmp_path, format):
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


@pytest.mark.parametrize("format", TEXT_FORMATS)
def test_file_of_one_8_megabyte_word_is_an_error(tmp_path, format):
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
def test_word_of_a_gigabyte_is_an_error_and_takes_little_memory(tmp_path, format, place):
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
