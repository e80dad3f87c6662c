"""Which clusters match best: for each cluster alone, and one-to-one for all of them together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord import _core
from accord._engines.native.co_members import co_members, default_sharing
from accord._foundation.rows import Rows, concatenate
from accord._summaries.clustering_pair import (
    BestMatches,
    BestPartners,
    ClusterIdentities,
    OneToOne,
    Overlaps,
    SideMatches,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._engines.native.engine import NativeEngine


def find_best_matches(engine: NativeEngine, *, sharing: str | None = None) -> BestMatches:
    """Find the best partner of each cluster.

    `sharing` says what a node is worth in each of its clusters. "full": 1; "split": 1 over the
    number of its clusters; "shares": its share; None: its share if there are any, else 1.
    """
    pair = engine.pair
    if sharing is None:
        return engine.get(BestMatches, sharing=default_sharing(pair))
    walk = co_members(pair, sharing)
    of_truth, of_found, total_match = _core.best_matches(
        walk, threads=pair.threads, progress=engine.begin_step("matching clusters")
    )
    return BestMatches(
        _side_matches(walk.sizes, of_truth),
        _side_matches(walk.other_sizes, of_found),
        total_match,
        pair.total_weight,
    )


def _side_matches(sizes: NDArray[np.float64], scorers: tuple[tuple[Any, Any], ...]) -> SideMatches:
    return SideMatches(sizes, *(BestPartners(partner, match) for partner, match in scorers))


def match_one_to_one(engine: NativeEngine, *, similarity: str) -> OneToOne:
    """Find the heaviest one-to-one matching, by a `similarity` that `OneToOne` lists."""
    table = engine.get(Overlaps)
    n, a, b = (
        amounts.astype(np.float64)
        for amounts in (
            table.amounts,
            table.truth_sizes[table.truth],
            table.found_sizes[table.found],
        )
    )
    affinity = {
        "pprob": (n / a) * (n / b),
        "entity": 2 * n / (a + b),
        "mention": n,
        "truth_share": n / a,
        "larger_share": n / np.maximum(a, b),
    }[similarity]
    offsets = np.searchsorted(table.truth, np.arange(len(table.truth_sizes) + 1))
    edge = _core.match_one_to_one(
        Rows(offsets, table.found.astype(np.uint32), affinity),
        len(table.found_sizes),
        threads=1,
        progress=engine.begin_step("matching clusters one to one"),
    )
    matched = edge >= 0
    return OneToOne(
        table,
        similarity,
        np.where(matched, np.append(table.found, -1)[edge], -1),
        np.where(matched, np.append(affinity, 0.0)[edge], 0.0),
    )


def identify_clusters(engine: NativeEngine) -> ClusterIdentities:
    """Number the clusters of both sides together, each by the first that has the same nodes."""
    truth, found = (side.rows.without_shares for side in (engine.pair.truth, engine.pair.found))
    first = _core.first_equal_rows(concatenate([truth, found]), threads=engine.pair.threads)
    number = np.asarray(first, np.int64)
    return ClusterIdentities(number[: len(truth)], number[len(truth) :])
