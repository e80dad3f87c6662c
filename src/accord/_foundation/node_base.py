"""Which nodes are compared: the node base."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from typing import Literal

from accord._foundation.checks import every_node_needed
from accord.errors import unknown

NodePolicy = Literal["union", "intersection", "truth", "equal"]
NODE_POLICIES: tuple[NodePolicy, ...] = ("union", "intersection", "truth", "equal")


@dataclass(frozen=True)
class NodesOf:
    """The nodes of one of several clusterings that are indexed together, for all pairs of them."""

    index: int


#: A policy, the nodes themselves, or None for the default of the metric.
NodeBase = NodePolicy | Collection[Hashable] | NodesOf | None


def check_policy(nodes: NodeBase) -> NodePolicy | None:
    """The node base as the name of a policy; raise if it is something else."""
    if nodes is not None and not isinstance(nodes, str):
        raise every_node_needed("a collection of nodes to compare")
    if nodes is not None and nodes not in NODE_POLICIES:
        raise unknown("node base", nodes, NODE_POLICIES)
    return nodes


def fixed_base(nodes: NodeBase) -> NodeBase:
    """The node base in a form that can be iterated over more than once."""
    if nodes is None or isinstance(nodes, str) or not isinstance(nodes, Iterable):
        return nodes
    return frozenset(nodes)
