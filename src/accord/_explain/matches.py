"""Matches: the clusters of one side and their best partners on the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord._engines.native.engine import NativeEngine
from accord._foundation.pair import Pair
from accord._foundation.rounding import ROUNDING
from accord._summaries.clustering_pair import BestOverlaps, Containment, Overlaps

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Matches:
    """The clusters of one side and their best partners, as arrays with an entry per cluster.

    Clusters are indexed as on the node base.
    """

    #: "truth" or "found".
    side: str
    sizes: NDArray[np.float64]
    #: The best partner by F1, -1 for none; its size, 1 for none; and the overlap with it.
    partner: NDArray[np.int64]
    partner_sizes: NDArray[np.float64]
    overlap: NDArray[np.float64]
    #: Whether the partner has the same nodes.
    is_exact: NDArray[np.bool_]
    #: The overlaps with all partners that are best, up to rounding: the clusters of this side are
    #: its truth.
    best: Overlaps
    containment: Containment
    #: How much of each cluster is in nodes that the other side does not know.
    outside: NDArray[np.float64]

    @cached_property
    def f1(self) -> NDArray[np.float64]:
        return 2 * self.overlap / (self.sizes + self.partner_sizes)

    @property
    def share(self) -> NDArray[np.float64]:
        """The share of each cluster that its partner has."""
        return self.overlap / self.sizes

    @property
    def partner_share(self) -> NDArray[np.float64]:
        """The share of its partner that each cluster has."""
        return self.overlap / self.partner_sizes

    @property
    def precision(self) -> NDArray[np.float64]:
        return self.partner_share if self.side == "truth" else self.share

    @property
    def recall(self) -> NDArray[np.float64]:
        return self.share if self.side == "truth" else self.partner_share

    @cached_property
    def is_mutual(self) -> NDArray[np.bool_]:
        """Whether each cluster and its partner contain each other."""
        return is_over_half(np.minimum(self.share, self.partner_share), np.ones(len(self.sizes)))


def match_clusters(engine: NativeEngine, side: str, known: NDArray[np.bool_]) -> Matches:
    """Find the best partners of the clusters of a side.

    `known` says which nodes the other side knows.
    """
    best = engine.get(BestOverlaps, side=side, by="f1", sharing=None)
    sizes, sizes_of_other = (
        values.astype(np.float64) for values in (best.truth_sizes, best.found_sizes)
    )
    partner = np.full(len(sizes), -1)
    overlap, partner_sizes = np.zeros(len(sizes)), np.ones(len(sizes))
    is_exact = np.zeros(len(sizes), bool)
    equal = _are_equal(best)
    first = _first_of_each(best.truth, equal)
    cluster = best.truth[first]
    partner[cluster] = best.found[first]
    overlap[cluster], is_exact[cluster] = best.amounts[first], equal[first]
    partner_sizes[cluster] = sizes_of_other[best.found[first]]
    return Matches(
        side=side,
        sizes=sizes,
        partner=partner,
        partner_sizes=partner_sizes,
        overlap=overlap,
        is_exact=is_exact,
        best=best,
        containment=engine.get(Containment, side=side),
        outside=_amount_outside(engine.pair, side, known),
    )


def is_over_half(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether each part is more than half; exactly half is not, in spite of rounding."""
    return 2 * part > whole * (1 + ROUNDING)


def _amount_outside(pair: Pair, side: str, known: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How much of each cluster of a side is in nodes that the other side does not know."""
    rows = (pair.truth if side == "truth" else pair.found).rows
    if known.all():
        return np.zeros(len(rows))
    unknown = np.ones(pair.n_nodes)  # nodes that neither side knows come last
    unknown[: len(known)] = ~known
    if pair.weights is not None:
        unknown *= pair.weights
    amounts = unknown[rows.members]
    if rows.shares is not None:
        amounts *= rows.shares
    return rows.sums(amounts)


def _are_equal(table: Overlaps) -> NDArray[np.bool_]:
    """Whether the two clusters of each overlap have the same nodes, up to rounding."""
    amount = table.amounts
    size, partner_size = table.truth_sizes[table.truth], table.found_sizes[table.found]
    tolerance = 0.0 if amount.dtype.kind == size.dtype.kind == "i" else ROUNDING
    return np.isclose(amount, size, rtol=tolerance, atol=0) & np.isclose(
        amount, partner_size, rtol=tolerance, atol=0
    )


def _first_of_each(cluster: NDArray[np.int64], preferred: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The index of the first entry, or the first preferred one, of each cluster.

    Entries are sorted by cluster.
    """
    is_start = np.diff(cluster, prepend=-1) > 0
    first, group = np.flatnonzero(is_start), np.cumsum(is_start) - 1
    better = np.flatnonzero(preferred)[::-1]  # of several, the first is written last
    first[group[better]] = better
    return first
