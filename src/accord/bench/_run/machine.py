"""The machine that jobs run on: facts about it, and its cores."""

from __future__ import annotations

import functools
import os
import platform
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import accord
from accord._foundation.threads import usable_cpus
from accord.bench._run.core_locks import lock, lock_folder


@functools.cache
def machine_facts() -> Mapping[str, object]:
    """Facts about this machine and its software that measured times depend on."""
    return {
        "host": socket.gethostname(),
        "cpu": _field("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": os.cpu_count(),
        "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "accord": accord.__version__,
    }


def _field(path: str, name: str) -> str | None:
    """The value of the first line of a file that starts with a name."""
    try:
        lines = Path(path).read_text().splitlines()
    except OSError:
        return None
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), None)


class Cores:
    """The cores of this machine; all harnesses of a user share them, each job has its own."""

    def __init__(self) -> None:
        has_affinity = hasattr(os, "sched_getaffinity")
        cpus = sorted(os.sched_getaffinity(0)) if has_affinity else list(range(usable_cpus()))
        #: As many as the limits of the container allow.
        self.cpus = cpus[: usable_cpus()]
        self.folder = lock_folder()
        self._changed = threading.Condition()
        self._n_taken = 0
        self._waiting_since: float | None = None

    @property
    def seconds_without(self) -> float:
        """How long all jobs of this process have waited, because others use the cores."""
        since = self._waiting_since
        return 0.0 if since is None or self._n_taken else time.monotonic() - since

    @contextmanager
    def take(self, count: int, stopped: threading.Event) -> Iterator[list[int]]:
        """Wait for free cores: `count` of them, or all if there are fewer. Empty if stopped."""
        held: dict[int, int] = {}
        wanted = min(count, len(self.cpus))
        try:
            with self._changed:
                while not stopped.is_set():
                    held = self._lock_free(wanted)
                    if held:
                        break
                    self._waiting_since = self._waiting_since or time.monotonic()
                    self._changed.wait(0.1)  # other processes do not notify
                self._n_taken += len(held)
                self._waiting_since = None
            yield sorted(held)
        finally:
            _release(held)
            with self._changed:
                self._n_taken -= len(held)
                self._changed.notify_all()

    def _lock_free(self, count: int) -> dict[int, int]:
        """Lock `count` free cores, or none: two jobs holding half each would wait forever."""
        held: dict[int, int] = {}
        try:
            for cpu in self.cpus:
                file = lock(self.folder / str(cpu))
                if file is not None:
                    held[cpu] = file
                if len(held) == count:
                    return held
        except BaseException:
            _release(held)
            raise
        _release(held)
        return {}


def _release(held: dict[int, int]) -> None:
    for file in held.values():
        os.close(file)
