"""Execution: what happened when a job ran."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accord._display.escaping import printable
from accord._display.names import shortened

#: Every status of a job that has ended. Only "ok" comes with a clustering.
STATUSES = (
    "ok",
    "timeout",
    "out_of_memory",
    "crashed",
    "error",
    "invalid_output",
    "skipped",
    "interrupted",
)
#: Final statuses: with the same limits, another run would end in the same way.
SETTLED = ("ok", "timeout", "out_of_memory")
#: Statuses of jobs that were run and found nothing.
FAILED = tuple(status for status in STATUSES if status not in ("ok", "skipped"))
_LONGEST_REASON = 500  # characters


@dataclass(frozen=True)
class Execution:
    """What happened when a job ran. Times are in seconds, sizes in bytes; None if unknown.

    The watcher measures the program, the worker adds the time of the algorithm, and the facts about
    the clustering are added last. The columns of a store have the same names.
    """

    #: One of `STATUSES`.
    status: str
    #: Why, in words; empty if there is nothing to explain. Whatever text of a program is in it, it
    #: is one printable line of limited length.
    reason: str = ""
    #: Exit code of the program, or minus the signal that ended it.
    exit_code: int | None = None
    #: Time from the start to the end of the program.
    wall_seconds: float | None = None
    #: CPU time of all its processes.
    user_seconds: float | None = None
    system_seconds: float | None = None
    #: Time of the algorithm alone, without imports, reading and writing.
    algorithm_seconds: float | None = None
    #: Peak memory of all its processes together.
    peak_memory: int | None = None
    #: Largest number of processes at a time.
    n_processes: int | None = None
    #: Size of what it printed.
    printed_bytes: int | None = None
    n_clusters: int | None = None
    #: Nodes that are in a cluster.
    n_nodes: int | None = None
    #: Nodes in several clusters, of the level with most of them.
    n_overlapping: int | None = None
    n_levels: int | None = None
    #: Name of the clustering in the store.
    clustering: str | None = None
    #: What it printed, without the middle if that is long.
    log: str = ""
    #: Facts about the machine that it ran on.
    machine: Mapping[str, Any] | None = None
    #: File of the clustering, if it ran on another machine and the store does not have it yet.
    content: bytes | None = None

    def __post_init__(self) -> None:
        reason = " ".join(printable(self.reason[: 10 * _LONGEST_REASON]).split())
        object.__setattr__(self, "reason", shortened(reason, _LONGEST_REASON))

    @property
    def seconds(self) -> float | None:
        """Time of the algorithm alone if known, otherwise that of the program."""
        return self.wall_seconds if self.algorithm_seconds is None else self.algorithm_seconds

    @property
    def cpu_seconds(self) -> float | None:
        """CPU time of all processes: user and system time together."""
        if self.user_seconds is None:
            return None
        return self.user_seconds + (self.system_seconds or 0.0)
