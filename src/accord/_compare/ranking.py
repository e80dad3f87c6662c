"""Ranking and LevelScores: several comparisons with one truth, and how they look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from accord._certainty import Baseline, Interval
from accord._certainty.columns import certainty_notes, data_columns, shown_columns
from accord._compare.comparison import Comparison, part_of_best
from accord._display.columns import csv_text, data_frame
from accord._display.numbers import decimals
from accord._display.result import Result
from accord._display.tables import Block, Table, as_html, as_markdown
from accord._foundation.clustering import Clustering
from accord._foundation.node_base import NodeBase
from accord.errors import unknown

if TYPE_CHECKING:
    import pandas


class Comparisons(Result, Mapping[Any, Comparison]):
    """Several comparisons with one truth, by name. Prints as a table."""

    #: What a name names.
    _thing: str

    def __init__(self, comparisons: Mapping[Any, Comparison], *, ascending: bool) -> None:
        #: Metrics that all of them have, the one that decides first.
        self.metrics = [
            name
            for name in next(iter(comparisons.values()))
            if all(name in c for c in comparisons.values())
        ]
        self._comparisons = dict(comparisons)
        self._ascending = ascending

    def __getitem__(self, name: Any) -> Comparison:
        comparison: Comparison | None = self._comparisons.get(name)
        if comparison is None:
            raise unknown(self._thing, name, map(str, self._comparisons))
        return comparison

    def __iter__(self) -> Iterator[Any]:
        return iter(self._comparisons)

    def __len__(self) -> int:
        return len(self._comparisons)

    def _ranked(self) -> list[Any]:
        """The names, best first; those that score the same in their order."""
        return sorted(
            self, key=lambda name: float(self[name][self.metrics[0]]), reverse=not self._ascending
        )

    def to_dict(self) -> dict[str, Any]:
        return {name: comparison.to_dict() for name, comparison in self.items()}

    def to_json(self, indent: int | None = 2) -> str:
        import json

        return json.dumps(self.to_dict(), indent=indent)

    def to_pandas(self) -> pandas.DataFrame:
        """One row per comparison, one column per metric, and as `f1p low` how sure its values are."""
        return data_frame({self._thing: list(self), **self._columns()}, self._thing)

    def to_csv(self) -> str:
        columns = self._columns()
        return csv_text([self._thing, *columns], zip(self, *columns.values(), strict=True))

    def _columns(self) -> dict[str, list[float | None]]:
        columns: dict[str, list[float | None]] = {}
        for metric in self.metrics:
            columns[metric] = [float(comparison[metric]) for comparison in self.values()]
            certainty = data_columns(*self._certainty(metric))
            columns |= {f"{metric} {name}": values for name, values in certainty.items()}
        return columns

    def _certainty(self, metric: str) -> tuple[dict[str, Baseline], dict[str, Interval]]:
        """What chance gets, and how far the values of a metric may be off, by the names of those that know."""
        baselines = {
            name: one.baselines[metric] for name, one in self.items() if metric in one.baselines
        }
        intervals = {
            name: one.intervals[metric] for name, one in self.items() if metric in one.intervals
        }
        return baselines, intervals

    def table(self) -> Table:
        """A row for each."""
        raise NotImplementedError

    def _tables(self) -> list[Table]:
        return [self.table()]

    def notes(self) -> list[str]:
        """What is to be said before and behind the table, a line each."""
        raise NotImplementedError

    def blocks(self) -> list[Block]:
        """The first note, the tables, the other notes."""
        first, *others = self.notes()
        return [first, *self._tables(), *(["\n".join(others)] if others else [])]

    def _numbers(self, header: Sequence[str]) -> list[int]:
        """The columns that hold numbers."""
        return [
            place for place, name in enumerate(header) if name not in ("metric", self._thing, "")
        ]

    def _bars(self, comparisons: Iterable[Comparison], metric: str) -> list[float | None]:
        return [part_of_best(metric, comparison[metric]) for comparison in comparisons]

    def to_markdown(self) -> str:
        return "\n\n".join(
            [as_markdown(self._tables()), "\n".join(f"- {note}" for note in self.notes())]
        )

    def _repr_html_(self) -> str:
        return as_html([*self._tables(), "\n".join(self.notes())])


class Ranking(Comparisons):
    """Several results against one truth, best first by the first metric."""

    _thing = "found"

    def __init__(
        self,
        comparisons: Mapping[str, Comparison],
        truth: Clustering,
        given_truth: Any,
        results: Mapping[str, Any],
        nodes: NodeBase,
        *,
        ascending: bool,
    ) -> None:
        super().__init__(comparisons, ascending=ascending)
        self._comparisons = {name: self[name] for name in self._ranked()}
        #: The truth; where it is a lazy table, as it was reduced with the first result.
        self.truth = truth
        #: What was compared, on which nodes: the results as they were given, and so the truth if it
        #: is a lazy table.
        self.given_truth, self.results, self.nodes = given_truth, results, nodes

    def table(self) -> Table:
        """Rank, name, nodes compared, clusters, and a column per metric."""
        header = ["rank", "found", "nodes", "clusters", *self.metrics]
        rows = [
            [
                str(place),
                name,
                f"{comparison.nodes.base:,}",
                f"{comparison.found.clusters:,}",
                *(decimals(comparison[metric]) for metric in self.metrics),
            ]
            for place, (name, comparison) in enumerate(self.items(), 1)
        ]
        return Table(
            header, rows, self._numbers(header), {4: self._bars(self.values(), self.metrics[0])}
        )

    def certainty_table(self) -> Table | None:
        """Metric, name, value, and how sure it is; None where that was not asked for."""
        rows, sure = [], {}
        for metric in self.metrics:
            sure = shown_columns(*self._certainty(metric))
            values = [decimals(comparison[metric]) for comparison in self.values()]
            rows += [
                list(row)
                for row in zip([metric] * len(self), self, values, *sure.values(), strict=True)
            ]
        header = ["metric", "found", "value", *sure]
        return Table(header, rows, self._numbers(header)) if sure else None

    def _tables(self) -> list[Table]:
        certainty = self.certainty_table()
        return [self.table()] if certainty is None else [self.table(), certainty]

    def notes(self) -> list[str]:
        lines = [str(self.truth).replace("Clustering: ", "truth: ")]
        if len({comparison.nodes.base for comparison in self.values()}) > 1:
            lines.append(
                "the results were compared on different numbers of nodes: mind the column nodes"
            )
        reasons = {name: None for comparison in self.values() for name in comparison.not_applicable}
        if reasons:
            lines.append(f"does not apply to all of them: {', '.join(reasons)}")
        for metric in self.metrics:
            errors = [
                comparison[metric].error or 0.0
                for comparison in self.values()
                if comparison[metric].is_sampled
            ]
            if errors:
                lines.append(f"{metric}: sampled, within {max(errors):.2g}")
        return [*lines, *certainty_notes(*self._certainty(self.metrics[0]))]


class LevelScores(Comparisons):
    """Every level of a result against the truth, by its name and in their order, and perhaps all of them merged."""

    _thing = "level"

    def __init__(
        self, comparisons: Mapping[Any, Comparison], merged: Comparison | None, *, ascending: bool
    ) -> None:
        super().__init__(comparisons, ascending=ascending)
        #: All levels merged into one clustering; None where that was not asked for.
        self.merged = merged
        if merged is not None:
            self.metrics = [name for name in self.metrics if name in merged]

    @property
    def best(self) -> Any:
        """The name of the level that scores best by the first metric."""
        return self._ranked()[0]

    def to_dict(self) -> dict[str, Any]:
        return {
            "best": self.best,
            "levels": [
                {"level": level, **self._values(comparison)} for level, comparison in self.items()
            ],
            "merged": None if self.merged is None else self._values(self.merged),
        }

    def _values(self, comparison: Comparison) -> dict[str, float]:
        return {metric: float(comparison[metric]) for metric in self.metrics}

    def table(self) -> Table:
        """Level, clusters, a column per metric, and a mark at the best level."""
        chosen = [
            (str(level), comparison, "best" if level == self.best else "")
            for level, comparison in self.items()
        ]
        if self.merged is not None:
            chosen.append(("merged", self.merged, ""))
        header = ["level", "clusters", *self.metrics, ""]
        rows = [
            [
                name,
                f"{comparison.found.clusters:,}",
                *(decimals(comparison[metric]) for metric in self.metrics),
                mark,
            ]
            for name, comparison, mark in chosen
        ]
        bars = {2: self._bars((comparison for _, comparison, _ in chosen), self.metrics[0])}
        return Table(header, rows, self._numbers(header), bars)

    def notes(self) -> list[str]:
        return [f"by level, the best one by {self.metrics[0]}:"]
