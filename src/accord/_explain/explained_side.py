"""ExplainedSide: what happened to the clusters of one side, as arrays."""

from __future__ import annotations

import operator
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from accord._display.numbers import readable, significant
from accord._explain.verdicts import LEFT_OUT, VERDICTS, VERDICTS_OF_SIDE, describe_verdict
from accord._foundation.clustering import Clustering
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class ExplainedSide:
    """The clusters of one side: arrays with an entry per cluster, in the order of the input."""

    #: "truth" or "found".
    side: str
    clustering: Clustering
    #: Number of nodes, their weight, or the sum of their shares; 0 if no node is in the node base.
    sizes: NDArray[np.float64]
    #: Index of the cluster of the other side with the highest F1, the first one if several are
    #: equal; -1 if no cluster shares a node.
    partner: NDArray[np.int64]
    overlap: NDArray[np.float64]
    f1: NDArray[np.float64]
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]
    #: Indices into VERDICTS, or LEFT_OUT.
    verdict: NDArray[np.uint8]
    #: Number of clusters that a verdict of split or merged is about; 0 for other verdicts.
    parts: NDArray[np.int64]
    #: How much better the metric would be if this cluster alone were matched perfectly.
    cost: NDArray[np.float64]
    #: How much of each cluster is in no cluster of the other side, and how much of that is in
    #: nodes that the other side does not have.
    uncovered: NDArray[np.float64]
    outside: NDArray[np.float64]
    #: For each node of the pair, whether this side has it, in a cluster or not.
    has_node: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.sizes)

    def name(self, index: int) -> Hashable:
        """The name of a cluster."""
        return self.clustering.name(index)

    def describe(self, index: int) -> str:
        """The verdict on a cluster in words, such as "split into 3"."""
        return describe_verdict(self.side, int(self.verdict[index]), int(self.parts[index]))

    @property
    def judged(self) -> NDArray[np.int64]:
        """Indices of the clusters that have a verdict."""
        return np.flatnonzero(self.verdict != LEFT_OUT)

    def costliest(self, n: int | None = None) -> NDArray[np.int64]:
        """Indices of the `n` costliest judged clusters; of equal cost, larger ones first."""
        judged = self.judged
        return judged[smallest(-self.cost[judged], -self.sizes[judged], check_limit(n))]

    def totals(self) -> dict[str, VerdictTotal]:
        """The number, size and cost of the clusters with each verdict possible on this side."""
        judged = self.judged
        verdict = self.verdict[judged]
        clusters, sizes, costs = (
            np.bincount(verdict, values, len(VERDICTS))
            for values in (None, self.sizes[judged], self.cost[judged])
        )
        return {
            name: VerdictTotal(int(clusters[index]), float(sizes[index]), float(costs[index]))
            for index, name in enumerate(VERDICTS)
            if name in VERDICTS_OF_SIDE[self.side]
        }


@dataclass(frozen=True)
class VerdictTotal:
    """The clusters with one verdict: their number, and the sums of their sizes and costs."""

    clusters: int = 0
    size: float = 0.0
    cost: float = 0.0

    def __add__(self, other: VerdictTotal) -> VerdictTotal:
        return VerdictTotal(
            self.clusters + other.clusters, self.size + other.size, self.cost + other.cost
        )

    def cells(self) -> tuple[str, str, str]:
        """The three numbers as cells of a table."""
        return readable(self.clusters), readable(self.size), significant(self.cost)


def smallest(values: NDArray[Any], ties: NDArray[Any], n: int | None) -> NDArray[np.int64]:
    """Indices of the `n` smallest values, ascending; equal values are sorted by `ties`.

    Values that cannot be among them are not sorted.
    """
    indices = np.arange(len(values))
    if n is not None and n < len(values):
        indices = np.flatnonzero(values <= np.partition(values, n - 1)[n - 1])
    return indices[np.lexsort((ties[indices], values[indices]))][:n]


def check_limit(n: int | None) -> int | None:
    """Check a number of clusters or nodes to show; None for all."""
    if n is None or (isinstance(n, SupportsIndex) and operator.index(n) > 0):
        return n
    raise InputError(
        f"the number of clusters or nodes to show must be a positive integer, not {n!r}"
    )
