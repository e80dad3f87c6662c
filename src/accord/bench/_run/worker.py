"""Runs an algorithm of Python on a network, in the process that the shim watches: `python -m accord.bench._run.worker TASK`.

The task is a file of JSON. What is found goes into a file, and a report beside it says how long the
algorithm itself took, or what was wrong.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import sys
import time
import traceback
from pathlib import Path
from typing import Any, NoReturn

from accord._foundation.clustering import Clustering
from accord._io.clusterings import read, write
from accord._io.clusterings.formats import fitting_format
from accord.bench._algorithms.registry import find_origin
from accord.bench._store.networks import NetworkFiles, numbered
from accord.errors import AccordError, InputError, MissingPackageError


def run(task: dict[str, Any]) -> dict[str, Any]:
    """Finds clusters, writes them, and gives the time that finding them took, and their format; or what is wrong."""
    algorithm = find_origin(task["algorithm"])
    algorithm.load()
    if task["version"] is not None and task["version"] != algorithm.version:
        raise InputError(
            f"this machine has {algorithm.version} and the study {task['version']}: install the same"
        )
    network = numbered(NetworkFiles(Path(task["networks"])).get(task["network"]), task["shuffle"])
    graph = network if algorithm.graph is None else algorithm.graph(network)
    arguments = {name: task[name] for name in ("seed", "threads") if algorithm.takes(name)}
    if algorithm.takes("truth"):
        arguments["truth"] = read(task["truth"])
    start = time.perf_counter()
    found = algorithm.function(graph, **task["parameters"], **arguments)
    seconds = time.perf_counter() - start
    try:
        clustering = _as_clustering(found)
    except (AccordError, OSError) as error:
        return {"status": "invalid_output", "reason": str(error)}
    format = fitting_format(clustering).name
    write(clustering, task["output"], format=format)
    return {"own": seconds, "format": format}


def _as_clustering(found: Any) -> Clustering:
    if isinstance(found, Clustering):
        return found
    from accord._io.objects import as_clustering

    if found is None:
        raise InputError("the algorithm gave nothing back: it must return a clustering")
    if isinstance(found, str | os.PathLike) and not os.path.exists(found):
        raise InputError(
            f"the algorithm gave back {str(found)[:100]!r}, which is no clustering, and no file with one"
        )
    return as_clustering(found, name="what the algorithm gave back")


def main() -> int:
    task = json.loads(Path(sys.argv[1]).read_text())
    report: dict[str, Any]
    try:
        report = run(task)
    except MemoryError:
        report = {"status": "out_of_memory", "reason": "memory could not be had"}
    except MissingPackageError as error:
        report = {"status": "error", "reason": str(error)}
    except Exception as error:
        traceback.print_exc()
        said = str(error) if isinstance(error, AccordError) else f"{type(error).__name__}: {error}"
        report = {"status": "error", "reason": said}
    Path(task["report"]).write_text(json.dumps(report))
    return 0 if "own" in report else 1


def end(code: int) -> NoReturn:
    """Ends the process without taking apart what it has loaded, which is gone with it anyhow."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    end(main())
