"""How much memory is available."""

from __future__ import annotations

import os
import re

from accord.errors import TooLargeError


def available_memory() -> float:
    """Available bytes within container limits; inf if unknown."""
    machine = _number("/proc/meminfo", r"MemAvailable:\s+(\d+) kB") * 1024
    limit, used = (
        _number("/sys/fs/cgroup/memory.max", r"(\d+)"),
        _number("/sys/fs/cgroup/memory.current", r"(\d+)"),
    )
    return min(machine, limit - used) if used < float("inf") else machine


def total_memory() -> int:
    """Return the bytes of memory of the machine, or the limit of its container if that is lower."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return int(min(machine, _number("/sys/fs/cgroup/memory.max", r"(\d+)")))


def need_memory(what: str, needed: float) -> None:
    """Raise TooLargeError if `needed` bytes are not available."""
    available = available_memory()
    if needed > available:
        raise TooLargeError(
            f"{what} needs about {needed / 1e9:.1f} GB of memory, and {available / 1e9:.1f} GB are "
            "available: compare fewer nodes, or use a machine with more"
        )


def _number(path: str, pattern: str) -> float:
    try:
        with open(path) as file:
            found = re.search(pattern, file.read())
    except OSError:
        found = None
    return float(found[1]) if found else float("inf")
