"""Reads and checks the output of a job, in a process of its own with limits.

Started as `python -m accord.bench._run.output_check TASK`, where TASK is a JSON file. An output may
be anything: what crashes the process that reads it, or fills its memory, costs one job. The process
writes the clustering into the folder of its task, and prints a JSON object: the facts about the
clustering, by the names of `Execution`, or the reason why the output is invalid.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from accord._foundation.clustering import Clustering
from accord._io.clusterings.read import read
from accord._io.files.decompression import decompressed_size
from accord._io.files.options import IdType
from accord.bench._run.exiting import exit_at_once
from accord.bench._store.clusterings import ClusteringFiles
from accord.bench._store.networks import NetworkFiles
from accord.bench._store.numbering import node_order, restored
from accord.errors import AccordError, AccordWarning, InputError

#: Formats whose node ids are always read as integers.
_INTEGER_FORMATS = ("cnl", "snap", "pairs", "lfr")


def check(task: dict[str, Any]) -> dict[str, Any]:
    """Read the output of a task: facts about its clustering, or a reason."""
    output = Path(task["output"])
    try:
        _check_files(output, task["limit"])
        found = _read_clustering(output, task)
    except (AccordError, OSError, MemoryError, RecursionError) as error:
        # without its path, because the file is removed
        return {"reason": str(error).replace(str(output), "output") or type(error).__name__}
    levels = found.levels().values() or [found]
    return {
        "n_clusters": found.n_clusters,
        "n_nodes": int((found.memberships_of_node > 0).sum()),
        "n_overlapping": max(level.n_overlapping for level in levels),
        "n_levels": len(levels),
        "clustering": ClusteringFiles(Path(task["folder"])).put(found),
    }


def _read_clustering(output: Path, task: dict[str, Any]) -> Clustering:
    """The clustering, with the node labels of the network."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AccordWarning)
        ids: IdType = "integer" if task["format"] in _INTEGER_FORMATS else "auto"
        found = read(output, format=task["format"], ids=ids)
    labels = NetworkFiles(Path(task["networks"])).labels(task["network"])
    return restored(found, node_order(len(labels), task["shuffle"]), labels)


def _check_files(output: Path, limit: int) -> None:
    """Raise an error unless the output is made of regular files in its folder, within a limit."""
    if not os.path.lexists(output):
        raise InputError("it wrote no output")
    size = 0
    for path in _files(output):
        real = path.resolve()
        if output.parent not in real.parents:
            raise InputError(f"{path} leads out of its folder: write a file, not a link")
        if not stat.S_ISREG(real.stat().st_mode):
            raise InputError(f"{path} is not a regular file")
        size += real.stat().st_size
        if size <= limit:
            size += decompressed_size(real, limit - size)
        if size > limit:
            raise InputError(
                f"its output has more than {limit / 1e6:,.0f} MB: increase output in limits"
            )


def _files(output: Path) -> Iterator[Path]:
    """The output, or the files in it if it is a folder of levels."""
    if output.is_dir() and not output.is_symlink():
        yield from (path for path in output.iterdir() if path.is_symlink() or not path.is_dir())
    else:
        yield output


def main() -> None:
    task = json.loads(Path(sys.argv[1]).read_text())
    print(json.dumps(check(task)))


if __name__ == "__main__":
    main()
    exit_at_once()
