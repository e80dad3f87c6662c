"""Orders of many rows, of which mostly the first ones are asked for.

An order is given by keys: the first one decides, the next one among equal rows, and so on; rows
that are equal in all of them keep their places.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def order_by(keys: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
    """The indices of all rows in order."""
    return np.lexsort(keys[::-1])


def first_by(keys: Sequence[NDArray[Any]], n: int) -> NDArray[np.int64]:
    """The indices of the first `n` rows in order; the others are not sorted, which takes long.

    >>> first_by([np.array([2, 1, 1, 0]), np.array([0, 5, 4, 0])], 2).tolist()
    [3, 2]
    """
    chosen = _among_first(keys, n)
    return chosen[order_by([key[chosen] for key in keys])]


def _among_first(keys: Sequence[NDArray[Any]], n: int) -> NDArray[np.int64]:
    """The indices of the first `n` rows, ascending."""
    key, *others = keys
    if n <= 0 or n >= len(key):
        return np.arange(len(key) if n > 0 else 0)
    greatest = np.partition(key, n - 1)[n - 1]
    before, ties = np.flatnonzero(key < greatest), np.flatnonzero(key == greatest)
    n_left = n - len(before)
    ties = (
        ties[_among_first([other[ties] for other in others], n_left)] if others else ties[:n_left]
    )
    return np.sort(np.concatenate([before, ties]))
