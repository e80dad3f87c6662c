"""Speed of reading each file format of clusterings.

One clustering is written in every format that can hold it and read again, next to what one would
use instead. Every measurement runs in a process of its own: best time of several, and the most
memory above what the process held after its imports.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from results import Results, add_save_option

import accord

#: A file of each format, by its name; the first is what the others are compared with.
FILES = {
    "cnl": "clusters.cnl",
    "snap": "clusters.cmty.txt",
    "lfr": "clusters.nmc",
    "pairs": "clusters.pairs",
    "csv": "clusters.csv",
    "tsv": "clusters.tsv",
    "parquet": "clusters.parquet",
    "arrow": "clusters.arrow",
    "json": "clusters.json",
}


def read_accord(path: str) -> Callable[[], Any]:
    return lambda: accord.read(path)


def read_accord_as_texts(path: str) -> Callable[[], Any]:
    return lambda: accord.read(path, ids="text")


def read_python(path: str) -> Callable[[], Any]:
    """What people write for cluster lists."""

    def read() -> list[set[str]]:
        with open(path) as file:
            return [set(line.split()) for line in file]

    return read


def read_pandas(path: str) -> Callable[[], Any]:
    """What people write for tables: sets by cluster."""
    import pandas

    def read() -> Any:
        table = pandas.read_csv(path) if path.endswith("csv") else pandas.read_parquet(path)
        return table.groupby("cluster")["node"].agg(set)

    return read


READERS = {
    "accord": read_accord,
    "accord, ids as texts": read_accord_as_texts,
    "Python sets": read_python,
    "pandas, sets by cluster": read_pandas,
}


def megabytes(field: str) -> float:
    """VmRSS (now) or VmHWM (most so far) of this process."""
    line = next(
        line
        for line in Path("/proc/self/status").read_text().splitlines()
        if line.startswith(field)
    )
    return int(line.split()[1]) * 1024 / 1e6


def work(reader: str, path: str, repeat: int) -> None:
    """In a process of its own: prints what the measurement gave."""
    run = READERS[reader](path)
    before, best = megabytes("VmRSS"), float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    print(json.dumps([best, megabytes("VmHWM") - before]))


def measure(reader: str, path: str, repeat: int) -> tuple[float, float]:
    command = [sys.executable, __file__, "--work", reader, path, "--repeat", str(repeat)]
    seconds, memory = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    return seconds, memory


def rows(folder: Path, repeat: int) -> Iterator[tuple[str, str, float, float, float]]:
    """Format, reader, seconds, megabytes of the file, and of memory."""
    for format, name in FILES.items():
        readers = ["accord"]
        readers += ["accord, ids as texts"] if format in ("cnl", "csv") else []
        readers += ["Python sets"] if format == "cnl" else []
        readers += ["pandas, sets by cluster"] if format in ("csv", "parquet") else []
        path = str(folder / name)
        for reader in readers:
            seconds, memory = measure(reader, path, repeat if reader.startswith("accord") else 1)
            yield format, reader, seconds, os.path.getsize(path) / 1e6, memory


def show(
    results: Results, title: str, table: Iterator[tuple[str, str, float, float, float]]
) -> None:
    title = f"Reading: {title}"
    for format, reader, seconds, size, memory in table:
        results.add(
            title,
            reader,
            format=format,
            seconds=seconds,
            file_mb=round(size, 3),
            ns_per_byte=seconds * 1e3 / size,
            peak_mb=round(memory, 1),
        )
    results.show(title)


def long_line(folder: Path, members: int) -> Iterator[tuple[str, str, float, float, float]]:
    """A single line with so many members."""
    path = folder / "long.cnl"
    with path.open("wb") as file:
        for begin in range(members, 2 * members, 1_000_000):
            file.write(
                (
                    " ".join(map(str, range(begin, min(begin + 1_000_000, 2 * members)))) + " "
                ).encode()
            )
    yield "cnl", "accord", *_with_size(path, measure("accord", str(path), 1))


def _with_size(path: Path, measured: tuple[float, float]) -> tuple[float, float, float]:
    return measured[0], path.stat().st_size / 1e6, measured[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--clustering", type=Path, help="the clustering to write; by default a synthetic one"
    )
    parser.add_argument(
        "--long-line",
        type=int,
        metavar="MEMBERS",
        help="also read a single line with so many members",
    )
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--work", nargs=2, metavar=("READER", "FILE"), help=argparse.SUPPRESS)
    add_save_option(parser)
    given = parser.parse_args()
    if given.work:
        work(*given.work, given.repeat)
        return
    results = Results.begin("Formats", ["pandas", "pyarrow"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given.clustering:
            clustering = accord.read(given.clustering)
        else:
            clustering = accord.generate_cover(1_000_000, 10_000, memberships=1.3, seed=1)
        for file in FILES.values():
            accord.write(clustering, folder / file)
        show(
            results,
            str(given.clustering.name if given.clustering else "synthetic, 1,000,000 nodes"),
            rows(folder, given.repeat),
        )
        if given.long_line:
            lines = long_line(folder, given.long_line)
            show(results, f"one line, {given.long_line:,} members", lines)
    results.save(given.save)


if __name__ == "__main__":
    main()
