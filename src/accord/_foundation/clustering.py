"""Clustering: which nodes are in which clusters. Immutable, checked once, packed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.tables import facts_to_html
from accord._foundation import pack_clustering as packing
from accord._foundation.checks import check_lengths, check_shares, counted, need_every_node
from accord._foundation.clustering_facts import clustering_facts, describe_clustering
from accord._foundation.clustering_parts import (
    Parts,
    cluster_numbers,
    mark_distinct,
    merge_levels,
    same_parts,
    take_clusters,
    take_level,
    take_nodes,
    without_numbering,
)
from accord._foundation.columns import make_column
from accord._foundation.conversions import label_of_node, membership_frame
from accord._foundation.labels import Labels
from accord._foundation.noise import NoisePolicy, warn_of_possible_noise
from accord._foundation.rows import Rows
from accord._foundation.side import OwnPairs
from accord._foundation.threads import thread_count
from accord.errors import InputError

if TYPE_CHECKING:
    import pandas
    from numpy.typing import ArrayLike, NDArray

    from accord._foundation.table_reduction import Reduction


class Clustering:
    """A collection of clusters of labelled nodes; a node may be in none, one or many of them.

    Make one with `from_clusters`, `from_nodes`, `from_labels`, `accord.read` or
    `accord.as_clustering`. Iterating over it gives the nodes of each cluster.

    >>> from accord import Clustering
    >>> Clustering.from_clusters([{"ann", "bob"}, {"bob", "eve", "joe"}])
    Clustering: 4 nodes in 2 clusters, 5 memberships, 1 node in several clusters
    """

    #: Labels of the nodes; elsewhere a node is given by its index here.
    node_labels: Labels
    #: The nodes of each cluster, by index.
    rows: Rows
    #: Name of each cluster; None if clusters have no names or are numbered 0, 1, 2, …
    names: tuple[Hashable, ...] | None
    #: Weight of each node; None if all weigh 1.
    weights: NDArray[np.int64] | NDArray[np.float64] | None
    #: Number of memberships that were given more than once, and are counted once.
    repeated: int
    #: How many nodes each node stands for, if a table engine has reduced tables to node types;
    #: None if each node stands for itself.
    multiplicity: NDArray[np.int64] | None
    #: How the tables were reduced to node types; None if they were not.
    reduction: Reduction | None
    #: All of the above and the levels, packed.
    parts: Parts
    #: What is kept for all comparisons with this clustering.
    _own_pairs: OwnPairs

    def __init__(self, parts: Parts) -> None:
        """Make a clustering of packed and checked parts; users call a `from_` method instead."""
        if not isinstance(parts, Parts):
            raise InputError(
                f"a Clustering cannot be made of {type(parts).__name__}: "
                "use Clustering.from_clusters"
            )
        if not len(parts.rows):
            raise InputError("a clustering needs at least one cluster")
        for array in (parts.weights, parts.multiplicity):
            if array is not None:
                array.flags.writeable = False
        parts = replace(parts, names=without_numbering(parts.names, parts.levels))
        attributes = {field.name: getattr(parts, field.name) for field in fields(parts)}
        del attributes["levels"]  # the name of a method
        self.__dict__.update(attributes, parts=parts, _own_pairs=OwnPairs())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Clustering cannot be changed: make a new one to set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Clustering cannot be changed: {name!r} cannot be deleted")

    # ---- constructors ----------------------------------------------------------------------------

    @classmethod
    def from_clusters(
        cls,
        clusters: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
        *,
        nodes: Iterable[Hashable] | None = None,
        weights: Mapping[Any, float] | None = None,
    ) -> Clustering:
        """From the nodes of each cluster, or a mapping from cluster names to nodes.

        A cluster that maps nodes to numbers, as in `{"a": 0.5, "b": 1}`, has those numbers as
        shares in (0, 1]. `nodes` are further nodes, which are in no cluster. `weights` maps every
        node to a positive weight.

        >>> Clustering.from_clusters([{1: 0.5, 2: 1.0}, {1: 0.5, 3: 1.0}])
        Clustering: 3 nodes in 2 clusters, 4 memberships, 1 node in several clusters, with shares
        """
        return cls(packing.pack_clusters(clusters, nodes, weights))

    @classmethod
    def from_nodes(
        cls, clusters_of_node: Mapping[Any, Any], *, weights: Mapping[Any, float] | None = None
    ) -> Clustering:
        """From a mapping from nodes to clusters: one, or a collection of them.

        In `clusters_of_node`, a mapping from clusters to shares may take the place of a collection.
        A node with an empty collection is in no cluster. `weights` are those of nodes.

        >>> Clustering.from_nodes({"ann": "red", "bob": ["red", "blue"]})
        Clustering: 2 nodes in 2 clusters, 3 memberships, 1 node in several clusters
        """
        return cls(packing.pack_nodes(clusters_of_node, weights))

    @classmethod
    def from_labels(
        cls,
        labels: ArrayLike | Sequence[Hashable],
        *,
        nodes: Sequence[Hashable] | NDArray[Any] | None = None,
        noise: object = None,
        noise_policy: NoisePolicy = "unclustered",
        weights: ArrayLike | Mapping[Any, float] | None = None,
    ) -> Clustering:
        """From a cluster label for each node, as clustering algorithms return them.

        Nodes are 0, 1, 2, … unless given: `labels` and `nodes` have the same length, and so have
        `weights`, unless they are a mapping from nodes. `noise` is a label such as -1 that stands
        for no cluster, or NaN if nodes without a label are in no cluster. `noise_policy` says what
        becomes of these nodes: "unclustered" keeps them in no cluster, "drop" leaves them out,
        "alone" makes each a cluster, "cluster" keeps them as one cluster, and "error" raises. With
        `noise=False`, -1 is a label like any other.

        >>> Clustering.from_labels([0, 0, 1, -1], noise=-1)
        Clustering: 4 nodes in 2 clusters, crisp, 1 node in no cluster
        """
        clustering = cls(packing.pack_labels(labels, nodes, noise, noise_policy, weights))
        warn_of_possible_noise(clustering)
        return clustering

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
        """From columns with a row for each membership: its node, cluster, share and level.

        A row without a cluster (None or NaN) is for a node that may be in none. Clusters of the
        same name on two levels are two clusters. `weights` are those of the nodes, the same in all
        rows of a node. Without `shares`, each is 1.
        """
        check_lengths(nodes, clusters=clusters, levels=levels, weights=weights)
        return cls(
            packing.pack_memberships(
                make_column(nodes, "node"),
                make_column(clusters, "cluster"),
                None if shares is None else check_shares(shares, nodes),
                None if levels is None else make_column(levels, "level"),
                None if weights is None else np.asarray(weights),
            )
        )

    @classmethod
    def from_levels(cls, levels: Mapping[Any, Clustering] | Iterable[Clustering]) -> Clustering:
        """From the clusterings of `levels`; a mapping gives their names, else they are 0, 1, 2, …

        >>> fine, coarse = Clustering.from_labels([0, 1, 2]), Clustering.from_labels([0, 0, 1])
        >>> Clustering.from_levels([fine, coarse]).level_names
        (0, 1)
        """
        return cls(packing.stack_levels(levels))

    # ---- properties ------------------------------------------------------------------------------

    @property
    def n_nodes(self) -> int:
        """Number of nodes, including those in no cluster."""
        return len(self.node_labels) if self.multiplicity is None else int(self.multiplicity.sum())

    @property
    def n_clusters(self) -> int:
        """Number of clusters."""
        return len(self.rows)

    @property
    def n_memberships(self) -> int:
        """Number of pairs of a node and a cluster that it is in."""
        if self.multiplicity is None:
            return len(self.rows.members)
        return int(self.multiplicity[self.rows.members].sum())

    @cached_property
    def memberships_of_node(self) -> NDArray[np.uint32]:
        """The number of clusters that each node is in."""
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
        """The names of the levels; empty if there are no levels."""
        levels = self.parts.levels
        return () if levels is None else levels.names

    @property
    def level_of_cluster(self) -> NDArray[np.int64] | None:
        """The index of the level of each cluster; None if there are no levels."""
        levels = self.parts.levels
        return None if levels is None else levels.of_cluster

    def nodes(self) -> list[Any]:
        """The labels of all nodes, in the order of their indices."""
        need_every_node(self.multiplicity, "all nodes")
        return list(self.node_labels)

    def clusters(self) -> Iterator[list[Any]]:
        """The nodes of each cluster, as lists."""
        need_every_node(self.multiplicity, "the nodes of a cluster")
        rows = (self.rows.row(index) for index in range(self.n_clusters))
        return ([self.node_labels[node] for node in row] for row in rows)

    def memberships(self) -> Iterator[tuple[Any, Hashable, float]]:
        """Node, cluster name (or number) and share of every membership; 1 without shares."""
        need_every_node(self.multiplicity, "all memberships")
        names, cluster_of = self.cluster_names(), self.rows.row_of_membership().tolist()
        shares = np.ones(self.n_memberships) if self.rows.shares is None else self.rows.shares
        columns = zip(self.rows.members.tolist(), cluster_of, shares.tolist(), strict=True)
        return ((self.node_labels[node], names[cluster], share) for node, cluster, share in columns)

    def name(self, cluster: int) -> Hashable:
        """The name of a cluster, or its number on its level if clusters have no names."""
        return self.cluster_names()[cluster]

    def cluster_names(self) -> Sequence[Hashable]:
        """The names of all clusters, or their numbers on their levels if they have no names."""
        if self.names is not None:
            return self.names
        return range(self.n_clusters) if self.parts.levels is None else self._numbers

    @cached_property
    def _numbers(self) -> list[int]:
        return cluster_numbers(self.n_clusters, self.parts.levels)

    # ---- other clusterings made from it ----------------------------------------------------------

    def levels(self) -> dict[Hashable, Clustering]:
        """A clustering for each level by name, each on all nodes; empty if there are no levels."""
        levels = ((name, take_level(self.parts, i)) for i, name in enumerate(self.level_names))
        return {name: Clustering(level) for name, level in levels if level is not None}

    def merged(self) -> Clustering:
        """The distinct clusters of all levels, without levels; itself if there are no levels.

        Names that occur on several levels get the level in front, as in `2/red`.
        """
        return self if self.parts.levels is None else Clustering(merge_levels(self.parts)).unique()

    def unique(self) -> Clustering:
        """Without the clusters that are equal to an earlier one of the same level."""
        keep = mark_distinct(self.parts)
        return self if keep.all() else Clustering(take_clusters(self.parts, keep))

    def without(self, name: object) -> Clustering:
        """Without the cluster of this name (on every level), such as -1 for noise.

        Its nodes stay, in no cluster if they are in no other. Returns itself if there is no such
        cluster.
        """
        names = self.cluster_names()
        written = str(name).removesuffix(".0")
        keep = np.array([str(cluster).removesuffix(".0") != written for cluster in names])
        if not keep.any():
            raise InputError(f"every cluster is the noise {name!r}: nothing is left to compare")
        if keep.all():
            return self
        return Clustering(take_clusters(replace(self.parts, names=names), keep))

    def restrict(self, nodes: Iterable[Hashable]) -> Clustering:
        """With the given nodes only. Unknown nodes are ignored, empty clusters dropped."""
        return Clustering(take_nodes(self.parts, nodes))

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
        return label_of_node(self, noise)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with a row for each membership; `accord.as_clustering` takes it back.

        Its columns are node and cluster, and share, level and weight if the clustering has them. A
        node in no cluster has a row without a cluster.
        """
        return membership_frame(self)

    # ---- special methods, and what is shown ------------------------------------------------------

    def __len__(self) -> int:
        """Number of clusters."""
        return self.n_clusters

    def __iter__(self) -> Iterator[list[Any]]:
        """The nodes of each cluster, as `clusters()` returns them."""
        return self.clusters()

    def __eq__(self, other: object) -> bool:
        """Whether both have the same clusters in the same order, over the same nodes.

        Shares, weights, names and levels must be equal, too; the nodes may be indexed differently.
        """
        if not isinstance(other, Clustering):
            return NotImplemented
        return same_parts(self.parts, other.parts)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        return Clustering, (self.parts,)

    def facts(self) -> dict[str, int | bool]:
        """Counts and properties by name, as `accord info` prints them."""
        return clustering_facts(self)

    def summary(self) -> str:
        """A line such as "5 nodes in 2 clusters, crisp"."""
        facts: dict[str, Any] = self.facts() | {"levels": len(self.level_names)}
        for name in ("most_memberships", "smallest_cluster", "largest_cluster"):
            del facts[name]
        return describe_clustering(**facts)

    def __repr__(self) -> str:
        return f"Clustering: {self.summary()}"

    def _repr_html_(self) -> str:
        return facts_to_html("Clustering", self.facts())
