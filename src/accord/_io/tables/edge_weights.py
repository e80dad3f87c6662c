"""Whether a column of numbers beside the ends of edges holds their weights.

A column with a name holds weights if the name says so. One without a name is the weight, as edge
lists have it in the third column, unless its values are times or number the edges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from accord._foundation.arguments import argument
from accord._io.tables.columns import listed, plain_name
from accord.errors import InputError, warn

#: Names of columns with numbers that are no weights.
_NOT_WEIGHTS = frozenset(
    {
        "type",
        "id",
        "edgeid",
        "edge",
        "index",
        "key",
        "label",
        "unnamed0",
        "",
        "time",
        "times",
        "timestamp",
        "timeset",
        "unixtime",
        "unixts",
        "ts",
        "date",
        "datetime",
        "year",
        "month",
        "day",
        "when",
    }
)
#: Seconds since 1970, from 1990 to 2100, and the same in milliseconds.
_TIMES = ((631_152_000, 4_102_444_800), (631_152_000_000, 4_102_444_800_000))
#: Rows from which numbers in ascending order may be times, or the numbers of edges.
_MIN_ORDERED = 10
_MIN_DISTINCT = 3


def unread_columns(names: Sequence[str], column_of: Mapping[str, int]) -> list[int]:
    """The columns without a role that may hold weights, by their names; none if one has them."""
    if "weight" in column_of:
        return []
    return [
        column
        for column, name in enumerate(names)
        if column not in column_of.values() and plain_name(name) not in _NOT_WEIGHTS
    ]


def warn_of_unread_numbers(
    names: Sequence[str],
    column_of: Mapping[str, int],
    holds_numbers: Callable[[int], bool],
    where: str,
) -> None:
    """Warn that edges have no weights if a column that is not read may hold them.

    Must not be called if the caller said something about columns or weights.
    """
    unread = [names[column] for column in unread_columns(names, column_of) if holds_numbers(column)]
    if not unread:
        return
    ends = tuple(names[column_of[end]] for end in ("source", "target"))
    columns, are = ("column", "is") if len(unread) == 1 else ("columns", "are")
    warn(
        f"{where}: {columns} {listed(unread)} {are} not read, and edges have no weights; "
        f"say {argument('columns', (*ends, unread[0]))} if {unread[0]!r} holds them, "
        f"or {argument('weights', False)} if there are none"
    )


def check_unnamed_weights(values: Sequence[float], where: str) -> None:
    """Doubt the numbers in a third column without a name; `values` are the first ones.

    Raises InputError if they look like times, and warns if they ascend from edge to edge.
    """
    without, confirmed = argument("columns", (1, 2)), argument("columns", (1, 2, 3))
    if _are_times(values):
        raise InputError(
            f"are numbers such as {values[0]:.0f} in the third column times or weights? "
            f"say {without} to leave them out, or {confirmed} if they are weights"
        )
    if _ascend(values):
        warn(
            f"{where}: the third column, {values[0]:g}, {values[1]:g}, {values[2]:g}, …, is read "
            f"as weights; say {without} if it holds times or numbers of edges, "
            f"or {confirmed} to confirm it"
        )


def are_doubtful_weights(values: Sequence[float]) -> bool:
    """Whether a third column of these weights would not be read without a word."""
    return _are_times(values) or _ascend(values)


def _are_times(values: Sequence[float]) -> bool:
    """Whether all are whole numbers in the range of times of this age."""
    return len(values) > 1 and any(
        all(first <= value < last and float(value).is_integer() for value in values)
        for first, last in _TIMES
    )


def _ascend(values: Sequence[float]) -> bool:
    """Whether these are many whole numbers in ascending order, and not only one or two of them."""
    return (
        len(values) >= _MIN_ORDERED
        and len(set(values)) >= _MIN_DISTINCT
        and all(float(value).is_integer() for value in values)
        and all(value <= following for value, following in pairwise(values))
    )
