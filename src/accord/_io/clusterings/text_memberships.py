"""Tables of memberships as text: node, cluster, and perhaps share, level and weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import BinaryIO

import numpy as np

from accord._foundation.clustering import Clustering
from accord._foundation.columns import RowError, number_nodes, whole_numbers
from accord._foundation.labels import IntegerLabels, Labels
from accord._foundation.pack_clustering import pack_memberships
from accord._io.clusterings.features import check_clustering_words
from accord._io.clusterings.membership_layout import MembershipLayout, inspect_table
from accord._io.clusterings.wide_tables import inspect_wide, read_wide
from accord._io.files.delimited import MAX_PREVIEW, quote_fields, table_separator
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
from accord._io.tables.columns import is_known
from accord._io.tables.doubtful_values import doubt_lists_in_cells
from accord._io.tables.edge_rows import may_be_edges
from accord._io.tables.first_row import FirstRow, judge_first_row
from accord._io.tables.guessed_columns import check_repeats
from accord.errors import FormatError, InputError, warn


def read_csv(source: Source, options: ReadOptions) -> Clustering:
    """Read a table with commas or semicolons between the columns, or with tabs if it has none."""
    return _read(source, options, table_separator(source, ","))


def read_tsv(source: Source, options: ReadOptions) -> Clustering:
    """Read a table with tabs between the columns, or with commas or semicolons if it has none."""
    return _read(source, options, table_separator(source, "\t"))


def read_pairs(source: Source, options: ReadOptions) -> Clustering:
    """Read a table with blanks between the columns."""
    return _read(source, options, " ")


def _read(source: Source, options: ReadOptions, separator: str) -> Clustering:
    wide = None if separator == " " else inspect_wide(source, options, separator)
    clustering = None if wide is None else read_wide(source, options, wide)
    if clustering is not None:
        return clustering
    return read_table(source, options, inspect_table(source, options, separator))


def read_table(source: Source, options: ReadOptions, table: MembershipLayout) -> Clustering:
    """Read a table of this layout. Ids of clusters and levels are texts if not all are integers."""
    try:
        columns = read_columns(source, options, table.layout, options.ids)
    except NotInteger as error:
        if error.field == table.column_of.get("node"):
            raise
        fields = list(table.layout.fields)
        fields[error.field] = "text"
        return read_table(
            source, options, replace(table, layout=replace(table.layout, fields=tuple(fields)))
        )
    given = {what: columns[column] for what, column in table.column_of.items()}
    n_rows = len(given["cluster"].index)
    if not n_rows:
        raise FormatError(
            "there are no rows in it: expected a node and its cluster in each", source.name
        )
    try:
        clustering = Clustering(
            pack_memberships(
                given["node"] if "node" in given else number_nodes(n_rows),
                given["cluster"],
                given.get("share"),
                given.get("level"),
                whole_numbers(given.get("weight")),
            )
        )
        doubts = (
            check_repeats(
                clustering.repeated, n_rows, table.names, table.column_of, options.columns
            ),
            doubt_lists_in_cells(clustering),
        )
    except RowError as error:
        raise FormatError(
            str(error), source.name, *locate_row(source, table.layout, error.position)
        ) from None
    except InputError as error:
        raise FormatError(str(error), source.name) from None
    for doubt in filter(None, doubts):
        warn(f"{source.name}: {doubt}")
    return clustering


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
        and not may_be_edges(_first_pairs(clustering))
    )
    if not is_plain:  # without names of columns, the first row might be taken for a header
        out.write(b"# node cluster share\n" if clustering.is_fuzzy else b"# node cluster\n")
    write_rows(out, clustering.rows, members=clustering.node_labels, keys=names, by_member=True)


def _first_pairs(clustering: Clustering) -> list[list[str]]:
    """The first rows of a list of pairs."""
    nodes, names = clustering.node_labels, clustering.cluster_names()
    members = clustering.rows.members[:MAX_PREVIEW].tolist()
    clusters = clustering.rows.row_of_membership()[:MAX_PREVIEW].tolist()
    return [
        [str(nodes[node]), str(names[cluster])]
        for node, cluster in zip(members, clusters, strict=True)
    ]


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
