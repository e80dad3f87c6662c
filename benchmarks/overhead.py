"""Overhead of the benchmark harness per job.

The time of a study by the number of its jobs, less the time of the same program run by hand: of a
command that copies a file, and of a function in Python next to a bare process that imports NumPy,
as any algorithm in Python does.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from results import Results, add_save_option

from accord import Network, bench

FUNCTION = """
def first(network, *, seed):
    return [[0, 1, 2]]
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=40)
    add_save_option(parser)
    arguments = parser.parse_args()
    jobs, results = arguments.jobs, Results.begin("Overhead of the harness")
    title = f"{jobs} jobs, one after the other"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "functions.py").write_text(FUNCTION)
        (folder / "edges.txt").write_text("0 1\n1 2\n0 2\n")
        command = {"name": "copy", "cmd": "cp {network} {output}", "output": "cnl"}
        cases: dict[str, tuple[Any, list[str]]] = {
            "a command": (command, ["cp", str(folder / "edges.txt"), str(folder / "copied")]),
            "a function": ({"uses": "functions.py:first"}, [sys.executable, "-c", "import numpy"]),
        }
        for what, (algorithm, by_hand) in cases.items():
            data = [{"name": "triangle", "network": Network.from_edges([(0, 1), (1, 2), (0, 2)])}]
            study = bench.Study(what, data, [algorithm], repeats=jobs, folder=folder)
            alone = statistics.median(
                seconds(lambda by_hand=by_hand: subprocess.run(by_hand, check=True))
                for _ in range(10)
            )
            total = seconds(lambda study=study: bench.run(study, n_jobs=1))
            assert bench.status(study).counts() == {study.algorithms[0].name: {"ok": jobs}}
            walls = [row["wall_seconds"] for row in bench.status(study)]
            results.add(
                title,
                "accord bench",
                job=what,
                seconds=total / jobs,
                by_hand_seconds=alone,
                overhead_seconds=total / jobs - alone,
                outside_seconds=total / jobs - statistics.mean(walls),
            )
    results.show(title)
    results.save(arguments.save)


def seconds(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
