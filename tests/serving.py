"""The command accord serve in a process of its own."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx


@contextlib.contextmanager
def serving(state: Path, *arguments: str | Path, cwd: Path | None = None) -> Iterator[httpx.Client]:
    """A client of `accord serve` with these arguments, at a free port unless they name one."""
    port = () if "--port" in arguments else ("--port", "0")
    line = [sys.executable, "-m", "accord", "serve", "--state", state, *port, *arguments]
    process = subprocess.Popen(
        [str(part) for part in line],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )
    try:
        assert process.stdout is not None
        address = re.search(r"https?://\S+", process.stdout.readline())
        assert address, process.communicate()[1]
        headers = {"X-Requested-With": "accord"}
        with httpx.Client(base_url=address[0], headers=headers, timeout=60) as client:
            yield client
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=60)
    assert "Traceback" not in errors, errors
