"""accord metrics."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from accord._cli.command import command
from accord._cli.options.choice import ChoiceOptions, choice_options
from accord._cli.options.names import MetricName
from accord._cli.output import format_option, print_result, print_text
from accord._compare.constraints import SAMPLES, SampleScores
from accord._compare.constraints import constraints as judge_constraints
from accord._display.columns import Columns
from accord._display.numbers import readable
from accord._display.result import Result
from accord._display.tables import Block, Table
from accord._foundation.metric_options import Number, Option
from accord.errors import InputError
from accord.metrics import METRICS, Metric
from accord.metrics._advice import which_metrics
from accord.metrics._requests import parse_metrics
from accord.quality import QualityMetric
from accord.quality._requests import is_quality, parse_qualities


@command()
@click.argument("names", metavar="[NAME]...", type=MetricName(), nargs=-1)
@click.option("--properties", is_flag=True, help="Show the properties of each metric in a table.")
@click.option(
    "--quality", is_flag=True, help="Quality metrics, which 'accord score' computes on a network."
)
@choice_options
@format_option()
def metrics(
    names: tuple[str, ...],
    properties: bool,
    quality: bool,
    choice: ChoiceOptions,
    output_format: str,
) -> None:
    """List the metrics, one line each, or describe the metrics NAME in full.

    Quality metrics, which judge clusters on their network, can be named too. With --choose, asks a
    few questions and says which two metrics to take.
    """
    choice.check(others=bool(names) or properties or quality)
    if choice.choose:
        print_result(which_metrics(**choice.answers()), output_format)
        return
    in_full = bool(names) and output_format == "table" and not properties
    qualities = [name for name in names if is_quality(name)]
    if qualities and not quality and len(qualities) < len(names):
        raise InputError(
            f"{', '.join(qualities)}: not a metric of two clusterings but a quality metric; "
            "name metrics of one kind at a time"
        )
    if quality or qualities:
        chosen = {name: metric for name, (metric, _) in parse_qualities(names or None).items()}
        if in_full:
            print_text("\n\n".join(map(_describe_quality, chosen, chosen.values())))
        else:
            print_result(_list_quality_properties(chosen), output_format)
    elif in_full:
        facts = _facts(names)
        print_text("\n\n".join(map(_describe, facts, facts.values())))
    elif names or properties:
        print_result(_list_properties(_facts(names or METRICS)), output_format)
    else:
        print_result(_list_meanings(), output_format)


@dataclass(frozen=True, repr=False)
class _Listing(Result):
    """A table, its content as data, and a legend."""

    table: Table
    data: Mapping[str, Any]
    legend: Sequence[str] = ()

    def to_dict(self) -> dict[str, Any]:
        return dict(self.data)

    def columns(self) -> Columns:
        return self.table.columns()

    def blocks(self) -> list[Block]:
        return [self.table, *(["\n".join(self.legend)] if self.legend else [])]


def _list_meanings() -> _Listing:
    data = {
        metric.name: {
            "clusters": "crisp" if metric.crisp else "any",
            "meaning": metric.describe({}),
        }
        for metric in METRICS.values()
    }
    rows = [[name, facts["clusters"], facts["meaning"]] for name, facts in data.items()]
    return _Listing(Table(["metric", "clusters", "meaning"], rows), data)


# ---- metrics of two clusterings ------------------------------------------------------------------


@dataclass(frozen=True)
class _Facts:
    """The properties of a metric with its options, and its scores of the samples of constraints."""

    metric: Metric
    samples: Sequence[SampleScores]

    @property
    def bounds(self) -> str:
        return _interval(self.metric.bounds)

    @property
    def best(self) -> int:
        return 0 if self.metric.distance else 1

    @property
    def clusters(self) -> str:
        return "crisp" if self.metric.crisp else "any"

    @property
    def weights(self) -> str:
        return "integers" if self.metric.integer_weights else "any"

    @property
    def satisfied(self) -> list[str]:
        return [
            sample.constraint
            for sample, scores in zip(SAMPLES, self.samples, strict=True)
            if scores.satisfied
        ]

    @property
    def letters(self) -> str:
        """The initial of each constraint that is satisfied, a dot for the others."""
        return " ".join(
            sample.constraint[0].upper() if sample.constraint in self.satisfied else "·"
            for sample in SAMPLES
        )

    @property
    def options(self) -> str:
        """The options with their defaults."""
        return " ".join(
            option if value is None else f"{option}={value}"
            for option, value in self.metric.defaults.items()
        )

    def to_dict(self) -> dict[str, Any]:
        metric = self.metric
        return {
            "meaning": metric.meaning,
            "symmetric": metric.symmetric,
            "bounds": list(metric.bounds),
            "best": self.best,
            "clusters": self.clusters,
            "nodes": metric.node_base,
            "weights": self.weights,
            "constraints": self.satisfied,
            "options": {
                option: {
                    "default": metric.defaults[option],
                    "values": str(allowed) if isinstance(allowed, Number) else list(allowed),
                }
                for option, allowed in metric.options.items()
            },
        }


def _facts(names: Iterable[str]) -> dict[str, _Facts]:
    requests = parse_metrics(list(names))
    samples = judge_constraints(list(requests)).scores
    return {name: _Facts(metric, samples[name]) for name, (metric, _) in requests.items()}


def _list_properties(facts_by_name: Mapping[str, _Facts]) -> _Listing:
    header = [
        "metric",
        "symmetric",
        "values",
        "best",
        "clusters",
        "nodes",
        "weights",
        "constraints",
        "options",
    ]
    rows = [
        [
            name,
            readable(facts.metric.symmetric),
            facts.bounds,
            str(facts.best),
            facts.clusters,
            facts.metric.node_base,
            facts.weights,
            facts.letters,
            facts.options,
        ]
        for name, facts in facts_by_name.items()
    ]
    constraints = ", ".join(sample.constraint for sample in SAMPLES)
    legend = [
        "values: from the least to the greatest; empty if there is no bound.",
        "clusters: crisp if only crisp clusterings are accepted.",
        "nodes: union if nodes that one side lacks count as mismatches; "
        "equal if both sides need the same nodes.",
        f"constraints: the initials of those satisfied on the samples ({constraints}).",
        "options: with their defaults; 'accord metrics NAME' lists their values.",
    ]
    data = {name: facts.to_dict() for name, facts in facts_by_name.items()}
    return _Listing(Table(header, rows), data, legend)


def _describe(name: str, facts: _Facts) -> str:
    metric = facts.metric
    text = inspect.getdoc(metric.function) or ""
    lines = [
        ("symmetric", readable(metric.symmetric) + _unless(metric.one_sided_options)),
        ("values", f"{facts.bounds}, best {facts.best}"),
        ("clusters", facts.clusters),
        ("nodes", metric.node_base),
        ("weights", facts.weights),
        ("constraints", ", ".join(facts.satisfied) or "none"),
    ]
    properties = "\n".join(f"{fact:<13}{value}" for fact, value in lines)
    parts = [f"{name}: {text}", properties]
    if metric.options:
        rows = [
            [
                option,
                "" if (default := metric.defaults[option]) is None else str(default),
                _values(allowed),
            ]
            for option, allowed in metric.options.items()
        ]
        parts.append(str(Table(["option", "default", "values"], rows)))
    return "\n\n".join(parts)


def _interval(bounds: tuple[float | None, float | None]) -> str:
    """Write an interval such as −1…1, with nothing for a bound that is None."""
    least, greatest = ("" if bound is None else f"{bound:g}" for bound in bounds)
    return f"{least}…{greatest}".replace("-", "−")


def _unless(options: Sequence[str]) -> str:
    return f", but not with {' or '.join(options)}" if options else ""


def _values(allowed: Option) -> str:
    return str(allowed) if isinstance(allowed, Number) else ", ".join(allowed)


# ---- quality metrics of a clustering on its network ----------------------------------------------


def _list_quality_properties(metrics: Mapping[str, QualityMetric]) -> _Listing:
    data = {name: _quality_facts(metric) for name, metric in metrics.items()}
    header = ["metric", *next(iter(data.values()))]
    rows = [[name, *facts.values()] for name, facts in data.items()]
    legend = [
        "values: from the least to the greatest, without edge weights; empty if there is no bound.",
        "clusters: crisp if only crisp clusterings are accepted.",
        "value: how the values of clusters are combined: mean, sum, or own (a formula of its own).",
    ]
    return _Listing(Table(header, rows), data, legend)


def _quality_facts(metric: QualityMetric) -> dict[str, str]:
    return {
        "values": _interval(metric.bounds),
        "better": "low" if metric.distance else "high",
        "clusters": "crisp" if metric.crisp else "any",
        "value": metric.aggregate,
        "options": " ".join(f"{option}={value}" for option, value in metric.defaults.items()),
        "reference": metric.reference,
    }


def _describe_quality(name: str, metric: QualityMetric) -> str:
    facts = _quality_facts(metric) | {"cost": metric.cost}
    facts["options"] = "; ".join(
        f"{option}={metric.defaults[option]} ({_values(allowed)})"
        for option, allowed in metric.options.items()
    )
    properties = "\n".join(f"{fact:<11}{value}" for fact, value in facts.items() if value)
    return f"{name}: {inspect.getdoc(metric.function)}\n\n{properties}"
