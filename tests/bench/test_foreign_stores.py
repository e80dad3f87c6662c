"""Stores from elsewhere: whatever is in them, an error says what is wrong."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench.conftest import GOOD, Scripts
from hypothesis import given
from hypothesis import strategies as st

from accord import Network, bench
from accord.bench._run.scheduler import run
from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.networks import NetworkFiles
from accord.errors import AccordError, FormatError

DIGEST = "0" * 64
EDGES = [("ä", "b", 1.0), ("b", "c", 2.0), ("c", "ä", 0.5), ("c", "d", 1.5)]


def changed(array: Any, index: int, value: Any) -> Any:
    copy = np.array(array)
    copy[index] = value
    return copy


DAMAGES: dict[str, tuple[str, Callable[[Any], Any], str]] = {
    "index out of range": ("members", lambda a: changed(a, 0, 4), "a node is out of range"),
    "huge index": ("members", lambda a: changed(a, -1, 2**32 - 1), "a node is out of range"),
    "repeated": ("members", lambda a: changed(a, 1, a[0]), "do not ascend"),
    "too few": ("members", lambda a: a[:-1], "it has 7 values, and there should be 8"),
    "other type": ("members", lambda a: a.astype(np.int64), "not of type uint32"),
    "table": ("members", lambda a: a[None], "a wrong number of dimensions"),
    "negative offset": ("offsets", lambda a: changed(a, 1, -5), "do not ascend from 0"),
    "late offset": ("offsets", lambda a: changed(a, -1, 10**9), "there should be 1000000000"),
    "fewer rows": ("offsets", lambda a: a[:-1], "it has 4 values, and there should be 5"),
    "infinite weight": ("weights", lambda a: changed(a, 0, np.inf), "a weight is not a number"),
    "fewer weights": ("weights", lambda a: a[1:], "it has 7 values, and there should be 8"),
    "directions": ("directed", lambda a: np.array([True, False]), "number of dimensions"),
    "split letter": ("text_ends", lambda a: changed(a, 1, 1), "a label begins within a letter"),
    "no text": ("text", lambda a: changed(a, 0, 255), "it is not UTF-8"),
}


def stored(folder: Path) -> NetworkFiles:
    files = NetworkFiles(folder)
    files.put(DIGEST, Network.from_edges(EDGES))
    return files


def test_stored_network_is_read_as_it_was(tmp_path: Path) -> None:
    assert stored(tmp_path).get(DIGEST) == Network.from_edges(EDGES)
    empty = Network.from_edges([], nodes=[1, 2])
    NetworkFiles(tmp_path).put("1" * 64, empty)
    assert NetworkFiles(tmp_path).get("1" * 64) == empty


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_array_is_an_error(
    tmp_path: Path, damage: tuple[str, Callable[[Any], Any], str]
) -> None:
    name, change, reason = damage
    files = stored(tmp_path)
    path = tmp_path / DIGEST / f"{name}.npy"
    np.save(path, change(np.load(path)))
    with pytest.raises(FormatError, match=reason) as raised:
        files.get(DIGEST)
    assert raised.value.path.startswith(str(tmp_path / DIGEST))


@given(data=st.data())
def test_file_of_any_content_is_read_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("store")
    files = stored(folder)
    path = data.draw(st.sampled_from(sorted((folder / DIGEST).glob("*.npy"))))
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))] or b"")
    try:
        network = files.get(DIGEST)
    except AccordError:
        return
    assert all(0 <= node < network.n_nodes for node in network.rows.members)
    assert len(network.nodes()) == network.n_nodes


@pytest.mark.parametrize("name", ["", ".", "../x", "/etc/passwd", f"{DIGEST}/..", DIGEST[1:]])
def test_names_of_networks_are_checked(tmp_path: Path, name: str) -> None:
    with pytest.raises(FormatError, match="is not the name of a network"):
        stored(tmp_path).get(name)


@pytest.mark.parametrize(
    "name", ["", "../../secret", "/etc/passwd", DIGEST, f"{DIGEST}.cnl/x.gz", f"{DIGEST}.cnl.gz\n"]
)
def test_names_of_clusterings_are_checked(tmp_path: Path, name: str) -> None:
    with pytest.raises(FormatError, match="is not the name of a clustering"):
        ClusteringFiles(tmp_path).path(name)


def _set(scripts: Scripts, statement: str, *values: Any) -> None:
    connection = sqlite3.connect(scripts.store / "store.sqlite")
    with connection:
        connection.execute(statement, values)
    connection.close()


def test_export_copies_clusterings_of_the_store_only(scripts: Scripts) -> None:
    run(scripts.study({"good": GOOD}))
    secret = scripts.folder / "secret"
    secret.write_text("secret")
    name = scripts.rows()["good"]["clustering"]
    path = scripts.store / "clusterings" / name[:2] / name
    path.unlink()
    path.symlink_to(secret)
    with pytest.raises(FormatError, match="not a regular file"):
        bench.export_clusterings(scripts.store, scripts.folder / "out")
    for wrong in (str(secret), "../../../secret"):
        _set(scripts, "UPDATE jobs SET clustering = ?", wrong)
        with pytest.raises(FormatError, match="is not the name of a clustering"):
            bench.export_clusterings(scripts.store, scripts.folder / "out")
    assert not (scripts.folder / "out").exists()


def test_exported_files_stay_in_their_folder(scripts: Scripts) -> None:
    run(scripts.study({"good": GOOD}))
    _set(scripts, "UPDATE entries SET algorithm = ?, dataset = ?", "../../../up", "x" * 1000)
    assert bench.export_clusterings(scripts.store, scripts.folder / "out") == 1
    assert len(list((scripts.folder / "out").iterdir())) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE studies SET description = '['",
        "UPDATE jobs SET parameters = 'x'",
        "UPDATE machines SET facts = NULL",
    ],
)
def test_damaged_table_is_an_error(scripts: Scripts, statement: str) -> None:
    run(scripts.study({"good": GOOD}))
    _set(scripts, statement)
    with pytest.raises(AccordError):
        bench.load_results(scripts.store)


def test_report_of_a_damaged_network_says_why_there_are_no_scores(scripts: Scripts) -> None:
    run(scripts.study({"good": GOOD}))
    (path,) = (scripts.store / "networks").glob("*/members.npy")
    np.save(path, changed(np.load(path), 0, 10**6))
    (found,) = bench.load_results(scripts.store).runs
    assert "a node is out of range" in found.missing_reason("conductance")
    _set(scripts, "UPDATE jobs SET network = '../..'")
    (found,) = bench.load_results(scripts.store).runs
    assert "is not the name of a network" in found.missing_reason("conductance")
