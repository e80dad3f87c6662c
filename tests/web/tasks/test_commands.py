"""The commands of an answer run, and give the same values."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from web_questions import ask, named_input, random_clusters

import accord

TRUTH, FOUND = random_clusters(8), random_clusters(9)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, clusters in (("the truth.csv", TRUTH), ("it's found.csv", FOUND)):
        (tmp_path / name).write_text(named_input(clusters)["text"])
    return tmp_path


def input_in(folder: Path, name: str, **more: Any) -> dict[str, Any]:
    return {"file": "0" * 64, "at": str(folder / name), "name": name, **more}


def run_shell(line: str, folder: Path) -> dict[str, Any]:
    """What a line for a shell prints as JSON."""
    words = shlex.split(line)
    assert words[0] == "accord"
    done = subprocess.run(
        [sys.executable, "-m", "accord", *words[1:], "--format", "json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    printed: dict[str, Any] = json.loads(done.stdout)
    return printed


def run_python(lines: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the last line would print."""
    *before, last = lines.splitlines()
    assert last.startswith("print(")
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    exec("\n".join(before), names)
    return eval(last.removeprefix("print(").removesuffix(")"), names)


def test_compare(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = ask(
        "compare",
        truth=input_in(folder, "the truth.csv", reading={"columns": ["node", "cluster"]}),
        found=input_in(folder, "it's found.csv", reading={"columns": ["node", "cluster"]}),
        metrics=["f1h", "omega"],
        nodes="intersection",
        weighting="macro",
        interval=True,
        repeats=5,
        seed=2,
    )
    commands, expected = answer["commands"], answer["comparison"]
    assert run_shell(commands["shell"], folder)["scores"] == expected["scores"]
    comparison = run_python(commands["python"], folder, monkeypatch)
    assert json.loads(comparison.to_json()) == expected


def test_rank(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [input_in(folder, "it's found.csv"), input_in(folder, "the truth.csv")]
    answer = ask("rank", truth=input_in(folder, "the truth.csv"), found=found)
    commands, expected = answer["commands"], answer["ranking"]
    assert run_shell(commands["shell"], folder) == expected
    ranking = run_python(commands["python"], folder, monkeypatch)
    assert json.loads(ranking.to_json()) == expected


def test_explain_a_cluster(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = {
        "truth": input_in(folder, "the truth.csv"),
        "found": input_in(folder, "it's found.csv"),
    }
    answer = ask("explain_cluster", **pair, side="found", index=2, metric="f1p", limit=1000)
    printed = run_shell(answer["commands"]["shell"], folder)
    assert (printed["cluster"], printed["cost"]) == (answer["cluster"], answer["cost"])
    assert len(printed["correct"]) == answer["counts"]["correct"]
    cluster = run_python(answer["commands"]["python"], folder, monkeypatch)
    assert (cluster.cluster, cluster.cost) == (answer["cluster"], answer["cost"])


def test_named_clusters_and_quality(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = {
        "truth": input_in(folder, "the truth.csv"),
        "found": input_in(folder, "it's found.csv"),
    }
    answer = ask("named_clusters", **pair, by="pprob")
    assert run_shell(answer["commands"]["shell"], folder)["f1"] == answer["f1"]
    (folder / "net.edges").write_text("".join(f"n{i} n{i + 1}\n" for i in range(59)))
    answer = ask(
        "quality",
        network=input_in(folder, "net.edges"),
        clustering=pair["truth"],
        metrics=["conductance"],
    )
    printed = run_shell(answer["commands"]["shell"], folder)
    assert printed["scores"] == answer["quality"]["scores"]
    scores = run_python(answer["commands"]["python"], folder, monkeypatch)
    assert float(scores["conductance"]) == answer["quality"]["scores"]["conductance"]["value"]


def test_a_level_in_python(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "levels.csv").write_text(
        "node,cluster,level\na,x,1\nb,x,1\nc,y,1\na,p,2\nb,q,2\nc,q,2\n"
    )
    level = input_in(folder, "levels.csv", level="2")
    answer = ask("compare", truth=input_in(folder, "levels.csv", level="1"), found=level)
    assert answer["commands"]["shell"] is None
    comparison = run_python(answer["commands"]["python"], folder, monkeypatch)
    assert json.loads(comparison.to_json())["scores"] == answer["comparison"]["scores"]


def test_what_the_command_line_cannot_say(folder: Path) -> None:
    truth, found = input_in(folder, "the truth.csv"), input_in(folder, "it's found.csv")
    differing = {**found, "reading": {"noise": "Cluster 1"}}
    assert ask("compare", truth=truth, found=differing)["commands"]["shell"] is None
    edits = [{"op": "merge", "clusters": ["Cluster 1", "Cluster 2"]}]
    edited = ask("compare", truth=truth, found={**found, "edits": edits})["commands"]
    assert edited["note"] == "save it's found-edited.csv first"
    assert "it's found-edited.csv" in shlex.split(edited["shell"])
    pasted = ask("compare", truth=named_input(TRUTH, "pasted.csv"), found=found)["commands"]
    assert pasted["note"] == "save pasted.csv first"


def test_readings_become_options(folder: Path) -> None:
    (folder / "labels.txt").write_text("x\nx\n-1\ny\n")
    labels = input_in(folder, "labels.txt", reading={"format": "labels", "noise": "-1"})
    answer = ask("compare", truth=labels, found=labels)
    assert (
        run_shell(answer["commands"]["shell"], folder)["scores"] == (answer["comparison"]["scores"])
    )
    assert accord.read(folder / "labels.txt", format="labels", noise="-1").n_clusters == 2
