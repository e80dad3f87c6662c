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
from functools import partial
from typing import Any

import cdlib
import cdlib.evaluation
import igraph
import networkit
import networkx
import numpy as np
from results import Results, add_save_option

import accord
from accord import quality

#: What takes longer is timed once.
LONG = 2.0
RIVALS = ("igraph", "networkit", "networkx", "cdlib")
#: Titles of the tables.
SIDE_BY_SIDE, EACH = "next to other libraries", "each metric, and all at once"
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


def report(
    results: Results, metric: str, clusters: str, calls: Mapping[str, Callable[[], Any]]
) -> None:
    """A row for each tool; those that are built into accord come first."""
    for name, call in calls.items():
        wall, cpu, value = best_time(call)
        results.add(
            SIDE_BY_SIDE,
            name,
            metric=metric,
            clusters=clusters,
            seconds=wall,
            processor_seconds=cpu,
            value=float(value),
        )


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


def crisp(results: Results, graphs: Graphs, title: str) -> None:
    labels = graphs.labels()
    parts = networkit.Partition(len(labels), labels)
    parts.setUpperBound(max(labels) + 1)
    clusters = [set(cluster) for cluster in graphs.clusters]
    network, clustering = graphs.network, graphs.clustering
    report(
        results,
        "modularity",
        title,
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
        results,
        "coverage",
        title,
        {
            "accord": lambda: quality.coverage(network, clustering),
            "networkit": lambda: networkit.community.Coverage().getQuality(parts, graphs.networkit),
        },
    )


def overlapping(results: Results, graphs: Graphs, title: str) -> None:
    network, clustering, other = graphs.network, graphs.clustering, graphs.networkx
    few = [set(cluster) for cluster in graphs.clusters[:FEW]]
    same_few = accord.Clustering.from_clusters(list(clustering.clusters())[:FEW])
    report(
        results,
        f"conductance[volume=smaller], {FEW} of them",
        title,
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
            results,
            ours,
            title,
            {
                "accord": lambda ours=ours: getattr(quality, ours)(network, clustering),
                "cdlib": lambda theirs=theirs: (
                    getattr(cdlib.evaluation, theirs)(other, graphs.cdlib).score
                ),
            },
        )


def each(results: Results, network: accord.Network, sides: dict[str, accord.Clustering]) -> None:
    """The processor time of each metric on crisp and on overlapping clusters."""
    calls = {name: (metric.crisp, metric.function) for name, metric in accord.QUALITIES.items()} | {
        "all of them": (False, accord.score)
    }
    for name, (needs_crisp, function) in calls.items():
        times = {
            f"{side}_processor_seconds": best_time(partial(function, network, clusters))[1]
            for side, clusters in sides.items()
            if not needs_crisp or clusters.is_crisp
        }
        results.add(EACH, "accord", metric=name, **times)
    results.show(EACH)


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
    add_save_option(parser)
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
    results = Results.begin("Quality", RIVALS)
    results.facts["input"] = str(network)
    crisp(results, Graphs(network, partition), names[0])
    overlapping(results, Graphs(network, small), names[2])
    results.show(SIDE_BY_SIDE)
    each(results, network, {"crisp": partition, "overlapping": cover})
    results.save(arguments.save)


if __name__ == "__main__":
    main()
