"""Quality: the value of a quality metric, with the value of each cluster."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.tables import facts_to_html

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The statistics of the values of clusters, by the names of properties of `Quality`.
STATISTICS = ("mean", "weighted_mean", "min", "median", "max", "spread")


class Quality(float):
    """A float with the value of each cluster, and statistics of these values.

    Where a value is not defined, as the density of a cluster of one node, it is NaN, and left out
    of the statistics.

    >>> from accord import Network, quality
    >>> network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)])
    >>> value = quality.conductance(network, [[1, 2, 3], [4, 5]])
    >>> value, value.per_cluster
    (Quality(0.23809523809523808), array([0.14285714, 0.33333333]))
    >>> round(value.weighted_mean, 4)
    0.219

    It is to one clustering on its network what a `Score` is to two clusterings.
    """

    #: One value per cluster, in the order of the input; NaN if it is not defined.
    per_cluster: NDArray[np.float64]
    #: Number of nodes of each cluster that the network has.
    sizes: NDArray[np.int64]

    def __new__(
        cls, value: float, per_cluster: NDArray[np.float64], sizes: NDArray[np.int64]
    ) -> Quality:
        quality = super().__new__(cls, value)
        quality.per_cluster, quality.sizes = per_cluster, sizes
        return quality

    @property
    def is_defined(self) -> bool:
        """Whether there is a value: it is not NaN."""
        return not math.isnan(self)

    @property
    def mean(self) -> float | None:
        """Mean over the clusters with a defined value; None if there are none."""
        return self._statistic(np.mean)

    @property
    def weighted_mean(self) -> float | None:
        """The mean with clusters weighted by their numbers of nodes."""
        weights = self.sizes[~np.isnan(self.per_cluster)]
        return self._statistic(lambda values: (values * weights).sum() / weights.sum())

    @property
    def min(self) -> float | None:
        """Least of the defined values of clusters."""
        return self._statistic(np.min)

    @property
    def median(self) -> float | None:
        """Median of the defined values of clusters."""
        return self._statistic(np.median)

    @property
    def max(self) -> float | None:
        """Greatest of the defined values of clusters."""
        return self._statistic(np.max)

    @property
    def spread(self) -> float | None:
        """Standard deviation over clusters."""
        return self._statistic(np.std)

    @property
    def undefined(self) -> int:
        """Number of clusters whose value is not defined."""
        return len(self.per_cluster) - len(self._defined)

    def to_dict(self) -> dict[str, float | None]:
        """The value, all statistics and the number of undefined values, by name."""
        return {
            "value": float(self) if self.is_defined else None,
            **{name: getattr(self, name) for name in STATISTICS},
            "undefined": self.undefined,
        }

    @cached_property
    def _defined(self) -> NDArray[np.float64]:
        return self.per_cluster[~np.isnan(self.per_cluster)]

    def _statistic(self, statistic: Callable[[NDArray[np.float64]], Any]) -> float | None:
        return float(statistic(self._defined)) if len(self._defined) else None

    def _repr_html_(self) -> str:
        return facts_to_html("Quality", self.to_dict())

    def __repr__(self) -> str:
        return f"Quality({float(self) if self.is_defined else 'not defined'})"

    def __str__(self) -> str:
        return float.__repr__(self) if self.is_defined else "not defined"

    def __reduce__(self) -> tuple[Any, ...]:
        return Quality, (float(self), self.per_cluster, self.sizes)


# ---- from the values of clusters to one value ----------------------------------------------------


def mean_of(values: NDArray[np.float64], sizes: NDArray[np.int64]) -> Quality:
    """The mean of the defined values."""
    defined = values[~np.isnan(values)]
    return Quality(defined.mean() if len(defined) else math.nan, values, sizes)


def sum_of(values: NDArray[np.float64], sizes: NDArray[np.int64]) -> Quality:
    """The sum of the defined values."""
    defined = values[~np.isnan(values)]
    return Quality(defined.sum() if len(defined) else math.nan, values, sizes)
