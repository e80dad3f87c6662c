"""Edits of a clustering: merge clusters, split one, or move a node.

Each edit makes another clustering, in time in proportion to the clusters that change, plus one copy
of the arrays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._explain.lookup import find_cluster, find_node
from accord._foundation.clustering import Clustering
from accord._foundation.labels import merge_labels
from accord._foundation.rows import NOWHERE, Rows
from accord.errors import InputError, unknown

if TYPE_CHECKING:
    from numpy.typing import NDArray

Edit = Mapping[str, Any]


@dataclass(frozen=True)
class _Row:
    """A cluster: its name, its nodes ascending, and their shares if there are any."""

    name: Hashable
    members: NDArray[np.uint32]
    shares: NDArray[np.float64] | None


def apply_edit(clustering: Clustering, edit: Edit, by: Clustering | None = None) -> Clustering:
    """The clustering after an edit; `by` is the clustering that a cluster is split by."""
    if clustering.level_names:
        raise InputError("a clustering with levels cannot be edited: choose a level first")
    operations = {"merge": _merge, "split": _split, "move": _move}
    operation = operations.get(str(edit.get("op")))
    if operation is None:
        raise unknown("edit", str(edit.get("op")), operations)
    return _replace_rows(clustering, operation(clustering, edit, by))


# ---- the edits: the new rows in place of the row at each index -----------------------------------

_Changes = dict[int, list[_Row]]


def _merge(clustering: Clustering, edit: Edit, _: Clustering | None) -> _Changes:
    indices = list(dict.fromkeys(_find(clustering, name) for name in edit.get("clusters") or ()))
    if len(indices) < 2:
        raise InputError("merge needs the names of two clusters or more")
    first, *others = [_row(clustering, index) for index in indices]
    for other in others:
        first = _union(first, other)
    if edit.get("name") is not None:
        first = replace(first, name=edit["name"])
    return {indices[0]: [first]} | {index: [] for index in indices[1:]}


def _split(clustering: Clustering, edit: Edit, by: Clustering | None) -> _Changes:
    index = _find(clustering, edit.get("cluster"))
    row = _row(clustering, index)
    parts = _parts_by(clustering, row, by) if by is not None else _given(clustering, row, edit)
    new_names = _new_names(clustering, row.name, len(parts) - 1)
    names = edit.get("names") or [row.name, *new_names]
    if len(names) != len(parts):
        raise InputError(f"split makes {len(parts)} clusters, and there are {len(names)} names")
    return {index: [_part(row, part, name) for part, name in zip(parts, names, strict=True)]}


def _move(clustering: Clustering, edit: Edit, _: Clustering | None) -> _Changes:
    source, target = edit.get("from"), edit.get("to")
    if source is None and target is None:
        raise InputError("move needs the cluster that the node leaves, the one it joins, or both")
    node = np.array([find_node(clustering.node_labels, edit.get("node"))], np.uint32)
    shares = np.ones(1) if clustering.is_fuzzy else None
    changes: _Changes = {}
    if source is not None:
        index = _find(clustering, source)
        row = _row(clustering, index)
        inside = row.members == node[0]
        if not inside.any():
            raise InputError(f"cluster {source} does not have node {edit.get('node')}")
        shares = None if row.shares is None else row.shares[inside]
        left = _part(row, row.members[~inside], row.name)
        changes[index] = [left] if len(left.members) else []
    if target is not None:
        index = _find(clustering, target)
        if index in changes:
            raise InputError(f"node {edit.get('node')} is in cluster {target} already")
        changes[index] = [_union(_row(clustering, index), _Row(target, node, shares))]
    return changes


def _given(clustering: Clustering, row: _Row, edit: Edit) -> list[NDArray[np.uint32]]:
    """The parts that an edit lists; members that are in none are one part more."""
    parts = [_find_nodes(clustering, nodes) for nodes in edit.get("parts") or ()]
    for part in parts:
        outside = part[~np.isin(part, row.members)]
        if len(outside):
            node = clustering.node_labels[int(outside[0])]
            raise InputError(f"cluster {row.name} does not have node {node}")
    return _with_rest(row, parts)


def _parts_by(clustering: Clustering, row: _Row, by: Clustering) -> list[NDArray[np.uint32]]:
    """The members by their clusters in another clustering; those in none are one part more."""
    labels = clustering.node_labels.take(row.members)
    _, own, other = merge_labels(labels, by.node_labels)
    places = np.arange(len(by.node_labels), dtype=np.uint32) if other is None else other
    member_at = np.full(int(max(places.max(initial=0), len(labels))) + len(labels) + 1, NOWHERE)
    member_at[np.arange(len(labels)) if own is None else own] = row.members
    member_of = member_at[places]  # by the node of `by`, the same node here
    merged = by.merged().rows
    inside = np.flatnonzero(member_of[merged.members] != NOWHERE)
    cluster = np.searchsorted(merged.offsets, inside, side="right") - 1
    members = member_of[merged.members[inside]]
    starts = np.flatnonzero(np.diff(cluster, prepend=-1))
    return _with_rest(row, [np.sort(part) for part in np.split(members, starts[1:]) if len(part)])


def _with_rest(row: _Row, parts: list[NDArray[np.uint32]]) -> list[NDArray[np.uint32]]:
    taken = np.unique(np.concatenate(parts)) if parts else row.members[:0]
    rest = row.members[~np.isin(row.members, taken)]
    filled = [part for part in (*parts, rest) if len(part)]
    if len(filled) < 2:
        raise InputError(f"split would leave cluster {row.name} as it is")
    return filled


# ---- rows ----------------------------------------------------------------------------------------


def _row(clustering: Clustering, index: int) -> _Row:
    rows = clustering.rows
    shares = None
    if rows.shares is not None:
        shares = rows.shares[rows.offsets[index] : rows.offsets[index + 1]]
    return _Row(clustering.name(index), rows.row(index), shares)


def _part(row: _Row, members: NDArray[np.uint32], name: Hashable) -> _Row:
    shares = None if row.shares is None else row.shares[np.searchsorted(row.members, members)]
    return _Row(name, members, shares)


def _union(row: _Row, other: _Row) -> _Row:
    """Both clusters in one; the shares of a node that both have are added."""
    members, place = np.unique(np.concatenate((row.members, other.members)), return_inverse=True)
    if row.shares is None or other.shares is None:
        return _Row(row.name, members, None)
    shares = np.bincount(place.ravel(), np.concatenate((row.shares, other.shares)))
    return _Row(row.name, members, shares.astype(np.float64))


def _replace_rows(clustering: Clustering, changes: _Changes) -> Clustering:
    """The clustering with other rows in place of some, and the others as they are."""
    rows, names = clustering.rows, clustering.cluster_names()
    members, shares, sizes = [], [], []
    new_names: list[Hashable] = []
    start = 0
    for index in [*sorted(changes), len(rows)]:
        between = slice(rows.offsets[start], rows.offsets[index])
        members.append(rows.members[between])
        sizes.append(np.diff(rows.offsets[start : index + 1]))
        if rows.shares is not None:
            shares.append(rows.shares[between])
        new_names.extend(names[start:index])
        for row in changes.get(index, ()):
            members.append(row.members)
            sizes.append(np.array([len(row.members)]))
            if row.shares is not None:
                shares.append(row.shares)
            new_names.append(row.name)
        start = index + 1
    if not new_names:
        raise InputError("this would leave no cluster")
    offsets = np.concatenate(([0], np.cumsum(np.concatenate(sizes))))
    packed = Rows(offsets, np.concatenate(members), np.concatenate(shares) if shares else None)
    only_numbers = clustering.names is None and new_names == list(range(len(new_names)))
    kept_names = None if only_numbers else new_names
    return Clustering(replace(clustering.parts, rows=packed, names=kept_names))


# ---- names ---------------------------------------------------------------------------------------


def _find(clustering: Clustering, name: object) -> int:
    """The index of a cluster by its name; the error for an unknown one is the library's."""
    names = clustering.cluster_names()
    if not isinstance(names, range) and name in names:
        return names.index(name)  # quicker than `find_cluster`
    return find_cluster(clustering, name, "edited", clustering)


def _find_nodes(clustering: Clustering, nodes: Sequence[Any]) -> NDArray[np.uint32]:
    labels = clustering.node_labels
    if labels.kind == "text":
        found = labels.find([str(node) for node in nodes])
        for node, index in zip(nodes, found, strict=True):
            if index == NOWHERE:
                find_node(labels, node)  # raises
    else:
        found = np.array([find_node(labels, node) for node in nodes], np.uint32)
    return np.unique(found)


def _new_names(clustering: Clustering, name: Hashable, count: int) -> list[Hashable]:
    """Names for the further parts of a cluster: the next integers, or its name and a number."""
    names = clustering.cluster_names()
    if isinstance(names, range):
        return list(range(len(names), len(names) + count))
    taken = set(names)
    if isinstance(name, int):
        highest = max(other for other in taken if isinstance(other, int))
        return list(range(highest + 1, highest + 1 + count))
    fresh: Iterator[Hashable] = (f"{name}/{number}" for number in range(2, len(taken) + count + 2))
    return [candidate for candidate in fresh if candidate not in taken][:count]
