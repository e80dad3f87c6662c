"""Average linkage, and an order in which what is alike is near."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Merge:
    """Two groups that become one: things are numbered from 0, and groups on from there in the order they are made."""

    first: int
    second: int
    #: The mean distance of the things of one to those of the other.
    height: float


def average_linkage(distance: NDArray[np.float64]) -> tuple[list[int], list[Merge]]:
    """The nearest two groups are merged until one is left; of equally near ones, those with the first things.

    Returns the things in an order in which every group is together, and the merges. Two groups are
    put side by side with the ends that are nearest to each other; where it makes no difference, the
    group with the first thing comes first. `distance` is symmetric; n things take n³ steps.
    """
    n = len(distance)
    between = distance.astype(np.float64)
    np.fill_diagonal(between, np.inf)
    numbers, orders = list(range(n)), [[thing] for thing in range(n)]
    merges = []
    for made in range(n, 2 * n - 1):
        i, j = sorted(map(int, np.unravel_index(between.argmin(), between.shape)))
        merges.append(Merge(numbers[i], numbers[j], float(between[i, j])))
        a, b = len(orders[i]), len(orders[j])
        mean = (a * between[i] + b * between[j]) / (a + b)
        between[i], between[:, i] = mean, mean
        between[i, i] = between[j] = between[:, j] = np.inf
        orders[i] = _side_by_side(orders[i], orders[j], distance)
        numbers[i] = made
    order = orders[0] if n else []
    return (order if n < 2 or order.index(0) < n / 2 else order[::-1]), merges


def _side_by_side(first: list[int], second: list[int], distance: NDArray[np.float64]) -> list[int]:
    turned = [(a, b) for a in (first, first[::-1]) for b in (second, second[::-1])]
    a, b = min(turned, key=lambda pair: float(distance[pair[0][-1], pair[1][0]]))
    return a + b
