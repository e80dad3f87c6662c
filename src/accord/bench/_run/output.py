"""The clustering that a job leaves behind: checked in another process, then moved to the store."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from accord._foundation.memory import total_memory
from accord.bench._job.execution import Execution
from accord.bench._job.limits import Limits
from accord.bench._job.spec import JobSpec
from accord.bench._run.report import failed, read_object
from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.networks import NetworkFiles

_SECONDS = 600.0  # for reading an output


def collect(
    output: Path,
    format: str,
    job: JobSpec,
    networks: NetworkFiles,
    found: ClusteringFiles,
    folder: Path,
    run: Callable[..., Execution],
    execution: Execution,
) -> Execution:
    """Add the clustering in an output to an execution, or the reason why it is invalid.

    `folder` is a new folder for the process that reads the output, and `run` runs that.
    """
    task = {
        "output": str(output),
        "format": format,
        "limit": job.limits.output,
        "networks": str(networks.folder.resolve()),
        "network": job.network,
        "shuffle": job.shuffle,
        "folder": str(folder),
    }
    (folder / "task.json").write_text(json.dumps(task))
    limits = Limits(_SECONDS, total_memory() // 2, job.limits.threads, sys.maxsize)
    check = run(
        [sys.executable, "-m", "accord.bench._run.output_check", "task.json"],
        limits=limits,
        folder=folder,
        stdout=folder / "facts.json",
    )
    if check.status == "interrupted":
        return failed(execution, "interrupted", check.reason)
    facts = read_object(folder / "facts.json") if check.status == "ok" else None
    if facts is None:
        reason = f"its output cannot be read: {check.reason}"
        return failed(execution, "invalid_output", reason)
    if "reason" in facts:
        return failed(execution, "invalid_output", facts["reason"])
    found.move(facts["clustering"], ClusteringFiles(folder))
    return replace(execution, **facts)
