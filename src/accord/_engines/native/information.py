"""Summaries for information metrics: tallies, information expected by chance, and entropies."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord import _core
from accord._engines.native.co_members import counted_co_members
from accord._foundation.progress import ProgressCallback
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


def tally_overlaps(engine: NativeEngine) -> Tallies:
    """Tally sizes and overlaps; a node that a side lacks is alone there."""
    return engine.get(Overlaps, complete=True).tallies


def compare_with_chance(engine: NativeEngine) -> ChanceInformation:
    """Compute the information expected by chance; a node that a side lacks is alone there."""
    engine.pair.need_integer_weights("information expected by chance")
    overlaps = engine.get(Overlaps, complete=True)
    progress = engine.begin_step("computing the information expected by chance")
    return expect_information(overlaps, engine.pair.threads, progress)


def expect_information(
    overlaps: Overlaps, threads: int, progress: ProgressCallback | None = None
) -> ChanceInformation:
    """The overlaps of crisp clusterings, with the information expected by chance.

    Sizes must be integers.
    """
    if overlaps.total > MAX_TOTAL_WEIGHT:
        raise TooLargeError(
            "information expected by chance: "
            f"the weights add up to over {MAX_TOTAL_WEIGHT:,}; scale them"
        )
    sides = (overlaps.truth_sizes, overlaps.found_sizes)
    (truth, truth_counts), (found, found_counts) = (
        np.unique(sizes.astype(np.int64), return_counts=True) for sizes in sides
    )
    nats = _core.expected_information(
        truth,
        truth_counts,
        found,
        found_counts,
        int(overlaps.total),
        threads=threads,
        progress=progress,
    )
    return ChanceInformation(overlaps, nats / math.log(2))


def compute_conditional_entropies(engine: NativeEngine) -> ConditionalEntropies:
    """Compute the entropy of each cluster, given the most informative one of the other side."""
    pair = engine.pair
    walk = counted_co_members(pair)
    # A cluster of all nodes weighs exactly as much as they do, whatever the order of addition.
    truth_sizes, found_sizes = (
        np.where(side.rows.sizes == pair.n_nodes, pair.total_weight, sizes)
        for side, sizes in ((pair.truth, walk.sizes), (pair.found, walk.other_sizes))
    )
    of_truth, of_found = _core.conditional_entropies(
        replace(walk, sizes=truth_sizes, other_sizes=found_sizes),
        pair.total_weight,
        threads=pair.threads,
        progress=engine.begin_step("computing conditional entropies"),
    )
    return ConditionalEntropies(ClusterEntropies(*of_truth), ClusterEntropies(*of_found))
