"""Network: which nodes are linked with which. Immutable, checked once, packed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from accord._display.numbers import count
from accord._display.tables import facts_to_html
from accord._foundation import graph_libraries
from accord._foundation.arguments import argument
from accord._foundation.checks import is_iterable
from accord._foundation.clustering_facts import describe_network
from accord._foundation.columns import RowError, make_column
from accord._foundation.edges import check_edge_weights, joined, sized, split_edges
from accord._foundation.labels import Labels
from accord._foundation.rows import NOWHERE, Rows, ShareConflict
from accord._foundation.threads import thread_count
from accord.errors import InputError, unknown

if TYPE_CHECKING:
    import igraph
    import networkx
    import scipy.sparse
    from numpy.typing import ArrayLike, NDArray

#: How to treat repeated edges.
Repeats = Literal["once", "add", "error"]
REPEATS: tuple[Repeats, ...] = ("once", "add", "error")


@dataclass(frozen=True, eq=False, repr=False)
class Network:
    """Nodes and the edges between them, weighted or not, directed or not.

    Make one with `from_edges`, `accord.read_network` or `accord.as_network`.

    >>> from accord import Network
    >>> Network.from_edges([("ann", "bob"), ("bob", "eve"), ("eve", "ann")])
    Network: 3 nodes, 3 edges
    """

    #: Labels of the nodes; elsewhere a node is given by its index here.
    node_labels: Labels
    #: The neighbours of each node, with weights of edges as shares. An undirected edge is in the
    #: rows of both of its nodes.
    rows: Rows
    directed: bool
    #: Number of repeated edges, which are one edge here.
    repeated: int = 0

    # ---- constructor -----------------------------------------------------------------------------

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[Iterable[Any]] | Iterable[Hashable] | NDArray[Any],
        targets: Iterable[Hashable] | NDArray[Any] | None = None,
        *,
        weights: ArrayLike | None = None,
        nodes: Iterable[Hashable] | None = None,
        directed: bool = False,
        repeats: Repeats = "once",
    ) -> Network:
        """From pairs of nodes, or triples with a weight.

        With `targets`, the two arguments are columns with the source and the target of each edge.
        `nodes` are further nodes, which may have no edge. With `directed`, edges go from their
        first node to their second. `repeats` says how to treat repeated edges (in an undirected
        network also those given in the other direction): "once" keeps one, "add" adds their
        weights, and "error" raises.

        >>> Network.from_edges([1, 2, 2], [2, 3, 1], weights=[0.5, 1, 0.5], nodes=[4])
        Network: 4 nodes, 2 edges, weighted, 1 node without edges, 1 repeated edge
        """
        sources: Any = sized(edges)
        sinks: Any = sized(targets)
        if sinks is None:
            sources, sinks, third = split_edges(sources)
            if third is not None and weights is not None:
                raise InputError(
                    "edges have weights already: give them as triples or as weights, not both"
                )
            weights = weights if third is None else third
        elif not is_iterable(sources) or not is_iterable(sinks) or len(sources) != len(sinks):
            raise InputError("expected as many sources as targets: one of each for every edge")
        n_edges = len(sinks)
        ends = joined(sources, sinks, list(nodes) if nodes is not None else [])
        column = make_column(ends, "node")
        if (column.index == NOWHERE).any():
            row = int(np.argmax(column.index == NOWHERE))
            if row >= 2 * n_edges:
                raise InputError(
                    f"number {row - 2 * n_edges + 1} of the further nodes is missing: leave it out"
                )
            raise RowError(f"edge {row % n_edges + 1} lacks a node: leave it out", row % n_edges)
        array = None if weights is None else check_edge_weights(sized(weights), n_edges)
        if not len(column.labels):
            raise InputError("a network needs at least one node")
        return pack_edges(
            column.labels,
            column.index[:n_edges],
            column.index[n_edges : 2 * n_edges],
            array,
            directed,
            repeats,
        )

    # ---- properties ------------------------------------------------------------------------------

    @property
    def n_nodes(self) -> int:
        """Number of nodes, including those without edges."""
        return len(self.node_labels)

    @cached_property
    def n_edges(self) -> int:
        """Number of edges; an undirected edge counts once."""
        ends = len(self.rows.members)
        return ends if self.directed else (ends + self.n_loops) // 2

    @cached_property
    def n_loops(self) -> int:
        """Number of edges from a node to itself."""
        return int(np.count_nonzero(self.loops))

    @property
    def is_weighted(self) -> bool:
        """Whether edges have weights."""
        return self.rows.shares is not None

    @cached_property
    def incoming(self) -> Rows:
        """The nodes with an edge to each node; its neighbours if the network is undirected."""
        if not self.directed:
            return self.rows
        threads = thread_count()
        return self.rows.transpose(self.rows.count_memberships(self.n_nodes, threads), threads)

    @cached_property
    def degrees(self) -> NDArray[np.int64]:
        """Number of edge ends at each node, in both directions; a loop counts twice."""
        return self.rows.sizes + (self.incoming.sizes if self.directed else (self.loops > 0))

    @cached_property
    def strengths(self) -> NDArray[np.float64]:
        """Sum of the weights of the edge ends at each node."""
        if self.rows.shares is None:
            return self.degrees.astype(np.float64)
        return _sums(self.rows) + (_sums(self.incoming) if self.directed else self.loops)

    @cached_property
    def total_weight(self) -> float:
        """Sum of the weights of all edges; their number if they have none."""
        return float(self.n_edges) if self.rows.shares is None else float(self.strengths.sum() / 2)

    @cached_property
    def loops(self) -> NDArray[np.float64]:
        """The weight of the loop of each node, 0 for none; 1 without weights."""
        is_loop = self.rows.members == self.rows.row_of_membership()
        loops = np.zeros(self.n_nodes)
        loops[self.rows.members[is_loop]] = (
            1 if self.rows.shares is None else self.rows.shares[is_loop]
        )
        return loops

    def nodes(self) -> list[Any]:
        """The labels of all nodes, in the order of their indices."""
        return list(self.node_labels)

    def edge_columns(
        self,
    ) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float64] | None]:
        """Source, target and weight of every edge; nodes by index, undirected edges lower first."""
        sources = self.rows.row_of_membership().astype(np.uint32)
        if self.directed:
            return sources, self.rows.members, self.rows.shares
        once = sources <= self.rows.members
        return (
            sources[once],
            self.rows.members[once],
            None if self.rows.shares is None else self.rows.shares[once],
        )

    def edges(self) -> Iterator[tuple[Any, Any, float]]:
        """Source, target and weight of every edge; 1 without weights."""
        sources, targets, weights = self.edge_columns()
        weight = np.ones(len(sources)) if weights is None else weights
        columns = zip(sources.tolist(), targets.tolist(), weight.tolist(), strict=True)
        return (
            (self.node_labels[source], self.node_labels[target], weight)
            for source, target, weight in columns
        )

    # ---- for other libraries ---------------------------------------------------------------------

    def to_networkx(self) -> networkx.Graph:
        """A Graph or DiGraph of networkx; weights are the attribute `weight` of edges.

        >>> Network.from_edges([("ann", "bob", 2)]).to_networkx().edges["ann", "bob"]
        {'weight': 2.0}
        """
        return graph_libraries.to_networkx(self)

    def to_igraph(self) -> igraph.Graph:
        """A Graph of igraph; weights are the attribute `weight` of edges.

        Node labels are the attribute `name` of vertices, unless they are 0, 1, 2, … already.
        """
        return graph_libraries.to_igraph(self)

    def to_networkit(self) -> Any:
        """A Graph of networkit, whose nodes are always 0, 1, 2, …

        Other node labels are its node attribute `name`: of type int if they are integers of at most
        32 bits, and else of type str.
        """
        return graph_libraries.to_networkit(self)

    def to_scipy(self) -> scipy.sparse.csr_array:
        """The adjacency matrix, sparse: entry (i, j) is the weight of the edge from i to j.

        Rows and columns are in the order of `nodes()`; an edge without weights is 1. The matrix of
        an undirected network is symmetric.
        """
        return graph_libraries.to_scipy(self)

    # ---- special methods, and what is shown ------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Whether both have the same edges between the same nodes, with equal weights."""
        if not isinstance(other, Network):
            return NotImplemented
        if (self.n_nodes, self.directed, self.is_weighted) != (
            other.n_nodes,
            other.directed,
            other.is_weighted,
        ):
            return False
        if self.node_labels.same_as(other.node_labels):
            return self.rows == other.rows
        if self.node_labels.kind != other.node_labels.kind:
            return False
        index = self.node_labels.find(other.node_labels)
        if (index == NOWHERE).any():
            return False
        sources, targets, weights = other.edge_columns()
        ends = index[sources], index[targets]
        return self.rows == pack_edges(self.node_labels, *ends, weights, self.directed).rows

    __hash__ = None  # type: ignore[assignment]

    def facts(self) -> dict[str, int | float | bool]:
        """Counts and properties by name, as `accord info` prints them."""
        return {
            "nodes": self.n_nodes,
            "edges": self.n_edges,
            "directed": self.directed,
            "weighted": self.is_weighted,
            "mean_degree": 2 * self.n_edges / self.n_nodes,
            "most_degree": int(self.degrees.max()),
            "nodes_without_edges": int(np.count_nonzero(self.degrees == 0)),
            "loops": self.n_loops,
            "repeated_edges": self.repeated,
        }

    def summary(self) -> str:
        """A line such as "34 nodes, 78 edges, weighted"."""
        return describe_network(self.facts())

    def __repr__(self) -> str:
        return f"Network: {self.summary()}"

    def _repr_html_(self) -> str:
        return facts_to_html("Network", self.facts())


