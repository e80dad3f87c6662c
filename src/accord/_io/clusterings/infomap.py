"""Infomap's results: a tree of modules, whose depths are levels, and a flat list.

    # path flow name node_id
    1:1:1 0.25 "ann" 1
    1:1:2 0.25 "bob" 2
    1:2:1 0.25 "eve" 3

A node at the path 1:2:1 is in the module 1 of the first level and in the module 1:2 of the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from accord._display.names import shortened
from accord._foundation.clustering import Clustering
from accord._foundation.columns import Column, make_column
from accord._foundation.labels import IntegerLabels, TextLabels
from accord._foundation.pack_clustering import pack_memberships
from accord._io.clusterings.membership_layout import MembershipLayout
from accord._io.clusterings.text_memberships import read_table
from accord._io.files.delimited import split_fields
from accord._io.files.label_words import ids_header
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.files.text import Layout, locate_row, read_columns
from accord.errors import FormatError, InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Modules that contain each other; a node is in one of them on each level.
_MAX_DEPTH = 100
#: Names of columns in older versions of Infomap.
_COLUMNS = {"physicalId": "node_id", "node": "node_id", "cluster": "module"}


def is_tree(preview: Preview) -> bool:
    """Whether it begins with a path, a flow and a name."""
    return preview.first_matches(rb'\d+(:\d+)+\s+\S+\s+"')


def is_flat(preview: Preview) -> bool:
    """Whether a comment names the columns of nodes and modules."""
    return preview.comments_match(rb"^#.*\bnode_id\b.*\bmodule\b|^#.*\bmodule\b.*\bnode_id\b")


def read_tree(source: Source, options: ReadOptions) -> Clustering:
    """Read a tree of modules, with a level for each depth.

    A node at a lesser depth stays in its deepest module on the further levels.
    """
    names, count = _columns(source, ["path", "flow", "name", "node_id"])
    fields = {"path": "text", "name": "text", "node_id": "integer"}
    layout = Layout(
        tuple(fields.get(name, "skip") for name in names[:count]),
        " ",
        True,
        source.start,
        _end_of_tree(source),
    )
    if not {"path", "name", "node_id"} <= set(names[:count]):
        raise FormatError(
            f"expected the columns path, flow, name and node_id, and found {count}",
            source.name,
            1,
            1,
        )
    columns = dict(zip(names, read_columns(source, options, layout), strict=False))
    path: Column = columns["path"]
    if not len(path.index):
        raise FormatError(
            "there are no nodes in it: expected a path, a flow, a name and an id in each line",
            source.name,
        )
    for place, text in enumerate(path.labels):
        if not re.fullmatch(r"[0-9]+(:[0-9]+)+", text) or text.count(":") > _MAX_DEPTH:
            row = int(np.argmax(path.index == place))
            wrong = f"{shortened(text)!r} is not a path such as 1:2:1"
            if text.count(":") > _MAX_DEPTH:
                wrong = f"a path of more than {_MAX_DEPTH} modules"
            raise FormatError(wrong, source.name, *locate_row(source, layout, row))
    names_of_modules, module_of_path = _modules(path.labels)
    depth = len(module_of_path)
    modules = Column(TextLabels.pack(names_of_modules), module_of_path[:, path.index].ravel())
    nodes = _nodes(columns["name"], columns["node_id"], options, source.says_text_ids)
    if depth == 1:
        return Clustering(pack_memberships(nodes, modules))
    return Clustering(
        pack_memberships(
            Column(nodes.labels, np.tile(nodes.index, depth)),
            modules,
            levels=make_column(np.repeat(np.arange(1, depth + 1), len(path.index)), "level"),
        )
    )


def _modules(paths: Iterable[str]) -> tuple[list[str], NDArray[np.uint32]]:
    """The names of all modules, and the module of each path (a column) on each level (a row)."""
    index: dict[str, int] = {}
    rows = []
    for path in paths:
        row, end = [], path.find(":")
        while end >= 0:
            row.append(index.setdefault(path[:end], len(index)))
            end = path.find(":", end + 1)
        rows.append(row)
    depth = max(map(len, rows))
    filled = [row + row[-1:] * (depth - len(row)) for row in rows]
    return list(index), np.array(filled, np.uint32).T


def read_flat(source: Source, options: ReadOptions) -> Clustering:
    """Read Infomap's .clu: a node, its module and its flow in each line."""
    names, count = _columns(source, ["node_id", "module", "flow"])
    if count < 2 or not {"node_id", "module"} <= set(names[:count]):
        raise FormatError(
            f"expected the columns node_id, module and flow, and found {count}", source.name, 1, 1
        )
    column_of = {"node": names.index("node_id"), "cluster": names.index("module")}
    fields = tuple("integer" if column in column_of.values() else "skip" for column in range(count))
    return read_table(
        source,
        options,
        MembershipLayout(Layout(fields, " ", True, source.start, source.size), column_of),
    )


