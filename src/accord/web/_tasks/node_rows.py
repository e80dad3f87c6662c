"""Rows about nodes: their clusters on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from accord.web._tasks.explained import Explained
from accord.web._tasks.json_values import as_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Clusters of a node that a row lists.
_CLUSTERS = 20


def node_clusters(explained: Explained, nodes: NDArray[np.int64]) -> list[dict[str, Any]]:
    """For each node the names of its first clusters on each side, and how many there are.

    The clusters of a side that does not have the node are null.
    """
    explanation = explained.explanation
    rows: list[dict[str, Any]] = [{} for _ in nodes]
    for side, of_pair in zip(
        explanation.sides, (explanation.pair.truth, explanation.pair.found), strict=True
    ):
        kept = None if of_pair.kept is None else np.flatnonzero(of_pair.kept)
        for row, node in zip(rows, nodes.tolist(), strict=True):
            clusters = of_pair.clusters_of_node.row(node)
            first = clusters[:_CLUSTERS].astype(np.int64)
            names = [
                as_name(side.name(index))
                for index in (first if kept is None else kept[first]).tolist()
            ]
            row[side.side] = names if side.has_node[node] else None
            row[f"n_{side.side}"] = len(clusters)
    return rows
