"""Two clusterings on one node base: what engines work on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.checks import every_node_needed, need_every_node
from accord._foundation.memory import need_memory
from accord._foundation.rows import NOWHERE
from accord._foundation.side import BaseSide, Side, new_indexes
from accord.errors import InputError, NodeSetError, TooLargeError, WeightError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.uint32]

SideT = TypeVar("SideT", bound=BaseSide, covariant=True)

#: The note on a comparison in which every value is meaningless.
NOTHING_IN_COMMON = "truth and found have no node in common: do both use the same node ids?"


#: Sides with fewer nodes are too small to say that they have few in common.
_MIN_NODES = 10


@dataclass(frozen=True)
class NodeFacts:
    """How the nodes of the two sides relate, and what the node base left out."""

    base: int  # nodes compared
    common: int  # known to both sides
    only_truth: int
    only_found: int
    unknown: int  # given, and known to neither side
    dropped_truth_nodes: int
    dropped_found_nodes: int
    dropped_truth_clusters: int
    dropped_found_clusters: int
    #: The first nodes of both sides if these are equally many consecutive numbers, shifted by one.
    shifted: tuple[int, int] | None = None

    @property
    def truth_coverage(self) -> float:
        """Share of the nodes of found that are in truth too; 1 if found has no nodes."""
        of_found = self.common + self.only_found
        return self.common / of_found if of_found else 1.0


def doubts_about_nodes(facts: NodeFacts, base_chosen: bool) -> dict[str, str]:
    """Signs that the two sides name the same nodes differently: messages by a short name."""
    n_truth, n_found = facts.common + facts.only_truth, facts.common + facts.only_found
    if not facts.common:
        return {"nothing_in_common": NOTHING_IN_COMMON}
    if base_chosen:
        return {}
    if facts.shifted is not None:
        of_truth, of_found = facts.shifted
        return {
            "shifted_nodes": f"truth has the nodes {of_truth} to {of_truth + n_truth - 1:,} and "
            f"found {of_found} to {of_found + n_found - 1:,}: are they numbered from 0 and from 1?"
        }
    if min(n_truth, n_found) >= _MIN_NODES and 2 * facts.common < min(n_truth, n_found):
        return {
            "few_in_common": f"truth and found have {facts.common:,} nodes in common, of "
            f"{n_truth:,} and {n_found:,}: do both use the same node ids?"
        }
    return {}


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
        raise every_node_needed(what)


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
        """The same pair with every node that is in no cluster of a side counted separately."""
        lone = (self.truth.memberships_of_node == 0) | (self.found.memberships_of_node == 0)
        times = np.where(lone, multiplicity, 1)
        if (times == 1).all():
            return self
        total = int(times.sum())
        if total >= NOWHERE:
            raise TooLargeError(
                f"{total:,} nodes are alone on a side, too many to compare one by one: "
                f"compare fewer nodes, as with {argument('nodes', 'intersection')}"
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
        new_index, n_nodes = new_indexes(keep), int(np.count_nonzero(keep))
        truth, found = (side.onto(new_index, n_nodes, 1) for side in (self.truth, self.found))
        weights = None if self.weights is None else self.weights[keep]
        return Pair(truth, found, weights, replace(self.facts, base=n_nodes), self.base_chosen, 1)

    def need_every_node(self, what: str) -> Pair:
        need_every_node(self.multiplicity, what)
        return self
