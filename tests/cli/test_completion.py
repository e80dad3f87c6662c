"""Shell completion: called as a shell calls it, and once in a real bash."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

import accord
from accord import bench
from accord._cli.commands import cli
from accord._foundation.node_base import NODE_POLICIES
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.networks.formats import NETWORK_FORMATS

FORMATS = sorted({*CLUSTERING_FORMATS, *NETWORK_FORMATS})
RUN = "from accord._cli import main; import sys; sys.argv[0] = 'accord'; main()"


def complete(line: str, shell: str = "bash", script: str = RUN) -> subprocess.CompletedProcess[str]:
    """Complete the last word of a line, which may be empty."""
    words = line.split(" ")
    # bash and zsh pass the position of the word, fish the word itself
    place = words[-1] if shell == "fish" else str(len(words) - 1)
    environment = {
        **os.environ,
        "_ACCORD_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": place,
    }
    return subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def offered(line: str) -> list[str]:
    done = complete(line)
    assert done.stderr == ""
    return [entry.partition(",")[2] for entry in done.stdout.split()]


def starting(start: str, names: object) -> list[str]:
    return [name for name in names if name.startswith(start)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("accord comp", ["compare", "completion"]),
        ("accord bench re", ["report", "retry"]),
        ("accord generate ", ["cover", "lfr"]),
        ("accord compair --th", []),
        ("accord compare a b --thr", ["--threads"]),
        ("accord compare a b -m f1", starting("f1", accord.METRICS)),
        ("accord compare a b --metric f1p,om", ["f1p,omega"]),
        ("accord compare a b --fail-under f1p", ["f1p="]),
        ("accord explain a b -m f1", starting("f1", accord.METRICS)),
        ("accord metrics gn", ["gnmi"]),
        ("accord score a b -m modu", starting("modu", accord.QUALITIES)),
        ("accord bench report s -m modu", starting("modu", accord.QUALITIES)),
        ("accord compare a b --input-format c", starting("c", FORMATS)),
        ("accord convert a b --output-format n", starting("n", FORMATS)),
        ("accord compare a b --levels m", ["merged"]),
        ("accord compare a b --format m", ["markdown"]),
        ("accord bench run --levels b", ["blind", "best"]),
        ("accord completion f", ["fish"]),
    ],
)
def test_names_are_completed(line: str, names: list[str]) -> None:
    assert offered(line) == names


def test_installed_algorithms_are_completed() -> None:
    known = {name: known for name, known in bench.available().items() if "." in name}  # no tests'
    installed = [name for name, algorithm in known.items() if not algorithm.missing]
    assert "baseline.random" in installed
    assert offered("accord bench quick n -a ") == installed


def test_nodes_are_a_policy_or_a_file() -> None:
    assert complete("accord compare a b --nodes ").stdout.split() == [
        "file,",
        *(f"plain,{policy}" for policy in NODE_POLICIES),
    ]


def test_files_are_left_to_the_shell() -> None:
    assert complete("accord compare tru").stdout == "file,tru\n"


def test_options_of_every_command_are_completed() -> None:
    command = cli.get_command(click.Context(cli), "score")
    assert command is not None
    names = [
        name
        for param in command.params
        if isinstance(param, click.Option)
        for name in (*param.opts, *param.secondary_opts)
        if name.startswith("--")
    ]
    assert offered("accord score a b --") == [*names, "--help"]


@pytest.mark.parametrize(
    ("shell", "expected"),
    [
        ("zsh", ["plain", "gnmi", accord.METRICS["gnmi"].meaning]),
        ("fish", [f"plain,gnmi\t{accord.METRICS['gnmi'].meaning}"]),
    ],
)
def test_shells_that_show_descriptions_receive_them(shell: str, expected: list[str]) -> None:
    assert complete("accord explain a b -m gnm", shell).stdout.rstrip("\n").split("\n") == expected


def test_commands_are_completed_without_numpy() -> None:
    script = f"import atexit, sys; atexit.register(lambda: print('numpy' in sys.modules)); {RUN}"
    assert complete("accord co", script=script).stdout.split()[-1] == "False"
    assert complete("accord bench re", script=script).stdout.split()[-1] == "False"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script_is_for_accord(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "accord", "completion", shell], capture_output=True, check=True
    )
    assert b"_ACCORD_COMPLETE" in done.stdout


def test_real_bash_completes(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    program = tmp_path / "accord"
    program.write_text(f"#!{sys.executable}\n{RUN}\n")
    program.chmod(0o755)
    script = """
eval "$(accord completion bash)"
compopt() { :; }
COMP_WORDS=(accord compare a b -m gnm) COMP_CWORD=5
_accord_completion accord
echo "${COMPREPLY[@]}"
"""
    done = subprocess.run(
        [bash, "--norc", "-c", script],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("gnmi\n", "")
