"""Quality: the value of a quality metric, with that of each cluster."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Quality(float):
    """A float that also carries the value of each cluster, and what these are on average.

    Where a value is not defined, as the density of a cluster of one node, it is not a number, and
    left out of the averages.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
    >>> value = quality.conductance(network, [[1, 2, 3], [4, 5]])
    >>> value, value.per_cluster
    (Quality(0.23809523809523808), array([0.14285714, 0.33333333]))
    >>> round(value.weighted_mean, 4)
    0.219
    """

    #: One value per cluster, in the order of the input; NaN where it is not defined.
    per_cluster: NDArray[np.float64]
    #: Number of nodes of each cluster that the network has.
    nodes: NDArray[np.int64]

    def __new__(
        cls, value: float, per_cluster: NDArray[np.float64], nodes: NDArray[np.int64]
    ) -> Quality:
        quality = super().__new__(cls, value)
        quality.per_cluster, quality.nodes = per_cluster, nodes
        return quality

    @property
    def is_defined(self) -> bool:
        return not math.isnan(self)

    @property
    def mean(self) -> float | None:
        """Of the clusters where it is defined; None where it is nowhere."""
        return self._of_defined(np.mean)

    @property
    def weighted_mean(self) -> float | None:
        """The same, where a cluster counts as often as it has nodes."""
        weights = self.nodes[~np.isnan(self.per_cluster)]
        return self._of_defined(lambda values: (values * weights).sum() / weights.sum())

    @property
    def min(self) -> float | None:
        return self._of_defined(np.min)

    @property
    def median(self) -> float | None:
        return self._of_defined(np.median)

    @property
    def max(self) -> float | None:
        return self._of_defined(np.max)

    @property
    def spread(self) -> float | None:
        """The standard deviation of the clusters."""
        return self._of_defined(np.std)

    @property
    def undefined(self) -> int:
        """Number of clusters where it is not defined."""
        return len(self.per_cluster) - len(self._defined)

    @property
    def summary(self) -> dict[str, float | None]:
        """All of these, by name."""
        named = {name: getattr(self, name) for name in SUMMARY}
        return {
            "value": float(self) if self.is_defined else None,
            **named,
            "undefined": self.undefined,
        }

    @cached_property
    def _defined(self) -> NDArray[np.float64]:
        return self.per_cluster[~np.isnan(self.per_cluster)]

    def _of_defined(self, average: Any) -> float | None:
        return float(average(self._defined)) if len(self._defined) else None

    def __repr__(self) -> str:
        return f"Quality({float(self) if self.is_defined else 'not defined'})"

    def __str__(self) -> str:
        return float.__repr__(self) if self.is_defined else "not defined"

    def __reduce__(self) -> tuple[Any, ...]:
        return Quality, (float(self), self.per_cluster, self.nodes)


#: What there is to say about the values of clusters.
SUMMARY = ("mean", "weighted_mean", "min", "median", "max", "spread")


# ---- how values become one -----------------------------------------------------------------------


def mean_of(values: NDArray[np.float64], nodes: NDArray[np.int64]) -> Quality:
    """The mean of the clusters where it is defined."""
    defined = values[~np.isnan(values)]
    return Quality(defined.mean() if len(defined) else math.nan, values, nodes)


def sum_of(values: NDArray[np.float64], nodes: NDArray[np.int64]) -> Quality:
    """The sum over the clusters where it is defined."""
    defined = values[~np.isnan(values)]
    return Quality(defined.sum() if len(defined) else math.nan, values, nodes)
