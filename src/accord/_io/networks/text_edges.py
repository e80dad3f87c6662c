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
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.columns import RowError
from accord._foundation.labels import IntegerLabels
from accord._foundation.network import Network
from accord._foundation.number_words import parse_number
from accord._foundation.rows import Rows
from accord._io.files.delimited import (
    MAX_PREVIEW,
    csv_separator,
    first_rows,
    quote_fields,
    split_fields,
)
from accord._io.files.label_words import check_words, ids_header
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.files.text import Layout, is_integer, locate_row, read_columns, write_rows
from accord._io.networks.header import Header
from accord._io.networks.options import NetworkReadOptions
from accord._io.tables.columns import name_both_ends
from accord._io.tables.edges import (
    choose_edge_columns,
    name_parts,
    pack_columns,
    type_column,
    undirected_rows,
)
from accord._io.tables.first_row import FirstRow, judge_first_row
from accord.errors import FormatError, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_NO_EDGES = "there are no edges in it: expected two nodes in each line, and perhaps a weight"


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
    """Read a table with commas or semicolons between the columns."""
    return _read(source, options, csv_separator(source))


def read_tsv(source: Source, options: NetworkReadOptions) -> Network:
    """Read a table with tabs between the columns."""
    return _read(source, options, "\t")


def _read(source: Source, options: NetworkReadOptions, separator: str) -> Network:
    header = Header.parse(source)
    layout, column_of, type_at = _inspect(source, options, separator)
    columns = read_columns(source, options, layout, options.ids)
    sources, targets = columns[column_of["source"]], columns[column_of["target"]]
    if not len(sources.index):
        raise FormatError(_NO_EDGES, source.name)
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
    header.warn_if_wrong(
        source, network, len(sources.index), check_weights=options.weights is not False
    )
    return network


def _undirected(
    source: Source, options: NetworkReadOptions, layout: Layout, type_at: int
) -> NDArray[np.bool_] | None:
    fields = tuple("text" if column == type_at else "skip" for column in range(len(layout.fields)))
    types = read_columns(source, options, replace(layout, fields=fields, together=False))[type_at]
    return undirected_rows(types.labels, types.index)


def _inspect(
    source: Source, options: NetworkReadOptions, separator: str
) -> tuple[Layout, dict[str, int], int | None]:
    """The layout, the column of each role, and the one that says whether edges are directed."""
    lines = first_rows(source, separator, names_columns=name_both_ends)
    if not lines:
        if source.size <= len(source.head):
            raise FormatError(_NO_EDGES, source.name)
        raise FormatError(
            "a line longer than 64 KiB: this does not look like a list of edges", source.name, 1, 1
        )
    begin, rows, names = lines[0][0], [split_fields(line, separator) for _, line in lines], None
    line = 1 + len(re.findall(rb"\r\n?|\n", source.head[: lines[0][0]]))
    try:
        if options.header or (
            options.header is None
            and not _names_above(source, begin)
            and _is_header(rows[0], options, separator)
        ):
            names = [name.strip('"') for name in rows[0]]
            has_header, column_of = True, _find_columns(options, names, names, separator)
        else:
            column_of = _find_columns(options, None, _typical(rows), separator)
            has_header = not _names_above(source, begin) and _has_unknown_header(
                options, rows, column_of, separator
            )
    except InputError as error:
        raise FormatError(str(error), source.name, line, 1) from None
    if has_header:
        begin += len(lines[0][1])
        names, rows = rows[0], rows[1:]
    ends = column_of["source"], column_of["target"]
    ids = "text" if options.ids == "auto" and source.says_text_ids else options.ids
    if ids == "auto":
        words = [row[end] for row in rows[:1] for end in ends if end < len(row) and row[end]]
        ids = "integer" if words and all(is_integer(word.encode()) for word in words) else "text"
    fields = ["skip"] * len(names or rows[0])
    for end in ends:
        fields[end] = ids
    if "weight" in column_of:
        fields[column_of["weight"]] = "number"
    layout = Layout(tuple(fields), separator, separator == " ", begin, source.size, together=True)
    type_at = None if names is None else type_column(names)
    return layout, column_of, None if type_at in column_of.values() else type_at


