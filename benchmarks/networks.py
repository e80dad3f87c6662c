"""How fast are LFR benchmarks made, and are they what was asked for? `python benchmarks/networks.py --help`.

All run in one process, one after the other: accord, networkit's generator of crisp LFR benchmarks, and that of networkx on a
size it can finish. Mean degree and mixing are measured in the same way on the edges and clusters that each returns.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import networkit
import networkx
import numpy as np

import accord

DEGREE, MAX_DEGREE, MIXING, DEGREE_EXPONENT, SIZE_EXPONENT, MIN_CLUSTER, MAX_CLUSTER = 20, 50, 0.3, 2.0, 1.5, 20, 100

#: The two ends of each edge, and the cluster of each node; None where nodes are in several.
Made = tuple[np.ndarray, np.ndarray, np.ndarray | None]


def by_accord(nodes: int, seed: int, **options: Any) -> Callable[[], Made]:
    made = accord.generate_lfr(
        nodes,
        DEGREE,
        MAX_DEGREE,
        MIXING,
        degree_exponent=DEGREE_EXPONENT,
        size_exponent=SIZE_EXPONENT,
        min_cluster=MIN_CLUSTER,
        max_cluster=MAX_CLUSTER,
        seed=seed,
        **options,
    )

    def columns() -> Made:
        sources, targets, _ = made.network.edge_columns()
        cluster = np.empty(nodes, int)
        cluster[made.truth.rows.members] = made.truth.rows.row_of_membership()
        return sources, targets, cluster if made.truth.is_crisp else None

    return columns


def by_networkit(nodes: int, seed: int) -> Callable[[], Made]:
    networkit.setSeed(seed, False)
    generator = networkit.generators.LFRGenerator(nodes)
    generator.generatePowerlawDegreeSequence(DEGREE, MAX_DEGREE, -DEGREE_EXPONENT)
    generator.generatePowerlawCommunitySizeSequence(MIN_CLUSTER, MAX_CLUSTER, -SIZE_EXPONENT)
    generator.setMu(MIXING)
    generator.run()
    graph, partition = generator.getGraph(), generator.getPartition()

    def columns() -> Made:
        edges = np.array(list(graph.iterEdges()))
        return edges[:, 0], edges[:, 1], np.array(partition.getVector())

    return columns


def by_networkx(nodes: int, seed: int) -> Callable[[], Made]:
    graph = networkx.LFR_benchmark_graph(
        nodes,
        DEGREE_EXPONENT,
        SIZE_EXPONENT,
        MIXING,
        average_degree=DEGREE,
        max_degree=MAX_DEGREE,
        min_community=MIN_CLUSTER,
        max_community=MAX_CLUSTER,
        seed=seed,
    )

    def columns() -> Made:
        edges = np.array([edge for edge in graph.edges() if edge[0] != edge[1]])
        number = {min(graph.nodes[node]["community"]): node for node in graph}
        return edges[:, 0], edges[:, 1], np.array([number[min(graph.nodes[node]["community"])] for node in range(nodes)])

    return columns


def measured(made: Made, nodes: int) -> tuple[float, str]:
    """The mean degree, and the mean mixing of nodes where clusters are crisp."""
    sources, targets, cluster = made
    if cluster is None:
        return 2 * len(sources) / nodes, ""
    ends, outside = np.concatenate((sources, targets)), np.tile(cluster[sources] != cluster[targets], 2)
    degrees = np.bincount(ends, minlength=nodes)
    shares = np.bincount(ends, outside, nodes)[degrees > 0] / degrees[degrees > 0]
    return 2 * len(sources) / nodes, f"{shares.mean():.3f}"


def report(title: str, nodes: int, makers: dict[str, Callable[[int], Callable[[], Made]]], runs: int) -> None:
    print(
        f"### {title}\n\n| way | best time | times the first | mean degree | mixing |\n| --- | ---: | ---: | ---: | ---: |"
    )
    first = None
    for name, make in makers.items():
        seconds = []
        for seed in range(1, runs + 1):
            start = time.perf_counter()
            try:
                made = make(seed)
            except networkx.ExceededMaxIterations:
                continue  # it has given up; another seed may do
            seconds.append(time.perf_counter() - start)
        if not seconds:
            print(f"| {name} | gave up | | | |", flush=True)
            continue
        best = min(seconds)
        first = first or best
        degree, mixing = measured(made(), nodes)
        print(f"| {name} | {best:,.3f} s | {best / first:,.2f} | {degree:.2f} | {mixing} |", flush=True)
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="of each, with the seeds 1, 2, …; the best time counts")
    parser.add_argument("--largest", type=int, default=1_000_000, help="number of nodes of the largest network")
    arguments = parser.parse_args()
    for nodes in (1000, 100_000, arguments.largest):
        makers: dict[str, Callable[[int], Callable[[], Made]]] = {
            "accord": lambda seed, nodes=nodes: by_accord(nodes, seed),
            "accord, 1 thread": lambda seed, nodes=nodes: by_accord(nodes, seed, threads=1),
            "networkit": lambda seed, nodes=nodes: by_networkit(nodes, seed),
        }
        if nodes == 1000:
            makers["networkx"] = lambda seed, nodes=nodes: by_networkx(nodes, seed)
        else:
            overlapping = {"overlapping_nodes": nodes // 5, "memberships": 3}
            makers["accord, a fifth of the nodes in 3 clusters"] = lambda seed, nodes=nodes, more=overlapping: by_accord(
                nodes, seed, **more
            )
            makers["accord, weighted"] = lambda seed, nodes=nodes: by_accord(nodes, seed, weights=True)
            makers["accord, directed, so with twice the edges"] = lambda seed, nodes=nodes: by_accord(
                nodes, seed, directed=True
            )
        report(f"LFR benchmarks of {nodes:,} nodes, mean degree {DEGREE}, mixing {MIXING}", nodes, makers, arguments.runs)


if __name__ == "__main__":
    main()
