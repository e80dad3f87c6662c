"""Clusterings in JSON: clusters, labels, or memberships.

[["ann", "bob"], ["eve"]]                        clusters
{"red": ["ann", "bob"], "blue": ["eve"]}         clusters by name
{"ann": "red", "bob": "red", "eve": "blue"}      the cluster of each node
{"ann": ["red", "blue"], "bob": ["red"], …}      the clusters of each node
[0, 0, 1]                                        labels: the cluster of node 0, 1, 2
[{"node": "ann", "cluster": "red"}, …]           memberships, perhaps with share, level, weight
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np

from accord._foundation.cluster_lists import (
    ListContent,
    are_memberships,
    find_content,
    from_pairs,
    is_matrix,
    may_be_edges,
    refuse_edges,
    warn_of_doubtful_clusters,
)
from accord._foundation.clustering import Clustering
from accord._foundation.labels import ObjectLabels
from accord._foundation.noise import is_missing_label
from accord._foundation.orientation import find_orientations, is_clearly_clusters
from accord._foundation.reading import Orientation
from accord._io.clusterings.text_memberships import column_names
from accord._io.files.options import ReadOptions, warn_of_unused
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.objects.label_sequences import pack_sequence
from accord._io.objects.matrices import from_matrix
from accord._io.tables.columns import choose_membership_columns
from accord._io.tables.doubtful_values import (
    doubt_lists_in_cells,
    refuse_labelings,
    warn_of_fractions,
)
from accord._io.tables.guessed_columns import check_repeats, warn_of_guessed_roles
from accord.errors import FormatError, InputError, warn

_LONGEST_WORD = 1 << 20
#: What may be half of a character.
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


def is_json(preview: Preview) -> bool:
    """Whether it begins with a list or an object of JSON."""
    return preview.first_matches(rb"[\[{]\s*([\[{\"\]}]|-?\d+\s*[,\]]|$)")


def read_json(source: Source, options: ReadOptions) -> Clustering:
    data = _parse(source)
    try:
        clustering = _interpret(data, options, source.name)
        if isinstance(clustering.node_labels, ObjectLabels):  # large integers, or no nodes at all
            for node in clustering.node_labels:
                if type(node) is not int:
                    raise InputError(f"{node!r} is not a node: expected integers or text")
    except InputError as error:
        raise FormatError(str(error), source.name) from None
    return clustering


def _parse(source: Source) -> Any:
    text = source.read()[source.start :]
    long = _long_word(text)
    if long is not None:
        line, column = _position(text, long.start())
        raise FormatError(
            "a word longer than 1 MiB: this does not look like a clustering",
            source.name,
            line,
            column,
        )
    try:
        data = json.loads(text.decode(), parse_constant=_no_number, object_pairs_hook=_no_repeats)
        if _SURROGATE.search(text):
            json.dumps(data, ensure_ascii=False).encode()
        return data
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        raise FormatError(f"{half!r} is half of a character, and no text", source.name) from None
    except UnicodeDecodeError as error:
        raise FormatError(
            "this is not UTF-8 text", source.name, *_position(text, error.start)
        ) from None
    except json.JSONDecodeError as error:
        raise FormatError(
            f"this is not JSON: {error.msg}", source.name, error.lineno, error.colno
        ) from None
    except (RecursionError, ValueError) as error:
        raise FormatError(f"this is not a clustering in JSON: {error}", source.name) from None


def _long_word(text: bytes) -> re.Match[bytes] | None:
    """The first string or number that is too long for a node."""
    words = (
        re.finditer(rb'"(?:[^"\\]++|\\.)*+"?|[^\[\]{},:"\s]++', text)
        if len(text) > _LONGEST_WORD
        else ()
    )
    return next((word for word in words if word.end() - word.start() > _LONGEST_WORD), None)


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as a dict; raises ValueError if a name occurs twice."""
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = next(
            name for name, times in Counter(name for name, _ in pairs).items() if times > 1
        )
        raise ValueError(f"the name {twice!r} occurs twice in an object")
    return members


def _position(text: bytes, at: int) -> tuple[int, int]:
    before = text[:at]
    return before.count(b"\n") + 1, len(
        before[before.rfind(b"\n") + 1 :].decode(errors="replace")
    ) + 1


def _interpret(data: Any, options: ReadOptions, name: str) -> Clustering:
    orientation = options.orientation
    if not isinstance(data, list | dict):
        raise InputError(f"expected a list or an object, not {data!r}")
    if not data:
        raise InputError("there are no clusters in it")
    values = list(data.values()) if isinstance(data, dict) else data
    if isinstance(data, list) and all(isinstance(value, dict) for value in values):
        return _from_memberships(values, options.columns, name)
    warn_of_unused(options, name, "clusters or labels in JSON")
    for value in values:
        if isinstance(value, dict) or (
            isinstance(value, list) and any(isinstance(item, list | dict) for item in value)
        ):
            raise InputError(
                f"expected clusters, labels or memberships, and found {json.dumps(value)[:60]}"
            )
    lists = [isinstance(value, list) for value in values]
    if isinstance(data, list) and not any(lists):
        return pack_sequence(data, name, is_missing_label(options.noise))
    if isinstance(data, dict) and (orientation == "nodes" or not any(lists)):
        if not any(lists) and is_missing_label(options.noise):
            data = {node: [] if label is None else label for node, label in data.items()}
        clustering = Clustering.from_nodes(data)
        warn_of_fractions(clustering.names or (), name)
        return clustering
    if not all(lists):
        raise InputError("there are clusters and single values in it: expected one or the other")
    if isinstance(data, list):
        return _from_lists(data, orientation, name)
    if orientation is None:
        refuse_labelings(data, "it")
    if orientation is None and is_matrix(values):
        return from_matrix(np.array(values, np.float64), name, list(data))
    if orientation is None and any(values):
        (orientation,) = find_orientations([(name, data)])
    return Clustering.from_nodes(data) if orientation == "nodes" else Clustering.from_clusters(data)


