"""How many nodes clusters share: as a matrix, and as flows from truth to found."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from accord._foundation.rounding import ROUNDING
from accord.errors import unknown
from accord.views._limits import check_limit
from accord.views._linkage import average_linkage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._explain.explained_side import ExplainedSide
    from accord._explain.explanation import Explanation
    from accord._foundation.side import Side

OTHER_CLUSTERS, NO_CLUSTER = "other clusters", "in no cluster"
#: How clusters to show are chosen.
ClusterOrder = Literal["size", "cost"]
#: Links below this share of all of them need not be drawn.
_MIN_SHARE_OF_LINK = 0.005
#: Clusters that are scattered more than this, by the share of their best partner or of nodes in no
#: cluster, are shown by cost only after all others: their parts are too small to be seen.
_MIN_SHARE_TOGETHER = 0.25
#: Truth clusters with a smaller share in common found clusters need not be adjacent.
_MIN_COMMON_SHARE = 0.2


@dataclass(frozen=True, eq=False)
class OverlapMatrix:
    """How many nodes the largest or costliest truth clusters share with found clusters.

    Rows are truth clusters and columns are found clusters, ordered so that matches are on the
    diagonal and clusters with the same partner are adjacent.
    """

    truth_names: tuple[Hashable, ...]
    found_names: tuple[Hashable, ...]
    #: Indices of the clusters in the input.
    truth_indices: NDArray[np.int64]
    found_indices: NDArray[np.int64]
    truth_sizes: NDArray[np.float64]
    found_sizes: NDArray[np.float64]
    #: Number of common nodes, or their weight, or the sum of the smaller of their two shares.
    amounts: NDArray[np.float64]
    #: Number of all clusters that are not empty.
    n_truth: int
    n_found: int


@dataclass(frozen=True)
class Bar:
    """A cluster, or all clusters not shown, or the nodes in no cluster or not on this side."""

    #: Index of the cluster in the input; None if this is not a single cluster.
    index: int | None
    name: Hashable
    #: Height of the bar: the sum of its links, which differs from the size if the other side
    #: overlaps or has shares.
    amount: float
    #: Size of the cluster, or of all nodes of this bar, each counted once unless it has shares.
    size: float
    #: None if this is not a single cluster.
    verdict: int | None


@dataclass(frozen=True)
class Link:
    """The nodes that two bars share, by the indices of the bars."""

    truth: int
    found: int
    amount: float


@dataclass(frozen=True, eq=False)
class Flows:
    """Which found clusters the nodes of the costliest or largest truth clusters are in.

    The links of a crisp cluster add up to its size. If the other side overlaps, a node goes to
    each of its clusters that are shown, and to other clusters only if none of them is. Links
    between clusters that are not shown are left out.
    """

    truth: tuple[Bar, ...]
    found: tuple[Bar, ...]
    links: tuple[Link, ...]
    #: Number of all clusters that are not empty.
    n_truth: int
    n_found: int

    @property
    def total(self) -> float:
        """The sum of all links."""
        return sum(link.amount for link in self.links)

    def wide_links(self) -> list[Link]:
        """The links that are wide enough to be drawn: together almost all of the total.

        These are the links of at least half a percent of the total or half of the size of a
        cluster, and the widest link of each bar.
        """
        widest = {
            max(links, key=lambda link: link.amount)
            for key in (lambda link: (0, link.truth), lambda link: (1, link.found))
            for _, links in groupby(sorted(self.links, key=key), key)
        }
        least = _MIN_SHARE_OF_LINK * self.total
        return [
            link
            for link in self.links
            if link.amount >= min(least, self._half(link)) or link in widest
        ]

    def _half(self, link: Link) -> float:
        """Half of the size of the smaller cluster of a link; infinite without clusters."""
        bars = (self.truth[link.truth], self.found[link.found])
        return 0.5 * min((bar.size for bar in bars if bar.index is not None), default=np.inf)


def overlap_matrix(
    explanation: Explanation, max_clusters: int = 30, by: ClusterOrder = "size"
) -> OverlapMatrix:
    """Return the overlaps of truth clusters with found clusters.

    The truth clusters are the largest ones, or by "cost" those that lower the metric most, among
    clusters that have at least a quarter of their nodes in one found cluster or in none. The found
    clusters are those that share most nodes with one of the truth clusters, or match it best if
    found clusters overlap; then those that share most with all of them, then the largest others.
    `max_clusters` limits each side.

    >>> from accord import explain
    >>> matrix = overlap_matrix(explain([[1, 2, 3], [4, 5], [6]], [[4, 5, 6], [1, 2], [3]]))
    >>> matrix.amounts.astype(int).tolist(), matrix.found_indices.tolist()
    ([[2, 1, 0], [0, 0, 2], [0, 0, 1]], [1, 2, 0])
    """
    limit = check_limit("max_clusters", max_clusters)
    truth = _first_clusters(explanation.truth, limit, by)
    found, amounts = _partners(explanation, truth, limit)
    rows = _order_of_rows(amounts / explanation.truth.sizes[truth][:, None])
    amounts = amounts[rows]
    columns = _order_of_columns(amounts)
    truth, found = truth[rows], found[columns]
    return OverlapMatrix(
        truth_names=_names(explanation.truth, truth),
        found_names=_names(explanation.found, found),
        truth_indices=truth,
        found_indices=found,
        truth_sizes=explanation.truth.sizes[truth],
        found_sizes=explanation.found.sizes[found],
        amounts=amounts[:, columns],
        n_truth=int(np.count_nonzero(explanation.truth.sizes)),
        n_found=int(np.count_nonzero(explanation.found.sizes)),
    )


def flows(explanation: Explanation, max_clusters: int = 12, by: ClusterOrder = "cost") -> Flows:
    """Return the flows of nodes between the clusters of `overlap_matrix`.

    If there are more than `max_clusters` truth clusters, those that lower the metric most are
    shown, without clusters that are scattered over many found ones, or by "size" the largest ones.
    Nodes of these clusters that are only in clusters that are not shown are included, and so are
    nodes "in no cluster" of the other side, and nodes that it does not have ("not in found").

    >>> from accord import explain
    >>> shown = flows(explain([[1, 2, 3], [4, 5], [6]], [[4, 5, 6], [1, 2], [3]]), 2)
    >>> [(bar.name, bar.amount) for bar in shown.truth]
    [(0, 3.0), (2, 1.0), ('other clusters', 2.0)]
    >>> [(bar.name, bar.amount) for bar in shown.found]
    [(1, 2.0), (0, 3.0), ('other clusters', 1.0)]
    """
    matrix = overlap_matrix(explanation, max_clusters, by)
    n_truth, n_found = matrix.amounts.shape
    table = np.zeros((n_truth + 3, n_found + 3))
    table[:n_truth, :n_found] = matrix.amounts
    table[:n_truth, n_found] = _elsewhere(
        explanation, "truth", matrix.truth_indices, matrix.found_indices
    )
    table[:n_truth, n_found + 1 :] = _nowhere(explanation.truth, matrix.truth_indices)
    table[n_truth, :n_found] = _elsewhere(
        explanation, "found", matrix.found_indices, matrix.truth_indices
    )
    table[n_truth + 1 :, :n_found] = _nowhere(explanation.found, matrix.found_indices).T
    shown = (matrix.truth_indices, matrix.found_indices)
    truth, rows = _bars(explanation, "truth", shown, table.sum(1))
    found, columns = _bars(explanation, "found", shown[::-1], table.sum(0))
    table = table[rows][:, columns]
    links = tuple(Link(i, j, float(table[i, j])) for i, j in np.argwhere(table > 0).tolist())
    return Flows(truth, found, links, matrix.n_truth, matrix.n_found)


def _nowhere(side: ExplainedSide, indices: NDArray[np.int64]) -> NDArray[np.float64]:
    """How much of each cluster the other side has in no cluster, and how much it does not have."""
    uncovered, outside = side.uncovered[indices], side.outside[indices]
    known = uncovered - outside
    known[known < ROUNDING * side.sizes[indices]] = 0.0
    return np.stack((known, outside), axis=1)


def _first_clusters(side: ExplainedSide, limit: int, by: ClusterOrder) -> NDArray[np.int64]:
    """Return the clusters to show, largest first, without empty ones."""
    if by not in get_args(ClusterOrder):
        raise unknown("order", by, get_args(ClusterOrder))
    if by == "size":
        return _largest(side.sizes, limit)
    sizes = np.maximum(side.sizes, np.finfo(float).tiny)
    together = np.maximum(side.recall, side.uncovered / sizes) >= _MIN_SHARE_TOGETHER
    costliest = np.lexsort((-side.sizes, -side.cost, ~together))
    chosen = costliest[side.sizes[costliest] > 0][:limit]
    return chosen[np.argsort(-side.sizes[chosen], kind="stable")]


def _partners(
    explanation: Explanation, truth: NDArray[np.int64], max_clusters: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the found clusters to show beside truth clusters, and their overlaps."""
    table = explanation.overlaps_of(truth)
    candidates, column = np.unique(table.found, return_inverse=True)
    shared = np.bincount(column, table.amounts, len(candidates))
    closeness = table.amounts
    if explanation.pair.found.n_overlapping:
        # Otherwise the largest of nested clusters would be the partners of all clusters.
        sizes = explanation.truth.sizes[table.truth] + explanation.found.sizes[table.found]
        closeness = 2 * table.amounts / sizes
    order = np.lexsort((table.found, -closeness, table.truth))
    # The closest partner of each truth cluster.
    first = order[np.flatnonzero(np.diff(table.truth[order], prepend=-1))]
    is_best = np.zeros(len(candidates), bool)
    is_best[column[first]] = True
    chosen = np.lexsort((-shared, ~is_best))[:max_clusters]
    row_of = _position(truth, table.truth)
    column_of = np.full(len(candidates), -1)
    column_of[chosen] = np.arange(len(chosen))
    shown = column_of[column] >= 0
    amounts = np.zeros((len(truth), len(chosen)))
    amounts[row_of[shown], column_of[column][shown]] = table.amounts[shown]
    others = explanation.found.sizes.copy()
    others[candidates] = 0
    more = _largest(others, max_clusters - len(chosen))
    return np.append(candidates[chosen], more), np.pad(amounts, ((0, 0), (0, len(more))))


