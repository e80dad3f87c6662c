"""What a clustering of several levels scores: by level, and as one value in three ways.

- blind: the level that an intrinsic score prefers, which knows the network alone. What a user would get, and the headline.
- best: the level with the best value of this very metric. An upper bound, as the truth chose.
- merged: the clusters of all levels as one clustering.

Of one level all three are the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from accord._foundation.clustering import Clustering
from accord.bench._results.run import POLICIES, lower_is_better
from accord.errors import AccordError

#: A value, or in words why there is none.
Outcome = float | str
#: Some metrics of a clustering, by name.
Panel = Callable[[Clustering], Mapping[str, Outcome]]
#: How good a clustering is to one who knows the network alone; the greater the better.
Intrinsic = Callable[[Clustering], float]

#: In place of a policy: the value of a single level.
LEVEL = "level"


@dataclass(frozen=True)
class Scored:
    """One value of one metric, or why there is none."""

    metric: str
    #: One of the policies, or "level".
    policy: str
    #: The level that was scored; empty where there is but one, or where they were merged.
    level: str
    value: float | None
    reason: str = ""


def score_levels(found: Clustering, panel: Panel, intrinsic: Intrinsic | None) -> list[Scored]:
    """All values of a clustering by the metrics of a panel: of each level where it has several, and of each policy."""
    levels = {str(name): level for name, level in found.levels().items()}
    if len(levels) < 2:
        (only,) = levels.values() or [found]
        return [
            _scored(metric, policy, "", outcome)
            for metric, outcome in panel(only).items()
            for policy in POLICIES
        ]
    of_level = {name: panel(level) for name, level in levels.items()}
    merged = panel(found.merged())
    chosen, reason = preferred_level(levels, intrinsic)
    rows = []
    for metric in merged:
        by_level = {name: outcomes[metric] for name, outcomes in of_level.items()}
        best = _best(by_level, lower_is_better(metric))
        rows += [_scored(metric, LEVEL, name, outcome) for name, outcome in by_level.items()]
        rows.append(
            _scored(metric, "blind", chosen or "", reason if chosen is None else by_level[chosen])
        )
        rows.append(_scored(metric, "best", best, by_level[best]))
        rows.append(_scored(metric, "merged", "", merged[metric]))
    return rows


def preferred_level(
    levels: Mapping[str, Clustering], intrinsic: Intrinsic | None
) -> tuple[str | None, str]:
    """The level with the greatest intrinsic score, the first of equal ones; or None and why there is none."""
    if intrinsic is None:
        return None, "no level can be chosen without the truth: the network is not known"
    scores, reasons = {}, []
    for name, level in levels.items():
        outcome = outcome_of(partial(intrinsic, level))
        if isinstance(outcome, str):
            reasons.append(outcome)
        else:
            scores[name] = outcome
    if not scores:
        return None, f"no level can be chosen without the truth: {reasons[0]}"
    return max(scores, key=scores.__getitem__), ""


def blind(found: Clustering, intrinsic: Intrinsic) -> Clustering:
    """The level of a clustering that the policy "blind" takes; all of it where it has no levels, or none can be chosen."""
    levels = {str(name): level for name, level in found.levels().items()}
    chosen, _ = preferred_level(levels, intrinsic) if levels else (None, "")
    return found.merged() if chosen is None else levels[chosen]


def outcome_of(compute: Callable[[], float]) -> Outcome:
    """What comes out: a finite number, or why there is none."""
    try:
        value = float(compute())
    except AccordError as error:
        return str(error)
    return value if math.isfinite(value) else f"not defined here: {value}"


def _best(by_level: Mapping[str, Outcome], lower: bool) -> str:
    """The level with the best value; the first where none has a value."""
    values = {name: outcome for name, outcome in by_level.items() if not isinstance(outcome, str)}
    if not values:
        return next(iter(by_level))
    return (min if lower else max)(values, key=values.__getitem__)


def _scored(metric: str, policy: str, level: str, outcome: Outcome) -> Scored:
    if isinstance(outcome, str):
        return Scored(metric, policy, level, None, outcome)
    return Scored(metric, policy, level, outcome)


# ---- and back ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scores:
    """The values of a clustering, as a `Run` has them."""

    scores: dict[str, dict[str, float]] = field(default_factory=dict)
    not_applicable: dict[str, dict[str, str]] = field(default_factory=dict)
    level_scores: dict[str, dict[str, float]] = field(default_factory=dict)
    blind_level: str | None = None


def gather(rows: Iterable[Scored]) -> Scores:
    """The values of a clustering by metric and policy, from those of `score_levels`."""
    gathered = Scores()
    blind = None
    for row in rows:
        if row.value is None and row.policy != LEVEL:
            gathered.not_applicable.setdefault(row.metric, {})[row.policy] = row.reason
        elif row.value is not None:
            kept = gathered.level_scores if row.policy == LEVEL else gathered.scores
            kept.setdefault(row.metric, {})[row.level if row.policy == LEVEL else row.policy] = (
                row.value
            )
        if row.policy == "blind" and row.level:
            blind = row.level
    return replace(gathered, blind_level=blind)
