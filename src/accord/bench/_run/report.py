"""The report of the worker that calls a function, which the function can have written itself."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord.bench._job.execution import Execution

_LONGEST = 1 << 16  # bytes
#: The statuses that a worker reports, besides "ok".
_FAILURES = ("error", "invalid_output", "out_of_memory")


def read_report(path: Path, execution: Execution) -> tuple[Execution, str]:
    """The execution with what the worker reports, and the format of the output if it is ok."""
    report = read_object(path)
    if report is None:
        why = "it ended without a report: the algorithm may have called exit, or damaged it"
        return failed(execution, "error", why), ""
    status, reason = report.get("status"), report.get("reason")
    if status in _FAILURES and isinstance(reason, str):
        return failed(execution, status, reason), ""
    seconds, format = report.get("algorithm_seconds"), report.get("format")
    is_valid = (
        status == "ok"
        and isinstance(seconds, float)
        and 0 <= seconds <= (execution.wall_seconds or 0.0) + 1.0
        and isinstance(format, str)
        and format in CLUSTERING_FORMATS
    )
    if not is_valid:
        return failed(execution, "error", "its report was written by the algorithm itself"), ""
    return replace(execution, algorithm_seconds=seconds), str(format)


def failed(execution: Execution, status: str, reason: str) -> Execution:
    """The same execution with another status and reason; the reason of the watcher is kept."""
    reasons = "; ".join(filter(None, (reason.strip(), execution.reason)))
    return replace(execution, status=status, reason=reasons)


def read_object(path: Path) -> dict[str, Any] | None:
    """The JSON object in a small regular file; None if there is no such file."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            return None
        text = os.read(file, _LONGEST + 1)
        report = json.loads(text) if len(text) <= _LONGEST else None
    except (OSError, ValueError, RecursionError):
        return None
    finally:
        os.close(file)
    return report if isinstance(report, dict) else None
