"""Edges as text, a line for each: lists with blanks between the words, and tables with commas or tabs.

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
from accord._foundation.network import Network
from accord._foundation.rows import Rows
from accord._io.files.delimited import first_rows, quote_fields, split_fields
from accord._io.files.source import Source
from accord._io.files.text import Layout, is_integer, locate_row, read_columns, write_rows
from accord._io.files.words import check_words, ids_header
from accord._io.networks.header import Header
from accord._io.networks.options import NetworkReadOptions
from accord._io.tables.edges import (
    are_edges,
    choose_columns,
    name_parts,
    pack_columns,
    type_column,
    undirected_rows,
)
from accord.errors import FormatError, InputError, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_NO_EDGES = "there are no edges in it: expected two nodes in each line, and perhaps a weight"


def read_edges(source: Source, options: NetworkReadOptions) -> Network:
    """Blanks between the words; undirected unless its comments say otherwise."""
    return _read(source, options, " ")


def read_arcs(source: Source, options: NetworkReadOptions) -> Network:
    """Blanks between the words; directed."""
    return _read(
        source, replace(options, directed=True) if options.directed is None else options, " "
    )


def read_csv(source: Source, options: NetworkReadOptions) -> Network:
    """Separated by commas or semicolons."""
    first = next(
        (line for _, line in source.lines() if line.strip() and not line.startswith(b"#")), b""
    )
    return _read(source, options, ";" if first.count(b";") > first.count(b",") else ",")


def read_tsv(source: Source, options: NetworkReadOptions) -> Network:
    """Separated by tabs."""
    return _read(source, options, "\t")


def _read(source: Source, options: NetworkReadOptions, separator: str) -> Network:
    header = Header.parse(source)
    layout, places, type_at = _look_at(source, options, separator)
    columns = read_columns(source, options, layout, options.ids)
    sources, targets = columns[places["source"]], columns[places["target"]]
    if not len(sources.index):
        raise FormatError(_NO_EDGES, source.name)
    directed = header.directed if options.directed is None else options.directed
    try:
        network = pack_columns(
            *(sources.labels, sources.index, targets.index),
            columns[places["weight"]] if "weight" in places else None,
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
    header.doubt(source, network, len(sources.index), check_weights=options.weights is not False)
    return network


def _undirected(
    source: Source, options: NetworkReadOptions, layout: Layout, type_at: int
) -> NDArray[np.bool_] | None:
    fields = tuple("text" if place == type_at else "skip" for place in range(len(layout.fields)))
    types = read_columns(source, options, replace(layout, fields=fields, together=False))[type_at]
    return undirected_rows(types.labels, types.index)


def _look_at(
    source: Source, options: NetworkReadOptions, separator: str
) -> tuple[Layout, dict[str, int], int | None]:
    """What the first lines say: the layout, which column is what, and the one that says whether edges are directed."""
    lines = first_rows(source, separator, names_columns=are_edges)
    if not lines:
        if source.size <= len(source.head):
            raise FormatError(_NO_EDGES, source.name)
        raise FormatError(
            "a line longer than 64 KiB: this does not look like a list of edges", source.name, 1, 1
        )
    begin, rows, names = lines[0][0], [split_fields(line, separator) for _, line in lines], None
    if _is_header(rows[0], options, separator):
        begin += len(lines[0][1])
        names, rows = [name.strip('"') for name in rows[0]], rows[1:]
    try:
        places = _places(options, names, rows[0] if rows else [], separator)
    except InputError as error:
        line = 1 + len(re.findall(rb"\r\n?|\n", source.head[: lines[0][0]]))
        raise FormatError(str(error), source.name, line, 1) from None
    ends = places["source"], places["target"]
    ids = "text" if options.ids == "auto" and source.says_text_ids else options.ids
    if ids == "auto":
        words = [row[end] for row in rows[:1] for end in ends if end < len(row) and row[end]]
        ids = "integer" if words and all(is_integer(word.encode()) for word in words) else "text"
    if names is None and options.ids == "auto" and _stands_out(rows, ends):
        first = separator.join(rows[0])
        doubt = (
            f"the first row, {first!r}, is read as an edge; "
            f"if it is a header, name its columns with {argument('columns')}"
        )
        warn(f"{source.name}: {doubt}")
    fields = ["skip"] * len(names or rows[0])
    for end in ends:
        fields[end] = ids
    if "weight" in places:
        fields[places["weight"]] = "number"
    layout = Layout(tuple(fields), separator, separator == " ", begin, source.size, together=True)
    type_at = None if names is None else type_column(names)
    return layout, places, None if type_at in places.values() else type_at


def _is_header(first: Sequence[str], options: NetworkReadOptions, separator: str) -> bool:
    """Whether the first row has names of columns: those asked for, or well-known ones of both ends.

    Of a table, also where an end is missing or comes twice, which is then an error; a list may have
    these as nodes.
    """
    words = [word.strip('"') for word in first]
    if options.columns is not None and not all(wanted.isdigit() for wanted in options.columns):
        return any(wanted in words for wanted in options.columns)
    return are_edges(words) or (separator != " " and options.columns is None and name_parts(words))


def _stands_out(rows: Sequence[Sequence[str]], ends: tuple[int, int]) -> bool:
    """Whether the first row may be a header: it alone has ends that are no integers."""
    first, *others = (
        [is_integer(row[end].encode()) for end in ends if end < len(row)] for row in rows
    )
    return len(others) > 1 and not any(first) and all(map(all, others))


def _places(
    options: NetworkReadOptions, names: Sequence[str] | None, words: Sequence[str], separator: str
) -> dict[str, int]:
    """Which column is source, target and weight."""
    if names is not None:
        return choose_columns(names, options.columns, options.weights)
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
        return choose_columns(numbers, options.columns or ("1", "2"), options.weights)
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
    if len(words) == 3 and (words[2] == "" or _is_number(words[2])):
        return {"source": 0, "target": 1, "weight": 2}
    raise InputError(
        f"which of the {len(words)} columns are the nodes of an edge and its weight? "
        f"give their names or numbers, as in {argument('columns', (1, 2))}"
    )


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


# ---- writing -------------------------------------------------------------------------------------


def write_edges(network: Network, out: BinaryIO) -> None:
    """A line for each edge, without a header unless something would be lost."""
    _write_list(network, out, "an edge list", b"# Directed graph\n" if network.directed else b"")


def write_ncol(network: Network, out: BinaryIO) -> None:
    """A line for each edge, and nothing else but where ids are texts that look like integers."""
    _write_list(network, out, "an ncol file", b"")


def write_snap(network: Network, out: BinaryIO) -> None:
    """Tabs, and above them what SNAP says of its networks."""
    kind = "Directed" if network.directed else "Undirected"
    counts = f"# Nodes: {network.n_nodes} Edges: {network.n_edges}"
    header = f"# {kind} graph\n{counts}\n# FromNodeId\tToNodeId\n".encode()
    _write_list(network, out, "a SNAP file", header, "\t")


def write_nse(network: Network, out: BinaryIO) -> None:
    """Edges with a header that counts them."""
    _write_list(network, out, "an NSE file", _nsl_header(network, "Edges"))


def write_nsa(network: Network, out: BinaryIO) -> None:
    """Arcs with a header that counts them."""
    _write_list(network, out, "an NSA file", _nsl_header(network, "Arcs"))


def write_csv(network: Network, out: BinaryIO) -> None:
    """A header, and commas between the columns."""
    _write_table(network, out, ",")


def write_tsv(network: Network, out: BinaryIO) -> None:
    """A header, and tabs between the columns."""
    _write_table(network, out, "\t")


def _nsl_header(network: Network, links: str) -> bytes:
    return f"# Nodes: {network.n_nodes}  {links}: {network.n_edges}  Weighted: {int(network.is_weighted)}\n".encode()


def _write_list(
    network: Network, out: BinaryIO, what: str, header: bytes, separator: str = " "
) -> None:
    check_words(network.node_labels, what, special=r'^[#%"]')
    rows = edges_once(network)
    out.write(header + ids_header(network.node_labels))
    source = int(np.argmax(rows.sizes > 0))
    first = [str(network.node_labels[source]), str(network.node_labels[int(rows.row(source)[0])])]
    if are_edges(first):
        raise InputError(f"{what} cannot start with {' '.join(first)!r}: it would be a header")
    write_rows(
        out,
        rows,
        members=network.node_labels,
        keys=network.node_labels,
        separator=separator,
        by_member=True,
        key_first=True,
    )


def _write_table(network: Network, out: BinaryIO, separator: str) -> None:
    """A header, the edges, and then the nodes without edges, whose target is left empty."""
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
        *(out, rows),
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
    """The neighbours of each node, where an edge of an undirected network is in the row of its lower node only."""
    rows = network.rows
    if network.directed:
        return rows
    once = rows.members >= rows.row_of_membership()
    ends = np.concatenate(([0], np.cumsum(once)))
    return Rows(
        ends[rows.offsets], rows.members[once], None if rows.shares is None else rows.shares[once]
    )
