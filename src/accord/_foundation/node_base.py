"""Which nodes are compared: the node base."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from typing import Literal

from accord.errors import unknown

NodePolicy = Literal["union", "intersection", "truth", "labelled", "clustered", "equal"]
#: The policies, and the nodes that each of them compares.
NODE_POLICIES: dict[NodePolicy, str] = {
    "union": "all nodes of both sides",
    "intersection": "the nodes that both sides have",
    "truth": "the nodes of the truth",
    "labelled": "the nodes in a cluster of the truth",
    "clustered": "the nodes in a cluster of both sides",
    "equal": "all nodes; an error if the sides have different ones",
}


@dataclass(frozen=True)
class NodesOf:
    """The nodes of one of several clusterings that are indexed together, for all pairs of them."""

    index: int


#: A policy, the nodes themselves, or None for the default of the metric.
NodeBase = NodePolicy | Collection[Hashable] | NodesOf | None


def check_policy(nodes: NodeBase) -> NodePolicy | None:
    """The node base as the name of a policy; raise if it is something else."""
    if nodes is not None and not isinstance(nodes, str):
        from accord._foundation.checks import every_node_needed  # needs NumPy, policies do not

        raise every_node_needed("a collection of nodes to compare")
    if nodes is not None and nodes not in NODE_POLICIES:
        raise unknown("node base", nodes, NODE_POLICIES)
    return nodes


def leaves_out_unclustered(nodes: object) -> bool:
    """Whether the node base leaves out nodes because they are in no cluster."""
    return isinstance(nodes, str) and nodes in ("labelled", "clustered")


def fixed_base(nodes: NodeBase) -> NodeBase:
    """The node base in a form that can be iterated over more than once."""
    if nodes is None or isinstance(nodes, str) or not isinstance(nodes, Iterable):
        return nodes
    return frozenset(nodes)
