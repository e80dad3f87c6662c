"""Speed of quality metrics, next to other libraries.

All run in one process, one after the other, on networks that are in memory as each library wants
them.
"""

from __future__ import annotations

import argparse
import os
import time
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import cdlib
import cdlib.evaluation
import igraph
import networkit
import networkx
import numpy as np

import accord
from accord import quality

#: What takes longer is timed once.
LONG = 2.0
#: networkx walks over all nodes for each cluster.
FEW = 20


def best_time(call: Callable[[], Any]) -> tuple[float, float, Any]:
    """Seconds on the clock and of all processors, and what came out: the best of five, or of one
    that takes long.
    """
    times, cpu_times = [], []
    while len(times) < 5 and (not times or times[0] < LONG):
        start, cpu = time.perf_counter(), time.process_time()
        value = call()
        times.append(time.perf_counter() - start)
        cpu_times.append(time.process_time() - cpu)
    return min(times), min(cpu_times), value


def report(title: str, calls: Mapping[str, Callable[[], Any]]) -> None:
    print(
        f"### {title}\n\n"
        "| tool | time | times the first | processor time | times the first | value |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    first: tuple[float, float] | None = None
    for name, call in calls.items():
        wall, cpu, value = best_time(call)
        first = first or (wall, cpu)
        ratios = (
            f"{wall * 1e3:,.1f} ms | {wall / first[0]:,.1f} | "
            f"{cpu * 1e3:,.1f} ms | {cpu / first[1]:,.1f}"
        )
        print(f"| {name} | {ratios} | {float(value):.6f} |", flush=True)
    print()


class Graphs:
    """One network and one clustering as each library wants them; nodes are numbers from 0 on."""

    def __init__(self, network: accord.Network, clustering: accord.Clustering) -> None:
        self.network, self.clustering = network, clustering
        sources, targets, _ = network.edge_columns()
        place = {label: index for index, label in enumerate(network.nodes())}
        self.clusters = [[place[node] for node in cluster] for cluster in clustering.clusters()]
        self.igraph = igraph.Graph(network.n_nodes, np.column_stack((sources, targets)))
        self.networkit = networkit.graph.GraphFromCoo(
            (sources.astype(np.uint64), targets.astype(np.uint64)), n=network.n_nodes
        )
        self.networkx = networkx.Graph()
        self.networkx.add_nodes_from(range(network.n_nodes))
        self.networkx.add_edges_from(zip(sources.tolist(), targets.tolist(), strict=True))
        self.cdlib = cdlib.NodeClustering(self.clusters, self.networkx, "given", overlap=True)

    def labels(self) -> list[int]:
        """The cluster of each node; a node in none is alone."""
        labels = len(self.clusters) + np.arange(self.network.n_nodes)
        for label, cluster in enumerate(self.clusters):
            labels[cluster] = label
        return np.unique(labels, return_inverse=True)[1].tolist()


def crisp(graphs: Graphs, title: str) -> None:
    labels = graphs.labels()
    parts = networkit.Partition(len(labels), labels)
    parts.setUpperBound(max(labels) + 1)
    clusters = [set(cluster) for cluster in graphs.clusters]
    network, clustering = graphs.network, graphs.clustering
    report(
        f"Modularity: {title}",
        {
            "accord": lambda: quality.modularity(network, clustering),
            "igraph": lambda: graphs.igraph.modularity(labels),
            "networkit": lambda: networkit.community.Modularity().getQuality(
                parts, graphs.networkit
            ),
            "networkx": lambda: networkx.community.modularity(graphs.networkx, clusters),
            "cdlib": lambda: (
                cdlib.evaluation.newman_girvan_modularity(graphs.networkx, graphs.cdlib).score
            ),
        },
    )
    report(
        f"Coverage: {title}",
        {
            "accord": lambda: quality.coverage(network, clustering),
            "networkit": lambda: networkit.community.Coverage().getQuality(parts, graphs.networkit),
        },
    )


def overlapping(graphs: Graphs, title: str) -> None:
    network, clustering, other = graphs.network, graphs.clustering, graphs.networkx
    few = [set(cluster) for cluster in graphs.clusters[:FEW]]
    same_few = accord.Clustering.from_clusters(list(clustering.clusters())[:FEW])
    report(
        f"conductance by the smaller volume, of {FEW} clusters: {title}",
        {
            "accord": lambda: quality.conductance(network, same_few, volume="smaller"),
            "networkx": lambda: float(
                np.mean([networkx.conductance(other, cluster) for cluster in few])
            ),
        },
    )
    for ours, theirs in (
        ("conductance", "conductance"),
        ("flake_odf", "flake_odf"),
        ("triangle_participation", "triangle_participation_ratio"),
        ("modularity_lazar", "modularity_overlap"),
        ("modularity_density", "modularity_density"),
    ):
        report(
            f"{ours}: {title}",
            {
                "accord": lambda ours=ours: getattr(quality, ours)(network, clustering),
                "cdlib": lambda theirs=theirs: (
                    getattr(cdlib.evaluation, theirs)(other, graphs.cdlib).score
                ),
            },
        )


def each(network: accord.Network, clustering: accord.Clustering, title: str) -> None:
    print(
        f"### Each metric on its own, and all at once: {title}\n\n"
        "| metric | time | processor time | value |"
    )
    print("| --- | ---: | ---: | ---: |")
    for name, metric in accord.QUALITIES.items():
        if not metric.crisp or clustering.is_crisp:
            wall, cpu, value = best_time(lambda metric=metric: metric.function(network, clustering))
            print(
                f"| {name} | {wall * 1e3:,.1f} ms | {cpu * 1e3:,.1f} ms | {float(value):.6g} |",
                flush=True,
            )
    wall, cpu, _ = best_time(lambda: accord.score(network, clustering))
    print(f"| all of them | {wall * 1e3:,.1f} ms | {cpu * 1e3:,.1f} ms | |\n", flush=True)


def synthetic(nodes: int) -> tuple[accord.Network, accord.Clustering, accord.Clustering]:
    """Groups of 50 with 8 edges of each node inside and 2 outside; the groups, and overlapping
    ones.
    """
    rng = np.random.default_rng(0)
    sources = np.repeat(np.arange(nodes), 5)
    inside = rng.random(len(sources)) < 0.8
    near = sources // 50 * 50 + rng.integers(50, size=len(sources))
    targets = np.where(inside, near, rng.integers(nodes, size=len(sources))) % nodes
    real = sources != targets
    network = accord.Network.from_edges(sources[real], targets[real], nodes=range(nodes))
    groups = [range(first, min(first + 50, nodes)) for first in range(0, nodes, 50)]
    wider = [range(first, min(first + 70, nodes)) for first in range(0, nodes, 50)]
    return network, accord.Clustering.from_clusters(groups), accord.Clustering.from_clusters(wider)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=100_000, help="of the synthetic network")
    parser.add_argument("--network", help="a file, instead of the synthetic network")
    parser.add_argument("--crisp", help="a clustering of it")
    parser.add_argument("--overlapping", help="another one")
    parser.add_argument(
        "--rivals", help="a smaller one, for libraries written in Python; by default the same"
    )
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    if arguments.network:
        network = accord.read_network(arguments.network)
        partition, cover = accord.read(arguments.crisp), accord.read(arguments.overlapping)
        small = accord.read(arguments.rivals or arguments.overlapping)
        names = [os.path.basename(path) for path in (arguments.crisp, arguments.overlapping)]
        names.append(os.path.basename(arguments.rivals or arguments.overlapping))
    else:
        network, partition, cover = synthetic(arguments.nodes)
        small, names = cover, ["groups", "overlapping groups", "overlapping groups"]
    print(f"{network}\n")
    each(network, partition, names[0])
    each(network, cover, names[1])
    crisp(Graphs(network, partition), names[0])
    overlapping(Graphs(network, small), names[2])


if __name__ == "__main__":
    main()
