"""Tables larger than the blocks of 256 KiB that are parsed in parallel.

No line is lost or read twice between blocks.
"""

import itertools

import numpy as np
import pytest

import accord
from accord import FormatError

ROWS = 60_000
BLOCK = 2**18
ENDS = ["\n", "\r\n", "\r"]


def crossing(rows: int) -> list[int]:
    """The cluster of each node: no two neighbours have the same, so that a shift shows."""
    return (np.arange(rows) * 7919 % 1009).tolist()


@pytest.mark.parametrize("width", [1, 6, 7, 8, 9, 11, 12, 13])
@pytest.mark.parametrize("end", ENDS, ids=["lf", "crlf", "cr"])
def test_indented_pairs_are_all_read(tmp_path, width, end):
    path = tmp_path / "a.pairs"
    text = "".join(
        f"{node:>{width}}\t {cluster}  {end}" for node, cluster in enumerate(crossing(ROWS))
    )
    path.write_bytes(text.encode())
    clustering = accord.read(path)
    assert clustering == accord.Clustering.from_labels(crossing(ROWS))


@pytest.mark.parametrize("width", [1, 5, 8, 9, 11])
@pytest.mark.parametrize("end", ENDS, ids=["lf", "crlf", "cr"])
def test_indented_labels_belong_to_their_nodes(tmp_path, width, end):
    path = tmp_path / "a.labels"
    path.write_bytes("".join(f"{cluster:>{width}}{end}" for cluster in crossing(3 * ROWS)).encode())
    assert accord.read(path) == accord.Clustering.from_labels(crossing(3 * ROWS))


@pytest.mark.parametrize("end", ENDS, ids=["lf", "crlf", "cr"])
def test_comments_and_blank_lines_between_rows_are_skipped(tmp_path, end):
    path = tmp_path / "a.pairs"
    between = itertools.cycle(["", f"# {'x' * 90}{end}", end, f" \t{end}", f"\t% y{end}"])
    rows = (f"{node} {cluster}{end}{next(between)}" for node, cluster in enumerate(crossing(ROWS)))
    path.write_bytes("".join(rows).encode())
    assert accord.read(path) == accord.Clustering.from_labels(crossing(ROWS))


@pytest.mark.parametrize("gap", ["\n", " \n", "\r\n"])
@pytest.mark.parametrize("at", [0, 1, 40_000, 131_072, 199_999])
def test_blank_line_among_labels_is_an_error_with_its_location(tmp_path, gap, at):
    path = tmp_path / "a.labels"
    lines = [f"{cluster % 10}\n" for cluster in crossing(200_000)]
    path.write_bytes("".join([*lines[:at], gap, *lines[at:]]).encode())
    with pytest.raises(FormatError, match="a blank line") as caught:
        accord.read(path)
    assert (caught.value.line, caught.value.column) == (at + 1, 1)


@pytest.mark.parametrize("between", [1, 150_000])
def test_of_two_faults_among_labels_the_first_is_the_error(tmp_path, between):
    path = tmp_path / "a.labels"
    path.write_bytes(b"0\n\n" + b"0\n" * between + b"\xff\n")
    with pytest.raises(FormatError, match="a blank line") as caught:
        accord.read(path)
    assert caught.value.line == 2


def test_blank_lines_after_the_last_label_are_ignored(tmp_path):
    path = tmp_path / "a.labels"
    path.write_text("0\n" * 200_000 + "\n" * 300_000)
    assert accord.read(path).n_nodes == 200_000


@pytest.mark.parametrize("shift", range(0, 16, 3))
def test_quoted_fields_may_cross_blocks(tmp_path, shift):
    path = tmp_path / "a.csv"
    names = [f'"n, ""{node}"" é"' for node in range(ROWS)]
    rows = "".join(
        f"{name},{cluster}\n" for name, cluster in zip(names, crossing(ROWS), strict=True)
    )
    path.write_text("node,cluster\n" + "\n" * shift + rows, encoding="utf-8")
    wanted = accord.Clustering.from_labels(
        crossing(ROWS), nodes=[f'n, "{node}" é' for node in range(ROWS)]
    )
    assert accord.read(path) == wanted


@pytest.mark.parametrize("end", ENDS, ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("shift", range(-5, 4))
@pytest.mark.parametrize("blocks", [2, 3])
def test_long_line_may_end_at_the_end_of_a_block(tmp_path, end, shift, blocks):
    path = tmp_path / "a.csv"
    before = f"1,a{end}2,"
    name = "x" * (blocks * BLOCK - len(before) + shift)  # blocks are counted from the first row
    path.write_bytes(f"node,cluster{end}{before}{name}{end}3,b{end}".encode())
    assert accord.read(path).names == ("a", name, "b")
