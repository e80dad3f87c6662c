"""What a recorded value is, and how it is compared with ours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import accord


@dataclass(frozen=True)
class Value:
    """One recorded number: of a metric as `accord.compare` names it, or its precision or recall."""

    #: Empty: accord has nothing of the kind, and `remark` says what it is.
    metric: str
    value: float
    #: The difference that its digits allow.
    allowed: float = 1e-9
    side: str | None = None
    #: Why it may differ. A value with a remark does not count as a failure.
    remark: str = ""

    @property
    def name(self) -> str:
        return f"{self.metric} {self.side}" if self.side else self.metric


@dataclass(frozen=True)
class Case:
    """Values that a program has recorded for two clusterings."""

    source: str
    truth: Any
    found: Any
    values: list[Value]
    nodes: Any = None


@dataclass
class Tally:
    """How many values of one metric from one source are equal to ours."""

    values: int = 0
    computed: int = 0
    equal: int = 0
    greatest: float = 0.0
    remarks: dict[str, int] = field(default_factory=dict)
    failures: int = 0

    def add(self, distance: float | None, value: Value) -> None:
        """Count a value; a distance of None means that it was not computed."""
        self.values += 1
        if distance is None:
            self.remark(value.remark)
            return
        self.computed += 1
        self.greatest = max(self.greatest, distance)
        if distance <= value.allowed:
            self.equal += 1
        elif value.remark:
            self.remark(value.remark)
        else:
            self.failures += 1

    def remark(self, remark: str) -> None:
        self.remarks[remark] = self.remarks.get(remark, 0) + 1


def is_there(metric: str) -> bool:
    """Whether accord has the metric by now; what names clusters is not in the table of metrics."""
    return metric == "named_clusters" or metric.partition("[")[0] in accord.METRICS


def distances(case: Case) -> Iterator[tuple[Value, float | None]]:
    """Every value of the case with how far ours is from it."""
    wanted = list(
        dict.fromkeys(
            value.metric for value in case.values if value.metric and is_there(value.metric)
        )
    )
    scores: dict[str, Any] = {}
    if "named_clusters" in wanted:
        wanted.remove("named_clusters")
        scores["named_clusters"] = accord.named_clusters(case.truth, case.found).score
    if wanted:
        compared = accord.compare(case.truth, case.found, wanted, nodes=case.nodes)
        scores |= {metric: compared[metric] for metric in wanted}
    for value in case.values:
        if value.metric in scores:
            score = scores[value.metric]
            yield (
                value,
                abs(float(getattr(score, value.side) if value.side else score) - value.value),
            )
        else:
            yield value, None
