"""Inputs of quality metrics: a clustering of any kind, or one label per node of the network."""

from __future__ import annotations

from typing import Any

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._io.objects.clusterings import as_clustering, is_flat
from accord.errors import InputError


def to_clustering(
    data: Any, network: Network, side: str = "the clustering", *, threads: int | None = None
) -> Clustering:
    """A clustering of any kind; a flat sequence has one label per node of the network, in order."""
    if isinstance(data, Clustering) or not is_flat(data):
        return as_clustering(data, name=side, threads=threads)
    if len(data) != network.n_nodes:
        hint = "give one label per node"
        if all(isinstance(label, str) for label in data):
            hint += "; files are given as pathlib.Path"
        raise InputError(
            f"{side} has {len(data)} labels and the network {network.n_nodes} nodes: {hint}"
        )
    return Clustering.from_labels(data, nodes=network.nodes())
