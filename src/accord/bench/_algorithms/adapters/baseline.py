"""Random clusters: what an algorithm has to beat."""

from __future__ import annotations

import numpy as np

from accord._foundation.clustering import Clustering
from accord._foundation.clustering_parts import Parts
from accord._foundation.labels import IntegerLabels
from accord._foundation.network import Network
from accord._foundation.threads import thread_count
from accord.bench._algorithms.registry import algorithm


@algorithm("baseline.random", overlapping=True)
def random(network: Network, *, seed: int, truth: Clustering) -> Clustering:
    """The clusters of the truth with random nodes: only sizes and overlaps are right."""
    count = len(truth.node_labels)
    if count > network.n_nodes:
        raise ValueError(f"the truth has {count} nodes, but the network only {network.n_nodes}")
    drawn = np.random.default_rng(seed).permutation(network.n_nodes)[:count]
    index = np.argsort(np.argsort(drawn)).astype(np.uint32)
    rows = truth.rows.relabel(index, count, thread_count())
    return Clustering(Parts(IntegerLabels(np.sort(drawn)), rows))
