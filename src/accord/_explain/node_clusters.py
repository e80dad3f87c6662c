"""The clusters of nodes on a side, by name."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._explain.explanation import Explanation


def clusters_of_nodes(
    explanation: Explanation, nodes: NDArray[np.integer], side: str
) -> list[list[Hashable] | None]:
    """The names of the clusters of each node; None for a node that the side does not have.

    Nodes are given by their indices in the pair.
    """
    pair = explanation.pair
    explained, of_pair = (
        (explanation.truth, pair.truth) if side == "truth" else (explanation.found, pair.found)
    )
    in_input = of_pair.index_in_input(np.arange(of_pair.n_clusters))
    clusters_of_node = of_pair.clusters_of_node
    return [
        [explained.name(index) for index in in_input[clusters_of_node.row(node)].tolist()]
        if explained.has_node[node]
        else None
        for node in nodes.tolist()
    ]


def describe_no_clusters(clusters: Sequence[Hashable] | None, side: str) -> str:
    """Say why there are no clusters of a node: the side has it in none, or does not have it."""
    return f"not in {side}" if clusters is None else "in no cluster"
