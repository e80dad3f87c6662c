"""Scores of a clustering with several levels: each level by itself, and one value by each policy.

- blind: the level with the highest value of a criterion that uses only the network. This is what
  a user without a truth would get, and the headline.
- best: the level with the best value of the metric itself, which needs the truth: an upper bound.
- merged: the clusters of all levels as one clustering.

For a clustering with a single level the three policies agree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, get_args

from accord._foundation.clustering import Clustering
from accord.bench._metrics import lower_is_better
from accord.errors import AccordError

#: How the levels of a clustering become one value; the first is the headline.
LevelPolicy = Literal["blind", "best", "merged"]
LEVEL_POLICIES: tuple[LevelPolicy, ...] = get_args(LevelPolicy)
#: Marks the value of a single level, in place of a policy.
SINGLE_LEVEL = "level"

#: A value, or the reason why there is none.
ValueOrReason = float | str
#: Scores a clustering by several metrics, by name.
Panel = Callable[[Clustering], Mapping[str, ValueOrReason]]
#: Judges a level by the network alone; higher is better.
LevelCriterion = Callable[[Clustering], float]


@dataclass(frozen=True)
class PolicyScore:
    """One value of one metric by one policy, or the reason why there is none."""

    metric: str
    #: A level policy, or `SINGLE_LEVEL`.
    policy: str
    #: Name of the level that was scored; empty if there is only one, or if they were merged.
    level: str
    value: float | None
    reason: str = ""


def score_levels(
    found: Clustering, panel: Panel, criterion: LevelCriterion | None
) -> list[PolicyScore]:
    """Score a clustering by all metrics of a panel, by each policy, and each of several levels."""
    levels = _levels_by_name(found)
    if len(levels) < 2:
        (only,) = levels.values() or [found]
        return [
            _policy_score(metric, policy, "", result)
            for metric, result in panel(only).items()
            for policy in LEVEL_POLICIES
        ]
    by_level = {name: panel(level) for name, level in levels.items()}
    merged = panel(found.merged())
    preferred, reason = preferred_level(levels, criterion)
    scores = []
    for metric in merged:
        results = {name: level_results[metric] for name, level_results in by_level.items()}
        best = _best_level(results, lower_is_better(metric))
        blind = reason if preferred is None else results[preferred]
        scores += [
            _policy_score(metric, SINGLE_LEVEL, name, result) for name, result in results.items()
        ]
        scores += [
            _policy_score(metric, "blind", preferred or "", blind),
            _policy_score(metric, "best", best, results[best]),
            _policy_score(metric, "merged", "", merged[metric]),
        ]
    return scores


def preferred_level(
    levels: Mapping[str, Clustering], criterion: LevelCriterion | None
) -> tuple[str | None, str]:
    """The level with the highest criterion, the first on a tie; or None and the reason."""
    if criterion is None:
        return None, "no level can be chosen without the truth: the network is unknown"
    values, reasons = {}, []
    for name, level in levels.items():
        result = value_or_reason(partial(criterion, level))
        if isinstance(result, str):
            reasons.append(result)
        else:
            values[name] = result
    if not values:
        return None, f"no level can be chosen without the truth: {reasons[0]}"
    return max(values, key=values.__getitem__), ""


def blind_level(found: Clustering, criterion: LevelCriterion) -> Clustering:
    """The level that the policy "blind" chooses; all clusters if none can be chosen."""
    levels = _levels_by_name(found)
    preferred, _ = preferred_level(levels, criterion) if levels else (None, "")
    return found.merged() if preferred is None else levels[preferred]


def value_or_reason(compute: Callable[[], float]) -> ValueOrReason:
    """A finite number, or the reason why there is none."""
    try:
        value = float(compute())
    except AccordError as error:
        return str(error)
    return value if math.isfinite(value) else f"not defined here: {value}"


def _levels_by_name(found: Clustering) -> dict[str, Clustering]:
    return {str(name): level for name, level in found.levels().items()}


def _best_level(results: Mapping[str, ValueOrReason], lower: bool) -> str:
    """The level with the best value; the first level if none has a value."""
    values = {name: result for name, result in results.items() if not isinstance(result, str)}
    if not values:
        return next(iter(results))
    return (min if lower else max)(values, key=values.__getitem__)


def _policy_score(metric: str, policy: str, level: str, result: ValueOrReason) -> PolicyScore:
    if isinstance(result, str):
        return PolicyScore(metric, policy, level, value=None, reason=result)
    return PolicyScore(metric, policy, level, result)
