"""Columns and headers that are asked of a file that has none are not passed over in silence."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import format_cases
import network_files
import numpy as np
import pytest
from command_process import run

from accord import read, read_network
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.networks.formats import NETWORK_FORMATS
from accord.errors import AccordWarning, FormatError

KINDS: dict[str, tuple[Any, Any, Callable[..., Any]]] = {
    "clustering": (format_cases, CLUSTERING_FORMATS, read),
    "network": (network_files, NETWORK_FORMATS, read_network),
}
CASES = [
    (kind, format) for kind, (files, *_) in KINDS.items() for format in sorted(files.VALID_FILES)
]


@pytest.mark.parametrize(("kind", "format"), CASES)
def test_unknown_columns_are_an_error_or_said_to_be_unused(
    tmp_path: Path, kind: str, format: str
) -> None:
    files, formats, reader = KINDS[kind]
    path = tmp_path / files.file_name(format)
    path.write_text(files.VALID_FILES[format])
    if formats[format].has_columns and format != "json":
        with pytest.raises(FormatError, match="nobody"):
            reader(path, format=format, columns=["nobody", "nothing"])
    else:
        plain = reader(path, format=format)
        with pytest.warns(AccordWarning, match="columns= is not used"):
            assert reader(path, format=format, columns=["nobody", "nothing"]) == plain


def test_a_header_is_not_used_in_a_cluster_list(tmp_path: Path) -> None:
    path = tmp_path / "a.cnl"
    path.write_text("a b c\nd e\n")
    with pytest.warns(AccordWarning, match="columns= and header= are not used: it is read as a"):
        read(path, columns=["a", "b"], header=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read(path, header=False)  # as it is


def test_the_name_of_another_array_is_not_used(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", [0, 0, 1])
    np.savez(tmp_path / "a.npz", labels=[0, 0, 1])
    for name, words in (("a.npy", "one array"), ("a.npz", "its only array, labels")):
        with pytest.warns(AccordWarning, match=f"columns= is not used: it is read as {words}"):
            assert read(tmp_path / name, columns=["other"]) == read(tmp_path / name)


def test_memberships_in_json_have_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"who": 1, "team": "x"}, {"who": 2, "team": "x"}]')
    assert read(path, columns=["who", "team"]).n_nodes == 2
    with pytest.raises(FormatError, match="nobody"):
        read(path, columns=["nobody", "team"])


def test_the_command_line_says_it_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.cnl"
    path.write_text("1 2 3\n4 5\n")
    done = run("info", path, "--columns", "nobody,nothing")
    (line,) = done.stderr.decode().splitlines()
    assert done.returncode == 0
    assert line.endswith(
        "a.cnl: --columns is not used: it is read as a cluster list, which has no columns to choose"
    )
