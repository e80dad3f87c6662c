"""Metrics by name: from `f1p[weighting=macro]` to a metric and its options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accord.errors import InputError
from accord.metrics._base import parse_metric, split_names
from accord.metrics._registry import METRICS, Metric

#: The metric of functions that take one, if none is named.
DEFAULT_METRIC = "f1h"
#: What is computed when nobody says what: one number of each kind.
PANEL = ("f1p", "f1h", "omega", "nmi", "purity", "inverse_purity")

#: What some metrics are called elsewhere.
_ELSEWHERE = {
    "ari": "adjusted_rand",
    "ri": "rand",
    "fmi": "fowlkes_mallows",
    "mmr": "max_matching_ratio",
    "f1": "f1h, f1p or f1a",
    "nmi_max": "nmi",
    "gecmi": "gnmi",
    "overlapping_nmi": "onmi",
    "mgh": "onmi",
    "onmi_lfk": "onmi[norm=lfk]",
    "ecs": "element_centric",
    "lfk": "onmi[norm=lfk]",
    "b3": "bcubed or conll_bcubed",
    "b_cubed": "bcubed or conll_bcubed",
    "bcub": "conll_bcubed",
    "ceafe": "ceaf",
    "ceaf_e": "ceaf",
    "ceafm": "ceaf[similarity=mention]",
    "ceaf_m": "ceaf[similarity=mention]",
}

Request = tuple[Metric, dict[str, Any]]
Requests = dict[str, Request]


def parse_metrics(metrics: Iterable[str] | str | None, **shared: str | None) -> Requests:
    """From names such as `f1p[weighting=macro]` to metrics and options, by canonical name.

    `shared` options go to every metric that has them; an option of the name itself wins.
    """
    names = (
        PANEL
        if metrics is None
        else split_names(metrics)
        if isinstance(metrics, str)
        else list(metrics)
    )
    if not names:
        raise InputError("no metric was asked for")
    requests = {}
    for text in names:
        metric, own = parse_metric(text, METRICS, _ELSEWHERE)
        options = {
            option: value
            for option, value in shared.items()
            if value is not None and option in metric.options
        } | own
        metric.check_options(options)
        requests[metric.canonical_name(options)] = metric, options
    for option, value in shared.items():
        if value is not None and not any(
            option in metric.options for metric, _ in requests.values()
        ):
            raise InputError(f"none of the metrics asked for has the option {option!r}")
    return requests


def one_metric(metric: str) -> tuple[str, Request]:
    """The canonical name, the metric and its options, where one is asked for and not several."""
    if not isinstance(metric, str) or len(split_names(metric)) > 1:
        raise InputError(f"give one metric, such as 'f1p', not {metric!r}")
    ((name, request),) = parse_metrics([metric]).items()
    return name, request
