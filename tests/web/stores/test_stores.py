"""Stores of benchmarks through the routes of a real server."""

from __future__ import annotations

import json
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from bench.conftest import EDGES
from benchmark_store import TRUTH, make_store
from serving import serving

from accord import Clustering, bench
from accord.bench._store.store import Store
from accord.errors import AccordError
from accord.web._stores.logs import log_lines
from accord.web._stores.reading import open_read_only


class Place(NamedTuple):
    """A server, its folder with a store, and the address of the store."""

    client: httpx.Client
    folder: Path
    store: str

    def get(self, path: str = "", **query: Any) -> httpx.Response:
        return self.client.get(f"{self.store}{path}", params=query)

    def json(self, path: str = "", **query: Any) -> Any:
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_store(tmp_path_factory.mktemp("made") / "study")


@pytest.fixture(scope="module")
def place(made: Path) -> Iterator[Place]:
    folder = made.parent.parent
    with serving(folder / "state", "--folder", folder) as client:
        (store,) = client.get("/api/v1/stores").json()["stores"]
        assert store["path"] == "study/results"
        assert client.get("/api/v1").json()["stores"] == 1
        yield Place(client, folder, f"/api/v1/stores/{store['id']}")


def test_status_and_jobs(place: Place) -> None:
    (study,) = place.json()["studies"]
    assert (study["study"], study["jobs"], study["running"]) == ("test", 9, 0)
    assert study["statuses"] == {"ok": 6, "error": 3}
    assert study["algorithms"]["broken"] == {"error": 3}
    jobs = place.json("/jobs")["jobs"]
    assert study["datasets"] == list(dict.fromkeys(job["dataset"] for job in jobs))

    page = place.json("/jobs", status="ok", algorithm="good", limit=2)
    assert (page["total"], len(page["jobs"])) == (3, 2)
    assert {job["algorithm"] for job in page["jobs"]} == {"good"}
    (rest,) = place.json("/jobs", status="ok", algorithm="good", offset=2)["jobs"]
    assert rest["key"] not in {job["key"] for job in page["jobs"]}
    assert place.json("/jobs", dataset="ring")["total"] == 3
    assert place.json("/jobs", algorithm="' OR 1=1 --")["total"] == 0
    assert place.get("/jobs", status="odd").status_code == 422
    assert place.get("/jobs", limit=0).status_code == 422


def test_job_leads_to_its_clustering(place: Place) -> None:
    (listed,) = place.json("/jobs", algorithm="half", dataset="ring")["jobs"]
    job = place.json(f"/jobs/{listed['key']}")
    assert (job["status"], job["n_clusters"]) == ("ok", 2)
    assert {score["metric"] for score in job["scores"]} >= {"f1h", "omega"}
    sides = {"truth": job["truth"], "found": job["found"], "metrics": ["f1h"]}
    answer = place.client.post("/api/v1/compare", json=sides)
    assert answer.status_code == 200, answer.text
    half = Clustering.from_clusters([[0, 1, 2, 3, 4, 5], [6, 7, 8]])
    (score,) = answer.json()["scores"]
    assert score["value"] == float(bench_score(half))
    assert place.get(f"/jobs/{'0' * 64}").status_code == 422


def bench_score(found: Clustering) -> float:
    import accord

    return float(accord.metrics.f1h(TRUTH, found))


def test_log_is_harmless_and_paged(place: Place) -> None:
    (job, *_) = place.json("/jobs", algorithm="good")["jobs"]
    log = place.json(f"/jobs/{job['key']}/log", offset=0, limit=3)
    assert log["lines"][:2] == ["red plain", "a"]
    assert log["lines"][2] == "b <script>alert(1)</script> \\u202e turned ␀"
    assert log["total"] == 33
    last = place.json(f"/jobs/{job['key']}/log", limit=2)
    assert (last["offset"], last["lines"]) == (31, ["line 28", "line 29"])
    (failed, *_) = place.json("/jobs", algorithm="broken")["jobs"]
    assert place.json(f"/jobs/{failed['key']}/log")["lines"] == ["what went wrong"]


def test_leaderboard_is_that_of_the_library(place: Place, made: Path) -> None:
    answer = place.json("/leaderboard", metric="omega")
    with Store(made) as store:
        board = bench.stored_results(store).leaderboard("omega")
    expected = json.loads(json.dumps(board.to_dict()))
    assert answer["leaderboard"] == expected
    assert answer["table"]["rows"] == [list(row) for row in board.table().rows]
    assert set(answer["metrics"]) >= {"f1h", "omega"}
    for format in ("csv", "json", "latex", "markdown"):
        file = place.get("/leaderboard", metric="omega", format=format)
        assert file.text == f"{getattr(board, f'to_{format}')()}\n"
        assert "attachment" in file.headers["content-disposition"]
    assert place.get("/leaderboard", format="exe").status_code == 422
    unknown = place.get("/leaderboard", metric="f1x")
    assert (unknown.status_code, "f1x" in unknown.json()["detail"]) == (422, True)


