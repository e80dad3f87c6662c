"""Sessions in README.md and docs/: run them, compare or rewrite their output.

A ```console block holds commands behind `$ `, a ```python block statements behind `>>> `, each
followed by what it prints. All run in the root of the repository; the Python blocks of one page
share their names. A command that ends with `&` is a server: it prints a line, and runs until the
end of its page. `python tests/docs_sessions.py` rewrites the output of all sessions;
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
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "benchmarks").glob("*.md")),
]
_USUAL_ADDRESS = "127.0.0.1:8765"
_BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_page(page: Path) -> str:
    """The text of the page with the output of every session as it is now."""
    names: dict[str, object] = {}

    def rerun(block: re.Match[str]) -> str:
        kind, text = block.groups()
        lines = _console(text, server) if kind == "console" else _python(text, names, server)
        return f"```{kind}\n" + "".join(f"{line}\n" for line in lines) + "```"

    with contextlib.chdir(ROOT), Server() as server:
        text = _BLOCK.sub(rerun, page.read_text())
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")  # the figures of the page
    return text


class Server(contextlib.ExitStack):
    """The server of a page, at a free port; the page shows the usual one."""

    _address = _USUAL_ADDRESS

    def start(self, command: str, environment: dict[str, str]) -> str:
        """Start it until the page ends; the line that it prints."""
        state = self.enter_context(tempfile.TemporaryDirectory())
        process = self.enter_context(
            subprocess.Popen(
                ["bash", "-c", f"exec {command} --port 0"],
                stdout=subprocess.PIPE,
                text=True,
                env={**environment, "XDG_STATE_HOME": state},
            )
        )
        self.callback(process.terminate)
        assert process.stdout is not None
        line = process.stdout.readline().rstrip("\n")
        address = re.search(r"127\.0\.0\.1:\d+", line)
        assert address is not None, f"{command}: no address in {line!r}"
        self._address = address[0]
        return self.shown(line)

    def real(self, command: str) -> str:
        """A command of the page as it is run."""
        return command.replace(_USUAL_ADDRESS, self._address)

    def shown(self, output: str) -> str:
        """An output as the page shows it."""
        return output.replace(self._address, _USUAL_ADDRESS)


def _console(text: str, server: Server) -> Iterator[str]:
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "COLUMNS": "100",
    }
    for line in text.splitlines():
        if not line.startswith("$ "):
            continue
        yield line
        if line.endswith(" &"):
            yield server.start(line[2:-2], environment)
            continue
        done = subprocess.run(
            ["bash", "-c", server.real(line[2:])],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        yield from server.shown(done.stdout + done.stderr).rstrip("\n").splitlines()


def _python(text: str, names: dict[str, object], server: Server) -> Iterator[str]:
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
            console.push(server.real(line[4:]))
        yield from (f"AccordWarning: {warning.message}" for warning in caught)
        # Of a traceback, the error itself is what a page shows.
        printed = server.shown(out.getvalue()).rstrip("\n")
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
