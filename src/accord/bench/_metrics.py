"""Properties of a metric, looked up by name among the metrics of a truth and of a network.

A name may have options, as in `v_measure[beta=2]`. Unknown names are allowed: a store may contain
scores by metrics that only another version of accord has.
"""

from __future__ import annotations

from accord.metrics import METRICS
from accord.quality import QUALITIES


def needs_truth(metric: str) -> bool:
    """Whether a metric compares with the truth; its best possible value is then known."""
    return _base_name(metric) in METRICS


def is_quality(metric: str) -> bool:
    """Whether a metric judges clusters by their network alone."""
    return _base_name(metric) in QUALITIES


def lower_is_better(metric: str) -> bool:
    """Whether lower values of a metric are better."""
    name = _base_name(metric)
    if name in METRICS:
        return METRICS[name].distance
    return name in QUALITIES and QUALITIES[name].distance


def _base_name(metric: str) -> str:
    return metric.partition("[")[0].strip().lower()
