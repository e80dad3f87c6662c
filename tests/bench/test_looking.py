"""Looking at a study runs nothing of it."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from command_process import run

from accord import bench
from accord._cli.bench import bench as command

STUDY = """
[[data]]
network = "net.txt"
[[algorithms]]
uses = "own.py:halves"
"""
MODULE = """
from pathlib import Path
with open(Path(__file__).parent / "imported", "a") as file:
    file.write("x")
def halves(network):
    return [0, 0, 1, 1]
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    (tmp_path / "net.txt").write_text("0 1\n1 2\n2 3\n")
    (tmp_path / "own.py").write_text(MODULE)
    (tmp_path / "study.toml").write_text(STUDY)
    # In another process: what this one has imported once, it would not import again.
    assert run("bench", "run", tmp_path / "study.toml", "-q").returncode == 0
    (tmp_path / "imported").unlink()
    return tmp_path / "study.toml"


@pytest.mark.parametrize(
    "words", ["status", "report", "export FILE", "export FILE --scores", "prune"]
)
def test_commands_that_look_import_nothing(study: Path, words: str) -> None:
    name, *options = words.replace("FILE", str(study.parent / "rows.csv")).split()
    done = CliRunner().invoke(command, [name, str(study), *options])
    assert done.exit_code == 0, done.output
    assert not (study.parent / "imported").exists()


def test_functions_that_look_import_nothing(study: Path) -> None:
    assert len(bench.status(study)) == 1
    bench.load_results(study)
    bench.load_all_results(study)
    bench.export_clusterings(study, study.parent / "found")
    assert not (study.parent / "imported").exists()


def test_change_of_the_file_is_seen_without_running_it(study: Path) -> None:
    assert not bench.status(study).changed
    study.write_text("# a comment\nstore = 'study-results'\n" + STUDY)
    assert not bench.status(study).changed
    study.write_text("repeats = 2\n" + STUDY)
    assert bench.status(study).changed
    assert not bench.status(study.parent / "study-results").changed


def test_change_of_a_study_of_python_is_seen(study: Path) -> None:
    assert not bench.status(bench.Study.read(study)).changed
    study.write_text("repeats = 2\n" + STUDY)
    assert bench.status(bench.Study.read(study)).changed
