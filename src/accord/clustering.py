"""Clustering: which nodes are in which clusters. Immutable, checked once, packed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.checks import NOISE_POLICIES, Noise, apply_noise, check_shares, is_iterable, weigh
from accord.errors import InputError, unknown
from accord.labels import Labels, label_nodes
from accord.layout import describe, html_table, shown
from accord.rows import NOWHERE, Rows, ShareConflict
from accord.threads import thread_count

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class Clustering:
    """A collection of clusters over labelled nodes; a node may be in none, one or many of them.

    Make one with `from_clusters`, `from_nodes`, `from_labels` or `accord.read`.

    >>> from accord import Clustering
    >>> Clustering.from_clusters([{"ann", "bob"}, {"bob", "eve", "joe"}])
    Clustering: 4 nodes in 2 clusters, 5 memberships, 1 node in several clusters
    """

    #: Labels of the nodes; a node is known by its index here.
    labels: Labels
    #: Nodes of each cluster, by index.
    rows: Rows
    #: Name of each cluster, or None where clusters have no names.
    names: tuple[Hashable, ...] | None
    #: Weight of each node, or None where all weigh 1.
    weights: NDArray[np.int64] | NDArray[np.float64] | None
    #: How many memberships were given more than once, and counted once.
    repeated: int

    def __init__(
        self,
        labels: Labels,
        rows: Rows,
        names: Sequence[Hashable] | None = None,
        weights: NDArray[Any] | None = None,
        repeated: int = 0,
    ) -> None:
        """From parts that are already packed and checked; people use the `from_` methods."""
        if not len(rows):
            raise InputError("a clustering needs at least one cluster")
        if weights is not None:
            weights.flags.writeable = False
        for name, value in (
            ("labels", labels),
            ("rows", rows),
            ("names", None if names is None else tuple(names)),
            ("weights", weights),
            ("repeated", repeated),
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Clustering cannot be changed: make a new one instead of setting {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Clustering cannot be changed: {name!r} stays")

    # ---- ways to make one -------------------------------------------------------------------------------------

    @classmethod
    def from_clusters(
        cls,
        clusters: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
        *,
        nodes: Iterable[Hashable] | None = None,
        weights: Mapping[Any, float] | None = None,
    ) -> Clustering:
        """From the nodes of each cluster: an iterable of iterables, or a mapping from cluster name to nodes.

        A cluster that maps nodes to numbers, as in `{"a": 0.5, "b": 1}`, has those numbers as shares in (0, 1].
        `nodes` names further nodes that are in no cluster; `weights` gives every node a positive weight.

        >>> Clustering.from_clusters([{1: 0.5, 2: 1.0}, {1: 0.5, 3: 1.0}])
        Clustering: 3 nodes in 2 clusters, 4 memberships, 1 node in several clusters, with shares
        """
        if isinstance(clusters, str | bytes) or not isinstance(clusters, Iterable):
            raise InputError(f"clusters are {clusters!r}: expected an iterable of clusters, or a mapping from name to nodes")
        names = list(clusters) if isinstance(clusters, Mapping) else None
        rows = list(clusters.values()) if isinstance(clusters, Mapping) else list(clusters)
        members: list[Hashable] = []
        shares: list[float] = []
        sizes = []
        for index, row in enumerate(rows):
            if not is_iterable(row):
                raise InputError(f"cluster {_name(names, index)} is {row!r}: expected a collection of nodes")
            before = len(members)
            members.extend(row.tolist() if isinstance(row, np.ndarray) else row)
            if len(members) == before:
                raise InputError(f"cluster {_name(names, index)} is empty: leave it out")
            sizes.append(len(members) - before)
            shares.extend(row.values() if isinstance(row, Mapping) else [1.0] * sizes[-1])
        fuzzy = any(isinstance(row, Mapping) for row in rows)
        return cls._pack(sizes, members, names, shares if fuzzy else None, nodes, weights)

    @classmethod
    def from_nodes(cls, clusters_of_node: Mapping[Any, Any], *, weights: Mapping[Any, float] | None = None) -> Clustering:
        """From the cluster of each node, or the several clusters of each: a mapping from node to one or many.

        A mapping in place of the several clusters holds shares. A node with an empty collection is in no cluster.

        >>> Clustering.from_nodes({"ann": "red", "bob": ["red", "blue"]})
        Clustering: 2 nodes in 2 clusters, 3 memberships, 1 node in several clusters
        """
        if not isinstance(clusters_of_node, Mapping):
            raise InputError(f"expected a mapping from node to clusters, not {type(clusters_of_node).__name__}")
        members: dict[Hashable, list[Hashable]] = {}
        shares: dict[Hashable, list[float]] = {}
        for node, clusters in clusters_of_node.items():
            for cluster in clusters if is_iterable(clusters) else (clusters,):
                if not isinstance(cluster, Hashable) or cluster is None or cluster != cluster:
                    raise InputError(f"node {node!r} is in {cluster!r}: a cluster must be hashable, and something")
                members.setdefault(cluster, []).append(node)
                shares.setdefault(cluster, []).append(clusters[cluster] if isinstance(clusters, Mapping) else 1.0)
        if not members:
            raise InputError("no node is in any cluster")
        fuzzy = any(isinstance(clusters, Mapping) for clusters in clusters_of_node.values())
        return cls._pack(
            [len(row) for row in members.values()],
            [node for row in members.values() for node in row],
            list(members),
            [share for row in shares.values() for share in row] if fuzzy else None,
            clusters_of_node,
            weights,
        )

    @classmethod
    def from_labels(
        cls,
        labels: ArrayLike | Sequence[Hashable],
        *,
        nodes: Sequence[Hashable] | NDArray[Any] | None = None,
        noise: object = None,
        noise_policy: Noise = "drop",
        weights: ArrayLike | Mapping[Any, float] | None = None,
    ) -> Clustering:
        """From one cluster label per node, as clustering algorithms return them. Nodes are 0, 1, 2, … unless given.

        Nodes labelled `noise` (such as -1) are dropped, each alone in its own cluster, one cluster together, or an error:
        `noise_policy` is "drop", "alone", "cluster" or "error".

        >>> Clustering.from_labels([0, 0, 1, -1], noise=-1, noise_policy="alone")
        Clustering: 4 nodes in 3 clusters, crisp
        """
        if noise_policy not in NOISE_POLICIES:
            raise unknown("noise policy", noise_policy, NOISE_POLICIES)
        if not is_iterable(labels):
            raise InputError(f"labels are {labels!r}: expected a sequence with one label per node")
        threads = thread_count()
        given = labels if isinstance(labels, np.ndarray | Sequence) else list(labels)  # type: ignore[arg-type]
        if isinstance(given, np.ndarray) and given.ndim != 1:
            raise InputError(f"labels must be a flat sequence, one label per node; these have {given.ndim} dimensions")
        if not len(given):
            raise InputError("there are no labels")
        known = np.arange(len(given)) if nodes is None else nodes
        if len(known) != len(given):
            raise InputError(f"{len(given)} labels for {len(known)} nodes: give one label per node")
        node_labels, index = label_nodes(known, threads)
        if len(node_labels) != len(given):
            raise InputError(f"{len(given) - len(node_labels)} nodes come more than once: give one label per node")
        cluster_labels, label_index = label_nodes(given, threads, "cluster")
        names, cluster_of_node = list(cluster_labels), np.empty(len(given), np.int64)
        cluster_of_node[index] = label_index
        all_weights = None if weights is None else weigh(node_labels, weights, index)
        cluster_of_node, names = apply_noise(cluster_of_node, names, noise, noise_policy)
        if (cluster_of_node < 0).any():
            kept = np.flatnonzero(cluster_of_node >= 0).astype(np.uint32)
            if not len(kept):
                raise InputError(f"every label is the noise label {noise!r}: nothing is left to compare")
            node_labels, cluster_of_node = node_labels.take(kept), cluster_of_node[kept]
            all_weights = None if all_weights is None else all_weights[kept]
        one_each = Rows(np.arange(len(cluster_of_node) + 1), cluster_of_node.astype(np.uint32))
        rows = one_each.transpose(one_each.count_memberships(len(names), threads), threads)
        return cls(node_labels, rows, names, all_weights)

    @classmethod
    def _pack(
        cls,
        sizes: Sequence[int],
        members: Sequence[Hashable],
        names: Sequence[Hashable] | None,
        shares: Sequence[float] | None,
        more_nodes: Iterable[Hashable] | None,
        weights: Mapping[Any, float] | None,
    ) -> Clustering:
        if not members:
            raise InputError("there are no clusters")
        nodes = members if more_nodes is None else [*members, *more_nodes]
        threads = thread_count()
        labels, index = label_nodes(nodes, threads)
        offsets = np.concatenate(([0], np.cumsum(sizes)))
        share_array = None if shares is None else check_shares(shares, members)
        try:
            rows, repeated = Rows.pack(offsets, index[: len(members)], share_array, len(labels), threads)
        except ShareConflict as conflict:
            row, member, share, other = conflict.args
            raise InputError(
                f"cluster {_name(names, row)} has node {labels[member]!r} twice, with shares {share:g} and {other:g}"
            ) from None
        return cls(labels, rows, names, None if weights is None else weigh(labels, weights), repeated)

    # ---- what it is -------------------------------------------------------------------------------------------

    @property
    def n_nodes(self) -> int:
        """Number of nodes, those in no cluster included."""
        return len(self.labels)

    @property
    def n_clusters(self) -> int:
        return len(self.rows)

    @property
    def n_memberships(self) -> int:
        """Number of (node, cluster) incidences."""
        return len(self.rows.members)

    @cached_property
    def memberships_of_node(self) -> NDArray[np.uint32]:
        """In how many clusters each node is."""
        return self.rows.count_memberships(self.n_nodes, thread_count())

    @cached_property
    def n_overlapping(self) -> int:
        """Number of nodes in more than one cluster."""
        return int(np.count_nonzero(self.memberships_of_node > 1))

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

    def nodes(self) -> list[Any]:
        """The labels of all nodes, in the order of their indices."""
        return list(self.labels)

    def clusters(self) -> Iterator[list[Any]]:
        """The nodes of each cluster, one cluster after the other."""
        return ([self.labels[node] for node in self.rows.row(index)] for index in range(self.n_clusters))

    def memberships(self) -> Iterator[tuple[Any, Hashable, float]]:
        """Every membership: the node, the name (or index) of the cluster, and the share, 1 where there are no shares."""
        shares = np.ones(self.n_memberships) if self.rows.shares is None else self.rows.shares
        columns = zip(self.rows.members.tolist(), self.rows.row_of_membership().tolist(), shares.tolist(), strict=True)
        return ((self.labels[node], self.name(cluster), share) for node, cluster, share in columns)

    def name(self, cluster: int) -> Hashable:
        """The name of a cluster, or its index where clusters have no names."""
        return cluster if self.names is None else self.names[cluster]

    # ---- others made from it ----------------------------------------------------------------------------------

    def unique(self) -> Clustering:
        """Without the clusters that are equal to an earlier one."""
        keep = ~self.rows.duplicates(thread_count())
        if keep.all():
            return self
        names = None if self.names is None else [name for name, kept in zip(self.names, keep, strict=True) if kept]
        return Clustering(self.labels, self.rows.take(keep), names, self.weights, self.repeated)

    def restrict(self, nodes: Iterable[Hashable]) -> Clustering:
        """With these nodes only; clusters left without nodes are dropped, and nodes not known here are ignored."""
        found = self.labels.find(nodes)
        kept = np.unique(found[found != NOWHERE])
        new_index = np.full(self.n_nodes, NOWHERE)
        new_index[kept] = np.arange(len(kept), dtype=np.uint32)
        rows = self.rows.relabel(new_index, len(kept), thread_count())
        filled = rows.sizes > 0
        if not filled.any():
            raise InputError("none of these nodes is in any cluster")
        names = None if self.names is None else [name for name, kept_ in zip(self.names, filled, strict=True) if kept_]
        weights = None if self.weights is None else self.weights[kept]
        return Clustering(self.labels.take(kept), rows.take(filled), names, weights)

    # ---- as Python objects are --------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Equal: the same clusters in the same order over the same nodes, with the same shares, weights and names."""
        if not isinstance(other, Clustering):
            return NotImplemented
        if self.n_nodes != other.n_nodes or self.names != other.names:
            return False
        if (self.weights is None) != (other.weights is None):
            return False
        rows, weights = other.rows, other.weights
        if not self.labels.same_as(other.labels):  # the same nodes may be indexed in another order
            new_index = self.labels.find(other.labels) if self.labels.kind == other.labels.kind else None
            if new_index is None or (new_index == NOWHERE).any():
                return False
            rows = rows.relabel(new_index, self.n_nodes, thread_count())
            weights = None if weights is None else weights[np.argsort(new_index)]
        return self.rows == rows and (weights is None or np.array_equal(self.weights, weights))  # type: ignore[arg-type]

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickle, (
            self.labels,
            self.rows.offsets,
            self.rows.members,
            self.rows.shares,
            self.names,
            self.weights,
            self.repeated,
        )

    def facts(self) -> dict[str, int | bool]:
        """What there is to say about it in numbers."""
        return {
            "nodes": self.n_nodes,
            "clusters": self.n_clusters,
            "memberships": self.n_memberships,
            "overlapping_nodes": self.n_overlapping,
            "nodes_in_no_cluster": int(np.count_nonzero(self.memberships_of_node == 0)),
            "most_memberships": int(self.memberships_of_node.max()),
            "smallest_cluster": int(self.rows.sizes.min()),
            "largest_cluster": int(self.rows.sizes.max()),
            "duplicate_clusters": self.n_duplicates,
            "repeated_memberships": self.repeated,
            "fuzzy": self.is_fuzzy,
            "weighted": self.weights is not None,
        }

    def __repr__(self) -> str:
        return "Clustering: " + describe(
            nodes=self.n_nodes,
            clusters=self.n_clusters,
            memberships=self.n_memberships,
            overlapping_nodes=self.n_overlapping,
            duplicate_clusters=self.n_duplicates,
            repeated_memberships=self.repeated,
            fuzzy=self.is_fuzzy,
            weighted=self.weights is not None,
        )

    def _repr_html_(self) -> str:
        rows = [[name.replace("_", " "), shown(value)] for name, value in self.facts().items()]
        return html_table(["Clustering", ""], rows, right=[1])


def _unpickle(
    labels: Labels,
    offsets: NDArray[np.int64],
    members: NDArray[np.uint32],
    shares: NDArray[np.float64] | None,
    names: Sequence[Hashable] | None,
    weights: NDArray[Any] | None,
    repeated: int,
) -> Clustering:
    return Clustering(labels, Rows(offsets, members, shares), names, weights, repeated)


def _name(names: Sequence[Hashable] | None, index: int) -> str:
    return f"{index}" if names is None else repr(names[index])
