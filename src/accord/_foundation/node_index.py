"""Clusterings with their nodes indexed together, to be paired."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.checks import counted, need_every_node
from accord._foundation.clustering import Clustering
from accord._foundation.labels import IntegerLabels, Labels, merge_all
from accord._foundation.node_base import NODE_POLICIES, NodeBase, NodesOf, check_policy
from accord._foundation.pair import NodeFacts, Pair
from accord._foundation.rows import NOWHERE
from accord._foundation.side import Side, new_indexes
from accord.errors import InputError, NodeSetError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.uint32]


class IndexedClustering:
    """One of several clusterings with common node indices."""

    def __init__(
        self,
        clustering: Clustering,
        index_of_node: Indices | None,
        n_nodes: int,
        threads: int,
        multiplicity: NDArray[np.int64] | None = None,
    ) -> None:
        self.clustering, self.n_nodes, self.threads = clustering, n_nodes, threads
        #: Which of the nodes this clustering knows.
        self.known = np.full(n_nodes, index_of_node is None)
        rows = clustering.rows
        #: The weight of each node; 0 for nodes it does not know.
        self.weights: NDArray[Any] | None = clustering.weights
        if index_of_node is not None:
            self.known[index_of_node] = True
            rows = rows.relabel(index_of_node, n_nodes, threads)
            self.weights = (
                None
                if clustering.weights is None
                else _spread(clustering.weights, index_of_node, n_nodes)
            )
        #: This clustering on all nodes, shared by the pairs that compare all of them.
        self.side = Side(rows, n_nodes, None, threads, multiplicity, clustering._own_pairs)

    @property
    def clustered(self) -> NDArray[np.bool_]:
        """Which of the nodes are in a cluster of this clustering."""
        return self.side.memberships_of_node > 0

    def on(self, keep: NDArray[np.bool_], n_nodes: int) -> Side:
        """This clustering on the nodes marked in `keep` and on unknown nodes up to `n_nodes`.

        Clusters that lose all their nodes are left out.
        """
        if keep.all() and n_nodes == self.n_nodes:
            return self.side
        return self.side.onto(new_indexes(keep), n_nodes, self.threads)


class NodeIndex:
    """Clusterings with their nodes indexed together once, for any number of pairs.

    Levels are merged.
    """

    def __init__(self, clusterings: Sequence[Clustering], threads: int) -> None:
        clusterings = [clustering.merged() for clustering in clusterings]
        if any(clustering.reduction is not clusterings[0].reduction for clustering in clusterings):
            raise InputError(
                "clusterings of tables that were not reduced together: "
                "compare the tables themselves"
            )
        self.threads = threads
        self.labels, maps = merge_all([clustering.node_labels for clustering in clusterings])
        #: How many nodes each node stands for; None if each stands for itself.
        self.multiplicity: NDArray[np.int64] | None = None
        for clustering, index_of_node in zip(clusterings, maps, strict=True):
            if clustering.multiplicity is not None:
                self.multiplicity = (
                    np.zeros(len(self.labels), np.int64)
                    if self.multiplicity is None
                    else self.multiplicity
                )
                self.multiplicity[slice(None) if index_of_node is None else index_of_node] = (
                    clustering.multiplicity
                )
        self.clusterings = [
            IndexedClustering(
                clustering, index_of_node, len(self.labels), threads, self.multiplicity
            )
            for clustering, index_of_node in zip(clusterings, maps, strict=True)
        ]
        self._given: tuple[NodeBase, Indices] | None = None

    def pair(self, truth_index: int, found_index: int, nodes: NodeBase) -> Pair:
        """Two of the clusterings on a node base."""
        truth, found = self.clusterings[truth_index], self.clusterings[found_index]
        multiplicity = self.multiplicity
        common = counted(truth.known & found.known, multiplicity)
        only_truth, only_found = (
            counted(side.known, multiplicity) - common for side in (truth, found)
        )
        keep, unknown_nodes = self._node_base(nodes, truth, found)
        n_nodes = int(np.count_nonzero(keep)) + unknown_nodes
        if not n_nodes:
            raise no_nodes()
        sides = truth.on(keep, n_nodes), found.on(keep, n_nodes)
        facts = NodeFacts(
            base=counted(keep, multiplicity) + unknown_nodes,
            common=common,
            only_truth=only_truth,
            only_found=only_found,
            unknown=unknown_nodes,
            dropped_truth_nodes=counted(truth.known & ~keep, multiplicity),
            dropped_found_nodes=counted(found.known & ~keep, multiplicity),
            dropped_truth_clusters=truth.clustering.n_clusters - len(sides[0].rows),
            dropped_found_clusters=found.clustering.n_clusters - len(sides[1].rows),
            shifted=_find_shift(truth.clustering.node_labels, found.clustering.node_labels),
        )
        weights = _weights_of_both(truth, found, keep, unknown_nodes)
        if multiplicity is None:
            return Pair(*sides, weights, facts, nodes is not None, self.threads)
        multiplicity = multiplicity[keep]
        return Pair(
            *sides,
            multiplicity if weights is None else weights,
            facts,
            nodes is not None,
            self.threads,
            multiplicity,
        )

    def positions(self, truth_index: int, found_index: int, nodes: NodeBase) -> NDArray[np.int64]:
        """The positions in `labels` of the nodes of that pair, in their order.

        Nodes that neither side knows, which come last in the pair, have none.
        """
        keep, _ = self._node_base(
            nodes, self.clusterings[truth_index], self.clusterings[found_index]
        )
        return np.flatnonzero(keep)

    def _node_base(
        self, nodes: NodeBase, truth: IndexedClustering, found: IndexedClustering
    ) -> tuple[NDArray[np.bool_], int]:
        """Mark the known nodes to compare, and count the given nodes that neither side knows."""
        in_truth, in_found = truth.known, found.known
        if isinstance(nodes, NodesOf):
            return self.clusterings[nodes.index].known, 0
        if nodes is not None and not isinstance(nodes, str):
            if not isinstance(nodes, Iterable):
                raise InputError(
                    f"nodes must be one of {', '.join(NODE_POLICIES)}, "
                    f"or a collection of nodes, not {nodes!r}"
                )
            need_every_node(self.multiplicity, "a collection of nodes to compare")
            index = self._find(nodes)
            keep = np.zeros(len(self.labels), bool)
            keep[index[index != NOWHERE]] = True
            keep &= in_truth | in_found
            return keep, len(index) - int(np.count_nonzero(keep))
        if nodes == "equal" and not np.array_equal(in_truth, in_found):
            only_truth = counted(in_truth & ~in_found, self.multiplicity)
            only_found = counted(in_found & ~in_truth, self.multiplicity)
            raise unequal_nodes(only_truth, only_found)
        policy = check_policy(nodes) or "union"
        if policy == "labelled":
            return truth.clustered, 0
        if policy == "clustered":
            return truth.clustered & found.clustered, 0
        if policy == "union":
            return in_truth | in_found, 0
        return (in_truth & in_found if policy == "intersection" else in_truth), 0

    def _find(self, nodes: Collection[Hashable]) -> Indices:
        """The positions of given nodes in `labels`, or NOWHERE; looked up once for all pairs."""
        if self._given is None or self._given[0] is not nodes:
            self._given = nodes, self.labels.find(set(nodes))
        return self._given[1]


def _find_shift(truth: Labels, found: Labels) -> tuple[int, int] | None:
    """The first nodes if both sides are n consecutive integers, from 0 and from 1; else None."""
    if not isinstance(truth, IntegerLabels) or not isinstance(found, IntegerLabels):
        return None
    n_nodes = len(truth)
    if n_nodes < 3 or len(found) != n_nodes:
        return None
    first_truth, first_found = int(truth[0]), int(found[0])
    if {first_truth, first_found} != {0, 1}:
        return None
    are_consecutive = all(
        int(side[n_nodes - 1]) - int(side[0]) == n_nodes - 1 for side in (truth, found)
    )
    return (first_truth, first_found) if are_consecutive else None


def pair_up(truth_and_found: Sequence[Clustering], nodes: NodeBase, threads: int) -> Pair:
    """Two clusterings on a node base."""
    return NodeIndex(truth_and_found, threads).pair(0, 1, nodes)


def _spread(of_node: NDArray[Any], index_of_node: Indices, n_nodes: int) -> NDArray[Any]:
    """A number for each of all nodes; 0 for those that have none."""
    of_all: NDArray[Any] = np.zeros(n_nodes, of_node.dtype)
    of_all[index_of_node] = of_node
    return of_all


def _weights_of_both(
    truth: IndexedClustering, found: IndexedClustering, keep: NDArray[np.bool_], unknown_nodes: int
) -> NDArray[Any] | None:
    """The weight of every node of the base, from the sides that know it; None if there are none."""
    given = [side.weights[keep] for side in (truth, found) if side.weights is not None]
    if not given:
        return None
    if unknown_nodes:
        raise InputError(
            f"{unknown_nodes} of the given nodes are on neither side and so have no weight: "
            "leave them out"
        )
    weights: NDArray[Any] = np.maximum(given[0], given[-1])  # 0 where a side does not know the node
    if any(((of_side != 0) & (of_side != weights)).any() for of_side in given):
        raise differing_weights()
    if (weights == 0).any():
        raise missing_weights()
    return weights


def no_nodes() -> InputError:
    """The error for an empty node base."""
    return InputError(
        "there are no nodes to compare: the two clusterings have none in common, "
        "or none was given, or none is in a cluster"
    )


def unequal_nodes(only_truth: int, only_found: int) -> NodeSetError:
    """The error for sides that must have the same nodes and do not."""
    return NodeSetError(
        f"the nodes are not equal: {only_truth:,} are in truth only, {only_found:,} in found only"
    )


def differing_weights() -> InputError:
    """The error for nodes that have different weights on the two sides."""
    return InputError(
        "the two sides give some nodes different weights: make them equal, or weigh one side only"
    )


def missing_weights() -> InputError:
    """The error for nodes without a weight if others have one."""
    return InputError(
        "only one side has weights, and it lacks nodes of the other: weigh both sides"
    )
