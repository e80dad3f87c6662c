"""Hierarchy: nodes as the leaves of a tree of clusters. Immutable, checked once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.names import shortened
from accord._display.numbers import count
from accord._foundation.clustering import Clustering
from accord._foundation.labels import Labels, label_nodes
from accord._foundation.threads import thread_count
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The parent of the root.
NO_PARENT = -1


class Hierarchy:
    """A tree of clusters: its leaves are nodes, and the root is the cluster of all of them.

    Make one with `accord.hierarchy.as_hierarchy`. Every cluster has at least two parts, each a node
    or a cluster: what does not split further is one cluster, however often a tree lists it.

    >>> from accord.hierarchy import as_hierarchy
    >>> as_hierarchy("((ann,bob),(eve,(joe,kim)));")
    Hierarchy: 5 nodes in 4 clusters, up to 3 deep
    """

    #: Labels of the nodes, which are the leaves 0, 1, 2, …
    node_labels: Labels
    #: The parent of each leaf and, after these, of each cluster; -1 for the root, which comes last.
    #: A parent comes after its parts.
    parents: NDArray[np.int64]
    #: The height of each cluster: a cut undoes merges from the highest down, those of equal height
    #: at once. No cluster is higher than its parent.
    heights: NDArray[np.float64]
    #: Whether each cluster is divided into its parts. The smallest clusters of a clustering are
    #: not: they are sets of nodes. Those of a linkage or another tree are.
    divided: NDArray[np.bool_]

    def __init__(
        self,
        node_labels: Labels,
        parents: NDArray[np.int64],
        heights: NDArray[np.float64],
        divided: NDArray[np.bool_],
    ) -> None:
        """Make a hierarchy of checked parts; users call `as_hierarchy` instead."""
        for array in (parents, heights, divided):
            array.flags.writeable = False
        self.__dict__.update(
            node_labels=node_labels, parents=parents, heights=heights, divided=divided
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Hierarchy cannot be changed: {name!r} cannot be set")

    def __repr__(self) -> str:
        nodes, clusters = count(self.n_nodes, "node"), count(self.n_clusters, "cluster")
        return f"Hierarchy: {nodes} in {clusters}, up to {self.depth:,} deep"

    @property
    def n_nodes(self) -> int:
        """Number of nodes, the leaves of the tree."""
        return len(self.node_labels)

    @property
    def n_clusters(self) -> int:
        """Number of clusters, the root included; 0 if there is a single node."""
        return len(self.heights)

    @property
    def depth(self) -> int:
        """The greatest number of clusters that a node is in."""
        return int(self.depths[: self.n_nodes].max())

    def nodes(self) -> list[Any]:
        """The labels of all nodes, in the order of the leaves."""
        return list(self.node_labels)

    # ---- the tree --------------------------------------------------------------------------------

    @cached_property
    def depths(self) -> NDArray[np.int64]:
        """For each leaf and each cluster, the number of clusters above it."""
        depths = [0] * len(self.parents)
        parents = self.parents.tolist()
        for at in range(len(parents) - 2, -1, -1):
            depths[at] = depths[parents[at]] + 1
        return np.array(depths)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """For each leaf and each cluster, the number of its nodes; 1 for a leaf."""
        sizes = [1] * self.n_nodes + [0] * self.n_clusters
        for at, parent in enumerate(self.parents[:-1].tolist()):
            sizes[parent] += sizes[at]
        return np.array(sizes)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """For each leaf and each cluster, where its nodes begin in an order that keeps clusters
        together; they end `sizes` further.
        """
        sizes, parents = self.sizes.tolist(), self.parents.tolist()
        starts, filled = [0] * len(parents), [0] * len(parents)
        for at in range(len(parents) - 2, -1, -1):
            parent = parents[at]
            starts[at] = starts[parent] + filled[parent]
            filled[parent] += sizes[at]
        return np.array(starts)

    @cached_property
    def parts(self) -> list[list[int]]:
        """The parts of each cluster: leaves, and clusters by their number among `parents`."""
        parts: list[list[int]] = [[] for _ in range(self.n_clusters)]
        for at, parent in enumerate(self.parents[:-1].tolist()):
            parts[parent - self.n_nodes].append(at)
        return parts

    # ---- other objects made from it --------------------------------------------------------------

    @cached_property
    def splits(self) -> list[tuple[int, list[int]]]:
        """From the highest down, the number of clusters after a cut, and the clusters it undoes.

        Clusters are numbered from 0 here, without the leaves.
        """
        n, last = 1, None
        steps: list[tuple[int, list[int]]] = []
        for cluster in np.argsort(-self.heights, kind="stable").tolist():
            if not self.divided[cluster]:
                continue
            n += len(self.parts[cluster]) - 1
            undone = steps.pop()[1] if steps and self.heights[cluster] == last else []
            undone.append(cluster)
            steps.append((n, undone))
            last = self.heights[cluster]
        return steps

    def cut(self, n_clusters: int) -> Clustering:
        """The tree cut into `n_clusters` clusters, nodes alone in one included.

        Not every number is possible: clusters may have more than two parts or equal heights, and
        the smallest ones of a clustering are not divided.

        >>> from accord.hierarchy import as_hierarchy
        >>> as_hierarchy("((1,2),(3,(4,5)));").cut(2).to_sets()
        [{1, 2}, {3, 4, 5}]
        """
        if not isinstance(n_clusters, int | np.integer) or isinstance(n_clusters, bool):
            raise InputError(f"the number of clusters must be an integer, not {n_clusters!r}")
        possible = [1, *(n for n, _ in self.splits)]
        if n_clusters not in possible:
            near = sorted(possible, key=lambda n: abs(n - n_clusters))[:2]
            raise InputError(
                f"the tree cannot be cut into {count(n_clusters, 'cluster')}: "
                f"into {' or '.join(map(str, sorted(near)))}, it can"
            )
        undone = {
            self.n_nodes + cluster
            for n, clusters in self.splits
            if n <= n_clusters
            for cluster in clusters
        }
        parents = self.parents.tolist()
        top = list(range(len(parents)))
        for at in range(len(parents) - 2, -1, -1):
            if parents[at] not in undone:
                top[at] = top[parents[at]]
        numbers: dict[int, int] = {}  # in the order of their first nodes
        labels = [numbers.setdefault(at, len(numbers)) for at in top[: self.n_nodes]]
        return Clustering.from_labels(labels, nodes=self.nodes(), noise=False)

    def to_clustering(self) -> Clustering:
        """All clusters as one overlapping clustering, the parts of a cluster before it."""
        labels = self.nodes()
        if not self.n_clusters:
            return Clustering.from_clusters([labels])
        in_order = [labels[leaf] for leaf in np.argsort(self.starts[: self.n_nodes])]
        spans = zip(self.starts[self.n_nodes :], self.sizes[self.n_nodes :], strict=True)
        return Clustering.from_clusters([in_order[start : start + size] for start, size in spans])

    def restrict(self, nodes: Iterable[Hashable]) -> Hierarchy:
        """With the given nodes only. Unknown nodes are ignored.

        A cluster that does not split these nodes is left out.
        """
        try:
            wanted = set(nodes)
        except TypeError:
            raise InputError(
                f"nodes must be a collection of nodes, not {shortened(repr(nodes))}"
            ) from None
        labels = self.nodes()
        keep = [label in wanted for label in labels] + [False] * self.n_clusters
        if not any(keep):
            raise InputError("none of these nodes is in the tree")
        parents = self.parents.tolist()
        for at, parent in enumerate(parents[:-1]):
            keep[parent] = keep[parent] or keep[at]
        left = [at for at, kept in enumerate(keep) if kept]
        number = {at: place for place, at in enumerate(left)} | {NO_PARENT: NO_PARENT}
        return make_hierarchy(
            [labels[at] for at in left if at < self.n_nodes],
            [number[parents[at]] for at in left],
            [float(self.heights[at - self.n_nodes]) for at in left if at >= self.n_nodes],
            [bool(self.divided[at - self.n_nodes]) for at in left if at >= self.n_nodes],
        )


def make_hierarchy(
    labels: Sequence[Hashable] | NDArray[Any],
    parents: list[int],
    heights: list[float] | None,
    divided: list[bool] | None = None,
) -> Hierarchy:
    """A hierarchy from the parent of each leaf and, after these, of each cluster.

    Clusters come after their parts, the root last. Those with one part are left out. Without
    `heights`, a cluster is the higher the fewer are above it; without `divided`, all are.
    """
    node_labels, index = label_nodes(labels, thread_count())
    if len(node_labels) < len(labels):
        twice = int(np.argmax(np.bincount(index) > 1))
        raise InputError(f"the node {node_labels[twice]!r} is in two places of the tree")
    n_nodes, n_all = len(labels), len(parents)
    n_parts = [0] * n_all
    for parent in parents[:-1]:
        n_parts[parent] += 1
    # What stands for each place: a cluster of one part is no cluster, but the one above it is.
    stands = list(range(n_all))
    for at in range(n_all - 1, n_nodes - 1, -1):
        if n_parts[at] < 2:
            stands[at] = NO_PARENT if parents[at] == NO_PARENT else stands[parents[at]]
    kept = [at for at in range(n_nodes, n_all) if stands[at] == at]
    number = {at: n_nodes + place for place, at in enumerate(kept)} | {NO_PARENT: NO_PARENT}
    above = [
        NO_PARENT if parents[at] == NO_PARENT else number[stands[parents[at]]]
        for at in (*range(n_nodes), *kept)
    ]
    if heights is None:
        height = [0.0] * len(kept)
        for at in range(len(kept) - 2, -1, -1):
            height[at] = height[above[n_nodes + at] - n_nodes] - 1
    else:
        height = [heights[at - n_nodes] for at in kept]
        for at in range(len(kept) - 2, -1, -1):
            height[at] = min(height[at], height[above[n_nodes + at] - n_nodes])
    parent_of = np.array(above, np.int64)
    parent_of[index] = parent_of[:n_nodes].copy()
    are_divided = [divided is None or divided[at - n_nodes] for at in kept]
    return Hierarchy(
        node_labels, parent_of, np.array(height, np.float64), np.array(are_divided, np.bool_)
    )
