"""accord metrics, accord completion."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from accord._cli.output import print_option, print_result
from accord._compare.constraints import SAMPLES, Verdict
from accord._compare.constraints import constraints as judge_constraints
from accord._display.columns import csv_text
from accord._display.numbers import readable
from accord._display.tables import Block, Table
from accord.metrics._options import Number, Option
from accord.metrics._registry import METRICS, Metric
from accord.metrics._requests import parse_metrics
from accord.quality._registry import QUALITIES, QualityMetric, parse_qualities


class MetricName(click.ParamType[str]):
    """The name of a metric; what it is not is said by the library."""

    name = "metric"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [
            CompletionItem(name) for name in (*METRICS, *QUALITIES) if name.startswith(incomplete)
        ]


@click.command(short_help="List the metrics, or say all about some.")
@click.argument("names", metavar="[NAME]...", type=MetricName(), nargs=-1)
@click.option("--properties", is_flag=True, help="What is true of each metric, in a table.")
@click.option(
    "--quality", is_flag=True, help="The metrics of 'accord score', of a clustering on its network."
)
@print_option()
def metrics(names: tuple[str, ...], properties: bool, quality: bool, form: str) -> None:
    """List the metrics, one line each; or say all about the metrics NAME."""
    if quality:
        chosen = {name: metric for name, (metric, _) in parse_qualities(names or None).items()}
        if names and form == "table" and not properties:
            click.echo(
                "\n\n".join(_quality_in_full(name, metric) for name, metric in chosen.items())
            )
        else:
            print_result(_quality_properties(chosen), form)
    elif names and form == "table" and not properties:
        click.echo("\n\n".join(_in_full(name, facts) for name, facts in _facts(names).items()))
    elif names or properties:
        print_result(_properties(_facts(names or METRICS)), form)
    else:
        print_result(_list(), form)


@dataclass(frozen=True)
class _Listing:
    """A table, what it says as data, and what to know about it."""

    table: Table
    data: Mapping[str, Any]
    legend: Sequence[str] = ()

    def to_dict(self) -> Mapping[str, Any]:
        return self.data

    def to_csv(self) -> str:
        return csv_text(self.table.header, self.table.rows)

    def to_markdown(self) -> str:
        return self.table.to_markdown()

    def blocks(self) -> list[Block]:
        return [self.table, *(["\n".join(self.legend)] if self.legend else [])]


def _list() -> _Listing:
    told = {
        metric.name: {
            "clusters": "crisp" if metric.crisp else "any",
            "meaning": metric.meaning.rstrip("."),
        }
        for metric in METRICS.values()
    }
    rows = [[name, facts["clusters"], facts["meaning"]] for name, facts in told.items()]
    return _Listing(Table(["metric", "clusters", "meaning"], rows), told)


# ---- properties ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Facts:
    """What is true of a metric with its options, and what it says of the samples of the constraints."""

    metric: Metric
    verdicts: Sequence[Verdict]

    @property
    def bounds(self) -> str:
        least, most = ("" if bound is None else f"{bound:g}" for bound in self.metric.bounds)
        return f"{least}…{most}".replace("-", "−")

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
            for sample, verdict in zip(SAMPLES, self.verdicts, strict=True)
            if verdict.satisfied
        ]

    @property
    def letters(self) -> str:
        """The first letters of the constraints that it satisfies, a dot for the others."""
        return " ".join(
            s.constraint[0].upper() if s.constraint in self.satisfied else "·" for s in SAMPLES
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
                    "values": allowed.described if isinstance(allowed, Number) else list(allowed),
                }
                for option, allowed in metric.options.items()
            },
        }


def _facts(names: Iterable[str]) -> dict[str, _Facts]:
    requests = parse_metrics(list(names))
    verdicts = judge_constraints(list(requests)).verdicts
    return {name: _Facts(metric, verdicts[name]) for name, (metric, _) in requests.items()}


def _properties(told: Mapping[str, _Facts]) -> _Listing:
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
        for name, facts in told.items()
    ]
    legend = [
        "values: from the least to the greatest; nothing where there is no bound.",
        "clusters: crisp where it takes crisp clusterings only.",
        "nodes: with union, one that a side lacks counts against the match; with equal, both sides need the same.",
        f"constraints: {', '.join(sample.constraint for sample in SAMPLES)}, by first letter, if satisfied on the samples.",
        "options: with their defaults; 'accord metrics NAME' has what they may be.",
    ]
    return _Listing(
        Table(header, rows), {name: facts.to_dict() for name, facts in told.items()}, legend
    )


def _in_full(name: str, facts: _Facts) -> str:
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
    told = "\n".join(f"{fact:<13}{value}" for fact, value in lines)
    parts = [f"{name}: {text}", told]
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


def _unless(options: Sequence[str]) -> str:
    return f", but not with {' or '.join(options)}" if options else ""


def _values(allowed: Option) -> str:
    return allowed.described if isinstance(allowed, Number) else ", ".join(allowed)


# ---- of a clustering on its network --------------------------------------------------------------


def _quality_properties(chosen: Mapping[str, QualityMetric]) -> _Listing:
    told = {name: _quality_facts(metric) for name, metric in chosen.items()}
    header = ["metric", *next(iter(told.values()))]
    legend = [
        "values: from the least to the greatest, where edges have no weights; nothing where there is no bound.",
        "clusters: crisp where it takes crisp clusterings only.",
        "value: the mean of those of clusters, their sum, or one of its own.",
    ]
    return _Listing(
        Table(header, [[name, *facts.values()] for name, facts in told.items()]), told, legend
    )


def _quality_facts(metric: QualityMetric) -> dict[str, str]:
    least, most = ("" if bound is None else f"{bound:g}" for bound in metric.bounds)
    return {
        "values": f"{least}…{most}".replace("-", "−"),
        "better": "low" if metric.smaller else "high",
        "clusters": "crisp" if metric.crisp else "any",
        "value": metric.aggregate,
        "options": " ".join(f"{option}={value}" for option, value in metric.defaults.items()),
        "reference": metric.reference,
    }


def _quality_in_full(name: str, metric: QualityMetric) -> str:
    facts = _quality_facts(metric) | {"cost": metric.cost}
    facts["options"] = "; ".join(
        f"{option}={metric.defaults[option]} ({_values(allowed)})"
        for option, allowed in metric.options.items()
    )
    told = "\n".join(f"{fact:<11}{value}" for fact, value in facts.items() if value)
    return f"{name}: {inspect.getdoc(metric.function)}\n\n{told}"


@click.command(short_help="Print a completion script for your shell.")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")), metavar="bash|zsh|fish")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a completion script; for bash, put eval "$(accord completion bash)" into ~/.bashrc."""
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(context.find_root().command, {}, "accord", "_ACCORD_COMPLETE").source())
