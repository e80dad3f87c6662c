"""The option --nodes."""

from __future__ import annotations

import os

from accord._cli.options.clusterings import FileOptions
from accord._cli.options.group import option
from accord._cli.options.names import NodeBaseName
from accord._foundation.node_base import NODE_POLICIES, NodeBase
from accord.errors import InputError

nodes_option = option(
    "--nodes",
    type=NodeBaseName(),
    metavar="union|intersection|truth|labelled|clustered|equal|FILE",
    help="Which nodes to compare; FILE lists them.",
    section="Nodes and clusters",
)


def is_file_of_nodes(nodes: str | None) -> bool:
    """Return whether --nodes is a file, not a policy."""
    return nodes is not None and nodes not in NODE_POLICIES


def read_node_base(nodes: str | None, files: FileOptions) -> NodeBase:
    """Return the policy that --nodes names, or the nodes in its file."""
    if nodes is None or not is_file_of_nodes(nodes):
        return nodes
    if not os.path.exists(nodes):
        raise InputError(
            f"--nodes {nodes}: there is no such file: give a file, or one of "
            f"{', '.join(NODE_POLICIES)}"
        )
    from accord._io.clusterings.read import read_nodes  # the help reads no files

    return read_nodes(nodes, ids=files.ids)
