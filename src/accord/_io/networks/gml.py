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
from dataclasses import replace
from typing import BinaryIO, NoReturn

import numpy as np

from accord._foundation.network import Network
from accord._io.files.label_words import ids_header
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.networks.builder import build_network, name_nodes, weight_of
from accord._io.networks.options import NetworkReadOptions
from accord.errors import FormatError, InputError

_DIRECTED = {"1": True, "true": True, "0": False, "false": False}
_TOKEN = re.compile(r'#[^\n]*|"[^"]*"?|[\[\]]|[^\s\[\]"#]+')


class _Parser:
    """Collects the attributes of nodes and edges, and the position of each."""

    def __init__(self, source: Source) -> None:
        self.source = source
        try:
            self.text = source.read()[source.start :].decode()
        except UnicodeDecodeError as error:
            self.text = error.object[: error.start].decode()
            self.fail("this is not UTF-8 text: save it as UTF-8", error.start)
        self.directed = False
        self.nodes: list[tuple[int, dict[str, str]]] = []
        self.edges: list[tuple[int, dict[str, str]]] = []

    def position(self, at: int) -> tuple[int, int]:
        before = self.text[:at]
        return before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1

    def fail(self, what: str, at: int) -> NoReturn:
        raise FormatError(what, self.source.name, *self.position(at))

    def parse(self) -> None:
        open_keys: list[str] = []  # keys of the brackets that are open
        record: dict[str, str] = {}
        key, graphs = None, 0
        for token in _TOKEN.finditer(self.text):
            word = token[0]
            if word[0] == "#":
                continue
            if key is None:
                if word == "]":
                    if not open_keys:
                        self.fail("a ']' closes nothing", token.start())
                    open_keys.pop()
                elif not word[0].isalpha():
                    self.fail(f"expected a key, and found {word!r}", token.start())
                else:
                    key = word.lower()
                continue
            if word == "]":
                self.fail(f"{key!r} has no value", token.start())
            if word == "[":
                open_keys.append(key)
                graphs += open_keys == ["graph"]
                if graphs > 1:
                    self.fail("a second graph: expected one in a file", token.start())
                if open_keys in (["graph", "node"], ["graph", "edge"]):
                    record = {}
                    (self.nodes if key == "node" else self.edges).append((token.start(), record))
            elif word[0] == '"' and (len(word) == 1 or word[-1] != '"'):
                self.fail("a text in quotes does not end", token.start())
            elif open_keys in (["graph", "node"], ["graph", "edge"]):
                record.setdefault(key, word)
            elif open_keys == ["graph"] and key == "directed":
                if word.strip('"').lower() not in _DIRECTED:
                    self.fail(f"directed is {word}: expected 1 (yes) or 0 (no)", token.start())
                self.directed = _DIRECTED[word.strip('"').lower()]
            key = None
        if key is not None or open_keys:
            self.fail("it ends before all brackets are closed", len(self.text))
        if not graphs:
            self.fail("there is no graph in it: expected 'graph [' and its nodes and edges", 0)


def is_gml(preview: Preview) -> bool:
    """Whether it begins as GML does."""
    return preview.first_matches(rb"(creator|version|comment)\s+\S|graph\s*(\[|$)")


def read_gml(source: Source, options: NetworkReadOptions) -> Network:
    """Read GML. Nodes are called by their labels if these are unique, or by names, or by ids."""
    parser = _Parser(source)
    parser.parse()
    ids: dict[str, int] = {}
    for at, node in parser.nodes:
        node_id = node.get("id")
        if node_id is None:
            parser.fail("a node without an id", at)
        if node_id in ids:
            parser.fail(f"a second node of the id {node_id}", at)
        ids[node_id] = len(ids)
    names = [node_id.strip('"') for node_id in ids]
    for key in ("name", "label"):  # igraph writes names
        given = [html.unescape(node[key].strip('"')) for _, node in parser.nodes if key in node]
        names = given if len(given) == len(set(given)) == len(ids) else names
    labels, index = name_nodes(source, options, names, source.says_text_ids)
    attribute = options.weights if isinstance(options.weights, str) else "weight"
    ends = np.empty((len(parser.edges), 2), np.uint32)
    weights = np.full(len(parser.edges), np.nan)
    for row, (at, edge) in enumerate(parser.edges):
        for column, end in enumerate(("source", "target")):
            node_id = edge.get(end, "")
            if node_id not in ids:
                parser.fail(
                    f"there is no node of the id {node_id}" if node_id else f"an edge has no {end}",
                    at,
                )
            ends[row, column] = index[ids[node_id]]
        if attribute in edge and options.weights is not False:
            weights[row] = weight_of(
                source, attribute, edge[attribute].strip('"'), parser.position(at)
            )
    undirected = np.full(len(ends), not parser.directed)
    if options.directed is None:
        options = replace(options, directed=parser.directed)
    columns = ends[:, 0].copy(), ends[:, 1].copy()
    return build_network(
        source,
        options,
        labels,
        columns,
        weights,
        undirected,
        lambda row: parser.position(parser.edges[row][0]),
    )


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
