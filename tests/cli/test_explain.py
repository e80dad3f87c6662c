"""accord explain, run as a process."""

import csv
import io
import json
from functools import partial
from pathlib import Path
from typing import Any

import command_process
import pytest

import accord
from accord._cli.flags import flag_notation
from accord._foundation.arguments import argument_notation

# By hand: the first truth cluster was split, the next two merged, the last missed.
TRUTH, FOUND = "1 2 3 4\n5 6\n7 8\n9\n", "1 2\n3 4\n5 6 7 8\n11 12\n"
ORDER = {"truth": [0, 3, 1, 2], "found": [3, 2, 0, 1]}


run = partial(command_process.run, "explain")
output = partial(command_process.output, "explain")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "truth.cnl").write_text(TRUTH)
    (tmp_path / "found.cnl").write_text(FOUND)
    return tmp_path


def explain(folder: Path, *arguments: str | Path) -> str:
    return output("truth.cnl", "found.cnl", *arguments, cwd=folder)


def as_json(folder: Path, *arguments: str | Path) -> Any:
    return json.loads(explain(folder, "--format", "json", *arguments))


def verdicts(data: Any, side: str) -> dict[Any, tuple[str, int | None]]:
    return {row["cluster"]: (row["verdict"], row["parts"]) for row in data[side]}


def test_verdicts_match_hand_calculation(folder: Path) -> None:
    data = as_json(folder)
    assert verdicts(data, "truth") == {
        0: ("split", 2),
        1: ("merged", 2),
        2: ("merged", 2),
        3: ("missed", None),
    }
    assert verdicts(data, "found") == {
        0: ("split", 2),
        1: ("split", 2),
        2: ("merged", 2),
        3: ("outside", None),
    }
    assert data["metric"] == "f1h"


@pytest.mark.parametrize("top", [(), ("--top", "1")])
def test_output_formats_equal_those_of_the_library(folder: Path, top: tuple[str, ...]) -> None:
    """Notes name options as the command line writes them."""
    with argument_notation(flag_notation()):
        why = accord.explain(folder / "truth.cnl", folder / "found.cnl")
        if top:
            why = why.head(1)
        assert explain(folder, *top) == f"{why}\n"
        assert explain(folder, *top, "--format", "table") == f"{why}\n"
        assert explain(folder, *top, "--format", "markdown") == why.to_markdown() + "\n"
        assert explain(folder, *top, "--format", "json") == why.to_json() + "\n"
        assert explain(folder, *top, "--format", "csv") == why.to_csv() + "\n"


def test_csv_has_all_clusters(tmp_path: Path) -> None:
    (tmp_path / "truth.cnl").write_text("\n".join(map(str, range(10_500))))
    (tmp_path / "found.cnl").write_text(" ".join(map(str, range(10_500))))
    rows = list(
        csv.reader(io.StringIO(output("truth.cnl", "found.cnl", "--format", "csv", cwd=tmp_path)))
    )
    assert len(rows) == 1 + 10_500 + 1
    assert all(len(row) == len(rows[0]) for row in rows)


def test_top_limits_the_rows(folder: Path) -> None:
    data = as_json(folder, "--top", "2")
    assert [len(data[side]) for side in ("truth", "found", "nodes")] == [2, 2, 2]
    assert "truth clusters, the 2 costliest of 4" in explain(folder, "--top", "2")
    assert "costliest of" not in explain(folder, "--top", "4")


def test_metric_can_be_chosen(folder: Path) -> None:
    data = as_json(folder, "--metric", "split_join")
    assert {row["cluster"]: row["cost"] for row in data["truth"]} == {0: 2, 1: 0, 2: 0, 3: 1}
    assert {row["cluster"]: row["cost"] for row in data["found"]} == {0: 0, 1: 0, 2: 2, 3: 2}
    assert as_json(folder, "-m", "f1p[weighting=macro]")["metric"] == "f1p[weighting=macro]"


def test_node_base_can_be_chosen(folder: Path) -> None:
    data = as_json(folder, "--nodes", "truth")
    assert set(verdicts(data, "found")) == {0, 1, 2}
    (folder / "nodes.txt").write_text("1\n3\n5\n77\n")
    data = as_json(folder, "--nodes", "nodes.txt")
    assert verdicts(data, "truth") == {0: ("split", 2), 1: ("exact", None)}
    assert verdicts(data, "found") == {0: ("split", 2), 1: ("split", 2), 2: ("exact", None)}


