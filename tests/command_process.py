"""Run a command of accord as a process."""

import subprocess
import sys
from pathlib import Path


def run(
    command: str, *arguments: str | Path, cwd: Path | None = None, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    line = [sys.executable, "-m", "accord", command, *map(str, arguments)]
    return subprocess.run(line, input=stdin, capture_output=True, cwd=cwd, check=False)


def output(
    command: str, *arguments: str | Path, cwd: Path | None = None, stdin: bytes = b""
) -> str:
    """Return what a command prints; it must succeed without messages."""
    done = run(command, *arguments, cwd=cwd, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def output_of_failed_jobs(*arguments: str | Path, message: str, cwd: Path) -> str:
    """Return what `accord bench` prints if an algorithm found nothing; it must say so."""
    done = run("bench", *arguments, cwd=cwd)
    *_, last = done.stderr.decode().splitlines()
    assert (done.returncode, last) == (1, f"accord: error: {message}")
    return done.stdout.decode()
