"""Sessions in README.md and docs/: run them, compare or rewrite their output.

A ```console block holds commands behind `$ `, a ```python block statements behind `>>> `, each
followed by what it prints. All run in the root of the repository; the Python blocks of one page
share their names. `python tests/docs_sessions.py` rewrites the output of all sessions;
`python tests/docs_sessions.py docs/pairs.md` does so for the pages that it names.
"""

from __future__ import annotations

import code
import contextlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "benchmarks").glob("*.md")),
]
_BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_page(page: Path) -> str:
    """The text of the page with the output of every session as it is now."""
    names: dict[str, object] = {}

    def rerun(block: re.Match[str]) -> str:
        kind, text = block.groups()
        lines = _console(text) if kind == "console" else _python(text, names)
        return f"```{kind}\n" + "".join(f"{line}\n" for line in lines) + "```"

    with contextlib.chdir(ROOT):
        return _BLOCK.sub(rerun, page.read_text())


def _console(text: str) -> Iterator[str]:
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "COLUMNS": "100",
    }
    for line in text.splitlines():
        if not line.startswith("$ "):
            continue
        yield line
        done = subprocess.run(
            ["bash", "-c", line[2:]], capture_output=True, text=True, env=environment, check=False
        )
        yield from (done.stdout + done.stderr).rstrip("\n").splitlines()


def _python(text: str, names: dict[str, object]) -> Iterator[str]:
    from accord.errors import AccordWarning  # the script says if accord is not installed

    console = code.InteractiveConsole(names)
    for line in text.splitlines():
        if not line.startswith((">>>", "...")):
            continue
        yield line
        with (
            contextlib.redirect_stdout(io.StringIO()) as out,
            contextlib.redirect_stderr(out),
            warnings.catch_warnings(record=True, action="error") as caught,
        ):
            warnings.simplefilter("always", AccordWarning)
            console.push(line[4:])
        yield from (f"AccordWarning: {warning.message}" for warning in caught)
        # Of a traceback, the error itself is what a page shows.
        printed = out.getvalue().rstrip("\n")
        yield from (
            printed.splitlines()[-1:] if printed.startswith("Traceback") else printed.splitlines()
        )
    console.push("")


if __name__ == "__main__":
    if importlib.util.find_spec("accord") is None or shutil.which("accord") is None:
        sys.exit(
            "install accord, and have its command on the PATH: "
            "sessions would show that it is missing"
        )
    for page in [Path(name).resolve() for name in sys.argv[1:]] or PAGES:
        text = run_page(page)
        if text != page.read_text():
            page.write_text(text)
            print(f"changed: {page.relative_to(ROOT)}")
