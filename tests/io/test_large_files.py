"""Cluster lists larger than the block that the reader parses at once, on any number of threads."""

import subprocess
import sys

import numpy as np
import pytest
from cluster_list_files import BLOCK, location_of, read_text
from cluster_list_reference import expect_same

import accord
from accord import Clustering


def same_on_all_threads(path, **options) -> Clustering:
    single, double, seven = (accord.read(path, threads=threads, **options) for threads in (1, 2, 7))
    for other in (double, seven):
        assert single == other
        assert single.nodes() == other.nodes()
        assert single.repeated == other.repeated
    return single


class TestLarge:
    def test_single_line_may_span_the_file(self, path):
        numbers = [i * 7919 % 1_000_003 for i in range(500_000)]
        path.write_text("all> " + " ".join(map(str, numbers)))
        clustering = same_on_all_threads(path)
        assert clustering.names == ("all",)
        assert list(clustering.clusters()) == [sorted(set(numbers))]

    def test_single_line_of_texts_may_span_the_file(self, path):
        words = [f"näme{i * 31 % 60_000}" for i in range(200_000)]
        path.write_text(" ".join(words) + "\n")
        clustering = same_on_all_threads(path)
        assert clustering.nodes() == list(dict.fromkeys(words))
        assert clustering.repeated == 140_000

    def test_single_line_of_shares_may_span_the_file(self, path):
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

    def test_comment_may_contain_a_word_of_any_length(self, path):
        path.write_text("1 2\n#" + "x" * (3 * 2**20) + "\n3 4\n")
        assert list(same_on_all_threads(path).clusters()) == [[1, 2], [3, 4]]

    def test_first_member_after_a_long_comment_determines_the_kind(self, path):
        path.write_text("# " + "words in it " * 50_000 + "\n7 8\n")
        assert same_on_all_threads(path).nodes() == [7, 8]

    def test_blank_lines_longer_than_blocks_are_skipped(self, path):
        path.write_text(
            "1 2"
            + " " * (2 * BLOCK)
            + "3\n"
            + "\n" * BLOCK
            + "\t" * BLOCK
            + "# 4\n"
            + " " * BLOCK
            + "5"
        )
        assert list(same_on_all_threads(path).clusters()) == [[1, 2, 3], [5]]

    def test_name_without_members_after_blanks_across_blocks_is_an_error(self, path):
        assert location_of(path, "1\nred>" + " " * (2 * BLOCK) + "\n2\n") == (2, 1)

    @pytest.mark.parametrize("threads", [1, 2, 7])
    def test_error_after_several_blocks_has_its_line_and_column(self, path, threads):
        lines = "".join(f"é{i}> {i} {i + 1}\r\n" for i in range(60_000))
        assert len(lines.encode()) > 4 * BLOCK
        assert location_of(path, lines + "ü> 5  x\r\n6 y\r\n", threads=threads) == (60_001, 7)

    @pytest.mark.parametrize("threads", [1, 2, 7])
    def test_error_in_a_long_line_has_its_column(self, path, threads):
        text = "12345 " * 100_000
        assert location_of(path, text + "x " + text + "y", threads=threads) == (1, len(text) + 1)

    @pytest.mark.parametrize("threads", [1, 7])
    def test_first_of_several_errors_is_reported(self, path, threads):
        block = "1 2 3 4\n" * (BLOCK // 8)
        assert location_of(
            path, block * 2 + "1 x\n" + block + "1 y\n" + block, threads=threads
        ) == (
            BLOCK // 4 + 1,
            3,
        )

    def test_threads_do_not_change_sparse_ids(self, path):
        numbers = np.random.default_rng(5).integers(-(2**62), 2**62, 60_000)
        path.write_text(
            "\n".join(" ".join(map(str, row)) for row in numbers.reshape(-1, 6).tolist())
        )
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
        [
            b" " * 99 + b"\n",
            b" ",
            b"123456789012345678" + b" " * 80,
            b"#" + b"9 " * 40 + b"\n",
            b"# 9" + b" " * 80,
        ],
        ids=["lines", "blanks", "members", "comments", "comment"],
    )
    def test_payload_across_a_block_boundary_is_read_at_every_position(self, path, payload, filler):
        filler_text = b"5 5 " + filler * (BLOCK // len(filler) + 1)
        for position in range(BLOCK - len(payload) - 1, BLOCK + 2):
            expect_same(path, b"\n" + filler_text[: position - 2] + b"\n" + payload, threads=2)

    @pytest.mark.parametrize(
        "payload",
        [
            "añn> GO:0008150:0.125 é日本:x:1 z",
            "nöde:0.5\n  # x:7\nb> ü:1e-3\r\n",
            "a:0.0625 a:0.0625 b",
        ],
    )
    @pytest.mark.parametrize(
        "filler", [" ", " " * 99 + "\n", "node:0.25" + " " * 90], ids=["blanks", "lines", "members"]
    )
    def test_texts_and_shares_across_a_block_boundary_are_read_at_every_position(
        self, path, payload, filler
    ):
        data = payload.encode()
        filler_text = filler.encode() * (BLOCK // len(filler) + 1)
        for position in range(BLOCK - len(data) - 1, BLOCK + 2):
            before = filler_text[: position - 8]
            before = before[: before.rfind(filler.encode()) + len(filler)]
            before += b" " * (position - 8 - len(before))
            expect_same(
                path, b"q:1 q:1" + b"\n" + before + data, ids="text", shares=True, threads=2
            )

    def test_invalid_word_across_a_block_boundary_has_its_location(self, path):
        for position in range(BLOCK - 8, BLOCK + 3):
            data = b"1\n2" + b" " * (position - 3) + b"12345x7"
            assert location_of(path, data) == (2, position - 1)

    def test_multibyte_character_may_cross_a_block_boundary(self, path):
        for position in range(BLOCK - 4, BLOCK + 1):
            data = b"aaa" + b" " * (position - 3) + "😀".encode() + b" b"
            assert read_text(path, data).nodes() == ["aaa", "😀", "b"]

    def test_word_longer_than_a_block_is_one_node(self, path):
        assert read_text(path, "a " + "x" * (2 * BLOCK) + " b").nodes() == [
            "a",
            "x" * (2 * BLOCK),
            "b",
        ]

    @pytest.mark.parametrize("size", [BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK])
    @pytest.mark.parametrize("end", [b"\n", b"\r\n", b"", b" "])
    def test_file_may_end_at_a_block_boundary(self, path, size, end):
        clustering = read_text(path, b"4 " + b" " * (size - 3 - len(end)) + b"7" + end)
        assert path.stat().st_size == size
        assert list(clustering.clusters()) == [[4, 7]]

    def test_crlf_across_a_block_boundary_is_one_line_end(self, path):
        assert location_of(path, b" " * (BLOCK - 3) + b"55\r\n" + b"6 x") == (2, 3)

    def test_crlf_across_chunks_of_the_line_count_is_one_line_end(self, path):
        assert location_of(path, b" " * (2**20 - 3) + b"55\r\n" + b"6 x") == (2, 3)

    def test_sparse_ids_do_not_cost_memory_by_their_range(self, path):
        path.write_text("\n".join(f"{i} {i * (2**62 // 1000)}" for i in range(1000)))
        program = (
            "import resource, sys, accord\n"
            "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "assert accord.read(sys.argv[1]).n_nodes == 1999\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, path], capture_output=True, text=True, check=True
        )
        assert int(done.stdout) < 20_000  # KiB
