"""A program behind the shim: started, stopped, and what came of it."""

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
from dataclasses import dataclass
from pathlib import Path

from accord.bench._study.limits import Limits

#: Imported and not run as a script, so that it is compiled once.
_SHIM = (
    f"import sys; sys.path.append({str(Path(__file__).parent)!r}); from shim import main; main()"
)
#: Marks the processes of a run, whoever their parent is.
MARK = "ACCORD_BENCH_RUN"


@dataclass(frozen=True)
class Outcome:
    """What a program came to. Times in seconds, memory in bytes."""

    #: "timeout", "out_of_memory" or "interrupted" where it was ended before its time; "lost" where
    #: nobody knows.
    ended_by: str | None
    #: Its exit code, or the number of the signal that ended it, negative.
    code: int | None
    #: Why it could not be started.
    missing: str = ""
    wall: float = 0.0
    user: float = 0.0
    system: float = 0.0
    #: The most that all its processes held together.
    memory: int = 0
    #: The most processes at a time.
    processes: int = 0
    #: Processes that it left running, and that were ended.
    left: int = 0
    #: False where a process could not be ended.
    all_ended: bool = True
    #: Whether the system ended it for want of memory.
    killed_for_memory: bool = False
    #: What it printed, without the middle where that is long.
    log: str = ""
    #: Bytes that it printed.
    printed: int = 0


class Program:
    """A program that runs behind a shim from the moment this is made. `printed` is a file for its standard output."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        limits: Limits,
        folder: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
        cpus: Sequence[int] = (),
        printed: str | os.PathLike[str] | None = None,
        grace: float = 2.0,
    ) -> None:
        self._mark = uuid.uuid4().hex
        task = {
            "command": list(command),
            "folder": None if folder is None else os.fspath(folder),
            "environment": {**limits.environment(), **(environment or {}), MARK: self._mark},
            "cpus": list(cpus),
            "printed": None if printed is None else os.fspath(Path(printed).resolve()),
            "seconds": limits.seconds,
            "memory": limits.memory,
            "grace": grace,
        }
        self._shim = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _SHIM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # what is typed at the harness is not for it
        )
        with contextlib.suppress(BrokenPipeError):
            os.write(self._shim.stdin.fileno(), json.dumps(task).encode() + b"\n")  # type: ignore[union-attr]

    def stop(self) -> None:
        """Has the program ended; `wait` says what came of it."""
        with contextlib.suppress(OSError):
            self._shim.stdin.close()  # type: ignore[union-attr]

    def wait(self) -> Outcome:
        """Waits for the end."""
        with self._shim:
            told = self._shim.stdout.read()  # type: ignore[union-attr]
        try:
            return Outcome(**json.loads(told))
        except ValueError:  # the shim itself was ended: by the system, or by somebody
            end_marked(self._mark)
            return Outcome("lost", self._shim.returncode)


def end_marked(mark: str) -> None:
    """Ends all processes of a run whose shim has gone."""
    wanted = f"{MARK}={mark}".encode()
    for _ in range(100):
        pids = [
            int(name)
            for name in _listed("/proc")
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


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
