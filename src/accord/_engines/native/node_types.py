"""Nodes in the same clusters, counted together: what kernels on shared clusters take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord import _core
from accord._engines.native.co_members import default_sharing
from accord._foundation.memory import available_memory
from accord._foundation.progress import ProgressCallback
from accord._foundation.rows import NOWHERE, Rows
from accord._foundation.threads import threads_for
from accord._summaries.clustering_pair import NodeTypes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._engines.native.engine import NativeEngine


def find_node_types(engine: NativeEngine) -> NodeTypes:
    """Find the nodes in the same clusters with the same shares."""
    pair = engine.pair
    return _find_types(
        engine, pair.truth.clusters_of_node, pair.found.clusters_of_node, pair.weights
    )


@dataclass(frozen=True, eq=False)
class CompleteTypes:
    """Node types without regard to shares; a node that a side lacks is alone there."""

    types: NodeTypes
    #: The clusters of each type.
    truth: Rows
    found: Rows


def find_complete_types(engine: NativeEngine) -> CompleteTypes:
    pair = engine.pair.with_singletons
    of_node = [side.clusters_of_node.without_shares for side in (pair.truth, pair.found)]
    if pair is engine.pair and default_sharing(pair) == "full":
        types = engine.get(NodeTypes)
    else:
        types = _find_types(engine, of_node[0], of_node[1], pair.weights)
    truth, found = (rows.take_indices(types.representative, pair.threads) for rows in of_node)
    return CompleteTypes(types, truth, found)


@dataclass(frozen=True, eq=False)
class TypedPair:
    """The clusters of complete node types, numbered by size, as kernels take them."""

    #: Clusters of each type; the largest cluster is number 0.
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
        """Number of cells that the tables of a kernel may have; a cell may take some 64 bytes."""
        return min(available_memory() / 64, 2.0**31)

    @property
    def total(self) -> int:
        return int(self.weights.sum())


def number_clusters(engine: NativeEngine, *, unique: bool) -> TypedPair:
    """Number clusters by size; if `unique`, equal clusters of a side count as one."""
    complete, threads = engine.get(CompleteTypes), engine.pair.threads
    (truth, truth_clusters), (found, found_clusters) = (
        _number_by_size(rows, unique, threads) for rows in (complete.truth, complete.found)
    )
    weights = complete.types.amounts.astype(np.int64)
    return TypedPair(
        truth, found, truth_clusters, found_clusters, weights, threads, engine.progress
    )


def _find_types(
    engine: NativeEngine, truth_of_node: Rows, found_of_node: Rows, weights: NDArray[Any] | None
) -> NodeTypes:
    progress = engine.begin_step("grouping nodes by their clusters")
    type_of_node, representative = _core.find_node_types(
        truth_of_node,
        found_of_node,
        threads=threads_for(len(truth_of_node), engine.pair.threads),
        progress=progress,
    )
    if weights is None:
        amounts: NDArray[Any] = np.bincount(type_of_node, minlength=len(representative))
    else:
        amounts = np.zeros(len(representative), weights.dtype)
        np.add.at(amounts, type_of_node, weights)
    return NodeTypes(type_of_node, representative, amounts)


def _number_by_size(clusters_of_type: Rows, unique: bool, threads: int) -> tuple[Rows, int]:
    """The clusters of each type with the largest cluster as number 0, and the number of clusters.

    A cluster that contains another one has more types than that.
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
