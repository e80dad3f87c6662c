"""Hierarchies from inputs of any kind: nested levels, linkages, Newick trees, graphs, files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from accord._display.names import shortened
from accord._display.numbers import count
from accord._engines.choose import as_clusterings
from accord._foundation.clustering import Clustering
from accord._io.files.compression import without_compression
from accord._io.files.source import Source
from accord._io.objects.libraries import is_estimator
from accord._io.tables.origin import comes_from
from accord.errors import InputError
from accord.hierarchy._newick import is_newick, read_newick
from accord.hierarchy._tree import NO_PARENT, Hierarchy, make_hierarchy

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: A Hierarchy or what `accord.hierarchy.as_hierarchy` makes one of.
HierarchyLike: TypeAlias = Any

_NEWICK_SUFFIXES = (".nwk", ".newick", ".nw", ".tre")


def as_hierarchy(
    data: HierarchyLike,
    *,
    nodes: Sequence[Hashable] | None = None,
    name: str = "the hierarchy",
) -> Hierarchy:
    """Make a Hierarchy of nested clusters or of a tree.

    `data` is a clustering whose clusters are nested (with levels, as of an Infomap tree, or not),
    or anything that `accord.as_clustering` makes one of; a linkage matrix of SciPy, or an
    estimator of scikit-learn with `children_`; a tree in the Newick format, as text or as a file;
    or a directed tree of networkx, from the root to the leaves. `nodes` are the labels of the
    leaves of a linkage, which are 0, 1, 2, … without. `name` is what messages call the data.

    >>> from accord.hierarchy import as_hierarchy
    >>> as_hierarchy([[1, 2, 3, 4], [1, 2], [3, 4], [5, 6]])
    Hierarchy: 6 nodes in 5 clusters, up to 3 deep
    """
    merges = _merges_of(data, name)
    if merges is not None:
        return _from_merges(merges, nodes, name)
    if nodes is not None:
        raise InputError(f"nodes are the leaves of a linkage, and {name} is none")
    if isinstance(data, Hierarchy):
        return data
    if isinstance(data, str | os.PathLike) and is_newick_file(os.fspath(data)):
        return _read_newick_file(os.fspath(data))
    if isinstance(data, str) and is_newick(data):
        return read_newick(data, name)
    if comes_from(data, "networkx", "Graph"):
        return _from_networkx(data, name)
    (clustering,) = as_clusterings([(name, data)])
    return _from_clusters(clustering, name)


def is_newick_file(path: str) -> bool:
    """Whether a file has a tree in the Newick format.

    Its name says so, or it is a file .tree that begins as Newick does and Infomap does not.
    """
    name = without_compression(path).casefold()
    if name.endswith(".tree") and os.path.isfile(path):
        return Source.open(path).head.lstrip().startswith(b"(")
    return name.endswith(_NEWICK_SUFFIXES)


def _read_newick_file(path: str) -> Hierarchy:
    try:
        text = Source.open(path).read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: this is no text in UTF-8") from None
    return read_newick(text, path)


# ---- nested clusters -----------------------------------------------------------------------------


def _from_clusters(clustering: Clustering, name: str) -> Hierarchy:
    """From clusters of which any two are nested or apart, whatever their levels."""
    if clustering.is_fuzzy:
        raise InputError(f"{name} has shares: a node of a tree is in a cluster or not")
    if clustering.weights is not None:
        raise InputError(f"{name} has weights of nodes, and a tree counts them alike")
    labels, rows = clustering.nodes(), clustering.rows
    n_nodes = len(labels)
    order = np.argsort(-rows.sizes, kind="stable").tolist()
    level_of = clustering.level_of_cluster
    owner = np.full(n_nodes, NO_PARENT)  # the smallest cluster so far that each node is in
    parents = [NO_PARENT] * len(rows)
    for cluster in order:
        members = rows.row(cluster)
        above = owner[members]
        if (above != above[0]).any():
            other = int(above[above != above[0]][0] if above[0] == NO_PARENT else above[0])
            raise _not_nested(clustering, cluster, other, name)
        parents[cluster] = int(above[0])
        owner[members] = cluster
    # Leaves first, then clusters from small to large, then the root.
    place = {cluster: n_nodes + at for at, cluster in enumerate(reversed(order))}
    place[NO_PARENT] = n_nodes + len(order)
    all_parents = [place[int(cluster)] for cluster in owner]
    all_parents += [place[parents[cluster]] for cluster in reversed(order)]
    heights = None
    if level_of is not None:
        heights_of_levels = _heights_of_levels(clustering, parents)
        levels = [heights_of_levels[int(level_of[cluster])] for cluster in reversed(order)]
        heights = [*levels, float(len(heights_of_levels))]
    above_others = set(parents)
    divided = [cluster in above_others for cluster in (*reversed(order), NO_PARENT)]
    return make_hierarchy(labels, [*all_parents, NO_PARENT], heights, divided)


def _heights_of_levels(clustering: Clustering, parents: list[int]) -> list[float]:
    """The finer a level, the lower: lower than those that its clusters are parts of, and else by
    the number of its clusters.
    """
    level_of, sizes = clustering.level_of_cluster, clustering.rows.sizes
    if level_of is None:
        return []
    n_levels = len(clustering.level_names)
    n_clusters = np.bincount(level_of, minlength=n_levels).tolist()
    above: list[set[int]] = [set() for _ in range(n_levels)]
    for cluster, parent in enumerate(parents):
        if parent != NO_PARENT and sizes[parent] > sizes[cluster]:
            above[level_of[cluster]].add(int(level_of[parent]))
    for level, levels in enumerate(above):
        levels.discard(level)
    n_below = Counter(level for levels in above for level in levels)
    left = {level: -n_clusters[level] for level in range(n_levels)}
    ready = [(left[level], level) for level in left if not n_below[level]]
    heapify(ready)
    heights = [0.0] * n_levels
    while left:
        # If levels are parts of each other, the one with the most clusters is next.
        level = heappop(ready)[1] if ready else min(left, key=left.__getitem__)
        if left.pop(level, None) is None:
            continue
        heights[level] = float(n_levels - len(left) - 1)
        for coarser in above[level]:
            n_below[coarser] -= 1
            if not n_below[coarser] and coarser in left:
                heappush(ready, (left[coarser], coarser))
    return heights


def _not_nested(clustering: Clustering, cluster: int, other: int, name: str) -> InputError:
    def describe(index: int) -> str:
        levels, level_of = clustering.level_names, clustering.level_of_cluster
        on_level = "" if level_of is None else f" of level {levels[int(level_of[index])]}"
        return f"cluster {shortened(str(clustering.name(index)))}{on_level}"

    what = "levels" if clustering.level_names else "clusters"
    return InputError(
        f"{name} is no tree: {describe(cluster)} and {describe(other)} overlap, and neither is "
        f"inside the other; for {what} that are not nested, use accord.compare"
    )


# ---- merges --------------------------------------------------------------------------------------


def _merges_of(data: Any, name: str) -> NDArray[np.int64] | None:
    """The two groups that each step of a linkage or estimator merges; None if it is neither."""
    if is_estimator(data) and hasattr(data, "children_"):
        n_merges, n_nodes = len(data.children_), int(data.n_leaves_)
        if n_merges != n_nodes - 1:
            raise InputError(
                f"{name} is no whole tree: {count(n_nodes, 'node')}, and {count(n_merges, 'merge')}"
                " of two groups; fit the estimator with compute_full_tree=True"
            )
        return np.asarray(data.children_, np.int64)
    if not isinstance(data, np.ndarray) or data.ndim != 2 or data.shape[1] != 4 or not len(data):
        return None
    if data.dtype.kind not in "fiu" or not (data > 1).any():
        return None  # a matrix with a row for each node
    if data[-1, 3] != len(data) + 1:
        raise InputError(
            f"{name} is no linkage: its {count(len(data), 'row')} merge {len(data) + 1:,} nodes, "
            f"and the last row has {data[-1, 3]:g} in the last column; a row is missing, or the "
            "array is something else"
        )
    if not np.isfinite(data).all():
        row, column = np.argwhere(~np.isfinite(data))[0].tolist()
        raise InputError(
            f"{name} is no linkage: it has {data[row, column]} in row {row}, column {column} "
            "(counted from 0)"
        )
    if not (data[:, :2] == np.floor(data[:, :2])).all():
        raise InputError(f"{name} is no linkage: the first two columns must be whole numbers")
    return data[:, :2].astype(np.int64)


def _from_merges(
    merges: NDArray[np.int64], nodes: Sequence[Hashable] | None, name: str
) -> Hierarchy:
    """Groups are numbered from 0, the leaves first; each merge makes the group with the next."""
    n_nodes = len(merges) + 1
    if nodes is not None and not isinstance(nodes, Iterable):
        raise InputError(f"nodes must be the labels of the leaves, not {nodes!r}")
    labels: Any = np.arange(n_nodes) if nodes is None else list(nodes)
    if len(labels) != n_nodes:
        raise InputError(
            f"{name} merges {count(n_nodes, 'node')}, and there are {count(len(labels), 'label')}"
        )
    parents = [NO_PARENT] * (n_nodes + len(merges))
    for step, merged in enumerate(merges.tolist()):
        for group in merged:
            if not 0 <= group < n_nodes + step or parents[group] != NO_PARENT:
                raise InputError(
                    f"{name} is no linkage: row {step + 1} merges group {group}, which "
                    "is not there or was merged before"
                )
            parents[group] = n_nodes + step
    return make_hierarchy(labels, parents, [float(step) for step in range(len(merges))])


# ---- networkx ------------------------------------------------------------------------------------


def _from_networkx(graph: Any, name: str) -> Hierarchy:
    """From a tree whose edges lead from clusters to their parts; its leaves are the nodes."""
    if not graph.is_directed():
        raise InputError(
            f"{name} is a graph without directions, and a tree needs a root: "
            "give a DiGraph with edges from clusters to their parts"
        )
    roots = [vertex for vertex, degree in graph.in_degree() if degree == 0]
    below = [] if len(roots) != 1 else [roots[0]]
    for vertex in below:  # grows
        if len(below) > len(graph):
            break
        below.extend(graph.successors(vertex))
    if len(below) != len(graph) or graph.number_of_edges() != len(graph) - 1:
        raise InputError(
            f"{name} is no tree: from one root, one way must lead to every other vertex"
        )
    leaves = [vertex for vertex in below if graph.out_degree(vertex) == 0]
    clusters = [vertex for vertex in reversed(below) if graph.out_degree(vertex)]
    place = {vertex: at for at, vertex in enumerate([*leaves, *clusters])}
    parents = [
        next((place[parent] for parent in graph.predecessors(vertex)), NO_PARENT)
        for vertex in (*leaves, *clusters)
    ]
    return make_hierarchy(leaves, parents, None)
