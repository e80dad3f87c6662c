"""How a text with a table of memberships is laid out: its header, and the roles of its columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from accord._foundation.arguments import argument
from accord._foundation.number_words import parse_number
from accord._io.files.delimited import first_rows, split_fields
from accord._io.files.options import ReadOptions
from accord._io.files.source import Source
from accord._io.files.text import Layout, is_integer
from accord._io.tables.column_values import LABELINGS, can_be_clusters, is_fraction
from accord._io.tables.columns import (
    are_unknown,
    check_order,
    choose_membership_columns,
    find_columns,
    is_known,
    name_both_ends,
    plain_name,
)
from accord._io.tables.edge_rows import look_like_edges, may_be_edges
from accord._io.tables.first_row import (
    FirstRow,
    are_column_numbers,
    ask_for_header,
    judge_first_row,
)
from accord._io.tables.guessed_columns import warn_of_guessed_roles
from accord.errors import FormatError, InputError, warn

_FIELD_OF_ROLE = {"share": "share", "weight": "number"}


@dataclass(frozen=True)
class MembershipLayout:
    """The layout of a table, and the index of the column of each role."""

    layout: Layout
    column_of: dict[str, int]
    #: Whether the first row names the columns.
    has_header: bool = False
    #: The names of the columns, if they have any.
    names: tuple[str, ...] | None = None


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
    if _has_row_names(rows):
        rows = [["", *rows[0]], *rows[1:]]
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
            unknown = (
                None
                if names is not None
                else _columns_of_unknown_header(source, options, rows, column_of, separator)
            )
            has_header, column_of = unknown is not None, unknown or column_of
    except FormatError:
        raise
    except InputError as error:
        raise FormatError(str(error), source.name, line, 1) from None
    if has_header:
        begin = _next_line(source, begin + len(lines[0][1]))
        names, rows = rows[0], rows[1:]
    plain_names = None if names is None else tuple(name.strip('"') for name in names)
    if plain_names is not None and options.columns is None:
        warn_of_guessed_roles(plain_names, column_of, source.name)
    ids = "text" if options.ids == "auto" and source.says_text_ids else options.ids
    fields = ["skip"] * len(names or rows[0])
    for what, column in column_of.items():
        words = [row[column] for row in rows if column < len(row) and row[column]]
        kind = "integer" if words and is_integer(words[0].encode()) else "text"
        fields[column] = _FIELD_OF_ROLE.get(what, ids if what == "node" and ids != "auto" else kind)
    return MembershipLayout(
        Layout(
            tuple(fields),
            separator,
            comments=separator == " ",
            begin=begin,
            end=source.size,
            gaps=len(fields) > 1 or "node" in column_of,
        ),
        column_of,
        has_header,
        plain_names,
    )


def _next_line(source: Source, end: int) -> int:
    """Where the line after the one with this end begins."""
    line_end = re.compile(rb"(?:\r\n?|\n)?").match(source.head, end)
    return end if line_end is None else line_end.end()


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
    if options.columns is None and _names_all_but_rows(rows):
        return True
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


def _has_row_names(rows: Sequence[Sequence[str]]) -> bool:
    """Whether names are above all columns but the first, as `write.table` of R writes them."""
    widths = {len(row) for row in rows[1:]}
    return widths == {len(rows[0]) + 1} and not any(
        is_integer(word.encode()) or is_share(word) for word in rows[0]
    )


def _names_all_but_rows(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row has no name for the first column, as data frames are written."""
    first = [word.strip('"') for word in rows[0]]
    return (
        len(first) > 1
        and first[0] in ("", "Unnamed: 0")
        and all(first[1:])
        and len(rows) > 1
        and all(row[0] for row in rows[1:])
    )


