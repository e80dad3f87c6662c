"""Controlled damage to a clustering: how does a metric react when a result gets worse in a known way?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.checks import need_nodes
from accord._foundation.clustering import Clustering
from accord._foundation.parts import Parts
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
    seed: int,
) -> Clustering:
    """The clustering with damage of known size; each number is a share in [0, 1].

    `merge`: of the clusters, merged in pairs. `split`: of the clusters, cut in two at random.
    `move`: of the memberships, moved to another cluster. `drop`: of the memberships, taken out.
    `add`: memberships put in at random, as a share of those there were. They are done in this
    order. A cluster that loses all its nodes is gone; a node may end up in none. Greater shares
    with the same seed damage the same places and more. Shares, weights and labels stay; cluster
    names do not.

    >>> from accord import f1p, generate_cover, perturb
    >>> truth = generate_cover(1000, 20, seed=1)
    >>> f1p(truth, perturb(truth, move=0.1, seed=2)) > f1p(truth, perturb(truth, move=0.2, seed=2))
    True
    """
    if not isinstance(clustering, Clustering):
        raise InputError(
            f"expected a Clustering, not {type(clustering).__name__}: make one with Clustering.from_clusters"
        )
    need_nodes(clustering.multiplicity, "damage to a clustering")
    for name, share in (
        ("move", move),
        ("split", split),
        ("merge", merge),
        ("drop", drop),
        ("add", add),
    ):
        if not 0 <= share <= 1:
            raise InputError(f"{name} must be a share in [0, 1], not {share!r}")
    # A generator for each kind of damage: more of one does not change the places of another.
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
    """The first `share` of the clusters in random order, joined two by two."""
    order = rng.permutation(count)
    pairs = round(share * count) // 2
    goes_to = np.arange(count)
    goes_to[order[1 : 2 * pairs : 2]] = order[0 : 2 * pairs : 2]
    return goes_to[cluster]


def _split(cluster: NDArray[np.int64], share: float, rng: np.random.Generator) -> NDArray[np.int64]:
    """The first `share` of the clusters in random order, cut in two."""
    there, place = np.unique(cluster, return_inverse=True)
    chosen = rng.permutation(len(there)) < round(share * len(there))
    second_half = rng.random(len(cluster)) < 0.5
    return np.where(chosen[place] & second_half, cluster + there.max() + 1, cluster)


def _other_cluster(
    cluster: NDArray[np.int64], choices: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.int64]:
    """For each membership a cluster other than its own, where there is another."""
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
    """Memberships as packed rows; of two equal ones the first counts."""
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
