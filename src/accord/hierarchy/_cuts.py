"""Two hierarchies cut into k clusters each, for every k: the curve of Fowlkes and Mallows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from accord._display.columns import Columns
from accord._display.numbers import decimals
from accord._display.result import PlottedResult
from accord._display.tables import Block, Lines, Table
from accord._foundation.normal import deviations
from accord.errors import InputError
from accord.hierarchy._inputs import HierarchyLike, as_hierarchy
from accord.hierarchy._nodes import match_nodes
from accord.hierarchy._tree import Hierarchy

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Values by chance are outside the band with this probability, if they are normal.
_RISK = 0.05
#: Rows of the table for people; all are in the columns.
_MAX_ROWS = 20


@dataclass(frozen=True, eq=False, repr=False)
class FowlkesMallowsCurve(PlottedResult):
    """How alike two trees are if both are cut into k clusters, for every k that both can.

    `values` are B_k, and `expected` and `spread` their mean and standard deviation if the nodes of
    one tree are relabelled at random. Prints as a table.
    """

    _index: ClassVar[str | None] = "clusters"
    _plots: ClassVar[tuple[str, ...]] = ("fowlkes_mallows_curve",)

    n_clusters: NDArray[np.int64]
    values: NDArray[np.float64]
    expected: NDArray[np.float64]
    spread: NDArray[np.float64]

    @property
    def low(self) -> NDArray[np.float64]:
        """The lower end of the band that has 95 % of the values by chance."""
        return np.maximum(self.expected - deviations(_RISK) * self.spread, 0.0)

    @property
    def high(self) -> NDArray[np.float64]:
        """The upper end of the band that has 95 % of the values by chance."""
        return np.minimum(self.expected + deviations(_RISK) * self.spread, 1.0)

    def columns(self) -> Columns:
        """A row per number of clusters: value, expected value, ends of the band."""
        names = ("n_clusters", "values", "expected", "low", "high")
        titles = ("clusters", "value", "expected", "low", "high")
        return {
            title: getattr(self, name).tolist() for title, name in zip(titles, names, strict=True)
        }

    def to_dict(self) -> dict[str, Any]:
        """The columns, and the standard deviations by chance."""
        return {**self.columns(), "spread": self.spread.tolist()}

    def blocks(self) -> list[Block]:
        """A table of all values, or of some of them if there are many."""
        columns = self.columns()
        n = len(self.n_clusters)
        shown = sorted({round(at) for at in np.geomspace(1, n, min(n, _MAX_ROWS))})
        rows = [
            [
                f"{columns['clusters'][at - 1]:,}",
                *(decimals(columns[name][at - 1]) for name in list(columns)[1:]),
            ]
            for at in shown
        ]
        table = Table(list(columns), rows, range(len(columns)))
        notes = ["low, high: 95 % of values by chance"]
        if len(shown) < n:
            notes.append(f"{len(shown)} of {n:,} numbers of clusters are shown")
        return [table, Lines(notes)]


def fowlkes_mallows_curve(truth: HierarchyLike, found: HierarchyLike) -> FowlkesMallowsCurve:
    """Compare two hierarchies cut into k clusters each, for every k that both can be cut into.

    B_k of Fowlkes & Mallows 1983: `fowlkes_mallows` of the two cuts, with the mean and the band
    that random relabelling of the nodes gives, both exact for the sizes of the clusters. A curve
    above the band says at which resolutions the trees agree. Cuts into one cluster, or into nodes
    alone, are left out. Both trees need the same nodes; time grows with n log n of these.

    >>> from accord.hierarchy import fowlkes_mallows_curve
    >>> curve = fowlkes_mallows_curve("((1,2),(3,(4,5)));", "((1,2),((3,4),5));")
    >>> curve.n_clusters.tolist(), curve.values.round(3).tolist()
    ([2, 4], [1.0, 0.0])
    """
    first, second = as_hierarchy(truth, name="truth"), as_hierarchy(found, name="found")
    leaf = match_nodes(first, second)
    tables, n_nodes = _Tables(first, second, leaf), first.n_nodes
    rows: list[tuple[int, float, float, float]] = []
    steps = _merges(second)
    step = next(steps, None)
    for n_clusters, merges in _merges(first):
        tables.merge_truth(merges)
        while step is not None and step[0] >= n_clusters:
            tables.merge_found(step[1])
            if step[0] == n_clusters and 1 < n_clusters < n_nodes:
                rows.append((n_clusters, *tables.value()))
            step = next(steps, None)
    if not rows:
        raise InputError(
            "the two hierarchies cannot be cut into equally many clusters, more than one and "
            "fewer than nodes: compare single cuts, as of as_hierarchy(...).cut(k)"
        )
    columns = [np.array(column) for column in zip(*reversed(rows), strict=True)]
    return FowlkesMallowsCurve(*columns)


def _merges(tree: Hierarchy) -> Iterator[tuple[int, list[list[int]]]]:
    """The number of clusters of each cut, from the finest, and the groups merged to get there.

    A group is a list of places: leaves, and clusters that were merged before; the cluster that they
    make is the last.
    """
    n_nodes = tree.n_nodes
    whole = [
        [*parts, n_nodes + cluster]
        for cluster, parts in enumerate(tree.parts)
        if not tree.divided[cluster]
    ]
    merges = whole
    for n, clusters in reversed(tree.splits):
        yield n, merges
        merges = [[*tree.parts[cluster], n_nodes + cluster] for cluster in sorted(clusters)]
    yield 1, merges


class _Tables:
    """The overlaps of two cuts, while clusters are merged on both sides."""

    def __init__(self, first: Hierarchy, second: Hierarchy, leaf: NDArray[np.int64]) -> None:
        pairs = leaf.tolist()
        self._n_nodes = first.n_nodes
        self._truth = _Cut({at: {other: 1} for at, other in enumerate(pairs)})
        self._found = _Cut({other: {at: 1} for at, other in enumerate(pairs)})
        #: Pairs of nodes together on both sides.
        self._both = 0

    def merge_truth(self, merges: list[list[int]]) -> None:
        self._both += sum(self._truth.merge(parts, self._found) for parts in merges)

    def merge_found(self, merges: list[list[int]]) -> None:
        self._both += sum(self._found.merge(parts, self._truth) for parts in merges)

    def value(self) -> tuple[float, float, float]:
        """B_k, and its mean and standard deviation by chance."""
        a, b, n = self._truth.pairs, self._found.pairs, self._n_nodes
        root = math.sqrt(Fraction(a) * b)
        pairs = n * (n - 1) // 2
        # Of two pairs of one side: the same, with one node in common, or apart.
        chance = Fraction(a * b, pairs)
        square = chance
        if n > 2:
            square += Fraction(self._truth.paths * self._found.paths, n * (n - 1) * (n - 2))
        if n > 3:
            apart = (a * a - a - self._truth.paths) * (b * b - b - self._found.paths)
            square += Fraction(apart, pairs * ((n - 2) * (n - 3) // 2))
        variance = max(square - chance**2, Fraction(0))
        return self._both / root, float(chance) / root, math.sqrt(variance) / root


class _Cut:
    """The clusters of one side, by their place in its tree, with their overlaps."""

    def __init__(self, overlaps: dict[int, dict[int, int]]) -> None:
        self.overlaps = overlaps
        #: What clusters are called in the overlaps: as the part to which others were added.
        self._called = {place: place for place in overlaps}
        self._sizes = dict.fromkeys(overlaps, 1)
        #: Pairs of nodes in one cluster, and ordered pairs of such pairs with one node in common.
        self.pairs = self.paths = 0

    def merge(self, group: list[int], other: _Cut) -> int:
        """Merge the parts of a cluster; return how many pairs more are together on both sides.

        Overlaps are added to the greatest part, so that a node is moved only to a cluster of at
        least twice the size of its own.
        """
        *parts, made = group
        names = [self._called.pop(part) for part in parts]
        kept = max(names, key=self._sizes.__getitem__)
        size, together = self._sizes[kept], 0
        whole = self.overlaps[kept]
        self._count(size, -1)
        for name in names:
            if name == kept:
                continue
            self._count(self._sizes[name], -1)
            size += self._sizes.pop(name)
            for cluster, n in self.overlaps.pop(name).items():
                before = whole.get(cluster, 0)
                together += before * n
                whole[cluster] = before + n
                across = other.overlaps[cluster]
                del across[name]
                across[kept] = before + n
        self._count(size, 1)
        self._sizes[kept], self._called[made] = size, kept
        return together

    def _count(self, size: int, sign: int) -> None:
        self.pairs += sign * (size * (size - 1) // 2)
        self.paths += sign * (size * (size - 1) * (size - 2))
