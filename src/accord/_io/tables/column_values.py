"""Whether the values under an unknown name can be nodes, or clusters.

A column beside a known one of two is the missing role only if its values can be: degrees beside
communities are no nodes, and scores beside ids are no clusters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Names of columns with measures of nodes or clusters, which are neither.
MEASURES = frozenset(
    {
        "score",
        "scores",
        "degree",
        "indegree",
        "outdegree",
        "size",
        "sizes",
        "count",
        "counts",
        "n",
        "weight",
        "weights",
        "value",
        "values",
        "probability",
        "confidence",
        "distance",
        "density",
        "pagerank",
        "betweenness",
        "closeness",
        "centrality",
        "pvalue",
        "padj",
    }
)
#: Names of columns with labels, which are no nodes.
LABELINGS = frozenset(
    {
        "truth",
        "true",
        "ytrue",
        "groundtruth",
        "gold",
        "found",
        "pred",
        "predicted",
        "ypred",
        "prediction",
        "predictions",
        "truelabel",
        "truelabels",
        "predictedlabel",
    }
)
#: Rows from which words that repeat may be nodes in several clusters.
_MIN_OVERLAPPING = 20


def can_be_nodes(name: str, nodes: Sequence[object], clusters: Sequence[object]) -> bool:
    """Whether a column of this plain name can have the nodes of these clusters.

    Nodes are not fractions, most rows have a node of their own (or there are many rows, of words,
    and none twice), and no cluster has a row for each node.

    >>> can_be_nodes("k", [3, 2, 2, 3], [0, 0, 1, 1])
    False
    """
    if name in MEASURES or name in LABELINGS or any(map(is_fraction, nodes)):
        return False
    n_rows, n_nodes = len(nodes), len(set(nodes))
    if n_rows < 2:
        return True
    if 10 * len(set(zip(nodes, clusters, strict=False))) < 9 * n_rows:
        return False
    if n_nodes < n_rows and len(set(clusters)) == n_rows:
        return False
    return 2 * n_nodes > n_rows or (n_rows >= _MIN_OVERLAPPING and not any(map(_is_number, nodes)))


def can_be_clusters(name: str, clusters: Sequence[object]) -> bool:
    """Whether a column of this plain name can have clusters: it has no measures or fractions."""
    return name not in MEASURES and not any(map(is_fraction, clusters))


def is_fraction(value: object) -> bool:
    """Whether a value, or the number that a text is, is a number with a fraction.

    >>> is_fraction(0.5), is_fraction("0,5"), is_fraction(2.0), is_fraction("GO.1")
    (True, True, False, False)
    """
    if isinstance(value, float):
        return not value.is_integer() and value == value
    return isinstance(value, str) and re.fullmatch(r"-?\d*[.,]\d*[1-9]\d*", value) is not None


def _is_number(value: object) -> bool:
    if isinstance(value, str):
        return re.fullmatch(r"-?\d+(\.0*)?", value) is not None
    return isinstance(value, int | float)
