"""What the engine makes of a clustering on its network, and all that quality metrics get to see."""

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
class Whole:
    """The network itself."""

    nodes: int
    #: Number of edges, and the sum of their weights.
    edges: int
    weight: float
    directed: bool


@dataclass(frozen=True, eq=False)
class ClusterEdges:
    """Per cluster its nodes and edges. Edges weigh 1 where they have no weights; a directed edge is one edge."""

    whole: Whole
    #: Number of nodes that the network has.
    nodes: Counts
    #: Weight of the edges between nodes of the cluster, loops included, and of the edges with one
    #: end in it.
    inside: Floats
    leaving: Floats
    #: Weight of the loops, and number of the edges inside that are none.
    loops: Floats
    links: Counts
    #: Number of the ends of edges at nodes of the cluster; a loop has two of them.
    ends: Counts
    #: Weight of the ends: from which edges go out, and to which they come in. The same twice where
    #: there is no direction.
    volume_out: Floats
    volume_in: Floats
    #: Weight of the edges whose two nodes share a cluster.
    shared: float

    @property
    def volume(self) -> Floats:
        """Twice what is inside, and what leaves."""
        return 2 * self.inside + self.leaving

    @property
    def rest(self) -> Floats:
        """The volume of all other nodes: exactly 0 where they have no edges."""
        without = np.maximum(2 * self.whole.weight - self.volume, self.leaving)
        return np.where(self.ends == 2 * self.whole.edges, 0.0, without)

    @property
    def pairs(self) -> Counts:
        """How many edges there could be inside, loops apart."""
        return self.nodes * (self.nodes - 1) // (1 if self.whole.directed else 2)

    @property
    def pairs_across(self) -> Counts:
        """How many edges there could be between the nodes of the cluster and the others."""
        return self.nodes * (self.whole.nodes - self.nodes) * (2 if self.whole.directed else 1)


@dataclass(frozen=True, eq=False)
class OutFractions:
    """Per cluster, of the share of their edges that leads out of it for each of its nodes; 0 of a node without edges."""

    nodes: Counts
    most: Floats
    total: Floats
    #: Number of nodes with more edges out of the cluster than inside.
    flaky: Counts


@dataclass(frozen=True, eq=False)
class Belonging:
    """Per cluster its edges, where each node has a worth in each of its clusters."""

    whole: Whole
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
    """Per cluster, the mean over its nodes of (edges inside − out) / (all edges · clusters of the node), loops apart."""

    edges: ClusterEdges
    mean: Floats


@dataclass(frozen=True, eq=False)
class Triangles:
    """Per cluster the number of its nodes, and of those that are in a triangle inside it."""

    nodes: Counts
    in_triangles: Counts


@dataclass(frozen=True, eq=False)
class Splits:
    """Crisp clusters: the edges of each, and the sum over others of the squared weight between, per node of the other."""

    edges: ClusterEdges
    between: Floats


def ratio(part: Any, whole: Any, *, otherwise: float = math.nan) -> Floats:
    """part / whole; `otherwise`, which is not a number by default, where there is nothing to divide by."""
    part, whole = np.broadcast_arrays(part, whole)
    quotient: Floats = np.divide(
        part, whole, out=np.full(part.shape, otherwise, np.float64), where=whole != 0
    )
    return quotient
