"""Which truth clusters each found cluster stands for."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._display.columns import csv_text, data_frame
from accord._display.numbers import decimals
from accord._display.result import Result
from accord._display.tables import Block, Table
from accord._engines.choose import as_clusterings
from accord._engines.native.engine import NativeEngine
from accord._foundation.clustering import Clustering
from accord._foundation.node_base import NodeBase
from accord._foundation.node_index import pair_up
from accord._foundation.pair import Pair
from accord._foundation.threads import ProgressCallback, thread_count
from accord._summaries.clustering_pair import BestOverlaps, Overlaps
from accord.errors import unknown
from accord.metrics._score import Details, Score

if TYPE_CHECKING:
    import pandas
    from numpy.typing import NDArray

WAYS = ("f1", "pprob")
WEIGHTINGS = ("micro", "macro")


@dataclass(frozen=True)
class Naming:
    """A truth cluster that names a found one: by their places in the input, with how well they match."""

    truth: int
    found: int
    f1: float
    precision: float
    recall: float


class NamedClusters(Result, Sequence[Naming]):
    """Every naming of a found cluster by a truth cluster, sorted by found, and how well all of it fits.

    `score` is the F1 of the named clusters, with their precision and recall. Prints as a table.
    """

    def __init__(
        self, namings: Sequence[Naming], score: Score, truth: Clustering, found: Clustering
    ) -> None:
        self._namings = sorted(namings, key=lambda naming: (naming.found, naming.truth))
        #: F1 of the averages of precision and recall over the truth clusters.
        self.score = score
        self._truth, self._found = truth, found

    def __getitem__(self, index: Any) -> Any:
        return self._namings[index]

    def __len__(self) -> int:
        return len(self._namings)

    def __iter__(self) -> Iterator[Naming]:
        return iter(self._namings)

    @property
    def names(self) -> list[list[Hashable]]:
        """For each found cluster the names of the truth clusters that it stands for."""
        return [[self._truth.name(truth) for truth in places] for places in self._places()]

    @property
    def unnamed(self) -> list[Hashable]:
        """The found clusters that stand for none."""
        return [
            self._found.name(found) for found, places in enumerate(self._places()) if not places
        ]

    def _places(self) -> list[list[int]]:
        places: list[list[int]] = [[] for _ in range(self._found.n_clusters)]
        for naming in self:
            places[naming.found].append(naming.truth)
        return places

    # ---- as data ---------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The score, and for each found cluster the truth clusters that it stands for."""
        of_found: dict[int, list[Naming]] = {}
        for naming in self:
            of_found.setdefault(naming.found, []).append(naming)
        return {
            "f1": float(self.score),
            "precision": self.score.precision,
            "recall": self.score.recall,
            "clusters": [
                {
                    "found": self._found.name(found),
                    "truth": [
                        {
                            "name": self._truth.name(naming.truth),
                            "f1": naming.f1,
                            "precision": naming.precision,
                            "recall": naming.recall,
                        }
                        for naming in of_found.get(found, [])
                    ],
                }
                for found in range(self._found.n_clusters)
            ],
        }

    def to_json(self, indent: int | None = 2) -> str:
        import json

        return json.dumps(self.to_dict(), indent=indent, default=str)

    def to_cll(self) -> str:
        """As the list of labels of xmeasures: a line per found cluster with the numbers of its truth clusters, or `-`."""
        places = self._places()
        header = f"# Clusters: {sum(map(bool, places))}, Labels: {self._truth.n_clusters}"
        return "\n".join(
            [header, *("".join(f"{truth} " for truth in row) or "-" for row in places)]
        )

    def to_pandas(self) -> pandas.DataFrame:
        """One row per naming."""
        columns = {
            "found": [self._found.name(naming.found) for naming in self],
            "truth": [self._truth.name(naming.truth) for naming in self],
            **{
                value: [getattr(naming, value) for naming in self]
                for value in ("f1", "precision", "recall")
            },
        }
        return data_frame(columns)

    def to_csv(self) -> str:
        rows = [
            [
                str(self._found.name(naming.found)),
                str(self._truth.name(naming.truth)),
                *map(repr, (naming.f1, naming.precision, naming.recall)),
            ]
            for naming in self
        ]
        return csv_text(["found", "truth", "f1", "precision", "recall"], rows)

    # ---- for people ------------------------------------------------------------------------------

    def table(self) -> Table:
        """A row per naming, and one for each found cluster without."""
        rows, bars = [], list[float | None]()
        namings = iter(self)
        naming = next(namings, None)
        for found in range(self._found.n_clusters):
            name = str(self._found.name(found))
            if naming is None or naming.found != found:
                rows.append([name, "-", "", "", ""])
                bars.append(None)
            while naming is not None and naming.found == found:
                values = map(decimals, (naming.f1, naming.precision, naming.recall))
                rows.append([name, str(self._truth.name(naming.truth)), *values])
                bars.append(naming.f1)
                naming = next(namings, None)
        return Table(
            ["found", "stands for", "f1", "precision", "recall"], rows, (2, 3, 4), {2: bars}
        )

    def notes(self) -> list[str]:
        """How well all of it fits, in a line."""
        named = sum(map(bool, self._places()))
        return [
            f"{named:,} of {self._found.n_clusters:,} found clusters are named, "
            f"F1 {decimals(self.score)}, precision {decimals(self.score.precision)}, recall {decimals(self.score.recall)}"
        ]

    def blocks(self) -> list[Block]:
        return ["\n".join(self.notes()), self.table()]

    def to_markdown(self) -> str:
        return "\n\n".join(
            [self.table().to_markdown(), "\n".join(f"- {note}" for note in self.notes())]
        )


