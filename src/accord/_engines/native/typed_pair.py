"""A pair on node types, as the kernels take it that look at which clusters nodes share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.memory import available_memory
from accord._foundation.rows import NOWHERE, Rows
from accord._foundation.threads import ProgressCallback

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
    progress: ProgressCallback | None

    @property
    def most_cells(self) -> float:
        """How many cells the tables of kernels may have together. A cell may be an item too, of some 64 bytes."""
        return min(available_memory() / 64, 2.0**31)

    @property
    def total(self) -> int:
        return int(self.weights.sum())


def by_size(
    truth: Rows,
    found: Rows,
    weights: NDArray[np.int64],
    *,
    unique: bool,
    threads: int,
    progress: ProgressCallback | None,
) -> TypedPair:
    """From the clusters of each node type, numbered in any way. `unique`: equal clusters of a side count once."""
    (truth, truth_clusters), (found, found_clusters) = (
        _numbered_by_size(rows, unique, threads) for rows in (truth, found)
    )
    return TypedPair(truth, found, truth_clusters, found_clusters, weights, threads, progress)


def _numbered_by_size(clusters_of_type: Rows, unique: bool, threads: int) -> tuple[Rows, int]:
    """The clusters of each type with the greatest cluster as number 0, and how many clusters there are.

    A cluster that holds another one has more types than that.
    """
    sizes = np.bincount(clusters_of_type.members).astype(np.uint32)
    kept = np.ones(len(sizes), bool)
    if unique:
        kept = ~clusters_of_type.transpose(sizes, threads).duplicates(threads)
    order = np.argsort(-sizes.astype(np.int64), kind="stable")
    order = order[kept[order]]
    number = np.full(len(sizes), NOWHERE)
    number[order] = np.arange(len(order), dtype=np.uint32)
    return clusters_of_type.relabel(number, len(order), threads), len(order)
