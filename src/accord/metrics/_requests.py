"""Metrics by name: from `f1p[weighting=macro]` to a metric and its options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from accord._foundation.metric_options import Number
from accord.errors import InputError, UnknownNameError, unknown
from accord.metrics._base_metric import BaseMetric
from accord.metrics._metric import METRICS, Metric
from accord.metrics._other_names import OTHER_NAMES

#: The metric of functions that take one, if none is named.
DEFAULT_METRIC = "f1h"
#: Stand for all metrics, and for those that are computed if none is named, in place of names.
ALL = "all"
DEFAULT = "default"

#: A metric, and the options to call it with.
Request = tuple[Metric, dict[str, Any]]
#: Requests by the canonical name of the metric with its options.
Requests = dict[str, Request]

AnyMetric = TypeVar("AnyMetric", bound=BaseMetric)


def parse_metrics(metrics: Iterable[str] | str, **shared: str | None) -> Requests:
    """From names such as `f1p[weighting=macro]` to metrics and options, by canonical name.

    `shared` options go to every metric that has them; an option within a name takes precedence.
    """
    requests: Requests = {}
    for text in list_names(metrics):
        metric, named = parse_metric(text, METRICS, OTHER_NAMES)
        options = {
            option: value
            for option, value in shared.items()
            if value is not None and option in metric.options
        } | named
        metric.check_options(options)
        requests[metric.canonical_name(options)] = metric, options
    for option, value in shared.items():
        if value is not None and not any(
            option in metric.options for metric, _ in requests.values()
        ):
            raise InputError(f"none of the requested metrics has the option {option!r}")
    return requests


def one_metric(metric: str) -> tuple[str, Request]:
    """The canonical name, the metric and its options, for functions that take a single metric."""
    if not isinstance(metric, str) or len(_split_names(metric)) > 1:
        raise InputError(f"give one metric, such as {DEFAULT_METRIC!r}, not {metric!r}")
    ((name, request),) = parse_metrics([metric]).items()
    return name, request


# ---- for metrics of both kinds -------------------------------------------------------------------


def list_names(metrics: Iterable[str] | str) -> list[str]:
    """The names in a comma-separated text or a collection."""
    names = _split_names(metrics) if isinstance(metrics, str) else list(metrics)
    if not names:
        raise InputError("no metric was given")
    return names


def parse_metric(
    text: str, known: Mapping[str, AnyMetric], other_names: Mapping[str, str]
) -> tuple[AnyMetric, dict[str, Any]]:
    """From `f1p[weighting=macro]` to one of the known metrics and its options."""
    parts = re.fullmatch(r"\s*([^\[\]\s]+)\s*(?:\[([^\[\]]*)\])?\s*", str(text))
    if not parts:
        raise InputError(
            f"cannot read the metric {str(text)!r}: write it as f1p or f1p[weighting=macro]"
        )
    name, listed = parts.groups()
    name = name if name in known else name.lower()
    if name in other_names:
        raise UnknownNameError(f"unknown metric {name!r}: it is called {other_names[name]} here")
    if name not in known:
        raise unknown("metric", name, known)
    metric = known[name]
    options: dict[str, Any] = {}
    for item in filter(None, (part.strip() for part in (listed or "").split(","))):
        option, equals, value = (part.strip() for part in item.partition("="))
        if not equals:
            raise InputError(f"cannot read {item!r} in {text!r}: write options as option=value")
        allowed = metric.options.get(option)
        options[option] = (
            _parse_number(option, value, allowed) if isinstance(allowed, Number) else value
        )
    return metric, options


def _parse_number(option: str, text: str, allowed: Number) -> float:
    number = allowed.parse(text)
    if number is None:
        raise InputError(f"{option} must be {allowed}, not {text!r}")
    return number


def _split_names(text: str) -> list[str]:
    """Split at the commas outside of brackets."""
    return [name for name in re.split(r",(?![^\[]*\])", text) if name.strip()]
