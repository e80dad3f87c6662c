"""Which clusters share how many nodes: as a matrix, and as flows from truth to found."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord.views._limits import check_most
from accord.views._linkage import average_linkage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._explain.explanation import ExplainedSide, Explanation

OTHER, NONE = "other clusters", "in no cluster"
#: Truth clusters with smaller shares in the same found clusters need not be side by side.
LEAST_COMMON = 0.2


@dataclass(frozen=True, eq=False)
class OverlapMatrix:
    """How many nodes the largest truth clusters share with found clusters.

    Rows are truth clusters and columns are found clusters, ordered so that matches are on the
    diagonal and clusters that share a partner are side by side.
    """

    truth_names: tuple[Hashable, ...]
    found_names: tuple[Hashable, ...]
    #: Places in the input.
    truth_places: NDArray[np.int64]
    found_places: NDArray[np.int64]
    truth_sizes: NDArray[np.float64]
    found_sizes: NDArray[np.float64]
    #: Nodes in common, or their weight, or the smaller of their two shares added up.
    amounts: NDArray[np.float64]
    #: How many clusters there are in all, empty ones left out.
    n_truth: int
    n_found: int


@dataclass(frozen=True)
class Bar:
    """A cluster, or what it takes to complete those of the other side: all other clusters together, or no cluster."""

    #: Its place in the input; None for other clusters and for none.
    place: int | None
    name: Hashable
    #: What all its links carry, its height: not the size where the other side overlaps, or has
    #: shares.
    amount: float
    #: The size of the cluster; None for other clusters and for none.
    size: float | None
    verdict: int | None


@dataclass(frozen=True)
class Link:
    """Nodes that two bars share."""

    truth: int
    found: int
    amount: float


@dataclass(frozen=True, eq=False)
class Flows:
    """Where the nodes of the largest truth clusters are found, and where those of the found clusters come from.

    The links of a crisp cluster add up to its size. Where the other side overlaps, a node goes to
    each of its clusters. Links between clusters that are not shown are left out.
    """

    truth: tuple[Bar, ...]
    found: tuple[Bar, ...]
    links: tuple[Link, ...]
    #: How many clusters there are in all, empty ones left out.
    n_truth: int
    n_found: int


def overlap_matrix(explanation: Explanation, most: int = 30) -> OverlapMatrix:
    """The overlaps of the `most` largest truth clusters with `most` found clusters: those that share most nodes with one
    of them, then those that share most with all, then the largest others.

    >>> from accord import explain
    >>> matrix = overlap_matrix(explain([[1, 2, 3], [4, 5], [6]], [[4, 5, 6], [1, 2], [3]]))
    >>> matrix.amounts.astype(int).tolist(), matrix.found_places.tolist()
    ([[2, 1, 0], [0, 0, 2], [0, 0, 1]], [1, 2, 0])
    """
    truth, found, amounts = _met(explanation, most)
    rows = _order_of_rows(amounts / explanation.truth.sizes[truth][:, None])
    amounts = amounts[rows]
    columns = _order_of_columns(amounts)
    truth, found = truth[rows], found[columns]
    return OverlapMatrix(
        _names(explanation.truth, truth),
        _names(explanation.found, found),
        truth,
        found,
        explanation.truth.sizes[truth],
        explanation.found.sizes[found],
        amounts[:, columns],
        int(np.count_nonzero(explanation.truth.sizes)),
        int(np.count_nonzero(explanation.found.sizes)),
    )


def flows(explanation: Explanation, most: int = 12) -> Flows:
    """What the `most` largest truth clusters and the `most` found clusters that meet them share with each other, with
    other clusters, and with nodes in no cluster of the other side.

    >>> from accord import explain
    >>> shown = flows(explain([[1, 2, 3], [4, 5], [6]], [[4, 5, 6], [1, 2], [3]]), most=2)
    >>> [(bar.name, bar.amount) for bar in shown.truth], [(bar.name, bar.amount) for bar in shown.found]
    ([(0, 3.0), (1, 2.0), ('other clusters', 1.0)], [(1, 2.0), (0, 3.0), ('other clusters', 1.0)])
    """
    matrix = overlap_matrix(explanation, most)
    n_truth, n_found = matrix.amounts.shape
    table = np.zeros((n_truth + 2, n_found + 2))
    table[:n_truth, :n_found] = matrix.amounts
    of_truth = explanation.overlaps_of(matrix.truth_places)
    elsewhere = ~np.isin(of_truth.found, matrix.found_places)
    table[:n_truth, n_found] = _sums(
        of_truth.truth[elsewhere], of_truth.amounts[elsewhere], matrix.truth_places
    )
    table[:n_truth, n_found + 1] = explanation.truth.uncovered[matrix.truth_places]
    of_found = explanation.overlaps_of(matrix.found_places, "found")
    elsewhere = ~np.isin(of_found.truth, matrix.truth_places)
    table[n_truth, :n_found] = _sums(
        of_found.found[elsewhere], of_found.amounts[elsewhere], matrix.found_places
    )
    table[n_truth + 1, :n_found] = explanation.found.uncovered[matrix.found_places]
    truth, rows = _bars(explanation.truth, matrix.truth_places, table.sum(1))
    found, columns = _bars(explanation.found, matrix.found_places, table.sum(0))
    table = table[rows][:, columns]
    links = tuple(Link(i, j, float(table[i, j])) for i, j in np.argwhere(table > 0).tolist())
    return Flows(truth, found, links, matrix.n_truth, matrix.n_found)


def _met(
    explanation: Explanation, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """The largest truth clusters, from large to small, the found clusters to show with them, and their overlaps."""
    truth = _largest(explanation.truth.sizes, check_most(most))
    table = explanation.overlaps_of(truth)
    candidates, column = np.unique(table.found, return_inverse=True)
    shared = np.bincount(column, table.amounts, len(candidates))
    order = np.lexsort((table.found, -table.amounts, table.truth))
    first = order[
        np.flatnonzero(np.diff(table.truth[order], prepend=-1))
    ]  # where each truth cluster shares most
    is_best = np.zeros(len(candidates), bool)
    is_best[column[first]] = True
    chosen = np.lexsort((-shared, ~is_best))[:most]
    row_of = _position(truth, table.truth)
    column_of = np.full(len(candidates), -1)
    column_of[chosen] = np.arange(len(chosen))
    shown = column_of[column] >= 0
    amounts = np.zeros((len(truth), len(chosen)))
    amounts[row_of[shown], column_of[column][shown]] = table.amounts[shown]
    others = explanation.found.sizes.copy()
    others[candidates] = 0
    more = _largest(others, most - len(chosen))
    return truth, np.append(candidates[chosen], more), np.pad(amounts, ((0, 0), (0, len(more))))


def _largest(sizes: NDArray[np.float64], most: int) -> NDArray[np.int64]:
    """The places of the largest, without empty ones; of equally large ones the first."""
    return np.argsort(-sizes, kind="stable")[: min(most, int(np.count_nonzero(sizes)))]


def _order_of_rows(shares: NDArray[np.float64]) -> list[int]:
    """Rows with much of their clusters in the same columns side by side, in their order where there are none."""
    common = np.zeros((len(shares), len(shares)))
    for place, row in enumerate(shares):
        common[place] = np.minimum(np.minimum(shares, row).sum(1), 1.0)
    return average_linkage(np.where(common < LEAST_COMMON, 1.0, 1.0 - common))[0]


def _order_of_columns(amounts: NDArray[np.float64]) -> NDArray[np.int64]:
    """Columns in the order of the rows they share most with; those of one row with the greatest amount first."""
    if not len(amounts):
        return np.arange(amounts.shape[1])
    greatest = amounts.max(0)
    return np.lexsort((-greatest, np.where(greatest > 0, amounts.argmax(0), len(amounts))))


def _names(side: ExplainedSide, places: NDArray[np.int64]) -> tuple[Hashable, ...]:
    return tuple(side.clustering.name(place) for place in places.tolist())


def _sums(
    places: NDArray[np.int64],
    amounts: NDArray[np.int64] | NDArray[np.float64],
    wanted: NDArray[np.int64],
) -> NDArray[np.float64]:
    """The sum of the amounts at each of the wanted places; there are no others."""
    return np.bincount(_position(wanted, places), amounts, len(wanted)).astype(np.float64)


def _position(places: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where among the places each of the wanted ones is."""
    order = np.argsort(places)
    return order[np.searchsorted(places[order], wanted)]


def _bars(
    side: ExplainedSide, places: NDArray[np.int64], amounts: NDArray[np.float64]
) -> tuple[tuple[Bar, ...], NDArray[np.int64]]:
    """The bars of a side that carry something, and their places among the amounts."""
    bars = [
        Bar(
            place,
            side.clustering.name(place),
            float(amount),
            float(side.sizes[place]),
            int(side.verdict[place]),
        )
        for place, amount in zip(places.tolist(), amounts, strict=False)
    ]
    bars += [
        Bar(None, OTHER, float(amounts[-2]), None, None),
        Bar(None, NONE, float(amounts[-1]), None, None),
    ]
    kept = np.flatnonzero(amounts > 0)
    return tuple(bars[place] for place in kept.tolist()), kept
