"""Standard streams that are closed, full or no longer read: one line or silence, no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TRUTH, FOUND = (EXAMPLES / f"teams_{name}.cnl" for name in ("truth", "found"))
COMPARE = f"compare {TRUTH} {FOUND}"
CONVERT = f"convert {TRUTH} - --output-format csv"


def shell(line: str, folder: Path) -> tuple[int, str, str]:
    """The exit code of `accord` in a line of Bash, and what is printed."""
    done = subprocess.run(
        ["bash", "-c", f"{line.replace('accord', f'{sys.executable} -m accord', 1)}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("arguments", [COMPARE, CONVERT, "metrics", "formats", "--help", "-V"])
@pytest.mark.parametrize(
    ("stream", "reason"),
    [(">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")],
)
def test_output_that_cannot_be_written_is_a_one_line_error(
    arguments: str, stream: str, reason: str, tmp_path: Path
) -> None:
    code, _, errors = shell(f"accord {arguments} {stream}", tmp_path)
    assert code == 2
    (line,) = errors.splitlines()
    assert line in (f"accord: error: standard output: {reason}", f"accord: error: {reason}")


def test_closed_input_is_an_error_only_if_it_is_read(tmp_path: Path) -> None:
    code, _, errors = shell(f"accord compare - {FOUND} <&-", tmp_path)
    assert (code, errors) == (2, "accord: error: standard input: Bad file descriptor\n")
    code, printed, errors = shell(f"accord {COMPARE} <&-", tmp_path)
    assert (code, errors) == (0, "")
    assert printed == shell(f"accord {COMPARE}", tmp_path)[1]


@pytest.mark.parametrize("stream", ["2>&-", "2>/dev/full"])
def test_messages_that_nobody_reads_are_dropped(stream: str, tmp_path: Path) -> None:
    code, printed, errors = shell(f"accord compare missing.cnl {FOUND} {stream}", tmp_path)
    assert (code, printed, errors) == (2, "", "")
    code, printed, errors = shell(f"accord {COMPARE} -v {stream}", tmp_path)
    assert (code, errors) == (0, "")
    assert printed == shell(f"accord {COMPARE}", tmp_path)[1]


def test_files_do_not_take_the_place_of_closed_streams(tmp_path: Path) -> None:
    code, _, _ = shell(f"accord convert {TRUTH} out.csv <&- >&- 2>&-", tmp_path)
    assert code == 0
    shell(f"accord convert {TRUTH} wanted.csv", tmp_path)
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "wanted.csv").read_bytes()


@pytest.mark.parametrize("arguments", [COMPARE, CONVERT, "--help", "metrics --format csv"])
def test_output_that_nobody_reads_any_more_ends_a_command_silently(
    arguments: str, tmp_path: Path
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "accord", *arguments.split()]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_names_of_files_that_are_not_unicode_are_printed_byte_by_byte(tmp_path: Path) -> None:
    odd = os.fsencode(tmp_path) + b"/\xff.cnl"
    Path(os.fsdecode(odd)).write_bytes(FOUND.read_bytes())
    command = [sys.executable, "-m", "accord", "compare", str(TRUTH), odd, str(FOUND)]
    done = subprocess.run([*command, "--format", "csv"], capture_output=True, check=True)
    assert b"\xff" in done.stdout


def test_an_encoding_without_bars_and_rules_gets_other_characters(tmp_path: Path) -> None:
    code, printed, errors = shell(f"PYTHONIOENCODING=ascii accord {COMPARE}", tmp_path)
    assert (code, errors) == (0, "")
    assert "metric" in printed
