"""Random covers, with cluster sizes and overlaps as they occur in practice."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.clustering import Clustering
from accord._foundation.clustering_parts import Parts
from accord._foundation.labels import IntegerLabels
from accord._foundation.rows import Rows
from accord._foundation.threads import thread_count
from accord._generate.seeds import generators
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def generate_cover(
    nodes: int,
    clusters: int,
    memberships: float = 1.0,
    *,
    seed: int = 0,
    size_exponent: float = 2.5,
    most_memberships: int = 6,
) -> Clustering:
    """Generate a random clustering of the nodes 0 … nodes − 1.

    Every node is in `memberships` clusters on average: in one and a Poisson number of others, at
    most `most_memberships` in all. With `memberships=1` the clustering is crisp. Cluster sizes
    follow a power law with `size_exponent`; clusters without nodes are left out. `seed` is the
    random seed; equal seeds give equal output.

    >>> from accord import generate_cover
    >>> generate_cover(1000, 20, seed=1)
    Clustering: 1,000 nodes in 20 clusters, crisp
    """
    if nodes < 1 or clusters < 1:
        raise InputError("a cover needs at least one node and one cluster")
    most = min(most_memberships, clusters)
    if not 1 <= memberships <= most:
        raise InputError(f"memberships must be from 1 to {most}, not {memberships!r}")
    if not size_exponent > 1:
        raise InputError(f"size_exponent must be greater than 1, not {size_exponent!r}")
    attracting, counting, choosing = generators(seed, 3)
    log_attraction = -np.log1p(-attracting.random(clusters)) / (size_exponent - 1)
    attraction = np.exp(log_attraction - log_attraction.max())
    counts = np.minimum(1 + counting.poisson(_poisson_mean(memberships, most), nodes), most)
    node = np.repeat(np.arange(nodes), counts)
    cluster = _choose_distinct(node, attraction / attraction.sum(), choosing)
    sizes = np.bincount(cluster, minlength=clusters)
    members = node[np.argsort(cluster, kind="stable")].astype(np.uint32)
    offsets = np.concatenate(([0], np.cumsum(sizes[sizes > 0])))
    rows, _ = Rows.pack(offsets, members, None, nodes, thread_count())
    return Clustering(Parts(IntegerLabels(np.arange(nodes)), rows))


def _poisson_mean(memberships: float, most: int) -> float:
    """The mean for which 1 + Poisson, cut off at `most`, has the mean `memberships`."""
    if memberships == most:
        return 60.0 * most  # practically all values are cut off

    def average(mean: float) -> float:
        terms = [
            math.exp(-mean + k * math.log(mean) - math.lgamma(k + 1)) if mean else float(k == 0)
            for k in range(most)
        ]
        return 1 + sum(k * p for k, p in enumerate(terms[:-1])) + (most - 1) * (1 - sum(terms[:-1]))

    low, high = 0.0, 60.0 * most
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if average(middle) < memberships else (low, middle)
    return low


def _choose_distinct(
    node: NDArray[np.int64], probability: NDArray[np.float64], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Draw a cluster for each membership; no node is twice in one, as repeats are drawn again."""
    clusters = len(probability)
    cluster = rng.choice(clusters, size=len(node), p=probability)
    for _ in range(30):
        repeats = _repeats(node, cluster)
        if not len(repeats):
            return cluster
        cluster[repeats] = rng.choice(clusters, size=len(repeats), p=probability)
    # Only unlikely clusters are left for these: choose one of them evenly.
    for index in _repeats(node, cluster).tolist():
        same_node = slice(
            np.searchsorted(node, node[index]), np.searchsorted(node, node[index], side="right")
        )
        cluster[index] = rng.choice(np.setdiff1d(np.arange(clusters), cluster[same_node]))
    return cluster


def _repeats(node: NDArray[np.int64], cluster: NDArray[np.int64]) -> NDArray[np.int64]:
    """The indices of memberships that are equal to an earlier one."""
    _, first = np.unique(node * (cluster.max() + 1) + cluster, return_index=True)
    repeated = np.ones(len(node), bool)
    repeated[first] = False
    return np.flatnonzero(repeated)
