"""Whether the first row of a table without known names is a header: one rule for all tables.

Columns of data repeat themselves, or are all of one kind: integers, codes such as g12 or GO:0006915
that have a digit in them, or plain words. A first row with a value that occurs again below is data.
A first row of another kind than what is below it is a header:

    gene,truth          gene,truth           gene,truth
    1,0                 TP53,apoptosis       EGFR,growth
    2,0                 BRCA1,repair         KIT,growth

In the third table, words stand above words. As the clusters below repeat and `truth` does not, it
is read as a header, too, but that is an assumption, which must be said. What cannot be told at all
is `UNCLEAR`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum

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
    if any(not word for word in words.values()):
        return FirstRow.DATA
    seen = {value for column in columns for value in values[column]}
    if any(word in seen for word in words.values()):
        return FirstRow.DATA
    votes = {_vote(word, values[column]) for column, word in words.items()}
    if FirstRow.HEADER in votes:
        return FirstRow.UNCLEAR if FirstRow.DATA in votes else FirstRow.HEADER
    if FirstRow.DATA in votes:
        return FirstRow.DATA
    if grouping is not None and _repeats(values[grouping]):
        return FirstRow.ASSUMED_HEADER
    return FirstRow.UNCLEAR


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
        return FirstRow.DATA if _has_digit(word) else FirstRow.HEADER
    return FirstRow.UNCLEAR


def _has_digit(word: str) -> bool:
    return any(letter.isdigit() for letter in word)


def _repeats(values: Sequence[str]) -> bool:
    """Whether values occur twice or more on average."""
    return len(values) >= 2 * len(set(values)) > 0
