"""GraphML, as Gephi, yEd, networkx, igraph and networkit write it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, BinaryIO, NoReturn

import numpy as np

from accord._display.names import shortened
from accord._foundation.labels import TextLabels
from accord._foundation.network import Network
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.files.text import is_integer
from accord._io.networks.builder import (
    build_network,
    index_ends,
    name_nodes,
    read_weights,
)
from accord._io.networks.options import NetworkReadOptions
from accord.errors import FormatError, InputError, first_line

_EDGE_DEFAULTS = {"directed": False, "undirected": True}  # whether edges are undirected
_UNDIRECTED = {"true": False, "1": False, "false": True, "0": True}
_TEXT_IDS = "<!-- Ids: text -->"


class _Parser:
    """Collects nodes and edges as the elements are parsed."""

    def __init__(self, source: Source, attribute: str) -> None:
        from xml.parsers import expat

        self.source, self.attribute = source, attribute
        self.expat = expat
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.EntityDeclHandler = self.entity
        self.open: list[str] = []
        self.open_graphs = self.graphs = 0
        self.undirected = True  # by default of the graph
        self.keys: dict[str, tuple[str, str]] = {}  # kind of element and name of the attribute
        self.defaults: dict[str, str] = {}
        self.key: str | None = None  # of the present <data>
        self.data: list[str] = []  # its text
        self.nodes: dict[str, int] = {}
        self.names: dict[str, str] = {}
        # Of each edge: its ends, whether it is undirected, its weight, its line and its column.
        self.sources: list[str] = []
        self.targets: list[str] = []
        self.both_ways: list[bool] = []
        self.weights: list[str | None] = []
        self.positions: list[tuple[int, int]] = []

    def position(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def fail(self, what: str, position: tuple[int, int] | None = None) -> NoReturn:
        raise FormatError(what, self.source.name, *(position or self.position()))

    def parse(self) -> None:
        try:
            self.parser.Parse(self.source.read(), True)
        except FormatError:
            raise
        except self.expat.ExpatError as error:
            what = self.expat.errors.messages[error.code]
            self.fail(f"this is not XML: {what}", (error.lineno, error.offset + 1))
        except (LookupError, ValueError) as error:  # from the codecs of Python
            self.fail(f"its encoding cannot be read: {first_line(error)}: save it as UTF-8", (1, 1))
        if not self.graphs:
            self.fail("there is no graph in it", (1, 1))

    def entity(self, *_: Any) -> None:
        self.fail("it defines entities, which are not read")

    def need(self, attributes: dict[str, str], name: str, tag: str) -> str:
        value = attributes.get(name)
        if value is None:
            self.fail(f"<{tag}> without {name!r}")
        return value

    def one_of(
        self, meanings: dict[str, bool], attributes: dict[str, str], name: str, default: bool
    ) -> bool:
        """The meaning of an attribute, or the default if it is missing."""
        word = attributes.get(name)
        if word is not None and word not in meanings:
            self.fail(f"{name} is {shortened(word)!r}: expected {' or '.join(meanings)}")
        return default if word is None else meanings[word]

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2] if ":" in name else name
        if not self.open and tag != "graphml":
            self.fail(f"there is <{shortened(tag)}>: expected <graphml>")
        self.open.append(tag)
        if tag == "edge":
            self.start_edge(attributes)
        elif tag == "data":
            self.key, self.data = self.need(attributes, "key", tag), []
        elif tag == "node":
            node = self.need(attributes, "id", tag)
            if node in self.nodes:
                self.fail(f"a second node of the id {shortened(node)!r}")
            self.nodes[node] = len(self.nodes)
            self.current = node
        elif tag == "graph":
            self.start_graph(attributes)
        elif tag == "key":
            key = self.need(attributes, "id", tag)
            self.keys[key] = attributes.get("for", "all"), attributes.get("attr.name", key)
            self.key = key
        elif tag == "hyperedge":
            self.fail("a hyperedge: a network has edges between two nodes only")
        elif tag == "default":
            self.data = []

    def start_edge(self, attributes: dict[str, str]) -> None:
        self.sources.append(self.need(attributes, "source", "edge"))
        self.targets.append(self.need(attributes, "target", "edge"))
        self.both_ways.append(self.one_of(_UNDIRECTED, attributes, "directed", self.undirected))
        self.weights.append(None)
        self.positions.append(self.position())

    def start_graph(self, attributes: dict[str, str]) -> None:
        if not self.open_graphs:
            self.graphs += 1
            self.undirected = self.one_of(_EDGE_DEFAULTS, attributes, "edgedefault", True)
        self.open_graphs += 1
        if self.graphs > 1:
            self.fail("a second graph: expected one in a file")

    def characters(self, text: str) -> None:
        if self.key is not None:
            self.data.append(text)

    def end(self, name: str) -> None:
        tag = self.open.pop()
        if tag == "data" and self.key is not None:
            self.end_data(self.key)
            self.key = None
        elif tag == "graph":
            self.open_graphs -= 1
        elif tag == "default" and self.key is not None:
            self.defaults[self.key] = "".join(self.data).strip()
        elif tag == "key":
            self.key = None

    def end_data(self, key: str) -> None:
        about, attribute = self.keys.get(key, ("all", key))
        inside = self.open[-1] if self.open else ""
        if inside == "edge" and attribute == self.attribute and about in ("edge", "all"):
            self.weights[-1] = "".join(self.data).strip()
        elif inside == "node" and attribute == "name":
            self.names[self.current] = "".join(self.data)

    def default_weight(self) -> str | None:
        keys = (
            key
            for key, (about, name) in self.keys.items()
            if name == self.attribute and about in ("edge", "all")
        )
        return next((self.defaults[key] for key in keys if key in self.defaults), None)


def is_graphml(preview: Preview) -> bool:
    """Whether it begins as XML does."""
    return preview.first_matches(rb"<(\?xml|!--|(\w+:)?graphml)")


def read_graphml(source: Source, options: NetworkReadOptions) -> Network:
    """Read GraphML. Nodes are called by their ids.

    If ids only number the nodes, as igraph writes them, they are called by the attribute "name".
    """
    attribute = options.weights if isinstance(options.weights, str) else "weight"
    parser = _Parser(source, attribute)
    parser.parse()
    ids = list(parser.nodes)
    if ids == [f"n{number}" for number in range(len(ids))] and len(
        set(parser.names.values())
    ) == len(ids):
        ids = [parser.names[node] for node in ids]
    says_text = _TEXT_IDS.encode() in source.head
    labels, index = name_nodes(source, options, ids, says_text)
    locate = parser.positions.__getitem__
    sources, targets = (
        index[index_ends(source, parser.nodes, ends, locate)]
        for ends in (parser.sources, parser.targets)
    )
    weights = None
    if options.weights is not False:
        default = parser.default_weight()
        words = [default if word is None else word for word in parser.weights]
        weights = read_weights(source, attribute, words, locate)
    both = np.array(parser.both_ways, bool)
    if options.directed is None:
        options = replace(options, directed=not (both.all() if len(both) else parser.undirected))
    return build_network(source, options, labels, (sources, targets), weights, both, locate)


def write_graphml(network: Network, out: BinaryIO) -> None:
    from xml.sax.saxutils import quoteattr

    names = []
    for label in network.node_labels:
        text = str(label)
        if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", text):
            raise InputError(f"GraphML cannot hold the node {text!r}: it has control characters")
        names.append(quoteattr(text))
    looks_integer = isinstance(network.node_labels, TextLabels) and all(
        is_integer(label.encode()) for label in network.node_labels
    )
    kind = "directed" if network.directed else "undirected"
    lines = ['<?xml version="1.0" encoding="UTF-8"?>\n', _TEXT_IDS + "\n" if looks_integer else ""]
    lines.append('<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n')
    if network.is_weighted:
        lines.append('<key id="weight" for="edge" attr.name="weight" attr.type="double"/>\n')
    lines.append(f'<graph edgedefault="{kind}">\n')
    lines += [f"<node id={name}/>\n" for name in names]
    sources, targets, weights = network.edge_columns()
    ends = zip(sources.tolist(), targets.tolist(), strict=True)
    if weights is None:
        lines += [
            f"<edge source={names[source]} target={names[target]}/>\n" for source, target in ends
        ]
    else:
        for (source, target), weight in zip(ends, weights.tolist(), strict=True):
            data = f'<data key="weight">{weight!r}</data>'
            lines.append(f"<edge source={names[source]} target={names[target]}>{data}</edge>\n")
    out.write("".join([*lines, "</graph>\n</graphml>\n"]).encode())
