"""The table of file formats of networks, and how a file that none recognises is read."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from accord._io.files.format_table import Format, FormatTable, ImportedOnUse
from accord._io.files.preview import Preview
from accord._io.networks.features import FEATURES

if TYPE_CHECKING:
    from accord._foundation.network import Network
    from accord._io.networks.options import NetworkReadOptions

    NetworkFormat = Format[Network, NetworkReadOptions]

_LINE = "an edge per line: two nodes, and perhaps a weight"
_TABLE = "a row per edge: source, target, and perhaps weight, type"
_EVERYTHING = frozenset(FEATURES)
_LINKED_NODES = _EVERYTHING - {"lone nodes"}

#: A function of a module in this folder, which is imported when a file needs it.
_on_use = partial(ImportedOnUse, __package__)


def guess_format(preview: Preview) -> str:
    """A table if all lines have the same number of commas or semicolons, else an edge list."""
    return "csv" if preview.is_table() else "edges"


NETWORK_FORMATS: FormatTable[Network, NetworkReadOptions] = FormatTable(
    kind="format of networks",
    content="a network",
    default="edges",
    features=FEATURES,
    guess=guess_format,
    formats=[
        Format(
            name="edges",
            title="an edge list",
            description=f"{_LINE}; blanks",
            suffixes=(".edges", ".edgelist", ".el", "network.dat"),
            has_columns=True,
            read=_on_use("text_edges.read_edges"),
            write=_on_use("text_edges.write_edges"),
            holds=_LINKED_NODES,
        ),
        Format(
            name="networkx",
            title="an edge list of networkx",
            description="two nodes and a dictionary per line, as in 1 2 {'weight': 4}",
            suffixes=(".edges", ".edgelist", ".el"),
            recognises=_on_use("attributed_edges.is_attributed"),
            shares_suffix=True,
            read=_on_use("attributed_edges.read_attributed"),
        ),
        Format(
            name="snap",
            title="a SNAP file",
            description=f"{_LINE}; comments as SNAP has them",
            suffixes=(".ungraph.txt", ".ungraph"),
            recognises=_on_use("text_edges.is_snap"),
            has_columns=True,
            read=_on_use("text_edges.read_edges"),
            write=_on_use("text_edges.write_snap"),
            holds=_LINKED_NODES,
        ),
        Format(
            name="ncol",
            title="an ncol file",
            description=f"{_LINE}; no comments",
            suffixes=(".ncol",),
            has_columns=True,
            read=_on_use("text_edges.read_edges"),
            write=_on_use("text_edges.write_ncol"),
            holds=_LINKED_NODES - {"directed"},
        ),
        Format(
            name="nse",
            title="an NSE file",
            description=f"{_LINE}; undirected, with a header that counts them",
            suffixes=(".nse",),
            has_columns=True,
            read=_on_use("text_edges.read_edges"),
            write=_on_use("text_edges.write_nse"),
            holds=_LINKED_NODES - {"directed"},
        ),
        Format(
            name="nsa",
            title="an NSA file",
            description=f"{_LINE}; directed, with a header that counts them",
            suffixes=(".nsa",),
            has_columns=True,
            read=_on_use("text_edges.read_arcs"),
            write=_on_use("text_edges.write_nsa"),
            holds=_LINKED_NODES - {"undirected"},
        ),
        Format(
            name="csv",
            title="a CSV file",
            description=f"{_TABLE}; commas",
            suffixes=(".csv",),
            recognises=_on_use("text_edges.is_csv"),
            has_columns=True,
            read=_on_use("text_edges.read_csv"),
            write=_on_use("text_edges.write_csv"),
            holds=_EVERYTHING,
        ),
        Format(
            name="tsv",
            title="a TSV file",
            description=f"{_TABLE}; tabs",
            suffixes=(".tsv", ".tab"),
            recognises=_on_use("text_edges.is_tsv"),
            has_columns=True,
            read=_on_use("text_edges.read_tsv"),
            write=_on_use("text_edges.write_tsv"),
            holds=_EVERYTHING,
        ),
        Format(
            name="metis",
            title="a METIS graph",
            description="line i has the neighbours of node i, from 1",
            suffixes=(".graph", ".metis"),
            recognises=_on_use("metis.is_metis"),
            read=_on_use("metis.read_metis"),
            write=_on_use("metis.write_metis"),
            holds=frozenset({"undirected", "weights", "lone nodes"}),
        ),
        Format(
            name="pajek",
            title="a Pajek network",
            description="*Vertices with names, *Edges and *Arcs",
            suffixes=(".net", ".pajek"),
            recognises=_on_use("pajek.is_pajek"),
            read=_on_use("pajek.read_pajek"),
            write=_on_use("pajek.write_pajek"),
            holds=_EVERYTHING,
        ),
        Format(
            name="gml",
            title="GML",
            description="nodes and edges in brackets",
            suffixes=(".gml",),
            recognises=_on_use("gml.is_gml"),
            read=_on_use("gml.read_gml"),
            write=_on_use("gml.write_gml"),
            holds=_EVERYTHING,
        ),
        Format(
            name="graphml",
            title="GraphML",
            description="nodes and edges in XML",
            suffixes=(".graphml",),
            recognises=_on_use("graphml.is_graphml"),
            read=_on_use("graphml.read_graphml"),
            write=_on_use("graphml.write_graphml"),
            holds=_EVERYTHING,
        ),
        Format(
            name="parquet",
            title="a Parquet file",
            description=_TABLE,
            suffixes=(".parquet", ".pq"),
            magic=(b"PAR1",),
            is_text=False,
            has_columns=True,
            read=_on_use("arrow_edges.read_parquet"),
            write=_on_use("arrow_edges.write_parquet"),
            holds=_EVERYTHING,
        ),
        Format(
            name="arrow",
            title="an Arrow file",
            description=f"{_TABLE}; Feather",
            suffixes=(".arrow", ".feather", ".ipc"),
            magic=(b"ARROW1", b"FEA1"),
            is_text=False,
            has_columns=True,
            read=_on_use("arrow_edges.read_arrow"),
            write=_on_use("arrow_edges.write_arrow"),
            holds=_EVERYTHING,
        ),
    ],
)
