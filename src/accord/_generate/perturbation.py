"""Perturbed clusterings: how does a metric react when a result gets worse in a known way?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.checks import need_every_node
from accord._foundation.clustering import Clustering
from accord._foundation.clustering_parts import Parts
from accord._foundation.rows import Rows
from accord._foundation.threads import thread_count
from accord._generate.seeds import generators
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def perturb(
    clustering: Clustering,
    *,
    move: float = 0.0,
    split: float = 0.0,
    merge: float = 0.0,
    drop: float = 0.0,
    add: float = 0.0,
    seed: int = 0,
) -> Clustering:
    """Damage a clustering by known amounts, each a fraction in [0, 1].

    In this order, `merge` is the fraction of clusters that are merged in pairs, `split` of clusters
    that are cut in two at random, `move` of memberships that are moved to another cluster, `drop`
    of memberships that are removed, and `add` the number of random memberships that are added, as a
    fraction of those there were. Clusters that lose all nodes are dropped; a node may end up in
    none. With equal seeds, greater fractions damage the same places and more. Shares, weights and
    node labels are kept, cluster names are not.

    >>> from accord import f1p, generate_cover, perturb
    >>> truth = generate_cover(1000, 20, seed=1)
    >>> f1p(truth, perturb(truth, move=0.1, seed=2)) > f1p(truth, perturb(truth, move=0.2, seed=2))
    True
    """
    if not isinstance(clustering, Clustering):
        raise InputError(
            f"expected a Clustering, not {type(clustering).__name__}: "
            "make one with accord.as_clustering or Clustering.from_clusters"
        )
    need_every_node(clustering.multiplicity, "perturbing a clustering")
    fractions = {"move": move, "split": split, "merge": merge, "drop": drop, "add": add}
    for name, fraction in fractions.items():
        if not 0 <= fraction <= 1:
            raise InputError(f"{name} must be a fraction in [0, 1], not {fraction!r}")
    # A generator for each kind of damage: more of one kind does not change what another one does.
    merging, splitting, moving, dropping, adding_nodes, adding_clusters, adding_shares = generators(
        seed, 7
    )
    node = clustering.rows.members.astype(np.int64)
    cluster = _merge(clustering.rows.row_of_membership(), clustering.n_clusters, merge, merging)
    cluster = _split(cluster, split, splitting)
    choices = np.unique(cluster)
    moved = moving.random(len(node)) < move
    cluster = np.where(moved, _other_cluster(cluster, choices, moving), cluster)
    shares = clustering.rows.shares
    kept = dropping.random(len(node)) >= drop
    node, cluster = node[kept], cluster[kept]
    shares = None if shares is None else shares[kept]
    n_added = round(add * clustering.n_memberships)
    node = np.concatenate((node, adding_nodes.integers(clustering.n_nodes, size=n_added)))
    cluster = np.concatenate((cluster, adding_clusters.choice(choices, size=n_added)))
    if not len(node):
        raise InputError("this damage leaves no memberships: drop less")
    if shares is not None:
        shares = np.concatenate((shares, 1 - adding_shares.random(n_added)))
    return _pack(clustering, node, cluster, shares)


def _merge(
    cluster: NDArray[np.int64], count: int, share: float, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Merge pairs of clusters, a fraction `share` of all of them in random order."""
    order = rng.permutation(count)
    pairs = round(share * count) // 2
    goes_to = np.arange(count)
    goes_to[order[1 : 2 * pairs : 2]] = order[0 : 2 * pairs : 2]
    return goes_to[cluster]


def _split(cluster: NDArray[np.int64], share: float, rng: np.random.Generator) -> NDArray[np.int64]:
    """Cut clusters in two, a fraction `share` of all of them in random order."""
    names, index = np.unique(cluster, return_inverse=True)
    chosen = rng.permutation(len(names)) < round(share * len(names))
    second_half = rng.random(len(cluster)) < 0.5
    return np.where(chosen[index] & second_half, cluster + names.max() + 1, cluster)


def _other_cluster(
    cluster: NDArray[np.int64], choices: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.int64]:
    """A random cluster for each membership other than its own, if there is another."""
    if len(choices) == 1:
        return cluster
    step = rng.integers(1, len(choices), size=len(cluster))
    other: NDArray[np.int64] = choices[(np.searchsorted(choices, cluster) + step) % len(choices)]
    return other


def _pack(
    clustering: Clustering,
    node: NDArray[np.int64],
    cluster: NDArray[np.int64],
    shares: NDArray[np.float64] | None,
) -> Clustering:
    """Make a clustering of memberships; of equal ones the first counts."""
    _, first = np.unique(cluster * clustering.n_nodes + node, return_index=True)
    sizes = np.bincount(cluster[first])
    offsets = np.concatenate(([0], np.cumsum(sizes[sizes > 0])))
    rows, _ = Rows.pack(
        offsets,
        node[first].astype(np.uint32),
        None if shares is None else shares[first],
        clustering.n_nodes,
        thread_count(),
    )
    return Clustering(Parts(clustering.node_labels, rows, weights=clustering.weights))
