"""Shuffle stability: whether an algorithm finds the same when nodes are named and edges listed in another order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from accord.bench.statistics import mean
from accord.clustering import Clustering
from accord.compare import similarity_matrix

#: What agreement is measured by: symmetric, and for overlapping clusters too.
MEASURE = "f1h"


def agreement(clusterings: Sequence[Clustering], shuffles: Sequence[int], *, threads: int | None = None) -> float | None:
    """How much the clusterings of different shuffles agree, the mean over all pairs; 1 where all are the same.

    The nodes have the names that they have in the network, whatever they were called in a run. None where all
    clusterings are of one shuffle. Clusterings of one shuffle, with other seeds, are not compared with each other.
    """
    pairs = [pair for pair in combinations(range(len(shuffles)), 2) if shuffles[pair[0]] != shuffles[pair[1]]]
    if not pairs:
        return None
    table = similarity_matrix(clusterings, MEASURE, threads=threads)
    return mean([float(table[pair]) for pair in pairs])
