"""Limits of a job: wall time, memory of all its processes, threads, what it writes."""

from __future__ import annotations

from dataclasses import dataclass

from accord._display.numbers import parse_bytes
from accord.errors import InputError

_LEAST_MEMORY = 10**6  # bytes; a smaller number probably lacks its unit

#: Environment variables from which libraries take their number of threads.
_THREAD_VARIABLES = (
    "ACCORD_THREADS",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "RAYON_NUM_THREADS",
    "POLARS_MAX_THREADS",
)


@dataclass(frozen=True)
class Limits:
    """Limits of each job; None is no limit."""

    #: Wall time.
    seconds: float | None = 600.0
    #: Bytes, of all its processes together.
    memory: int | None = None
    #: Threads, and cores that no other job uses.
    threads: int = 1
    #: Bytes that it may write into its folder, and that its output may have when decompressed.
    output: int = 4 * 10**9

    def __post_init__(self) -> None:
        if self.seconds is not None and not (
            _is_number(self.seconds) and 0 < self.seconds < float("inf")
        ):
            raise InputError(f"seconds must be a positive number, not {self.seconds!r}")
        if self.memory is not None:
            object.__setattr__(self, "memory", parse_bytes(self.memory))
            if self.memory < _LEAST_MEMORY:
                raise InputError(
                    f"memory is {self.memory:,} bytes, less than any program needs: "
                    "give it with its unit, as in '4 GB'"
                )
        object.__setattr__(self, "output", parse_bytes(self.output))
        if not isinstance(self.threads, int) or isinstance(self.threads, bool) or self.threads < 1:
            raise InputError(f"threads must be a positive integer, not {self.threads!r}")

    def environment(self) -> dict[str, str]:
        """Environment variables that set the number of threads of libraries."""
        return dict.fromkeys(_THREAD_VARIABLES, str(self.threads))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
