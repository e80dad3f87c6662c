"""Networks from files, tables, matrices, mappings, pairs, and graphs of libraries."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.checks import is_iterable
from accord._foundation.columns import RowError
from accord._foundation.edges import check_edge_weights, out_of_bounds, weight_rule
from accord._foundation.labels import IntegerLabels, Labels, label_nodes
from accord._foundation.network import (
    Network,
    Repeats,
    check_repeats,
    pack_edges,
    refuse_repeats,
)
from accord._foundation.rows import NOWHERE, Rows
from accord._foundation.threads import thread_count
from accord._io.networks.read import read_network
from accord._io.objects.libraries import vertex_names
from accord._io.objects.matrices import is_sparse, sparse_entries
from accord._io.objects.numbered_nodes import label_unique
from accord._io.tables.edges import from_edge_table
from accord._io.tables.origin import comes_from
from accord._io.tables.table import is_table
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._foundation.types import NetworkLike


@dataclass(frozen=True)
class _Options:
    """The arguments of `as_network` besides the data."""

    directed: bool | None
    weights: bool | str | None
    repeats: Repeats
    threads: int

    @property
    def weight_attribute(self) -> str:
        """The name of the attribute of edges with their weights."""
        return self.weights if isinstance(self.weights, str) else "weight"


def as_network(
    data: NetworkLike,
    *,
    directed: bool | None = None,
    weights: bool | str | None = None,
    repeats: Repeats = "once",
    threads: int | None = None,
) -> Network:
    """Make a Network from a file, a table, a matrix, pairs of nodes, or a graph of a library.

    `data` is a path, a table of edges, an adjacency matrix, a mapping from each node to its
    neighbours (perhaps with weights), an iterable of pairs of nodes or of triples with a weight, or
    a graph of networkx, igraph or networkit.

    - `directed`: by default as the data says; a matrix or a mapping is undirected if it is
      symmetric, pairs and tables are undirected.
    - `weights`: False to ignore them, True to require them, or the name of their attribute or
      column; by default "weight" if there is one. If some edges of a graph have a weight, those
      without one weigh 1.
    - `repeats`: how to treat repeated edges: "once" (the default), "add" to add their weights, or
      "error".

    >>> import accord
    >>> accord.as_network([("ann", "bob"), ("bob", "eve")])
    Network: 3 nodes, 2 edges
    """
    check_repeats(repeats)
    workers = thread_count(threads)
    options = _Options(directed, weights, repeats, workers)
    if isinstance(data, Network):
        if repeats == "error":
            refuse_repeats(data.repeated)
        network = _apply_weights_option(data, weights)
        if directed not in (None, network.directed):
            return _pack(network.node_labels, *network.edge_columns(), network.directed, options)
        return network
    if isinstance(data, str | os.PathLike):
        return read_network(
            data, directed=directed, weights=weights, repeats=repeats, threads=workers
        )
    if is_table(data):
        return from_edge_table(
            data, "the table", directed=directed, weights=weights, repeats=repeats, threads=workers
        )
    if is_sparse(data):
        return _from_matrix(data, options)
    for package, reader in _READERS:
        if comes_from(data, package, "Graph"):
            return reader(data, options)
    if isinstance(data, np.ndarray) and data.ndim == 2 and data.shape[0] == data.shape[1]:
        if len(data) in (2, 3):
            raise InputError(
                f"an array of {len(data)} x {len(data)} may be a matrix or a list of edges: "
                "give a scipy.sparse matrix, or use Network.from_edges"
            )
        return _from_matrix(data, options)
    if isinstance(data, Mapping):
        return _from_adjacency(data, options)
    if not isinstance(data, Iterable):
        raise InputError(
            f"{type(data).__name__} is not a network: expected a file, pairs of nodes, "
            "a mapping from nodes to their neighbours, a table with the columns source and target, "
            "a matrix, or a graph of networkx, igraph or networkit"
        )
    return _apply_weights_option(
        Network.from_edges(data, directed=bool(directed), repeats=repeats), weights
    )


def _apply_weights_option(network: Network, weights: bool | str | None) -> Network:
    if weights and not network.is_weighted:
        raise InputError("the edges have no weights")
    if isinstance(weights, str):
        raise InputError("the edges have weights without a name: give True or False")
    if weights is False and network.is_weighted:
        return replace(network, rows=Rows(network.rows.offsets, network.rows.members, None))
    return network


# ---- matrices ------------------------------------------------------------------------------------


def _from_matrix(matrix: Any, options: _Options) -> Network:
    """From an adjacency matrix: entry (i, j) is the weight of the edge from i to j, 0 for none."""
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        shape = " x ".join(map(str, matrix.shape))
        raise InputError(f"a matrix of {shape}: expected as many rows as columns, a node each")
    if matrix.dtype.kind not in "biuf":
        raise InputError(f"a matrix of {matrix.dtype}: expected numbers, the weights of edges")
    if is_sparse(matrix):
        source, target, values = sparse_entries(matrix)
    else:
        source, target = np.nonzero(matrix)
        values = np.asarray(matrix)[source, target]
    entries = source.astype(np.uint32), target.astype(np.uint32), values.astype(np.float64)
    bad = out_of_bounds(entries[2])
    if bad.any():
        first = int(np.flatnonzero(bad)[0])
        raise InputError(
            f"the matrix has {values[first]:g} in row {source[first]}, column {target[first]} "
            f"(counted from 0): {weight_rule(float(values[first]))}"
        )
    symmetric = _is_symmetric(*entries)
    if symmetric and not options.directed:
        upper = entries[0] <= entries[1]
        entries = entries[0][upper], entries[1][upper], entries[2][upper]
    plain = options.weights is False or (options.weights is None and bool((entries[2] == 1).all()))
    labels = _numbers(matrix.shape[0])
    return _pack(
        labels,
        *entries[:2],
        None if plain else entries[2],
        not symmetric or bool(options.directed),
        options,
    )


def _is_symmetric(source: NDArray[Any], target: NDArray[Any], values: NDArray[Any]) -> bool:
    order, other = np.lexsort((target, source)), np.lexsort((source, target))
    return (
        np.array_equal(source[order], target[other])
        and np.array_equal(target[order], source[other])
        and np.array_equal(values[order], values[other])
    )


# ---- mappings ------------------------------------------------------------------------------------


def _from_adjacency(neighbours: Mapping[Any, Any], options: _Options) -> Network:
    """From a mapping of each node to its neighbours, or to a mapping of these to their weights.

    Every neighbour must be a key itself: else it may be a mapping of clusters.
    """
    if not neighbours:
        raise InputError("an empty mapping is not a network")
    labels, index = label_nodes(list(neighbours), options.threads)
    index_of = dict(zip(neighbours, index.tolist(), strict=True))
    sources, targets, weights = [], [], []
    for node, adjacent in neighbours.items():
        if not is_iterable(adjacent):
            raise InputError(
                f"the mapping has {adjacent!r} for {node!r}: a network maps each node to the "
                "collection of its neighbours"
            )
        for neighbour in adjacent:
            if neighbour not in index_of:
                raise InputError(
                    f"the mapping has {neighbour!r} among the neighbours of {node!r}, but not as a "
                    "node of its own: is it a clustering?"
                )
            sources.append(index_of[node])
            targets.append(index_of[neighbour])
            weights.append(_adjacent_weight(adjacent, neighbour, options))
    ends = np.array(sources, np.uint32), np.array(targets, np.uint32)
    given = _attribute(weights, options.weight_attribute, options.weights)
    symmetric = _is_symmetric(*ends, np.ones(len(weights)) if given is None else given)
    if not symmetric and options.directed is None:
        raise InputError(
            "the mapping has edges in one direction only: "
            f"say {argument('directed', True)} or {argument('directed', False)}"
        )
    if symmetric and not options.directed:
        upper = ends[0] <= ends[1]
        ends = ends[0][upper], ends[1][upper]
        given = None if given is None else given[upper]
    return _pack(labels, *ends, given, bool(options.directed), options)


def _adjacent_weight(adjacent: Any, neighbour: Any, options: _Options) -> Any:
    """The weight of an edge: a number, or an attribute as in a dict of dicts; None if none."""
    value = adjacent[neighbour] if isinstance(adjacent, Mapping) else None
    return value.get(options.weight_attribute) if isinstance(value, Mapping) else value


# ---- graphs of libraries -------------------------------------------------------------------------


def _from_networkx(graph: Any, options: _Options) -> Network:
    """Weights are the attribute "weight" of edges; parallel edges are repeated edges."""
    name = options.weight_attribute
    labels, index = label_nodes(list(graph.nodes), options.threads)
    index_of = dict(zip(graph.nodes, index.tolist(), strict=True))
    edges = list(graph.edges(data=name))
    sources = np.fromiter((index_of[edge[0]] for edge in edges), np.uint32, len(edges))
    targets = np.fromiter((index_of[edge[1]] for edge in edges), np.uint32, len(edges))
    given = _attribute([edge[2] for edge in edges], name, options.weights)
    return _pack(labels, sources, targets, given, graph.is_directed(), options)


def _from_igraph(graph: Any, options: _Options) -> Network:
    """Nodes are called by their attribute "name" or else by numbers; weights are "weight".

    A graph made from one of networkx has its nodes.
    """
    name, node_names = options.weight_attribute, vertex_names(graph)
    labels, index = (
        (_numbers(graph.vcount()), None)
        if node_names is None
        else label_unique(node_names, options.threads)
    )
    ends = np.array(graph.get_edgelist(), np.uint32).reshape(-1, 2)
    if index is not None:
        ends = index[ends]
    given = _attribute(
        graph.es[name] if name in graph.es.attributes() else [None] * len(ends),
        name,
        options.weights,
    )
    return _pack(
        labels,
        ends[:, 0].copy(),
        ends[:, 1].copy(),
        given,
        graph.is_directed(),
        options,
    )


def _from_networkit(graph: Any, options: _Options) -> Network:
    """Nodes are called by their node attribute "name" or else by their numbers."""
    if isinstance(options.weights, str):
        raise InputError("graphs of networkit have weights without a name: give True or False")
    weighted = graph.isWeighted() and options.weights is not False
    if options.weights and not weighted:
        raise InputError("the edges have no weights")
    nodes = np.fromiter(graph.iterNodes(), np.int64, graph.numberOfNodes())
    numbers, names = IntegerLabels(nodes), _networkit_names(graph)
    labels, place = (
        (numbers, None)
        if names is None
        else label_unique([names[node] for node in nodes.tolist()], options.threads)
    )
    rows = graph.iterEdgesWeights() if weighted else graph.iterEdges()
    columns = np.array(list(rows), np.float64 if weighted else np.int64).reshape(
        -1, 3 if weighted else 2
    )
    ends = columns[:, :2].astype(np.int64)
    given = _checked(columns[:, 2]) if weighted else None
    index = numbers.find(ends.ravel()).reshape(-1, 2)
    if place is not None:
        index = place[index]
    return _pack(
        labels,
        index[:, 0].copy(),
        index[:, 1].copy(),
        given,
        graph.isDirected(),
        options,
    )


def _networkit_names(graph: Any) -> Any:
    """The node attribute "name" of a graph of networkit; None if there is none."""
    for kind in (str, int):
        try:
            return graph.getNodeAttribute("name", kind)
        except RuntimeError:  # there is no such attribute, or it has another type
            continue
    return None


_READERS: tuple[tuple[str, Callable[[Any, _Options], Network]], ...] = (
    ("networkx", _from_networkx),
    ("igraph", _from_igraph),
    ("networkit", _from_networkit),
)


def _numbers(n_nodes: int) -> Labels:
    if n_nodes >= NOWHERE:
        raise InputError(
            f"there are {n_nodes:,} nodes, more than the {int(NOWHERE) - 1:,} that a network "
            "can have"
        )
    return IntegerLabels(np.arange(n_nodes))


def _attribute(
    values: list[Any], name: str, weights: bool | str | None
) -> NDArray[np.float64] | None:
    """The weights of edges, 1 for those without one; None if no edge has one."""
    if weights is False:
        return None
    if all(value is None for value in values):
        if weights:
            raise InputError(f"the edges have no attribute {name!r} with their weights")
        return None
    return _checked([1.0 if value is None else value for value in values])


def _checked(values: Any) -> NDArray[np.float64]:
    return check_edge_weights(values, len(values))


def _pack(
    labels: Labels,
    sources: NDArray[np.uint32],
    targets: NDArray[np.uint32],
    weights: NDArray[np.float64] | None,
    is_directed: bool,
    options: _Options,
) -> Network:
    """Make the network, directed as requested: then an undirected edge goes both ways."""
    if not len(labels):
        raise InputError("a network needs at least one node")
    directed = is_directed if options.directed is None else options.directed
    if directed and not is_directed:
        back = sources != targets
        sources, targets = np.append(sources, targets[back]), np.append(targets, sources[back])
        weights = None if weights is None else np.append(weights, weights[back])
    try:
        return pack_edges(
            labels, sources, targets, weights, directed, options.repeats, threads=options.threads
        )
    except RowError as error:
        raise InputError(str(error)) from None