def _largest(sizes: NDArray[np.float64], count: int) -> NDArray[np.int64]:
    """Return the indices of the largest clusters, without empty ones; ties keep their order."""
    return np.argsort(-sizes, kind="stable")[: min(count, int(np.count_nonzero(sizes)))]


def _order_of_rows(shares: NDArray[np.float64]) -> list[int]:
    """Put rows with large shares in the same columns together; keep the others in order."""
    common = np.zeros((len(shares), len(shares)))
    for index, row in enumerate(shares):
        common[index] = np.minimum(np.minimum(shares, row).sum(1), 1.0)
    return average_linkage(np.where(common < _MIN_COMMON_SHARE, 1.0, 1.0 - common))[0]


def _order_of_columns(amounts: NDArray[np.float64]) -> NDArray[np.int64]:
    """Order columns by the row they share most with; within a row, largest amount first."""
    if not len(amounts):
        return np.arange(amounts.shape[1])
    greatest = amounts.max(0)
    return np.lexsort((-greatest, np.where(greatest > 0, amounts.argmax(0), len(amounts))))


def _names(side: ExplainedSide, indices: NDArray[np.int64]) -> tuple[Hashable, ...]:
    return tuple(side.name(index) for index in indices.tolist())


def _elsewhere(
    explanation: Explanation,
    side: str,
    clusters: NDArray[np.int64],
    shown: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return how many nodes of clusters of a side are in other clusters only.

    Other clusters are those of the other side that are not in `shown`. A node with shares counts
    with what its cluster has in common with each of them.
    """
    pair = explanation.pair
    this, opposite = (pair.truth, pair.found)[:: 1 if side == "truth" else -1]
    if this.is_fuzzy or opposite.is_fuzzy:
        overlaps = explanation.overlaps_of(clusters, side)
        columns = (overlaps.truth, overlaps.found)[:: 1 if side == "truth" else -1]
        hidden = ~np.isin(columns[1], shown)
        return _sums(columns[0][hidden], overlaps.amounts[hidden], clusters)
    only_hidden = _is_only_hidden(opposite, shown)
    weights = only_hidden if pair.weights is None else np.where(only_hidden, pair.weights, 0)
    members = (this.rows.row(cluster) for cluster in this.index_on_base(clusters).tolist())
    return np.array([weights[nodes].sum() for nodes in members], np.float64)


def _is_only_hidden(side: Side, shown: NDArray[np.int64]) -> NDArray[np.bool_]:
    """For each node of the pair, whether all its clusters of a side are not in `shown`."""
    return (side.memberships_of_node > 0) & ~_is_in(side, shown)


def _is_in(side: Side, clusters: NDArray[np.int64]) -> NDArray[np.bool_]:
    """For each node of the pair, whether it is in one of these clusters of a side."""
    inside = np.zeros(len(side.memberships_of_node), bool)
    for cluster in side.index_on_base(clusters).tolist():
        inside[side.rows.row(cluster)] = True
    return inside


def _sizes_of_rest(
    explanation: Explanation,
    side: str,
    shown: NDArray[np.int64],
    shown_opposite: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return the sizes of the bars of a side that are no cluster; each node counts once.

    These are the nodes of the clusters shown opposite that are in other clusters of this side, in
    none, and not on this side.
    """
    pair = explanation.pair
    this, opposite = (pair.truth, pair.found)[:: 1 if side == "truth" else -1]
    has_node = (explanation.truth if side == "truth" else explanation.found).has_node
    known = np.zeros(pair.n_nodes, bool)  # nodes that neither side has come last
    known[: len(has_node)] = has_node
    in_none = this.memberships_of_node == 0
    reached = _is_in(opposite, shown_opposite)
    parts = (_is_only_hidden(this, shown), in_none & known, in_none & ~known)
    weights = np.ones(pair.n_nodes) if pair.weights is None else pair.weights
    return np.array([weights[reached & part].sum() for part in parts], np.float64)


def _sums(
    clusters: NDArray[np.int64],
    amounts: NDArray[np.int64] | NDArray[np.float64],
    indices: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return the sum of the amounts for each cluster in `indices`; `clusters` has no others."""
    return np.bincount(_position(indices, clusters), amounts, len(indices)).astype(np.float64)


def _position(indices: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the position in `indices` of each wanted index."""
    order = np.argsort(indices)
    return order[np.searchsorted(indices[order], wanted)]


def _bars(
    explanation: Explanation,
    side: str,
    shown: tuple[NDArray[np.int64], NDArray[np.int64]],
    amounts: NDArray[np.float64],
) -> tuple[tuple[Bar, ...], NDArray[np.int64]]:
    """Return the bars of a side that are not empty, and their positions in `amounts`.

    `shown` are the clusters of this side and of the other one.
    """
    explained = explanation.truth if side == "truth" else explanation.found
    bars = [
        Bar(
            index=index,
            name=explained.name(index),
            amount=float(amount),
            size=float(explained.sizes[index]),
            verdict=int(explained.verdict[index]),
        )
        for index, amount in zip(shown[0].tolist(), amounts, strict=False)
    ]
    has_shares = explanation.pair.truth.is_fuzzy or explanation.pair.found.is_fuzzy
    rest = amounts[-3:]
    sizes = rest if has_shares else _sizes_of_rest(explanation, side, *shown)
    bars += [
        Bar(index=None, name=name, amount=float(amount), size=float(size), verdict=None)
        for name, amount, size in zip(
            (OTHER_CLUSTERS, NO_CLUSTER, f"not in {side}"), rest, sizes, strict=True
        )
    ]
    kept = np.flatnonzero(amounts > 0)
    return tuple(bars[position] for position in kept.tolist()), kept
