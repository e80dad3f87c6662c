"""Parquet and Arrow files with columns that cannot be read as a clustering."""

import os

import pyarrow
import pyarrow.feather
import pyarrow.parquet
import pytest

import accord
from accord import FormatError


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
    def test_table_that_is_not_a_clustering_is_an_error(self, tmp_path, name, columns, words):
        write_table(tmp_path / name, columns)
        with pytest.raises(FormatError, match=words) as caught:
            accord.read(tmp_path / name)
        assert caught.value.path == str(tmp_path / name)

    def test_membership_given_twice_counts_once_and_is_reported(self, tmp_path, name):
        write_table(tmp_path / name, {"node": [1, 2, 1], "cluster": ["a", "a", "a"]})
        clustering = accord.read(tmp_path / name)
        assert (clustering.repeated, clustering.n_memberships) == (1, 2)

    def test_file_name_that_is_not_utf8_can_be_read(self, tmp_path, name):
        write_table(tmp_path / name, {"node": [1, 2], "cluster": ["a", "a"]})
        other = os.path.join(os.fsencode(tmp_path), b"caf\xe9" + os.fsencode(name))
        os.rename(tmp_path / name, other)
        assert accord.read(os.fsdecode(other)).nodes() == [1, 2]

    def test_damaged_bytes_are_an_accord_error_or_other_data(self, tmp_path, name):
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
