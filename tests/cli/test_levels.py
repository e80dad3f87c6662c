"""accord compare on results with levels, run as a process."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import accord
from accord import Clustering

TRUTH = [[1, 2, 3, 4], [5, 6, 7, 8]]
LEVELS = {
    "level10": [[1, 2, 3, 4, 5], [6, 7, 8]],
    "level2": [[1, 2], [3, 4], [5, 6], [7, 8]],
}
FILES = ["out/level2.cnl", "out/level10.cnl"]
MERGED = [*LEVELS["level2"], *LEVELS["level10"]]
F1H = {name: float(accord.f1h(TRUTH, clusters)) for name, clusters in LEVELS.items()}
F1H_MERGED = float(accord.f1h(TRUTH, MERGED))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    for name, clusters in {
        "truth": TRUTH,
        **{f"out/{name}": clusters for name, clusters in LEVELS.items()},
    }.items():
        accord.write(Clustering.from_clusters(clusters), tmp_path / f"{name}.cnl")
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "accord", "compare", "truth.cnl", *arguments]
    return subprocess.run(command, capture_output=True, cwd=folder, check=False)


def output(folder: Path, *arguments: str) -> str:
    done = run(folder, *arguments)
    assert done.returncode == 0
    notes = done.stderr.decode().splitlines()
    assert all("is a folder, and read as one result" in note for note in notes)
    return done.stdout.decode()


def ranked(folder: Path, *arguments: str) -> dict[str, float]:
    """The names of a ranking, in its order, with their first score."""
    text = output(folder, *arguments, "-m", "f1h", "--format", "csv")
    return {row["found"]: float(row["f1h"]) for row in csv.DictReader(io.StringIO(text))}


@pytest.mark.parametrize("found", [["out"], ["out/"], [*FILES, "--as-levels"]])
def test_folder_and_files_are_read_as_levels(folder: Path, found: list[str]) -> None:
    data = json.loads(output(folder, *found, "-m", "f1h,omega", "--format", "json"))
    assert data["scores"]["f1h"]["value"] == F1H_MERGED
    assert data["levels"]["best"] == "level10"
    assert [level["level"] for level in data["levels"]["levels"]] == ["level2", "level10"]
    assert {level["level"]: level["f1h"] for level in data["levels"]["levels"]} == F1H
    assert data["levels"]["merged"]["f1h"] == F1H_MERGED
    assert data["levels"]["levels"][0]["omega"] == accord.omega(TRUTH, LEVELS["level2"])


def test_table_names_the_best_level(folder: Path) -> None:
    for form, start in (("table", "level10 "), ("markdown", "| level10 |")):
        lines = output(folder, "out", "-m", "f1h", "--format", form).splitlines()
        (line,) = (line for line in lines if line.startswith(start))
        assert line.replace("|", " ").split() == ["level10", "2", f"{F1H['level10']:.4f}", "best"]
        assert (
            sum(
                "best" in line.split() and "level" in line
                for line in lines
                if "by level" not in line
            )
            == 1
        )


def test_only_the_best_level(folder: Path) -> None:
    header, row = output(
        folder, "out", "--levels", "best", "-m", "f1h", "--format", "csv"
    ).splitlines()
    assert header == "metric,value,precision,recall"
    assert float(row.split(",")[1]) == F1H["level10"]
    data = json.loads(
        output(folder, *FILES, "--as-levels", "--levels", "best", "-m", "f1h", "--format", "json")
    )
    assert data["scores"]["f1h"]["value"] == F1H["level10"]
    assert data["found"]["clusters"] == 2


def test_only_the_merged_levels(folder: Path) -> None:
    data = json.loads(output(folder, "out", "--levels", "merged", "-m", "f1h", "--format", "json"))
    assert data["scores"]["f1h"]["value"] == F1H_MERGED
    assert "levels" not in data


def test_each_level_is_ranked(folder: Path) -> None:
    wanted = {"out level level10": F1H["level10"], "out level level2": F1H["level2"]}
    assert list(ranked(folder, "out", "--levels", "each").items()) == list(wanted.items())
    as_levels = ranked(folder, *FILES, "--as-levels", "--levels", "each")
    assert list(as_levels.items()) == [
        (name.replace("out", "levels"), value) for name, value in wanted.items()
    ]


def test_results_with_and_without_levels_are_ranked_together(folder: Path) -> None:
    with_all = ranked(folder, "out", "out/level2.cnl")
    assert list(with_all.items()) == [
        ("out level level10", F1H["level10"]),
        ("out merged", F1H_MERGED),
        ("out level level2", F1H["level2"]),
        ("level2.cnl", F1H["level2"]),
    ]
    assert list(ranked(folder, "out", "out/level2.cnl", "--levels", "best")) == [
        "out level level10",
        "level2.cnl",
    ]


def test_result_without_levels_ignores_the_levels_option(folder: Path) -> None:
    plain = accord.compare(folder / "truth.cnl", folder / "out" / "level2.cnl", "f1h")
    assert output(folder, "out/level2.cnl", "-m", "f1h", "--levels", "best") == f"{plain}\n"
    assert ranked(folder, "out/level2.cnl", "--levels", "each") == {"level2.cnl": F1H["level2"]}


def test_table_with_a_level_column_is_read_as_levels(folder: Path) -> None:
    rows = [
        f"{v},{i},{name}"
        for name, clusters in LEVELS.items()
        for i, x in enumerate(clusters)
        for v in x
    ]
    (folder / "levels.csv").write_text("\n".join(["node,cluster,level", *rows, ""]))
    data = json.loads(output(folder, "levels.csv", "-m", "f1h", "--format", "json"))
    assert [level["level"] for level in data["levels"]["levels"]] == ["level10", "level2"]
    assert data["scores"]["f1h"]["value"] == pytest.approx(F1H_MERGED, rel=1e-15)


def test_unique_drops_equal_clusters_of_a_level(folder: Path) -> None:
    (folder / "out" / "level2.cnl").write_text("1 2\n1 2\n3 4\n5 6\n7 8\n")
    for options, value in (
        ([], accord.f1h(TRUTH, [[1, 2], *LEVELS["level2"]])),
        (["--unique"], F1H["level2"]),
    ):
        data = json.loads(output(folder, "out", "-m", "f1h", *options, "--format", "json"))
        assert data["levels"]["levels"][0]["f1h"] == value
        assert (
            data["scores"]["f1h"]["value"] == F1H_MERGED
        )  # merged, every cluster is there once anyway


def test_truth_with_levels_is_merged(folder: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "accord",
        "compare",
        "out",
        "truth.cnl",
        "-m",
        "f1h",
        "--format",
        "json",
    ]
    data = json.loads(subprocess.run(command, capture_output=True, cwd=folder, check=True).stdout)
    assert data["scores"]["f1h"]["value"] == accord.f1h(MERGED, TRUTH)
    assert "levels" not in data


def test_fail_under_applies_to_the_chosen_level(folder: Path) -> None:
    floor = (F1H_MERGED + F1H["level10"]) / 2
    assert run(folder, "out", "--fail-under", f"f1h={floor}").returncode == 1
    assert run(folder, "out", "--levels", "best", "--fail-under", f"f1h={floor}").returncode == 0
    done = run(folder, "out", "--levels", "each", "--fail-under", f"f1h={floor}")
    assert done.returncode == 1
    assert done.stderr.decode().startswith(
        "accord: failed: out level level2: f1h is 0.666667, below "
    )
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["out", "--levels", "all"], ["--levels", "best", "each", "merged"]),
        (["empty"], ["empty", "no files"]),
        (["out/level2.cnl", "out/level2.cnl", "--as-levels"], ["twice"]),
        (["out", "out/level2.cnl", "--as-levels"], ["levels"]),
    ],
)
def test_errors_are_one_line(folder: Path, arguments: list[str], words: list[str]) -> None:
    (folder / "empty").mkdir()
    done = run(folder, *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("accord: error: ")
    assert all(word in line for word in words)
