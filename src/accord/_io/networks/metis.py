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

from accord._display.names import shortened
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

_COUNT = re.compile(rb"\d{1,18}")
#: Numbers and blanks, up to the first word that is no number.
_NUMBERS = re.compile(rb"(?:\d++(?:\.\d*+)?(?:[eE][-+]?\d++)?(?!\S)\s*+)*+")


def is_metis(preview: Preview) -> bool:
    """Whether the numbers of nodes and edges in the first line are those of the lines below."""
    counts, *rows = preview.words or [[]]
    if not preview.is_whole or len(counts) not in (2, 3) or not all(map(_COUNT.fullmatch, counts)):
        return False
    n_nodes, n_edges = int(counts[0]), int(counts[1])
    words_per_edge = 4 if counts[2:] in ([b"1"], [b"001"]) else 2
    return 0 < len(rows) <= n_nodes and sum(map(len, rows)) == words_per_edge * n_edges > 0


def read_metis(source: Source, options: NetworkReadOptions) -> Network:
    words = _Words(source.read()[source.start :])
    if not len(words.starts):
        _header(source, 1, b"")
    header = int(words.line[0])
    n_nodes, n_edges, skipped, weighted = _header(source, header + 1, words.text_of_line(header))
    rows = words.rows_after(header)
    filled = int(np.searchsorted(rows, words.line[-1], "right"))  # blank lines may follow
    rows = rows[: max(filled, n_nodes)]
    if len(rows) != n_nodes:
        raise FormatError(
            f"the header says {n_nodes} nodes, and there are {len(rows)} lines below it: "
            "expected one for each node",
            source.name,
            *((int(rows[n_nodes]) + 1, 1) if len(rows) > n_nodes else ()),
        )
    first = int(np.searchsorted(words.line, header, "right"))  # of the words below the header
    values = words.numbers(source, first)
    row = np.searchsorted(rows, words.line[first:])
    place = np.arange(len(row)) - np.searchsorted(row, row)  # of each word in its row
    step = 2 if weighted else 1
    kept = np.flatnonzero(place >= skipped)
    lengths = np.bincount(row[kept], minlength=n_nodes)
    if weighted and (lengths % 2).any():
        line = int(rows[np.argmax(lengths % 2)]) + 1
        raise FormatError(
            "a neighbour without a weight: expected pairs of them", source.name, line, 1
        )
    neighbours = values[kept[::step]]
    node = row[kept[::step]].astype(np.uint32)

    def locate(entry: int) -> tuple[int, int]:
        return words.position(first + int(kept[entry * step]))

    bad = ~((neighbours >= 1) & (neighbours <= n_nodes) & (neighbours == np.floor(neighbours)))
    if bad.any():
        entry = int(np.argmax(bad))
        word = words.word(first + int(kept[entry * step]))
        what = f"there is no node {word}: expected one of 1 to {n_nodes}"
        raise FormatError(what, source.name, *locate(entry))
    other = (neighbours - 1).astype(np.uint32)
    weights = values[kept[1::2]] if weighted else None
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


class _Words:
    """The words of a text that are not in comments: where each begins, and its line, from 0."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        codes = np.frombuffer(text, np.uint8)
        ends_line = codes == ord("\n")
        returns = codes == ord("\r")
        if returns.any():  # one that is followed by a line feed does not end a line itself
            returns[:-1] &= ~ends_line[1:]
            ends_line |= returns
        begins = np.append(0, np.flatnonzero(ends_line) + 1)
        self.begins = begins[begins < len(text)]  # of lines
        visible = (codes != ord(" ")) & ((codes < ord("\t")) | (codes > ord("\r")))
        starts = np.flatnonzero(visible & ~np.append(False, visible[:-1]))
        line = np.searchsorted(self.begins, starts, "right") - 1
        opens = np.append(True, line[1:] != line[:-1])[: len(line)]  # the first words of lines
        self.comments = line[opens & (codes[starts] == ord("%"))]
        kept = ~np.isin(line, self.comments)
        self.starts, self.line = starts[kept], line[kept]

    def rows_after(self, line: int) -> NDArray[np.int64]:
        """The lines behind one that are not comments."""
        lines = np.arange(line + 1, len(self.begins))
        return lines[~np.isin(lines, self.comments)]

    def text_of_line(self, line: int) -> bytes:
        end = self.begins[line + 1] if line + 1 < len(self.begins) else len(self.text)
        return self.text[self.begins[line] : end]

    def position(self, word: int) -> tuple[int, int]:
        """The line and the column of a word, from 1."""
        line = int(self.line[word])
        return line + 1, int(self.starts[word] - self.begins[line]) + 1

    def word(self, word: int) -> str:
        """The word, as far as a message should show it."""
        begin = int(self.starts[word])
        return shortened(self.text[begin : begin + 200].split()[0].decode(errors="replace"))

    def numbers(self, source: Source, first: int) -> NDArray[np.float64]:
        """The numbers that the words from one on are."""
        if first == len(self.starts):
            return np.zeros(0)
        text = bytearray(self.text)
        for line in self.comments.tolist():
            length = len(self.text_of_line(line))
            text[self.begins[line] : self.begins[line] + length] = b" " * length
        begin = int(self.starts[first])
        matched = _NUMBERS.match(text, begin)
        assert matched is not None  # the pattern matches nothing, too
        if matched.end() < len(text):
            odd = int(np.searchsorted(self.starts, matched.end()))
            raise FormatError(
                f"{self.word(odd)!r} is not a number", source.name, *self.position(odd)
            )
        return np.fromstring(bytes(memoryview(text)[begin:]), np.float64, sep=" ")


def _header(source: Source, line: int, text: bytes) -> tuple[int, int, int, bool]:
    """Number of nodes, of edges, of words before the neighbours, and whether edges have weights."""
    words = text.split()
    if not 2 <= len(words) <= 4 or not all(map(_COUNT.fullmatch, words)):
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
