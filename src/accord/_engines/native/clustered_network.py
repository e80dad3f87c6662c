"""A network with the clusters of its nodes, as the kernels take it."""

from __future__ import annotations

from dataclasses import dataclass

from accord._foundation.rows import Rows


@dataclass(frozen=True, eq=False)
class ClusteredNetwork:
    """The rows of a network, weights as their shares, and the clusters of each node."""

    neighbours: Rows
    #: Sources of the edges to each node; None if the network is undirected.
    incoming: Rows | None
    clusters_of_node: Rows
