"""What the server says of itself is true: random requests get declared answers, and no 5xx."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from web_server import server_process

_SECONDS = 600


def test_random_requests_get_declared_answers(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/a.cnl").write_text("a b\nc d\n")
    folder = str(tmp_path / "data")
    with server_process(tmp_path / "state", folder=folder, with_tasks=False) as server:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "run"),
                f"{server.address}api/v1/openapi.json",
                *("--header", "X-Requested-With: accord"),
                *("--checks", "not_a_server_error,status_code_conformance"),
                *("--phases", "examples,fuzzing", "--max-examples", "6"),
                *("--exclude-path-regex", "/events$"),
                *("--seed", "1", "--generation-database", "none", "--no-color"),
            ],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=_SECONDS,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
