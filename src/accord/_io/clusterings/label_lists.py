"""Lists of labels, with the cluster of node i in line i: plain ones, METIS's and Pajek's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO

from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._foundation.columns import number_nodes
from accord._foundation.pack_clustering import pack_memberships
from accord._io.clusterings.features import check_clustering_words
from accord._io.files.label_words import need_numbered
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.files.text import Layout, NotInteger, is_integer, read_columns
from accord._io.tables.doubtful_values import warn_of_fractions
from accord.errors import FormatError, warn


def read_labels(source: Source, options: ReadOptions) -> Clustering:
    """Read labels of nodes that are numbered from 0."""
    return _read(source, options, source.start, first_node=0)


def read_metis(source: Source, options: ReadOptions) -> Clustering:
    """Read labels of nodes that are numbered from 1, as in METIS graphs."""
    return _read(source, options, source.start, first_node=1)


def is_pajek(preview: Preview) -> bool:
    """Whether it begins with the number of vertices."""
    return preview.first_matches(rb"\*vertices")


def read_pajek(source: Source, options: ReadOptions) -> Clustering:
    """Read a line `*Vertices n`, and then the clusters of the nodes 1 to n."""
    lines = [
        (at, line) for at, line in source.lines() if line.strip() and not line.startswith(b"%")
    ]
    start = lines[0][0] if lines else 0
    header = (
        re.fullmatch(rb"\s*\*vertices\s+(\d{1,18})\s*", lines[0][1], re.IGNORECASE)
        if lines
        else None
    )
    if header is None:
        line = source.head[:start].count(b"\n") + 1
        raise FormatError(
            "expected a line '*Vertices' and the number of nodes", source.name, line, 1
        )
    behind = next((at for at, _ in source.lines() if at > start), source.size)
    clustering = _read(source, options, behind, first_node=1)
    if clustering.n_nodes != int(header.group(1)):
        raise FormatError(
            f"it says {int(header.group(1))} vertices and has {clustering.n_nodes}", source.name
        )
    return clustering


def _read(source: Source, options: ReadOptions, begin: int, first_node: int) -> Clustering:
    words = [line.strip() for at, line in source.filled_lines(100) if at >= begin] or [b""]
    if len(words) > 2 and not is_integer(words[0]) and all(map(is_integer, words[1:])):
        first = words[0].decode(errors="replace")
        doubt = (
            f"the first line, {first!r}, is read as the label of a node; remove it if it is not one"
        )
        warn(f"{source.name}: {doubt}")
    layout = Layout(
        ("integer" if is_integer(words[0]) else "text",),
        " ",
        comments=True,
        begin=begin,
        end=source.size,
        gaps=False,
    )
    try:
        (clusters,) = read_columns(source, options, layout)
    except NotInteger:
        (clusters,) = read_columns(source, options, replace(layout, fields=("text",)))
    count = len(clusters.index)
    if not count:
        raise FormatError(
            "there are no labels in it: expected the cluster of one node in each line", source.name
        )
    clustering = Clustering(pack_memberships(number_nodes(count, first_node), clusters))
    for doubt in _doubts(clustering, words):
        warn(f"{source.name}: {doubt}")
    warn_of_fractions(clustering.names or (), source.name, in_text=True)
    return clustering


def _begins_with_count(clustering: Clustering, first: bytes) -> bool:
    """Whether the first label is the number of the others, and greater than all of them."""
    names = clustering.cluster_names()
    if first != str(clustering.n_nodes - 1).encode() or 2 * len(names) > clustering.n_nodes:
        return False
    numbers = [name for name in names if isinstance(name, int)]
    return len(numbers) == len(names) > 1 and sorted(numbers)[-2] + 1 < int(first)


def _doubts(clustering: Clustering, words: Sequence[bytes]) -> Iterator[str]:
    """Say that the first line is a label if it may be the number of nodes; or lines are pairs."""
    if _begins_with_count(clustering, words[0]):
        yield (
            f"the first line, {words[0].decode()!r}, is read as the label of a node; "
            "remove it if it is the number of nodes"
        )
    pairs = [re.split(rb"[,;]", word) for word in words]
    if len(pairs) > 1 and {len(pair) for pair in pairs} == {2}:
        nodes, clusters = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
        if len(nodes) == len(pairs) > len(clusters):
            yield (
                f"each line, such as {words[0].decode(errors='replace')!r}, is read as one label; "
                f"say {argument('format', 'csv')} if it is a node and its cluster"
            )


def write_labels(clustering: Clustering, out: BinaryIO) -> None:
    _write(clustering, out, "a list of labels", first_node=0)


def write_metis(clustering: Clustering, out: BinaryIO) -> None:
    _write(clustering, out, "a METIS file", first_node=1)


def write_pajek(clustering: Clustering, out: BinaryIO) -> None:
    need_numbered(clustering.node_labels, "a Pajek file", 1)
    out.write(f"*Vertices {clustering.n_nodes}\n".encode())
    _write(clustering, out, "a Pajek file", first_node=1)


def _write(clustering: Clustering, out: BinaryIO, what: str, first_node: int) -> None:
    need_numbered(clustering.node_labels, what, first_node)
    check_clustering_words(clustering, what, special=r'^[#%"]')
    names = [str(name) for name in clustering.cluster_names()]
    out.write(
        "".join([names[cluster] + "\n" for cluster in clustering.cluster_of_node.tolist()]).encode()
    )