def pack_edges(
    labels: Labels,
    sources: NDArray[np.uint32],
    targets: NDArray[np.uint32],
    weights: NDArray[np.float64] | None,
    directed: bool,
    repeats: Repeats = "once",
    *,
    threads: int | None = None,
) -> Network:
    """Make a network from edges between nodes given by index, with checked weights."""
    check_repeats(repeats)
    given = len(sources)
    if repeats == "add":
        sources, targets, weights = _add_repeats(sources, targets, weights, directed)
    try:
        rows = Rows.adjacent(
            sources, targets, weights, len(labels), directed, thread_count(threads)
        )
    except ShareConflict as conflict:
        source, target, weight, other = conflict.args
        assert weights is not None
        same = ((sources == source) & (targets == target)) | (
            (sources == target) & (targets == source) & (not directed)
        )
        rows_of_edge = np.flatnonzero(same)
        raise RowError(
            f"the edge of {labels[source]!r} and {labels[target]!r} has the weights {weight:g} "
            f"and {other:g}: give it once, or add its weights with {argument('repeats', 'add')}",
            int(rows_of_edge[np.argmax(weights[rows_of_edge] != weights[rows_of_edge[0]])]),
        ) from None
    network = Network(labels, rows, directed)
    repeated = given - network.n_edges
    if repeats == "error":
        refuse_repeats(repeated)
    return Network(labels, rows, directed, repeated)


