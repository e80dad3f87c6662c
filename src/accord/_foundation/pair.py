"""Two clusterings on one node base: what engines work on."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.checks import counted, need_nodes, needs_every_node
from accord._foundation.clustering import Clustering
from accord._foundation.labels import merge_all
from accord._foundation.memory import need_memory
from accord._foundation.rows import NOWHERE
from accord._foundation.side import BaseSide, Side
from accord.errors import InputError, NodeSetError, TooLargeError, WeightError, unknown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.uint32]

SideT = TypeVar("SideT", bound=BaseSide, covariant=True)

NodePolicy = Literal["union", "intersection", "truth", "equal"]
NODE_POLICIES: tuple[NodePolicy, ...] = ("union", "intersection", "truth", "equal")
#: What to say where no number means anything.
NOTHING_IN_COMMON = "truth and found have no node in common: are their nodes named alike?"


@dataclass(frozen=True)
class NodesOf:
    """The nodes of one of the clusterings that are indexed together, by its place: one base for all pairs of them."""

    place: int


#: A policy, the nodes themselves, or None for what the metric does by itself.
NodeBase = NodePolicy | Collection[Hashable] | NodesOf | None


@dataclass(frozen=True)
class NodeFacts:
    """How the nodes of the two sides relate, and what the node base left out."""

    base: int  # nodes compared
    common: int  # known to both sides
    only_truth: int
    only_found: int
    unknown: int  # asked for, and known to neither side
    dropped_truth_nodes: int
    dropped_found_nodes: int
    dropped_truth_clusters: int
    dropped_found_clusters: int


class BasePair(Generic[SideT]):
    """What is known of truth and found on a node base, wherever their memberships are."""

    def __init__(
        self,
        truth: SideT,
        found: SideT,
        facts: NodeFacts,
        *,
        base_chosen: bool,
        is_weighted: bool,
        has_integer_weights: bool,
    ) -> None:
        self.truth, self.found, self.facts = truth, found, facts
        #: Whether the caller chose the node base; otherwise some metrics need equal node sets.
        self.base_chosen = base_chosen
        #: Whether the input gives nodes weights.
        self.is_weighted = is_weighted
        #: Whether nodes can be counted exactly: all weights are integers, or there are none.
        self.has_integer_weights = has_integer_weights

    def need_known_nodes(self) -> None:
        """Raise if neither side knows any of the given nodes."""
        if self.facts.unknown == self.facts.base:
            raise InputError(f"none of the {self.facts.base} nodes given is in truth or in found")

    def need_integer_weights(self, what: str) -> None:
        """Raise if nodes have weights that cannot be counted."""
        if not self.has_integer_weights:
            raise WeightError("counted exactly, so weights must be integers", metric=what)

    def need_equal_nodes(self, metric: str) -> None:
        """Raise if the caller chose no node base and the sides have different nodes."""
        only_truth, only_found = self.facts.only_truth, self.facts.only_found
        if not self.base_chosen and (only_truth or only_found):
            raise NodeSetError(
                f"needs the same nodes on both sides, and {only_truth:,} are in truth "
                f"only, {only_found:,} in found only; choose the nodes to compare with "
                f"{argument('nodes')}: 'intersection', 'truth', 'union' or a list of nodes",
                metric=metric,
            )

    def need_every_node(self, what: str) -> Pair:
        """The pair in memory, where each node stands for itself; raise if there is none."""
        raise needs_every_node(what)


class Pair(BasePair[Side]):
    """Truth and found in memory, over the nodes 0 … n_nodes − 1."""

    def __init__(
        self,
        truth: Side,
        found: Side,
        weights: NDArray[Any] | None,
        facts: NodeFacts,
        base_chosen: bool,
        threads: int,
        multiplicity: NDArray[np.int64] | None = None,
    ) -> None:
        super().__init__(
            truth,
            found,
            facts,
            base_chosen=base_chosen,
            is_weighted=weights is not None and weights is not multiplicity,
            has_integer_weights=weights is None or weights.dtype.kind != "f",
        )
        self.weights, self.threads = weights, threads
        #: How many nodes each node stands for; None if each stands for itself.
        self.multiplicity = multiplicity

    @property
    def n_nodes(self) -> int:
        """Number of indexed nodes: the nodes compared, if each stands for itself."""
        return self.facts.base if self.multiplicity is None else len(self.multiplicity)

    @property
    def total_weight(self) -> int | float:
        """Number of nodes, or the sum of their weights."""
        return self.n_nodes if self.weights is None else self.weights.sum().item()

    @cached_property
    def with_singletons(self) -> Pair:
        """The same pair with each node that a side lacks alone in a cluster there."""
        apart = (
            self if self.multiplicity is None else self._with_lone_nodes_apart(self.multiplicity)
        )
        truth, found = apart.truth.with_singletons(), apart.found.with_singletons()
        if truth is self.truth and found is self.found:
            return self
        return Pair(
            truth,
            found,
            apart.weights,
            self.facts,
            self.base_chosen,
            self.threads,
            apart.multiplicity,
        )

    def _with_lone_nodes_apart(self, multiplicity: NDArray[np.int64]) -> Pair:
        """With each node that is in no cluster of a side as a node of its own."""
        lone = (self.truth.memberships_of_node == 0) | (self.found.memberships_of_node == 0)
        times = np.where(lone, multiplicity, 1)
        if (times == 1).all():
            return self
        total = int(times.sum())
        if total >= NOWHERE:
            raise TooLargeError(
                f"{total:,} nodes are alone on a side, too many: "
                "compare on fewer, as nodes='intersection'"
            )
        need_memory("nodes that are alone on a side", 60.0 * total)
        assert self.weights is not None
        weights = np.repeat(
            self.weights // times if self.weights.dtype.kind == "i" else self.weights / times, times
        )
        return Pair(
            self.truth.repeat_nodes(times),
            self.found.repeat_nodes(times),
            weights,
            self.facts,
            self.base_chosen,
            self.threads,
            np.repeat(multiplicity // times, times),
        )

    def shuffled(self, order: Indices) -> Pair:
        """The pair with the clusters of each node v on one side moved to node `order[v]`.

        The side is found if nodes have weights, and else the one with fewer memberships, which
        makes no difference to chance. The result is for a single thread.
        """
        truth, found = self.truth, self.found
        if self.weights is None and len(truth.rows.members) < len(found.rows.members):
            truth = truth.onto(order, self.n_nodes, 1)
        else:
            found = found.onto(order, self.n_nodes, 1)
        return Pair(truth, found, self.weights, self.facts, self.base_chosen, 1)

    def only(self, keep: NDArray[np.bool_]) -> Pair:
        """The pair on the nodes marked in `keep`, for a single thread."""
        new_index, n_nodes = _renumber(keep), int(np.count_nonzero(keep))
        truth, found = (side.onto(new_index, n_nodes, 1) for side in (self.truth, self.found))
        weights = None if self.weights is None else self.weights[keep]
        return Pair(truth, found, weights, replace(self.facts, base=n_nodes), self.base_chosen, 1)

    def need_every_node(self, what: str) -> Pair:
        need_nodes(self.multiplicity, what)
        return self


class Indexed:
    """One of several clusterings whose nodes are indexed alike."""

    def __init__(
        self,
        clustering: Clustering,
        own_map: Indices | None,
        n_nodes: int,
        threads: int,
        multiplicity: NDArray[np.int64] | None = None,
    ) -> None:
        self.clustering, self.n_nodes, self.threads = clustering, n_nodes, threads
        #: Which of the nodes this clustering knows.
        self.known = np.full(n_nodes, own_map is None)
        rows = clustering.rows
        #: Of each node; 0 for those it does not know.
        self.weights: NDArray[Any] | None = clustering.weights
        if own_map is not None:
            self.known[own_map] = True
            rows = rows.relabel(own_map, n_nodes, threads)
            self.weights = (
                None
                if clustering.weights is None
                else _spread(clustering.weights, own_map, n_nodes)
            )
        #: On all nodes; pairs that compare all of them share it.
        self.side = Side(rows, n_nodes, None, threads, multiplicity)

    def on(self, keep: NDArray[np.bool_], n_nodes: int) -> Side:
        """On the nodes marked in `keep`, without the clusters that lose all theirs, and on more that it does not know."""
        if keep.all() and n_nodes == self.n_nodes:
            return self.side
        return self.side.onto(_renumber(keep), n_nodes, self.threads)


class NodeIndex:
    """Several clusterings with their nodes indexed together, once, for any number of pairs. Their levels are merged."""

    def __init__(self, clusterings: Sequence[Clustering], threads: int) -> None:
        clusterings = [clustering.merged() for clustering in clusterings]
        if any(clustering.reduction is not clusterings[0].reduction for clustering in clusterings):
            raise InputError(
                "clusterings of tables that were not reduced together: compare the tables themselves"
            )
        self.threads = threads
        self.labels, maps = merge_all([clustering.node_labels for clustering in clusterings])
        #: How many nodes each node stands for; None where each stands for itself.
        self.multiplicity: NDArray[np.int64] | None = None
        for clustering, own_map in zip(clusterings, maps, strict=True):
            if clustering.multiplicity is not None:
                self.multiplicity = (
                    np.zeros(len(self.labels), np.int64)
                    if self.multiplicity is None
                    else self.multiplicity
                )
                self.multiplicity[slice(None) if own_map is None else own_map] = (
                    clustering.multiplicity
                )
        self.clusterings = [
            Indexed(clustering, own_map, len(self.labels), threads, self.multiplicity)
            for clustering, own_map in zip(clusterings, maps, strict=True)
        ]
        self._given: tuple[NodeBase, Indices] | None = None

    def pair(self, truth_index: int, found_index: int, nodes: NodeBase) -> Pair:
        """Two of the clusterings on the node base that `nodes` says."""
        truth, found = self.clusterings[truth_index], self.clusterings[found_index]
        multiplicity = self.multiplicity
        common = counted(truth.known & found.known, multiplicity)
        only_truth, only_found = (
            counted(side.known, multiplicity) - common for side in (truth, found)
        )
        keep, unknown_nodes = self._node_base(nodes, truth, found)
        n_nodes = int(np.count_nonzero(keep)) + unknown_nodes
        if not n_nodes:
            raise InputError(
                "there are no nodes to compare: the two clusterings have none in common, or none was given"
            )
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

    def places(self, truth_index: int, found_index: int, nodes: NodeBase) -> NDArray[np.int64]:
        """The places in `labels` of the nodes of that pair, in their order; those that neither side knows have none."""
        keep, _ = self._node_base(
            nodes, self.clusterings[truth_index], self.clusterings[found_index]
        )
        return np.flatnonzero(keep)

    def _node_base(
        self, nodes: NodeBase, truth: Indexed, found: Indexed
    ) -> tuple[NDArray[np.bool_], int]:
        """Which of the known nodes are compared, and how many more there are that neither side knows."""
        in_truth, in_found = truth.known, found.known
        if isinstance(nodes, NodesOf):
            return self.clusterings[nodes.place].known, 0
        if nodes is not None and not isinstance(nodes, str):
            if not isinstance(nodes, Iterable):
                raise InputError(
                    f"nodes must be one of {', '.join(NODE_POLICIES)}, or a collection of nodes, not {nodes!r}"
                )
            need_nodes(self.multiplicity, "a collection of nodes to compare")
            index = self._find(nodes)
            keep = np.zeros(len(self.labels), bool)
            keep[index[index != NOWHERE]] = True
            keep &= in_truth | in_found
            return keep, len(index) - int(np.count_nonzero(keep))
        if nodes == "equal" and not np.array_equal(in_truth, in_found):
            raise NodeSetError(
                f"the nodes are not equal: {counted(in_truth & ~in_found, self.multiplicity):,} are in truth only, "
                f"{counted(in_found & ~in_truth, self.multiplicity):,} in found only"
            )
        bases = {
            "union": in_truth | in_found,
            "intersection": in_truth & in_found,
            "truth": in_truth,
            "equal": in_truth,
        }
        policy = nodes or "union"
        if policy not in bases:
            raise unknown("node base", nodes, NODE_POLICIES)
        return bases[policy], 0

    def _find(self, nodes: Collection[Hashable]) -> Indices:
        """Where the given nodes are in `labels`, or NOWHERE; looked up once for all pairs."""
        if self._given is None or self._given[0] is not nodes:
            self._given = nodes, self.labels.find(set(nodes))
        return self._given[1]


def pair_up(truth_and_found: Sequence[Clustering], nodes: NodeBase, threads: int) -> Pair:
    """The two clusterings on the node base that `nodes` says."""
    return NodeIndex(truth_and_found, threads).pair(0, 1, nodes)


def check_policy(nodes: NodeBase) -> NodePolicy | None:
    """The policy by its name; raises where there is none, or where a collection of nodes is given."""
    if nodes is not None and not isinstance(nodes, str):
        need_nodes(np.ones(1, np.int64), "a collection of nodes to compare")
    if nodes is not None and nodes not in NODE_POLICIES:
        raise unknown("node base", nodes, NODE_POLICIES)
    return nodes


def fixed_base(nodes: NodeBase) -> NodeBase:
    """A node base that can be gone through more than once."""
    return (
        nodes
        if nodes is None or isinstance(nodes, str) or not isinstance(nodes, Iterable)
        else frozenset(nodes)
    )


def _spread(of_node: NDArray[Any], own_map: Indices, n_nodes: int) -> NDArray[Any]:
    """A number for each of all nodes, 0 for those that are not among the own ones."""
    of_all: NDArray[Any] = np.zeros(n_nodes, of_node.dtype)
    of_all[own_map] = of_node
    return of_all


def _renumber(keep: NDArray[np.bool_]) -> Indices:
    """For each node its number among those marked in `keep`, or NOWHERE."""
    new_index = np.full(len(keep), NOWHERE)
    new_index[keep] = np.arange(np.count_nonzero(keep), dtype=np.uint32)
    return new_index


def _weights_of_both(
    truth: Indexed, found: Indexed, keep: NDArray[np.bool_], unknown_nodes: int
) -> NDArray[Any] | None:
    """The weight of every node of the base, by the side that knows it; None where nothing is weighted."""
    given = [side.weights[keep] for side in (truth, found) if side.weights is not None]
    if not given:
        return None
    if unknown_nodes:
        raise InputError(
            f"{unknown_nodes} of the given nodes are on neither side and so have no weight: leave them out"
        )
    weights: NDArray[Any] = np.maximum(given[0], given[-1])  # 0 where a side does not know the node
    if any(((one != 0) & (one != weights)).any() for one in given):
        raise InputError(
            "the two sides give some nodes different weights: make them equal, or weigh one side only"
        )
    if (weights == 0).any():
        raise InputError(
            "only one side has weights, and it lacks nodes of the other: weigh both sides"
        )
    return weights
