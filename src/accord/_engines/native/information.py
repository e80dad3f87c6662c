"""What information metrics need: tallies of overlaps, what chance would share, and entropies."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from accord import _core
from accord._engines.native.co_members import amounts_of
from accord._foundation.threads import ProgressCallback
from accord._summaries.clustering_pair import (
    ChanceInformation,
    ClusterEntropies,
    ConditionalEntropies,
    Overlaps,
    Tallies,
)
from accord.errors import TooLargeError

if TYPE_CHECKING:
    from accord._engines.native.engine import NativeEngine

#: Greatest total weight; the work for two clusters grows with its square root.
MAX_TOTAL_WEIGHT = 10**13


def tallies(engine: NativeEngine) -> Tallies:
    """How often each size and overlap occurs; a node that a side lacks is alone there."""
    return engine.get(Overlaps, complete=True).tallies


def chance_information(engine: NativeEngine) -> ChanceInformation:
    """The overlaps and what chance would share; a node that a side lacks is alone there."""
    engine.pair.need_integer_weights("information expected by chance")
    overlaps = engine.get(Overlaps, complete=True)
    return expect_information(overlaps, engine.pair.threads, engine.progress)


def expect_information(
    overlaps: Overlaps, threads: int, progress: ProgressCallback | None = None
) -> ChanceInformation:
    """The overlaps of crisp clusterings, with the information clusters of these sizes share by chance.

    Sizes must be integers.
    """
    if overlaps.total > MAX_TOTAL_WEIGHT:
        raise TooLargeError(
            "information expected by chance: "
            f"the weights add up to over {MAX_TOTAL_WEIGHT:,}; scale them"
        )
    sides = (overlaps.truth_sizes, overlaps.found_sizes)
    (truth, truth_times), (found, found_times) = (
        np.unique(sizes.astype(np.int64), return_counts=True) for sizes in sides
    )
    nats = _core.expected_information(
        truth, truth_times, found, found_times, int(overlaps.total), threads, progress
    )
    return ChanceInformation(overlaps, nats / math.log(2))


def conditional_entropies(engine: NativeEngine) -> ConditionalEntropies:
    """How much of each cluster is told by the most telling cluster of the other side."""
    pair = engine.pair
    truth, found_of_node = pair.truth.rows, pair.found.clusters_of_node
    # A cluster of all nodes weighs exactly as much as they do, whatever the order of addition.
    truth_sizes, found_sizes = (
        np.where(
            side.rows.sizes == pair.n_nodes,
            pair.total_weight,
            amounts_of(side.rows, pair.weights),
        )
        for side in (pair.truth, pair.found)
    )
    of_truth, of_found = _core.conditional_entropies(
        truth.offsets,
        truth.members,
        found_of_node.offsets,
        found_of_node.members,
        truth_sizes,
        found_sizes,
        pair.total_weight,
        np.empty(0, np.int64) if pair.weights is None else pair.weights,
        pair.threads,
        engine.progress,
    )
    return ConditionalEntropies(ClusterEntropies(*of_truth), ClusterEntropies(*of_found))
