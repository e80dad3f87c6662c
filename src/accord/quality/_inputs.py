"""Inputs of quality metrics: a clustering of any kind, or one label per node of the network."""

from __future__ import annotations

from typing import Any

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._foundation.reading import Reading
from accord._io.objects.clusterings import convert_input
from accord._io.objects.label_sequences import count_labels, from_labels, is_flat
from accord._io.objects.libraries import is_estimator
from accord.errors import InputError


def to_clustering(
    data: Any,
    network: Network,
    reading: Reading,
    side: str = "the clustering",
    *,
    threads: int | None = None,
) -> Clustering:
    """A clustering of any kind; a flat sequence has one label per node of the network, in order."""
    if isinstance(data, Clustering) or not is_flat(data):
        known = [network.node_labels]
        return convert_input(data, reading, name=side, known=known, threads=threads)
    n_labels = count_labels(data, side)
    if n_labels != network.n_nodes:
        hint = "give one label per node"
        if not is_estimator(data) and all(isinstance(label, str) for label in data):
            hint += "; files are given as pathlib.Path"
        raise InputError(
            f"{side} has {n_labels} labels and the network {network.n_nodes} nodes: {hint}"
        )
    return from_labels(data, side, reading, network.nodes())
