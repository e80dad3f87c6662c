"""Files with a contingency table: numbers, with the names of clusters around them or without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.numbers import count
from accord._foundation.number_words import parse_count, parse_number
from accord._io.files.delimited import split_fields
from accord._io.files.options import PathLike
from accord._io.files.source import Source
from accord.errors import FormatError

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Fields are separated by the first of these that is in the first line.
_SEPARATORS = ("\t", ";", ",", " ")


def read_contingency_file(
    path: PathLike,
) -> tuple[NDArray[Any], list[str] | None, list[str] | None]:
    """The numbers of a CSV or TSV file, and the names of its rows and columns.

    A file has the names of both or of neither: then all its fields are numbers. The first field of
    a row of names above the numbers is empty or a word, and the first field of the other rows is
    the name of the row. A word in the first field is an error if it does not say what the numbers
    beside or below it are.
    """
    source = Source.open(path)
    source.check_text("a contingency table")
    lines = [(number, line) for number, line in source.decoded_lines() if line.strip()]
    if not lines:
        raise FormatError("the file has no lines: expected a contingency table", source.name)
    separator = next((each for each in _SEPARATORS if each in lines[0][1]), ",")
    rows = [_Row(number, line, _split(line, separator)) for number, line in lines]
    header, below = rows[0], rows[1:]
    for row in below:
        if len(row.fields) != len(header.fields):
            raise FormatError(
                f"{count(len(row.fields), 'field')}, and {len(header.fields)} in the first row: "
                "give each row as many",
                source.name,
                row.line,
                1,
            )
    if all(_number(word) is not None for word in header.fields):
        return _numbers(rows, source, 0), None, None
    if header.fields[0] and all(_number(row.fields[0]) is not None for row in below):
        raise FormatError(
            f"the column {header.fields[0]!r} has numbers, which may count nodes or name the "
            "clusters of truth: if they are names, leave the first field of the file empty; if "
            "not, put a column of names in front",
            source.name,
            header.line,
            1,
        )
    if header.fields[0] and all(_number(word) is not None for word in header.fields[1:]):
        raise FormatError(
            "this row has numbers, which may count nodes or name the clusters of found: if they "
            "are names, leave the first field of the file empty; if not, put a row of names above",
            source.name,
            header.line,
            1,
        )
    return _numbers(below, source, 1), [row.fields[0] for row in below], header.fields[1:]


@dataclass(frozen=True)
class _Row:
    """A line of the file, its number, and its fields."""

    line: int
    text: str
    fields: list[str]


def _split(line: str, separator: str) -> list[str]:
    if separator == " ":
        return line.split()
    return [_unquote(field) for field in split_fields(line.encode(), separator)]


def _numbers(rows: Sequence[_Row], source: Source, first: int) -> NDArray[Any]:
    values: list[list[int | float]] = []
    for row in rows:
        numbers: list[int | float] = []
        for word in row.fields[first:]:
            number = _number(word)
            if number is None:
                raise FormatError(
                    f"{word!r} is no number of nodes: write digits alone, and 0 for none",
                    source.name,
                    row.line,
                    max(row.text.find(word), 0) + 1,
                )
            numbers.append(number)
        values.append(numbers)
    return np.array(values, ndmin=2) if values else np.empty((0, 0))


def _number(word: str) -> int | float | None:
    count = parse_count(word)
    return parse_number(word) if count is None else count


def _unquote(field: str) -> str:
    is_quoted = len(field) > 1 and field[0] == field[-1] == '"'
    return field[1:-1].replace('""', '"') if is_quoted else field