def _columns(source: Source, usual: list[str]) -> tuple[list[str], int]:
    """The names of the columns, as the last such comment says, and their number in row 1."""
    names, words = usual, []
    for _, line in source.lines():
        if not line.startswith(b"#"):
            words = split_fields(line, " ")
            if words:
                break
        given = [
            _COLUMNS.get(name, name) for name in line.decode(errors="replace").strip("# :").split()
        ]
        if set(usual) - {"node_id", "name"} <= set(given):
            names = given
    return names, len(words)


def _end_of_tree(source: Source) -> int:
    """The position at which the modules end: an .ftree has links after them."""
    at = source.find(b"\n*Links")
    return source.size if at < 0 else at + 1


def _nodes(names: Column, ids: Column, options: ReadOptions, says_text_ids: bool) -> Column:
    """Nodes are called by their ids if these are also their names, and else by their names."""
    assert isinstance(ids.labels, IntegerLabels)
    if options.ids == "integer":
        return ids
    if says_text_ids:
        return names
    texts = list(names.labels)
    of_name, of_id = names.index.tolist(), ids.index.tolist()
    pairs = zip(of_name, of_id, strict=True)
    if options.ids == "auto" and all(
        texts[name] == str(ids.labels[number]) for name, number in pairs
    ):
        return ids
    return names if len(texts) == len(ids.labels) else ids


# ---- writing -------------------------------------------------------------------------------------


def write_tree(clustering: Clustering, out: BinaryIO) -> None:
    """Write a tree: every level must partition the nodes, and refine the level before."""
    levels = list(clustering.levels().values()) or [clustering]
    path: list[str] = [""] * clustering.n_nodes
    parent = np.zeros(clustering.n_nodes, np.int64)
    for level in levels:
        cluster = level.cluster_of_node
        if (cluster < 0).any():
            raise InputError("a tree cannot hold levels that leave nodes out")
        numbers = _number_within(parent, cluster).tolist()
        path = [f"{before}{number}:" for before, number in zip(path, numbers, strict=True)]
        parent = cluster
    leaf = _number_within(parent, np.arange(clustering.n_nodes))
    integers = isinstance(clustering.node_labels, IntegerLabels)
    flow = 1 / clustering.n_nodes
    lines = ["# path flow name node_id\n"]
    for node in np.lexsort((leaf, parent)).tolist():
        label = clustering.node_labels[node]
        if not integers and (
            not isinstance(label, str) or re.search(r'["\x00-\x1f\x7f\ud800-\udfff]', label)
        ):
            raise InputError(
                f"a tree cannot hold the node {label!r}: "
                "it is not a text, or has quotes or control characters"
            )
        lines.append(
            f'{path[node]}{leaf[node]} {flow:.9g} "{label}" {label if integers else node + 1}\n'
        )
    out.write(ids_header(clustering.node_labels) + "".join(lines).encode())


def write_flat(clustering: Clustering, out: BinaryIO) -> None:
    """Write a node, its module and its flow in each line; modules are numbered from 1."""
    if not isinstance(clustering.node_labels, IntegerLabels):
        raise InputError(
            "an Infomap .clu cannot hold these nodes: they must be integers; write a .tree"
        )
    flow = 1 / clustering.n_nodes
    pairs = zip(clustering.node_labels, (clustering.cluster_of_node + 1).tolist(), strict=True)
    out.write(
        "".join(
            [
                "# node_id module flow\n",
                *(f"{node} {module} {flow:.9g}\n" for node, module in pairs),
            ]
        ).encode()
    )


def _number_within(parent: NDArray[np.int64], child: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number, from 1, of the child cluster of each node within its parent cluster.

    Raises InputError if a child has two parents.
    """
    pairs, index = np.unique(np.stack((parent, child)), axis=1, return_inverse=True)
    index = index.reshape(-1)  # the shape differs between versions of NumPy
    if len(np.unique(pairs[1])) < pairs.shape[1]:
        raise InputError(
            "a tree cannot hold levels that are not nested: "
            "a cluster must lie in one of the level before"
        )
    starts = np.searchsorted(pairs[0], pairs[0])
    number: NDArray[np.int64] = np.arange(pairs.shape[1]) - starts + 1
    return number[index]
