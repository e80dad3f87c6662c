"""Clusterings of nodes that are numbered 0, 1, 2, …"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.numbers import count
from accord._foundation.clustering import Clustering
from accord._foundation.columns import Column, make_column
from accord._foundation.labels import IntegerLabels, Labels, label_nodes
from accord._foundation.pack_clustering import pack_memberships
from accord._foundation.rows import NOWHERE
from accord._foundation.threads import thread_count
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def from_numbered(
    n_nodes: int,
    node: NDArray[Any],
    cluster: NDArray[Any],
    shares: NDArray[np.float64] | None = None,
    names: Sequence[Hashable] | None = None,
) -> Clustering:
    """From the nodes 0 … n_nodes − 1, and node, cluster and share of every membership.

    Nodes without a membership are in no cluster. `names` are labels of the nodes in place of their
    numbers.
    """
    if n_nodes >= NOWHERE:
        raise InputError(
            f"there are {n_nodes:,} nodes, more than the {int(NOWHERE) - 1:,} that can be compared"
        )
    labels: Labels = IntegerLabels(np.arange(n_nodes))
    index = np.arange(n_nodes, dtype=np.uint32)
    if names is not None:
        labels, index = label_unique(names, thread_count())
    is_alone = np.ones(n_nodes, bool)
    is_alone[node] = False
    alone = np.flatnonzero(is_alone)
    clusters = make_column(cluster, "cluster")
    if len(alone):
        node = np.concatenate((node, alone))
        clusters = Column(
            clusters.labels, np.concatenate((clusters.index, np.full(len(alone), NOWHERE)))
        )
        shares = None if shares is None else np.concatenate((shares, np.ones(len(alone))))
    return Clustering(pack_memberships(Column(labels, index[node]), clusters, shares))


def label_unique(names: Sequence[Hashable], threads: int) -> tuple[Labels, NDArray[np.uint32]]:
    """The labels of nodes with these names, and the index of each; raise if a name is repeated."""
    labels, index = label_nodes(names, threads)
    if len(labels) < len(names):
        repetitions = count(len(names) - len(labels), "repetition")
        raise InputError(
            f"names of nodes are not unique ({repetitions}): make them unique, or delete them"
        )
    return labels, index
