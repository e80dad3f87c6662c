"""The formats that networks are read from and written to, and how to tell which one a file is in."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from accord.errors import FormatError, InputError, unknown
from accord.io.compression import without_compression
from accord.io.networks import arrow_edges, edge_tables, gml, graphml, metis, pajek
from accord.io.networks.reading import NetworkReading
from accord.io.sources import Source
from accord.io.tables import split
from accord.network import Network
from accord.tables.edges import are_edges

#: What not every format has a place for, and how to say so.
PARTS = {
    "directed": "directed edges",
    "undirected": "undirected edges",
    "weights": "weights of edges",
    "lone nodes": "nodes without edges",
    "loops": "edges from a node to itself",
}


@dataclass(frozen=True)
class NetworkFormat:
    """A way to write a network down."""

    name: str
    #: As in "… cannot hold weights".
    title: str
    #: How the names of such files end.
    suffixes: tuple[str, ...]
    meaning: str
    read: Callable[[Source, NetworkReading], Network]
    write: Callable[[Network, BinaryIO], None]
    #: What it has a place for, of PARTS.
    holds: frozenset[str]
    is_text: bool = True


_EVERYTHING = frozenset(PARTS)
_LIST = _EVERYTHING - {"lone nodes"}
_LINE = "an edge per line: two nodes, and perhaps a weight"
_TABLE = "a row per edge: source, target, and perhaps weight, type"

NETWORK_FORMATS = {
    format.name: format
    for format in (
        NetworkFormat(
            *("edges", "an edge list", (".edges", ".edgelist", ".el", "network.dat"), f"{_LINE}; blanks"),
            *(edge_tables.read_edges, edge_tables.write_edges, _LIST),
        ),
        NetworkFormat(
            *("snap", "a SNAP file", (".ungraph.txt", ".ungraph"), f"{_LINE}; comments as SNAP has them"),
            *(edge_tables.read_edges, edge_tables.write_snap, _LIST),
        ),
        NetworkFormat(
            *("ncol", "an ncol file", (".ncol",), f"{_LINE}; no comments"),
            *(edge_tables.read_edges, edge_tables.write_ncol, _LIST - {"directed"}),
        ),
        NetworkFormat(
            *("nse", "an NSE file", (".nse",), f"{_LINE}; undirected, with a header that counts them"),
            *(edge_tables.read_edges, edge_tables.write_nse, _LIST - {"directed"}),
        ),
        NetworkFormat(
            *("nsa", "an NSA file", (".nsa",), f"{_LINE}; directed, with a header that counts them"),
            *(edge_tables.read_arcs, edge_tables.write_nsa, _LIST - {"undirected"}),
        ),
        NetworkFormat(
            *("csv", "a CSV file", (".csv",), f"{_TABLE}; commas"),
            *(edge_tables.read_csv, edge_tables.write_csv, _EVERYTHING),
        ),
        NetworkFormat(
            *("tsv", "a TSV file", (".tsv", ".tab"), f"{_TABLE}; tabs"),
            *(edge_tables.read_tsv, edge_tables.write_tsv, _EVERYTHING),
        ),
        NetworkFormat(
            *("metis", "a METIS graph", (".graph", ".metis"), "line i has the neighbours of node i, from 1"),
            *(metis.read_metis, metis.write_metis, frozenset({"undirected", "weights", "lone nodes"})),
        ),
        NetworkFormat(
            *("pajek", "a Pajek network", (".net", ".pajek"), "*Vertices with names, *Edges and *Arcs"),
            *(pajek.read_pajek, pajek.write_pajek, _EVERYTHING),
        ),
        NetworkFormat(*("gml", "GML", (".gml",), "nodes and edges in brackets"), gml.read_gml, gml.write_gml, _EVERYTHING),
        NetworkFormat(
            *("graphml", "GraphML", (".graphml",), "nodes and edges in XML"),
            *(graphml.read_graphml, graphml.write_graphml, _EVERYTHING),
        ),
        NetworkFormat(
            *("parquet", "a Parquet file", (".parquet", ".pq"), _TABLE),
            *(arrow_edges.read_parquet, arrow_edges.write_parquet, _EVERYTHING),
            is_text=False,
        ),
        NetworkFormat(
            *("arrow", "an Arrow file", (".arrow", ".feather", ".ipc"), f"{_TABLE}; Feather"),
            *(arrow_edges.read_arrow, arrow_edges.write_arrow, _EVERYTHING),
            is_text=False,
        ),
    )
}


def find_format(name: str) -> NetworkFormat:
    if name not in NETWORK_FORMATS:
        raise unknown("format of networks", name, NETWORK_FORMATS)
    return NETWORK_FORMATS[name]


def format_by_name(name: str) -> NetworkFormat | None:
    """The format that the name of a file tells, compressed or not; None where it tells none."""
    name = without_compression(name).lower()
    return next((format for format in NETWORK_FORMATS.values() if name.endswith(format.suffixes)), None)


def format_to_write(path: str) -> NetworkFormat:
    """By the name of the file; an edge list where it says nothing."""
    name = os.path.basename(path)
    found = format_by_name(name)
    if found is None and os.path.splitext(without_compression(name))[1].lower() in ("", ".txt", ".dat"):
        return NETWORK_FORMATS["edges"]
    if found is None:
        raise InputError(f"{path}: its name does not say which format to write: choose one of {', '.join(NETWORK_FORMATS)}")
    return found


def format_of(source: Source) -> NetworkFormat:
    """By the name of the file, or else by a look at its first lines."""
    if source.head.startswith(b"PAR1"):
        return NETWORK_FORMATS["parquet"]
    if source.head.startswith((b"ARROW1", b"FEA1")):
        return NETWORK_FORMATS["arrow"]
    found = format_by_name(os.path.basename(source.name))
    if found is None or found.is_text:
        source.check_text("a network")
    return found or NETWORK_FORMATS[_by_content(source)]


def _by_content(source: Source) -> str:
    lines = [line.strip() for _, line in source.filled_lines(100)]
    first = lines[0] if lines else b""
    if first.lower().startswith((b"*vertices", b"*network")):
        return "pajek"
    if re.match(rb"<(\?xml|!--|(\w+:)?graphml)", first):
        return "graphml"
    if re.match(rb"(creator|version|comment)\s+\S|graph\s*(\[|$)", first.lower()):
        return "gml"
    if re.match(rb"[^\s>]+>\s", first):
        raise FormatError("this looks like a list of clusters, not like a network", source.name)
    for separator in (",", ";"):
        if len({len(split(line, separator)) for line in lines} - {1}) == 1 and separator.encode() in first:
            return "csv"
    if b"\t" in first and are_edges(split(first, "\t")):
        return "tsv"
    return "edges"
