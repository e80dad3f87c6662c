"""NodeAgreement: how well the clusters of each node agree."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord._explain.explained_side import check_limit, smallest
from accord._foundation.node_base import NodeBase
from accord._foundation.node_index import NodeIndex
from accord._foundation.pair import Pair
from accord._summaries.clustering_pair import Containment

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
    #: Whether each node stands for all nodes in the same clusters.
    of_types: bool = False

    @classmethod
    def measure(
        cls,
        index: NodeIndex,
        nodes: NodeBase,
        pair: Pair,
        containment: tuple[Containment, Containment],
    ) -> NodeAgreement:
        """Measure the agreement of the nodes of a pair, which is made from `index` and `nodes`."""
        matches, memberships = np.zeros(pair.n_nodes), np.zeros(pair.n_nodes, np.int64)
        for side, of_side in zip((pair.truth, pair.found), containment, strict=True):
            matches += np.bincount(side.rows.members, of_side.node_matches, pair.n_nodes)
            memberships += side.memberships_of_node
        agreement = np.divide(
            matches, memberships, out=np.ones(pair.n_nodes), where=memberships > 0
        )
        indices = index.positions(0, 1, nodes)
        known = slice(len(indices))  # nodes unknown to both sides come last
        of_types = pair.multiplicity is not None
        return cls(index.labels, indices, agreement[known], memberships[known], of_types)

    def worst(self, n: int) -> list[tuple[Hashable, float]]:
        """The `n` nodes with the lowest agreement below 1; ties: those in more clusters first."""
        order = smallest(self.agreement, -self.memberships, check_limit(n))
        return [
            (self.labels[int(self.indices[node])], float(self.agreement[node]))
            for node in order
            if self.agreement[node] < 1
        ]
