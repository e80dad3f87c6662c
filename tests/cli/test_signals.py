"""Signals that end a command: nothing stays behind, one line at most, and 128 + the signal."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TRUTH, FOUND = (str(EXAMPLES / f"teams_{name}.cnl") for name in ("truth", "found"))
#: Sends itself a signal when a module is imported, and then runs accord.
_WHILE_IMPORTING = """
import os, signal, sys
class Finder:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from accord._cli import main
main()
"""
#: Runs accord, which stops just before a temporary file becomes the result.
_WHILE_WRITING = """
import os, signal, sys, time
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which whoever runs the tests may ignore
unlink = os.unlink
def wait(*_):
    print("running", flush=True)
    time.sleep(60)
def signalled_again(path, **options):
    os.kill(os.getpid(), signal.SIGTERM)
    unlink(path, **options)
os.replace, os.unlink = wait, signalled_again
from accord._cli import main
main()
"""
#: Runs accord with a library that makes an error of its own from Ctrl-C, as DuckDB does.
_IN_A_LIBRARY = """
import os, signal, accord
def compare(*_, **__):
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise RuntimeError("Query interrupted") from None
accord.compare = compare
from accord._cli import main
main()
"""


def run(code: str, *arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "module", ["click", "accord._cli.process", "accord._cli.compare", "numpy", "accord._compare"]
)
def test_interrupt_during_imports_leaves_no_traceback(module: str) -> None:
    code, printed, errors = run(_WHILE_IMPORTING.format(module=module), "compare", TRUTH, FOUND)
    assert (code, printed) == (130, "")
    assert errors in ("", "accord: error: interrupted\n")


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (signal.SIGTERM, "terminated"),
        (signal.SIGINT, "interrupted"),
        (signal.SIGHUP, "the terminal was closed"),
    ],
)
@pytest.mark.parametrize("output", ["out.csv", "folder"])
def test_ended_command_leaves_no_temporary_files(
    number: signal.Signals, word: str, output: str, tmp_path: Path
) -> None:
    command = ["convert", TRUTH, output]
    if output == "folder":
        degrees = ["--degree", "10", "--max-degree", "20", "--mixing", "0.2"]
        command = ["generate", "lfr", "200", *degrees, "-o", output]
    process = subprocess.Popen(
        [sys.executable, "-c", _WHILE_WRITING, *command],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "running\n"
        (temporary,) = tmp_path.iterdir()
        assert temporary.name.startswith(".accord-")
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (128 + number, f"accord: error: {word}\n")
    assert list(tmp_path.iterdir()) == []


def test_ignored_signals_stay_ignored(tmp_path: Path) -> None:
    """As by nohup."""
    ignore = "import os, signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    hang_up = "import accord; accord.compare = lambda *_, **__: os.kill(os.getpid(), signal.SIGHUP)"
    code, _, errors = run(
        f"{ignore}{hang_up} or os._exit(7)\nfrom accord._cli import main; main()",
        "compare",
        TRUTH,
        FOUND,
    )
    assert (code, errors) == (7, "")


def test_interrupt_that_a_library_turns_into_its_own_error_is_an_interrupt() -> None:
    code, printed, errors = run(_IN_A_LIBRARY, "compare", TRUTH, FOUND)
    assert (code, printed, errors) == (130, "", "accord: error: interrupted\n")
