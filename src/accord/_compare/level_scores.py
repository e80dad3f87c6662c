"""LevelScores: every level of a result against the truth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from accord._compare.comparison import Comparison, title_of_score
from accord._compare.comparisons import (
    Comparisons,
    bars,
    best_rows,
    common_metrics,
    count_columns,
)
from accord._display.numbers import decimals
from accord._display.tables import Block, Table


@dataclass(frozen=True, eq=False, repr=False)
class LevelScores(Comparisons):
    """Every level of a result against the truth, by level name and in order. Prints as a table."""

    _index: ClassVar[str | None] = "level"

    #: All levels merged into one clustering; None if not requested.
    merged: Comparison | None

    @cached_property
    def metrics(self) -> list[str]:
        """The metrics that all levels have; the first one decides which level is best."""
        merged = [] if self.merged is None else [self.merged]
        return common_metrics([*self.values(), *merged])

    def without_baselines(self) -> LevelScores:
        """The same scores without baselines."""
        levels = {name: level.without_baselines() for name, level in self.items()}
        merged = None if self.merged is None else self.merged.without_baselines()
        return replace(self, comparisons=levels, merged=merged)

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
        """Level, number of clusters, a column per metric, and a mark at the best level."""
        scored, names = list(self.values()), list(map(str, self))
        marks = ["best" if level == self.best else "" for level in self]
        if self.merged is not None:
            scored, names, marks = [*scored, self.merged], [*names, "merged"], [*marks, ""]
        counts = count_columns(scored)
        titles = map(title_of_score, self.metrics)
        header = ["level", *counts, *titles, ""]
        scores = [[decimals(each[metric]) for each in scored] for metric in self.metrics]
        columns = [names, *counts.values(), *scores, marks]
        rows = [list(row) for row in zip(*columns, strict=True)]
        first_score = 1 + len(counts)
        first = {first_score: bars(scored, self.metrics[0])}
        best = {
            column: best_rows(scored, metric)
            for column, metric in enumerate(self.metrics, first_score)
            if len(scored) > 1
        }
        return Table(header, rows, self._number_columns(header), first, best)

    def blocks(self) -> list[Block]:
        return [f"by level, the best one by {self.metrics[0]}:", self.table()]
