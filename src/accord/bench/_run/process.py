"""WatchedProgram: a program that runs below the watcher; it can be stopped and waited for."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path

from accord._foundation.posix import need_posix
from accord.bench._job.execution import Execution
from accord.bench._job.limits import Limits

#: Imported, not run as a script, so that it is compiled once.
_WATCHER = (
    f"import sys; sys.path.append({str(Path(__file__).parent)!r}); "
    "from watcher.main import main; main()"
)
#: Environment variable that marks the processes of a job, whatever their parent.
MARK = "ACCORD_BENCH_RUN"
_INTERVAL = 1.0  # seconds between two looks at the watcher
_DELAY = 60.0  # seconds after the time limit until a watcher that says nothing is given up
_LONGEST_DOCUMENT = 1 << 20  # bytes of what a watcher reports; most of it is the log


class WatchedProgram:
    """A program that runs below the watcher, started on creation.

    `stdout` is a file for its standard output, which is logged by default; `grace` is the number
    of seconds between asking it to end and killing it.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        limits: Limits,
        folder: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
        cpus: Sequence[int] = (),
        stdout: str | os.PathLike[str] | None = None,
        grace: float = 2.0,
    ) -> None:
        need_posix("a program with limits")
        self._mark = uuid.uuid4().hex
        task = {
            "command": list(command),
            "folder": None if folder is None else os.fspath(folder),
            "environment": {**limits.environment(), **(environment or {}), MARK: self._mark},
            "cpus": list(cpus),
            "stdout": None if stdout is None else os.fspath(Path(stdout).resolve()),
            "seconds": limits.seconds,
            "memory": limits.memory,
            "written": limits.output,
            "grace": grace,
        }
        seconds = float("inf") if limits.seconds is None else limits.seconds
        self._deadline = time.monotonic() + seconds + grace + _DELAY
        self._watcher = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _WATCHER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in the terminal is for the harness only
        )
        with contextlib.suppress(BrokenPipeError):
            os.write(self._watcher.stdin.fileno(), json.dumps(task).encode() + b"\n")  # type: ignore[union-attr]

    def stop(self) -> None:
        """Ask the watcher to end the program; `wait` returns what happened."""
        with contextlib.suppress(OSError):
            self._watcher.stdin.close()  # type: ignore[union-attr]

    def wait(self) -> Execution:
        """Wait until the program has ended, and return what happened."""
        with self._watcher:
            document, problem = self._read_document()
            if problem:
                self._watcher.kill()
        try:
            return Execution(**json.loads(document))
        except (ValueError, TypeError, RecursionError):
            end_marked(self._mark)
            return Execution("crashed", problem or "its watcher was killed from outside")

    def _read_document(self) -> tuple[bytes, str]:
        """What the watcher reports, and why it was given up, empty if it was not."""
        output = self._watcher.stdout.fileno()  # type: ignore[union-attr]
        document = b""
        was_stopped = False
        while True:
            if select.select([output], [], [], _INTERVAL)[0]:
                part = os.read(output, 1 << 16)
                document += part
                if not part or len(document) > _LONGEST_DOCUMENT:
                    return document, ""
                continue
            is_stopped = _is_stopped(self._watcher.pid)
            if is_stopped and was_stopped:  # twice, as a harness may have been stopped beside it
                return b"", "its watcher was stopped, so its limits did not hold"
            was_stopped = is_stopped
            if time.monotonic() > self._deadline:
                return b"", "its watcher did not end it at its time limit"


def end_marked(mark: str) -> None:
    """End all processes of a job whose watcher has ended."""
    wanted = f"{MARK}={mark}".encode()
    for _ in range(100):
        pids = [
            int(name)
            for name in _list_folder("/proc")
            if name.isdigit() and wanted in _environment(name)
        ]
        if not pids:
            return
        for pid in pids:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)


def _is_stopped(pid: int) -> bool:
    """Whether a process is stopped by a signal, or by a debugger."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "Tt"
    except OSError:
        return False


def _environment(pid: str) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def _list_folder(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
