"""ClusteringScores: all scores of one clustering, by metric and level policy."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from accord.bench._score.levels import LEVEL_POLICIES, SINGLE_LEVEL, LevelPolicy, PolicyScore
from accord.errors import InputError, unknown


@dataclass(frozen=True)
class ClusteringScores:
    """The scores of one clustering; empty if it has none."""

    #: Finite values by metric, then policy. Missing values are left out.
    values: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    #: Why a metric does not apply, by metric, then policy.
    not_applicable: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    #: Values by metric, then name of the level; empty if there is only one level.
    by_level: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    #: The level that the policy "blind" chose; None if there was no choice.
    blind_level: str | None = None
    #: Why the clustering could not be scored, such as a missing file; empty otherwise.
    failure: str = ""

    def __post_init__(self) -> None:
        for metric, by_policy in self.values.items():
            for policy, value in by_policy.items():
                if policy not in LEVEL_POLICIES:
                    raise unknown("level policy", policy, LEVEL_POLICIES)
                if not math.isfinite(value):
                    raise InputError(f"{metric} is {value}: leave out values that are not finite")

    @classmethod
    def from_policy_scores(cls, scores: Iterable[PolicyScore]) -> Self:
        """Group the scores that `score_levels` returned for one or more panels."""
        values: dict[str, dict[str, float]] = {}
        not_applicable: dict[str, dict[str, str]] = {}
        by_level: dict[str, dict[str, float]] = {}
        blind_level = None
        for score in scores:
            is_level = score.policy == SINGLE_LEVEL
            if score.value is not None and is_level:
                by_level.setdefault(score.metric, {})[score.level] = score.value
            elif score.value is not None:
                values.setdefault(score.metric, {})[score.policy] = score.value
            elif not is_level:
                not_applicable.setdefault(score.metric, {})[score.policy] = score.reason
            if score.policy == "blind" and score.level:
                blind_level = score.level
        return cls(values, not_applicable, by_level, blind_level)

    @property
    def metrics(self) -> list[str]:
        """Every metric with a value, or with a reason why it does not apply."""
        return list(dict.fromkeys((*self.values, *self.not_applicable)))

    def value(self, metric: str, policy: LevelPolicy = "blind") -> float | None:
        """The value of a metric by a policy; None if there is none."""
        return self.values.get(metric, {}).get(policy)

    def missing_reason(self, metric: str, policy: LevelPolicy = "blind") -> str:
        """Why there is no value; empty if there is one."""
        if self.value(metric, policy) is not None:
            return ""
        reason = self.not_applicable.get(metric, {}).get(policy)
        if reason:
            return f"does not apply: {reason}"
        return f"not scored: {self.failure}" if self.failure else f"not scored by {metric}"