def _from_lists(rows: list[list[Any]], orientation: Orientation | None, name: str) -> Clustering:
    """A clustering of a list of lists: clusters, or what only looks like them."""
    content = find_content(rows) if orientation is None else ListContent.CLUSTERS
    if content is ListContent.EDGES:
        raise refuse_edges("it")
    if content is ListContent.MATRIX:
        return from_matrix(np.array(rows, np.float64), name)
    if content in (ListContent.PAIRS, ListContent.REVERSED_PAIRS):
        are_memberships(name, rows, content, ())
        return from_pairs(rows, content)
    if content is ListContent.FEW_VALUES:
        (orientation,) = find_orientations([(name, dict(enumerate(rows)))], sources=["list"])
    if orientation == "nodes":
        return Clustering.from_nodes(dict(enumerate(rows)))
    clustering = Clustering.from_clusters(rows)
    if orientation is None:
        warn_of_doubtful_clusters(name, rows, clustering.n_memberships, clustering.repeated)
    return clustering


def _from_memberships(
    rows: list[dict[str, Any]], chosen: tuple[str, ...] | None, source_name: str
) -> Clustering:
    names = list(dict.fromkeys(name for row in rows for name in row))
    column_of = choose_membership_columns(names, chosen)
    if chosen is None:
        warn_of_guessed_roles(names, column_of, source_name)
    columns: dict[str, list[Any]] = {
        role: [row.get(names[column]) for row in rows] for role, column in column_of.items()
    }
    shares = columns.get("share")
    clustering = Clustering.from_memberships(
        columns.get("node", range(len(rows))),
        columns["cluster"],
        shares=None if shares is None else [1 if share is None else share for share in shares],
        levels=columns.get("level"),
        weights=columns.get("weight"),
    )
    doubts = (
        check_repeats(clustering.repeated, len(rows), names, column_of, chosen),
        doubt_lists_in_cells(clustering),
    )
    for doubt in filter(None, doubts):
        warn(f"{source_name}: {doubt}")
    return clustering


# ---- writing -------------------------------------------------------------------------------------


def write_json(clustering: Clustering, out: BinaryIO) -> None:
    """Write clusters, by name if they have distinct texts as names, or else memberships.

    Clusters that could be taken for something else when they are read are written as memberships.
    """
    names, plain = clustering.names, column_names(clustering) == ["node", "cluster"]
    if names is not None and {type(name) for name in names} not in ({int}, {str}):
        raise InputError(
            "JSON cannot hold names of clusters that are not all text, or all integers"
        )
    named = (
        names is not None
        and all(isinstance(name, str) for name in names)
        and len(set(names)) == len(names)
    )
    if named and not is_clearly_clusters(dict(zip(names or (), clustering, strict=True))):
        named = plain = False
    elif names is None and plain:
        rows = list(clustering)
        plain = find_content(rows) is ListContent.CLUSTERS and not may_be_edges(rows)
    if (named or names is None) and plain and not (clustering.memberships_of_node == 0).any():
        opening, closing = ("{", "}") if named else ("[", "]")
        for index, cluster in enumerate(clustering.clusters()):
            name = f"{_dump(clustering.name(index))}: " if named else ""
            out.write(f"{opening if index == 0 else ','}\n{name}{_dump(cluster)}".encode())
        out.write(f"\n{closing}\n".encode())
        return
    for index, row in enumerate(_memberships(clustering)):
        out.write(f"{'[' if index == 0 else ','}\n{_dump(row)}".encode())
    out.write(b"\n]\n")


def _memberships(clustering: Clustering) -> Iterator[dict[str, Any]]:
    """An object for each membership, then for each node in no cluster, with a null cluster."""
    weights, level_of = clustering.weights, clustering.level_of_cluster
    cluster_of = clustering.rows.row_of_membership().tolist()
    for position, (node, cluster) in enumerate(
        zip(clustering.rows.members.tolist(), cluster_of, strict=True)
    ):
        row = {"node": clustering.node_labels[node], "cluster": clustering.name(cluster)}
        if clustering.rows.shares is not None:
            row["share"] = clustering.rows.shares[position].item()
        if level_of is not None:
            row["level"] = clustering.level_names[level_of[cluster]]
        if weights is not None:
            row["weight"] = weights[node].item()
        yield row
    for node in np.flatnonzero(clustering.memberships_of_node == 0).tolist():
        alone = {"node": clustering.node_labels[node], "cluster": None}
        yield alone if weights is None else {**alone, "weight": weights[node].item()}


def _dump(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError):
        raise InputError(f"JSON cannot hold {value!r}") from None
