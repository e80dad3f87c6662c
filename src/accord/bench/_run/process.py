"""WatchedProgram: a program that runs below the watcher; it can be stopped and waited for."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path

from accord.bench._job.execution import Execution
from accord.bench._job.limits import Limits

#: Imported, not run as a script, so that it is compiled once.
_WATCHER = (
    f"import sys; sys.path.append({str(Path(__file__).parent)!r}); from watcher import main; main()"
)
#: Environment variable that marks the processes of a job, whatever their parent.
MARK = "ACCORD_BENCH_RUN"


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
        self._mark = uuid.uuid4().hex
        task = {
            "command": list(command),
            "folder": None if folder is None else os.fspath(folder),
            "environment": {**limits.environment(), **(environment or {}), MARK: self._mark},
            "cpus": list(cpus),
            "stdout": None if stdout is None else os.fspath(Path(stdout).resolve()),
            "seconds": limits.seconds,
            "memory": limits.memory,
            "grace": grace,
        }
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
            document = self._watcher.stdout.read()  # type: ignore[union-attr]
        try:
            return Execution(**json.loads(document))
        except ValueError:  # the watcher itself was killed
            end_marked(self._mark)
            return Execution("crashed", "its watcher was killed from outside")


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
