"""Names of results: NAME=FILE, or the parts of their paths that differ."""

import json
from pathlib import Path

import pytest
from command_process import output, run

import accord
from accord._display.names import short_names


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["results/leiden.cnl", "results/louvain.cnl"], ["leiden", "louvain"]),
        (["clubs_found.cnl", "clubs_guess.cnl"], ["found", "guess"]),
        (["a/x.cnl", "b/x.cnl"], ["a", "b"]),
        (["run/1/x.cnl", "run/2/x.cnl"], ["run/1", "run/2"]),
        (["lfr_0.1_leiden.cnl.gz", "lfr_0.1_louvain.cnl.gz"], ["leiden", "louvain"]),
        # numbers keep the word before them
        (["seed-1.cnl", "seed-2.cnl"], ["seed-1", "seed-2"]),
        (["leiden-0.5.cnl", "leiden-1.0.cnl"], ["leiden-0.5", "leiden-1.0"]),
        (["run1.cnl", "run2.cnl"], ["run1", "run2"]),
        # never empty or ambiguous
        (["found.cnl", "found_best.cnl"], ["found", "found_best"]),
        (["a.cnl", "a.csv"], ["a.cnl", "a.csv"]),
        (["_x", ".x"], ["_x", ".x"]),
        (["-", "x.cnl"], ["-", "x.cnl"]),
        # a single file
        (["results/leiden.cnl"], ["leiden.cnl"]),
        ([], []),
    ],
)
def test_short_names(paths: list[str], names: list[str]) -> None:
    assert short_names(paths) == names


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "results").mkdir()
    (tmp_path / "truth.cnl").write_text("1 2 3\n4 5\n")
    (tmp_path / "results" / "leiden.cnl").write_text("1 2 3\n4 5\n")
    (tmp_path / "results" / "louvain.cnl").write_text("1 2\n3 4 5\n")
    (tmp_path / "network.edges").write_text("1 2\n2 3\n3 4\n4 5\n")
    return tmp_path


RESULTS = ["results/leiden.cnl", "results/louvain.cnl"]


def ranked(folder: Path, *results: str) -> list[str]:
    table = output("compare", "truth.cnl", *results, "--format", "csv", cwd=folder)
    return [line.split(",")[0] for line in table.splitlines()[1:]]


def test_ranking_uses_short_names(folder: Path) -> None:
    assert ranked(folder, *RESULTS) == ["leiden", "louvain"]


def test_results_can_be_named(folder: Path) -> None:
    named = ["best=results/leiden.cnl", "results/louvain.cnl"]
    assert ranked(folder, *named) == ["best", "louvain"]
    assert ranked(folder, "a b=results/leiden.cnl", "c=results/louvain.cnl") == ["a b", "c"]


def test_existing_path_with_an_equals_sign_is_a_path(folder: Path) -> None:
    (folder / "mu=0.1.cnl").write_text("1 2 3\n4 5\n")
    assert ranked(folder, "mu=0.1.cnl", "x=results/louvain.cnl") == ["mu=0.1", "x"]


def test_single_result_can_be_named(folder: Path) -> None:
    done = run(
        "compare", "truth.cnl", "mine=results/louvain.cnl", "--fail-under", "f1h=0.99", cwd=folder
    )
    assert done.returncode == 1
    assert done.stderr.startswith(b"accord: failed: mine: f1h is ")


def test_score_names_clusterings(folder: Path) -> None:
    text = output(
        "score", "network.edges", *RESULTS, "-m", "coverage", "--format", "json", cwd=folder
    )
    assert list(json.loads(text)) == ["leiden", "louvain"]
    text = output(
        "score", "network.edges", "a=results/leiden.cnl", "b=results/louvain.cnl",
        "-m", "coverage", "--format", "json", cwd=folder,
    )  # fmt: skip
    assert list(json.loads(text)) == ["a", "b"]


@pytest.mark.parametrize(
    ("results", "message"),
    [
        (["x=results/leiden.cnl", "x=results/louvain.cnl"], "two files are named x"),
        (["leiden=results/louvain.cnl", "results/leiden.cnl"], "two files are named leiden"),
        (["a=results/leiden.cnl", "results/leiden.cnl"], "results/leiden.cnl is given twice"),
        (["a=results/none.cnl"], "results/none.cnl: No such file"),
    ],
)  # fmt: skip
def test_ambiguous_names_are_errors(folder: Path, results: list[str], message: str) -> None:
    done = run("compare", "truth.cnl", *results, cwd=folder)
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_a_folder_is_said_to_be_read_as_levels(folder: Path) -> None:
    done = run("compare", "truth.cnl", "results", "-m", "f1h", cwd=folder)
    assert done.stderr.decode() == (
        "accord: note: results is a folder, and read as one result with a file for each level; "
        f"to rank its files, give {Path('results') / '*'}\n"
    )
    assert "level" in done.stdout.decode()
    for option in (["--levels", "best"], ["-q"]):
        assert run("compare", "truth.cnl", "results", *option, cwd=folder).stderr == b""
    assert run("compare", "truth.cnl", *RESULTS, cwd=folder).stderr == b""


def test_rank_names_a_list_of_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert list(accord.rank("truth.cnl", RESULTS)) == ["leiden", "louvain"]
    assert list(accord.rank("truth.cnl", [Path(path) for path in RESULTS])) == ["leiden", "louvain"]


def test_rank_refuses_a_file_given_twice(folder: Path) -> None:
    path = str(folder / "truth.cnl")
    with pytest.raises(accord.InputError, match="given twice"):
        accord.rank(path, [path, path])


def test_rank_numbers_results_without_names() -> None:
    assert list(accord.rank([[1, 2]], [[[1, 2]], [[1], [2]]])) == ["result 1", "result 2"]
