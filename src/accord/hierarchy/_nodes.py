"""The same nodes in two hierarchies, or in a hierarchy and a clustering."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.labels import Labels, ObjectLabels, merge_labels
from accord._foundation.rows import NOWHERE
from accord.errors import NodeSetError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.hierarchy._tree import Hierarchy


def match_nodes(first: Hierarchy, second: Hierarchy) -> NDArray[np.int64]:
    """The leaf of the second tree for each leaf of the first; raise if their nodes differ."""
    return find_leaves(first.node_labels, second)


def find_leaves(nodes: Labels, tree: Hierarchy) -> NDArray[np.int64]:
    """The leaf of each node; raise if these are not the nodes of the tree."""
    known = tree.node_labels
    if nodes.kind != known.kind:
        merge_labels(nodes, known)  # raises an error if either are texts
        known = ObjectLabels(list(known))
    leaf = known.find(list(nodes))
    missing = int(np.count_nonzero(leaf == NOWHERE))
    more = tree.n_nodes - (len(nodes) - missing)
    if missing or more:
        raise NodeSetError(
            f"the nodes are not equal: {missing:,} are in truth only, {more:,} in found only; "
            "restrict the hierarchy to common nodes by as_hierarchy(...).restrict(nodes)"
        )
    return leaf.astype(np.int64)
