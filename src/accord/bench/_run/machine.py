"""What machine this is, which process this is, and which cores are free for a run."""

from __future__ import annotations

import fcntl
import os
import platform
import socket
import tempfile
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import accord


def facts() -> dict[str, object]:
    """What runs depend on beside the job itself."""
    return {
        "host": socket.gethostname(),
        "cpu": _field("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": os.cpu_count(),
        "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "accord": accord.__version__,
    }


class Owner:
    """A harness, told apart from all others: on which machine, and which process there."""

    def __init__(self) -> None:
        self.name = f"{_place()} {os.getpid()} {_started(os.getpid())} {uuid.uuid4().hex}"


def has_gone(owner: str) -> bool:
    """Whether the process of that harness is known to be no more: it was of this machine, and is not there."""
    place, pid, started, _ = owner.split(" ")
    return place == _place() and _started(int(pid)) != started


def _place() -> str:
    """This machine since it was started, and the set of processes that can see each other."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}/{os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return f"{socket.gethostname()}/{uuid.getnode()}"


def _started(pid: int) -> str:
    """When a process was started, in the ticks of the system; "-" where there is none, or one that has ended."""
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return "-" if state in "ZX" else rest[18]
    except OSError:
        if Path("/proc/self/stat").exists():
            return "-"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return "-"
    except PermissionError:
        pass
    return "running"


def _field(path: str, name: str) -> str | None:
    try:
        lines = Path(path).read_text().splitlines()
    except OSError:
        return None
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), None)


class Cores:
    """The cores of this machine. A run has some for itself, whatever harness of this user it belongs to."""

    def __init__(self) -> None:
        self.all = (
            sorted(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else list(range(os.cpu_count() or 1))
        )
        self._folder = Path(tempfile.gettempdir()) / f"accord-cores-{os.getuid()}"
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._changed = threading.Condition()

    @contextmanager
    def take(self, count: int, stopped: threading.Event) -> Iterator[list[int]]:
        """Waits for so many free cores, all of them where there are not as many. None where it was stopped."""
        held: dict[int, IO[str]] = {}
        wanted = min(count, len(self.all))
        try:
            with self._changed:
                while not stopped.is_set():
                    held = self._free(wanted)
                    if held:
                        break
                    self._changed.wait(0.1)  # another harness does not tell us
            yield sorted(held)
        finally:
            _release(held)
            with self._changed:
                self._changed.notify_all()

    def _free(self, count: int) -> dict[int, IO[str]]:
        """So many free cores, or none: who holds a part and waits for more may wait for ever."""
        held: dict[int, IO[str]] = {}
        for cpu in self.all:
            file = open(self._folder / str(cpu), "w")  # noqa: SIM115
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.close()
                continue
            held[cpu] = file
            if len(held) == count:
                return held
        _release(held)
        return {}


def _release(held: dict[int, IO[str]]) -> None:
    for file in held.values():
        file.close()
