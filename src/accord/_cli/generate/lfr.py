"""accord generate lfr."""

from __future__ import annotations

import json
import os

import click

import accord
from accord._cli.command import command
from accord._cli.options.quiet import quiet_option
from accord._cli.options.seed import seed_option
from accord._cli.options.threads import threads_option
from accord._cli.output import print_blocks
from accord._foundation.progress_bar import ProgressBar
from accord._io.files.atomic import open_folder


@command(
    example="accord generate lfr 1000 --degree 15 --max-degree 50 --mixing 0.3 -o benchmark",
)
@click.argument("nodes", type=int)
@click.option("--degree", "average_degree", type=float, required=True, help="Average degree.")
@click.option("--max-degree", type=int, required=True, help="Maximum degree.")
@click.option(
    "--mixing",
    type=float,
    required=True,
    help="Fraction of a node's edges that leave its clusters, 0 to 1.",
)
@click.option("--weighted", "weights", is_flag=True, help="Generate edge weights.")
@click.option(
    "--weight-mixing",
    type=float,
    help="Fraction of a node's weight that leaves its clusters; by default that of --mixing.",
)
@click.option(
    "--weight-exponent",
    type=float,
    help="A node has a total weight of degree^EXPONENT; by default 1.5.",
)
@click.option(
    "--degree-exponent",
    type=float,
    default=2.0,
    show_default=True,
    help="Exponent of the power law of degrees.",
)
@click.option(
    "--size-exponent",
    type=float,
    default=1.0,
    show_default=True,
    help="Exponent of the power law of cluster sizes.",
)
@click.option(
    "--min-cluster", type=int, help="Minimum cluster size; by default about the minimum degree."
)
@click.option(
    "--max-cluster", type=int, help="Maximum cluster size; by default about the maximum degree."
)
@click.option(
    "--overlapping",
    "overlapping_nodes",
    type=int,
    default=0,
    help="Number of nodes in several clusters.",
)
@click.option(
    "--memberships", type=int, help="Number of clusters of each of those nodes; by default 2."
)
@click.option(
    "--directed", is_flag=True, help="Generate directed edges; degrees are then in-degrees."
)
@seed_option
@threads_option
@quiet_option
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(),
    required=True,
    help="New or empty folder to write to.",
)
def lfr(nodes: int, output: str, quiet: bool, **parameters: object) -> None:
    """Generate an LFR benchmark of NODES nodes: a network with known clusters.

    The files in DIR are network.nse (network.nsa if it is directed, network.csv if there are nodes
    without edges), truth.cnl, and parameters.json with the parameters and the resulting values.
    Parameters that no network can have are an error, which suggests the nearest possible ones.
    """
    with open_folder(output) as folder, ProgressBar(silent=quiet) as progress:
        benchmark = accord.generate_lfr(nodes, **parameters, progress=progress)  # type: ignore[arg-type]
        progress.begin(f"writing {output}")
        accord.write_network(benchmark.network, os.path.join(folder, _file_name(benchmark.network)))
        accord.write(benchmark.truth, os.path.join(folder, "truth.cnl"))
        with open(os.path.join(folder, "parameters.json"), "w", encoding="utf-8") as file:
            json.dump({"accord": accord.__version__, **benchmark.to_dict()}, file, indent=2)
            file.write("\n")
    if not quiet:
        print_blocks(benchmark.blocks(), quiet=True)


def _file_name(network: accord.Network) -> str:
    """Return the name of an edge list, or of a table if there are nodes without edges."""
    if (network.degrees == 0).any():
        return "network.csv"
    return "network.nsa" if network.directed else "network.nse"
