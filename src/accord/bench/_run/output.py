"""What a job leaves behind: the report of its worker, and the clustering."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import accord
from accord._foundation.clustering import Clustering
from accord._foundation.labels import Labels
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.files.options import IdType
from accord.bench._job.execution import STATUSES, Execution
from accord.bench._store.numbering import restored
from accord.errors import AccordWarning, InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Formats whose node ids are always read as integers.
_INTEGER_FORMATS = ("cnl", "snap", "pairs", "lfr")
_LONGEST_REASON = 500


def failed(execution: Execution, status: str, reason: str) -> Execution:
    """The same execution with another status and reason; the reason of the watcher is kept."""
    reasons = (" ".join(reason.split()), execution.reason)
    return replace(execution, status=status, reason="; ".join(filter(None, reasons)))


def read_report(path: Path) -> dict[str, Any]:
    """The report of a worker; empty if there is none, or if it is not a valid report."""
    try:
        report = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    if not isinstance(report, dict):
        return {}
    if report.get("status") == "ok":
        is_valid = (
            isinstance(report.get("algorithm_seconds"), float)
            and report.get("format") in CLUSTERING_FORMATS
        )
    else:
        is_valid = "reason" in report and report.get("status") in STATUSES
    return report if is_valid else {}


def read_clustering(
    path: Path, format: str, order: NDArray[np.uint32], labels: Labels
) -> Clustering:
    """What a program has found, with the node labels of the network.

    Raises an error if it is not a clustering of nodes of the network.
    """
    if not path.exists():
        raise InputError("it wrote no output")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AccordWarning)
        ids: IdType = "integer" if format in _INTEGER_FORMATS else "auto"
        found = accord.read(path, format=format, ids=ids)
    return restored(found, order, labels)


def explain(error: Exception, output: Path) -> str:
    """Why an output is invalid, without its path, because the file is removed."""
    return " ".join(str(error).replace(str(output), "output").split())[:_LONGEST_REASON]


def with_clustering(execution: Execution, found: Clustering, name: str) -> Execution:
    """The execution with facts about the clustering that was found, and its name in the store."""
    levels = found.levels().values() or [found]
    return replace(
        execution,
        n_clusters=found.n_clusters,
        n_nodes=int((found.memberships_of_node > 0).sum()),
        n_overlapping=max(level.n_overlapping for level in levels),
        n_levels=len(levels),
        clustering=name,
    )
