"""Summaries of a clustering on its network: all that quality metrics read."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Counts = NDArray[np.int64]


@dataclass(frozen=True)
class NetworkTotals:
    """Totals of the whole network."""

    nodes: int
    #: Number of edges, and the sum of their weights.
    edges: int
    weight: float
    directed: bool


@dataclass(frozen=True, eq=False)
class ClusterEdges:
    """The nodes and edges of each cluster.

    Edges weigh 1 if they have no weights; a directed edge is one edge.
    """

    network: NetworkTotals
    #: Number of nodes that are in the network.
    nodes: Counts
    #: Weight of the edges between nodes of the cluster, loops included, and of the edges with one
    #: end in it.
    inside: Floats
    leaving: Floats
    #: Weight of the loops, and number of the edges inside that are no loops.
    loops: Floats
    links: Counts
    #: Number of the ends of edges at nodes of the cluster; a loop has two of them.
    ends: Counts
    #: Weight of the outgoing and of the incoming ends; equal if the network is undirected.
    volume_out: Floats
    volume_in: Floats
    #: Weight of the edges whose two nodes share a cluster.
    shared: float

    @property
    def volume(self) -> Floats:
        """Twice the weight inside, plus the weight leaving."""
        return 2 * self.inside + self.leaving

    @property
    def rest(self) -> Floats:
        """The volume of all other nodes: exactly 0 if they have no edges, and never if they do."""
        without = np.maximum(2 * self.network.weight - self.volume, self.leaving)
        beside = np.maximum(without, np.finfo(np.float64).tiny)  # light edges beside heavy ones
        return np.where(self.ends == 2 * self.network.edges, 0.0, beside)

    @property
    def pairs(self) -> Counts:
        """The number of possible edges inside, without loops."""
        return self.nodes * (self.nodes - 1) // (1 if self.network.directed else 2)

    @property
    def pairs_across(self) -> Counts:
        """The number of possible edges between the nodes of the cluster and the others."""
        return self.nodes * (self.network.nodes - self.nodes) * (2 if self.network.directed else 1)


@dataclass(frozen=True, eq=False)
class OutFractions:
    """Per cluster, of the fraction of the edges of each of its nodes that leads out of it.

    The fraction of a node without edges is 0.
    """

    nodes: Counts
    most: Floats
    total: Floats
    #: Number of nodes with more edges out of the cluster than inside.
    flaky: Counts


@dataclass(frozen=True, eq=False)
class Belonging:
    """The edges of each cluster if each node has a worth in each of its clusters."""

    network: NetworkTotals
    nodes: Counts
    #: Sum over edges inside of the weight times the worths of both nodes, and over nodes of the
    #: worth.
    inside: Floats
    worth: Floats
    #: Weight of the ends of edges at nodes of the cluster times the worth of the node.
    volume_out: Floats
    volume_in: Floats


@dataclass(frozen=True, eq=False)
class Surplus:
    """Per cluster, the mean over its nodes of (edges inside − out) / (all edges · node's clusters).

    Loops are left out.
    """

    edges: ClusterEdges
    mean: Floats


@dataclass(frozen=True, eq=False)
class Triangles:
    """Per cluster, the number of its nodes and of its nodes in a triangle inside it."""

    nodes: Counts
    in_triangles: Counts


@dataclass(frozen=True, eq=False)
class Splits:
    """The edges of crisp clusters, and how their outgoing edges spread over other clusters.

    `between` is the sum over other clusters of the squared weight between, per node of the other.
    """

    edges: ClusterEdges
    between: Floats


def ratio(part: Any, whole: Any, *, otherwise: float = math.nan) -> Floats:
    """part / whole; `otherwise` (by default NaN) where whole is 0."""
    part, whole = np.broadcast_arrays(part, whole)
    quotient: Floats = np.divide(
        part, whole, out=np.full(part.shape, otherwise, np.float64), where=whole != 0
    )
    return quotient
