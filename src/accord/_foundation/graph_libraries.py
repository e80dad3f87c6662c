"""A Network as a graph of networkx, igraph or networkit, or as a matrix of scipy."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import need_package

if TYPE_CHECKING:
    from accord._foundation.network import Network

#: The packages that a network can be converted for, and the extra of accord that installs each.
_EXTRAS = {"networkx": "bench", "igraph": "bench", "networkit": "bench", "scipy": "scipy"}


def to_networkx(network: Network) -> Any:
    """A Graph or DiGraph; weights are the attribute `weight` of edges."""
    networkx = _library("networkx")
    graph = networkx.DiGraph() if network.directed else networkx.Graph()
    labels = list(network.node_labels)
    graph.add_nodes_from(labels)
    sources, targets, weights = network.edge_columns()
    ends = ([labels[node] for node in nodes.tolist()] for nodes in (sources, targets))
    if weights is None:
        graph.add_edges_from(zip(*ends, strict=True))
    else:
        graph.add_weighted_edges_from(zip(*ends, weights.tolist(), strict=True))
    return graph


def to_igraph(network: Network) -> Any:
    """A Graph; weights are the attribute `weight` of edges, node labels `name` of vertices.

    There is no `name` if the labels are 0, 1, 2, … already.
    """
    igraph = _library("igraph")
    sources, targets, weights = network.edge_columns()
    edges = np.column_stack((sources, targets)).astype(np.int64)
    graph = igraph.Graph(network.n_nodes, edges=edges, directed=network.directed)
    if weights is not None:
        graph.es["weight"] = weights.tolist()
    if not _is_numbered(network):
        graph.vs["name"] = list(network.node_labels)
    return graph


def to_networkit(network: Network) -> Any:
    """A Graph with nodes 0, 1, 2, …; other labels are the node attribute `name`."""
    networkit = _library("networkit")
    sources, targets, weights = network.edge_columns()
    ends = sources.astype(np.uint64), targets.astype(np.uint64)
    graph = networkit.GraphFromCoo(
        (np.ones(len(sources)) if weights is None else weights, ends),
        n=network.n_nodes,
        weighted=weights is not None,
        directed=network.directed,
    )
    if not _is_numbered(network):
        labels = list(network.node_labels)
        kind = int if all(isinstance(label, int) and _is_small(label) for label in labels) else str
        names = graph.attachNodeAttribute("name", kind)
        for node, label in enumerate(labels):
            names[node] = kind(label)
    return graph


def to_scipy(network: Network) -> Any:
    """The adjacency matrix in CSR format: entry (i, j) is the weight of the edge from i to j."""
    sparse = _library("scipy.sparse")
    rows = network.rows
    weights = np.ones(len(rows.members)) if rows.shares is None else rows.shares.copy()
    shape = (network.n_nodes, network.n_nodes)
    return sparse.csr_array((weights, rows.members.astype(np.int64), rows.offsets), shape=shape)


def _is_numbered(network: Network) -> bool:
    """Whether the labels are 0, 1, 2, …; integer labels are ascending."""
    labels = network.node_labels
    return labels.kind == "integer" and (labels[0], labels[len(labels) - 1]) == (0, len(labels) - 1)


def _is_small(number: int) -> bool:
    """Whether a number fits into an attribute of networkit, which has 32 bits."""
    return -(2**31) <= number < 2**31


def _library(module: str) -> Any:
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ImportError:
        raise need_package(package, _EXTRAS[package], f"Network.to_{package}") from None
