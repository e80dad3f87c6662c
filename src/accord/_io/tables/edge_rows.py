"""Whether rows that are given as memberships look like the edges of a network."""

from __future__ import annotations

from collections.abc import Sequence

from accord._foundation.number_words import parse_number

_MIN_ROWS = 2
#: Fewer pairs of numbers do not tell whether they are edges.
_MIN_NUMBERS = 10


def look_like_edges(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows of three words are two nodes and a weight each, rather than a membership.

    Both columns of nodes have ids in common. If all weights may be shares, the second column may
    also hold clusters that are numbered as nodes are: then rows are edges only if they never join a
    node with itself and if there are about as many targets as sources.

    >>> look_like_edges([["ann", "bob", "5"], ["bob", "eve", "2"], ["eve", "joe", "1"]])
    True
    >>> look_like_edges([["1", "1", "0.5"], ["2", "1", "1"], ["3", "2", "1"]])
    False
    """
    if len(rows) < _MIN_ROWS or any(len(row) != 3 for row in rows):
        return False
    weights = [parse_number(row[2]) for row in rows]
    sources, targets = {row[0] for row in rows}, {row[1] for row in rows}
    if None in weights or sources.isdisjoint(targets):
        return False
    if any(weight is not None and not 0 < weight <= 1 for weight in weights):
        return True
    has_loops = any(row[0] == row[1] for row in rows)
    return not has_loops and 2 * len(targets) >= len(sources)


def may_be_edges(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows of two words may be edges: ids of both columns are the same, in many rows.

    Numbers of clusters are also numbers of nodes, so that only many rows of numbers tell.

    >>> may_be_edges([["ann", "bob"], ["bob", "eve"], ["eve", "ann"]])
    True
    >>> may_be_edges([["1", "1"], ["2", "1"], ["3", "2"]])
    False
    """
    if len(rows) < _MIN_ROWS or any(len(row) != 2 or row[0] == row[1] for row in rows):
        return False
    sources, targets = {row[0] for row in rows}, {row[1] for row in rows}
    if len(rows) < _MIN_NUMBERS and any(word.isdecimal() for word in targets):
        return False
    return not sources.isdisjoint(targets) and 2 * len(targets) > len(sources)
