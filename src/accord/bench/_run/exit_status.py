"""From how a program ended to the result of a job: its status, and why."""

from __future__ import annotations

import json
import signal
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import accord
from accord._foundation.clustering import Clustering
from accord._foundation.labels import Labels
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord.bench._run.process import Outcome
from accord.bench._store.networks import restored
from accord.bench._store.store import Result
from accord.bench._study.jobs import STATUSES
from accord.bench._study.limits import Limits
from accord.errors import AccordWarning

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def failure(
    outcome: Outcome, limits: Limits, report: Mapping[str, Any], program: str
) -> tuple[str, str] | None:
    """The status of a run that gave nothing, and the reason; None where it ended well."""
    match outcome.ended_by:
        case "timeout":
            return "timeout", f"not done after {limits.seconds:g} s"
        case "out_of_memory":
            return (
                "out_of_memory",
                f"held {_size(outcome.memory)}, and {_size(limits.memory or 0)} are allowed",
            )
        case "interrupted":
            return "interrupted", "the harness was stopped"
        case "lost":
            return "crashed", "what watched it was ended from outside"
    if outcome.missing:
        return (
            "error",
            f"{program} cannot be started: {outcome.missing}: install it, or give its path",
        )
    if outcome.killed_for_memory:
        return "out_of_memory", "the system ended it, as there was no memory left"
    if outcome.code is not None and outcome.code < 0:
        return "crashed", f"ended by {_signal_name(-outcome.code)}"
    if "status" in report:
        return str(report["status"]), " ".join(str(report["reason"]).split())
    if outcome.code != 0:
        lines = [line.strip() for line in outcome.log.splitlines() if line.strip()]
        return "error", f"exit code {outcome.code}" + (f": {lines[-1][:300]}" if lines else "")
    return None


def find(output: Path, format: str, place: NDArray[np.uint32], labels: Labels) -> Clustering:
    """What a program has found, with the labels of the network; raises where that is no clustering of its nodes."""
    if not output.exists():
        raise accord.InputError("it has written no output")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AccordWarning)
        found = accord.read(
            output,
            format=format,
            ids="integer" if format in ("cnl", "snap", "pairs", "lfr") else "auto",
        )
    return restored(found, place, labels)


def read_report(path: Path) -> dict[str, Any]:
    """What a worker tells beside what it has found; nothing where it could not, or where somebody else wrote the file."""
    try:
        report = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    told: dict[str, Any] = report if isinstance(report, dict) else {}
    is_found = isinstance(told.get("own"), float) and told.get("format") in CLUSTERING_FORMATS
    is_failed = "reason" in told and told.get("status") in STATUSES[1:]
    return told if is_found or is_failed else {}


def measured(
    status: str,
    reason: str,
    outcome: Outcome,
    report: Mapping[str, Any],
    found: Clustering | None,
    name: str | None,
) -> Result:
    """All there is to tell of a run."""
    if outcome.left:
        reason = "; ".join(
            filter(
                None, (reason, f"left {outcome.left} of its processes running, which were ended")
            )
        )
    if not outcome.all_ended:
        reason = "; ".join(filter(None, (reason, "a process of it could not be ended")))
    facts: dict[str, Any] = {}
    if found is not None:
        levels = found.levels().values() or [found]
        facts = {
            "clusters": found.n_clusters,
            "nodes": int((found.memberships_of_node > 0).sum()),
            "overlapping": max(level.n_overlapping for level in levels),
            "levels": len(levels),
            "clustering": name,
        }
    return Result(
        status,
        reason,
        wall=outcome.wall,
        user=outcome.user,
        system=outcome.system,
        own=report.get("own"),
        memory=outcome.memory,
        processes=outcome.processes,
        printed=outcome.printed,
        **facts,
    )


def explain(error: Exception, output: Path) -> str:
    """Why an output cannot be used, without the path of a file that is gone when somebody reads it."""
    return " ".join(str(error).replace(str(output), "output").split())[:500]


def _signal_name(number: int) -> str:
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"


def _size(count: int) -> str:
    return f"{count / 1e6:,.0f} MB"
