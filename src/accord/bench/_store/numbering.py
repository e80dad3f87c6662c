"""Numbered networks, as passed to algorithms: their nodes are 0, 1, 2, …

Nodes are numbered in the order of the file, or in a random order. The clusterings that algorithms
find are in these numbers, and are converted back to the labels of the network.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord._engines.native.shuffle import shuffle
from accord._foundation.clustering import Clustering
from accord._foundation.clustering_parts import Levels, Parts
from accord._foundation.labels import IntegerLabels, Labels
from accord._foundation.network import Network, pack_edges
from accord._foundation.threads import thread_count
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NODES, _EDGES = 0, 1  # different random orders of one seed


def node_order(count: int, seed: int | None) -> NDArray[np.uint32]:
    """The index of the node with each number; without a seed, the order of the file."""
    return np.arange(count, dtype=np.uint32) if seed is None else shuffle(count, seed, _NODES)


def edge_order(count: int, seed: int) -> NDArray[np.uint32]:
    """A random order of edges."""
    return shuffle(count, seed, _EDGES)


def numbered(network: Network, seed: int | None) -> Network:
    """The network with nodes 0, 1, 2, …, in its order or in a random one."""
    nodes = IntegerLabels(np.arange(network.n_nodes))
    if seed is None:
        return Network(nodes, network.rows, network.directed)
    number = np.empty(network.n_nodes, np.uint32)
    number[node_order(network.n_nodes, seed)] = np.arange(network.n_nodes, dtype=np.uint32)
    sources, targets, weights = network.edge_columns()
    return pack_edges(nodes, number[sources], number[targets], weights, network.directed)


def restored(found: Clustering, order: NDArray[np.uint32], labels: Labels) -> Clustering:
    """A clustering of numbered nodes, with the labels of the nodes.

    Raises an error if it has nodes that are not in the network.
    """
    if not isinstance(found.node_labels, IntegerLabels):
        raise InputError(f"its nodes must be integers, not {found.node_labels[0]!r}")
    numbers = found.node_labels.values
    wrong = (numbers < 0) | (numbers >= len(order))
    if wrong.any():
        raise InputError(
            f"node {numbers[wrong.argmax()]} is not in the network, "
            f"whose nodes are 0 to {len(order) - 1}"
        )
    nodes = order[numbers]
    kept = np.sort(nodes)
    index = np.searchsorted(kept, nodes).astype(np.uint32)
    weights = None
    if found.weights is not None:
        weights = np.empty_like(found.weights)
        weights[index] = found.weights
    levels = None
    if found.level_of_cluster is not None:
        levels = Levels(found.level_names, found.level_of_cluster)
    rows = found.rows.relabel(index, len(kept), thread_count())
    return Clustering(Parts(labels.take(kept), rows, found.names, weights, found.repeated, levels))
