"""The processes of a program: what they use, and how they are ended."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time

_PATIENCE = 10.0  # seconds until the watcher gives up on a process that does not end


class ProcessTree:
    """All processes below the watcher: what they use, and how they are ended."""

    def __init__(self) -> None:
        self.user_seconds = self.system_seconds = 0.0
        self.peak_memory = self.n_processes = 0
        #: Exit codes of the processes that have ended, by pid.
        self.exit_codes: dict[int, int] = {}

    def reap(self) -> bool:
        """Collect the processes that have ended; False if none is left."""
        while True:
            try:
                pid, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            self.exit_codes[pid] = os.waitstatus_to_exitcode(status)
            self.user_seconds += used.ru_utime
            self.system_seconds += used.ru_stime
            unit = 1 if sys.platform == "darwin" else 1024
            self.peak_memory = max(self.peak_memory, used.ru_maxrss * unit)

    def pids(self) -> list[int]:
        """All processes below this one."""
        found, parents = [], [os.getpid()]
        while parents:
            children = _children(parents.pop())
            found += children
            parents += children
        return found

    def measure(self, limit: int | None) -> bool:
        """Measure the memory that is held now; False if it is beyond the limit."""
        pids = self.pids()
        self.n_processes = max(self.n_processes, len(pids))
        held = sum(map(_resident, pids))
        if len(pids) > 1 and held > self.peak_memory:  # count shared pages once
            held = sum(map(_proportional, pids))
        self.peak_memory = max(self.peak_memory, held)
        return limit is None or held <= limit

    def end(self, grace: float, limit: int | None) -> bool:
        """Terminate all processes, then kill those that remain; False if some do not end."""
        if not self.reap():
            return True
        _send(self.pids(), signal.SIGTERM)
        until = time.monotonic() + grace
        while self.reap() and time.monotonic() < until and self.measure(limit):
            _sleep(0.005)
        until = time.monotonic() + _PATIENCE
        while self.reap():
            _send(self.pids(), signal.SIGKILL)
            if time.monotonic() > until:
                return False
            _sleep(0.002)
        return True


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):
                found += map(int, _read(f"/proc/{pid}/task/{thread}/children").split())
    return found


def _resident(pid: int) -> int:
    try:
        return int(_read(f"/proc/{pid}/statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def _proportional(pid: int) -> int:
    """Memory of a process, in which pages shared by n processes count as 1/n."""
    try:
        for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    except (OSError, IndexError):
        pass
    return _resident(pid)


def kills_for_memory() -> int:
    """Number of processes that the system has killed because memory ran out."""
    with contextlib.suppress(OSError):
        for line in _read("/proc/vmstat").splitlines():
            if line.startswith(b"oom_kill "):
                return int(line.split()[1])
    return 0


def _read(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 1 << 16)
    finally:
        os.close(file)


def _send(pids: list[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def _sleep(seconds: float) -> None:
    select.select([], [], [], seconds)


def adopt_orphans() -> None:
    _prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def die_with_parent() -> None:
    _prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
