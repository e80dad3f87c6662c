"""One side of a pair: its clusters on the node base."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.checks import counted
from accord._foundation.rows import NOWHERE, Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.uint32]


class BaseSide(ABC):
    """What is known of one side of a pair, wherever its memberships are."""

    #: Which clusters of the input are left on the node base; None if all are.
    kept: NDArray[np.bool_] | None

    @property
    @abstractmethod
    def n_clusters(self) -> int:
        """Number of clusters that are left on the node base."""

    @property
    @abstractmethod
    def n_memberships(self) -> int: ...

    @property
    @abstractmethod
    def n_overlapping(self) -> int:
        """Number of nodes in more than one cluster."""

    @property
    @abstractmethod
    def n_in_no_cluster(self) -> int:
        """Number of nodes of the base that are in no cluster."""

    @property
    @abstractmethod
    def n_duplicates(self) -> int | None:
        """Number of clusters that equal an earlier one; None if not computed."""

    @property
    @abstractmethod
    def is_fuzzy(self) -> bool:
        """Whether memberships have shares."""

    def expand_to_input(self, values: NDArray[Any], missing: float) -> NDArray[Any]:
        """One value per cluster of the input; `missing` for the clusters that are not left."""
        if self.kept is None:
            return values
        spread: NDArray[Any] = np.full(len(self.kept), missing, values.dtype)
        spread[self.kept] = values
        return spread

    def index_in_input(self, cluster: NDArray[np.int64]) -> NDArray[np.int64]:
        """Indexes in the input of clusters on the node base."""
        return cluster if self.kept is None else np.flatnonzero(self.kept)[cluster]

    def index_on_base(self, cluster: NDArray[np.int64]) -> NDArray[np.uint32]:
        """Indexes on the node base of clusters of the input that are left there."""
        places = cluster if self.kept is None else (np.cumsum(self.kept) - 1)[cluster]
        return places.astype(np.uint32)


@dataclass
class OwnPairs:
    """What counting the pairs of nodes has found out about one clustering without weights."""

    #: How many pairs share k clusters, by (k, 1) for k > 0; None if they have not been counted.
    counts: dict[tuple[int, int], int] | None = None


class Side(BaseSide):
    """One of the two clusterings, with its nodes indexed as in the pair."""

    def __init__(
        self,
        rows: Rows,
        n_nodes: int,
        kept: NDArray[np.bool_] | None,
        threads: int,
        multiplicity: NDArray[np.int64] | None = None,
        own_pairs: OwnPairs | None = None,
    ) -> None:
        #: Nodes of each cluster that is left on the node base.
        self.rows = rows
        self.kept = kept
        #: How many nodes each node stands for; None if each stands for itself.
        self._multiplicity = multiplicity
        #: Shared by all sides with the memberships of one clustering, whatever the node indices.
        self.own_pairs = OwnPairs() if own_pairs is None else own_pairs
        self._n_nodes, self._threads = n_nodes, threads

    @cached_property
    def memberships_of_node(self) -> NDArray[np.uint32]:
        return self.rows.count_memberships(self._n_nodes, self._threads)

    @cached_property
    def clusters_of_node(self) -> Rows:
        return self.rows.transpose(self.memberships_of_node, self._threads)

    @cached_property
    def n_overlapping(self) -> int:
        return counted(self.memberships_of_node > 1, self._multiplicity)

    @property
    def n_clusters(self) -> int:
        return len(self.rows)

    @property
    def n_duplicates(self) -> int:
        return int(np.count_nonzero(self.rows.duplicates(self._threads)))

    @property
    def is_fuzzy(self) -> bool:
        return self.rows.shares is not None

    @property
    def n_in_no_cluster(self) -> int:
        return counted(self.memberships_of_node == 0, self._multiplicity)

    @property
    def n_memberships(self) -> int:
        members = self.rows.members
        return (
            len(members) if self._multiplicity is None else int(self._multiplicity[members].sum())
        )

    @cached_property
    def nodes_in_no_cluster(self) -> Indices:
        return np.flatnonzero(self.memberships_of_node == 0).astype(np.uint32)

    def onto(self, new_index: Indices, n_nodes: int, threads: int) -> Side:
        """With node v as `new_index[v]`, or without it if that is NOWHERE.

        Clusters that lose all their nodes are left out.
        """
        rows = self.rows.relabel(new_index, n_nodes, threads)
        filled = rows.sizes > 0
        multiplicity = (
            None if self._multiplicity is None else self._multiplicity[new_index != NOWHERE]
        )
        keeps_all = len(rows.members) == len(self.rows.members)
        return Side(
            rows.take(filled),
            n_nodes,
            None if filled.all() else filled,
            threads,
            multiplicity,
            self.own_pairs if keeps_all else None,
        )

    def with_singletons(self) -> Side:
        """With a new cluster for each node of the base that is in none."""
        alone = self.nodes_in_no_cluster
        if not len(alone):
            return self
        ends = self.rows.offsets[-1] + np.arange(1, len(alone) + 1)
        rows = Rows(
            np.concatenate((self.rows.offsets, ends)), np.concatenate((self.rows.members, alone))
        )
        return Side(rows, self._n_nodes, self.kept, self._threads)

    def repeat_nodes(self, counts: NDArray[np.int64]) -> Side:
        """With `counts[v]` nodes in place of node v, in the same clusters."""
        rows, first = self.rows, np.cumsum(counts) - counts
        repeats = counts[rows.members]
        ends = np.concatenate(([0], np.cumsum(repeats)))
        members = np.repeat(first[rows.members] - ends[:-1], repeats) + np.arange(ends[-1])
        shares = None if rows.shares is None else np.repeat(rows.shares, repeats)
        packed = Rows(ends[rows.offsets], members.astype(np.uint32), shares)
        return Side(packed, int(counts.sum()), self.kept, self._threads)


def new_indexes(keep: NDArray[np.bool_]) -> Indices:
    """For each node its index among those marked in `keep`, or NOWHERE."""
    new_index = np.full(len(keep), NOWHERE)
    new_index[keep] = np.arange(np.count_nonzero(keep), dtype=np.uint32)
    return new_index
