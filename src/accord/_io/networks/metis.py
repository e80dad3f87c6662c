"""METIS graphs: the number of nodes and edges, then a line with the neighbours of each node.

    3 2
    2
    1 3
    2

Nodes are counted from 1, and every edge is in the lines of both of its nodes. A third number in the
first line says what else lines have: 1 a weight after each neighbour, 10 weights of the node before
them, which are not read. Comments start with '%'.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from accord._foundation.labels import IntegerLabels
from accord._foundation.network import Network
from accord._io.files.label_words import need_numbered
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.files.text import write_rows
from accord._io.networks.builder import build_network, number_nodes
from accord._io.networks.options import NetworkReadOptions
from accord.errors import FormatError, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NUMBER = re.compile(rb"\d+(\.\d*)?([eE][-+]?\d+)?")


def is_metis(preview: Preview) -> bool:
    """Whether the numbers of nodes and edges in the first line are those of the lines below."""
    counts, *rows = preview.words or [[]]
    if not preview.is_whole or len(counts) not in (2, 3) or not all(map(bytes.isdigit, counts)):
        return False
    n_nodes, n_edges = int(counts[0]), int(counts[1])
    words_per_edge = 4 if counts[2:] in ([b"1"], [b"001"]) else 2
    return 0 < len(rows) <= n_nodes and sum(map(len, rows)) == words_per_edge * n_edges > 0


def read_metis(source: Source, options: NetworkReadOptions) -> Network:
    text = source.read()[source.start :]
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if not line.lstrip().startswith(b"%")
    ]
    filled = next((index for index, (_, line) in enumerate(lines) if line.strip()), len(lines))
    n_nodes, n_edges, skipped, weighted = _header(
        source, *(lines[filled] if filled < len(lines) else (1, b""))
    )
    rows = lines[filled + 1 :]
    while len(rows) > n_nodes and not rows[-1][1].strip():
        rows.pop()
    if len(rows) != n_nodes:
        raise FormatError(
            f"the header says {n_nodes} nodes, and there are {len(rows)} lines below it: "
            "expected one for each node",
            source.name,
            *((rows[n_nodes][0], 1) if len(rows) > n_nodes else ()),
        )
    words: list[bytes] = []
    ends = [0]
    for number, line in rows:
        words += line.split()[skipped:]
        ends.append(len(words))
        if weighted and (ends[-1] - ends[-2]) % 2:
            raise FormatError(
                "a neighbour without a weight: expected pairs of them", source.name, number, 1
            )
    step = 2 if weighted else 1
    values = _numbers(source, rows, words, skipped)
    neighbours = values[::step]
    node = np.repeat(np.arange(n_nodes, dtype=np.uint32), np.diff(ends) // step)

    def locate(entry: int) -> tuple[int, int]:
        number, line = rows[int(node[entry])]
        return number, _columns(line)[skipped + entry * step - ends[int(node[entry])]]

    bad = ~((neighbours >= 1) & (neighbours <= n_nodes) & (neighbours == np.floor(neighbours)))
    if bad.any():
        entry = int(np.argmax(bad))
        what = f"there is no node {words[entry * step].decode()}: expected one of 1 to {n_nodes}"
        raise FormatError(what, source.name, *locate(entry))
    other = (neighbours - 1).astype(np.uint32)
    weights = values[1::2] if weighted else None
    one_sided = _one_sided(node, other, weights, n_nodes)
    if one_sided is not None:
        back = f"the line of node {other[one_sided] + 1} lacks node {node[one_sided] + 1}"
        raise FormatError(
            f"{back}{' with the same weight' * weighted}", source.name, *locate(one_sided)
        )
    once = np.flatnonzero(node <= other)
    labels, _ = number_nodes(source, options, 1, n_nodes)
    network = build_network(
        source,
        options,
        labels,
        ends=(node[once], other[once]),
        weights=None if weights is None else weights[once],
        undirected=np.ones(len(once), bool),
        locate=lambda row: locate(int(once[row])),
    )
    if n_edges not in (len(once), network.n_edges):
        doubt = f"the header says {n_edges} edges, the file has {len(once)}"
        warn(f"{source.name}: {doubt}")
    return network


def _header(source: Source, line: int, text: bytes) -> tuple[int, int, int, bool]:
    """Number of nodes, of edges, of words before the neighbours, and whether edges have weights."""
    words = text.split()
    if not 2 <= len(words) <= 4 or not all(re.fullmatch(rb"\d{1,18}", word) for word in words):
        raise FormatError(
            "expected the number of nodes and of edges, and perhaps a format", source.name, line, 1
        )
    kind = (words[2] if len(words) > 2 else b"0").zfill(3)
    if not re.fullmatch(rb"[01]{3}", kind) or (len(words) == 4 and words[3] == b"0"):
        raise FormatError(
            f"{words[2].decode()} is not a format such as 0, 1, 10 or 11", source.name, line, 1
        )
    n_nodes, n_edges = int(words[0]), int(words[1])
    if n_nodes > source.size:
        raise FormatError(
            f"the header says {n_nodes} nodes, more than the file can have", source.name, line, 1
        )
    of_node = (int(words[3]) if len(words) == 4 else 1) if kind[1:2] == b"1" else 0
    return n_nodes, n_edges, of_node + (kind[:1] == b"1"), kind[2:] == b"1"


def _numbers(
    source: Source, rows: list[tuple[int, bytes]], words: list[bytes], skipped: int
) -> NDArray[np.float64]:
    if not re.search(rb"[^\d\s]", b" ".join(words)):
        return np.array(words, "S").astype(np.float64) if words else np.zeros(0)
    for number, line in rows:
        for column, word in list(zip(_columns(line), line.split(), strict=True))[skipped:]:
            if not _NUMBER.fullmatch(word):
                raise FormatError(
                    f"{word.decode(errors='replace')!r} is not a number",
                    source.name,
                    number,
                    column,
                )
    return np.array(words, "S").astype(np.float64)


def _columns(line: bytes) -> list[int]:
    """The columns at which the words of a line begin, from 1."""
    return [match.start() + 1 for match in re.finditer(rb"\S+", line)]


def _one_sided(
    node: NDArray[np.uint32],
    other: NDArray[np.uint32],
    weights: NDArray[np.float64] | None,
    n_nodes: int,
) -> int | None:
    """The first entry whose edge is not also in the line of the other node; None if all are.

    Both entries of an edge must have the same weight.
    """
    key = node.astype(np.int64) * n_nodes + other
    order = np.lexsort((node, other))  # as the lines of the other nodes would have the entries
    back = other.astype(np.int64)[order] * n_nodes + node[order]
    by_key = np.argsort(key, kind="stable")
    if np.array_equal(key[by_key], back) and (
        weights is None or np.array_equal(weights[by_key], weights[order])
    ):
        return None
    weight = dict(
        zip(key.tolist(), np.ones(len(key)) if weights is None else weights.tolist(), strict=True)
    )
    turned = (other.astype(np.int64) * n_nodes + node).tolist()
    wrong = np.array(
        [
            weight.get(reverse) != weight[forward]
            for reverse, forward in zip(turned, key.tolist(), strict=True)
        ]
    )
    return int(np.argmax(wrong)) if wrong.any() else None


def write_metis(network: Network, out: BinaryIO) -> None:
    need_numbered(network.node_labels, "a METIS graph", 1)
    out.write(f"{network.n_nodes} {network.n_edges}{' 1' * network.is_weighted}\n".encode())
    rows = network.rows
    if rows.shares is None:
        assert isinstance(network.node_labels, IntegerLabels)
        write_rows(out, rows, members=network.node_labels)
        return
    words = [
        f"{node} {weight!r}"
        for node, weight in zip((rows.members + 1).tolist(), rows.shares.tolist(), strict=True)
    ]
    out.write(
        "".join([" ".join(words[a:b]) + "\n" for a, b in pairwise(rows.offsets.tolist())]).encode()
    )
