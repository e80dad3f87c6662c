"""GML, as Gephi, networkx and igraph write it, and as in Newman's collection.

graph [
  directed 0
  node [ id 1 label "ann" ]
  node [ id 2 label "bob" ]
  edge [ source 1 target 2 weight 0.5 ]
]
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace
from typing import BinaryIO, NoReturn

import numpy as np

from accord._display.names import shortened
from accord._foundation.network import Network
from accord._io.files.label_words import ids_header
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.networks.builder import (
    build_network,
    index_ends,
    name_nodes,
    read_weights,
)
from accord._io.networks.options import NetworkReadOptions
from accord.errors import FormatError, InputError

_DIRECTED = {"1": True, "true": True, "0": False, "false": False}
_TOKEN = re.compile(r'#[^\n]*|"[^"]*"?|[\[\]]|[^\s\[\]"#]+')
_PAIR = r'([^\W\d_][^\s\[\]"#]*+)\s++("[^"]*+"|[^\s\[\]"#]++)'
_PAIRS = re.compile(_PAIR)
#: A node or an edge as nearly all are: plain keys and values, without brackets or comments.
_RECORD = re.compile(
    rf"\s*+(node|edge)\s*+\[((?:\s*+{_PAIR.replace('(', '(?:')})*+)\s*+\]", re.IGNORECASE
)


@dataclass
class _Edges:
    """The attributes of all edges that are read, and where each edge is."""

    sources: list[str]
    targets: list[str]
    weights: list[str | None]
    places: list[int]


class _Parser:
    """Collects the attributes of nodes and edges, and where each is in the text."""

    def __init__(self, source: Source, attribute: str) -> None:
        self.source, self.attribute = source, attribute
        try:
            self.text = source.read()[source.start :].decode()
        except UnicodeDecodeError as error:
            self.text = error.object[: error.start].decode()
            self.fail("this is not UTF-8 text: save it as UTF-8", error.start)
        self.directed = False
        self.graphs = 0
        self.ids: dict[str, int] = {}
        self.names: dict[str, list[str]] = {"name": [], "label": []}
        self.edges = _Edges([], [], [], [])

    def position(self, at: int) -> tuple[int, int]:
        """The line and the column of a place in the text; this takes as long as reading it."""
        before = self.text[:at]
        return before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1

    def fail(self, what: str, at: int) -> NoReturn:
        raise FormatError(what, self.source.name, *self.position(at))

    def parse(self) -> None:
        open_keys: list[str] = []  # keys of the brackets that are open
        record: dict[str, str] = {}
        key, at, begin = None, 0, 0
        while True:
            if key is None and open_keys == ["graph"] and (flat := _RECORD.match(self.text, at)):
                pairs = _PAIRS.findall(flat[2])
                values = {name.lower(): value for name, value in reversed(pairs)}
                self.add(flat[1].lower(), values, flat.start(2) - 1)
                at = flat.end()
                continue
            token = _TOKEN.search(self.text, at)
            if token is None:
                break
            at, word = token.end(), token[0]
            if word[0] == "#":
                continue
            if key is None and word == "]":
                if not open_keys:
                    self.fail("a ']' closes nothing", token.start())
                if open_keys in (["graph", "node"], ["graph", "edge"]):
                    self.add(open_keys[1], record, begin)
                open_keys.pop()
            elif key is None:
                if not word[0].isalpha():
                    self.fail(f"expected a key, and found {shortened(word)!r}", token.start())
                key = word.lower()
            elif word == "]":
                self.fail(f"{shortened(key)!r} has no value", token.start())
            elif word == "[":
                open_keys.append(key)
                self.graphs += open_keys == ["graph"]
                if self.graphs > 1:
                    self.fail("a second graph: expected one in a file", token.start())
                if open_keys in (["graph", "node"], ["graph", "edge"]):
                    record, begin = {}, token.start()
                key = None
            elif word[0] == '"' and (len(word) == 1 or word[-1] != '"'):
                self.fail("a text in quotes does not end", token.start())
            else:
                if open_keys in (["graph", "node"], ["graph", "edge"]):
                    record.setdefault(key, word)
                elif open_keys == ["graph"] and key == "directed":
                    self.directed = self.is_directed(word, token.start())
                key = None
        if key is not None or open_keys:
            self.fail("it ends before all brackets are closed", len(self.text))
        if not self.graphs:
            self.fail("there is no graph in it: expected 'graph [' and its nodes and edges", 0)

    def is_directed(self, word: str, at: int) -> bool:
        directed = _DIRECTED.get(word.strip('"').lower())
        if directed is None:
            self.fail(f"directed is {shortened(word)}: expected 1 (yes) or 0 (no)", at)
        return directed

    def add(self, kind: str, record: dict[str, str], at: int) -> None:
        """Keep what is needed of a node or an edge."""
        if kind == "edge":
            for end in ("source", "target"):
                if end not in record:
                    self.fail(f"an edge has no {end}", at)
            weight = record.get(self.attribute)
            self.edges.sources.append(record["source"])
            self.edges.targets.append(record["target"])
            self.edges.weights.append(None if weight is None else weight.strip('"'))
            self.edges.places.append(at)
            return
        node = record.get("id")
        if node is None:
            self.fail("a node without an id", at)
        if node in self.ids:
            self.fail(f"a second node of the id {shortened(node)}", at)
        self.ids[node] = len(self.ids)
        for key, names in self.names.items():
            if key in record:
                names.append(html.unescape(record[key].strip('"')))


def is_gml(preview: Preview) -> bool:
    """Whether it begins as GML does."""
    return preview.first_matches(rb"(creator|version|comment)\s+\S|graph\s*(\[|$)")


def read_gml(source: Source, options: NetworkReadOptions) -> Network:
    """Read GML. Nodes are called by their labels if these are unique, or by names, or by ids."""
    attribute = options.weights if isinstance(options.weights, str) else "weight"
    parser = _Parser(source, attribute)
    parser.parse()
    names = [node.strip('"') for node in parser.ids]
    for given in parser.names.values():  # labels before names, which igraph writes
        names = given if len(given) == len(set(given)) == len(names) else names
    labels, index = name_nodes(source, options, names, source.says_text_ids)
    edges = parser.edges

    def locate(edge: int) -> tuple[int, int]:
        return parser.position(edges.places[edge])

    sources, targets = (
        index[index_ends(source, parser.ids, ends, locate)]
        for ends in (edges.sources, edges.targets)
    )
    weights = None
    if options.weights is not False:
        weights = read_weights(source, attribute, edges.weights, locate)
    undirected = np.full(len(sources), not parser.directed)
    if options.directed is None:
        options = replace(options, directed=parser.directed)
    return build_network(source, options, labels, (sources, targets), weights, undirected, locate)


def write_gml(network: Network, out: BinaryIO) -> None:
    lines = [f"graph [\n  directed {int(network.directed)}\n"]
    for node, label in enumerate(network.node_labels):
        lines.append(f'  node [ id {node} label "{_escaped(str(label))}" ]\n')
    sources, targets, weights = network.edge_columns()
    ends = zip(sources.tolist(), targets.tolist(), strict=True)
    if weights is None:
        lines += [f"  edge [ source {source} target {target} ]\n" for source, target in ends]
    else:
        for (source, target), weight in zip(ends, weights.tolist(), strict=True):
            lines.append(f"  edge [ source {source} target {target} weight {weight!r} ]\n")
    out.write(ids_header(network.node_labels) + "".join([*lines, "]\n"]).encode())


def _escaped(text: str) -> str:
    """The text with entities for all characters that are not ASCII."""
    plain = (
        text.replace("&", "&amp;")
        .replace('"', "&quot;")
        .encode("ascii", "xmlcharrefreplace")
        .decode()
    )
    escaped = re.sub(r"[\x00-\x1f\x7f]", lambda letter: f"&#{ord(letter[0])};", plain)
    if html.unescape(escaped) != text:
        raise InputError(
            f"GML cannot hold the node {text!r}: it has characters that GML cannot name"
        )
    return escaped
