"""Comparisons: several comparisons with one truth, the base of Ranking and LevelScores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from accord._certainty.columns import data_columns
from accord._compare.comparison import (
    Comparison,
    metric_named,
    printed_title,
    share_of_best,
    title_of_score,
)
from accord._display.columns import Columns
from accord._display.result import PlottedResult
from accord._foundation.rounding import ROUNDING
from accord.errors import unknown

if TYPE_CHECKING:
    from accord._certainty.baseline import Baseline
    from accord._certainty.interval import Interval


@dataclass(frozen=True, eq=False, repr=False)
class Comparisons(PlottedResult, Mapping[Any, Comparison]):
    """Several comparisons with one truth, by name. Prints as a table."""

    _plots: ClassVar[tuple[str, ...]] = ("scores",)

    comparisons: Mapping[Any, Comparison]

    @cached_property
    def metrics(self) -> list[str]:
        """The metrics that all comparisons have; the first one decides which is best."""
        return common_metrics(self.comparisons.values())

    @property
    def best(self) -> Any:
        """The name of the one with the best value of the first metric; of equal ones the first."""
        return next(iter(best_first(self.comparisons)))

    def __getitem__(self, name: Any) -> Comparison:
        comparison: Comparison | None = self.comparisons.get(name)
        if comparison is None:
            raise unknown(self._index or "name", name, map(str, self.comparisons))
        return comparison

    def __iter__(self) -> Iterator[Any]:
        return iter(self.comparisons)

    def __len__(self) -> int:
        return len(self.comparisons)

    def to_dict(self) -> dict[str, Any]:
        return {name: comparison.to_dict() for name, comparison in self.items()}

    def columns(self) -> Columns:
        """A row per comparison: counts, a column per metric, and for `f1p` such as `f1p low`."""
        columns: dict[str, Sequence[Any]] = {str(self._index): list(self), **self._counts()}
        for metric in self.metrics:
            columns[metric] = [float(comparison[metric]) for comparison in self.values()]
            certainty = data_columns(self.baselines_of(metric), self.intervals_of(metric))
            columns |= {f"{metric} {name}": values for name, values in certainty.items()}
        return columns

    def _counts(self) -> Columns:
        """Columns of counts that come before the scores."""
        return {
            "clusters": [comparison.found.clusters for comparison in self.values()],
            "not_clustered": [comparison.not_clustered for comparison in self.values()],
        }

    def baselines_of(self, metric: str) -> dict[Any, Baseline]:
        """The baselines of a metric, by the names of the comparisons that have one."""
        return {
            name: comparison.baselines[metric]
            for name, comparison in self.items()
            if metric in comparison.baselines
        }

    def intervals_of(self, metric: str) -> dict[Any, Interval]:
        """The intervals of a metric, by the names of the comparisons that have one."""
        return {
            name: comparison.intervals[metric]
            for name, comparison in self.items()
            if metric in comparison.intervals
        }

    def printed_names(self) -> dict[str, str]:
        return {title_of_score(metric): printed_title(metric) for metric in self.metrics}

    def _number_columns(self, header: Sequence[str]) -> list[int]:
        """The indices of the columns that hold numbers."""
        words = ("metric", self._index, "")
        return [column for column, name in enumerate(header) if name not in words]


def common_metrics(comparisons: Iterable[Comparison]) -> list[str]:
    """The metrics that all comparisons have, in the order of the first one."""
    first, *others = comparisons
    return [name for name in first if all(name in comparison for comparison in others)]


def best_first(comparisons: Mapping[Any, Comparison]) -> dict[Any, Comparison]:
    """Sorted by the first common metric; comparisons with equal values keep their order."""
    metric = common_metrics(comparisons.values())[0]
    ascending = metric_named(metric).distance

    def value(name: Any) -> float:
        return float(comparisons[name][metric])

    names = sorted(comparisons, key=value, reverse=not ascending)
    return {name: comparisons[name] for name in names}


def best_rows(comparisons: Iterable[Comparison], metric: str) -> list[int]:
    """The indices of the comparisons with the best value of a metric; several if they are equal."""
    values = [float(comparison[metric]) for comparison in comparisons]
    best = (min if metric_named(metric).distance else max)(values)
    return [row for row, value in enumerate(values) if abs(value - best) <= ROUNDING]


def count_columns(comparisons: Iterable[Comparison]) -> dict[str, list[str]]:
    """Columns for people: the clusters, and the nodes in no cluster if there are any."""
    compared = list(comparisons)
    columns = {"clusters": [f"{each.found.clusters:,}" for each in compared]}
    if any(each.not_clustered for each in compared):
        columns["not clustered"] = [f"{each.not_clustered:,}" for each in compared]
    return columns


def bars(comparisons: Iterable[Comparison], metric: str) -> list[float | None]:
    """The length of the bar of each comparison, from 0 to 1; None for a distance."""
    return [share_of_best(metric, comparison[metric]) for comparison in comparisons]
