"""How much each pair of nodes is together on both sides, added up over all pairs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from accord import _core
from accord._engines.crisp_pairs import pairs_of, pairs_within
from accord._engines.native.co_members import default_sharing
from accord._foundation.rows import Rows
from accord._foundation.side import Side
from accord._summaries.clustering_pair import Overlaps, tally
from accord._summaries.pair_sums import PairSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._engines.native.engine import NativeEngine


def add_up_pairs(engine: NativeEngine, *, sharing: str | None = None) -> PairSums:
    """Add up how much pairs are together; `sharing` as in `find_best_matches`."""
    pair = engine.pair
    pair.need_integer_weights("pairs of nodes")
    if sharing is None:
        return engine.get(PairSums, sharing=default_sharing(pair))
    total = pairs_of(int(pair.total_weight))
    crisp = not pair.truth.n_overlapping and not pair.found.n_overlapping
    if crisp and sharing != "shares":
        table = engine.get(Overlaps)
        columns = table.truth_sizes, table.found_sizes, table.amounts
        truth, found, both = (_pairs_within(amounts) for amounts in columns)
        return PairSums(truth, found, truth, found, both, total)
    weights = np.empty(0) if pair.weights is None else pair.weights.astype(np.float64)
    (truth_rows, truth_of_node), (found_rows, found_of_node) = (
        _share_out(side, sharing, pair.threads) for side in (pair.truth, pair.found)
    )
    everyone = Rows(np.arange(pair.n_nodes + 1), np.zeros(pair.n_nodes, np.uint32))
    progress = engine.begin_step("adding up pairs")

    def add(rows: Rows, other_of_node: Rows, n_others: int) -> Fraction:
        high, low = _core.sum_pairs(
            rows, other_of_node, n_others, weights, threads=pair.threads, progress=progress
        )
        return Fraction(high) + Fraction(low)

    return PairSums(
        truth=add(truth_rows, everyone, 1),
        found=add(found_rows, everyone, 1),
        truth_squares=add(truth_rows, truth_of_node, len(truth_rows)),
        found_squares=add(found_rows, found_of_node, len(found_rows)),
        both=add(truth_rows, found_of_node, len(found_rows)),
        total=total,
    )


def _pairs_within(sizes: NDArray[Any]) -> Fraction:
    """The number of pairs of nodes within groups of these sizes, whatever its size."""
    return Fraction(pairs_within(tally(sizes)) if len(sizes) else 0)


def _share_out(side: Side, sharing: str, threads: int) -> tuple[Rows, Rows]:
    """The nodes of each cluster and the clusters of each node, with what they are worth there."""
    rows, degrees = side.rows, side.memberships_of_node
    if sharing == "shares":
        return rows, side.clusters_of_node
    if sharing == "split":
        rows = Rows(rows.offsets, rows.members, 1 / degrees[rows.members])
        return rows, rows.transpose(degrees, threads)
    return rows.without_shares, side.clusters_of_node.without_shares
