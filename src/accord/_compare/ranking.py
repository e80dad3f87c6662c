"""Ranking: several results against one truth, best first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from accord._certainty.columns import certainty_notes, paper_notes, text_columns, with_interval
from accord._compare.comparison import (
    distance_notes,
    left_out_notes,
    metric_named,
    noise_notes,
    same_nodes_notes,
    shares_notes,
    singletons_notes,
    title_of_score,
)
from accord._compare.comparisons import Comparisons, bars, best_rows, count_columns
from accord._compare.first_places import first_by_other_metrics, shared_ranks
from accord._compare.leaders import Leaders
from accord._display.columns import Columns
from accord._display.names import join_few_names, join_names
from accord._display.numbers import decimals, positional
from accord._display.result import Note
from accord._display.tables import Block, Lines, Table
from accord._foundation.clustering import Clustering
from accord._foundation.compared import describe_base, partial_truth_hint
from accord._foundation.node_base import NodeBase
from accord._foundation.reading import Reading

#: The smallest error of a sampled value that is told.
_SMALLEST_ERROR = 1e-6


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

    @cached_property
    def ranks(self) -> dict[str, int]:
        """The rank of each result by the first metric; equal values share their rank."""
        return dict(zip(self, shared_ranks(self, self.metrics[0]), strict=True))

    def to_dict(self) -> dict[str, Any]:
        """The comparisons by name, with rank and number of compared nodes in no cluster.

        With intervals also which of them may be the best.
        """
        return {
            name: {
                "rank": self.ranks[name],
                "not_clustered": comparison.not_clustered,
                **comparison.to_dict(),
                **({} if self.leaders is None else self.leaders.to_dict_of(name)),
            }
            for name, comparison in self.items()
        }

    def _counts(self) -> Columns:
        nodes = [comparison.nodes.base for comparison in self.values()]
        return {"rank": list(self.ranks.values()), "nodes": nodes, **super()._counts()}

    def table(self, *, for_paper: bool = False) -> Table:
        """Rank, name, numbers of nodes and clusters, and a column per metric.

        If a result lacks nodes or has some in no cluster, their number is in "not clustered". For a
        paper, intervals are in brackets after their values.
        """
        compared = list(self.values())
        columns = {
            "rank": list(map(str, self.ranks.values())),
            "found": list(self),
            "nodes": [f"{comparison.nodes.base:,}" for comparison in compared],
            **count_columns(compared),
        }
        first_score = len(columns)
        columns |= {
            title_of_score(metric): [
                with_interval(each[metric], each.intervals.get(metric) if for_paper else None)
                for each in compared
            ]
            for metric in self.metrics
        }
        header, rows = list(columns), [list(row) for row in zip(*columns.values(), strict=True)]
        first = {first_score: bars(compared, self.metrics[0])}
        best = {
            column: best_rows(compared, metric)
            for column, metric in enumerate(self.metrics, first_score)
            if len(self) > 1
        }
        return Table(header, rows, self._number_columns(header), first, best)

    def certainty_table(self, *, for_paper: bool = False) -> Table | None:
        """Metric, name, value, interval and baseline; None if neither was requested.

        For a paper, without intervals, which are in the other table.
        """
        rows, certainty = [], {}
        for metric in self.metrics:
            intervals = {} if for_paper else self.intervals_of(metric)
            certainty = text_columns(self.baselines_of(metric), intervals)
            values = [decimals(comparison[metric]) for comparison in self.values()]
            title = title_of_score(metric)
            columns = [[title] * len(self), list(self), values, *certainty.values()]
            rows += [list(row) for row in zip(*columns, strict=True)]
        header = ["metric", "found", "value", *certainty]
        return Table(header, rows, self._number_columns(header)) if certainty else None

    def notes(self) -> list[Note]:
        """The truth, and how to read the tables."""
        notes = [Note("truth", f"truth: {self.truth.summary()}")]
        if len(self) > 1:
            notes.append(Note("ranked", self._describe_order()))
        if len({comparison.nodes.base for comparison in self.values()}) > 1:
            text = "the results were compared on different numbers of nodes: see the nodes column"
            notes.append(Note("nodes", text))
        if self.nodes is not None:
            facts = {str(name): comparison.nodes for name, comparison in self.items()}
            notes.append(Note("node_base", describe_base(self.nodes, facts)))
        hint = partial_truth_hint(
            next(iter(self.values())).truth,
            {str(name): (each.found, each.nodes) for name, each in self.items()},
            base_chosen=self.nodes is not None,
        )
        if hint is not None:
            notes.append(Note("partial_truth", hint))
        notes += noise_notes(self)
        notes += same_nodes_notes(self)
        notes += singletons_notes(self.values(), self.metrics)
        notes += shares_notes(self.values(), self.metrics)
        missing = {name: None for comparison in self.values() for name in comparison.not_applicable}
        if missing:
            notes.append(Note("not_applicable", f"does not apply to all: {', '.join(missing)}"))
        notes += left_out_notes(list(self.values()))
        for metric in self.metrics:
            scores = [comparison[metric] for comparison in self.values()]
            errors = [score.error or 0.0 for score in scores if score.is_sampled]
            if errors:
                off_by = positional(max(*errors, _SMALLEST_ERROR))
                text = f"values of {metric} are estimated from a sample: off by up to {off_by}"
                notes.append(Note("sampled", text))
        if self.leaders is not None:
            notes.append(Note("leaders", str(self.leaders)))
        notes += distance_notes(self.metrics)
        first = self.metrics[0]
        return [*notes, *certainty_notes(self.baselines_of(first), self.intervals_of(first))]

    def blocks(self) -> list[Block]:
        """The truth, the tables, and how to read them."""
        return self._blocks(self.notes(), self.table(), self.certainty_table())

    def paper_blocks(self) -> list[Block]:
        """The same with intervals in brackets after their values."""
        table, certainty = self.table(for_paper=True), self.certainty_table(for_paper=True)
        return self._blocks(paper_notes(self.notes()), table, certainty)

    def _blocks(self, notes: list[Note], table: Table, certainty: Table | None) -> list[Block]:
        above = [note for note in notes if note.kind in ("truth", "ranked")]
        below = [note for note in notes if note not in above]
        tables = [table] if certainty is None else [table, certainty]
        return [Lines(above), *tables, *([Lines(below)] if below else [])]

    def _describe_order(self) -> str:
        """By which metric results are ranked, and who is first by metrics that disagree."""
        first, *_ = self.metrics
        parts = [
            f"ranked by {first}, lowest first"
            if metric_named(first).distance
            else f"ranked by {first}"
        ]
        for names, metrics in first_by_other_metrics(self, self.metrics).items():
            are = "is" if len(names) == 1 else "are"
            parts.append(f"by {join_names(metrics)}, {join_few_names(names)} {are} first")
        return "; ".join(parts)
