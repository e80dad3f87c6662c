"""accord explain."""

from __future__ import annotations

import click

import accord
from accord._cli.command import command
from accord._cli.options.clusterings import (
    FileOptions,
    check_inputs,
    file_options,
)
from accord._cli.options.inputs import PairOptions, pair_options
from accord._cli.options.names import MetricName
from accord._cli.options.nodes import read_node_base
from accord._cli.output import format_option, print_result
from accord._explain.explanation import DEFAULT_TOP
from accord.metrics import DEFAULT_METRIC


@command(
    short_help="Show which clusters were split, merged or missed.",
    example="accord explain truth.cnl found.cnl --top 5",
)
@click.argument("truth", type=click.Path())
@click.argument("found", type=click.Path())
@click.option(
    "-m",
    "--metric",
    type=MetricName("truth"),
    default=DEFAULT_METRIC,
    show_default=True,
    help="Metric whose costs to show for each cluster.",
)
@click.option(
    "--top",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of clusters of each side, and of nodes, to show; "
    f"by default {DEFAULT_TOP}, in JSON and CSV all clusters.",
)
@pair_options
@format_option()
@file_options
def explain(
    truth: str,
    found: str,
    metric: str,
    top: int | None,
    inputs: PairOptions,
    output_format: str,
    files: FileOptions,
) -> None:
    """Show the best partner of each cluster of TRUTH and FOUND, a verdict, and its cost.

    The cost is how much the cluster lowers the metric. For a page with pictures, use
    'accord compare TRUTH FOUND --html FILE'.
    """
    check_inputs(truth, found)
    with files.progress() as progress:
        truth_side = files.read(truth, progress, inputs.truth_format)
        found_side = files.read(found, progress)
        if inputs.unique:
            truth_side, found_side = truth_side.unique(), found_side.unique()
        nodes = read_node_base(inputs.nodes, files)
        explanation = accord.explain(
            truth_side, found_side, metric, nodes=nodes, threads=files.threads, progress=progress
        )
    result = explanation if top is None else explanation.head(top)
    print_result(result, output_format, quiet=files.quiet)
