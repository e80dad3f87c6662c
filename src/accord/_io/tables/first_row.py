"""Whether the first row of a table without known names is a header: one rule for all tables.

Columns of data repeat themselves, or are all of one kind: integers, codes such as g12 or GO:0006915
that have a digit in them, or plain words. A first row with a value that occurs again, in the row
itself or below, is data. A first row of another kind than what is below it is a header:

    gene,truth          gene,truth           gene,truth
    1,0                 GO:01,apoptosis      EGFR,growth
    2,0                 GO:02,repair         KIT,growth

In the third table, words stand above words. As the clusters below repeat and `truth` does not, it
is read as a header, too, but that is an assumption, which must be said. Codes that have nothing in
common but a digit, as TP53 and BRCA1, may have a word such as KIT among them, and do not tell. The
numbers 0, 1, … that name columns in pandas are assumed to be a header if they occur nowhere below.
What cannot be told at all is `UNCLEAR`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from enum import Enum

from accord._foundation.arguments import argument
from accord._io.files.text import is_integer


class FirstRow(Enum):
    """What the first row of a table is."""

    HEADER = "header"
    #: A header, unless the data are unusual.
    ASSUMED_HEADER = "assumed header"
    DATA = "data"
    UNCLEAR = "unclear"


def judge_first_row(
    rows: Sequence[Sequence[str]], columns: Sequence[int], grouping: int | None = None
) -> FirstRow:
    """Judge the first row of a table by what is below it in the columns that are read.

    `grouping` is the column whose values are expected to repeat: that of the clusters.

    >>> judge_first_row([["gene", "truth"], ["1", "0"], ["2", "0"]], (0, 1), 1)
    <FirstRow.HEADER: 'header'>
    >>> judge_first_row([["ann", "red"], ["bob", "red"]], (0, 1), 1)
    <FirstRow.DATA: 'data'>
    """
    first, below = rows[0], rows[1:]
    values = {column: [row[column] for row in below if column < len(row)] for column in columns}
    words = {column: first[column] for column in columns if column < len(first)}
    if any(not word for word in words.values()) or len(set(words.values())) < len(words):
        return FirstRow.DATA
    seen = {value for column in columns for value in values[column]}
    if any(word in seen for word in words.values()):
        return FirstRow.DATA
    votes = [_vote(word, values[column]) for column, word in words.items()]
    if FirstRow.HEADER in votes:
        return FirstRow.UNCLEAR if FirstRow.DATA in votes else FirstRow.HEADER
    if FirstRow.DATA in votes:
        is_named = grouping is not None and len(below) > 0 and are_column_numbers(first)
        return FirstRow.ASSUMED_HEADER if is_named else FirstRow.DATA
    if set(votes) == {FirstRow.ASSUMED_HEADER}:
        return FirstRow.ASSUMED_HEADER
    if grouping is not None and _repeats(values[grouping]):
        return FirstRow.ASSUMED_HEADER
    return FirstRow.UNCLEAR


def ask_for_header(first: str) -> str:
    """Ask whether the first row is a header."""
    return (
        f"is the first row, {first!r}, a header? "
        f"say {argument('header', True)} or {argument('header', False)}"
    )


def are_column_numbers(words: Sequence[str]) -> bool:
    """Whether the words are 0, 1, …: the names of columns that have none in pandas."""
    return len(words) > 1 and list(words) == [str(number) for number in range(len(words))]


def _vote(word: str, values: Collection[str]) -> FirstRow:
    """What the first word of a column is, by the values below it."""
    present = [value for value in values if value]
    if not present:
        return FirstRow.DATA if is_integer(word.encode()) else FirstRow.UNCLEAR
    integers = [is_integer(value.encode()) for value in present]
    if is_integer(word.encode()):
        return FirstRow.DATA if any(integers) else FirstRow.HEADER
    if all(integers):
        return FirstRow.HEADER
    if all(map(_has_digit, present)):
        if _has_digit(word):
            return FirstRow.DATA
        beginnings = {re.split(r"\d", value, maxsplit=1)[0] for value in present}
        alike = len(beginnings) == 1 and "" not in beginnings
        return FirstRow.HEADER if alike else FirstRow.ASSUMED_HEADER
    return FirstRow.UNCLEAR


def _has_digit(word: str) -> bool:
    return any(letter.isdigit() for letter in word)


def _repeats(values: Sequence[str]) -> bool:
    """Whether values occur twice or more on average."""
    return len(values) >= 2 * len(set(values)) > 0
