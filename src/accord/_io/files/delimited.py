"""Tables as text, with commas, tabs or blanks between the fields of a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from itertools import dropwhile, islice
from typing import TYPE_CHECKING

from accord._io.files.source import Source
from accord.errors import InputError

if TYPE_CHECKING:
    from accord._foundation.labels import Labels

#: Rows from which the roles of the columns are guessed.
MAX_PREVIEW = 100
_BLANKS = " \t\v\f"


def table_separator(source: Source, expected: str) -> str:
    """The separator of a table whose name says that it is a comma or a tab.

    A semicolon if the first row has more of them than commas. If the first row does not have what
    is expected, what all first rows have in the same number.
    """
    rows = [line for _, line in source.lines() if line.strip() and not line.startswith(b"#")]
    first = rows[0] if rows else b""
    if expected == "," and first.count(b";") > first.count(b","):
        return ";"
    if expected.encode() in first:
        return expected
    for other in (",", ";", "\t"):
        if other.encode() in first:
            widths = {len(split_fields(line, other)) for line in rows[:MAX_PREVIEW]}
            if len(widths) == 1:
                return other
    return expected


def first_rows(
    source: Source, separator: str, names_columns: Callable[[Sequence[str]], bool]
) -> list[tuple[int, bytes]]:
    """The first rows of a table, each with the position where it begins.

    With blanks between the columns, any line that starts with '#' or '%' is a comment. With other
    separators a line is a comment only above the first row: if it starts with '#' and either has no
    separator or names the columns, or if it is the `sep=;` that Excel writes.
    """
    if separator == " ":
        return source.filled_lines(MAX_PREVIEW)
    lines = [(at, line) for at, line in islice(source.lines(), MAX_PREVIEW) if line.strip()]

    def is_comment(row: tuple[int, bytes]) -> bool:
        line = row[1]
        if not line.startswith(b"#"):
            return line.startswith(b"sep=")
        fields = split_fields(line.lstrip(b"# "), separator)
        return separator.encode() not in line or names_columns(fields)

    return list(dropwhile(is_comment, lines))


def split_fields(line: bytes, separator: str) -> list[str]:
    """The fields of a line, with their quotes if they have any."""
    text = line.decode(errors="replace")
    if separator == " ":
        return re.findall(rf'"(?:[^"]|"")*"|[^{_BLANKS}]+', text)
    fields = re.findall(
        rf'[ ]*("(?:[^"]|"")*"|[^{separator}]*)[^{separator}]*(?:{separator}|$)', text
    )
    return [field.strip(_BLANKS) for field in (fields if text.endswith(separator) else fields[:-1])]


def quote_fields(words: Labels | Sequence[Hashable], separator: str) -> Labels | Sequence[Hashable]:
    """The words, with quotes around those that would be read as something else."""
    from accord._foundation.labels import IntegerLabels  # needs NumPy, reading fields does not

    if isinstance(words, IntegerLabels | range):
        return words
    special = re.compile(rf'|-?\d+|\s.*|.*\s|.*[{separator}"].*|[#%].*')
    return [word if type(word) is int else _quote(str(word), special) for word in words]


def _quote(word: str, special: re.Pattern[str]) -> str:
    if re.search(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]", word):
        raise InputError(f"a table in a text file cannot hold {word!r}: it has control characters")
    return '"' + word.replace('"', '""') + '"' if special.fullmatch(word) else word
