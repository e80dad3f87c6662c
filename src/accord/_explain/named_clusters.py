"""NamedClusters: the truth clusters that each found cluster stands for."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from accord._display.columns import Columns
from accord._display.numbers import decimals
from accord._display.result import Note, Result
from accord._display.tables import Block, Lines, Table, facts_to_html
from accord._foundation.clustering import Clustering
from accord.metrics._score import Score

_MEASURES = ("f1", "precision", "recall")


@dataclass(frozen=True)
class Naming:
    """A truth cluster that names a found one, by their indices, and how well they match."""

    truth: int
    found: int
    f1: float
    precision: float
    recall: float

    def _repr_html_(self) -> str:
        return facts_to_html("Naming", asdict(self))


@dataclass(frozen=True, eq=False, repr=False)
class NamedClusters(Result, Sequence[Naming]):
    """Every naming of a found cluster by a truth cluster, sorted by found. Prints as a table."""

    namings: tuple[Naming, ...]
    #: F1 of the named clusters, with the means of precision and recall over the truth clusters.
    score: Score
    truth: Clustering
    found: Clustering

    def __getitem__(self, index: Any) -> Any:
        return self.namings[index]

    def __len__(self) -> int:
        return len(self.namings)

    def __iter__(self) -> Iterator[Naming]:
        return iter(self.namings)

    @property
    def names(self) -> list[list[Hashable]]:
        """For each found cluster, the names of the truth clusters that it stands for."""
        return [[self.truth.name(naming.truth) for naming in namings] for namings in self._by_found]

    @property
    def unnamed(self) -> list[Hashable]:
        """The names of the found clusters that stand for no truth cluster."""
        return [
            self.found.name(found) for found, namings in enumerate(self._by_found) if not namings
        ]

    @cached_property
    def _by_found(self) -> list[list[Naming]]:
        by_found: list[list[Naming]] = [[] for _ in range(self.found.n_clusters)]
        for naming in self:
            by_found[naming.found].append(naming)
        return by_found

    # ---- as data ---------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The score, and for each found cluster the truth clusters that it stands for."""
        return {
            "f1": float(self.score),
            "precision": self.score.precision,
            "recall": self.score.recall,
            "clusters": [
                {
                    "found": self.found.name(found),
                    "truth": [self._naming_to_dict(naming) for naming in namings],
                }
                for found, namings in enumerate(self._by_found)
            ],
        }

    def _naming_to_dict(self, naming: Naming) -> dict[str, Any]:
        measures = {measure: getattr(naming, measure) for measure in _MEASURES}
        return {"name": self.truth.name(naming.truth), **measures}

    def columns(self) -> Columns:
        """A row per naming."""
        return {
            "found": [self.found.name(naming.found) for naming in self],
            "truth": [self.truth.name(naming.truth) for naming in self],
            **{measure: [getattr(naming, measure) for naming in self] for measure in _MEASURES},
        }

    def to_cll(self) -> str:
        """The list of labels of xmeasures.

        A line per found cluster, with the indices of its truth clusters, or `-`.
        """
        header = f"# Clusters: {self._n_named}, Labels: {self.truth.n_clusters}"
        lines = ("".join(f"{naming.truth} " for naming in namings) for namings in self._by_found)
        return "\n".join([header, *(line or "-" for line in lines)])

    # ---- for people ------------------------------------------------------------------------------

    @property
    def _n_named(self) -> int:
        return sum(map(bool, self._by_found))

    def table(self) -> Table:
        """A row per naming, and a row for each found cluster without one."""
        rows, bars = [], list[float | None]()
        for found, namings in enumerate(self._by_found):
            name = str(self.found.name(found))
            for naming in namings:
                measures = [decimals(getattr(naming, measure)) for measure in _MEASURES]
                rows.append([name, str(self.truth.name(naming.truth)), *measures])
                bars.append(naming.f1)
            if not namings:
                rows.append([name, "-", "", "", ""])
                bars.append(None)
        return Table(["found", "stands for", *_MEASURES], rows, (2, 3, 4), {2: bars})

    def notes(self) -> list[Note]:
        """How many clusters are named, and how well the names fit."""
        score = self.score
        text = (
            f"{self._n_named:,} of {self.found.n_clusters:,} found clusters are named, "
            f"F1 {decimals(score)}, precision {decimals(score.precision)}, "
            f"recall {decimals(score.recall)}"
        )
        return [Note("fit", text)]

    def blocks(self) -> list[Block]:
        return [Lines(self.notes()), self.table()]
