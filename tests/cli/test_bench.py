"""accord bench, run as processes."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pandas
import pytest
from command_process import output, run
from misbehaving import wait_until

from accord import bench

STUDY = """
repeats = 2
[limits]
seconds = 60
[[data]]
name = "ring"
network = "ring.txt"
truth = "ring.cnl"
[[algorithms]]
name = "copy"
cmd = "cp {network} {output}"
output = "cnl"
[[algorithms]]
name = "missing"
cmd = "no-such-program {network}"
output = "cnl"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ring.txt").write_text("a b\nb c\nc a\nd e\ne f\nf d\nc d\n")
    (tmp_path / "ring.cnl").write_text("a b c\nd e f\n")
    (tmp_path / "study.toml").write_text(STUDY)
    return tmp_path


def test_run_status_retry_export_prune(folder: Path) -> None:
    told = output("bench", "run", "study.toml", cwd=folder)
    assert "no-such-program cannot be started: No such file or directory" in told
    assert "\nStore: study-results\n" in told
    data = json.loads(output("bench", "status", "study.toml", "--format", "json", cwd=folder))
    assert data["algorithms"] == {"copy": {"ok": 2}, "missing": {"error": 2}}
    assert [row["attempts"] for row in data["jobs"]] == [1, 1, 1, 1]
    output("bench", "retry", "study.toml", "--status", "error", "--algorithm", "missing", "-q", cwd=folder)
    for name in ("rows.csv", "rows.parquet"):
        output("bench", "export", "study.toml", name, cwd=folder)
    frame = pandas.read_parquet(folder / "rows.parquet")
    assert frame["attempts"].tolist() == [1, 1, 2, 2]
    assert frame["key"].tolist() == pandas.read_csv(folder / "rows.csv")["key"].tolist()
    (folder / "study.toml").write_text(STUDY.replace("repeats = 2", "repeats = 1"))
    output("bench", "run", "study.toml", "-q", cwd=folder)
    assert output("bench", "prune", "study.toml", cwd=folder) == "2 jobs, 0 networks, 0 clusterings, 0 scores removed\n"
    lines = output("bench", "status", "study.toml", "--format", "csv", cwd=folder).splitlines()
    assert lines[0] == "algorithm,ok,error,mean time,mean memory"
    assert lines[2] == "missing,,1,,"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_it_says_so_and_goes_on_later(folder: Path, number: signal.Signals) -> None:
    waiting = "cmd = \"sh -c 'touch {folder}/started; sleep 60' {network}\"\n"
    (folder / "study.toml").write_text(STUDY.replace('cmd = "no-such-program {network}"\n', waiting))
    process = subprocess.Popen(
        [sys.executable, "-m", "accord", "bench", "run", "study.toml"], cwd=folder, stderr=subprocess.PIPE, text=True
    )
    wait_until((folder / "started").exists, 60)
    process.send_signal(number)
    assert process.communicate()[1].strip() == "accord: error: interrupted"
    assert process.returncode == 130
    counts = bench.status(folder / "study-results").counts()
    assert counts["copy"] == {"ok": 2}
    assert "interrupted" in counts["missing"]
    assert "ok" not in counts["missing"]


def test_algorithms_are_listed() -> None:
    told = json.loads(output("bench", "algorithms", "--format", "json"))
    assert told["igraph.leiden"]["parameters"] == {"resolution": 1.0, "iterations": 2}
    assert told["networkx.k_clique"]["overlapping"] is True
    assert told["igraph.louvain"]["levels"] is True
    assert set(told) <= set(bench.available())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (STUDY.replace("repeats", "repeat"), "study.toml: unknown key 'repeat': did you mean repeats?"),
        (STUDY.replace("ring.txt", "no.txt"), "study.toml: data, entry 1: the network no.txt is not there: give a file"),
        (STUDY.replace('"ring.txt"', '"ring.cnl"'), "ring.cnl"),
    ],
)
def test_mistakes_are_one_line(folder: Path, text: str, said: str) -> None:
    (folder / "study.toml").write_text(text)
    done = run("bench", "run", "study.toml", cwd=folder)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith(f"accord: error: {said}")


def test_status_before_the_first_run(folder: Path) -> None:
    done = run("bench", "status", "study.toml", cwd=folder)
    assert done.returncode == 2
    assert b"there is no store here" in done.stderr
