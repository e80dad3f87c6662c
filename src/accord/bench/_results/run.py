"""Run: one job and how it ended; and what a run may be called by."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from accord.bench._algorithms.registry import BASELINE
from accord.bench._job.execution import STATUSES
from accord.bench._metrics import is_quality, lower_is_better, needs_truth
from accord.errors import InputError, unknown

__all__ = ["BASELINE", "POLICIES", "Place", "Run", "is_quality", "lower_is_better", "needs_truth"]

#: How one value is made of the levels of a clustering; the first is the headline.
POLICIES = ("blind", "best", "merged")

#: A data set and one of its instances: a network.
Place = tuple[str, str]


@dataclass(frozen=True)
class Run:
    """One job and how it ended."""

    key: str
    #: Its name in the study, with parameters as in `leiden[resolution=0.5]`.
    algorithm: str
    #: A data set has instances, such as the networks drawn with one setting.
    dataset: str
    instance: str
    #: None: the network as it is; otherwise relabelled and reordered with this seed.
    shuffle: int | None
    seed: int
    status: str
    #: In words; empty where it is ok.
    reason: str
    #: Wall time of the algorithm itself where it is known, otherwise of its process.
    seconds: float | None
    cpu_seconds: float | None
    #: Most bytes that the whole process tree held at a time.
    memory: int | None
    #: Content hash of the stored clustering.
    clustering: str | None
    #: Metric, then policy: a finite value. What is not there has no value.
    scores: Mapping[str, Mapping[str, float]]
    log_tail: str = ""
    #: Metric, then policy: why there is no value, where the metric does not apply.
    not_applicable: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    #: Metric, then the name of the level: its value. Empty where there is one level only.
    level_scores: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    #: The level that the policy "blind" took.
    blind_level: str | None = None
    #: Why its clustering could not be scored, as where its file is gone; empty where it could.
    unscored: str = ""

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise unknown("status", self.status, STATUSES)
        for metric, by_policy in self.scores.items():
            for policy, value in by_policy.items():
                if policy not in POLICIES:
                    raise unknown("policy", policy, POLICIES)
                if not math.isfinite(value):
                    raise InputError(
                        f"run {self.key}: {metric} is {value}: leave out what has no value"
                    )
        if self.scores and not self.is_ok:
            raise InputError(f"run {self.key}: a run that ended as {self.status} has no scores")

    @property
    def is_ok(self) -> bool:
        return self.status == "ok"

    @property
    def place(self) -> Place:
        """The network it ran on."""
        return self.dataset, self.instance

    def value(self, metric: str, policy: str = "blind") -> float | None:
        """Its score; None where it has none."""
        return self.scores.get(metric, {}).get(policy)

    def why_no_value(self, metric: str, policy: str = "blind") -> str:
        """Why it has no score, as a status and a reason; empty where it has one."""
        if self.value(metric, policy) is not None:
            return ""
        if not self.is_ok:
            return f"{self.status}: {self.reason}" if self.reason else self.status
        reason = self.not_applicable.get(metric, {}).get(policy)
        if reason:
            return f"does not apply: {reason}"
        return f"not scored: {self.unscored}" if self.unscored else f"not scored by {metric}"
