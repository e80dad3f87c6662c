"""The store: claims, content, pruning, versions and errors."""

import os
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas
import pytest

import accord
from accord import Clustering
from accord.bench import Status, Store, status
from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec
from accord.bench._run.machine import machine_facts
from accord.bench._store.claim_owners import is_alive
from accord.bench._store.rows import execution_of, job_of
from accord.bench._store.schema import COLUMNS
from accord.errors import FileError, FormatError, InputError, MissingFileError, UnknownNameError

JOBS = [
    JobSpec(
        algorithm="alg",
        implementation="a",
        version="1",
        parameters={"k": 2},
        dataset="data",
        instance="",
        network="net",
        truth=None,
        shuffle=None,
        seed=seed,
    )
    for seed in range(3)
]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "store")
    made.add_study("s", {"name": "s"}, JOBS)
    return made


def test_job_is_claimed_once(store: Store) -> None:
    other = Store(store.folder)
    assert store.claim(JOBS[0].key, 0)
    assert not store.claim(JOBS[0].key, 0)
    assert not other.claim(JOBS[0].key, 0)
    assert other.claim(JOBS[1].key, 0)
    assert store.count_running("s") == 2
    assert store.finish(JOBS[0].key, Execution("crashed", "why"))
    assert not other.claim(JOBS[0].key, 0)  # it was tried since
    assert other.claim(JOBS[0].key, 1)
    other.release(JOBS[0].key)
    assert store.claim(JOBS[0].key, 1)
    other.close()


def test_finished_job_cannot_be_claimed(store: Store) -> None:
    for ended, job in zip(("ok", "timeout", "out_of_memory"), JOBS, strict=True):
        store.claim(job.key, 0)
        store.finish(job.key, Execution(ended))
        assert not store.claim(job.key, 1)
    assert store.attempts("s") == {}


def test_claims_of_other_machines_expire_unless_renewed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Store(store.folder)
    store.owner = f"{'0' * 16} 1 1 {'0' * 32}"  # on another machine
    store.claim(JOBS[0].key, 0)
    store.claim(JOBS[1].key, 0)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 50)
    store.renew()
    monkeypatch.setattr(time, "time", lambda: now + 70)
    assert not other.claim(JOBS[0].key, 0)
    monkeypatch.setattr(time, "time", lambda: now + 200)
    assert other.claim(JOBS[0].key, 0)
    assert not store.finish(
        JOBS[0].key, Execution("ok")
    )  # too late: another process has claimed it
    assert other.finish(JOBS[0].key, Execution("ok", "by the other"))
    assert store.results("s")[0]["reason"] == "by the other"
    other.close()


