"""Network: which nodes are linked with which. Immutable, checked once, packed."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from accord._display.numbers import count, readable
from accord._display.tables import Table
from accord._foundation.arguments import argument
from accord._foundation.checks import GREATEST, SMALLEST, is_iterable
from accord._foundation.columns import RowError, is_missing, make_column
from accord._foundation.facts import describe_network
from accord._foundation.labels import Labels
from accord._foundation.rows import NOWHERE, Rows, ShareConflict
from accord._foundation.threads import thread_count
from accord.errors import InputError, unknown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: What to do with an edge that is given more than once.
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

    #: Labels of the nodes; a node is known by its index here.
    node_labels: Labels
    #: Neighbours of each node, the weights of edges as shares. Edges of an undirected network are
    #: with both of their nodes.
    rows: Rows
    directed: bool
    #: How many edges were given more than once, and are one edge here.
    repeated: int = 0

    # ---- ways to make one ------------------------------------------------------------------------

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
        """From pairs of nodes, or triples with a weight; or, with `targets`, from a column for each end of the edges.

        `nodes` names further nodes, which may have no edge. An edge that comes twice is one edge
        (in an undirected network also where it comes in the other direction): `repeats` is "once",
        "add" to add their weights, or "error".

        >>> Network.from_edges([1, 2, 2], [2, 3, 1], weights=[0.5, 1, 0.5], nodes=[4])
        Network: 4 nodes, 2 edges, weighted, 1 node without edges, 1 repeated edge
        """
        sources: Any = _sized(edges)
        sinks: Any = _sized(targets)
        if sinks is None:
            sources, sinks, own_weights = _columns(sources)
            if own_weights is not None and weights is not None:
                raise InputError(
                    "edges have weights already: give them as triples or as weights, not both"
                )
            weights = weights if own_weights is None else own_weights
        elif not is_iterable(sources) or not is_iterable(sinks) or len(sources) != len(sinks):
            raise InputError("expected as many sources as targets: one of each for every edge")
        n_edges = len(sinks)
        ends = _joined(sources, sinks, list(nodes) if nodes is not None else [])
        column = make_column(ends, "node")
        if (column.index == NOWHERE).any():
            row = int(np.argmax(column.index == NOWHERE))
            if row >= 2 * n_edges:
                raise InputError(
                    f"number {row - 2 * n_edges + 1} of the further nodes is missing: leave it out"
                )
            raise RowError(f"edge {row % n_edges + 1} has no node where one must be", row % n_edges)
        array = None if weights is None else check_weights(_sized(weights), n_edges)
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

    # ---- what it is ------------------------------------------------------------------------------

    @property
    def n_nodes(self) -> int:
        return len(self.node_labels)

    @cached_property
    def n_edges(self) -> int:
        """Number of edges; one of an undirected network counts once."""
        return (
            len(self.rows.members)
            if self.directed
            else (len(self.rows.members) + self.n_loops) // 2
        )

    @cached_property
    def n_loops(self) -> int:
        """Number of edges from a node to itself."""
        return int(np.count_nonzero(self.loops))

    @property
    def is_weighted(self) -> bool:
        return self.rows.shares is not None

    @cached_property
    def incoming(self) -> Rows:
        """The nodes from which edges come, for each node: its neighbours where the network is undirected."""
        if not self.directed:
            return self.rows
        threads = thread_count()
        return self.rows.transpose(self.rows.count_memberships(self.n_nodes, threads), threads)

    @cached_property
    def degrees(self) -> NDArray[np.int64]:
        """Number of edge ends at each node: a loop counts twice, and edges in both directions count."""
        return self.rows.sizes + (self.incoming.sizes if self.directed else (self.loops > 0))

    @cached_property
    def strengths(self) -> NDArray[np.float64]:
        """Sum of the weights of the edge ends at each node."""
        if self.rows.shares is None:
            return self.degrees.astype(np.float64)
        return _sums(self.rows) + (_sums(self.incoming) if self.directed else self.loops)

    @cached_property
    def total_weight(self) -> float:
        """Sum of the weights of all edges; their number where they have none."""
        return float(self.n_edges) if self.rows.shares is None else float(self.strengths.sum() / 2)

    @cached_property
    def loops(self) -> NDArray[np.float64]:
        """The weight of each node's loop, 0 where it has none; 1 where there are no weights."""
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
        """The source, target and weight of every edge, nodes by index; of an undirected one the lower index comes first."""
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
        """The source, target and weight of every edge, 1 where edges have no weights."""
        sources, targets, weights = self.edge_columns()
        weight = np.ones(len(sources)) if weights is None else weights
        columns = zip(sources.tolist(), targets.tolist(), weight.tolist(), strict=True)
        return (
            (self.node_labels[source], self.node_labels[target], weight)
            for source, target, weight in columns
        )

    # ---- as Python objects are -------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Equal: the same edges between the same nodes, with equal weights."""
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
        place = (
            self.node_labels.find(other.node_labels)
            if self.node_labels.kind == other.node_labels.kind
            else None
        )
        if place is None or (place == NOWHERE).any():
            return False
        sources, targets, weights = other.edge_columns()
        return (
            self.rows
            == pack_edges(
                self.node_labels, place[sources], place[targets], weights, self.directed
            ).rows
        )

    __hash__ = None  # type: ignore[assignment]

    def facts(self) -> dict[str, int | float | bool]:
        """What there is to say about it in numbers."""
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
        rows = [[name.replace("_", " "), readable(value)] for name, value in self.facts().items()]
        return Table(["Network", ""], rows, right=[1]).to_html()


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
    """A network from edges between nodes that are known by their indices. Weights are checked already."""
    check_repeats(repeats)
    given = len(sources)
    if repeats == "add":
        sources, targets, weights = _added(sources, targets, weights, directed)
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
        place = np.flatnonzero(same)
        raise RowError(
            f"the edge of {labels[source]!r} and {labels[target]!r} has the weights {weight:g} "
            f"and {other:g}: give it once, or add its weights with {argument('repeats', 'add')}",
            int(place[np.argmax(weights[place] != weights[place[0]])]),
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
    """Raises where edges were given more than once."""
    if repeated:
        raise InputError(
            f"{count(repeated, 'repeated edge')}: give each edge once, or choose other repeats"
        )


# ---- parts of the above --------------------------------------------------------------------------


def _columns(edges: Any) -> tuple[Any, Any, Any]:
    """The two ends of each edge, and the weights where edges are triples."""
    if isinstance(edges, np.ndarray) and edges.ndim == 2 and edges.shape[1] in (2, 3):
        return edges[:, 0], edges[:, 1], edges[:, 2] if edges.shape[1] == 3 else None
    if not is_iterable(edges) or isinstance(edges, np.ndarray):
        raise InputError(
            "expected edges as pairs of nodes, or triples with a weight; or two columns, sources and targets"
        )
    rows = [_sized(row) for row in edges]
    sizes = [len(row) if is_iterable(row) else 0 for row in rows]
    odd = next(
        (place for place, size in enumerate(sizes) if size not in (2, 3) or size != sizes[0]), None
    )
    if odd is not None:
        raise RowError(
            f"edge {odd + 1} is {rows[odd]!r}: expected all edges as pairs of nodes, or all with a weight",
            odd,
        )
    columns = list(zip(*rows, strict=True)) or [(), ()]
    return columns[0], columns[1], columns[2] if len(columns) == 3 else None


def _joined(sources: Any, targets: Any, more: list[Hashable]) -> Any:
    """One column with all of them: of NumPy where all are integers or texts."""
    if isinstance(sources, np.ndarray) and isinstance(targets, np.ndarray):
        parts = [sources, targets, *([np.asarray(more)] if more else [])]
        if len({part.dtype.kind for part in parts}) == 1:
            return np.concatenate(parts)
    return [*_items(sources), *_items(targets), *more]


def _sized(data: Any) -> Any:
    """The same, but what can be gone through only once as a list."""
    return list(data) if is_iterable(data) and not hasattr(data, "__len__") else data


def _items(column: Any) -> list[Any]:
    return column.tolist() if isinstance(column, np.ndarray) else list(column)


def check_weights(weights: ArrayLike, n_edges: int) -> NDArray[np.float64]:
    """The weights of edges as an array: positive numbers, one for each edge."""
    try:
        array = np.array(weights, np.float64)
    except (TypeError, ValueError):
        raise InputError("weights of edges must be positive numbers") from None
    if array.shape != (n_edges,):
        raise InputError(f"there are {array.size} weights for {n_edges} edges")
    bad = out_of_bounds(array)
    if bad.any():
        row = int(np.argmax(bad))
        value = array[row].item()
        what = "has no weight" if is_missing(value) else f"has the weight {value!r}"
        raise RowError(f"edge {row + 1} {what}: {needed_of(value)}", row)
    return array


def out_of_bounds(weights: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of them no edge can have; those that are not numbers too."""
    return ~((weights >= SMALLEST) & (weights <= GREATEST))


def needed_of(weight: float) -> str:
    """What is wrong with the weight of an edge."""
    if 0 < weight < SMALLEST or GREATEST < weight < math.inf:
        return f"weights must be between {SMALLEST} and {GREATEST}: scale them"
    return "weights must be positive numbers" + (
        ": leave edges of weight 0 out" if weight == 0 else ""
    )


def _added(
    sources: NDArray[np.uint32],
    targets: NDArray[np.uint32],
    weights: NDArray[np.float64] | None,
    directed: bool,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float64]]:
    """Each edge once, with the sum of the weights it came with."""
    first, second = (
        (sources, targets)
        if directed
        else (np.minimum(sources, targets), np.maximum(sources, targets))
    )
    keys, place = np.unique(first.astype(np.uint64) << 32 | second, return_inverse=True)
    sums = np.bincount(place.reshape(-1), weights=weights, minlength=len(keys)).astype(np.float64)
    return (keys >> 32).astype(np.uint32), keys.astype(np.uint32), sums


def _sums(rows: Rows) -> NDArray[np.float64]:
    assert rows.shares is not None
    return rows.sums(rows.shares)
