"""Speed of generating LFR benchmarks, and how well they meet the request.

All run in one process, one after the other: accord, networkit's generator of crisp LFR benchmarks,
and that of networkx on a size it can finish. Mean degree and mixing are measured in the same way on
the edges and clusters that each returns.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import networkit
import networkx
import numpy as np
from results import Results, add_save_option

import accord

#: The two ends of each edge, and the cluster of each node; None where nodes are in several.
Made = tuple[np.ndarray, np.ndarray, np.ndarray | None]


@dataclass(frozen=True)
class Wish:
    """What all of them are asked for."""

    nodes: int
    degree: float = 20
    degree_exponent: float = 2
    max_degree: int = 50
    mixing: float = 0.3
    size_exponent: float = 1.5
    min_cluster: int = 20
    max_cluster: int = 100


def by_accord(wish: Wish, seed: int, **options: Any) -> Callable[[], Made]:
    made = accord.generate_lfr(
        wish.nodes,
        wish.degree,
        wish.max_degree,
        wish.mixing,
        degree_exponent=wish.degree_exponent,
        size_exponent=wish.size_exponent,
        min_cluster=wish.min_cluster,
        max_cluster=wish.max_cluster,
        seed=seed,
        **options,
    )

    def columns() -> Made:
        sources, targets, _ = made.network.edge_columns()
        cluster = np.empty(wish.nodes, int)
        cluster[made.truth.rows.members] = made.truth.rows.row_of_membership()
        return sources, targets, cluster if made.truth.is_crisp else None

    return columns


def by_networkit(wish: Wish, seed: int) -> Callable[[], Made]:
    networkit.setSeed(seed, False)
    generator = networkit.generators.LFRGenerator(wish.nodes)
    generator.generatePowerlawDegreeSequence(wish.degree, wish.max_degree, -wish.degree_exponent)
    generator.generatePowerlawCommunitySizeSequence(
        wish.min_cluster, wish.max_cluster, -wish.size_exponent
    )
    generator.setMu(wish.mixing)
    generator.run()
    graph, partition = generator.getGraph(), generator.getPartition()

    def columns() -> Made:
        edges = np.array(list(graph.iterEdges()))
        return edges[:, 0], edges[:, 1], np.array(partition.getVector())

    return columns


def by_networkx(wish: Wish, seed: int) -> Callable[[], Made]:
    graph = networkx.LFR_benchmark_graph(
        wish.nodes,
        wish.degree_exponent,
        wish.size_exponent,
        wish.mixing,
        average_degree=wish.degree,
        max_degree=wish.max_degree,
        min_community=wish.min_cluster,
        max_community=wish.max_cluster,
        seed=seed,
    )

    def columns() -> Made:
        edges = np.array([edge for edge in graph.edges() if edge[0] != edge[1]])
        return (
            edges[:, 0],
            edges[:, 1],
            np.array([min(graph.nodes[node]["community"]) for node in range(wish.nodes)]),
        )

    return columns


def measured(made: Made, nodes: int) -> tuple[float, float | None]:
    """The mean degree, and the mean mixing of nodes where clusters are crisp."""
    sources, targets, cluster = made
    if cluster is None:
        return 2 * len(sources) / nodes, None
    ends, outside = (
        np.concatenate((sources, targets)),
        np.tile(cluster[sources] != cluster[targets], 2),
    )
    degrees = np.bincount(ends, minlength=nodes)
    shares = np.bincount(ends, outside, nodes)[degrees > 0] / degrees[degrees > 0]
    return 2 * len(sources) / nodes, float(shares.mean())


def report(
    results: Results, wish: Wish, makers: dict[str, Callable[..., Callable[[], Made]]], runs: int
) -> None:
    title = f"{wish.nodes:,} nodes, mean degree {wish.degree}, mixing {wish.mixing}"
    for name, make in makers.items():
        seconds, processor = [], []
        for seed in range(1, runs + 1):
            start, cpu = time.perf_counter(), time.process_time()
            made = make(wish, seed)
            seconds.append(time.perf_counter() - start)
            processor.append(time.process_time() - cpu)
        degree, mixing = measured(made(), wish.nodes)
        results.add(
            title,
            name,
            seconds=min(seconds),
            processor_seconds=min(processor),
            mean_degree=degree,
            mixing=mixing,
        )
    results.show(title)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--runs", type=int, default=3, help="of each, with the seeds 1, 2, …; the best time counts"
    )
    parser.add_argument(
        "--largest", type=int, default=1_000_000, help="number of nodes of the largest network"
    )
    add_save_option(parser)
    arguments = parser.parse_args()
    results = Results.begin("Benchmark networks", ["networkit", "networkx"])
    alone = {"accord": by_accord, "accord, 1 thread": partial(by_accord, threads=1)}
    # With exponent 2, networkx gives up: it could not match the average degree.
    for nodes in (1000, 10_000):
        report(
            results,
            Wish(nodes, degree=10, degree_exponent=3),
            {**alone, "networkit": by_networkit, "networkx": by_networkx},
            arguments.runs,
        )
    for nodes in (100_000, arguments.largest):
        others = {
            **(
                {"networkit": by_networkit} if nodes <= 100_000 else {}
            ),  # a million take it many minutes
            "accord, a fifth of the nodes in 3 clusters": partial(
                by_accord, overlapping_nodes=nodes // 5, memberships=3
            ),
            "accord, weighted": partial(by_accord, weights=True),
        }
        report(results, Wish(nodes), {**alone, **others}, arguments.runs)
    results.save(arguments.save)


if __name__ == "__main__":
    main()
