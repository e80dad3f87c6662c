"""Quality metrics by name: from `modularity[resolution=2]` to a metric and its options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from accord.metrics._requests import ALL, list_names, parse_metric
from accord.quality._metric import QUALITIES, QualityMetric

#: Names of quality metrics in other packages and papers.
OTHER_NAMES = {
    "tpr": "triangle_participation",
    "triangle_participation_ratio": "triangle_participation",
    "internal_edge_density": "internal_density",
    "average_internal_degree": "average_degree",
    "newman_girvan_modularity": "modularity",
    "modularity_overlap": "modularity_lazar",
    "overlapping_modularity": "modularity_shen",
    "avg_odf": "average_odf",
    "qds": "modularity_qds",
    "ncut": "normalized_cut",
}

#: Metrics and their options, by the canonical name of the metric with its options.
QualityRequests = dict[str, tuple[QualityMetric, Mapping[str, Any]]]


def is_quality(name: object) -> bool:
    """Whether a quality metric has this name, possibly followed by options."""
    return str(name).partition("[")[0].strip().lower() in QUALITIES


def parse_qualities(metrics: Iterable[str] | str | None) -> QualityRequests:
    """From names such as `modularity[resolution=2]` to metrics and options; None: all metrics."""
    names = [ALL] if metrics is None else list_names(metrics)
    if ALL in names:
        names = list(dict.fromkeys((*QUALITIES, *(name for name in names if name != ALL))))
    requests: QualityRequests = {}
    for text in names:
        metric, options = parse_metric(text, QUALITIES, OTHER_NAMES)
        metric.check_options(options)
        requests[metric.canonical_name(options)] = metric, options
    return requests
