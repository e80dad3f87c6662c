"""Metrics by name: from `f1p[weighting=macro]` to a metric and its options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from accord.errors import InputError, UnknownNameError, unknown
from accord.metrics.options import Number
from accord.metrics.registry import METRICS, Metric

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
    names = PANEL if metrics is None else _split(metrics) if isinstance(metrics, str) else list(metrics)
    if not names:
        raise InputError("no metric was asked for")
    requests = {}
    for text in names:
        metric, own = _parse_metric(text)
        options = {option: value for option, value in shared.items() if value is not None and option in metric.options} | own
        metric.check_options(options)
        requests[canonical_name(metric, options)] = metric, options
    for option, value in shared.items():
        if value is not None and not any(option in metric.options for metric, _ in requests.values()):
            raise InputError(f"none of the metrics asked for has the option {option!r}")
    return requests


def one_metric(metric: str) -> tuple[str, Request]:
    """The canonical name, the metric and its options, where one is asked for and not several."""
    if not isinstance(metric, str) or len(_split(metric)) > 1:
        raise InputError(f"give one metric, such as 'f1p', not {metric!r}")
    ((name, request),) = parse_metrics([metric]).items()
    return name, request


def _split(text: str) -> list[str]:
    """Split at the commas outside of brackets."""
    return [name for name in re.split(r",(?![^\[]*\])", text) if name.strip()]


def _parse_metric(text: str) -> Request:
    parts = re.fullmatch(r"\s*([^\[\]\s]+)\s*(?:\[([^\[\]]*)\])?\s*", str(text))
    if not parts:
        raise InputError(f"cannot read the metric {str(text)!r}: write it as f1p or f1p[weighting=macro]")
    name, listed = parts.groups()
    name = name if name in METRICS else name.lower()
    if name in _ELSEWHERE:
        raise UnknownNameError(f"unknown metric {name!r}: it is called {_ELSEWHERE[name]} here")
    if name not in METRICS:
        raise unknown("metric", name, METRICS)
    metric = METRICS[name]
    options: dict[str, Any] = {}
    for item in filter(None, (part.strip() for part in (listed or "").split(","))):
        option, equals, value = (part.strip() for part in item.partition("="))
        if not equals:
            raise InputError(f"cannot read {item!r} in {text!r}: write options as option=value")
        allowed = metric.options.get(option)
        options[option] = _number(option, value, allowed) if isinstance(allowed, Number) else value
    return metric, options


def _number(option: str, value: str, allowed: Number) -> float:
    number = allowed.read(value)
    if number is None:
        raise InputError(f"{option} must be {allowed.described}, not {value!r}")
    return number


def canonical_name(metric: Metric, options: Mapping[str, Any]) -> str:
    """The name of the metric with the options that are not the default, in the order of its signature."""

    def shown(value: Any) -> str:
        return f"{value:g}" if isinstance(value, float) else str(value)

    told = [
        f"{option}={shown(options[option])}"
        for option, default in metric.defaults.items()
        if options.get(option, default) != default
    ]
    return f"{metric.name}[{','.join(told)}]" if told else metric.name
