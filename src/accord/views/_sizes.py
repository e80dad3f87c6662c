"""Sizes of clusters, and how well clusters of each size are matched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from accord.errors import unknown
from accord.views._limits import check_most

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord._explain.explanation import ExplainedSide, Explanation

#: Bins of size double, or grow by a greater power of two where doubling would need more bins than
#: this.
MOST_SIZE_BINS = 64
F1_BINS = 20
#: Numbers of clusters are drawn on a logarithmic axis where the greatest is this many times the
#: smallest.
LOGARITHMIC = 50


@dataclass(frozen=True, eq=False)
class SizeHistogram:
    """How many clusters have which size: bin i holds those with edges[i] ≤ size < edges[i + 1], empty clusters none."""

    #: Powers of two, one more than there are bins.
    edges: NDArray[np.float64]
    #: Numbers of clusters, a bin each.
    truth: NDArray[np.int64]
    found: NDArray[np.int64]

    @property
    def logarithmic(self) -> bool:
        """Whether the numbers of clusters are so far apart that a logarithmic axis shows them better."""
        counts = np.concatenate((self.truth, self.found))
        counts = counts[counts > 0]
        return bool(len(counts) and counts.max() >= LOGARITHMIC * counts.min())


@dataclass(frozen=True, eq=False)
class MatchPoints:
    """Clusters one by one: place in the input, size, F1 with the best partner, and verdict."""

    places: NDArray[np.int64]
    sizes: NDArray[np.float64]
    f1: NDArray[np.float64]
    verdicts: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class MatchCells:
    """Clusters counted by bin of size and bin of F1: the cells that are not empty, and the verdict most of them have."""

    size_bins: NDArray[np.int64]
    f1_bins: NDArray[np.int64]
    counts: NDArray[np.int64]
    verdicts: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class MatchCloud:
    """Size and F1 of the clusters of a side: one by one where they are few, else counted in cells."""

    side: str
    #: How many clusters there are, empty ones left out.
    n_clusters: int
    points: MatchPoints | None
    cells: MatchCells | None
    #: The bins of size, those of `size_histogram`, and of F1; the last one of F1 has its upper edge
    #: in it.
    size_edges: NDArray[np.float64]
    f1_edges: NDArray[np.float64]
    #: The median F1 of the clusters in each bin of size; NaN where there are none.
    median: NDArray[np.float64]


def unit_of(explanation: Explanation) -> str:
    """What sizes of clusters count: "nodes", their "weight", or the "sum of shares"."""
    clusterings = (explanation.truth.clustering, explanation.found.clustering)
    if any(clustering.weights is not None for clustering in clusterings):
        return "weight"
    return "sum of shares" if any(clustering.is_fuzzy for clustering in clusterings) else "nodes"


def size_histogram(explanation: Explanation) -> SizeHistogram:
    """How many clusters of both sides have which size.

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
    explanation: Explanation, side: Literal["truth", "found"] = "truth", most: int = 500
) -> MatchCloud:
    """Size and F1 of the clusters of a side: one by one where there are at most `most`, else counted in cells.

    >>> from accord import explain
    >>> cloud = match_cloud(explain([[1, 2, 3], [4, 5], [6]], [[1, 2, 3, 4], [5, 6]]))
    >>> cloud.points.sizes.tolist(), cloud.points.f1.round(2).tolist()
    ([3.0, 2.0, 1.0], [0.86, 0.5, 0.67])
    """
    if side not in ("truth", "found"):
        raise unknown("side", side, ("truth", "found"))
    bins = _SizeBins(explanation)
    clusters: ExplainedSide = getattr(explanation, side)
    places = np.flatnonzero(clusters.sizes > 0)
    sizes, f1, verdicts = clusters.sizes[places], clusters.f1[places], clusters.verdict[places]
    size_bin = bins.of(sizes)
    few = len(places) <= check_most(most, 0)
    return MatchCloud(
        side,
        len(places),
        MatchPoints(places, sizes, f1, verdicts) if few else None,
        None if few else _cells(size_bin, f1, verdicts),
        bins.edges,
        np.linspace(0, 1, F1_BINS + 1),
        _medians(size_bin, f1, bins.count),
    )


class _SizeBins:
    """Bins between powers of two, for all clusters of both sides that are not empty."""

    def __init__(self, explanation: Explanation) -> None:
        exponents = [
            _exponents(side.sizes[side.sizes > 0])
            for side in (explanation.truth, explanation.found)
        ]
        filled = [some for some in exponents if len(some)]
        self._first = int(min((some.min() for some in filled), default=0))
        span = int(max((some.max() for some in filled), default=-1)) - self._first + 1
        self._step = -(-span // MOST_SIZE_BINS) or 1
        self.count = -(-span // self._step)
        self.edges = np.ldexp(1.0, self._first + self._step * np.arange(self.count + 1))

    def of(self, sizes: NDArray[np.float64]) -> NDArray[np.int64]:
        """The bin of each size."""
        return (_exponents(sizes) - self._first) // self._step


def _exponents(sizes: NDArray[np.float64]) -> NDArray[np.int64]:
    """⌊log₂ size⌋, exactly."""
    return np.frexp(sizes)[1].astype(np.int64) - 1


def _cells(
    size_bin: NDArray[np.int64], f1: NDArray[np.float64], verdicts: NDArray[np.uint8]
) -> MatchCells:
    f1_bin = np.clip((f1 * F1_BINS).astype(np.int64), 0, F1_BINS - 1)
    n_verdicts = int(verdicts.max()) + 1
    cells, place = np.unique(size_bin * F1_BINS + f1_bin, return_inverse=True)
    of_verdict = np.bincount(
        place * n_verdicts + verdicts, minlength=len(cells) * n_verdicts
    ).reshape(-1, n_verdicts)
    return MatchCells(
        cells // F1_BINS, cells % F1_BINS, of_verdict.sum(1), of_verdict.argmax(1).astype(np.uint8)
    )


def _medians(
    size_bin: NDArray[np.int64], f1: NDArray[np.float64], n_bins: int
) -> NDArray[np.float64]:
    """The median F1 of each bin."""
    f1 = f1[np.lexsort((f1, size_bin))]
    counts = np.bincount(size_bin, minlength=n_bins)
    filled = counts > 0
    first = (np.cumsum(counts) - counts)[filled]
    medians = np.full(n_bins, np.nan)
    medians[filled] = (f1[first + (counts[filled] - 1) // 2] + f1[first + counts[filled] // 2]) / 2
    return medians
