"""A command of accord, run as a process."""

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
    """What it prints, where it has nothing to complain about."""
    done = run(command, *arguments, cwd=cwd, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()
