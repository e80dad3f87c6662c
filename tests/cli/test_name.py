"""accord name, run as a process."""

import csv
import io
import json
from functools import partial
from pathlib import Path
from typing import Any

import command_process
import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
CLUBS = [str(EXAMPLES / f"clubs_{name}.cnl") for name in ("truth", "found")]

# By hand: truth 0 is best matched by [1 2 8 9 10], by pprob by [1]; truth 1 and 2 by [5] and [6]
# alike; 20 is nowhere.
TRUTH, FOUND = "1 2 3 4\n5 6\n5 6 7\n20\n", "1 2 8 9 10\n1\n5\n6\n11 12\n"


run = partial(command_process.run, "name")
output = partial(command_process.output, "name")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "truth.cnl").write_text(TRUTH)
    (tmp_path / "found.cnl").write_text(FOUND)
    return tmp_path


def as_json(folder: Path, *arguments: str | Path) -> Any:
    return json.loads(output("truth.cnl", "found.cnl", "--format", "json", *arguments, cwd=folder))


def names(data: Any) -> dict[Any, list[Any]]:
    return {row["found"]: [naming["name"] for naming in row["truth"]] for row in data["clusters"]}


@pytest.mark.parametrize(
    ("options", "f1"),
    [
        ([], 22 / 35),
        (["--weighting", "macro"], 78 / 137),
        (["--by", "pprob"], 9 / 14),
        (["--by", "pprob", "--weighting", "macro"], 69 / 118),
    ],
)
def test_values_match_hand_calculation(folder: Path, options: list[str], f1: float) -> None:
    data = as_json(folder, *options)
    assert data["f1"] == pytest.approx(f1, rel=1e-15, abs=0)
    first, second = ([], [0]) if "pprob" in options else ([0], [])
    assert names(data) == {0: first, 1: second, 2: [1, 2], 3: [1, 2], 4: []}


def test_labels_are_listed(folder: Path) -> None:
    text = output("truth.cnl", "found.cnl", "--format", "cll", cwd=folder)
    assert text == "# Clusters: 3, Labels: 4\n0 \n-\n1 2 \n1 2 \n-\n"


def test_table_is_printed() -> None:
    first, _, header, _, *rows = output(*CLUBS).splitlines()
    assert first == "3 of 4 found clusters are named, F1 0.8842, precision 0.8796, recall 0.8889"
    assert header.split() == ["found", "stands", "for", "f1", "precision", "recall"]
    assert [row.split() for row in rows] == [
        ["a", "chess", "0.8889", "1.0000", "0.8000"],  # 2·4/9, 4/4, 4/5
        ["b", "choir", "0.9091", "0.8333", "1.0000"],  # 2·5/11, 5/6, 5/5
        ["b", "dance", "0.8000", "0.6667", "1.0000"],  # 2·4/10, 4/6, 4/4
        ["c", "judo", "0.8571", "1.0000", "0.7500"],  # 2·3/7, 3/3, 3/4
        ["d", "-"],
    ]


def test_csv_and_markdown() -> None:
    header, *rows = csv.reader(io.StringIO(output(*CLUBS, "--format", "csv")))
    assert header == ["found", "truth", "f1", "precision", "recall"]
    wanted = [
        ("a", "chess", 8 / 9, 1, 4 / 5),
        ("b", "choir", 10 / 11, 5 / 6, 1),
        ("b", "dance", 4 / 5, 2 / 3, 1),
    ]
    wanted.append(("c", "judo", 6 / 7, 1, 3 / 4))
    assert [(*row[:2], *map(float, row[2:])) for row in rows] == wanted
    lines = output(*CLUBS, "--format", "markdown").splitlines()
    assert lines[2] == "| found | stands for | f1 | precision | recall |"
    assert lines[4] == "| a | chess | 0.8889 | 1.0000 | 0.8000 |"
    assert len([line for line in lines if line.startswith("|")]) == 7


def test_node_base_can_be_a_policy_or_a_file(folder: Path) -> None:
    # On the nodes of the truth [1 2 8 9 10] is [1 2], and [11 12] is nothing, but keeps its place.
    data = as_json(folder, "--nodes", "truth")
    assert names(data) == {0: [0], 1: [], 2: [1, 2], 3: [1, 2], 4: []}
    assert data["precision"] == pytest.approx(0.9)
    assert data["clusters"][0]["truth"][0]["precision"] == 1
    (folder / "nodes.txt").write_text("5\n6\n11\n")
    data = as_json(folder, "--nodes", "nodes.txt")
    assert names(data) == {0: [], 1: [], 2: [1, 2], 3: [1, 2], 4: []}
    assert (data["f1"], data["precision"], data["recall"]) == (1, 1, 1)


def test_other_input_formats_are_read(folder: Path) -> None:
    wanted = output("truth.cnl", "found.cnl", "--format", "json", cwd=folder)
    (folder / "pairs").write_text(
        "".join(f"{v} {i}\n" for i, x in enumerate(TRUTH.splitlines()) for v in x.split())
    )
    (folder / "found.json").write_text(
        json.dumps([[int(v) for v in x.split()] for x in FOUND.splitlines()])
    )
    assert (
        output("pairs", "found.json", "--truth-format", "pairs", "--format", "json", cwd=folder)
        == wanted
    )
    stdin = FOUND.encode()
    assert (
        output(
            "truth.cnl", "-", "--input-format", "cnl", "--format", "json", cwd=folder, stdin=stdin
        )
        == wanted
    )


def test_levels_are_merged(folder: Path) -> None:
    (folder / "levels").mkdir()
    (folder / "levels" / "1.cnl").write_text("1 2 8 9 10\n1\n5\n6\n11 12\n")
    (folder / "levels" / "2.cnl").write_text("1\n5 6\n")
    text = output("truth.cnl", "levels", "--format", "cll", cwd=folder)
    assert text == "# Clusters: 2, Labels: 4\n0 \n-\n-\n-\n-\n1 2 \n"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["-", "-"], "only one"),
        (["truth.cnl", "none.cnl"], "none.cnl"),
        (["truth.cnl", "found.cnl", "--by", "f2"], "pprob"),
        (["truth.cnl", "found.cnl", "--format", "xml"], "cll"),
        (["truth.cnl", "found.cnl", "--nodes", "equal"], "not equal"),
        (["truth.cnl", "found.cnl", "--nodes", "none.txt"], "none.txt"),
    ],
)
def test_errors_are_one_line(folder: Path, arguments: list[str], word: str) -> None:
    done = run(*arguments, cwd=folder)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("accord: error: ")
    assert word in line
