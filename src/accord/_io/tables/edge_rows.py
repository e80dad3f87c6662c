"""Whether rows that are given as memberships look like the edges of a network."""

from __future__ import annotations

from collections.abc import Sequence

_MIN_ROWS = 2


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
    weights = [as_number(row[2]) for row in rows]
    sources, targets = {row[0] for row in rows}, {row[1] for row in rows}
    if None in weights or sources.isdisjoint(targets):
        return False
    if any(weight is not None and not 0 < weight <= 1 for weight in weights):
        return True
    has_loops = any(row[0] == row[1] for row in rows)
    return not has_loops and 2 * len(targets) >= len(sources)


def are_edge_tuples(data: object) -> bool:
    """Whether a list of tuples holds edges: pairs of nodes that recur, or such pairs with a weight.

    >>> are_edge_tuples([(1, 2), (2, 3), (3, 1)])
    True
    >>> are_edge_tuples([(1, 2), (3, 4)])
    False
    """
    if not isinstance(data, list) or len(data) < _MIN_ROWS:
        return False
    if not all(type(row) is tuple and len(row) in (2, 3) for row in data):
        return False
    if any(len(row) == 3 and not isinstance(row[2], int | float | dict) for row in data):
        return False
    if len({len(row) for row in data}) > 1:
        return False
    try:
        return not {row[0] for row in data}.isdisjoint({row[1] for row in data})
    except TypeError:  # something in it is not hashable
        return False


def as_number(word: str) -> float | None:
    """The number that a word is; None if it is none."""
    try:
        return float(word)
    except ValueError:
        return None
