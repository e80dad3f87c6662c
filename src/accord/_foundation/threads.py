"""The number of threads."""

from __future__ import annotations

import operator
import os
import re

from accord.errors import InputError

_MAX_THREADS = 1024
_FEW = 10_000  # items for which other threads take longer to start than one takes to finish


def thread_count(threads: int | None = None) -> int:
    """`threads`, else the environment variable ACCORD_THREADS, else the number of usable CPUs.

    Results never depend on the number of threads.
    """
    if threads is None:
        wanted = os.environ.get("ACCORD_THREADS", "")
        if not wanted:
            return usable_cpus()
        if not re.fullmatch(r"0*[1-9][0-9]{0,8}", wanted):
            raise InputError(f"ACCORD_THREADS must be a positive integer, not {wanted[:20]!r}")
        threads = int(wanted)
    try:
        count = operator.index(threads)
    except TypeError:
        count = 0
    if count < 1 or isinstance(threads, bool):
        raise InputError(f"threads must be a positive integer, not {threads!r}")
    return min(count, _MAX_THREADS)


def threads_for(n_items: int, threads: int | None = None) -> int:
    """The number of threads for work on this many items: one if they are few."""
    return 1 if n_items < _FEW else thread_count(threads)


def usable_cpus() -> int:
    """CPUs that this process may use, by its affinity and the limit of its container."""
    cpus = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = _container_cpus()
    return max(1, cpus if quota is None else min(cpus, int(quota + 0.5)))


def _container_cpus(root: str = "/sys/fs/cgroup") -> float | None:
    """The CPU limit of the control group, version 2 or 1; None if there is none."""
    try:
        quota, period = _read(f"{root}/cpu.max").split()
    except (OSError, ValueError):
        try:
            quota, period = (
                _read(f"{root}/cpu/cpu.cfs_{part}_us").strip() for part in ("quota", "period")
            )
        except OSError:
            return None
    if not quota.isdecimal() or not period.isdecimal() or int(period) == 0:
        return None  # "max" or "-1": no limit
    return int(quota) / int(period)


def _read(path: str) -> str:
    with open(path) as file:
        return file.read()
