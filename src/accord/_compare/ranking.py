"""Ranking: several results against one truth, best first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from accord._certainty.columns import certainty_notes, text_columns
from accord._compare.comparison import describe_left_out
from accord._compare.comparisons import Comparisons, bars, best_rows
from accord._compare.leaders import Leaders
from accord._display.numbers import decimals
from accord._display.result import Note
from accord._display.tables import Block, Lines, Table
from accord._foundation.clustering import Clustering
from accord._foundation.node_base import NodeBase
from accord._foundation.pair import partial_truth_hint
from accord._foundation.reading import Reading


@dataclass(frozen=True, eq=False, repr=False)
class Ranking(Comparisons):
    """Several results against one truth, best first by the first metric. Prints as a table."""

    _index: ClassVar[str | None] = "found"
    _plots: ClassVar[tuple[str, ...]] = ("scores", "similarity")

    #: The truth; a lazy table as it was reduced with the first result.
    truth: Clustering
    #: The truth and the results as given, and the nodes to compare them on.
    given_truth: Any
    results: Mapping[str, Any]
    nodes: NodeBase
    #: How the results are read.
    reading: Reading
    #: Which results may be the best, by their differences; None if intervals were not requested.
    leaders: Leaders | None = None

    def without_baselines(self) -> Ranking:
        """The same ranking without baselines."""
        comparisons = {name: found.without_baselines() for name, found in self.items()}
        return replace(self, comparisons=comparisons)

    def table(self) -> Table:
        """Rank, name, number of nodes compared, number of clusters, and a column per metric."""
        header = ["rank", "found", "nodes", "clusters", *self.metrics]
        rows = [
            [
                str(rank),
                name,
                f"{comparison.nodes.base:,}",
                f"{comparison.found.clusters:,}",
                *(decimals(comparison[metric]) for metric in self.metrics),
            ]
            for rank, (name, comparison) in enumerate(self.items(), 1)
        ]
        first = {header.index(self.metrics[0]): bars(self.values(), self.metrics[0])}
        best = {
            header.index(metric): best_rows(self.values(), metric)
            for metric in self.metrics
            if len(self) > 1
        }
        return Table(header, rows, self._number_columns(header), first, best)

    def certainty_table(self) -> Table | None:
        """Metric, name, value, interval and baseline; None if neither was requested."""
        rows, certainty = [], {}
        for metric in self.metrics:
            certainty = text_columns(self.baselines_of(metric), self.intervals_of(metric))
            values = [decimals(comparison[metric]) for comparison in self.values()]
            columns = [[metric] * len(self), list(self), values, *certainty.values()]
            rows += [list(row) for row in zip(*columns, strict=True)]
        header = ["metric", "found", "value", *certainty]
        return Table(header, rows, self._number_columns(header)) if certainty else None

    def notes(self) -> list[Note]:
        """The truth, and how to read the tables."""
        notes = [Note("truth", f"truth: {self.truth.summary()}")]
        if len({comparison.nodes.base for comparison in self.values()}) > 1:
            text = "the results were compared on different numbers of nodes: see the nodes column"
            notes.append(Note("nodes", text))
        largest = min(self, key=lambda name: self[name].nodes.truth_coverage)
        hint = partial_truth_hint(self[largest].nodes, self.nodes is not None, str(largest))
        if hint is not None:
            notes.append(Note("partial_truth", hint))
        missing = {name: None for comparison in self.values() for name in comparison.not_applicable}
        if missing:
            notes.append(Note("not_applicable", f"does not apply to all: {', '.join(missing)}"))
        left_out = dict.fromkeys(
            name for comparison in self.values() for name in comparison.left_out
        )
        if left_out:
            notes.append(Note("left_out", describe_left_out(list(left_out))))
        for metric in self.metrics:
            scores = [comparison[metric] for comparison in self.values()]
            errors = [score.error or 0.0 for score in scores if score.is_sampled]
            if errors:
                notes.append(Note("sampled", f"{metric}: sampled, within {max(errors):.2g}"))
        if self.leaders is not None:
            notes.append(Note("leaders", str(self.leaders)))
        first = self.metrics[0]
        return [*notes, *certainty_notes(self.baselines_of(first), self.intervals_of(first))]

    def blocks(self) -> list[Block]:
        """The truth, the tables, and how to read them."""
        truth, *others = self.notes()
        certainty = self.certainty_table()
        tables = [self.table()] if certainty is None else [self.table(), certainty]
        return [str(truth), *tables, *([Lines(others)] if others else [])]
