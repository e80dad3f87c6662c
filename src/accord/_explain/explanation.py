"""Explanation: what became of every cluster, what that costs a metric, and how it looks."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from accord._display.columns import csv_blocks, data_frame
from accord._display.numbers import count, decimals, readable, significant
from accord._display.result import Result
from accord._display.tables import Block, Table, as_markdown, as_text
from accord._engines.native.overlaps import overlaps_of_clusters
from accord._explain.verdicts import LEFT_OUT, VERDICTS, in_words
from accord._foundation.clustering import Clustering
from accord._foundation.pair import NOTHING_IN_COMMON, Pair
from accord._summaries.clustering_pair import Overlaps
from accord.errors import InputError, unknown
from accord.metrics._score import Score

if TYPE_CHECKING:
    import pandas
    from numpy.typing import NDArray

    from accord._foundation.labels import Labels

#: Clusters, and nodes, that a table shows.
SHOWN = 10

#: What is said of each cluster.
COLUMNS = (
    "side",
    "cluster",
    "size",
    "verdict",
    "parts",
    "partner",
    "overlap",
    "f1",
    "precision",
    "recall",
    "cost",
)
_CHUNK = 10_000


@dataclass(frozen=True, eq=False)
class ExplainedSide:
    """The clusters of one side: arrays with an entry for each, in the order of the input."""

    #: "truth" or "found".
    side: str
    clustering: Clustering
    #: Number of nodes, or their weight, or their shares added up; 0 where nothing is left on the
    #: node base.
    sizes: NDArray[np.float64]
    #: The place of the cluster of the other side that matches best by F1, -1 for none; the first of
    #: several.
    partner: NDArray[np.int64]
    overlap: NDArray[np.float64]
    f1: NDArray[np.float64]
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]
    #: Places in VERDICTS, or LEFT_OUT.
    verdict: NDArray[np.uint8]
    #: Of how many clusters a verdict of split or merged speaks.
    parts: NDArray[np.int64]
    #: How much better the metric were if this cluster alone were matched perfectly.
    cost: NDArray[np.float64]
    #: What of each cluster is in no cluster of the other side.
    uncovered: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.sizes)

    def name(self, place: int) -> Hashable:
        return self.clustering.name(place)

    def words(self, place: int) -> str:
        """The verdict on a cluster, as in "split into 3"."""
        return in_words(self.side, int(self.verdict[place]), int(self.parts[place]))

    def costliest(self, most: int | None = None) -> NDArray[np.int64]:
        """The places of the clusters that cost most, of equal cost the larger ones first; without those left out."""
        left = np.flatnonzero(self.verdict != LEFT_OUT)
        return left[_first_by(-self.cost[left], -self.sizes[left], _positive(most))]

    def totals(self) -> dict[str, Total]:
        """For each verdict that a cluster of this side can have, how many have it, and how large they are together."""
        never = "noise" if self.side == "truth" else "missed"
        left = self.verdict != LEFT_OUT
        verdict = self.verdict[left]
        clusters, sizes, costs = (
            np.bincount(verdict, values, len(VERDICTS))
            for values in (None, self.sizes[left], self.cost[left])
        )
        return {
            word: Total(int(clusters[place]), float(sizes[place]), float(costs[place]))
            for place, word in enumerate(VERDICTS)
            if word != never
        }


@dataclass(frozen=True)
class Total:
    """The clusters with one verdict: how many, their sizes and their costs added up."""

    clusters: int
    size: float
    cost: float

    def __add__(self, other: Total) -> Total:
        return Total(self.clusters + other.clusters, self.size + other.size, self.cost + other.cost)

    def cells(self) -> tuple[str, str, str]:
        """For a table."""
        return readable(self.clusters), readable(_whole(self.size)), significant(self.cost)


@dataclass(frozen=True)
class NodeAgreements:
    """How well the clusters of each node agree, from 0 to 1."""

    labels: Labels
    #: Of the nodes that were compared: their places in `labels`, how well they agree, and in how
    #: many clusters they are.
    places: NDArray[np.int64]
    agreement: NDArray[np.float64]
    memberships: NDArray[np.int64]
    #: Whether each stands for all nodes in the same clusters.
    of_types: bool = False

    def worst(self, most: int) -> list[tuple[Hashable, float]]:
        """The nodes that agree worst, of those that agree alike the ones in most clusters first; none that agrees fully."""
        order = _first_by(self.agreement, -self.memberships, _positive(most))
        return [
            (self.labels[int(self.places[at])], float(self.agreement[at]))
            for at in order
            if self.agreement[at] < 1
        ]


class Explanation(Result):
    """What became of every cluster of truth and found, and what each costs a metric. Prints as tables."""

    def __init__(
        self,
        metric: str,
        score: Score,
        truth: ExplainedSide,
        found: ExplainedSide,
        nodes: NodeAgreements,
        pair: Pair,
    ) -> None:
        #: The metric that costs are about, and its value.
        self.metric, self.score = metric, score
        self.truth, self.found = truth, found
        #: How well the clusters of each node agree.
        self.nodes = nodes
        self._pair = pair

    @property
    def sides(self) -> tuple[ExplainedSide, ExplainedSide]:
        return self.truth, self.found

    def _of(self, side: str) -> tuple[ExplainedSide, ExplainedSide]:
        """That side, and the other one."""
        if side not in ("truth", "found"):
            raise unknown("side", side, ("truth", "found"))
        return (self.truth, self.found) if side == "truth" else (self.found, self.truth)

    def totals(self) -> dict[str, dict[str, Total]]:
        """By side and verdict."""
        return {side.side: side.totals() for side in self.sides}

    def worst_nodes(self, most: int = SHOWN) -> list[tuple[Hashable, float]]:
        """The nodes whose clusters agree worst, with how well they agree; of lazy tables, one of each type."""
        return self.nodes.worst(most)

    def overlaps_of(
        self, places: Sequence[int] | NDArray[np.int64], side: str = "truth"
    ) -> Overlaps:
        """What these clusters of `side` share with those of the other side, all by their places in the input."""
        chosen, clusters = np.asarray(places, np.int64), len(self._of(side)[0])
        wrong = chosen[(chosen < 0) | (chosen >= clusters)]
        if len(wrong):
            raise InputError(
                f"there is no {side} cluster at place {wrong[0]}: there are {clusters:,}, from 0 on"
            )
        return overlaps_of_clusters(self._pair, chosen, side)

    # ---- as data ---------------------------------------------------------------------------------

    def rows(self, side: str, top: int | None = None) -> Iterator[tuple[Any, ...]]:
        """The clusters of a side, the costliest first: what COLUMNS says of each, as plain Python objects."""
        one, other = self._of(side)
        names, other_names = one.clustering.cluster_names(), other.clustering.cluster_names()
        places = one.costliest(top)
        for start in range(0, len(places), _CHUNK):
            chosen = places[start : start + _CHUNK]
            facts = (
                one.sizes,
                one.verdict,
                one.parts,
                one.partner,
                one.overlap,
                one.f1,
                one.precision,
                one.recall,
                one.cost,
            )
            sizes, verdicts, parts, partners, overlaps, *numbers = (
                values[chosen].tolist() for values in facts
            )
            yield from zip(
                itertools.repeat(side),
                (names[place] for place in chosen.tolist()),
                map(_whole, sizes),
                (VERDICTS[verdict] for verdict in verdicts),
                (number or None for number in parts),
                (None if partner < 0 else other_names[partner] for partner in partners),
                map(_whole, overlaps),
                *numbers,
                strict=False,
            )

    def to_dict(self, top: int | None = None) -> dict[str, Any]:
        """Totals, clusters of both sides, the costliest first, and the worst nodes; by default all clusters."""
        return {
            "metric": self.metric,
            "value": float(self.score),
            "totals": {
                side: {word: asdict(total) for word, total in of.items()}
                for side, of in self.totals().items()
            },
            **{
                side.side: [_named(row) for row in self.rows(side.side, top)] for side in self.sides
            },
            "nodes": [
                {"node": node, "agreement": agreement}
                for node, agreement in self.worst_nodes(top or SHOWN)
            ],
        }

    def to_json(self, indent: int | None = 2, top: int | None = None) -> str:
        import json

        return json.dumps(self.to_dict(top), indent=indent, default=str)

    def to_pandas(self, top: int | None = None) -> pandas.DataFrame:
        """One row per cluster."""
        columns = list(zip(*self._rows(top), strict=True)) or [()] * len(COLUMNS)
        return data_frame(dict(zip(COLUMNS, columns, strict=True)))

    def csv_blocks(self, top: int | None = None) -> Iterator[str]:
        """One line per cluster, some thousand at a time."""
        return csv_blocks(COLUMNS, self._rows(top))

    def to_csv(self, top: int | None = None) -> str:
        return "\n".join(self.csv_blocks(top))

    def _rows(self, top: int | None) -> Iterator[tuple[Any, ...]]:
        return itertools.chain.from_iterable(self.rows(side.side, top) for side in self.sides)

    # ---- for people ------------------------------------------------------------------------------

    def blocks(self, top: int = SHOWN) -> list[Block]:
        """Totals per verdict, the costliest clusters of each side, and the nodes that agree worst, with a title each."""
        nothing = "" if self._pair.facts.common else f"\n{NOTHING_IN_COMMON}"
        blocks: list[Block] = [self.summary() + nothing, self._totals_table()]
        for one, other in (self.sides, self.sides[::-1]):
            places = one.costliest(top)
            rows = [
                [
                    str(one.name(place)),
                    readable(_whole(one.sizes[place].item())),
                    one.words(place),
                    "-" if one.partner[place] < 0 else str(other.name(int(one.partner[place]))),
                    *(
                        decimals(values[place].item())
                        for values in (one.f1, one.precision, one.recall)
                    ),
                    significant(one.cost[place].item()),
                ]
                for place in places.tolist()
            ]
            left = int(np.count_nonzero(one.verdict != LEFT_OUT))
            costliest = "" if len(rows) == left else f", the {len(rows):,} costliest of {left:,}"
            header = [
                f"{one.side} cluster",
                "size",
                "verdict",
                "best partner",
                "f1",
                "precision",
                "recall",
                "cost",
            ]
            blocks += [
                f"{one.side} clusters{costliest}",
                Table(header, rows, (1, 4, 5, 6, 7), {4: one.f1[places].tolist()}),
            ]
        nodes = self.worst_nodes(top)
        if nodes:
            rows = [[str(node), decimals(agreement)] for node, agreement in nodes]
            bars = {1: [agreement for _, agreement in nodes]}
            each = ", one of each type" if self.nodes.of_types else ""
            blocks += [
                f"nodes whose clusters agree worst{each}",
                Table(["node", "agreement"], rows, (1,), bars),
            ]
        return blocks

    def _totals_table(self) -> Table:
        of_sides = [side.totals() for side in self.sides]
        none = Total(0, 0.0, 0.0)
        words = [
            word for word in VERDICTS if any(totals.get(word, none).clusters for totals in of_sides)
        ]
        all_of = [sum(totals.values(), none) for totals in of_sides]

        def row(word: str, totals: Sequence[Total | None]) -> list[str]:
            return [
                word,
                *(
                    cell
                    for total in totals
                    for cell in (("", "", "") if total is None else total.cells())
                ),
            ]

        rows = [row(word, [totals.get(word) for totals in of_sides]) for word in words]
        header = [
            "verdict",
            *(text for side in self.sides for text in (f"{side.side} clusters", "size", "cost")),
        ]
        bars = {
            1 + 3 * place: [
                totals[word].clusters / all_of[place].clusters if word in totals else None
                for word in words
            ]
            for place, totals in enumerate(of_sides)
        }
        return Table(header, [*rows, row("all", all_of)], range(1, len(header)), bars)

    def summary(self) -> str:
        """The value, and what became of the truth clusters, in a line."""
        totals = self.truth.totals()
        clusters = sum(total.clusters for total in totals.values())
        told = ", ".join(
            f"{total.clusters:,} {word}" for word, total in totals.items() if total.clusters
        )
        of_all = f"{self.metric} {decimals(self.score)}; of {count(clusters, 'truth cluster')}"
        return f"{of_all}: {told}" if told else of_all

    def to_markdown(self, top: int = SHOWN) -> str:
        return as_markdown(self.blocks(top))

    def to_text(self, top: int = SHOWN) -> str:
        return as_text(self.blocks(top))


def _first_by(values: NDArray[Any], then: NDArray[Any], most: int | None) -> NDArray[np.int64]:
    """The places of the smallest values, ascending; equal ones by `then`. Only those that may be among them are sorted."""
    places = np.arange(len(values))
    if most is not None and most < len(values):
        places = np.flatnonzero(values <= np.partition(values, most - 1)[most - 1])
    return places[np.lexsort((then[places], values[places]))][:most]


def _positive(most: int | None) -> int | None:
    """How many to show at most, checked."""
    if most is None or (isinstance(most, SupportsIndex) and operator.index(most) > 0):
        return most
    raise InputError(
        f"the number of clusters or nodes to show must be a positive integer, not {most!r}"
    )


def _whole(number: float) -> int | float:
    """Numbers of nodes as integers."""
    return int(number) if number.is_integer() else number


def _named(row: tuple[Any, ...]) -> dict[str, Any]:
    """A row by the names of its columns, but for the side."""
    return dict(zip(COLUMNS[1:], row[1:], strict=True))
