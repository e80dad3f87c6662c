"""Kinds of graphs that a function can take in place of a Network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from accord._foundation.network import Network
from accord._io.objects.matrices import is_sparse
from accord._io.tables.origin import comes_from

#: What a function takes: a Network, or a graph or matrix of a library.
GraphKind = Literal["network", "networkx", "igraph", "networkit", "scipy"]

#: How to convert a Network to each kind.
GRAPH_KINDS: dict[str, Callable[[Network], Any]] = {
    "network": lambda network: network,
    "networkx": Network.to_networkx,
    "igraph": Network.to_igraph,
    "networkit": Network.to_networkit,
    "scipy": Network.to_scipy,
}


def graph_kind_of(network: object) -> GraphKind:
    """The kind of an object that was given as a network; "network" for files, tables and pairs."""
    if is_sparse(network):
        return "scipy"
    libraries: tuple[GraphKind, ...] = ("networkx", "igraph", "networkit")
    return next((name for name in libraries if comes_from(network, name, "Graph")), "network")


def graph_kind_of_function(function: Callable[..., Any]) -> GraphKind | None:
    """The kind that a function of a library takes: its own; None for other functions."""
    package = str(getattr(function, "__module__", "")).partition(".")[0]
    libraries: tuple[GraphKind, ...] = ("networkx", "igraph", "networkit")
    return next((name for name in libraries if name == package), None)
