"""Programs, scripts and functions of a study are found in its folder first."""

import os
import re
from pathlib import Path

import pytest

from accord import bench
from accord.bench._algorithms.command import Command
from accord.errors import AccordError

PROGRAM = "#!/bin/sh\nprintf '0 1\\n2 3\\n' > $2\n"
STUDY = """
[[data]]
network = "data/net.txt"
truth = "data/truth.cnl"
[[algorithms]]
name = "program"
cmd = "mine {network} {output}"
output = "cnl"
[[algorithms]]
name = "script"
cmd = "sh mine.sh {network} {output}"
output = "cnl"
[[algorithms]]
name = "module"
uses = "own:halves"
[[algorithms]]
name = "file"
uses = "sub/more.py:halves"
[[algorithms]]
name = "missing"
cmd = "no-such-program {network}"
output = "cnl"
[[algorithms]]
name = "plain"
cmd = "./plain {network}"
output = "cnl"
"""
FUNCTION = "def halves(network):\n    return [0, 0, 1, 1]\n"


def executable(path: Path, text: str = PROGRAM) -> None:
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "data").mkdir(parents=True)
    (folder / "sub").mkdir()
    (folder / "data" / "net.txt").write_text("0 1\n1 2\n2 3\n")
    (folder / "data" / "truth.cnl").write_text("0 1\n2 3\n")
    (folder / "own.py").write_text(FUNCTION)
    (folder / "sub" / "more.py").write_text(FUNCTION)
    (folder / "mine.sh").write_text(PROGRAM)
    (folder / "plain").write_text(PROGRAM)
    executable(folder / "mine")
    (folder / "study.toml").write_text(STUDY)
    return folder


def test_study_runs_from_any_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without {folder} in command lines, wherever accord is started."""
    monkeypatch.chdir(tmp_path)
    study = bench.Study.read("project/study.toml")
    bench.run(study)
    rows = {row["algorithm"]: row for row in bench.status(study)}
    assert {name: row["status"] for name, row in rows.items()} == {
        "program": "ok",
        "script": "ok",
        "module": "ok",
        "file": "ok",
        "missing": "error",
        "plain": "error",
    }
    assert rows["missing"]["reason"] == (
        f"no-such-program cannot be started: there is no file {folder}/no-such-program, "
        "and no program of this name on the PATH: install it, or give its path"
    )
    assert rows["plain"]["reason"] == (
        f"./plain cannot be started: {folder}/plain is not executable: chmod +x {folder}/plain"
    )


def test_folder_of_the_study_comes_before_the_path(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{folder / 'sub'}{os.pathsep}{os.environ['PATH']}")
    executable(folder / "sub" / "mine")
    executable(folder / "sub" / "elsewhere")
    found = {
        name: Command(f"{name} {{network}}", "cnl", folder).program
        for name in ("mine", "elsewhere", "./mine", "plain")
    }
    assert found == {
        "mine": str(folder / "mine"),
        "elsewhere": str(folder / "sub" / "elsewhere"),
        "./mine": str(folder / "mine"),
        "plain": "plain",
    }


def test_version_covers_scripts_of_the_folder(folder: Path) -> None:
    def version() -> str:
        return Command("sh mine.sh {network}", "cnl", folder).version

    before = version()
    assert before == version()
    (folder / "mine.sh").write_text(PROGRAM + "true\n")
    assert before != version()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("own:halves", "none:halves", "there is no module 'none': looked for the file {}/none.py"),
        ("sub/more.py", "more.py", "{}/more.py: there is no such Python file"),
        ("data/net.txt", "net.txt", "the network {}/net.txt does not exist"),
        ("data/truth.cnl", "truth.cnl", "the truth {}/truth.cnl does not exist"),
    ],
)
def test_errors_say_where_was_looked(folder: Path, old: str, new: str, message: str) -> None:
    (folder / "study.toml").write_text(STUDY.replace(old, new))
    with pytest.raises(AccordError, match=re.escape(message.format(folder))):
        bench.Study.read(folder / "study.toml")


@pytest.mark.parametrize(
    "field",
    ["{network:10}", "{network!r}", "{network.x}", "{network[0]}", "{0}", "{}", "{k:>{seed}}"],
)
@pytest.mark.parametrize("place", ["alg {network} ", "alg {network} --k=", "", "{folder}/"])
def test_placeholders_are_plain_names(field: str, place: str) -> None:
    """Anywhere in a command line."""
    with pytest.raises(AccordError, match="is not a placeholder: write its name alone") as raised:
        Command(f"{place}{field} {{network}}", "cnl")
    assert field in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("word", ["{", "}", "{network", "a}", "'{' '}'", "{folder!r", "{network!}"])
def test_single_brace_is_an_error(word: str) -> None:
    with pytest.raises(AccordError, match=r"write a brace itself as {{ or }}"):
        Command(f"alg {{network}} {word}", "cnl")


@pytest.mark.parametrize("cmd", ["", "  ", "# alg"])
def test_command_line_without_a_network_is_an_error(cmd: str) -> None:
    with pytest.raises(AccordError, match=r"it is empty|needs a placeholder"):
        Command(cmd, "cnl")


def test_braces_are_written_twice() -> None:
    command = Command("alg {network} {{x}} {k}", "cnl")
    assert command.fill({"network": Path("n"), "k": "{y}"})[1:] == ["n", "{x}", "{y}"]
