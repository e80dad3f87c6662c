"""Time per million memberships on each table engine.

Two Parquet files, of a synthetic cover and of a damaged copy or of the clusterings that `--pair`
names, are compared by f1p, f1h, f1a and omega, each engine in a process of its own. The time is
that of the comparison with reading the files, after the engine has started: of the first run, and
the best of all. All engines must give the same values.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from results import Results, add_save_option

import accord
from accord._io.tables.backends import FILE_ENGINES, open_engine

METRICS = ["f1p", "f1h", "f1a", "omega"]
#: On average, of a node; and nodes of a cluster.
MEMBERSHIPS, SIZE = 1.3, 20
NAMES = {"native": "native"} | {key: engine.name for key, engine in FILE_ENGINES.items()}


def write_pair(folder: Path, memberships: int) -> None:
    """So many memberships in both files together."""
    nodes = round(memberships / 2 / MEMBERSHIPS)
    truth = accord.generate_cover(nodes, nodes // SIZE, MEMBERSHIPS, seed=1)
    accord.write(truth, folder / "truth.parquet")
    accord.write(
        accord.perturb(truth, split=0.1, merge=0.1, move=0.1, seed=2), folder / "found.parquet"
    )


def convert_pair(folder: Path, files: list[Path]) -> int:
    """Files of any format as Parquet, in a process that gives its memory back; the number of
    memberships.
    """
    code = (
        "import accord, sys; "
        "named = zip(sys.argv[2:], ('truth', 'found')); "
        "sides = [(accord.read(path), name) for path, name in named];"
        "[accord.write(side, f'{sys.argv[1]}/{name}.parquet') for side, name in sides];"
        "print(sum(side.n_memberships for side, _ in sides))"
    )
    command = [sys.executable, "-c", code, str(folder), *map(str, files)]
    return int(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def measure(engine: str, folder: Path, runs: int, memory: str | None) -> dict[str, Any]:
    """In this process: seconds of each run, values, and the peak memory of Python in MB."""
    paths = [str(folder / f"{side}.parquet") for side in ("truth", "found")]
    seconds = []

    def compare(read: Any) -> accord.Comparison:
        start = time.perf_counter()
        result = accord.compare(*map(read, paths), METRICS)
        seconds.append(time.perf_counter() - start)
        return result

    if engine == "native":
        results = [compare(accord.read) for _ in range(runs)]
    else:
        with open_engine(engine, memory=memory if engine == "duckdb" else None) as scan:
            results = [compare(scan) for _ in range(runs)]
    told = str(results[0].reduction or "")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return {
        "seconds": seconds,
        "values": {name: float(results[0][name]) for name in METRICS},
        "peak": peak,
        "told": told,
    }


def in_own_process(engine: str, folder: Path, runs: int, memory: str | None) -> dict[str, Any]:
    command = [
        sys.executable,
        __file__,
        "--measure",
        engine,
        "--folder",
        str(folder),
        "--runs",
        str(runs),
    ]
    command += ["--memory", memory] if memory else []
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True
    )
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--memberships", type=float, nargs="+", default=[1e6, 1e7], help="of both sides together"
    )
    parser.add_argument("--engines", nargs="+", choices=list(NAMES), default=list(NAMES))
    parser.add_argument(
        "--pair",
        type=Path,
        nargs=2,
        metavar=("TRUTH", "FOUND"),
        help="clusterings instead, of any format",
    )
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--memory", help="what DuckDB may use")
    parser.add_argument("--measure", choices=list(NAMES), help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    add_save_option(parser)
    arguments = parser.parse_args()
    if arguments.measure:
        print(
            json.dumps(
                measure(arguments.measure, arguments.folder, arguments.runs, arguments.memory)
            )
        )
        return
    results = Results.begin("Tables", ["duckdb", "polars", "pyspark"])
    title = "a pair of files" if arguments.pair else "synthetic pairs"
    for size in [None] if arguments.pair else arguments.memberships:
        with tempfile.TemporaryDirectory() as name:
            if size is None:
                memberships = convert_pair(Path(name), arguments.pair)
            else:
                memberships = int(size)
                write_pair(Path(name), memberships)
            values = None
            for engine in arguments.engines:
                result = in_own_process(engine, Path(name), arguments.runs, arguments.memory)
                values = values or result["values"]
                assert all(
                    abs(values[metric] - result["values"][metric]) < 1e-12 for metric in METRICS
                ), (values, result)
                best = min(result["seconds"])
                memory = f", {arguments.memory}" if arguments.memory and engine == "duckdb" else ""
                results.add(
                    title,
                    f"accord, {NAMES[engine]}{memory}",
                    memberships=f"{memberships:,}",
                    first_seconds=result["seconds"][0],
                    seconds=best,
                    seconds_per_million=best / memberships * 1e6,
                    peak_mb=None if engine == "spark" else round(result["peak"], 1),
                    note=result["told"].partition(" ")[2] or None,
                )
    results.show(title)
    results.save(arguments.save)


if __name__ == "__main__":
    main()