def test_commands_print_the_same_leaderboard(
    place: Place, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(made, tmp_path / "study/results")
    monkeypatch.chdir(tmp_path)
    chosen = {"study": "test", "metric": "omega", "policy": "best"}
    answer = place.json("/leaderboard", **chosen)
    first, *words = shlex.split(answer["commands"]["shell"])
    assert first == "accord"
    printed = subprocess.run(
        [sys.executable, "-m", "accord", *words, "--format", "json"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    told = json.loads(printed)
    # The reason in "winner" names options where the answer names arguments.
    for part in ("metric", "policy", "compared", "entries", "differences"):
        assert told[part] == answer["leaderboard"][part]
    *before, last = answer["commands"]["python"].splitlines()
    names: dict[str, Any] = {}
    exec("\n".join(before), names)
    board = eval(last.removeprefix("print(").removesuffix(")"), names)
    assert json.loads(json.dumps(board.to_dict())) == answer["leaderboard"]


def test_pictures_and_page(place: Place) -> None:
    for kind in ("pareto_front", "heat_map", "critical_differences", "regret"):
        answer = place.json(f"/pictures/{kind}")
        assert answer["svg"].startswith('<svg xmlns="http://www.w3.org/2000/svg"'), kind
        assert answer["caption"]
    file = place.get("/pictures/heat_map", format="svg")
    assert file.headers["content-type"].startswith("image/svg+xml")
    nothing = place.get("/pictures/levels")
    assert nothing.status_code == 422
    assert "some clustering must have levels" in nothing.json()["detail"]
    page = place.get("/report")
    assert page.text.startswith("<!DOCTYPE html>")
    assert "attachment" in page.headers["content-disposition"]


def test_recommendation(place: Place) -> None:
    edges = "\n".join(f"{a} {b}" for a, b in [*EDGES, (9, 0), (9, 1)])
    question: dict[str, Any] = {"network": {"text": edges, "name": "mine.edges"}}
    answer = place.client.post("/api/v1/recommend", json=question)
    assert answer.status_code == 200, answer.text
    advice = answer.json()
    assert advice["sentence"].startswith("use good")
    assert advice["commands"]["shell"] == "accord recommend mine.edges --store study/results"
    question["store"] = "0" * 32
    assert place.client.post("/api/v1/recommend", json=question).status_code == 404
    question["store"] = {"folder": "/etc"}
    assert place.client.post("/api/v1/recommend", json=question).status_code == 422


def test_paths_and_unknown_stores_are_refused(place: Place) -> None:
    for wrong in ("0" * 32, "%2e%2e", "%2e%2e%2fetc", "etc"):
        assert place.client.get(f"/api/v1/stores/{wrong}").status_code in (404, 422), wrong


def test_reading_changes_nothing(place: Place, made: Path) -> None:
    before = (made / "store.sqlite").read_bytes()
    place.json()
    place.json("/leaderboard")
    assert (made / "store.sqlite").read_bytes() == before


def test_changed_rows_are_seen(made: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(made, copy)
    with (
        serving(tmp_path / "state", "--no-folder", "--store", copy) as client,
        Store(copy) as writer,
    ):
        (store,) = client.get("/api/v1/stores").json()["stores"]
        assert store["path"] is None
        address = f"/api/v1/stores/{store['id']}"
        assert client.get(address).json()["studies"][0]["statuses"]["ok"] == 6
        with client.stream("GET", f"{address}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: started"
            with writer.writing():
                writer.execute("UPDATE jobs SET status = 'crashed' WHERE status = 'error'")
            assert next(line for line in lines if line == "event: changed")
        assert client.get(address).json()["studies"][0]["statuses"] == {"ok": 6, "crashed": 3}
        job = client.get(f"{address}/jobs").json()["jobs"][0]
        assert client.get(f"{address}/jobs/{job['key']}").json()["found"] is None


HOSTILE: dict[str, Callable[[Path], str]] = {
    "text for numbers": lambda store: sql(store, "UPDATE jobs SET wall_seconds = 'x', seed = 'y'"),
    "values of scores": lambda store: sql(store, "UPDATE scores SET value = x'00ff'"),
    "no JSON": lambda store: sql(store, "UPDATE studies SET description = '{'"),
    "other JSON": lambda store: sql(store, "UPDATE studies SET description = '[1]'"),
    "facts": lambda store: sql(store, "UPDATE networks SET facts = '[[[]]]'"),
    "deep facts": lambda store: sql(
        store, f"UPDATE networks SET facts = '{'[' * 100_000}{']' * 100_000}'"
    ),
    "log": lambda store: sql(store, "UPDATE jobs SET log = x'1234'"),
    "names of clusterings": lambda store: sql(store, "UPDATE jobs SET clustering = '../../x'"),
    "no table": lambda store: sql(store, "DROP TABLE scores"),
    "a view": lambda store: sql(
        store,
        "DROP TABLE machines",
        "CREATE VIEW machines AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) "
        "SELECT x AS machine, x AS facts FROM n",
    ),
    "later version": lambda store: sql(store, "PRAGMA user_version = 99"),
    "earlier version": lambda store: sql(store, "PRAGMA user_version = 3"),
    "no database": lambda store: str((store / "store.sqlite").write_bytes(b"x" * 5000)),
    "cut": lambda store: str((store / "store.sqlite").write_bytes(cut(store / "store.sqlite"))),
}


def sql(store: Path, *statements: str) -> str:
    connection = sqlite3.connect(store / "store.sqlite")
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return ""


def cut(file: Path) -> bytes:
    return file.read_bytes()[:20_000]


@pytest.fixture(scope="module")
def hostile(
    made: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, dict[str, str]]]:
    """A server with a store for each damage, and their addresses."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, damage in HOSTILE.items():
        shutil.copytree(made, folder / name)
        damage(folder / name)
    with serving(folder / ".state", "--folder", folder) as client:
        found = client.get("/api/v1/stores").json()["stores"]
        yield client, {store["name"]: f"/api/v1/stores/{store['id']}" for store in found}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_store_is_answered_or_explained(
    hostile: tuple[httpx.Client, dict[str, str]], name: str, made: Path
) -> None:
    client, addresses = hostile
    key = "0" * 64
    listed = client.get(f"{addresses[name]}/jobs")
    if listed.status_code == 200:
        key = listed.json()["jobs"][0]["key"]
    paths = (
        "",
        f"/jobs/{key}",
        f"/jobs/{key}/log",
        "/leaderboard",
        "/pictures/heat_map",
        "/report",
    )
    for path in paths:
        answer = client.get(addresses[name] + path)
        assert answer.status_code in (200, 422), (path, answer.text)
        if answer.status_code == 422:
            assert str(made.parent.parent) not in answer.text
            assert "hostile" not in answer.text
    assert client.get("/api/v1").status_code == 200


def test_names_with_markup_are_text(made: Path, tmp_path: Path) -> None:
    copy = tmp_path / "<b>store"
    shutil.copytree(made, copy)
    name = "<img src=x onerror=alert(1)>&\"'"
    connection = sqlite3.connect(copy / "store.sqlite")
    with connection:
        connection.execute("UPDATE entries SET algorithm = ? WHERE algorithm = 'good'", (name,))
        connection.execute("UPDATE jobs SET reason = ? WHERE status = 'error'", (name * 1000,))
    connection.close()
    with serving(tmp_path / "state", "--folder", tmp_path) as client:
        (store,) = client.get("/api/v1/stores").json()["stores"]
        address = f"/api/v1/stores/{store['id']}"
        for path in ("/report", "/pictures/heat_map", "/pictures/pareto_front"):
            assert "<img" not in client.get(address + path).text, path
        jobs = client.get(f"{address}/jobs").json()["jobs"]
        assert name in {job["algorithm"] for job in jobs}
        assert max(len(job["reason"]) for job in jobs) < 3000


def test_link_in_place_of_a_file_is_no_store(made: Path, tmp_path: Path) -> None:
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "store.sqlite").symlink_to(made / "store.sqlite")
    with serving(tmp_path / "state", "--folder", tmp_path) as client:
        assert client.get("/api/v1/stores").json() == {"stores": []}
    with (
        pytest.raises(AccordError, match="not a regular file"),
        open_read_only(str(tmp_path / "linked"), "linked"),
    ):
        pass


def test_store_that_cannot_be_written_is_read(made: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(made, copy)
    for path in (copy, copy / "store.sqlite"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        with open_read_only(str(copy), "copy") as store:
            assert store.studies() == ["test"]
            with pytest.raises(AccordError), store.writing():
                store.execute("DELETE FROM jobs")
    finally:
        copy.chmod(0o755)


def test_long_and_odd_logs() -> None:
    assert log_lines("") == []
    assert log_lines("\n\n") == []
    assert log_lines("x" * 5000) == ["x" * 2000 + "…"]
    assert log_lines("\x1b") == ["␛"]
    assert log_lines("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\") == ["link"]
    assert log_lines("a\tb\x7f\x9b31m") == ["a\tb\\u007f\\u009b31m"]
