"""Synthetic covers: clusterings with cluster sizes and overlaps as they occur in practice."""

from __future__ import annotations

import numpy as np

from accord.clustering import Clustering
from accord.errors import InputError
from accord.labels import IntegerLabels
from accord.rows import Rows
from accord.threads import thread_count


def generate_cover(
    nodes: int,
    clusters: int,
    memberships: float = 1.0,
    *,
    seed: int,
    size_exponent: float = 2.5,
    most_memberships: int = 6,
) -> Clustering:
    """A random clustering of the nodes 0 … nodes − 1 in which every node is in `memberships` clusters on average.

    Cluster sizes follow a power law with `size_exponent`; a node is in one cluster and in a Poisson number of others,
    at most `most_memberships` in all. With `memberships=1` the clustering is crisp. Clusters that no node chose are
    left out. The same seed gives the same clustering.

    >>> from accord import generate_cover
    >>> generate_cover(1000, 20, 1.2, seed=1)
    Clustering: 1,000 nodes in 20 clusters, 1,173 memberships, 158 nodes in several clusters
    """
    if nodes < 1 or clusters < 1:
        raise InputError("a cover needs at least one node and one cluster")
    if not 1 <= memberships <= min(most_memberships, clusters):
        raise InputError(f"memberships must be from 1 to {min(most_memberships, clusters)}, not {memberships!r}")
    if size_exponent <= 1:
        raise InputError(f"size_exponent must be greater than 1, not {size_exponent!r}")
    rng = np.random.default_rng(seed)
    attraction = (1 - rng.random(clusters)) ** (-1 / (size_exponent - 1))
    counts = np.minimum(1 + rng.poisson(memberships - 1, nodes), most_memberships)
    node = np.repeat(np.arange(nodes), counts)
    cluster = rng.choice(clusters, size=len(node), p=attraction / attraction.sum())
    sizes = np.bincount(cluster, minlength=clusters)
    members = node[np.argsort(cluster, kind="stable")].astype(np.uint32)
    offsets = np.concatenate(([0], np.cumsum(sizes[sizes > 0])))
    rows, _ = Rows.pack(offsets, members, None, nodes, thread_count())
    return Clustering(IntegerLabels(np.arange(nodes)), rows)
