"""Compressed cluster lists, whole and damaged."""

import bz2
import gzip
import lzma
import subprocess
import sys

import pytest
import zstandard
from cluster_list_files import error_of, location_of, read_text
from contents import shares

import accord
from accord import FormatError, InputError, MissingPackageError
from accord._io.files.decompression import size_limit


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


PACKERS = [gzip.compress, zstd, lzma.compress, bz2.compress]
MANY = "\n".join(
    " ".join(str(i * j % 99991) for j in range(1, 12)) for i in range(1, 20_001)
).encode()


class TestCompressed:
    @pytest.mark.parametrize("pack", PACKERS)
    @pytest.mark.parametrize("name", ["a.cnl", "a.cnl.gz", "a.cnl.zst"])
    def test_compression_is_detected_by_content_not_by_name(self, tmp_path, pack, name):
        (tmp_path / name).write_bytes(pack(b"# Clusters: 2, Nodes: 3, Fuzzy: 1\r\n1:0.5 2\r\n3"))
        assert shares(accord.read(tmp_path / name)) == [{1: 0.5, 2: 1.0}, {3: 1.0}]

    def test_plain_text_may_have_the_suffix_of_a_compressed_file(self, tmp_path):
        (tmp_path / "a.gz").write_bytes(b"1 2\n")
        assert accord.read(tmp_path / "a.gz").nodes() == [1, 2]

    @pytest.mark.parametrize("pack", PACKERS)
    def test_concatenated_streams_are_one_text(self, path, pack):
        clustering = read_text(path, pack(b"1 2\n3") + pack(b"4 5\n") + pack(b"") + pack(b"6\n"))
        assert list(clustering.clusters()) == [[1, 2], [5, 34], [6]]

    @pytest.mark.parametrize("pack", PACKERS)
    def test_large_compressed_file_is_read_like_a_plain_one(self, path, pack):
        assert read_text(path, pack(MANY)) == read_text(path, MANY)

    @pytest.mark.parametrize("pack", PACKERS)
    @pytest.mark.parametrize("kept", [0.02, 0.5, 0.9, 0.9999])
    def test_truncated_data_is_an_error_and_never_part_of_the_clusters(self, path, pack, kept):
        whole = pack(MANY)
        error = error_of(path, whole[: int(len(whole) * kept)])
        assert str(path) in str(error)

    def test_zstd_frame_of_unknown_size_cut_short_is_an_error(self, path):
        packer = zstandard.ZstdCompressor().compressobj()
        whole = packer.compress(MANY) + packer.flush()
        error_of(path, whole[:-5])

    @pytest.mark.parametrize("pack", PACKERS)
    def test_magic_bytes_alone_are_an_error(self, path, pack):
        error_of(path, pack(b"1 2")[:4])

    @pytest.mark.parametrize("pack", PACKERS)
    def test_trailing_bytes_after_compressed_data_are_an_error(self, path, pack):
        error_of(path, pack(b"1 2\n") + b"3 4\n")

    @pytest.mark.parametrize("pack", PACKERS)
    def test_damaged_data_is_an_error(self, path, pack):
        data = bytearray(pack(MANY))
        middle = len(data) // 2
        data[middle : middle + 16] = bytes(16)
        error_of(path, bytes(data))

    @pytest.mark.parametrize("pack", PACKERS)
    def test_compressed_empty_file_is_an_empty_file(self, path, pack):
        assert "empty" in str(error_of(path, pack(b"")))

    @pytest.mark.parametrize("pack", PACKERS)
    @pytest.mark.parametrize("part", range(10))
    def test_damage_in_a_later_stream_is_an_error(self, path, pack, part):
        first, second = pack(b"1 2\n"), bytearray(pack(MANY[:30_000]))
        second[part * (len(second) - 5) // 9] ^= 0x55
        error_of(path, first + bytes(second))

    @pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
    def test_zeros_between_and_behind_streams_are_padding(self, path, pack):
        clustering = read_text(path, pack(b"1 2\n3") + bytes(8) + pack(b"4 5\n") + bytes(4))
        assert list(clustering.clusters()) == [[1, 2], [5, 34]]

    def test_error_location_refers_to_the_decompressed_text(self, path):
        assert location_of(path, gzip.compress(b"1 2\n3 x")) == (2, 3)

    @pytest.mark.parametrize("suffix", ["gz", "zst", "xz", "bz2"])
    def test_what_is_written_has_a_checksum(self, tmp_path, suffix):
        path = tmp_path / f"a.cnl.{suffix}"
        accord.write(accord.Clustering.from_clusters([range(3000)]), path)
        whole = path.read_bytes()
        for at in range(20, len(whole) - 20, len(whole) // 20):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            with pytest.raises(FormatError):
                accord.read(path)

    def test_missing_zstd_package_is_an_error_with_the_install_command(self, path, monkeypatch):
        monkeypatch.setitem(sys.modules, "zstandard", None)
        with pytest.raises(MissingPackageError, match=r"zstandard.*pip install 'accord\[zstd\]'"):
            read_text(path, zstd(b"1 2"))


class TestLimit:
    @pytest.mark.parametrize("pack", PACKERS)
    def test_data_above_the_limit_is_an_error_that_says_how_to_raise_it(
        self, path, pack, monkeypatch
    ):
        monkeypatch.setenv("ACCORD_MAX_DECOMPRESSED", "1 MB")
        packed = pack(b"1 2\n" * 2**18 + b"3 4\n")
        told = str(error_of(path, packed))
        assert told.startswith(f"{path}: it becomes more than 1 MB when it is decompressed: ")
        assert "set ACCORD_MAX_DECOMPRESSED to what it may take" in told
        monkeypatch.setenv("ACCORD_MAX_DECOMPRESSED", "2 MB")
        assert read_text(path, packed).n_nodes == 4

    def test_limit_grows_with_the_file(self):
        assert size_limit(10**6) == 2**30
        assert size_limit(10**9) == 10**11

    def test_limit_that_is_no_size_is_an_error(self, path, monkeypatch):
        monkeypatch.setenv("ACCORD_MAX_DECOMPRESSED", "much")
        with pytest.raises(InputError, match="ACCORD_MAX_DECOMPRESSED: cannot read the size"):
            read_text(path, gzip.compress(b"1 2"))

    def test_bomb_is_refused_in_bounded_memory(self, path):
        path.write_bytes(zstd(bytes(2**22)) * 2500)  # of 10 GiB
        read = f"import accord; accord.read({str(path)!r})"
        limited = f"import resource; resource.setrlimit(resource.RLIMIT_AS, (3 << 30,) * 2); {read}"
        done = subprocess.run([sys.executable, "-c", limited], capture_output=True, text=True)
        assert "FormatError" in done.stderr
        assert "becomes more than 1.07 GB" in done.stderr
