"""Runs a function on a network, in the process that the watcher measures.

Started as `python -m accord.bench._run.worker TASK`, where TASK is a JSON file. The worker writes
the clustering that the function returns, and a report with the time it took or with its error.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from pathlib import Path
from typing import Any

import numpy as np

from accord._foundation.clustering import Clustering
from accord._foundation.labels import IntegerLabels
from accord._foundation.network import Network
from accord._io.clusterings.read import read
from accord._io.clusterings.write import smallest_text_format, write
from accord._io.files.atomic import atomic_file
from accord.bench._algorithms.registry import find_by_origin
from accord.bench._run.exiting import exit_at_once
from accord.bench._store.networks import NetworkFiles
from accord.bench._store.numbering import numbered
from accord.errors import AccordError, InputError, MissingPackageError

#: What is reported, by the names of `Execution`; and the format of the file.
Report = dict[str, Any]
_LONGEST_REASON = 2000  # characters

_HOW_TO_GET_A_GRAPH = (
    "the function gets a Network of accord; for a graph of networkx, decorate it with "
    '@bench.algorithm(graph="networkx"), or call network.to_networkx() in it'
)


def run(task: dict[str, Any]) -> Report:
    """Call the function of a task, write what it finds, and report."""
    algorithm = find_by_origin(task["target"])
    algorithm.load()
    if task["version"] is not None and task["version"] != algorithm.version:
        raise InputError(
            f"this machine has {algorithm.version}, but the study uses {task['version']}: "
            "install the same version"
        )
    network = numbered(NetworkFiles(Path(task["networks"])).get(task["network"]), task["shuffle"])
    graph = algorithm.convert(network)
    arguments = {name: task[name] for name in ("seed", "threads") if algorithm.takes(name)}
    if algorithm.takes("truth"):
        arguments["truth"] = read(task["truth"], noise=False)
    start = time.perf_counter()
    try:
        found = algorithm.function(graph, **task["parameters"], **arguments)
    except (TypeError, AttributeError) as error:
        if isinstance(graph, Network) and "'Network'" in str(error):
            error.add_note(_HOW_TO_GET_A_GRAPH)
        raise
    seconds = time.perf_counter() - start
    try:
        clustering = _as_clustering(found, network.n_nodes)
    except (AccordError, OSError) as error:
        return {"status": "invalid_output", "reason": str(error)[:_LONGEST_REASON]}
    format = smallest_text_format(clustering).name
    write(clustering, task["output"], format=format)
    return {"status": "ok", "algorithm_seconds": seconds, "format": format}


def _as_clustering(found: Any, n_nodes: int) -> Clustering:
    """Convert what a function has returned to a clustering; labels are those of 0, 1, 2, …"""
    if isinstance(found, Clustering):
        return found
    from accord._io.objects.clusterings import convert_input
    from accord._io.objects.label_sequences import is_flat

    if found is None:
        raise InputError("the algorithm returned nothing: it must return a clustering")
    if isinstance(found, str | os.PathLike) and not os.path.exists(found):
        raise InputError(
            f"the algorithm returned {str(found)[:100]!r}, "
            "which is neither a clustering nor a file with one"
        )
    if isinstance(found, list | tuple | np.ndarray) and is_flat(found):
        if len(found) != n_nodes:
            raise InputError(
                f"the algorithm returned {len(found)} labels for {n_nodes} nodes: "
                "return a label for each node, or clusters"
            )
        return Clustering.from_labels(found)
    nodes = IntegerLabels(np.arange(n_nodes))
    return convert_input(found, name="what the algorithm returned", known=[nodes])


def main() -> None:
    task = json.loads(Path(sys.argv[1]).read_text())
    report: Report
    try:
        report = run(task)
    except MemoryError:
        report = {"status": "out_of_memory", "reason": "memory could not be allocated"}
    except MissingPackageError as error:
        report = {"status": "error", "reason": str(error)}
    except Exception as error:
        traceback.print_exc()
        message = str(error)
        if not isinstance(error, AccordError):
            notes = getattr(error, "__notes__", ())
            message = ": ".join((type(error).__name__, message, *notes))
        report = {"status": "error", "reason": message[:_LONGEST_REASON]}
    with atomic_file(task["report"]) as file:  # replaces what the function has left there
        file.write(json.dumps(report).encode())


if __name__ == "__main__":
    main()
    exit_at_once()
