"""Clustering: which nodes are in which clusters. Immutable, checked once, packed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.columns import data_frame
from accord._display.numbers import readable
from accord._display.tables import Table
from accord._foundation.checks import NoisePolicy, check_shares, counted, is_iterable, need_nodes
from accord._foundation.columns import make_column
from accord._foundation.facts import describe_clustering
from accord._foundation.labels import Labels, is_int64
from accord._foundation.packing import (
    pack_clusters,
    pack_labels,
    pack_memberships,
    pack_nodes,
    stack_levels,
)
from accord._foundation.parts import (
    Levels,
    Parts,
    cluster_numbers,
    mark_distinct,
    merge_levels,
    take_clusters,
    take_level,
    take_nodes,
    without_numbering,
)
from accord._foundation.rows import NOWHERE, Rows
from accord._foundation.threads import thread_count
from accord.errors import InputError, OverlapError

if TYPE_CHECKING:
    import pandas
    from numpy.typing import ArrayLike, NDArray

    from accord._foundation.reduction import Reduction


class Clustering:
    """A collection of clusters over labelled nodes; a node may be in none, one or many of them.

    Make one with `from_clusters`, `from_nodes`, `from_labels` or `accord.read`.

    >>> from accord import Clustering
    >>> Clustering.from_clusters([{"ann", "bob"}, {"bob", "eve", "joe"}])
    Clustering: 4 nodes in 2 clusters, 5 memberships, 1 node in several clusters
    """

    #: Labels of the nodes; a node is known by its index here.
    node_labels: Labels
    #: Nodes of each cluster, by index.
    rows: Rows
    #: Name of each cluster, or None where clusters have no names or are numbered 0, 1, 2, …
    names: tuple[Hashable, ...] | None
    #: Weight of each node, or None where all weigh 1.
    weights: NDArray[np.int64] | NDArray[np.float64] | None
    #: How many memberships were given more than once, and counted once.
    repeated: int
    #: How many nodes each node stands for, where tables were reduced to node types; None where each
    #: stands for itself.
    multiplicity: NDArray[np.int64] | None
    #: How that was done.
    reduction: Reduction | None
    _levels: Levels | None

    def __init__(self, parts: Parts) -> None:
        """From parts that are already packed and checked; people use the `from_` methods."""
        if not isinstance(parts, Parts):
            raise InputError(
                f"a Clustering cannot be made of {type(parts).__name__}: use Clustering.from_clusters"
            )
        if not len(parts.rows):
            raise InputError("a clustering needs at least one cluster")
        for array in (parts.weights, parts.multiplicity):
            if array is not None:
                array.flags.writeable = False
        for name, value in (
            ("node_labels", parts.node_labels),
            ("rows", parts.rows),
            ("names", without_numbering(parts.names, parts.levels)),
            ("weights", parts.weights),
            ("repeated", parts.repeated),
            ("multiplicity", parts.multiplicity),
            ("reduction", parts.reduction),
            ("_levels", parts.levels),
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"a Clustering cannot be changed: make a new one instead of setting {name!r}"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Clustering cannot be changed: {name!r} stays")

    # ---- ways to make one ------------------------------------------------------------------------

    @classmethod
    def from_clusters(
        cls,
        clusters: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
        *,
        nodes: Iterable[Hashable] | None = None,
        weights: Mapping[Any, float] | None = None,
    ) -> Clustering:
        """From the nodes of each cluster: an iterable of iterables, or a mapping from cluster name to nodes.

        A cluster that maps nodes to numbers, as in `{"a": 0.5, "b": 1}`, has those numbers as
        shares in (0, 1]. `nodes` names further nodes that are in no cluster; `weights` gives every
        node a positive weight.

        >>> Clustering.from_clusters([{1: 0.5, 2: 1.0}, {1: 0.5, 3: 1.0}])
        Clustering: 3 nodes in 2 clusters, 4 memberships, 1 node in several clusters, with shares
        """
        return cls(pack_clusters(clusters, nodes, weights))

    @classmethod
    def from_nodes(
        cls, clusters_of_node: Mapping[Any, Any], *, weights: Mapping[Any, float] | None = None
    ) -> Clustering:
        """From the cluster of each node, or the several clusters of each: a mapping from node to one or many.

        A mapping in place of the several clusters holds shares. A node with an empty collection is
        in no cluster.

        >>> Clustering.from_nodes({"ann": "red", "bob": ["red", "blue"]})
        Clustering: 2 nodes in 2 clusters, 3 memberships, 1 node in several clusters
        """
        return cls(pack_nodes(clusters_of_node, weights))

    @classmethod
    def from_labels(
        cls,
        labels: ArrayLike | Sequence[Hashable],
        *,
        nodes: Sequence[Hashable] | NDArray[Any] | None = None,
        noise: object = None,
        noise_policy: NoisePolicy = "drop",
        weights: ArrayLike | Mapping[Any, float] | None = None,
    ) -> Clustering:
        """From one cluster label per node, as clustering algorithms return them. Nodes are 0, 1, 2, … unless given.

        Nodes labelled `noise` (such as -1) are dropped, each alone in its own cluster, one cluster
        together, or an error: `noise_policy` is "drop", "alone", "cluster" or "error".

        >>> Clustering.from_labels([0, 0, 1, -1], noise=-1, noise_policy="alone")
        Clustering: 4 nodes in 3 clusters, crisp
        """
        return cls(pack_labels(labels, nodes, noise, noise_policy, weights))

    @classmethod
    def from_memberships(
        cls,
        nodes: Sequence[Hashable] | NDArray[Any],
        clusters: Sequence[Hashable] | NDArray[Any],
        *,
        shares: ArrayLike | None = None,
        levels: Sequence[Hashable] | NDArray[Any] | None = None,
        weights: Sequence[float] | NDArray[Any] | None = None,
    ) -> Clustering:
        """From columns, as of a table with a row per membership: its node, its cluster, its share, its level.

        A row without a cluster (None or not a number) tells of a node that is in none. Clusters of
        one name on two levels are two clusters. `weights` are those of the nodes, the same in all
        rows of a node.

        >>> Clustering.from_memberships(["ann", "bob", "bob", "eve"], ["red", "red", "blue", None])
        Clustering: 3 nodes in 2 clusters, 3 memberships, 1 node in several clusters, 1 node in no cluster
        """
        for what, column in (("clusters", clusters), ("levels", levels), ("weights", weights)):
            if column is not None and (not is_iterable(column) or len(column) != len(nodes)):
                there = len(column) if is_iterable(column) else repr(column)
                raise InputError(
                    f"{len(nodes)} nodes and {there} as {what}: give one of each for every membership"
                )
        return cls(
            pack_memberships(
                make_column(nodes, "node"),
                make_column(clusters, "cluster"),
                None if shares is None else check_shares(shares, nodes),
                None if levels is None else make_column(levels, "level"),
                None if weights is None else np.asarray(weights),
            )
        )

    @classmethod
    def from_levels(cls, levels: Mapping[Any, Clustering] | Iterable[Clustering]) -> Clustering:
        """One clustering of several resolutions, from a clustering for each; without names, levels are 0, 1, 2, …

        >>> fine, coarse = (Clustering.from_labels(labels) for labels in ([0, 1, 2, 2], [0, 0, 1, 1]))
        >>> Clustering.from_levels([fine, coarse])
        Clustering: 4 nodes in 5 clusters on 2 levels, 8 memberships, 4 nodes in several clusters, 1 duplicate cluster
        """
        if isinstance(levels, Clustering) or not isinstance(levels, Iterable):
            raise InputError(
                f"levels are {type(levels).__name__}: expected a clustering for each level"
            )
        return cls(stack_levels(levels if isinstance(levels, Mapping) else dict(enumerate(levels))))

    # ---- what it is ------------------------------------------------------------------------------

    @property
    def n_nodes(self) -> int:
        """Number of nodes, those in no cluster included."""
        return len(self.node_labels) if self.multiplicity is None else int(self.multiplicity.sum())

    @property
    def n_clusters(self) -> int:
        return len(self.rows)

    @property
    def n_memberships(self) -> int:
        """Number of (node, cluster) incidences."""
        return (
            len(self.rows.members)
            if self.multiplicity is None
            else int(self.multiplicity[self.rows.members].sum())
        )

    @cached_property
    def memberships_of_node(self) -> NDArray[np.uint32]:
        """In how many clusters each node is."""
        return self.rows.count_memberships(len(self.node_labels), thread_count())

    @property
    def cluster_of_node(self) -> NDArray[np.int64]:
        """The index of the cluster of each node, -1 for none; of a crisp clustering."""
        cluster = np.full(len(self.node_labels), -1)
        cluster[self.rows.members] = self.rows.row_of_membership()
        return cluster

    @cached_property
    def n_overlapping(self) -> int:
        """Number of nodes in more than one cluster."""
        return counted(self.memberships_of_node > 1, self.multiplicity)

    @cached_property
    def n_duplicates(self) -> int:
        """Number of clusters that are equal to an earlier one."""
        return int(np.count_nonzero(self.rows.duplicates(thread_count())))

    @property
    def is_crisp(self) -> bool:
        """Whether no node is in two clusters."""
        return self.n_overlapping == 0

    @property
    def is_fuzzy(self) -> bool:
        """Whether memberships have shares."""
        return self.rows.shares is not None

    @property
    def level_names(self) -> tuple[Hashable, ...]:
        """The names of its levels; none where it has no levels."""
        return () if self._levels is None else self._levels.names

    @property
    def level_of_cluster(self) -> NDArray[np.int64] | None:
        """For each cluster the place of its level among the names; None where there are no levels."""
        return None if self._levels is None else self._levels.of_cluster

    def nodes(self) -> list[Any]:
        """The labels of all nodes, in the order of their indices."""
        need_nodes(self.multiplicity, "all nodes")
        return list(self.node_labels)

    def clusters(self) -> Iterator[list[Any]]:
        """The nodes of each cluster, one cluster after the other."""
        need_nodes(self.multiplicity, "the nodes of a cluster")
        return (
            [self.node_labels[node] for node in self.rows.row(index)]
            for index in range(self.n_clusters)
        )

    def memberships(self) -> Iterator[tuple[Any, Hashable, float]]:
        """Every membership: the node, the name (or index) of the cluster, and the share, 1 where there are no shares."""
        need_nodes(self.multiplicity, "all memberships")
        shares = np.ones(self.n_memberships) if self.rows.shares is None else self.rows.shares
        columns = zip(
            self.rows.members.tolist(),
            self.rows.row_of_membership().tolist(),
            shares.tolist(),
            strict=True,
        )
        return (
            (self.node_labels[node], self.name(cluster), share) for node, cluster, share in columns
        )

    def name(self, cluster: int) -> Hashable:
        """The name of a cluster, or its number within its level where clusters have no names."""
        return self.cluster_names()[cluster]

    def cluster_names(self) -> Sequence[Hashable]:
        """The names of the clusters, or their numbers within their levels where they have no names."""
        if self.names is not None:
            return self.names
        return range(self.n_clusters) if self._levels is None else self._numbers

    @cached_property
    def _numbers(self) -> list[int]:
        return cluster_numbers(self.n_clusters, self._levels)

    # ---- others made from it ---------------------------------------------------------------------

    def levels(self) -> dict[Hashable, Clustering]:
        """A clustering for each level by name, each on all nodes; empty if there are no levels."""
        parts = self._parts()
        levels = {name: take_level(parts, level) for level, name in enumerate(self.level_names)}
        return {name: Clustering(level) for name, level in levels.items() if level is not None}

    def merged(self) -> Clustering:
        """The distinct clusters of all levels, without levels; itself if there are no levels.

        Names that occur on several levels get the level in front, as in `2/red`.
        """
        return self if self._levels is None else Clustering(merge_levels(self._parts())).unique()

    def unique(self) -> Clustering:
        """Without the clusters that are equal to an earlier one of the same level."""
        keep = mark_distinct(self._parts())
        return self if keep.all() else Clustering(take_clusters(self._parts(), keep))

    def without(self, name: object) -> Clustering:
        """Without the cluster of this name (on every level), such as -1 for noise.

        Its nodes stay, in no cluster if they are in no other. Returns itself if there is no such
        cluster.
        """
        names = self.cluster_names()
        keep = np.array([str(cluster) != str(name) for cluster in names])
        if not keep.any():
            raise InputError(f"every cluster is the noise {name!r}: nothing is left to compare")
        if keep.all():
            return self
        return Clustering(take_clusters(replace(self._parts(), names=names), keep))

    def restrict(self, nodes: Iterable[Hashable]) -> Clustering:
        """With the given nodes only. Unknown nodes are ignored, empty clusters dropped."""
        return Clustering(take_nodes(self._parts(), nodes))

    def _parts(self) -> Parts:
        return Parts(
            node_labels=self.node_labels,
            rows=self.rows,
            names=self.names,
            weights=self.weights,
            repeated=self.repeated,
            levels=self._levels,
            multiplicity=self.multiplicity,
            reduction=self.reduction,
        )

    # ---- as other objects ------------------------------------------------------------------------

    def to_sets(self) -> list[set[Any]]:
        """The nodes of each cluster as a set; `accord.as_clustering` takes them back.

        Names, shares, levels, weights and nodes in no cluster are left out.

        >>> Clustering.from_clusters({"red": ["ann", "bob"], "blue": ["eve"]}).to_sets()[1]
        {'eve'}
        """
        return [set(cluster) for cluster in self]

    def to_labels(self, *, noise: Hashable = -1) -> list[Any]:
        """The cluster of each node, in the order of `nodes()`; crisp clusterings only.

        A cluster is given by its name, or by its number if it has none, and a node in no cluster
        has the label `noise`. `Clustering.from_labels` takes the labels back. Shares and weights
        are left out.

        >>> Clustering.from_clusters([[0, 1], [3]], nodes=[2]).to_labels()
        [0, 0, -1, 1]
        """
        need_nodes(self.multiplicity, "the label of each node")
        if self.level_names:
            raise OverlapError(
                f"there are {len(self.level_names)} levels, and a label for each node needs one: "
                "choose one of levels(), or use to_pandas()"
            )
        if not self.is_crisp:
            raise OverlapError(
                f"{self.n_overlapping} nodes are in several clusters, and labels need a crisp "
                "clustering: use to_sets() or to_pandas()"
            )
        names = self.cluster_names()
        cluster = self.cluster_of_node
        if (cluster < 0).any() and (
            noise in names or isinstance(noise, str) != isinstance(names[0], str)
        ):
            raise InputError(
                f"the noise label {noise!r} is the name of a cluster, or of another kind than "
                f"names such as {names[0]!r}: choose another one"
            )
        return [noise if index < 0 else names[index] for index in cluster.tolist()]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with a row for each membership; `accord.as_clustering` takes it back.

        Its columns are node, cluster, and share, level and weight where there are such. A node in
        no cluster has a row without a cluster.
        """
        need_nodes(self.multiplicity, "all memberships")
        alone = np.flatnonzero(self.memberships_of_node == 0).tolist()
        nodes = [*self.rows.members.tolist(), *alone]
        cluster_of = self.rows.row_of_membership().tolist()
        columns: dict[str, Any] = {"node": [self.node_labels[node] for node in nodes]}
        names = {"cluster": self.cluster_names()}
        if self._levels is not None:
            levels = self._levels.of_cluster.tolist()
            names["level"] = [self._levels.names[level] for level in levels]
        for column, of_cluster in names.items():
            values = [*(of_cluster[cluster] for cluster in cluster_of), *[None] * len(alone)]
            columns[column] = np.fromiter(values, object, len(values)) if alone else values
        if self.rows.shares is not None:
            columns["share"] = np.append(self.rows.shares, np.full(len(alone), np.nan))
        if self.weights is not None:
            columns["weight"] = self.weights[nodes]
        integers = [name for name in names if alone and all(map(is_int64, names[name]))]
        return data_frame(columns).astype(dict.fromkeys(integers, "Int64"))

    # ---- as Python objects are -------------------------------------------------------------------

    def __len__(self) -> int:
        """Number of clusters."""
        return self.n_clusters

    def __iter__(self) -> Iterator[list[Any]]:
        """The nodes of each cluster, as `clusters()` has them."""
        return self.clusters()

    def __eq__(self, other: object) -> bool:
        """Equal: the same clusters in the same order over the same nodes, with equal shares, weights, names and levels."""
        if not isinstance(other, Clustering):
            return NotImplemented
        if (
            self.n_nodes != other.n_nodes
            or self.names != other.names
            or self.reduction is not other.reduction
        ):
            return False
        if (self.weights is None) != (other.weights is None):
            return False
        if (self._levels is None) != (other._levels is None) or not (
            self._levels is None or self._levels.same_as(other._levels)
        ):
            return False
        rows, weights = other.rows, other.weights
        if not self.node_labels.same_as(
            other.node_labels
        ):  # the same nodes may be indexed in another order
            new_index = (
                self.node_labels.find(other.node_labels)
                if self.node_labels.kind == other.node_labels.kind
                else None
            )
            if new_index is None or (new_index == NOWHERE).any():
                return False
            rows = rows.relabel(new_index, len(self.node_labels), thread_count())
            weights = None if weights is None else weights[np.argsort(new_index)]
        return self.rows == rows and (weights is None or np.array_equal(self.weights, weights))  # type: ignore[arg-type]

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        return Clustering, (self._parts(),)

    def facts(self) -> dict[str, int | bool]:
        """What there is to say about it in numbers."""
        sizes = (
            self.rows.sizes
            if self.multiplicity is None
            else self.rows.sums(self.multiplicity[self.rows.members])
        )
        return {
            "nodes": self.n_nodes,
            "clusters": self.n_clusters,
            "memberships": self.n_memberships,
            "overlapping_nodes": self.n_overlapping,
            "nodes_in_no_cluster": counted(self.memberships_of_node == 0, self.multiplicity),
            "most_memberships": int(self.memberships_of_node.max()),
            "smallest_cluster": int(sizes.min()),
            "largest_cluster": int(sizes.max()),
            "duplicate_clusters": self.n_duplicates,
            "repeated_memberships": self.repeated,
            "levels": max(1, len(self.level_names)),
            "fuzzy": self.is_fuzzy,
            "weighted": self.weights is not None,
        }

    def summary(self) -> str:
        """A line such as "5 nodes in 2 clusters, crisp"."""
        facts: dict[str, Any] = self.facts() | {"levels": len(self.level_names)}
        for name in ("most_memberships", "smallest_cluster", "largest_cluster"):
            del facts[name]
        return describe_clustering(**facts)

    def __repr__(self) -> str:
        return f"Clustering: {self.summary()}"

    def _repr_html_(self) -> str:
        rows = [[name.replace("_", " "), readable(value)] for name, value in self.facts().items()]
        return Table(["Clustering", ""], rows, right=[1]).to_html()