def check_repeats(repeats: str) -> None:
    """Raise UnknownNameError if `repeats` is not a way to treat repeated edges."""
    if repeats not in REPEATS:
        raise unknown("way to treat repeated edges", repeats, REPEATS)


def refuse_repeats(repeated: int) -> None:
    """Raise InputError if there are repeated edges."""
    if repeated:
        raise InputError(
            f"{count(repeated, 'repeated edge')}: give each edge once, or change "
            f"{argument('repeats')}"
        )


def _add_repeats(
    sources: NDArray[np.uint32],
    targets: NDArray[np.uint32],
    weights: NDArray[np.float64] | None,
    directed: bool,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float64]]:
    """Each edge once, with the sum of its weights; an edge without weights counts 1."""
    first, second = (
        (sources, targets)
        if directed
        else (np.minimum(sources, targets), np.maximum(sources, targets))
    )
    keys, index = np.unique(first.astype(np.uint64) << 32 | second, return_inverse=True)
    sums = np.bincount(index.reshape(-1), weights=weights, minlength=len(keys)).astype(np.float64)
    return (keys >> 32).astype(np.uint32), keys.astype(np.uint32), sums


def _sums(rows: Rows) -> NDArray[np.float64]:
    assert rows.shares is not None
    return rows.sums(rows.shares)
