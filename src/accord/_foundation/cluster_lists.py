"""What a list of collections holds: clusters, or something else that is written in the same way.

    [["ann", "bob"], ["eve"]]                  clusters
    [["red"], ["red", "blue"], ["blue"]]       the clusters of node 0, 1, 2
    [("ann", "red"), ("bob", "red")]           pairs of a node and its cluster
    [("red", "ann"), ("red", "bob")]           pairs of a cluster and its node
    [[1, 2], [2, 3], [3, 1]]                   the edges of a network
    [[1, 0], [1, 0], [0, 1]]                   a membership matrix: rows are nodes

Clusters are recognised after a glance at the first rows in most cases: their sizes differ, or their
values soon outnumber them. `orientation` tells the clusters of nodes from clusters.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from enum import Enum
from typing import Any

import numpy as np

from accord._display.numbers import count
from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._foundation.labels import Labels
from accord._foundation.orientation import share_of_nodes
from accord.errors import InputError, warn

_NUMBERS = (int, float, np.integer, np.floating, np.bool_)
#: A single row is a cluster.
_MIN_ROWS = 2
#: Shorter lists of lists or sets are clusters, unless rows repeat 0 or 1 as no cluster does, or
#: are pairs of which one side never recurs and the other does.
_MIN_NODES = 20
#: Shorter lists of pairs do not tell anything.
_MIN_PAIRS = 3
#: Shorter lists of pairs with common values are overlapping clusters without a word.
_MIN_EDGES = 4


class ListContent(Enum):
    """What a list of collections holds."""

    CLUSTERS = "clusters"
    #: At least two rows for each value: these may be the clusters of each node.
    FEW_VALUES = "few values"
    PAIRS = "pairs of node and cluster"
    REVERSED_PAIRS = "pairs of cluster and node"
    EDGES = "edges"
    MATRIX = "matrix"


def find_content(rows: Sequence[Any]) -> ListContent:
    """What the rows of a list are, as far as they tell by themselves."""
    if len(rows) < _MIN_ROWS:
        return ListContent.CLUSTERS
    try:
        are_tuples = all(isinstance(row, tuple) for row in rows)
        if not are_tuples and len(rows) < _MIN_NODES:
            return ListContent.MATRIX if _is_plain_matrix(rows) else _find_clear_pairs(rows)
        if is_matrix(rows):
            return ListContent.MATRIX
        if _are_weighted_edges(rows):
            return ListContent.EDGES
        if _are_pairs(rows):
            content = _find_content_of_pairs(rows)
            if content is not ListContent.CLUSTERS:
                return content
        return ListContent.FEW_VALUES if _has_few_values(rows) else ListContent.CLUSTERS
    except TypeError:  # something in it is not hashable, which is an error later
        return ListContent.CLUSTERS


def is_matrix(rows: Collection[Any]) -> bool:
    """Whether rows have the same length and hold 0, 1 or numbers between.

    >>> is_matrix([[1, 0, 0], [0, 1, 0]]), is_matrix([[0, 1], [2, 3]])
    (True, False)
    """
    if len(rows) < _MIN_ROWS:
        return False
    width = -1
    for row in rows:
        if not isinstance(row, list | tuple) or len(row) < 2 or width not in (-1, len(row)):
            return False
        width = len(row)
        if not all(isinstance(value, _NUMBERS) and 0 <= value <= 1 for value in row):
            return False
    return True


def _is_plain_matrix(rows: Sequence[Any]) -> bool:
    """Whether it is a matrix with a row that repeats a value."""
    return is_matrix(rows) and any(len(set(row)) < len(row) for row in rows)


def _are_pairs(rows: Iterable[Any]) -> bool:
    """Whether all rows are lists or tuples of two."""
    return all(isinstance(row, list | tuple) and len(row) == 2 for row in rows)


def _find_clear_pairs(rows: Sequence[Any]) -> ListContent:
    """What a few rows are: clusters, unless one of two columns has a value for each row."""
    if len(rows) < _MIN_PAIRS or not _are_pairs(rows):
        return ListContent.CLUSTERS
    content = _find_content_of_pairs(rows)
    node = {ListContent.PAIRS: 0, ListContent.REVERSED_PAIRS: 1}.get(content)
    if node is None or len({row[node] for row in rows}) < len(rows):
        return ListContent.CLUSTERS
    return content


def _find_content_of_pairs(pairs: Sequence[Sequence[Hashable]]) -> ListContent:
    """What rows of two values are: edges, pairs of a node and a cluster, or clusters of two."""
    firsts, seconds = {first for first, _ in pairs}, {second for _, second in pairs}
    if not firsts.isdisjoint(seconds):
        return ListContent.EDGES
    if len(seconds) < len(pairs) and len(seconds) <= len(firsts):
        return ListContent.PAIRS
    return ListContent.REVERSED_PAIRS if len(firsts) < len(pairs) else ListContent.CLUSTERS


def _are_weighted_edges(rows: Sequence[Any]) -> bool:
    """Whether rows are two nodes and a weight each; a whole number is a weight only in a tuple."""
    for row in rows:
        if not isinstance(row, list | tuple) or len(row) != 3:
            return False
        kinds = (int, float, dict) if isinstance(row, tuple) else (float, dict)
        if not isinstance(row[2], kinds):
            return False
    return not {row[0] for row in rows}.isdisjoint({row[1] for row in rows})


def _has_few_values(rows: Sequence[Collection[Hashable]]) -> bool:
    """Whether there are two or more rows for each value; counts no further than needed."""
    values: set[Hashable] = set()
    for row in rows:
        values.update(row)
        if 2 * len(values) > len(rows):
            return False
    return len(values) > 1


def refuse_edges(name: str) -> InputError:
    """The error for pairs that look like edges."""
    return InputError(
        f"{name} looks like the edges of a network, not like clusters: give the clusters of its "
        "nodes, or dict(pairs) if these are pairs of a node and its cluster; "
        f"if these are clusters, use {argument('orientation', 'clusters')}"
    )


def are_memberships(
    name: str, pairs: Sequence[Sequence[Any]], content: ListContent, known: Iterable[Labels]
) -> bool:
    """Whether pairs are memberships rather than clusters of two nodes; `known` are other nodes.

    Where the other nodes do not tell, nor the kinds of values, a warning says how they are read.
    """
    is_reversed = content is ListContent.REVERSED_PAIRS
    node, cluster = (1, 0) if is_reversed else (0, 1)
    nodes = list(dict.fromkeys(pair[node] for pair in pairs))
    clusters = list(dict.fromkeys(pair[cluster] for pair in pairs))
    for labels in known:
        of_nodes, of_clusters = share_of_nodes(labels, nodes), share_of_nodes(labels, clusters)
        if of_clusters:
            return False
        if of_nodes:
            return True
    if {isinstance(label, str) for label in nodes}.isdisjoint(
        {isinstance(label, str) for label in clusters}
    ):  # no cluster has texts and other nodes
        return True
    order = "a cluster and a node" if is_reversed else "a node and its cluster"
    warn(
        f"{name} is read as {count(len(pairs), 'pair')} of {order}; "
        f"use {argument('orientation', 'clusters')} if these are clusters of two nodes"
    )
    return True


def from_pairs(pairs: Sequence[Sequence[Any]], content: ListContent) -> Clustering:
    """A clustering of pairs of a node and a cluster, or of a cluster and a node."""
    firsts, seconds = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if content is ListContent.REVERSED_PAIRS:
        firsts, seconds = seconds, firsts
    return Clustering.from_memberships(firsts, seconds)


def warn_of_doubtful_clusters(name: str, rows: Any, n_memberships: int, n_repeated: int) -> None:
    """Warn if most of the nodes that clusters list are repetitions, or if rows may be edges."""
    if isinstance(rows, list | tuple) and may_be_edges(rows):
        warn(
            f"{name} is read as {len(rows)} clusters of two nodes; if these are the edges of a "
            "network, give the clusters of its nodes, and if they are clusters, use "
            f"{argument('orientation', 'clusters')}"
        )
    if n_repeated > n_memberships:
        warn(
            f"{name}: {n_repeated:,} of {n_memberships + n_repeated:,} nodes in its clusters "
            "repeat one in the same cluster, and count once: are these lists clusters?"
        )


def may_be_edges(rows: Sequence[Any]) -> bool:
    """Whether these are several pairs, and first values are second ones elsewhere."""
    if len(rows) < _MIN_EDGES or not _are_pairs(rows):
        return False
    return any(first != second for first, second in rows) and not {
        first for first, _ in rows
    }.isdisjoint({second for _, second in rows})


def check_single_cluster(name: str, rows: Any) -> None:
    """Raise if a single cluster repeats its nodes, as labels in a bracket too many do."""
    if not isinstance(rows, Sequence | np.ndarray) or len(rows) != 1:
        return
    nodes = rows[0].tolist() if isinstance(rows[0], np.ndarray) else rows[0]
    if not isinstance(nodes, list | tuple) or not all(isinstance(node, Hashable) for node in nodes):
        return
    if len(set(nodes)) < len(nodes):
        raise InputError(
            f"{name} is a list of one cluster that repeats its nodes: for labels, pass the flat "
            f"list, one label per node; for a cluster, use {argument('orientation', 'clusters')}"
        )
