"""Hierarchies: trees of nested clusters, and how well two of them agree.

`as_hierarchy` makes a `Hierarchy` of a clustering with nested levels, a linkage matrix of SciPy, a
tree in the Newick format, a tree of networkx or a file; every function here does so for its
arguments. A tree is compared with a tree, by all clusters at once or cut by cut, or with crisp
classes. `_tree` has the tree itself, `_inputs` and `_newick` make it, `_information`, `_purity` and
`_cuts` compare.

>>> from accord import hierarchy
>>> hierarchy.dendrogram_purity([[1, 2], [3, 4]], "((1,2),(3,4));")
Score(1.0)
"""

from accord.hierarchy._cuts import FowlkesMallowsCurve, fowlkes_mallows_curve
from accord.hierarchy._information import (
    adjusted_hierarchical_mutual_information,
    hierarchical_mutual_information,
)
from accord.hierarchy._inputs import HierarchyLike, as_hierarchy
from accord.hierarchy._purity import dendrogram_purity
from accord.hierarchy._tree import Hierarchy

__all__ = [
    "FowlkesMallowsCurve",
    "Hierarchy",
    "HierarchyLike",
    "adjusted_hierarchical_mutual_information",
    "as_hierarchy",
    "dendrogram_purity",
    "fowlkes_mallows_curve",
    "hierarchical_mutual_information",
]