def _columns_of_unknown_header(
    source: Source,
    options: ReadOptions,
    rows: Sequence[Sequence[str]],
    column_of: dict[str, int],
    separator: str,
) -> dict[str, int] | None:
    """The columns by a first row that is a header without known names; None if it is data.

    Raises InputError if that is unclear, and if rows look like the edges of a network or like
    clusters with a node each, unless the columns are given.
    """
    if options.columns is None and look_like_edges(rows):
        raise InputError(
            "these look like the edges of a network, not like memberships; if they are, "
            f"say which columns are node, cluster and share, as in {argument('columns', (1, 2, 3))}"
        )
    judged = FirstRow.DATA if options.header is False else _judge(rows, options, column_of)
    if separator == " " and judged is FirstRow.ASSUMED_HEADER and are_column_numbers(rows[0]):
        judged = FirstRow.DATA
    first = separator.join(rows[0])
    if judged is FirstRow.DATA:
        if options.columns is None and len(rows[0]) > 1:
            pairs = [row for row in rows if len(row) > 1]
            doubt = check_order([row[0] for row in pairs], [row[1] for row in pairs])
            if doubt is None and may_be_edges(rows):
                doubt = (
                    "the first column is read as the nodes, and the second as the clusters, and "
                    f"both have ids in common: say {argument('columns', (1, 2))} if they are, "
                    "and give clusters if these are the edges of a network"
                )
            if doubt is not None:
                warn(f"{source.name}: {doubt}")
        return None
    if judged is FirstRow.UNCLEAR:
        raise InputError(ask_for_header(first))
    if judged is FirstRow.ASSUMED_HEADER:
        warn(
            f"{source.name}: the first row, {first!r}, is read as a header; say "
            f"{argument('header', True)} if it is one and {argument('header', False)} if it is data"
        )
    if options.columns is not None:
        return column_of
    return _find_columns(options, [name.strip('"') for name in rows[0]], rows[1:])


def _judge(
    rows: Sequence[Sequence[str]], options: ReadOptions, column_of: dict[str, int]
) -> FirstRow:
    """What the first row is. A known name of nodes that occurs only there makes it a header."""
    read = [column_of[role] for role in ("node", "cluster") if role in column_of]
    nodes = [column for column in read if is_known(rows[0][column].strip('"'), "node")]
    by_name = options.columns is None and len(read) == 2 and len(nodes) == 1
    cluster = next(c for c in read if c not in nodes) if by_name else column_of["cluster"]
    judged = judge_first_row(rows, read, cluster)
    if by_name and len(rows) > 1 and judged in (FirstRow.UNCLEAR, FirstRow.ASSUMED_HEADER):
        return FirstRow.HEADER
    return judged


def _find_columns(
    options: ReadOptions, names: Sequence[str] | None, rows: Sequence[Sequence[str]]
) -> dict[str, int]:
    """The index of the column of each role: node, cluster, share, level and weight."""
    if names is not None:
        full = [[word.strip('"') for word in row] for row in rows if len(row) == len(names)]
        if options.columns is None and len(names) > 1 and names[0] in ("", "Unnamed: 0"):
            return _find_beside_row_names(names, full)
        if options.header and options.columns is None:
            in_order = _find_in_order(names, full)
            if in_order is not None:
                return in_order
        return choose_membership_columns(
            names, options.columns, values=lambda column: [row[column] for row in full]
        )
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
            f"if it has the labels of numbered nodes, say {argument('columns', (1,))}; "
            f"if the table has another separator, set {argument('format')}"
        )
    example = (1, 2) if any(map(is_share, words)) else tuple(words[:2])
    raise InputError(
        f"which of the {len(words)} columns are node and cluster? "
        f"give their names or numbers, as in {argument('columns', example)}"
    )


def _find_in_order(names: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, int] | None:
    """Node and cluster, if there are two columns and their unknown names may be in this order.

    Must only be called if the caller said that these are names. Raises InputError if no cluster has
    two nodes and a node has two clusters.
    """
    if not are_unknown(names) or plain_name(names[0]) in LABELINGS:
        return None
    nodes, clusters = [row[0] for row in rows], [row[1] for row in rows]
    if any(map(is_fraction, nodes)) or not can_be_clusters(plain_name(names[1]), clusters):
        return None
    check_order(nodes, clusters)
    return {"node": 0, "cluster": 1}


def _find_beside_row_names(names: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, int]:
    """The columns of a table whose first one has no name: the nodes, if no other one has them.

    Names that only number the rows are not used if two other columns can be node and cluster.
    """
    numbers = [row[0] for row in rows]
    in_order = any(numbers == [str(start + row) for row in range(len(rows))] for start in (0, 1))
    others = names[1:]
    if any(is_known(name, "node") for name in others) or (in_order and len(others) > 1):
        try:
            found = find_columns(others, values=lambda column: [row[column + 1] for row in rows])
        except InputError:
            if not any(is_known(name, "cluster") for name in others):
                raise
        else:
            return {role: column + 1 for role, column in found.items()}
    return find_columns(["node", *others], values=lambda column: [row[column] for row in rows])


def is_share(word: str) -> bool:
    """Whether a word is a number in (0, 1]."""
    number = parse_number(word)
    return number is not None and 0 < number <= 1
