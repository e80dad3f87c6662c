"""accord explain."""

from __future__ import annotations

import click

import accord
from accord._cli.clustering_options import Reader, reading_options
from accord._cli.compare import node_base, nodes_option, truth_format_option, unique_option
from accord._cli.metrics import MetricName
from accord._cli.output import print_blocks, print_option
from accord._explain.explanation import SHOWN
from accord.errors import InputError


@click.command(short_help="Say which clusters were split, merged or missed.")
@click.argument("truth", type=click.Path())
@click.argument("found", type=click.Path())
@click.option(
    "-m",
    "--metric",
    type=MetricName(),
    default="f1h",
    show_default=True,
    help="What the costs of clusters are about.",
)
@click.option(
    "--top",
    type=click.IntRange(min=1),
    help=f"How many clusters of each side, and nodes, to show; by default {SHOWN}, in JSON and CSV all clusters.",
)
@nodes_option
@unique_option
@print_option()
@truth_format_option
@reading_options
def explain(
    reader: Reader,
    truth: str,
    found: str,
    metric: str,
    top: int | None,
    nodes: str | None,
    unique: bool,
    form: str,
    truth_format: str | None,
) -> None:
    """Say what became of every cluster of TRUTH and FOUND: its best partner, a verdict, and what it costs the metric.

    For a page with pictures of it, use 'accord compare TRUTH FOUND --html FILE'.
    """
    if (truth, found) == ("-", "-"):
        raise InputError("only one of the files can be the standard input")
    truth_side, found_side = reader.read(truth, truth_format), reader.read(found)
    if unique:
        truth_side, found_side = truth_side.unique(), found_side.unique()
    base = node_base(nodes, reader)
    with reader.progress("explaining") as progress:
        explanation = accord.explain(
            truth_side, found_side, metric, nodes=base, threads=reader.threads, progress=progress
        )
    if form == "csv":
        for lines in explanation.csv_blocks(top):
            click.echo(lines)
    elif form == "json":
        click.echo(explanation.to_json(top=top))
    elif form == "markdown":
        click.echo(explanation.to_markdown(top or SHOWN))
    else:
        print_blocks(explanation.blocks(top or SHOWN))
