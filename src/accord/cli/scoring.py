"""accord score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

import accord
from accord.cli.comparing import short_names
from accord.cli.frame import Reader, print_option, print_result, reading_options
from accord.errors import InputError
from accord.layout import Block, Table, csv_table
from accord.quality import QUALITIES, Scores, SeveralScores
from accord.quality.registry import QualityMetric, parse_qualities


def _print_list(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        print_result(_QualityList(), context.params.get("form", "table"))
        context.exit()


@click.command(short_help="Score clusterings by their network, without a truth.")
@click.argument("network", type=click.Path())
@click.argument("clustering", type=click.Path(), nargs=-1, required=True)
@click.option("-m", "--metrics", multiple=True, help="Comma-separated, as conductance,'modularity[resolution=2]'.")
@click.option("--per-cluster", is_flag=True, help="Show the values of every cluster.")
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=_print_list, help="List the metrics.")
@click.option("--network-format", help="Format of NETWORK, whatever its name.")
@click.option("--directed/--undirected", default=None, help="Whether edges have a direction; by default as the file says.")
@click.option("--weights/--no-weights", default=None, help="Whether edges have weights; by default as the file says.")
@print_option()
@reading_options
def score(
    reader: Reader,
    network: str,
    clustering: tuple[str, ...],
    metrics: tuple[str, ...],
    per_cluster: bool,
    network_format: str | None,
    directed: bool | None,
    weights: bool | None,
    form: str,
) -> None:
    """Score clusterings of the nodes of a NETWORK: how dense are clusters, and how well apart? "-" is the standard input."""
    if (network, *clustering).count("-") > 1:
        raise InputError("only one of the files can be the standard input")
    names = list(parse_qualities(",".join(metrics))) if metrics else None
    try:
        whole = accord.read_network(
            network,
            format=network_format,
            directed=directed,
            ids=reader.ids,
            weights=weights,
            threads=reader.threads,
            progress=reader.progress,
        )
        results = {name: reader.read(path) for name, path in zip(short_names(clustering), clustering, strict=True)}
        given: Any = results if len(results) > 1 else next(iter(results.values()))
        scores = accord.score(whole, given, names, threads=reader.threads, progress=reader.progress)
    finally:
        reader.progress.clear()
    print_result(_per_cluster(scores) if per_cluster else scores, form, quiet=reader.quiet)


def _per_cluster(scores: Scores | SeveralScores) -> Any:
    if isinstance(scores, SeveralScores):
        raise InputError(f"--per-cluster is for one clustering, without levels, and there are {', '.join(scores)}")
    return scores.per_cluster()


@dataclass(frozen=True)
class _QualityList:
    """What is true of each metric."""

    def to_dict(self) -> dict[str, Any]:
        return {name: dict(zip(_FACTS, _facts(metric), strict=True)) for name, metric in QUALITIES.items()}

    def to_csv(self) -> str:
        table = self.table()
        return csv_table(table.header, table.rows)

    def to_markdown(self) -> str:
        return self.table().to_markdown()

    def table(self) -> Table:
        return Table(["metric", *_FACTS], [[name, *_facts(metric)] for name, metric in QUALITIES.items()])

    def blocks(self) -> list[Block]:
        return [self.table(), "\n".join(_LEGEND)]


_FACTS = ("values", "better", "clusters", "of all", "options", "reference")
_LEGEND = (
    "values: from the least to the greatest, where edges have no weights; nothing where there is no bound.",
    "clusters: crisp where it takes crisp clusterings only.",
    "of all: how the values of clusters become one.",
)


def _facts(metric: QualityMetric) -> list[str]:
    least, most = ("" if bound is None else f"{bound:g}".replace("-", "−") for bound in metric.bounds)
    options = " ".join(f"{option}={value}" for option, value in metric.defaults.items())
    crisp = "crisp" if metric.crisp else "any"
    better = "low" if metric.smaller else "high"
    return [f"{least}…{most}", better, crisp, metric.aggregate, options, metric.reference]
