"""The task metrics: what can be computed, for people who choose."""

from __future__ import annotations

import inspect
from typing import Any

from accord._foundation.metric_options import Number, Option
from accord._foundation.node_base import NODE_POLICIES
from accord._foundation.progress import ProgressCallback
from accord.metrics import METRICS, Metric
from accord.metrics._panels import PANELS
from accord.metrics._printed_names import printed_name
from accord.metrics._requests import DEFAULT_METRIC
from accord.quality import QUALITIES
from accord.web._tasks.inputs import Inputs


def metrics(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """All metrics of two clusterings, all quality metrics, and the panels of default metrics."""
    return {
        "default": DEFAULT_METRIC,
        "panels": {name: list(panel) for name, panel in PANELS.items()},
        "nodes": list(NODE_POLICIES),
        "metrics": [_metric(metric) for metric in METRICS.values()],
        "qualities": [
            {
                "name": name,
                "printed": printed_name(name),
                "description": _first_paragraph(quality.function),
                "options": _options(quality),
                "range": list(quality.bounds),
                "higher_is_better": not quality.distance,
                "crisp": quality.crisp,
                "reference": quality.reference,
            }
            for name, quality in _quality_metrics().items()
        ],
    }


def _metric(metric: Metric) -> dict[str, Any]:
    return {
        "name": metric.name,
        "printed": printed_name(metric.name),
        "meaning": metric.describe({}),
        "description": _first_paragraph(metric.function),
        "options": _options(metric),
        "range": list(metric.bounds),
        "higher_is_better": not metric.distance,
        "symmetric": metric.symmetric,
        "crisp": metric.crisp,
        "nodes": metric.node_base,
        "explains": metric.costs is not None,
        "panels": [name for name, panel in PANELS.items() if metric.name in panel],
    }


def _quality_metrics() -> dict[str, Any]:
    return dict(QUALITIES)


def _options(metric: Any) -> list[dict[str, Any]]:
    options: dict[str, Option] = metric.options
    return [
        {
            "name": name,
            "default": metric.defaults[name],
            "choices": None if isinstance(allowed, Number) else list(allowed),
            "values": str(allowed) if isinstance(allowed, Number) else None,
        }
        for name, allowed in options.items()
    ]


def _first_paragraph(function: Any) -> str:
    text = inspect.getdoc(function) or ""
    return " ".join(text.split("\n\n")[0].split())
