"""How many threads to use."""

from __future__ import annotations

import os

from accord.errors import InputError


def thread_count(threads: int | None = None) -> int:
    """`threads` itself, else the environment variable ACCORD_THREADS, else as many as this process may use.

    The last respects the CPU affinity of the process and the CPU limit of its container. Results never depend on it.
    """
    if threads is None:
        wanted = os.environ.get("ACCORD_THREADS", "")
        if not wanted:
            return _usable_cpus()
        if not wanted.isdecimal():
            raise InputError(f"ACCORD_THREADS must be a positive integer, not {wanted!r}")
        threads = int(wanted)
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise InputError(f"threads must be a positive integer, not {threads!r}")
    return threads


def _usable_cpus() -> int:
    cpus = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = _container_cpus()
    return max(1, cpus if quota is None else min(cpus, int(quota + 0.5)))


def _container_cpus(root: str = "/sys/fs/cgroup") -> float | None:
    """The CPU limit of the control group, version 2 or 1; None where there is none."""
    try:
        quota, period = _read(f"{root}/cpu.max").split()
    except (OSError, ValueError):
        try:
            quota, period = (_read(f"{root}/cpu/cpu.cfs_{part}_us").strip() for part in ("quota", "period"))
        except OSError:
            return None
    if not quota.isdecimal() or not period.isdecimal() or int(period) == 0:
        return None  # "max" or "-1": no limit
    return int(quota) / int(period)


def _read(path: str) -> str:
    with open(path) as file:
        return file.read()
