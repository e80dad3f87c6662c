"""Speed of reading networks.

Edge lists are read next to the readers of igraph, networkit and networkx, and one network in each
of our formats. Every measurement runs in a process of its own: best time of several, and the most
memory above what the process held after its imports. Readers take turns on one file, so that a
machine that is busy is so for all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from results import Results, add_save_option

import accord

#: A file of each format, by its name.
FILES = {
    "edges": "network.edges",
    "nse": "network.nse",
    "csv": "network.csv",
    "metis": "network.graph",
    "pajek": "network.net",
    "gml": "network.gml",
    "graphml": "network.graphml",
    "parquet": "network.parquet",
}


def read_igraph(path: str) -> Any:
    """Without names, which is the faster of its two readers."""
    import igraph

    return igraph.Graph.Read_Edgelist(path, directed=False)


def read_igraph_ncol(path: str) -> Any:
    import igraph

    return igraph.Graph.Read_Ncol(path, directed=False, names=True, weights=False)


def read_networkit(path: str) -> Any:
    import networkit

    return networkit.graphio.EdgeListReader(" ", 0, "#", True, False).read(path)


def read_networkx(path: str) -> Any:
    import networkx

    return networkx.read_edgelist(path, nodetype=int)


READERS: dict[str, Callable[[str], Any]] = {
    "accord": accord.read_network,
    "accord, 1 thread": lambda path: accord.read_network(path, threads=1),
    "accord, ids as texts": lambda path: accord.read_network(path, ids="text"),
    "igraph, Read_Edgelist": read_igraph,
    "igraph, Read_Ncol": read_igraph_ncol,
    "networkit": read_networkit,
    "networkx": read_networkx,
}


def megabytes(field: str) -> float:
    """VmRSS (now) or VmHWM (most so far) of this process."""
    line = next(
        line
        for line in Path("/proc/self/status").read_text().splitlines()
        if line.startswith(field)
    )
    return int(line.split()[1]) * 1024 / 1e6


def work(reader: str, path: str) -> None:
    """In a process of its own: prints what the measurement gave."""
    with tempfile.NamedTemporaryFile("w", suffix=".edges") as small:  # so that imports are done
        small.write("0 1\n1 2\n")
        small.flush()
        READERS[reader](small.name)
    before, start = megabytes("VmRSS"), time.perf_counter()
    READERS[reader](path)
    print(json.dumps([time.perf_counter() - start, megabytes("VmHWM") - before]))


def measure(readers: list[str], path: str, repeat: int) -> dict[str, tuple[float, float]]:
    """The best of several times of each reader, and its memory."""
    found: dict[str, tuple[float, float]] = {}
    for _ in range(repeat):
        for reader in readers:
            command = [sys.executable, __file__, "--work", reader, path]
            seconds, memory = json.loads(
                subprocess.run(command, check=True, capture_output=True, text=True).stdout
            )
            best = found.get(reader, (float("inf"), 0.0))
            found[reader] = min(best[0], seconds), max(best[1], memory)
    return found


def show(results: Results, title: str, path: str, readers: list[str], repeat: int) -> None:
    title, size = f"Reading: {title}", round(os.path.getsize(path) / 1e6, 3)
    for reader, (seconds, memory) in measure(readers, path, repeat).items():
        results.add(title, reader, seconds=seconds, file_mb=size, peak_mb=round(memory, 1))
    results.show(title)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", nargs=2, metavar=("READER", "FILE"), help=argparse.SUPPRESS)
    parser.add_argument(
        "--file",
        help="an edge list instead of a synthetic one, such as com-dblp.ungraph.txt.gz of SNAP",
    )
    parser.add_argument(
        "--edges",
        type=int,
        default=10_000_000,
        help="of the synthetic network (default 10,000,000)",
    )
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument(
        "--networkx", action="store_true", help="also networkx, which takes minutes"
    )
    add_save_option(parser)
    options = parser.parse_args()
    if options.work:
        work(*options.work)
        return
    readers = [reader for reader in READERS if options.networkx or reader != "networkx"]
    results = Results.begin("Reading networks", ["igraph", "networkit", "networkx"])
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "file.edges")
        if options.file:
            network = accord.read_network(options.file)
            accord.write_network(network, path)
            show(
                results,
                f"{Path(options.file).name}, {network.n_edges:,} edges",
                path,
                readers,
                options.repeat,
            )
            for format, name in FILES.items():
                if format == "metis":
                    sources, targets, weights = network.edge_columns()
                    network = accord.Network.from_edges(sources + 1, targets + 1, weights=weights)
                accord.write_network(network, Path(folder) / name)
                place = str(Path(folder) / name)
                show(results, f"the same as {format}", place, ["accord"], options.repeat)
            results.save(options.save)
            return
        ends = np.random.default_rng(0).integers(0, max(options.edges // 10, 2), (options.edges, 2))
        network = accord.Network.from_edges(ends)
        accord.write_network(network, path)
        title = f"synthetic, {network.n_edges:,} edges"
        show(results, title, path, readers, options.repeat)
    results.save(options.save)


if __name__ == "__main__":
    main()
