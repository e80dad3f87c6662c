"""Dendrogram purity: how pure the smallest clusters are that join nodes of one class."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from accord._display.numbers import count
from accord._engines.choose import as_clusterings
from accord.errors import InputError, OverlapError
from accord.hierarchy._inputs import HierarchyLike, as_hierarchy
from accord.hierarchy._nodes import find_leaves
from accord.metrics import Score

if TYPE_CHECKING:
    from accord._foundation.types import ClusteringLike


def dendrogram_purity(truth: ClusteringLike, found: HierarchyLike) -> Score:
    """How pure the smallest cluster is that has both of two nodes of a class, on average.

    For a crisp truth and a tree (Heller & Ghahramani 2005): for every pair of nodes of one truth
    cluster, the share of that truth cluster in the smallest cluster of the tree that has both; the
    score is the mean over these pairs, exact. 1: every truth cluster is a cluster of the tree. It
    looks at no particular cut; that also means that it says nothing on whether a good one can be
    found. Nodes in no truth cluster make clusters impure. Both sides need the same nodes.

    >>> from accord.hierarchy import dendrogram_purity
    >>> float(dendrogram_purity({"a": [1, 2], "b": [3, 4]}, "((1,2),(3,4));"))
    1.0
    """
    tree = as_hierarchy(found, name="found")
    (classes,) = as_clusterings([("truth", truth)])
    if not classes.is_crisp:
        raise OverlapError(
            f"for a crisp truth only, and truth has {count(classes.n_overlapping, 'node')} in "
            "several clusters",
            metric="dendrogram_purity",
            instead=("hierarchical_mutual_information",),
        )
    if classes.is_fuzzy:
        raise InputError("truth has shares: for dendrogram_purity, a node is in a cluster or not")
    if classes.weights is not None:
        raise InputError("truth has weights of nodes, and dendrogram_purity counts them alike")
    leaves = find_leaves(classes.node_labels, tree).tolist()
    below: list[dict[int, int]] = [{} for _ in tree.parents]
    for leaf, cluster in zip(leaves, classes.cluster_of_node.tolist(), strict=True):
        if cluster >= 0:
            below[leaf][cluster] = 1
    terms: list[float] = []
    n_pairs = 0
    for number, parts in enumerate(tree.parts, tree.n_nodes):
        whole, joined = _join([below[part] for part in parts])
        for part in parts:
            below[part] = {}
        below[number] = whole
        size = int(tree.sizes[number])
        n_pairs += sum(joined.values())
        terms += [pairs * (whole[cluster] / size) for cluster, pairs in joined.items()]
    return Score(min(math.fsum(terms) / n_pairs, 1.0) if n_pairs else 1.0)


def _join(counts: list[dict[int, int]]) -> tuple[dict[int, int], dict[int, int]]:
    """The sum of counts by class, and for each class the pairs with nodes in different parts.

    The greatest count is added to, so that a node is moved only to one of at least twice the size.
    """
    whole = max(counts, key=len)
    pairs: dict[int, int] = {}
    for part in counts:
        if part is whole:
            continue
        for cluster, n in part.items():
            before = whole.get(cluster, 0)
            if before:
                pairs[cluster] = pairs.get(cluster, 0) + before * n
            whole[cluster] = before + n
    return whole, pairs
