"""accord constraints."""

from __future__ import annotations

import click

import accord
from accord._cli.command import command
from accord._cli.options.names import MetricNames
from accord._cli.output import format_option, print_result


@command()
@click.option(
    "-m",
    "--metric",
    "metrics",
    type=MetricNames("truth"),
    help="Comma-separated; by default all metrics.",
)
@format_option()
def constraints(metrics: str | None, output_format: str) -> None:
    """Show which formal constraints each metric satisfies, on the samples of Lutov et al. 2019."""
    print_result(accord.constraints(metrics), output_format)
