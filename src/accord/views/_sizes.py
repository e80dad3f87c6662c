"""Sizes of clusters, and how well clusters of each size match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from accord.errors import unknown
from accord.views._limits import check_limit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._explain.explained_side import ExplainedSide
    from accord._explain.explanation import Explanation

#: Maximum number of size bins. Each bin is twice as wide as the one before, or wider by a higher
#: power of two if that would need more bins.
MAX_SIZE_BINS = 64
F1_BINS = 20
#: Numbers of clusters are drawn on a logarithmic axis if they differ by this factor.
_LOG_AXIS_RATIO = 50


@dataclass(frozen=True, eq=False)
class SizeHistogram:
    """The number of clusters by size, without empty clusters.

    Bin i holds the clusters with edges[i] ≤ size < edges[i + 1].
    """

    #: Powers of two, one more than bins.
    edges: NDArray[np.float64]
    #: Number of clusters in each bin.
    truth: NDArray[np.int64]
    found: NDArray[np.int64]

    @property
    def logarithmic(self) -> bool:
        """Whether the numbers of clusters are better shown on a logarithmic axis."""
        counts = np.concatenate((self.truth, self.found))
        counts = counts[counts > 0]
        return bool(len(counts) and counts.max() >= _LOG_AXIS_RATIO * counts.min())


@dataclass(frozen=True, eq=False)
class MatchPoints:
    """Single clusters: index in the input, size, F1 with the best partner, and verdict."""

    indices: NDArray[np.int64]
    sizes: NDArray[np.float64]
    f1: NDArray[np.float64]
    verdicts: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class MatchCells:
    """Clusters counted by size bin and F1 bin: cells that are not empty, with the main verdict."""

    size_bins: NDArray[np.int64]
    f1_bins: NDArray[np.int64]
    counts: NDArray[np.int64]
    verdicts: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class MatchCloud:
    """Size and F1 of the clusters of a side: as points if they are few, else counted in cells."""

    side: str
    #: Number of clusters that are not empty.
    n_clusters: int
    points: MatchPoints | None
    cells: MatchCells | None
    #: Size bins, as in `size_histogram`, and F1 bins; the last F1 bin includes its upper edge.
    size_edges: NDArray[np.float64]
    f1_edges: NDArray[np.float64]
    #: Median F1 of the clusters in each size bin; NaN if there are none.
    median: NDArray[np.float64]


def size_unit(explanation: Explanation) -> str:
    """Return the unit of cluster sizes: "nodes", "weight" or "sum of shares"."""
    clusterings = (explanation.truth.clustering, explanation.found.clustering)
    if any(clustering.weights is not None for clustering in clusterings):
        return "weight"
    return "sum of shares" if any(clustering.is_fuzzy for clustering in clusterings) else "nodes"


def size_histogram(explanation: Explanation) -> SizeHistogram:
    """Count the clusters of both sides by size.

    >>> from accord import explain
    >>> histogram = size_histogram(explain([[1, 2, 3], [4, 5], [6]], [[1, 2, 3, 4], [5, 6]]))
    >>> histogram.edges, histogram.truth, histogram.found
    (array([1., 2., 4., 8.]), array([1, 2, 0]), array([0, 1, 1]))
    """
    bins = _SizeBins(explanation)
    truth, found = (
        np.bincount(bins.of(side.sizes[side.sizes > 0]), minlength=bins.count)
        for side in (explanation.truth, explanation.found)
    )
    return SizeHistogram(bins.edges, truth, found)


def match_cloud(
    explanation: Explanation, side: Literal["truth", "found"] = "truth", max_points: int = 500
) -> MatchCloud:
    """Return size and F1 of the clusters of a side.

    At most `max_points` clusters are given one by one, more are counted in cells.

    >>> from accord import explain
    >>> cloud = match_cloud(explain([[1, 2, 3], [4, 5], [6]], [[1, 2, 3, 4], [5, 6]]))
    >>> cloud.points.sizes.tolist(), cloud.points.f1.round(2).tolist()
    ([3.0, 2.0, 1.0], [0.86, 0.5, 0.67])
    """
    if side not in ("truth", "found"):
        raise unknown("side", side, ("truth", "found"))
    bins = _SizeBins(explanation)
    clusters: ExplainedSide = getattr(explanation, side)
    indices = np.flatnonzero(clusters.sizes > 0)
    sizes, f1, verdicts = clusters.sizes[indices], clusters.f1[indices], clusters.verdict[indices]
    size_bin = bins.of(sizes)
    few = len(indices) <= check_limit("max_points", max_points, least=0)
    return MatchCloud(
        side=side,
        n_clusters=len(indices),
        points=MatchPoints(indices, sizes, f1, verdicts) if few else None,
        cells=None if few else _cells(size_bin, f1, verdicts),
        size_edges=bins.edges,
        f1_edges=np.linspace(0, 1, F1_BINS + 1),
        median=_medians(size_bin, f1, bins.count),
    )


class _SizeBins:
    """Bins between powers of two that hold all clusters of both sides that are not empty."""

    def __init__(self, explanation: Explanation) -> None:
        exponents = [
            _exponents(side.sizes[side.sizes > 0])
            for side in (explanation.truth, explanation.found)
        ]
        present = np.concatenate(exponents)
        self._first = int(present.min()) if len(present) else 0
        span = int(present.max()) - self._first + 1 if len(present) else 0
        self._step = -(-span // MAX_SIZE_BINS) or 1
        self.count = -(-span // self._step)
        self.edges = np.ldexp(1.0, self._first + self._step * np.arange(self.count + 1))

    def of(self, sizes: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the bin of each size."""
        return (_exponents(sizes) - self._first) // self._step


def _exponents(sizes: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return ⌊log₂ size⌋, exactly."""
    return np.frexp(sizes)[1].astype(np.int64) - 1


def _cells(
    size_bin: NDArray[np.int64], f1: NDArray[np.float64], verdicts: NDArray[np.uint8]
) -> MatchCells:
    f1_bin = np.clip((f1 * F1_BINS).astype(np.int64), 0, F1_BINS - 1)
    n_verdicts = int(verdicts.max()) + 1
    cells, cell = np.unique(size_bin * F1_BINS + f1_bin, return_inverse=True)
    of_verdict = np.bincount(
        cell * n_verdicts + verdicts, minlength=len(cells) * n_verdicts
    ).reshape(-1, n_verdicts)
    return MatchCells(
        cells // F1_BINS, cells % F1_BINS, of_verdict.sum(1), of_verdict.argmax(1).astype(np.uint8)
    )


def _medians(
    size_bin: NDArray[np.int64], f1: NDArray[np.float64], n_bins: int
) -> NDArray[np.float64]:
    """Return the median F1 of each bin."""
    f1 = f1[np.lexsort((f1, size_bin))]
    counts = np.bincount(size_bin, minlength=n_bins)
    filled = counts > 0
    first = (np.cumsum(counts) - counts)[filled]
    medians = np.full(n_bins, np.nan)
    medians[filled] = (f1[first + (counts[filled] - 1) // 2] + f1[first + counts[filled] // 2]) / 2
    return medians
