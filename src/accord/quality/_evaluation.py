"""From a network and a clustering of any kind to the value of one metric."""

from __future__ import annotations

from typing import Any

from accord._engines.native.network_engine import NetworkEngine
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._foundation.threads import thread_count
from accord._io.objects import as_clustering, is_flat
from accord._io.objects.networks import as_network
from accord.errors import InputError
from accord.quality._value import Quality


def evaluate(
    name: str, network: Any, clustering: Any, *, threads: int | None = None, **options: Any
) -> Quality:
    """The value of the metric `name` for a clustering of the nodes of a network."""
    from accord.quality._registry import (
        QUALITIES,
    )  # the registry lists the functions that call this one

    metric = QUALITIES[name]
    metric.check_options(options)
    count = thread_count(threads)
    network = as_network(network, threads=count)
    return metric.quality(
        NetworkEngine(network, to_clustering(clustering, network, threads=count), count), **options
    )


def to_clustering(
    data: Any, network: Network, side: str = "the clustering", *, threads: int | None = None
) -> Clustering:
    """Whatever people hold; a flat sequence has one label per node, in the order of the nodes of the network."""
    if isinstance(data, Clustering) or not is_flat(data):
        return as_clustering(data, name=side, threads=threads)
    if len(data) != network.n_nodes:
        files = (
            "; files are given as pathlib.Path"
            if all(isinstance(label, str) for label in data)
            else ""
        )
        raise InputError(
            f"{side} has {len(data)} labels and the network {network.n_nodes} nodes: give one label per node{files}"
        )
    return Clustering.from_labels(data, nodes=network.nodes())
