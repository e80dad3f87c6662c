"""Text read and written by kernels: rows of words, and columns."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from accord import _core
from accord._foundation.arguments import argument
from accord._foundation.columns import Column
from accord._foundation.labels import IntegerLabels, Labels, TextLabels
from accord._foundation.rows import Rows
from accord._foundation.threads import thread_count
from accord._io.files.atomic import system_errors
from accord._io.files.options import ReadOptions
from accord._io.files.source import Source
from accord.errors import FormatError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    #: Names of nodes or clusters.
    Words = Labels | Sequence[Hashable] | None

_CHUNK = 1 << 20  # memberships that are formatted at a time
_INTEGER = re.compile(rb"-?[1-9][0-9]{0,18}|0")


@dataclass(frozen=True)
class TextRows:
    """Rows as read: the members of each line, its name if any, and its key if lines have keys."""

    rows: Rows
    repeated: int
    labels: Labels
    names: list[str] | None
    keys: NDArray[np.uint32] | None


@dataclass(frozen=True)
class Layout:
    """How a table is written. Fields are "skip", "integer", "text", "number" or "share"."""

    fields: tuple[str, ...]
    #: A blank stands for any sequence of blanks.
    separator: str
    #: Whether lines that start with '#' or '%' are skipped.
    comments: bool
    #: Where its rows begin and end, in bytes.
    begin: int
    end: int
    #: Whether blank lines are skipped; otherwise one between rows is an error.
    gaps: bool = True
    #: Whether the columns of labels, all of one kind, share one list of labels.
    together: bool = False


class NotInteger(FormatError):
    """A word is not an integer id; `field` is its column in a table."""

    def __init__(self, what: str, path: str, line: int, column: int, field: int) -> None:
        super().__init__(what, path, line, column)
        self.field = field


def read_rows(
    source: Source, options: ReadOptions, *, ids: str, shares: bool, keyed: bool = False
) -> TextRows:
    """The rows of a list with one row per line.

    If `keyed`, the first word of a line is its key, not a member.
    """
    with _errors(source, ids):
        rows, repeated, labels, names, keys = _core.read_rows(
            source,
            ids=ids,
            shares=shares,
            keyed=keyed,
            threads=options.threads,
            progress=options.progress,
        )
    texts = (
        None if names is None else [name or f"unnamed-{index}" for index, name in enumerate(names)]
    )
    return TextRows(rows, repeated, _labels(labels), texts, keys)


def read_columns(
    source: Source, options: ReadOptions, layout: Layout, ids: str = "auto"
) -> list[Any]:
    """Each column of a table as a Column, or as an array of numbers; None for those skipped."""
    with _errors(source, ids):
        columns = _core.read_columns(
            source, layout, threads=options.threads, progress=options.progress
        )
    labels = [_labels(column[0]) for column in columns if isinstance(column, tuple)]
    of_column = iter(labels[:1] * len(labels) if layout.together else labels)
    return [
        Column(next(of_column), column[1], all_used=not layout.together)
        if isinstance(column, tuple)
        else column
        for column in columns
    ]


def locate_row(source: Source, layout: Layout, row: int) -> tuple[int, int]:
    """Line and column where a row of a table begins."""
    return _core.find_row(source, layout, row)


def write_rows(
    out: BinaryIO,
    rows: Rows,
    *,
    members: Words,
    keys: Words = None,
    key_end: str = "",
    separator: str = " ",
    by_member: bool = False,
    key_first: bool = False,
    key_tails: Words = None,
    member_tails: Words = None,
) -> None:
    """Write a line for each row: its key and `key_end`, then its members.

    Members are written as `member:share` if there are shares. With `by_member` there is a line for
    each membership instead: member, key, share, and the tails of the row and of the member; with
    `key_first`, the key comes before the member.
    """
    format_rows = partial(
        _core.format_rows,
        rows,
        members=_words(members),
        keys=_words(keys),
        member_tails=_words(member_tails),
        key_tails=_words(key_tails),
        separator=separator,
        key_end=key_end,
        by_member=by_member,
        key_first=key_first,
        threads=thread_count(),
    )
    begin = 0
    while begin < len(rows):
        end = int(np.searchsorted(rows.offsets, rows.offsets[begin] + _CHUNK, "right")) - 1
        end = min(max(end, begin + 1), begin + _CHUNK, len(rows))
        out.write(format_rows(begin, end))
        begin = end


def _words(given: Words) -> Any:
    """As kernels take them: integers or packed texts."""
    if given is None:
        return None
    if isinstance(given, IntegerLabels):
        return given.values
    if isinstance(given, TextLabels):
        return given
    if all(type(word) is int and -(2**63) <= word < 2**63 for word in given):
        return np.array(list(given), np.int64)
    return TextLabels.pack(map(str, given))


def is_integer(word: bytes) -> bool:
    """Whether a word is an integer of 64 bits in canonical form."""
    return bool(_INTEGER.fullmatch(word)) and -(2**63) <= int(word) < 2**63


def _labels(labels: NDArray[np.int64] | TextLabels) -> Labels:
    return labels if isinstance(labels, TextLabels) else IntegerLabels(labels)


@contextmanager
def _errors(source: Source, ids: str) -> Iterator[None]:
    """Raise errors of kernels about the text as FormatError."""
    try:
        with system_errors(source.name):
            yield
    except _core.ParseError as error:
        what, line, column, not_integer, field = error.args
        if not_integer:
            raise NotInteger(
                what + integer_hint(what, ids), source.name, line, column, field
            ) from None
        raise FormatError(what, source.name, line, column) from None


def integer_hint(what: str, ids: str) -> str:
    """What to do about a word that is not an integer id."""
    reason = "; ids are integers, as the first one is" if ids == "auto" else ""
    share = f", or node:share with {argument('shares', True)}" if ":" in what else ""
    return f"{reason}: read names with {argument('ids', 'text')}{share}"
