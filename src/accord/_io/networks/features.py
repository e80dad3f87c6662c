"""What a network may have that not every format can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord._foundation.network import Network

#: What messages call each feature.
FEATURES: Mapping[str, str] = {
    "directed": "directed edges",
    "undirected": "undirected edges",
    "weights": "weights of edges",
    "lone nodes": "nodes without edges",
    "loops": "edges from a node to itself",
}


def features_of(network: Network) -> Iterator[str]:
    """The features of a network."""
    yield "directed" if network.directed else "undirected"
    if network.is_weighted:
        yield "weights"
    if (network.degrees == 0).any():
        yield "lone nodes"
    if network.n_loops:
        yield "loops"
