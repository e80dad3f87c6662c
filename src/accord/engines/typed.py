"""A pair on node types, as the kernels take it that look at which clusters nodes share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord import _core
from accord.memory import available_memory
from accord.pairing import Pair, Side
from accord.rows import Rows
from accord.threads import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Packed = tuple[NDArray[np.int64], NDArray[np.uint32], int]
    Arguments = tuple[*Packed, *Packed, NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class TypedPair:
    """Nodes in the same clusters counted together; shares do not matter, and a node that a side lacks is alone there."""

    #: Clusters of each type, numbered by size, the greatest first.
    truth: Rows
    found: Rows
    truth_clusters: int
    found_clusters: int
    #: Number of nodes of each type, or their weight.
    weights: NDArray[np.int64]
    threads: int
    progress: Progress | None

    @property
    def arguments(self) -> Arguments:
        """What the kernels on node types begin with."""
        truth = (self.truth.offsets, self.truth.members, self.truth_clusters)
        return (*truth, self.found.offsets, self.found.members, self.found_clusters, self.weights)

    @property
    def most_cells(self) -> float:
        """How many cells the tables of kernels may have together. A cell may be an item too, of some 64 bytes."""
        return min(available_memory() / 64, 2.0**31)

    def endings(self, types: NDArray[Any]) -> tuple[int, int, int]:
        """How many truth clusters, found clusters and pairs of them these types can have, at most."""
        truth, found = self.truth.sizes[types], self.found.sizes[types]
        of_truth, of_found = min(int(truth.sum()), self.truth_clusters), min(int(found.sum()), self.found_clusters)
        return of_truth, of_found, min(int(truth @ found), of_truth * of_found)

    @property
    def total(self) -> int:
        return int(self.weights.sum())


def typed_pair(pair: Pair, *, unique: bool, progress: Progress | None) -> TypedPair:
    """Integer weights only. `unique`: equal clusters of a side count once."""
    complete, threads = pair.with_everyone, pair.threads
    truth, found = (_by_size(side, unique, threads) for side in (complete.truth, complete.found))
    of_node = [rows.transpose(rows.count_memberships(pair.n_nodes, threads), threads) for rows in (truth, found)]
    type_of_node, representative = _core.find_node_types(
        *(of_node[0].offsets, of_node[0].members, None),
        *(of_node[1].offsets, of_node[1].members, None),
        threads,
        progress,
    )
    if pair.weights is None:
        weights = np.bincount(type_of_node, minlength=len(representative))
    else:
        weights = np.zeros(len(representative), np.int64)
        np.add.at(weights, type_of_node, pair.weights)
    truth_of_type, found_of_type = (rows.take_places(representative, threads) for rows in of_node)
    return TypedPair(truth_of_type, found_of_type, len(truth), len(found), weights, threads, progress)


def _by_size(side: Side, unique: bool, threads: int) -> Rows:
    """The clusters, the greatest first."""
    rows = Rows(side.rows.offsets, side.rows.members)
    if unique:
        rows = rows.take(~rows.duplicates(threads))
    return rows.take_places(np.argsort(-rows.sizes, kind="stable").astype(np.uint32), threads)
