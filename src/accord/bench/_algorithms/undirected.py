"""Networks without directions, for algorithms that cannot use them."""

from __future__ import annotations

from accord._foundation.network import Network, pack_edges


def undirected(network: Network) -> Network:
    """The network without directions.

    Two edges in opposite directions become one; weights are added.
    """
    if not network.directed:
        return network
    sources, targets, weights = network.edge_columns()
    return pack_edges(
        network.node_labels, sources, targets, weights, False, "once" if weights is None else "add"
    )
