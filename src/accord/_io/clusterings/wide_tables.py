"""Tables as text with a row for each node and a column for each cluster: one-hot, or with shares.

    node,red,blue
    ann,1,0
    bob,0,1

The rule for what is such a table is that of data frames, in `_io/tables/membership_matrices`; what
is here finds out whether the first rows can be one, and reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._foundation.columns import Column
from accord._foundation.number_words import parse_number
from accord._io.files.delimited import first_rows, split_fields
from accord._io.files.options import ReadOptions
from accord._io.files.source import Source
from accord._io.files.text import Layout, is_integer, read_columns
from accord._io.tables.columns import is_known
from accord._io.tables.membership_matrices import from_wide_table
from accord.errors import FormatError, InputError

if TYPE_CHECKING:
    from accord._io.tables.arrow import Numbers

_TRUE = frozenset({"true", "t"})
_FALSE = frozenset({"false", "f"})
#: Names of a first column with the names of the rows, as data frames are written.
_NO_NAMES = ("", "Unnamed: 0")


@dataclass(frozen=True)
class WideLayout:
    """A table whose first rows can be those of a wide table."""

    layout: Layout
    names: tuple[str, ...]


class _TextTable:
    """The columns of a text as a table, as data frames are."""

    def __init__(self, names: Sequence[str], columns: Sequence[Any]) -> None:
        self.names = list(names)
        self._columns = [_as_flags(column) for column in columns]

    def columns(self, indices: Sequence[int]) -> list[Any]:
        return [self._columns[index] for index in indices]

    def labels(self, column: Any, what: str) -> Column:
        assert isinstance(column, Column)
        return column

    def numbers(self, column: Any) -> Numbers | None:
        if isinstance(column, Column):
            return None
        return column.astype(np.float64), np.isnan(column)


def inspect_wide(source: Source, options: ReadOptions, separator: str) -> WideLayout | None:
    """The layout of a table with a column for each cluster; None if it is another table."""
    if options.columns is not None or options.header is False:
        return None
    lines = first_rows(source, separator, lambda names: any(is_known(n, "node") for n in names))
    rows = [[word.strip('"') for word in split_fields(line, separator)] for _, line in lines]
    if len(rows) < 2 or len({len(row) for row in rows}) > 1:
        return None
    names = ["node" if rows[0][0] in _NO_NAMES else rows[0][0], *rows[0][1:]]
    columns = list(zip(*rows[1:], strict=True))
    first = 0 if all(map(_is_entry, columns[0])) and not is_known(names[0], "node") else 1
    entries = columns[first:]
    if len(entries) < 2 or not all(_is_entry(word) for column in entries for word in column):
        return None
    is_named = is_known(names[0], "node") or not any(map(_is_entry, names[first:]))
    if not is_named:
        _refuse_nameless(source, rows)
    if not is_named or len(set(names)) < len(names):
        return None
    fields = ["number" if parse_number(column[0]) is not None else "text" for column in columns]
    if first:
        is_whole = all(is_integer(word.encode()) for word in columns[0][:1])
        kind = "integer" if is_whole and not source.says_text_ids else "text"
        fields[0] = kind if options.ids == "auto" else options.ids
    begin = lines[0][0] + len(lines[0][1])
    layout = Layout(tuple(fields), separator, comments=False, begin=begin, end=source.size)
    return WideLayout(layout, tuple(names))


def _refuse_nameless(source: Source, rows: Sequence[Sequence[str]]) -> None:
    """Raise FormatError if rows of 0 and 1 repeat: columns of clusters whose names are missing."""
    is_whole = all(word in ("0", "1") for row in rows for word in row)
    if is_whole and len({tuple(row) for row in rows}) < len(rows):
        raise FormatError(
            "the columns hold 0 and 1, and have no names: if each is a cluster (one-hot), put a "
            "row with their names above; otherwise say which are node and cluster, as in "
            f"{argument('columns', ('node=1', 'cluster=2'))}",
            source.name,
            1,
            1,
        )


def read_wide(source: Source, options: ReadOptions, wide: WideLayout) -> Clustering | None:
    """The clustering of a wide table; None if its values are not those of one."""
    try:
        columns = read_columns(source, options, wide.layout, options.ids)
    except FormatError:  # a value below the first rows, which the other reader will tell
        return None
    try:
        return from_wide_table(_TextTable(wide.names, columns), None, source.name)
    except InputError as error:
        raise FormatError(str(error).removeprefix(f"{source.name}: "), source.name) from None


def _is_entry(word: str) -> bool:
    """Whether a word is a number from 0 to 1, or a truth value."""
    number = parse_number(word)
    return word.lower() in _TRUE | _FALSE if number is None else 0 <= number <= 1


def _as_flags(column: Any) -> Any:
    """A column of truth values as an array of them; any other as it is."""
    if not isinstance(column, Column):
        return column
    words = [str(label).lower() for label in column.labels]
    if not words or not set(words) <= _TRUE | _FALSE or len(words) < column.index.max() + 1:
        return column
    return np.array([word in _TRUE for word in words])[column.index]
