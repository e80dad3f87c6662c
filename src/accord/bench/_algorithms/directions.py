"""Networks for algorithms that know of no directions."""

from __future__ import annotations

from accord._foundation.network import Network, pack_edges


def undirected(network: Network) -> Network:
    """Without directions: edges that go both ways become one, with the sum of their weights if they have weights."""
    if not network.directed:
        return network
    sources, targets, weights = network.edge_columns()
    return pack_edges(
        network.node_labels, sources, targets, weights, False, "once" if weights is None else "add"
    )
