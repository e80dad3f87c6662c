"""Where a cluster list is read from: files, pipes and the standard input."""

import errno
import gzip
import io
import os
import subprocess
import sys
import threading

import pytest
import zstandard
from broken_files import as_unprivileged_user

import accord
from accord import FileError, FormatError, InputError
from accord._io.clusterings.read import read_nodes


class TestFiles:
    def test_missing_file_is_an_error_that_names_it(self, tmp_path):
        with pytest.raises(FileNotFoundError) as caught:
            accord.read(tmp_path / "nowhere.cnl")
        assert isinstance(caught.value, FileError)
        assert caught.value.errno == errno.ENOENT
        assert caught.value.filename == str(tmp_path / "nowhere.cnl")
        assert str(tmp_path / "nowhere.cnl") in str(caught.value)

    def test_empty_directory_is_an_error(self, tmp_path):
        with pytest.raises(InputError, match="no files in this folder"):
            accord.read(tmp_path)

    def test_file_without_permission_is_an_error(self, tmp_path):
        secret = tmp_path / "secret.cnl"
        secret.write_text("1 2\n")
        secret.chmod(0)
        with as_unprivileged_user(), pytest.raises(FileError) as caught:
            accord.read(secret)
        assert caught.value.errno == errno.EACCES

    def test_file_name_that_is_not_utf8_can_be_read(self, tmp_path):
        name = os.path.join(os.fsencode(tmp_path), b"caf\xe9.cnl")
        with open(name, "wb") as file:
            file.write(b"1 2\n")
        assert accord.read(os.fsdecode(name)).nodes() == [1, 2]

    def test_file_name_with_a_nul_is_an_accord_error(self):
        with pytest.raises(accord.AccordError):
            accord.read("a\0b")

    def test_string_and_path_name_the_same_file(self, path):
        path.write_text("1 2\n")
        assert accord.read(str(path)) == accord.read(path)

    def test_named_pipe_can_be_read(self, tmp_path):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        data = b"".join(b"%d %d\n" % (i, i + 1) for i in range(0, 100_000, 2))
        writer = threading.Thread(target=pipe.write_bytes, args=(data,))
        writer.start()
        clustering = accord.read(pipe, format="cnl")
        writer.join()
        assert (clustering.n_clusters, clustering.n_nodes) == (50_000, 100_000)

    def test_compressed_named_pipe_can_be_read(self, tmp_path):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_bytes, args=(gzip.compress(b"1 2\n3"),))
        writer.start()
        assert accord.read(pipe).nodes() == [1, 2, 3]
        writer.join()

    def test_named_pipe_of_a_list_of_nodes_is_opened_once(self, tmp_path):
        pipe = tmp_path / "nodes.csv"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_bytes, args=(b"node,cluster\n1,a\n2,a\n",))
        writer.start()
        assert read_nodes(pipe) == [1, 2]
        writer.join()

    @pytest.mark.parametrize("read", [accord.read, accord.read_network])
    def test_device_is_an_error_before_it_is_read(self, read):
        with pytest.raises(FormatError, match=r"^/dev/zero: this is a device: give a file or"):
            read("/dev/zero")

    def test_device_as_standard_input_is_an_error(self):
        with open("/dev/zero", "rb") as zeros:
            done = subprocess.run(
                [sys.executable, "-m", "accord", "info", "-"],
                stdin=zeros,
                capture_output=True,
                text=True,
            )
        assert done.returncode == 2
        assert done.stderr == (
            "accord: error: standard input: this is a device: give a file or a pipe\n"
        )

    def test_null_device_is_an_empty_file(self):
        with pytest.raises(FormatError, match=r"^/dev/null: the file is empty"):
            accord.read("/dev/null")

    def test_folder_is_no_network(self, tmp_path):
        with pytest.raises(FileError) as caught:
            accord.read_network(tmp_path)
        assert caught.value.errno == errno.EISDIR

    @pytest.mark.filterwarnings("ignore:.*separated by blanks")
    def test_file_whose_size_the_system_does_not_know_is_read(self):
        assert accord.read("/proc/self/mounts", format="snap", ids="text").n_clusters > 1

    @pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
    def test_dash_reads_standard_input(self, monkeypatch, pack):
        monkeypatch.setattr(
            sys, "stdin", io.TextIOWrapper(io.BytesIO(pack(b"# Clusters: 2\na> 1 2\nb> 3")))
        )
        clustering = accord.read("-")
        assert clustering.names == ("a", "b")

    @pytest.mark.parametrize(("data", "words"), [(b"", "empty"), (b"1 x", "line 1, column 3")])
    def test_errors_in_standard_input_say_so(self, monkeypatch, data, words):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(FormatError, match=f"standard input.*{words}"):
            accord.read("-")
