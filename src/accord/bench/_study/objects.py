"""Networks and truths of a study that are given as objects, in place of files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._io.objects.clusterings import as_clustering
from accord._io.objects.label_sequences import is_flat
from accord._io.objects.libraries import estimated_labels, is_estimator
from accord._io.objects.networks import as_network
from accord._io.tables.origin import comes_from
from accord.bench._algorithms.graph_kinds import graph_kind_of
from accord.errors import InputError

#: Settings of how a network is read that apply to objects too.
_OBJECT_SETTINGS = ("directed", "weights", "repeats")


def network_of(value: Any, reading: Mapping[str, Any]) -> Network:
    """A network from any object that `as_network` takes."""
    for key in reading:
        if key not in _OBJECT_SETTINGS:
            raise InputError(
                f"{key} says how a file is read, and the network is none: leave it out"
            )
    return as_network(value, **reading)


def truth_of(value: Any, given_network: Any) -> Clustering:
    """A truth from any object that `as_clustering` takes, or a label for each node of a network.

    `given_network` is the network as the user gave it: labels are in the order of its nodes.
    """
    if isinstance(value, Clustering):
        return value
    if comes_from(value, "pandas", "Series"):
        return Clustering.from_nodes(dict(zip(value.index, value.tolist(), strict=True)))
    if not is_flat(value):
        return as_clustering(value, name="the truth")
    labels = list(estimated_labels(value, "the truth") if is_estimator(value) else value)
    nodes = _nodes_in_order(given_network)
    if nodes is None:
        raise InputError(
            "the truth is a list of labels, and the network does not say in which order its nodes "
            "are: give a mapping from node to label"
        )
    if len(labels) != len(nodes):
        raise InputError(
            f"the truth has {len(labels):,} labels and the network {len(nodes):,} nodes: "
            "give a label for each node, or a mapping from node to label"
        )
    return Clustering.from_nodes(dict(zip(nodes, labels, strict=True)))


def _nodes_in_order(network: Any) -> list[Any] | None:
    """The nodes of a network in the order that a user sees; None if there is no such order."""
    if isinstance(network, Network):
        return network.nodes()
    kind = graph_kind_of(network)
    if kind == "networkx":
        return list(network.nodes)
    if kind == "igraph":
        has_names = "name" in network.vs.attributes()
        return list(network.vs["name"]) if has_names else list(range(network.vcount()))
    if kind in ("networkit", "scipy") or getattr(network, "ndim", 0) == 2:
        return as_network(network).nodes()
    return None
