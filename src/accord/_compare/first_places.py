"""First places: which comparisons are first by each metric, and whether metrics agree on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord._compare.comparison import Comparison, metric_named
from accord._foundation.rounding import ROUNDING


def first_names(comparisons: Mapping[Any, Comparison], metric: str) -> list[str]:
    """The names of the comparisons with the best value; several if they are equal."""
    values = {str(name): float(comparison[metric]) for name, comparison in comparisons.items()}
    best = (min if metric_named(metric).distance else max)(values.values())
    return [name for name, value in values.items() if abs(value - best) <= ROUNDING]


def first_by_other_metrics(
    comparisons: Mapping[Any, Comparison], metrics: Sequence[str]
) -> dict[tuple[str, ...], list[str]]:
    """Who is first by metrics that disagree with the first metric, and by which metrics."""
    first = {*first_names(comparisons, metrics[0])}
    others: dict[tuple[str, ...], list[str]] = {}
    for metric in metrics[1:]:
        names = tuple(first_names(comparisons, metric))
        if not first <= {*names}:
            others.setdefault(names, []).append(metric)
    return others


def shared_ranks(comparisons: Mapping[Any, Comparison], metric: str) -> list[int]:
    """The rank of each comparison, which are in the order of a metric; equal values share it."""
    ranks: list[int] = []
    first_of_rank = 0.0
    for position, comparison in enumerate(comparisons.values(), 1):
        value = float(comparison[metric])
        if ranks and abs(value - first_of_rank) <= ROUNDING:
            ranks.append(ranks[-1])
        else:
            ranks.append(position)
            first_of_rank = value
    return ranks
