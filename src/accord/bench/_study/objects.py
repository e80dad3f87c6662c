"""Networks and truths of a study that are given as objects, in place of files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord._foundation.clustering import Clustering
from accord._foundation.labels import Labels
from accord._foundation.network import Network
from accord._foundation.reading import READ_AS_FOUND, Reading
from accord._io.objects.clusterings import convert_input
from accord._io.objects.label_sequences import (
    count_labels,
    from_labels,
    from_series,
    has_index,
    is_flat,
)
from accord._io.objects.networks import as_network
from accord.bench._algorithms.graph_kinds import graph_kind_of
from accord.errors import InputError

_TRUTH = "the truth"  # in messages
#: Settings of how a network is read that apply to objects too.
_OBJECT_SETTINGS = ("directed", "weights", "repeats")


def network_of(value: Any, reading: Mapping[str, Any]) -> Network:
    """A network from any object that `as_network` takes."""
    for key in reading:
        if key not in _OBJECT_SETTINGS:
            raise InputError(f"{key} is for networks that are files: leave it out")
    return as_network(value, **reading)


def truth_of(
    value: Any, given_network: Any, nodes: Labels | None = None, reading: Reading = READ_AS_FOUND
) -> Clustering:
    """A truth from any object that `as_clustering` takes, or a label for each node of a network.

    `given_network` is the network as the user gave it: labels are in the order of its nodes.
    `nodes` are its nodes, if they are known; they tell whether the keys of a mapping are nodes.
    """
    if has_index(value):
        return from_series(value, _TRUTH, reading)
    if isinstance(value, Clustering) or not is_flat(value):
        known = [] if nodes is None else [nodes]
        return convert_input(value, reading, name=_TRUTH, known=known)
    order = _nodes_in_order(given_network)
    if order is None:
        raise InputError(
            "the truth is a list of labels, and the network does not say in which order its nodes "
            "are: give a mapping from node to label"
        )
    n_labels = count_labels(value, _TRUTH)
    if n_labels != len(order):
        raise InputError(
            f"the truth has {n_labels:,} labels and the network {len(order):,} nodes: "
            "give a label for each node, or a mapping from node to label"
        )
    return from_labels(value, _TRUTH, reading, order)


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
