"""accord generate cover."""

from __future__ import annotations

import click

import accord
from accord._cli.command import command
from accord._cli.errors import print_path
from accord._cli.options.seed import seed_option


@command(
    example="accord generate cover 1000 50 --memberships 1.5 -o cover.cnl",
)
@click.argument("nodes", type=int)
@click.argument("clusters", type=int)
@click.option(
    "--memberships",
    type=float,
    default=1.0,
    show_default=True,
    help="Mean number of clusters of a node.",
)
@click.option(
    "--size-exponent",
    type=float,
    default=2.5,
    show_default=True,
    help="Exponent of the power law of cluster sizes.",
)
@seed_option
@click.option(
    "-o", "--output", metavar="FILE", type=click.Path(), required=True, help="File to write."
)
def cover(
    nodes: int, clusters: int, memberships: float, size_exponent: float, seed: int, output: str
) -> None:
    """Generate a random clustering of NODES nodes in CLUSTERS clusters."""
    clustering = accord.generate_cover(
        nodes, clusters, memberships, seed=seed, size_exponent=size_exponent
    )
    accord.write(clustering, output)
    print_path("clusters", output)
