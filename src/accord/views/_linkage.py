"""Average linkage, and an order of items in which similar ones are adjacent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Merge:
    """Two groups that become one.

    Items are numbered from 0; each merge makes a group with the next number.
    """

    first: int
    second: int
    #: Mean distance between the items of the two groups.
    height: float


def average_linkage(distance: NDArray[np.float64]) -> tuple[list[int], list[Merge]]:
    """Merge the two nearest groups until one is left; of equally near ones, those that come first.

    Returns the items in an order in which every group is contiguous, and the merges. Two groups
    are joined at the ends that are nearest to each other; if that makes no difference, the group
    with the first item comes first. `distance` is symmetric; n items take n³ steps.
    """
    n = len(distance)
    between = distance.astype(np.float64)
    np.fill_diagonal(between, np.inf)
    numbers, orders = list(range(n)), [[item] for item in range(n)]
    merges = []
    for number in range(n, 2 * n - 1):
        i, j = sorted(map(int, np.unravel_index(between.argmin(), between.shape)))
        merges.append(Merge(numbers[i], numbers[j], float(between[i, j])))
        a, b = len(orders[i]), len(orders[j])
        mean = (a * between[i] + b * between[j]) / (a + b)
        between[i], between[:, i] = mean, mean
        between[i, i] = between[j] = between[:, j] = np.inf
        orders[i] = _join(orders[i], orders[j], distance)
        numbers[i] = number
    order = orders[0] if n else []
    return (order if n < 2 or order.index(0) < n / 2 else order[::-1]), merges


def _join(first: list[int], second: list[int], distance: NDArray[np.float64]) -> list[int]:
    """Join two orders, each perhaps reversed, at the ends that are nearest to each other."""
    candidates = [(a, b) for a in (first, first[::-1]) for b in (second, second[::-1])]
    a, b = min(candidates, key=lambda pair: float(distance[pair[0][-1], pair[1][0]]))
    return a + b
