"""Hierarchies as nested tuples: an int is a node, a tuple a cluster that is divided into its parts,
and a frozenset one that is not.
"""

import itertools
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

Tree: TypeAlias = Any


def leaves(tree: Tree) -> frozenset[int]:
    """The nodes of a tree."""
    if isinstance(tree, int):
        return frozenset([tree])
    return frozenset(node for part in tree for node in leaves(part))


def clusters(tree: Tree) -> Iterator[frozenset[int]]:
    """All clusters of two nodes or more, the largest first."""
    if not isinstance(tree, int):
        yield leaves(tree)
        for part in tree:
            yield from clusters(part)


def mutual(truth: Tree, found: Tree) -> float:
    """The hierarchical mutual information, in nats."""
    common = len(leaves(truth) & leaves(found))
    if not (isinstance(truth, tuple) and isinstance(found, tuple)) or not common:
        return 0.0
    total = 0.0
    for x, y in itertools.product(truth, found):
        both = len(leaves(x) & leaves(y))
        if both:
            in_x = len(leaves(x) & leaves(found))
            in_y = len(leaves(y) & leaves(truth))
            total += both / common * math.log(both * common / (in_x * in_y))
            total += both / common * mutual(x, y)
    return total


def dendrogram_purity(classes: Mapping[int, object], tree: Tree) -> float:
    """The mean purity of the smallest cluster of every two nodes of one class."""
    purities = []
    for v, w in itertools.combinations(sorted(classes), 2):
        if classes[v] == classes[w]:
            joint = min((x for x in clusters(tree) if {v, w} <= x), key=len)
            same = sum(classes.get(node) == classes[v] for node in joint)
            purities.append(Fraction(same, len(joint)))
    return float(sum(purities) / len(purities)) if purities else 1.0
