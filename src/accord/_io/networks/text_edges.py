"""Edges as text, one per line: lists with blanks, and tables with commas or tabs.

    # Nodes: 3  Edges: 2  Weighted: 1
    1 2 0.5
    2 3 1

The comments above may say how many nodes and edges there are, and whether the network is directed.
In tables, a column `type` may say that of each edge, and a row without a target is a node without
edges.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from accord._foundation.columns import RowError
from accord._foundation.labels import IntegerLabels
from accord._foundation.network import Network
from accord._foundation.rows import Rows
from accord._io.files.delimited import (
    MAX_PREVIEW,
    quote_fields,
    split_fields,
    table_separator,
)
from accord._io.files.label_words import check_words, ids_header
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.files.text import Layout, locate_row, read_columns, write_rows
from accord._io.networks.edge_layout import NO_EDGES, EdgeLayout, inspect_edges
from accord._io.networks.header import Header
from accord._io.networks.options import NetworkReadOptions
from accord._io.tables.columns import name_both_ends
from accord._io.tables.edge_weights import are_doubtful_weights
from accord._io.tables.edges import pack_columns, undirected_rows
from accord._io.tables.first_row import FirstRow, ask_for_header, judge_first_row
from accord.errors import FormatError, InputError, warn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._foundation.columns import Column

#: The first nodes are searched for words that are not likely to be nodes.
_MAX_ODD = 1000


def is_snap(preview: Preview) -> bool:
    """Whether there are comments as in files of SNAP."""
    return preview.comments_match(rb"^#\s*((un)?directed graph\b|fromnodeid\b)")


def is_csv(preview: Preview) -> bool:
    """Whether the first row of a table with commas or semicolons names both ends of edges."""
    return preview.is_table() and any(
        name_both_ends(split_fields(preview.first, separator)) for separator in (",", ";")
    )


def is_tsv(preview: Preview) -> bool:
    """Whether the first row of a table with tabs names both ends of edges."""
    return b"\t" in preview.first and name_both_ends(split_fields(preview.first, "\t"))


def read_edges(source: Source, options: NetworkReadOptions) -> Network:
    """Read a list with blanks; undirected unless its comments say otherwise."""
    return _read(source, options, " ")


def read_arcs(source: Source, options: NetworkReadOptions) -> Network:
    """Read a list with blanks; directed."""
    return _read(
        source, replace(options, directed=True) if options.directed is None else options, " "
    )


def read_csv(source: Source, options: NetworkReadOptions) -> Network:
    """Read a table with commas or semicolons between the columns, or with tabs if it has none."""
    return _read(source, options, table_separator(source, ","))


def read_tsv(source: Source, options: NetworkReadOptions) -> Network:
    """Read a table with tabs between the columns, or with commas or semicolons if it has none."""
    return _read(source, options, table_separator(source, "\t"))


def _read(source: Source, options: NetworkReadOptions, separator: str) -> Network:
    header = Header.parse(source)
    table = inspect_edges(source, options, separator)
    layout, column_of, type_at = table.layout, table.column_of, table.type_at
    columns = read_columns(source, options, layout, options.ids)
    sources, targets = columns[column_of["source"]], columns[column_of["target"]]
    if not len(sources.index):
        raise FormatError(NO_EDGES, source.name)
    _check_first_row(source, table, sources, targets)
    directed = header.directed if options.directed is None else options.directed
    try:
        network = pack_columns(
            sources.labels,
            sources.index,
            targets.index,
            columns[column_of["weight"]] if "weight" in column_of else None,
            directed=directed,
            undirected=None if type_at is None else _undirected(source, options, layout, type_at),
            repeats=options.repeats,
            threads=options.threads,
        )
    except RowError as error:
        raise FormatError(
            str(error), source.name, *locate_row(source, layout, error.position)
        ) from None
    except InputError as error:
        raise FormatError(str(error), source.name) from None
    odd = _odd_word(network) if separator == " " and not source.says_text_ids else None
    if odd is not None:
        warn(
            f"{source.name}: nodes are separated by blanks, and {odd!r} is one node: "
            "convert the file if that is not intended"
        )
    header.warn_if_wrong(
        source, network, len(sources.index), check_weights=options.weights is not False
    )
    return network


def _check_first_row(source: Source, table: EdgeLayout, sources: Column, targets: Column) -> None:
    """Raise FormatError if the first row may be a header, and its words are nowhere below it."""
    if table.doubtful_row is None or len(sources.index) < 2:
        return
    first = sources.index[0], targets.index[0]
    if not any(np.isin(ends.index[1:], first).any() for ends in (sources, targets)):
        raise FormatError(ask_for_header(table.doubtful_row), source.name, *table.first_row_at)


def _odd_word(network: Network) -> str | None:
    """One of the first nodes that is not likely to be one; None if none is."""
    if isinstance(network.node_labels, IntegerLabels):
        return None
    odd = re.compile(r".*[,;:]|[#%=|/<>~:]+|[-=~]+>")
    return next((w for w in islice(network.node_labels, _MAX_ODD) if odd.fullmatch(w)), None)


def _undirected(
    source: Source, options: NetworkReadOptions, layout: Layout, type_at: int
) -> NDArray[np.bool_] | None:
    fields = tuple("text" if column == type_at else "skip" for column in range(len(layout.fields)))
    types = read_columns(source, options, replace(layout, fields=fields, together=False))[type_at]
    return undirected_rows(types.labels, types.index)


# ---- writing -------------------------------------------------------------------------------------


def write_edges(network: Network, out: BinaryIO) -> None:
    """Write a line for each edge, without a header unless something would be lost."""
    _write_list(network, out, "an edge list", b"# Directed graph\n" if network.directed else b"")


def write_ncol(network: Network, out: BinaryIO) -> None:
    """Write a line for each edge; a comment only if ids would be read as something else."""
    _write_list(network, out, "an ncol file", b"")


def write_snap(network: Network, out: BinaryIO) -> None:
    """Write a line with tabs for each edge, below comments as in files of SNAP."""
    kind = "Directed" if network.directed else "Undirected"
    counts = f"# Nodes: {network.n_nodes} Edges: {network.n_edges}"
    header = f"# {kind} graph\n{counts}\n# FromNodeId\tToNodeId\n".encode()
    _write_list(network, out, "a SNAP file", header, "\t")


def write_nse(network: Network, out: BinaryIO) -> None:
    """Write edges with a header that counts them."""
    _write_list(network, out, "an NSE file", _nsl_header(network, "Edges"))


def write_nsa(network: Network, out: BinaryIO) -> None:
    """Write arcs with a header that counts them."""
    _write_list(network, out, "an NSA file", _nsl_header(network, "Arcs"))


def write_csv(network: Network, out: BinaryIO) -> None:
    """Write a header, and commas between the columns."""
    _write_table(network, out, ",")


def write_tsv(network: Network, out: BinaryIO) -> None:
    """Write a header, and tabs between the columns."""
    _write_table(network, out, "\t")


def _nsl_header(network: Network, links: str) -> bytes:
    counts = f"# Nodes: {network.n_nodes}  {links}: {network.n_edges}"
    return f"{counts}  Weighted: {int(network.is_weighted)}\n".encode()


def _write_list(
    network: Network, out: BinaryIO, what: str, header: bytes, separator: str = " "
) -> None:
    check_words(network.node_labels, what, special=r'^[#%"]')
    rows = edges_once(network)
    ids = ids_header(network.node_labels)
    if not ids and _odd_word(network) is not None:
        ids = b"# Ids: text\n"
    out.write(header + ids)
    if rows.shares is not None and are_doubtful_weights(rows.shares[:MAX_PREVIEW].tolist()):
        out.write(b"# Weighted: 1\n")
    if _starts_like_header(network, rows):
        out.write(b"# source target\n")
    write_rows(
        out,
        rows,
        members=network.node_labels,
        keys=network.node_labels,
        separator=separator,
        by_member=True,
        key_first=True,
    )


def _starts_like_header(network: Network, rows: Rows) -> bool:
    """Whether the first edge would be taken for a header."""
    if isinstance(network.node_labels, IntegerLabels):
        return False
    first_edges = [
        [str(network.node_labels[source]), str(network.node_labels[int(target)])]
        for source in np.flatnonzero(rows.sizes)[:MAX_PREVIEW].tolist()
        for target in rows.row(source)[:MAX_PREVIEW]
    ][:MAX_PREVIEW]
    return name_both_ends(first_edges[0]) or (
        judge_first_row(first_edges, (0, 1)) is not FirstRow.DATA
    )


def _write_table(network: Network, out: BinaryIO, separator: str) -> None:
    """Write a header, the edges, then the nodes without edges with an empty target."""
    columns = [
        "source",
        "target",
        *(["weight"] * network.is_weighted),
        *(["type"] * network.directed),
    ]
    out.write((separator.join(columns) + "\n").encode())
    nodes = quote_fields(network.node_labels, separator)
    types = ["Directed"] * network.n_nodes if network.directed else None
    rows = edges_once(network)
    write_rows(
        out,
        rows,
        members=nodes,
        keys=nodes,
        key_tails=types,
        separator=separator,
        by_member=True,
        key_first=True,
    )
    empty = separator * (len(columns) - 1) + "Directed" * network.directed + "\n"
    alone = np.flatnonzero(network.degrees == 0).tolist()
    out.write("".join([f"{nodes[node]}{empty}" for node in alone]).encode())


def edges_once(network: Network) -> Rows:
    """The rows of a network with each undirected edge only in the row of its lower node."""
    rows = network.rows
    if network.directed:
        return rows
    once = rows.members >= rows.row_of_membership()
    ends = np.concatenate(([0], np.cumsum(once)))
    return Rows(
        ends[rows.offsets], rows.members[once], None if rows.shares is None else rows.shares[once]
    )
