"""Tables of memberships as text: node, cluster, and perhaps share, level and weight."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._foundation.columns import RowError, whole_numbers
from accord._foundation.labels import IntegerLabels, Labels
from accord._foundation.pack_clustering import pack_memberships
from accord._io.clusterings.features import check_clustering_words
from accord._io.files.delimited import csv_separator, first_rows, quote_fields, split_fields
from accord._io.files.label_words import ids_header
from accord._io.files.options import ReadOptions
from accord._io.files.source import Source
from accord._io.files.text import (
    Layout,
    NotInteger,
    is_integer,
    locate_row,
    read_columns,
    write_rows,
)
from accord._io.tables.columns import (
    are_unknown,
    check_order,
    choose_membership_columns,
    is_known,
    name_both_ends,
    nodes_come_first,
)
from accord._io.tables.edge_rows import look_like_edges
from accord._io.tables.first_row import FirstRow, judge_first_row
from accord.errors import FormatError, InputError, warn

_FIELD_OF_ROLE = {"share": "share", "weight": "number"}


@dataclass(frozen=True)
class MembershipLayout:
    """The layout of a table, and the index of the column of each role."""

    layout: Layout
    column_of: dict[str, int]
    #: Whether the first row names the columns.
    has_header: bool = False


def read_csv(source: Source, options: ReadOptions) -> Clustering:
    """Read a table with commas or semicolons between the columns."""
    return _read(source, options, csv_separator(source))


def read_tsv(source: Source, options: ReadOptions) -> Clustering:
    """Read a table with tabs between the columns."""
    return _read(source, options, "\t")


def read_pairs(source: Source, options: ReadOptions) -> Clustering:
    """Read a table with blanks between the columns."""
    return _read(source, options, " ")


def _read(source: Source, options: ReadOptions, separator: str) -> Clustering:
    return read_table(source, options, inspect_table(source, options, separator))


def read_table(source: Source, options: ReadOptions, table: MembershipLayout) -> Clustering:
    """Read a table of this layout. Ids of clusters and levels are texts if not all are integers."""
    try:
        columns = read_columns(source, options, table.layout, options.ids)
    except NotInteger as error:
        if error.field == table.column_of["node"]:
            raise
        fields = list(table.layout.fields)
        fields[error.field] = "text"
        return read_table(
            source, options, replace(table, layout=replace(table.layout, fields=tuple(fields)))
        )
    given = {what: columns[column] for what, column in table.column_of.items()}
    if not len(given["node"].index):
        raise FormatError(
            "there are no rows in it: expected a node and its cluster in each", source.name
        )
    try:
        return Clustering(
            pack_memberships(
                given["node"],
                given["cluster"],
                given.get("share"),
                given.get("level"),
                whole_numbers(given.get("weight")),
            )
        )
    except RowError as error:
        raise FormatError(
            str(error), source.name, *locate_row(source, table.layout, error.position)
        ) from None
    except InputError as error:
        raise FormatError(str(error), source.name) from None


def read_single_column(source: Source, options: ReadOptions) -> Labels | None:
    """The nodes of a table with one column, with or without a header; None if it has more."""
    lines = source.filled_lines(100)
    if (
        any(separator in line for _, line in lines for separator in (b",", b";", b"\t"))
        or not lines
    ):
        return None
    (begin, first), words = lines[0], [line.strip().decode(errors="replace") for _, line in lines]
    if _names_nodes(words):
        begin, words = begin + len(first), words[1:]
    kind = "integer" if words and is_integer(words[0].encode()) else "text"
    layout = Layout(
        (kind if options.ids == "auto" else options.ids,),
        ",",
        comments=True,
        begin=begin,
        end=source.size,
    )
    (nodes,) = read_columns(source, options, layout, options.ids)
    labels: Labels = nodes.labels
    return labels


def _names_nodes(words: Sequence[str]) -> bool:
    """Whether the first word of a column of nodes is its name."""
    return is_known(words[0], "node") or (
        judge_first_row([[word] for word in words], [0]) is FirstRow.HEADER
    )


def inspect_table(source: Source, options: ReadOptions, separator: str) -> MembershipLayout:
    """The layout and the roles of the columns, found from the first lines."""
    lines = first_rows(source, separator, _name_cluster_column)
    if not lines:
        if source.size <= len(source.head):
            raise FormatError(
                "there are no rows in it: expected a node and its cluster in each", source.name
            )
        raise FormatError(
            "a line longer than 64 KiB: this does not look like a table", source.name, 1, 1
        )
    begin, rows = lines[0][0], [split_fields(line, separator) for _, line in lines]
    names = _names_above(source, begin, rows[0], separator, options)
    line = 1 + len(re.findall(rb"\r\n?|\n", source.head[: lines[0][0]]))
    try:
        if options.header or (
            options.header is None and names is None and _is_header(rows, options, separator)
        ):
            names = [name.strip('"') for name in rows[0]]
            has_header, column_of = True, _find_columns(options, names, rows[1:])
        else:
            column_of = _find_columns(options, names, rows)
            has_header = names is None and _has_unknown_header(
                source, options, rows, column_of, separator
            )
    except FormatError:
        raise
    except InputError as error:
        raise FormatError(str(error), source.name, line, 1) from None
    if has_header:
        begin += len(lines[0][1])
        names, rows = rows[0], rows[1:]
    ids = "text" if options.ids == "auto" and source.says_text_ids else options.ids
    fields = ["skip"] * len(names or rows[0])
    for what, column in column_of.items():
        words = [row[column] for row in rows if column < len(row) and row[column]]
        kind = "integer" if words and is_integer(words[0].encode()) else "text"
        fields[column] = _FIELD_OF_ROLE.get(what, ids if what == "node" and ids != "auto" else kind)
    return MembershipLayout(
        Layout(tuple(fields), separator, comments=separator == " ", begin=begin, end=source.size),
        column_of,
        has_header,
    )


def _name_cluster_column(names: Sequence[str]) -> bool:
    return any(is_known(name, "cluster") for name in names)


def _names_above(
    source: Source, begin: int, row: Sequence[str], separator: str, options: ReadOptions
) -> list[str] | None:
    """The names of columns in the last comment above the first row; None if it is no header."""
    above = (
        [line for at, line in source.lines() if at < begin and line.strip()]
        if begin > source.start
        else []
    )
    names = split_fields(above[-1].lstrip(b"#% \t"), separator) if above else []
    return names if len(names) == len(row) and _is_header([names], options, separator) else None


def _is_header(rows: Sequence[Sequence[str]], options: ReadOptions, separator: str) -> bool:
    """Whether the first row names columns: the requested ones, or known ones for node and cluster.

    A known name for the cluster is enough if no word of the row occurs again below it. It is not
    enough with blanks between the columns, where headers are rare, nor if columns are requested by
    number.
    """
    first = [word.strip('"') for word in rows[0]]
    if options.columns is not None and not all(
        wanted.rpartition("=")[2].isdigit() for wanted in options.columns
    ):
        return any(wanted.rpartition("=")[2] in first for wanted in options.columns)
    node, cluster = (any(is_known(word, what) for word in first) for what in ("node", "cluster"))
    if name_both_ends(first) and not cluster:
        return True
    only_cluster = (
        separator != " " and options.columns is None and not _repeat(rows, range(len(first)))
    )
    return cluster and (node or only_cluster)


def _repeat(rows: Sequence[Sequence[str]], column_of: Iterable[int]) -> bool:
    """Whether a word of the first row occurs again in its column."""
    return any(
        rows[0][column] == row[column]
        for column in column_of
        for row in rows[1:]
        if column < len(row)
    )


def _has_unknown_header(
    source: Source,
    options: ReadOptions,
    rows: Sequence[Sequence[str]],
    column_of: dict[str, int],
    separator: str,
) -> bool:
    """Whether the first row is a header without known names; raises FormatError if unclear.

    Rows that look like the edges of a network are an error, too, unless the columns are given.
    """
    if options.columns is None and look_like_edges(rows):
        raise InputError(
            "these look like the edges of a network, not like memberships; if they are, "
            f"say which columns are node, cluster and share, as in {argument('columns', (1, 2, 3))}"
        )
    if options.columns is None:
        check_order([row[0] for row in rows[1:]], [row[1] for row in rows[1:] if len(row) > 1])
    if options.header is not None:
        return False
    judged = judge_first_row(rows, [column_of["node"], column_of["cluster"]], column_of["cluster"])
    first = separator.join(rows[0])
    if judged is FirstRow.UNCLEAR:
        raise InputError(
            f"is the first row, {first!r}, a header? "
            f"say {argument('header', True)} or {argument('header', False)}"
        )
    if judged is not FirstRow.DATA and options.columns is None:
        _find_columns(options, [name.strip('"') for name in rows[0]], rows[1:])
    if judged is FirstRow.ASSUMED_HEADER:
        warn(
            f"{source.name}: the first row, {first!r}, is read as a header; say "
            f"{argument('header', True)} if it is one and {argument('header', False)} if it is data"
        )
    return judged in (FirstRow.HEADER, FirstRow.ASSUMED_HEADER)


def _find_columns(
    options: ReadOptions, names: Sequence[str] | None, rows: Sequence[Sequence[str]]
) -> dict[str, int]:
    """The index of the column of each role: node, cluster, share, level and weight."""
    if names is not None:
        pairs = [row for row in rows if len(row) == 2]
        by_position = are_unknown(names) and nodes_come_first(
            [node for node, _ in pairs], [cluster for _, cluster in pairs]
        )
        return choose_membership_columns(names, options.columns, by_position=by_position)
    words = rows[0]
    if options.columns is not None:
        if not all(wanted.rpartition("=")[2].isdigit() for wanted in options.columns):
            raise InputError(
                f"there are no columns {', '.join(options.columns)}: "
                f"the first row has {', '.join(words)}"
            )
        return choose_membership_columns(
            [str(number) for number in range(1, len(words) + 1)], options.columns
        )
    if len(words) == 2 or (len(words) == 3 and is_share(words[2])):
        return dict(zip(("node", "cluster", "share"), range(len(words)), strict=False))
    if len(words) == 1:
        raise InputError(
            f"there is one column only, {words[0]!r}: "
            f"if the table has another separator, set {argument('format')}"
        )
    example = (1, 2) if any(map(is_share, words)) else tuple(words[:2])
    raise InputError(
        f"which of the {len(words)} columns are node and cluster? "
        f"give their names or numbers, as in {argument('columns', example)}"
    )


def is_share(word: str | bytes) -> bool:
    """Whether a word is a number in (0, 1]."""
    try:
        return 0 < float(word) <= 1
    except ValueError:
        return False


# ---- writing -------------------------------------------------------------------------------------


def write_csv(clustering: Clustering, out: BinaryIO) -> None:
    """Write a header, and commas between the columns."""
    _write(clustering, out, ",")


def write_tsv(clustering: Clustering, out: BinaryIO) -> None:
    """Write a header, and tabs between the columns."""
    _write(clustering, out, "\t")


def write_pairs(clustering: Clustering, out: BinaryIO) -> None:
    """Write node, cluster and perhaps share with blanks between them, without a header."""
    check_clustering_words(clustering, "a pair list", special=r'^[#%"]')
    names = clustering.cluster_names()
    out.write(ids_header(clustering.node_labels))
    is_plain = (
        isinstance(clustering.node_labels, IntegerLabels)
        and all(type(name) is int for name in names)
        and clustering.is_crisp
        and not clustering.is_fuzzy
    )
    if not is_plain:  # without names of columns, the first row might be taken for a header
        out.write(b"# node cluster share\n" if clustering.is_fuzzy else b"# node cluster\n")
    write_rows(out, clustering.rows, members=clustering.node_labels, keys=names, by_member=True)


def _write(clustering: Clustering, out: BinaryIO, separator: str) -> None:
    """Write a header, the memberships, then the nodes in no cluster with an empty cluster."""
    columns = column_names(clustering)
    out.write((separator.join(columns) + "\n").encode())
    names = clustering.cluster_names()
    nodes = quote_fields(clustering.node_labels, separator)
    weights = None if clustering.weights is None else clustering.weights.tolist()
    if weights is not None and any(weight > 2**53 for weight in weights if isinstance(weight, int)):
        raise InputError("a table in a text file cannot hold integer weights above 2**53")
    level_of = clustering.level_of_cluster
    levels = (
        None if level_of is None else [clustering.level_names[level] for level in level_of.tolist()]
    )
    write_rows(
        out,
        clustering.rows,
        members=nodes,
        keys=quote_fields(names, separator),
        key_tails=None if levels is None else quote_fields(levels, separator),
        member_tails=weights,
        separator=separator,
        by_member=True,
    )
    empty = [""] * (len(columns) - 1 - (weights is not None))
    for node in np.flatnonzero(clustering.memberships_of_node == 0).tolist():
        row = [str(nodes[node]), *empty, *([] if weights is None else [str(weights[node])])]
        out.write((separator.join(row) + "\n").encode())


def column_names(clustering: Clustering) -> list[str]:
    """The columns that are needed to hold the clustering."""
    wanted = {
        "node": True,
        "cluster": True,
        "share": clustering.is_fuzzy,
        "level": bool(clustering.level_names),
        "weight": clustering.weights is not None,
    }
    return [name for name, needed in wanted.items() if needed]