def test_claims_of_a_live_process_of_this_machine_do_not_expire(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process may be paused, or the machine may have been asleep."""
    other = Store(store.folder)
    store.claim(JOBS[0].key, 0)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 10_000)
    assert not other.claim(JOBS[0].key, 0)
    assert other.count_running("s") == 1
    with pytest.raises(InputError, match="jobs of this store are running"):
        other.prune()
    assert store.finish(JOBS[0].key, Execution("ok"))
    other.close()


def test_claims_of_a_closed_store_are_void(store: Store) -> None:
    """Its process is alive, but nothing in it will ever finish them."""
    other = Store(store.folder)
    other.claim(JOBS[0].key, 0)
    other.close()
    assert store.claim(JOBS[0].key, 0)


@pytest.mark.parametrize("owner", ["", "a b", "a b c d", "a 1 2 3 4", "\ud83d"])
def test_claims_of_unknown_owners_expire(store: Store, owner: str) -> None:
    """A store from elsewhere may have any text as an owner."""
    assert is_alive(owner) is None


def test_folders_of_ended_harnesses_are_removed(store: Store) -> None:
    """And files that they had begun to write, if no other harness is at work."""
    machine, pid, started, token = store.owner.split(" ")
    names = {
        "ended": f"{machine}-{pid}-1-{token}",
        "elsewhere": f"{'0' * 16}-{pid}-{started}-{token}",
        "foreign": "mine",
    }
    for name in names.values():
        (store.folder / "work" / name / "job").mkdir(parents=True)
    begun = [
        store.folder / path
        for path in ("clusterings/ab/.accord-1", "networks/.accord-2/x", "networks/a/.accord-3")
    ]
    for path in begun:
        path.parent.mkdir(parents=True)
        path.touch()

    def left() -> set[str]:
        return {path.name for path in (store.folder / "work").iterdir()}

    store.begin_work()
    assert left() == {names["elsewhere"], names["foreign"], store.work.name}
    assert all(path.exists() for path in begun)  # perhaps another machine writes them
    store.prune()
    assert left() == {names["foreign"], store.work.name}
    store.end_work()
    store.begin_work()
    assert not any(path.exists() for path in begun)
    store.end_work()
    assert left() == {names["foreign"]}


def test_claims_of_a_dead_process_are_void(store: Store) -> None:
    other = Store(store.folder)
    place, pid, _, token = other.owner.split(" ")
    other.owner = " ".join(
        (place, pid, "12345", token)
    )  # the same pid, but of a process that was started at another time
    other.claim(JOBS[0].key, 0)
    other.owner = " ".join((place + "x", pid, "12345", token))  # on another machine: nobody knows
    other.claim(JOBS[1].key, 0)
    assert store.claim(JOBS[0].key, 0)
    assert not store.claim(JOBS[1].key, 0)
    other.close()


def test_zombie_process_counts_as_dead() -> None:
    code = "from accord.bench._store.claim_owners import new_owner; "
    code += "print(new_owner(), flush=True); input()"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        owner = process.stdout.readline().strip()
        assert is_alive(owner)
        process.stdin.close()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert is_alive(owner) is False


def test_rows_have_every_field(store: Store, tmp_path: Path) -> None:
    found = Clustering.from_clusters([[1, 2], [2, 3]])
    name = store.clusterings.put(found)
    store.claim(JOBS[0].key, 0)
    done = Execution(
        "ok",
        wall_seconds=1.5,
        peak_memory=10**10,
        clustering=name,
        log="said\n",
        machine=machine_facts(),
    )
    store.finish(JOBS[0].key, done)
    rows = store.results("s")
    assert [row["status"] for row in rows] == ["ok", None, None]
    assert list(rows[0]) == list(COLUMNS)
    assert rows[0]["parameters"] == {"k": 2}
    assert store.machines()[rows[0]["machine"]]["accord"] == accord.__version__
    assert store.log(JOBS[0].key) == "said\n"
    assert store.clustering(JOBS[0].key) == found
    with pytest.raises(InputError, match="has no clustering: not run"):
        store.clustering(JOBS[1].key)
    overview = status(store)
    assert overview.counts() == {"alg": {"ok": 1, "missing": 2}}
    overview.export(tmp_path / "rows.csv")
    overview.export(tmp_path / "rows.parquet")
    for frame in (
        pandas.read_csv(tmp_path / "rows.csv"),
        pandas.read_parquet(tmp_path / "rows.parquet"),
        overview.to_pandas(),
    ):
        assert list(frame.columns) == list(COLUMNS)
        assert frame["wall_seconds"][0] == 1.5
        assert frame["peak_memory"][0] == 10**10
        assert frame["status"].isna().tolist() == [False, True, True]
    with pytest.raises(InputError, match=r"results are written as .csv or .parquet"):
        overview.export(tmp_path / "rows.xls")


def test_equal_clusterings_are_stored_once(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        levels = Clustering.from_levels(
            [Clustering.from_labels([0, 0, 1]), Clustering.from_labels([0, 0, 0])]
        )
        texts = Clustering.from_clusters({"a b": ["x y", "z"], "c": ["x y"]}, nodes=["lone"])
        for clustering in (levels, texts, Clustering.from_clusters([{1: 0.5}, {1: 0.5, 2: 1}])):
            name = store.clusterings.put(clustering)
            assert store.clusterings.get(name) == clustering
            assert store.clusterings.put(clustering) == name
        assert len(list(store.clusterings.folder.rglob("*.gz"))) == 3


def test_prune_keeps_files_used_by_a_study(store: Store) -> None:
    names = []
    for seed, job in enumerate(JOBS[:2]):
        names.append(store.clusterings.put(Clustering.from_labels([seed, 0])))
        store.claim(job.key, 0)
        with pytest.raises(InputError, match="jobs of this store are running"):
            store.prune()
        store.finish(job.key, Execution("ok", clustering=names[-1]))
    store.add_study("s", {}, JOBS[:1])
    assert store.prune() == {"jobs": 2, "networks": 0, "clusterings": 1}
    assert store.counts("s") == {"ok": 1}
    assert store.clustering(JOBS[0].key).n_nodes == 2


def test_prune_keeps_foreign_files(store: Store) -> None:
    foreign = [
        store.folder / path
        for path in ("networks/roads/map.txt", "clusterings/ab/mine.gz", "clusterings/ab/notes")
    ]
    for path in foreign:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine")
    stale = store.folder / "networks" / ("0" * 64)
    stale.mkdir()
    assert store.prune()["networks"] == 1
    assert all(path.exists() for path in foreign)
    assert not stale.exists()


def test_forgotten_jobs_run_again(store: Store) -> None:
    for ended, job in zip(("ok", "timeout", "crashed"), JOBS, strict=True):
        store.claim(job.key, 0)
        store.finish(job.key, Execution(ended))
    assert store.forget("s", ["timeout"], ["another"]) == []
    assert len(store.forget("s", ["timeout", "crashed"])) == 2
    assert store.counts("s") == {"ok": 1, "missing": 2}


def test_forgotten_jobs_leave_no_rows_or_files(store: Store) -> None:
    never = store.results("s")[0]
    store.claim(JOBS[0].key, 0)
    store.finish(
        JOBS[0].key,
        Execution(
            "timeout", "why", -15, 1.5, 1.0, 0.5, 0.2, 100, 3, 50, 4, 5, 6, 7, "name", "said"
        ),
    )
    store.forget("s", ["timeout"])
    (again,) = (row for row in store.results("s") if row["key"] == JOBS[0].key)
    assert again == {**never, "attempts": 1, "machine": again["machine"]}


def test_invalid_store_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(MissingFileError, match="there is no store here"):
        Store(tmp_path / "none", create=False)
    (tmp_path / "store.sqlite").write_text(
        "this is not a database, but a text that is long enough" * 20
    )
    with pytest.raises(FormatError, match="this is not a store, or it is damaged"):
        Store(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="this is a file, but a store is a folder"):
        Store(tmp_path / "file")


def test_prune_keeps_foreign_folders_with_store_names(store: Store) -> None:
    """Foreign folders may have the names of store folders."""
    foreign = [
        store.folder / name / "mine" / "file" for name in ("networks", "clusterings", "work")
    ]
    left = store.folder / "work" / JOBS[0].key / "found"
    for path in (*foreign, left):
        path.parent.mkdir(parents=True)
        path.touch()
    assert store.prune() == {"jobs": 0, "networks": 0, "clusterings": 0}
    assert all(path.exists() for path in foreign)
    assert not left.parent.exists()


def test_unwritable_store_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path / "store").close()
    connect = sqlite3.connect

    def read_only(file: Path, **more: Any) -> sqlite3.Connection:
        return connect(f"file:{file}?mode=ro", uri=True, **more)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    with (
        Store(tmp_path / "store") as store,
        pytest.raises(FileError, match="cannot be written") as raised,
    ):
        store.add_study("s", {}, [])
    assert "get write permission, or copy its folder" in str(raised.value)


def test_store_of_a_later_version_is_an_error(tmp_path: Path) -> None:
    Store(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "store.sqlite")
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(FormatError, match="written by a later version of accord"):
        Store(tmp_path)


#: The tables of a store of version 3 whose columns were renamed since.
VERSION_3 = """
CREATE TABLE jobs (key TEXT PRIMARY KEY, uses TEXT NOT NULL, version TEXT NOT NULL,
parameters TEXT NOT NULL, network TEXT NOT NULL, shuffle INTEGER, seed INTEGER NOT NULL,
seconds_limit REAL, memory_limit INTEGER, threads INTEGER NOT NULL, status TEXT,
reason TEXT NOT NULL DEFAULT '', wall REAL, user REAL, system REAL, own REAL, memory INTEGER,
processes INTEGER, printed INTEGER, clusters INTEGER, nodes INTEGER, overlapping INTEGER,
levels INTEGER, clustering TEXT, machine TEXT, started REAL, finished REAL,
attempts INTEGER NOT NULL DEFAULT 0, owner TEXT, lease REAL, log BLOB);
CREATE TABLE entries (study TEXT, place INTEGER, key TEXT, algorithm TEXT, data TEXT,
instance TEXT, PRIMARY KEY (study, place));
CREATE INDEX entries_by_key ON entries (key);
CREATE TABLE studies (study TEXT PRIMARY KEY, description TEXT NOT NULL);
CREATE TABLE networks (digest TEXT PRIMARY KEY, path TEXT, nodes INTEGER, edges INTEGER,
directed INTEGER, weighted INTEGER, facts TEXT);
CREATE TABLE instances (study TEXT, data TEXT, instance TEXT, network TEXT, truth TEXT,
PRIMARY KEY (study, data, instance));
CREATE TABLE machines (machine TEXT PRIMARY KEY, facts TEXT);
CREATE TABLE scores (clustering TEXT, truth TEXT, network TEXT, nodes TEXT, accord TEXT,
metric TEXT, policy TEXT, level TEXT, value REAL, reason TEXT NOT NULL, place INTEGER NOT NULL,
PRIMARY KEY (clustering, truth, network, nodes, accord, metric, policy, level)) WITHOUT ROWID;
INSERT INTO jobs VALUES ('{key}', 'a', '1', '{{"k":2}}', 'net', NULL, 0, 600.0, NULL, 1, 'ok', '',
1.5, 1.0, 0.5, 0.2, 100, 3, 50, 4, 5, 6, 7, 'name', 'here', 1.0, 2.0, 1, NULL, NULL, NULL);
INSERT INTO entries VALUES ('s', 0, '{key}', 'alg', 'data', '');
INSERT INTO studies VALUES ('s', '{{"name": "s", "algorithms": {{"alg": {{"uses": "a"}}}},
"data": ["data"]}}');
INSERT INTO instances VALUES ('s', 'data', '', 'net', 'truth');
INSERT INTO scores VALUES ('c', '', 'n', '', '1', 'f1h', 'blind', '', 0.5, '', 0);
PRAGMA user_version=3;
"""


def test_store_of_an_earlier_version_is_upgraded_without_loss(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "store.sqlite")
    connection.executescript(VERSION_3.format(key=JOBS[0].key))
    connection.close()
    for _ in range(2):
        with Store(tmp_path, create=False) as store:
            (row,) = store.results("s")
            assert job_of(row) == replace(JOBS[0], truth="truth")
            assert job_of(row).key == row["key"] == JOBS[0].key
            assert execution_of(row) == Execution(
                "ok", "", None, 1.5, 1.0, 0.5, 0.2, 100, 3, 50, 4, 5, 6, 7, "name"
            )
            assert (row["started"], row["finished"], row["attempts"]) == (1.0, 2.0, 1)
            assert store.description("s") == {
                "name": "s",
                "algorithms": {"alg": {"implementation": "a"}},
                "datasets": ["data"],
            }
            assert store.rows("SELECT value, position FROM scores") == [
                {"value": 0.5, "position": 0}
            ]


@pytest.mark.parametrize("version", [1, 2])
def test_store_of_an_early_version_keeps_its_jobs_and_is_rescored(
    tmp_path: Path, version: int
) -> None:
    connection = sqlite3.connect(tmp_path / "store.sqlite")
    connection.executescript(VERSION_3.format(key=JOBS[0].key))
    connection.execute("DROP TABLE scores")
    connection.execute("CREATE TABLE scores (clustering TEXT)")  # as it may have been
    connection.execute(f"PRAGMA user_version={version}")
    connection.close()
    with Store(tmp_path) as store:
        assert store.counts("s") == {"ok": 1}
        assert store.rows("SELECT position, value FROM scores") == []
        with store.writing():
            store.execute(
                "INSERT INTO scores VALUES ('c', '', 'n', '', '1', 'f1h', 'blind', '', 0.5, '', 0)"
            )
    with Store(tmp_path) as again:
        assert len(again.rows("SELECT * FROM scores")) == 1


def test_study_is_added_atomically(store: Store) -> None:
    before = store.results("s"), store.instances("s")
    jobs = [JOBS[0], replace(JOBS[1], instance="other")]
    store.execute(
        "CREATE TRIGGER no AFTER INSERT ON instances WHEN new.instance = 'other' "
        "BEGIN SELECT raise(ABORT, 'no'); END"
    )
    with pytest.raises(FileError):
        store.add_study("s", {}, jobs)
    assert (store.results("s"), store.instances("s")) == before


def test_status_can_be_limited_to_one_study(store: Store) -> None:
    store.add_study("t", {}, JOBS[:1])
    with pytest.raises(InputError, match="there are 2 studies in this store: choose one of s, t"):
        status(store)
    with pytest.raises(UnknownNameError, match="unknown study 'x'"):
        status(store, "x")
    assert isinstance(status(store.folder, "t"), Status)
    assert len(status(store, "s")) == 3
