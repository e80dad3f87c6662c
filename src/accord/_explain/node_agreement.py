"""NodeAgreement: how well the clusters of each node agree."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord._engines.native.engine import NativeEngine
from accord._explain.explained_side import check_limit, smallest
from accord._explain.lookup import find_node
from accord._foundation.node_index import NodeIndex
from accord._summaries.clustering_pair import Containment
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._foundation.labels import Labels


@dataclass(frozen=True, eq=False)
class NodeAgreement:
    """How well the clusters of each compared node agree, from 0 to 1.

    The agreement of a node is the mean, over all its clusters on both sides, of the F1 with the
    best cluster on the other side that the node is in.
    """

    labels: Labels
    #: Of each compared node: its index in `labels`, its agreement, and its number of clusters.
    indices: NDArray[np.int64]
    agreement: NDArray[np.float64]
    memberships: NDArray[np.int64]
    #: Whether both sides have each of these nodes, in a cluster or not.
    on_both_sides: NDArray[np.bool_]
    #: Whether each node stands for all nodes in the same clusters.
    of_types: bool = False

    @classmethod
    def measure(
        cls,
        index: NodeIndex,
        positions: NDArray[np.int64],
        on_both_sides: NDArray[np.bool_],
        engine: NativeEngine,
    ) -> NodeAgreement:
        """Measure the agreement of nodes; `positions` is where each is in `index`."""
        pair = engine.pair
        matches, memberships = np.zeros(pair.n_nodes), np.zeros(pair.n_nodes, np.int64)
        for name, side in (("truth", pair.truth), ("found", pair.found)):
            node_matches = engine.get(Containment, side=name).node_matches
            matches += np.bincount(side.rows.members, node_matches, pair.n_nodes)
            memberships += side.memberships_of_node
        agreement = np.divide(
            matches, memberships, out=np.ones(pair.n_nodes), where=memberships > 0
        )
        known = slice(len(positions))  # nodes unknown to both sides come last
        of_types = pair.multiplicity is not None
        return cls(
            index.labels,
            positions,
            agreement[known],
            memberships[known],
            on_both_sides,
            of_types,
        )

    def names(self, nodes: NDArray[np.integer]) -> list[Hashable]:
        """The names of nodes that are given by their indices in the pair."""
        return [self.labels[index] for index in self.indices[nodes].tolist()]

    def find(self, name: object) -> int:
        """The index in the pair of the node of this name."""
        index = find_node(self.labels, name)
        position = int(np.searchsorted(self.indices, index))
        if position == len(self.indices) or self.indices[position] != index:
            raise InputError(f"the node {name!r} is not among the nodes that are compared")
        return position

    def lowest(self, n: int) -> NDArray[np.int64]:
        """The indices of the `n` nodes with the lowest agreement below 1.

        Nodes that a side does not have come last: that they do not agree says nothing of the
        clusters. Of equal agreement, nodes in more clusters come first.
        """
        places = np.where(self.on_both_sides, self.agreement, 2.0)
        places[self.agreement >= 1] = 3.0
        order = smallest(places, -self.memberships, check_limit(n))
        return order[self.agreement[order] < 1]

    @property
    def order(self) -> str:
        """What to add to a title: that nodes on both sides come first, if there are others."""
        return "" if self.on_both_sides.all() else ", those on both sides first"

    def worst(self, n: int) -> list[tuple[Hashable, float]]:
        """The names and agreements of `lowest`."""
        lowest = self.lowest(n)
        return list(zip(self.names(lowest), self.agreement[lowest].tolist(), strict=True))