def test_unique_drops_equal_clusters(folder: Path) -> None:
    (folder / "twice.cnl").write_text(FOUND + "1 2\n3 4\n")
    arguments = ["truth.cnl", "twice.cnl", "--format", "json"]
    data = json.loads(output(*arguments, cwd=folder))
    assert verdicts(data, "truth")[0] == ("split", 2)  # equal clusters are one part
    assert sum(total["clusters"] for total in data["totals"]["found"].values()) == 6
    assert json.loads(output(*arguments, "--unique", cwd=folder)) == as_json(folder)


def test_standard_input_and_input_formats(folder: Path) -> None:
    wanted = explain(folder, "--format", "json")
    either = ["--input-format", "cnl", "--format", "json"]
    assert output("truth.cnl", "-", *either, cwd=folder, stdin=FOUND.encode()) == wanted
    assert output("-", "found.cnl", *either, cwd=folder, stdin=TRUTH.encode()) == wanted
    (folder / "pairs").write_text(
        "".join(f"{v} {i}\n" for i, x in enumerate(TRUTH.splitlines()) for v in x.split())
    )
    assert (
        output("pairs", "found.cnl", "--truth-format", "pairs", "--format", "json", cwd=folder)
        == wanted
    )


def test_levels_are_merged(folder: Path) -> None:
    (folder / "levels").mkdir()
    (folder / "levels" / "1.cnl").write_text("1 2\n3 4\n5 6 7 8\n")
    (folder / "levels" / "2.cnl").write_text("1 2\n11 12\n")
    data = json.loads(output("truth.cnl", "levels", "--format", "json", cwd=folder))
    assert [row["verdict"] for row in data["truth"]] == [
        row["verdict"] for row in as_json(folder)["truth"]
    ]
    assert [row["size"] for row in data["found"]] == [
        row["size"] for row in as_json(folder)["found"]
    ]


def test_output_does_not_depend_on_threads(folder: Path) -> None:
    assert explain(folder, "--threads", "1", "--format", "json") == explain(
        folder, "--threads", "4", "--format", "json"
    )


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["-", "-"], "only one"),
        (["truth.cnl", "none.cnl"], "none.cnl"),
        (["truth.cnl"], "FOUND"),
        (["truth.cnl", "found.cnl", "--metric", "omega"], "choose from f1p, f1h"),
        (["truth.cnl", "found.cnl", "--metric", "f1q"], "did you mean"),
        (["truth.cnl", "found.cnl", "--metric", "f1h,f1p"], "f1h,f1p"),
        (["truth.cnl", "found.cnl", "--metric", "nmi"], "needs the same nodes"),
        (["truth.cnl", "found.cnl", "--format", "cll"], "cll"),
        (["truth.cnl", "found.cnl", "--top", "0"], "--top"),
        (["truth.cnl", "found.cnl", "--top", "many"], "--top"),
        (["truth.cnl", "found.cnl", "--nodes", "equal"], "not equal"),
        (["truth.cnl", "found.cnl", "--nodes", "none.txt"], "none.txt"),
        (["truth.cnl", "found.cnl", "--nodes", "others.txt"], "none of the 2 nodes"),
    ],
)
def test_errors_are_one_line(folder: Path, arguments: list[str], word: str) -> None:
    (folder / "others.txt").write_text("98\n99\n")
    done = run(*arguments, cwd=folder)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("accord: error: ")
    assert word in line


def test_names_come_from_the_files(folder: Path) -> None:
    (folder / "named.json").write_text(json.dumps({'a, "b"\nc': [1, 2, 3, 4], "d": [5, 6, 7, 8]}))
    _, *rows = csv.reader(
        io.StringIO(output("named.json", "found.cnl", "--format", "csv", cwd=folder), newline="")
    )
    assert [row[1] for row in rows if row[0] == "truth"] == ['a, "b"\nc', "d"]
    assert 'a, "b" c  ' in output("named.json", "found.cnl", cwd=folder)
