"""Parquet and Arrow files that say something else than they hold: an error, and never a crash."""

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

import accord
from accord import FormatError


def texts(offsets, data: bytes) -> pa.Array:
    """An array of texts with any offsets, however wrong."""
    buffers = [None, pa.py_buffer(np.array(offsets, np.int64)), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.large_string(), len(offsets) - 1, buffers)


def write_arrow(path, **columns: pa.Array) -> None:
    table = pa.table(columns)
    with pa.ipc.new_file(str(path), table.schema) as writer:
        writer.write_table(table)


def read_in_a_process(path, function: str = "read") -> str:
    """The last line that a process prints which reads a file."""
    code = f"import accord; accord.{function}({str(path)!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1, done.returncode
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize("offsets", [[0, 2**40, 2], [0, -(2**40), 2], [0, 3, 2]])
def test_wrong_offsets_of_texts_are_an_error(tmp_path, offsets):
    path = tmp_path / "a.arrow"
    write_arrow(path, node=texts(offsets, b"ab"), cluster=pa.array([1, 2]))
    assert f"accord.errors.FormatError: {path}: this cannot be read" in read_in_a_process(path)
    write_arrow(path, source=texts(offsets, b"ab"), target=texts([0, 1, 2], b"ab"))
    assert "accord.errors.FormatError" in read_in_a_process(path, "read_network")


def test_text_that_is_not_utf8_is_an_error(tmp_path):
    write_arrow(tmp_path / "a.arrow", node=texts([0, 1, 2], b"a\xff"), cluster=pa.array([1, 2]))
    with pytest.raises(FormatError, match="UTF"):
        accord.read(tmp_path / "a.arrow")


def test_index_outside_of_a_dictionary_is_an_error(tmp_path):
    names = pa.DictionaryArray.from_arrays(pa.array([0, 9]), pa.array(["a"]), safe=False)
    write_arrow(tmp_path / "a.arrow", node=pa.array([1, 2]), cluster=names)
    with pytest.raises(FormatError, match="cannot be read as a table"):
        accord.read(tmp_path / "a.arrow")


def test_parquet_file_of_few_bytes_and_many_rows_is_refused(tmp_path, monkeypatch):
    zeros = pa.array(np.zeros(10**6, np.int64))
    pa.parquet.write_table(pa.table({"node": zeros, "cluster": zeros}), tmp_path / "a.parquet")
    monkeypatch.setenv("ACCORD_MAX_DECOMPRESSED", "1 MB")
    with pytest.raises(FormatError, match="set ACCORD_MAX_DECOMPRESSED"):
        accord.read(tmp_path / "a.parquet")
