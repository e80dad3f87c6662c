"""Metrics that do not apply to an input, and how they are listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from accord.errors import NotApplicableError


@dataclass(frozen=True)
class NotApplicable:
    """Why a metric does not apply to an input, and metrics that do."""

    metric: str
    reason: str
    instead: tuple[str, ...] = ()

    @classmethod
    def from_error(cls, metric: str, error: Exception) -> NotApplicable:
        """From the error that computing the metric raised."""
        if isinstance(error, NotApplicableError):
            return cls(metric, error.reason, error.instead)
        return cls(metric, str(error))

    @property
    def advice(self) -> str:
        """The reason, and what to use instead."""
        return f"{self.reason}; use {' or '.join(self.instead)}" if self.instead else self.reason

    def __str__(self) -> str:
        return f"{self.metric}: {self.advice}"

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"instead": list(self.instead)}


def group_by_reason(not_applicable: Iterable[NotApplicable]) -> list[str]:
    """A line for each reason, with the metrics it applies to."""
    metrics: dict[str, list[str]] = {}
    for entry in not_applicable:
        metrics.setdefault(entry.advice, []).append(entry.metric)
    return [f"{', '.join(names)}: {advice}" for advice, names in metrics.items()]