def _names_above(source: Source, begin: int) -> bool:
    """Whether the last comment above the first row names both ends of edges."""
    above = [line for at, line in source.lines() if at < begin and line.strip()]
    return bool(above) and name_both_ends(split_fields(above[-1].lstrip(b"#% \t"), " "))


def _is_header(first: Sequence[str], options: NetworkReadOptions, separator: str) -> bool:
    """Whether the first row names columns: the requested ones, or known ones for both ends.

    In a table it is also a header if an end is missing or named twice, which is then an error; in a
    list these words may be nodes.
    """
    words = [word.strip('"') for word in first]
    if options.columns is not None and not all(wanted.isdigit() for wanted in options.columns):
        return any(wanted in words for wanted in options.columns)
    return name_both_ends(words) or (
        separator != " " and options.columns is None and name_parts(words)
    )


def _has_unknown_header(
    options: NetworkReadOptions,
    rows: Sequence[Sequence[str]],
    column_of: dict[str, int],
    separator: str,
) -> bool:
    """Whether the first row is a header without known names; raises InputError if unclear.

    Words above words are data in a list, where headers are rare, and unclear in a table. If there
    are weights, the first row is a header if it has none.
    """
    if options.header is not None or not rows:
        return False
    weight = column_of.get("weight")
    if weight is not None and weight < len(rows[0]):
        return rows[0][weight] != "" and parse_number(rows[0][weight]) is None
    ends = [column_of["source"], column_of["target"]]
    judged = judge_first_row(rows, ends)
    doubtful = judged in (FirstRow.UNCLEAR, FirstRow.ASSUMED_HEADER)
    if doubtful and separator != " " and len(rows) > 1 and options.columns is None:
        first = separator.join(rows[0])
        raise InputError(
            f"is the first row, {first!r}, a header? "
            f"say {argument('header', True)} or {argument('header', False)}"
        )
    return judged is FirstRow.HEADER


def _typical(rows: Sequence[Sequence[str]]) -> Sequence[str]:
    """The first row, or the second if only that has a weight, so that the first may be a header."""
    has_weight = [len(row) == 3 and parse_number(row[2]) is not None for row in rows[:2]]
    return rows[1] if has_weight == [False, True] and len(rows[0]) == 3 else rows[0]


def _find_columns(
    options: NetworkReadOptions, names: Sequence[str] | None, words: Sequence[str], separator: str
) -> dict[str, int]:
    """The index of the column of each role: source, target and weight."""
    if names is not None:
        return choose_edge_columns(names, options.columns, options.weights)
    if options.columns is not None or isinstance(options.weights, str):
        wanted = [
            *(options.columns or ("1", "2")),
            *([options.weights] if isinstance(options.weights, str) else []),
        ]
        if not all(column.isdigit() for column in wanted):
            raise InputError(
                f"there are no columns {', '.join(wanted)}: the first row has {', '.join(words)}"
            )
        numbers = [str(number) for number in range(1, len(words) + 1)]
        return choose_edge_columns(numbers, options.columns or ("1", "2"), options.weights)
    if len(words) == 1:
        other = (
            ""
            if separator == " "
            else f" If the table has another separator, set {argument('format')}."
        )
        raise InputError(f"there is one word, {words[0]!r}, where an edge has two nodes.{other}")
    if len(words) == 2 and options.weights:
        raise InputError("there are two columns only, and no weights in them")
    if len(words) == 2 or options.weights is False:
        return {"source": 0, "target": 1}
    if len(words) == 3 and (words[2] == "" or parse_number(words[2]) is not None):
        return {"source": 0, "target": 1, "weight": 2}
    raise InputError(
        f"which of the {len(words)} columns are the nodes of an edge and its weight? "
        f"give their names or numbers, as in {argument('columns', (1, 2))}"
    )


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
    out.write(header + ids_header(network.node_labels))
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
        judge_first_row(first_edges, (0, 1)) is FirstRow.HEADER
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
