"""How a text with a row for each edge is laid out: its header, and the roles of its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from accord._foundation.arguments import argument
from accord._foundation.number_words import parse_number
from accord._io.files.delimited import first_rows, split_fields
from accord._io.files.source import Source
from accord._io.files.text import Layout, is_integer
from accord._io.networks.header import Header
from accord._io.networks.options import NetworkReadOptions
from accord._io.tables.columns import EDGE_SYNONYMS, name_both_ends, named_columns
from accord._io.tables.edge_weights import check_unnamed_weights, warn_of_unread_numbers
from accord._io.tables.edges import choose_edge_columns, name_parts, type_column
from accord._io.tables.first_row import FirstRow, judge_first_row
from accord.errors import FormatError, InputError

NO_EDGES = "there are no edges in it: expected two nodes in each line, and perhaps a weight"


@dataclass(frozen=True)
class EdgeLayout:
    """The layout of a list or table, and the index of the column of each role."""

    layout: Layout
    column_of: dict[str, int]
    #: The column that says whether edges are directed, if there is one.
    type_at: int | None
    #: Where the first row is, as line and column.
    first_row_at: tuple[int, int]
    #: The first row, if it is read as an edge and is a header unless its nodes occur again.
    doubtful_row: str | None = None


def inspect_edges(source: Source, options: NetworkReadOptions, separator: str) -> EdgeLayout:
    """The layout and the roles of the columns, found from the first lines."""
    lines = first_rows(source, separator, names_columns=name_both_ends)
    if not lines:
        if source.size <= len(source.head):
            raise FormatError(NO_EDGES, source.name)
        raise FormatError(
            "a line longer than 64 KiB: this does not look like a list of edges", source.name, 1, 1
        )
    begin, rows, names = lines[0][0], [split_fields(line, separator) for _, line in lines], None
    line = 1 + len(re.findall(rb"\r\n?|\n", source.head[: lines[0][0]]))
    doubtful = False
    try:
        if options.header or (
            options.header is None
            and not _names_above(source, begin)
            and _is_header(rows[0], options, separator)
        ):
            names = [name.strip('"') for name in rows[0]]
            column_of = _find_columns(options, names, names, separator)
        else:
            column_of = _find_columns(options, None, _typical(rows), separator)
            if options.header is None and not _names_above(source, begin):
                judged = _judge(rows, column_of)
                doubtful = judged in (FirstRow.UNCLEAR, FirstRow.ASSUMED_HEADER)
                if judged is FirstRow.HEADER:
                    names = [name.strip('"') for name in rows[0]]
                    column_of = _find_columns(options, names, names, separator)
        _check_numbers(source, options, rows, names, column_of)
    except InputError as error:
        raise FormatError(str(error), source.name, line, 1) from None
    first = separator.join(rows[0]) if doubtful and options.columns is None else None
    if names is not None:
        begin, rows = begin + len(lines[0][1]), rows[1:]
    layout = Layout(
        _fields(source, options, rows, column_of, len(names or rows[0])),
        separator,
        separator == " ",
        begin,
        source.size,
        together=True,
    )
    type_at = None if names is None else type_column(names)
    return EdgeLayout(
        layout, column_of, None if type_at in column_of.values() else type_at, (line, 1), first
    )


def _fields(
    source: Source,
    options: NetworkReadOptions,
    rows: Sequence[Sequence[str]],
    column_of: dict[str, int],
    n_columns: int,
) -> tuple[str, ...]:
    """What each column holds, for the reader of text."""
    ends = column_of["source"], column_of["target"]
    ids = "text" if options.ids == "auto" and source.says_text_ids else options.ids
    if ids == "auto":
        words = [row[end] for row in rows[:1] for end in ends if end < len(row) and row[end]]
        ids = "integer" if words and all(is_integer(word.encode()) for word in words) else "text"
    fields = ["skip"] * n_columns
    for end in ends:
        fields[end] = ids
    if "weight" in column_of:
        fields[column_of["weight"]] = "number"
    return tuple(fields)


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


def _judge(rows: Sequence[Sequence[str]], column_of: dict[str, int]) -> FirstRow:
    """What a first row without known names is. If there are weights, a header has none."""
    weight = column_of.get("weight")
    if weight is not None and weight < len(rows[0]):
        is_name = rows[0][weight] != "" and parse_number(rows[0][weight]) is None
        return FirstRow.HEADER if is_name else FirstRow.DATA
    if len(rows) == 1:
        return FirstRow.DATA
    return judge_first_row(rows, [column_of["source"], column_of["target"]])


def _typical(rows: Sequence[Sequence[str]]) -> Sequence[str]:
    """The first row, or the second if only that has a weight, so that the first may be a header."""
    has_weight = [len(row) == 3 and parse_number(row[2]) is not None for row in rows[:2]]
    return rows[1] if has_weight == [False, True] and len(rows[0]) == 3 else rows[0]


def _find_columns(
    options: NetworkReadOptions, names: Sequence[str] | None, words: Sequence[str], separator: str
) -> dict[str, int]:
    """The index of the column of each role: source, target and weight."""
    if names is not None:
        return choose_edge_columns(
            names, options.columns or _first_two(options, names), options.weights
        )
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


def _first_two(options: NetworkReadOptions, names: Sequence[str]) -> Sequence[str] | None:
    """The first two columns, if no name is one of ends, and the one of weights if a name is.

    None if there are names of ends, or too many columns to tell.
    """
    if name_both_ends(names) or name_parts(names):
        return None
    if len(names) < 2 or (len(names) > 3 and options.weights is not False):
        return None
    weight = named_columns(names, {"weight": EDGE_SYNONYMS["weight"]}).get("weight")
    return [*names[:2], *([] if weight is None or weight < 2 else [names[weight]])]


def _check_numbers(
    source: Source,
    options: NetworkReadOptions,
    rows: Sequence[Sequence[str]],
    names: Sequence[str] | None,
    column_of: dict[str, int],
) -> None:
    """Doubt numbers that may be weights and are not read, or the other way round."""
    if options.columns is not None or options.weights is not None:
        return

    def numbers_in(column: int) -> list[float]:
        words = [row[column] for row in rows[names is not None :] if column < len(row)]
        numbers = [parse_number(word) for word in words if word]
        return [] if None in numbers else [number for number in numbers if number is not None]

    if names is not None:
        warn_of_unread_numbers(
            names, column_of, lambda column: bool(numbers_in(column)), source.name
        )
    elif "weight" in column_of and not Header.parse(source).weighted:
        check_unnamed_weights(numbers_in(column_of["weight"]), source.name)
