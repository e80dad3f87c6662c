"""Pajek networks: the names of nodes, and lists of edges and arcs between their numbers, from 1.

*Vertices 3
1 "ann"
2 "bob"
3 "eve"
*Edges
1 2 0.5
*Arcs
2 3 1
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from accord._display.names import shortened
from accord._foundation.labels import IntegerLabels, Labels
from accord._foundation.network import Network
from accord._foundation.number_words import parse_count
from accord._io.files.delimited import split_fields
from accord._io.files.label_words import ids_header
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.files.text import Layout, locate_row, read_columns, write_rows
from accord._io.networks.builder import build_network, name_nodes, number_nodes
from accord._io.networks.options import NetworkReadOptions
from accord._io.networks.text_edges import edges_once
from accord.errors import FormatError, InputError, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Characters that the name of a node cannot have: quotes, control characters, ends of lines.
_NO_NAME = re.compile(r'["\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
#: The start of a section: a star that only blanks precede in its line.
_MARK = re.compile(rb"(?:^(?:\xef\xbb\xbf)?|(?<=[\r\n]))[ \t\v\f]*+\*")
#: Nodes that a file of any size may have.
_ALWAYS_ALLOWED = 1_000_000
_SECTIONS = ("edges", "arcs", "edgeslist", "arcslist")


@dataclass(frozen=True)
class _Links:
    """The edges or arcs of one section."""

    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    weights: NDArray[np.float64] | None
    undirected: bool
    #: To find the position of each: a layout, or their lines.
    layout: Layout | None
    lines: list[int]


def is_pajek(preview: Preview) -> bool:
    """Whether it begins with vertices that have names, or has edges or arcs."""
    return preview.first_matches(rb"\*(vertices|network)") and (
        preview.first_matches(rb"\*network")
        or any(re.match(rb"(?i)\*(arcs|edges|matrix)|\d+\s+\S", line) for line in preview.data)
    )


def read_pajek(source: Source, options: NetworkReadOptions) -> Network:
    source = Source(source.name, None, source.read(), source.head)
    text = source.text or b""
    marks = [match.end() - 1 for match in _MARK.finditer(text)]
    n_nodes, names = 0, None
    line, counted = 1, 0
    links: list[_Links] = []
    found = set()
    for begin, end in pairwise([*marks, len(text)]):
        match = re.match(rb"\*(\w+)[ \t]*([^\r\n]*)", text[begin:end])
        word = match[1].decode(errors="replace").lower() if match else ""
        behind = begin + (match.end() if match else 1)
        line, counted = line + _line_ends(text, counted, begin), begin
        if word == "network":
            continue
        if word == "vertices":
            if names is not None:
                raise FormatError(
                    "a second *Vertices: expected one network in a file", source.name, line, 1
                )
            assert match is not None
            n_nodes, names = _vertices(source, match[2], line, text[behind:end])
        elif names is None or word not in _SECTIONS:
            wanted = (
                "*Vertices and the number of nodes first"
                if names is None
                else "*Edges, *Arcs or lists of these"
            )
            raise FormatError(
                f"there is '*{shortened(word)}': expected {wanted}", source.name, line, 1
            )
        else:
            found.add(word)
            read = _read_lists if word.endswith("list") else _read_links
            links.append(read(source, options, word.startswith("edges"), behind, end, line))
    if names is None:
        raise FormatError("expected a line '*Vertices' and the number of nodes", source.name, 1, 1)
    labels, index = _labels(source, options, n_nodes, names)
    for part in links:
        _check_range(source, part, n_nodes)
    undirected = np.concatenate(
        [np.zeros(0, bool), *(np.full(len(part.sources), part.undirected) for part in links)]
    )
    if not len(undirected) and not {"edges", "edgeslist"} & found and found:
        options = replace(options, directed=True if options.directed is None else options.directed)
    weights = None
    if any(part.weights is not None for part in links):
        weights = np.concatenate(
            [
                np.full(len(part.sources), np.nan) if part.weights is None else part.weights
                for part in links
            ]
        )
    none = np.zeros(0, np.int64)
    ends = [
        np.concatenate([none, *columns]) - 1
        for columns in zip(*((p.sources, p.targets) for p in links), strict=True)
    ]
    sources, targets = ends or (none, none)

    def locate(row: int) -> tuple[int, int]:
        for part in links:
            if row < len(part.sources):
                return _position(source, part, row)
            row -= len(part.sources)
        raise AssertionError

    return build_network(
        source, options, labels, (index[sources], index[targets]), weights, undirected, locate
    )


def _line_ends(text: bytes, begin: int, end: int) -> int:
    """The number of lines that end in a part of the text."""
    part = text[begin:end]
    return part.count(b"\n") + part.count(b"\r") - part.count(b"\r\n")


def _vertices(source: Source, count: bytes, line: int, text: bytes) -> tuple[int, dict[int, str]]:
    """The number of nodes, and the names of those that have one."""
    number = re.match(rb"(\d{1,18})(?=\s|$)", count)
    if number is None:
        raise FormatError("expected the number of nodes after '*Vertices'", source.name, line, 1)
    n_nodes, most = int(number[1]), _ALWAYS_ALLOWED + 4 * source.size
    if n_nodes > most:
        raise FormatError(
            f"'*Vertices' says {n_nodes} nodes, and a file of this size may have {most}",
            source.name,
            line,
            1,
        )
    names: dict[int, str] = {}
    for line_number, row in enumerate(re.split(rb"\r\n?|\n", text), line):
        try:
            words = (
                split_fields(row, " ") if row.strip() and not row.lstrip().startswith(b"%") else []
            )
            row.decode()
        except UnicodeDecodeError:
            raise FormatError("this is not UTF-8 text", source.name, line_number, 1) from None
        if not words:
            continue
        node = parse_count(words[0])
        if node is None or not 1 <= node <= n_nodes:
            raise FormatError(
                f"{shortened(words[0])!r} is not a number of a node: 1 to {n_nodes}",
                source.name,
                line_number,
                1,
            )
        if node in names:
            raise FormatError(f"node {node} is listed twice", source.name, line_number, 1)
        if len(words) > 1:
            if words[1].startswith('"') and not re.fullmatch(r'"[^"]*"', words[1]):
                raise FormatError("a name in quotes does not end", source.name, line_number, 1)
            names[node] = words[1].strip('"')
        else:
            names[node] = str(node)
    return n_nodes, names


def _labels(
    source: Source, options: NetworkReadOptions, n_nodes: int, names: dict[int, str]
) -> tuple[Labels, NDArray[np.uint32]]:
    """Nodes are called by their names if these are unique, and else by their numbers."""
    if not names:
        return number_nodes(source, options, 1, n_nodes)
    all_names = [names.get(node, str(node)) for node in range(1, n_nodes + 1)]
    if len(set(all_names)) < n_nodes:
        warn(f"{source.name}: nodes share names, and are called by their numbers instead")
        return number_nodes(source, options, 1, n_nodes)
    return name_nodes(source, options, all_names, source.says_text_ids)


def _read_links(
    source: Source, options: NetworkReadOptions, undirected: bool, begin: int, end: int, line: int
) -> _Links:
    """Read two numbers in each line, perhaps a weight, and ignore the rest."""
    assert source.text is not None
    filled = re.search(
        rb"(?m)^[ \t]*([^\s%#][^\r\n]*)", source.text[begin:end].replace(b"\r", b"\n")
    )
    count = len(split_fields(filled[1], " ")) if filled else 2
    fields = ("integer", "integer", "number", *["skip"] * (count - 3))[: max(count, 2)]
    layout = Layout(fields, " ", comments=True, begin=begin, end=end)
    columns = read_columns(source, options, layout, "integer")
    ends = [column.labels.values[column.index] for column in columns[:2]]
    return _Links(ends[0], ends[1], columns[2] if count > 2 else None, undirected, layout, [])


def _read_lists(
    source: Source, options: NetworkReadOptions, undirected: bool, begin: int, end: int, line: int
) -> _Links:
    """Read a number in each line, from the given one on, followed by those of its neighbours."""
    assert source.text is not None
    sources, targets, lines = [], [], []
    for number, row in enumerate(re.split(rb"\r\n?|\n", source.text[begin:end]), line):
        words = [] if row.lstrip().startswith(b"%") else row.split()
        odd = next((word for word in words if not re.fullmatch(rb"\d{1,18}", word)), None)
        if odd is not None:
            raise FormatError(
                f"{shortened(odd.decode(errors='replace'))!r} is not a number of a node",
                source.name,
                number,
                1,
            )
        for word in words[1:]:
            sources.append(int(words[0]))
            targets.append(int(word))
            lines.append(number)
    return _Links(
        np.array(sources, np.int64), np.array(targets, np.int64), None, undirected, None, lines
    )


def _check_range(source: Source, part: _Links, n_nodes: int) -> None:
    for ends in (part.sources, part.targets):
        bad = (ends < 1) | (ends > n_nodes)
        if bad.any():
            row = int(np.argmax(bad))
            what = f"there is no node {ends[row]}: expected one of 1 to {n_nodes}"
            raise FormatError(what, source.name, *_position(source, part, row))


def _position(source: Source, part: _Links, row: int) -> tuple[int, int]:
    return (part.lines[row], 1) if part.layout is None else locate_row(source, part.layout, row)


def write_pajek(network: Network, out: BinaryIO) -> None:
    labels, n_nodes = network.node_labels, network.n_nodes
    numbers = IntegerLabels(np.arange(1, n_nodes + 1))
    lines = [f"*Vertices {n_nodes}\n"]
    if not labels.same_as(numbers):
        for number, label in enumerate(labels, 1):
            if isinstance(label, str) and (not label or _NO_NAME.search(label)):
                what = f"a Pajek network cannot hold the node {label!r}"
                raise InputError(f"{what}: it is empty, or has quotes or control characters")
            lines.append(f'{number} "{label}"\n')
    lines.append("*Arcs\n" if network.directed else "*Edges\n")
    out.write(ids_header(labels).replace(b"#", b"%") + "".join(lines).encode())
    write_rows(
        out, edges_once(network), members=numbers, keys=numbers, by_member=True, key_first=True
    )