def named_clusters(
    truth: Any,
    found: Any,
    *,
    by: str = "f1",
    weighting: str = "micro",
    nodes: NodeBase = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> NamedClusters:
    """Which truth clusters each found cluster stands for, and how well these names fit.

    Every truth cluster names the found cluster that matches it best, or all of them where several
    match equally well: by F1, or by the probability m²/(ab) that a node of one is in the other and
    back ("pprob"). Precision and recall compare it with the union of what it has named, and are
    averaged over the truth clusters, by size ("micro") or all alike ("macro"). A truth cluster that
    shares no node with any found one counts 0; found clusters that nobody names do not count. Known
    as labelling in xmeasures (Lutov et al., 2018).

    >>> from accord import named_clusters
    >>> named = named_clusters({"red": [1, 2, 3], "blue": [4, 5]}, [[1, 2], [3, 4, 5], [6]])
    >>> named.names
    [['red'], ['blue'], []]
    >>> round(named.score, 4), round(named.score.precision, 4), named.score.recall
    (0.832, 0.8667, 0.8)
    """
    if by not in WAYS:
        raise unknown("way to name clusters", by, WAYS)
    if weighting not in WEIGHTINGS:
        raise unknown("weighting", weighting, WEIGHTINGS)
    count = thread_count(threads)
    sides = [
        side.merged()
        for side in as_clusterings([("truth", truth), ("found", found)], threads=count)
    ]
    pair = pair_up(sides, nodes, count)
    table = NativeEngine(pair, progress).get(BestOverlaps, side="truth", by=by)
    chosen = _best_partners(table, by)
    m, a, b = (values[chosen] for values in _floats(table))
    truth_place, found_place = (
        pair.truth.index_in_input(table.truth[chosen]),
        pair.found.index_in_input(table.found[chosen]),
    )
    columns = (truth_place, found_place, 2 * m / (a + b), m / b, m / a)
    namings = [Naming(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
    return NamedClusters(namings, _score(pair, table, chosen, weighting), *sides)


def _best_partners(table: Overlaps, by: str) -> NDArray[np.int64]:
    """Of the overlaps with the best found clusters but for rounding, those that no other one matches better."""
    tied = np.flatnonzero(
        np.bincount(table.truth, minlength=len(table.truth_sizes))[table.truth] > 1
    )
    keep = np.ones(len(table), bool)

    def exact(at: int) -> Fraction:
        amounts = (
            table.amounts[at],
            table.truth_sizes[table.truth[at]],
            table.found_sizes[table.found[at]],
        )
        overlap, size, other = (Fraction(amount.item()) for amount in amounts)
        return overlap / (size + other) if by == "f1" else overlap * overlap / (size * other)

    for group in (
        np.split(tied, np.flatnonzero(np.diff(table.truth[tied])) + 1) if len(tied) else ()
    ):
        qualities = [exact(at) for at in group.tolist()]
        greatest = max(qualities)
        keep[group] = [quality == greatest for quality in qualities]
    return np.flatnonzero(keep)


def _floats(
    table: Overlaps,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """For each overlap its amount and the sizes of its truth and its found cluster; as integers their sums may not fit."""
    sizes = table.truth_sizes[table.truth], table.found_sizes[table.found]
    return (
        table.amounts.astype(np.float64),
        sizes[0].astype(np.float64),
        sizes[1].astype(np.float64),
    )


def _score(pair: Pair, table: Overlaps, chosen: NDArray[np.int64], weighting: str) -> Score:
    """Precision and recall of each truth cluster with the union of those it named, averaged, and their harmonic mean."""
    clusters = table.truth_sizes.astype(np.float64)
    if not len(clusters):
        return Score(0.0, Details(precision=0.0, recall=0.0))
    overlap, size = _unions(pair, table, chosen)
    weights = clusters if weighting == "micro" else np.ones(len(clusters))
    precision = float(
        (weights * np.divide(overlap, size, out=np.zeros(len(size)), where=size > 0)).sum()
        / weights.sum()
    )
    recall = float((weights * (overlap / clusters)).sum() / weights.sum())
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return Score(f1, Details(precision=precision, recall=recall))


def _unions(
    pair: Pair, table: Overlaps, chosen: NDArray[np.int64]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """For each truth cluster its overlap with the union of the found clusters it named, and the size of that union."""
    truth = table.truth[chosen]
    overlap: NDArray[Any] = np.zeros(len(table.truth_sizes), table.amounts.dtype)
    size: NDArray[Any] = np.zeros(len(table.truth_sizes), table.found_sizes.dtype)
    overlap[truth], size[truth] = table.amounts[chosen], table.found_sizes[table.found[chosen]]
    counts = np.bincount(truth, minlength=len(overlap))
    tied = np.flatnonzero(counts[truth] > 1)
    weights = np.ones(pair.n_nodes, table.amounts.dtype) if pair.weights is None else pair.weights
    for group in np.split(tied, np.flatnonzero(np.diff(truth[tied])) + 1) if len(tied) else ():
        cluster = int(truth[group[0]])
        union = np.unique(
            np.concatenate(
                [pair.found.rows.row(found) for found in table.found[chosen[group]].tolist()]
            )
        )
        size[cluster] = weights[union].sum()
        overlap[cluster] = weights[np.intersect1d(union, pair.truth.rows.row(cluster))].sum()
    return overlap, size
