"""The formats that networks are read from and written to, and how to tell from its lines which one a file is in."""

from __future__ import annotations

import re

from accord._foundation.network import Network
from accord._io.clusterings.text_tables import split
from accord._io.files.format_table import Format, FormatTable
from accord._io.files.source import Source
from accord._io.networks import arrow_edges, gml, graphml, metis, pajek
from accord._io.networks import edge_lists as edge_tables
from accord._io.networks.options import NetworkReading
from accord._io.tables.edges import are_edges
from accord.errors import FormatError

#: What not every format has a place for, and how to say so.
PARTS = {
    "directed": "directed edges",
    "undirected": "undirected edges",
    "weights": "weights of edges",
    "lone nodes": "nodes without edges",
    "loops": "edges from a node to itself",
}


_EVERYTHING = frozenset(PARTS)
_LIST = _EVERYTHING - {"lone nodes"}
_LINE = "an edge per line: two nodes, and perhaps a weight"
_TABLE = "a row per edge: source, target, and perhaps weight, type"

NETWORK_FORMATS = FormatTable(
    *("format of networks", "edges"),
    (
        Format(
            *(
                "edges",
                "an edge list",
                (".edges", ".edgelist", ".el", "network.dat"),
                f"{_LINE}; blanks",
            ),
            *(edge_tables.read_edges, edge_tables.write_edges, _LIST),
        ),
        Format(
            *(
                "snap",
                "a SNAP file",
                (".ungraph.txt", ".ungraph"),
                f"{_LINE}; comments as SNAP has them",
            ),
            *(edge_tables.read_edges, edge_tables.write_snap, _LIST),
        ),
        Format(
            *("ncol", "an ncol file", (".ncol",), f"{_LINE}; no comments"),
            *(edge_tables.read_edges, edge_tables.write_ncol, _LIST - {"directed"}),
        ),
        Format(
            *(
                "nse",
                "an NSE file",
                (".nse",),
                f"{_LINE}; undirected, with a header that counts them",
            ),
            *(edge_tables.read_edges, edge_tables.write_nse, _LIST - {"directed"}),
        ),
        Format(
            *(
                "nsa",
                "an NSA file",
                (".nsa",),
                f"{_LINE}; directed, with a header that counts them",
            ),
            *(edge_tables.read_arcs, edge_tables.write_nsa, _LIST - {"undirected"}),
        ),
        Format(
            *("csv", "a CSV file", (".csv",), f"{_TABLE}; commas"),
            *(edge_tables.read_csv, edge_tables.write_csv, _EVERYTHING),
        ),
        Format(
            *("tsv", "a TSV file", (".tsv", ".tab"), f"{_TABLE}; tabs"),
            *(edge_tables.read_tsv, edge_tables.write_tsv, _EVERYTHING),
        ),
        Format(
            *(
                "metis",
                "a METIS graph",
                (".graph", ".metis"),
                "line i has the neighbours of node i, from 1",
            ),
            *(
                metis.read_metis,
                metis.write_metis,
                frozenset({"undirected", "weights", "lone nodes"}),
            ),
        ),
        Format(
            *(
                "pajek",
                "a Pajek network",
                (".net", ".pajek"),
                "*Vertices with names, *Edges and *Arcs",
            ),
            *(pajek.read_pajek, pajek.write_pajek, _EVERYTHING),
        ),
        Format(
            *("gml", "GML", (".gml",), "nodes and edges in brackets"),
            gml.read_gml,
            gml.write_gml,
            _EVERYTHING,
        ),
        Format(
            *("graphml", "GraphML", (".graphml",), "nodes and edges in XML"),
            *(graphml.read_graphml, graphml.write_graphml, _EVERYTHING),
        ),
        Format(
            *("parquet", "a Parquet file", (".parquet", ".pq"), _TABLE),
            *(arrow_edges.read_parquet, arrow_edges.write_parquet, _EVERYTHING),
            is_text=False,
        ),
        Format(
            *("arrow", "an Arrow file", (".arrow", ".feather", ".ipc"), f"{_TABLE}; Feather"),
            *(arrow_edges.read_arrow, arrow_edges.write_arrow, _EVERYTHING),
            is_text=False,
        ),
    ),
)


def format_of(source: Source) -> Format[Network, NetworkReading]:
    """By the first bytes or the name of the file, or else by a look at its first lines."""
    found = NETWORK_FORMATS.by_magic(source) or NETWORK_FORMATS.by_name(source.name)
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
        if (
            len({len(split(line, separator)) for line in lines} - {1}) == 1
            and separator.encode() in first
        ):
            return "csv"
    if b"\t" in first and are_edges(split(first, "\t")):
        return "tsv"
    return "edges"
