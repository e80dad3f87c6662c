"""Two sides as kernels walk them: from a cluster by its nodes to clusters of the other side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.pair import Pair
from accord._foundation.rows import Rows
from accord._foundation.side import Side

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class CoMembers:
    """What a walk from the clusters of one side needs, for one choice of what a node is worth."""

    rows: Rows
    other_rows: Rows
    other_of_node: Rows
    #: Exact integers or floats; kernels that score matches take floats.
    sizes: NDArray[Any]
    other_sizes: NDArray[Any]
    #: What a node adds to the match of two clusters; empty if each adds 1.
    amounts: NDArray[Any]


def co_members(pair: Pair, sharing: str, *, from_found: bool = False) -> CoMembers:
    """The walk from the truth clusters, or from the found ones.

    `sharing` is "full", "split" or "shares".
    """
    side, other = (pair.found, pair.truth) if from_found else (pair.truth, pair.found)
    weights = pair.weights
    if sharing == "split":
        # A node in s clusters is worth 1/s there; to a match, the smaller of its two worths.
        worth, other_worth = (_weighted(_split(each), weights) for each in (side, other))
        sizes, other_sizes = _sizes(side.rows, worth), _sizes(other.rows, other_worth)
        amounts: NDArray[Any] = np.minimum(worth, other_worth)
    else:
        with_shares = sharing == "shares"
        sizes, other_sizes = (_sizes(each.rows, weights, with_shares) for each in (side, other))
        amounts = np.empty(0, np.int64) if weights is None else weights
    rows, other_rows, other_of_node = side.rows, other.rows, other.clusters_of_node
    if sharing != "shares":
        rows, other_rows, other_of_node = (
            each.without_shares for each in (rows, other_rows, other_of_node)
        )
    elif rows.shares is not None or other_of_node.shares is not None:
        amounts = amounts.astype(np.float64)
    return CoMembers(rows, other_rows, other_of_node, sizes, other_sizes, amounts)


def counted_co_members(pair: Pair) -> CoMembers:
    """The walk from the truth clusters without shares, with exact sizes."""
    truth_sizes, found_sizes = (
        amounts_of(side.rows, pair.weights) for side in (pair.truth, pair.found)
    )
    return CoMembers(
        pair.truth.rows.without_shares,
        pair.found.rows.without_shares,
        pair.found.clusters_of_node.without_shares,
        truth_sizes,
        found_sizes,
        np.empty(0, np.int64) if pair.weights is None else pair.weights,
    )


def default_sharing(pair: Pair) -> str:
    """The sharing of a request that chooses none: by shares, if there are any."""
    return "shares" if pair.truth.is_fuzzy or pair.found.is_fuzzy else "full"


def amounts_of(rows: Rows, worth_of_node: NDArray[Any] | None) -> NDArray[Any]:
    """The size of each cluster: the number of its nodes, or the sum of their worths."""
    return rows.sizes if worth_of_node is None else rows.sums(worth_of_node[rows.members])


def _split(side: Side) -> NDArray[np.float64]:
    """What each node is worth in each of its clusters; not used for nodes in none."""
    return 1 / np.maximum(side.memberships_of_node, 1)


def _weighted(worth: NDArray[np.float64], weights: NDArray[Any] | None) -> NDArray[np.float64]:
    return worth if weights is None else worth * weights


def _sizes(
    rows: Rows, worth_of_node: NDArray[Any] | None, with_shares: bool = False
) -> NDArray[np.float64]:
    """The size of each cluster as a float; if `with_shares`, a membership counts by its share."""
    if not with_shares or rows.shares is None:
        return amounts_of(rows, worth_of_node).astype(np.float64)
    return rows.sums(
        rows.shares if worth_of_node is None else worth_of_node[rows.members] * rows.shares
    )
