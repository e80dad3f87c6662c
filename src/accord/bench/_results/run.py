"""Run: one job of a benchmark, how it ended, and the scores of what it found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from accord.bench._job.execution import STATUSES, Execution
from accord.bench._job.spec import JobSpec
from accord.bench._score.clustering_scores import ClusteringScores
from accord.bench._score.levels import LevelPolicy
from accord.errors import InputError, unknown


class NetworkKey(NamedTuple):
    """A network: an instance of a data set."""

    dataset: str
    instance: str


@dataclass(frozen=True)
class Run:
    """One job, how it ended, and its scores."""

    spec: JobSpec
    execution: Execution
    scores: ClusteringScores = field(default_factory=ClusteringScores)

    def __post_init__(self) -> None:
        if self.execution.status not in STATUSES:
            raise unknown("status", self.execution.status, STATUSES)
        if self.scores.values and not self.is_ok:
            raise InputError(
                f"run {self.spec.key}: a run that ended as {self.execution.status} has no scores"
            )

    @property
    def algorithm(self) -> str:
        """Name of the algorithm in the study, with parameters as in `leiden[resolution=0.5]`."""
        return self.spec.algorithm

    @property
    def dataset(self) -> str:
        """Name of the data set in the study."""
        return self.spec.dataset

    @property
    def network_key(self) -> NetworkKey:
        """The network it ran on."""
        return NetworkKey(self.spec.dataset, self.spec.instance)

    @property
    def is_ok(self) -> bool:
        """Whether it ended with a clustering."""
        return self.execution.status == "ok"

    def value(self, metric: str, policy: LevelPolicy = "blind") -> float | None:
        """The score by a metric and a level policy; None if there is none."""
        return self.scores.value(metric, policy)

    def missing_reason(self, metric: str, policy: LevelPolicy = "blind") -> str:
        """Why there is no score, as a status and a reason; empty if there is one."""
        if self.is_ok:
            return self.scores.missing_reason(metric, policy)
        status, reason = self.execution.status, self.execution.reason
        return f"{status}: {reason}" if reason else status
