"""accord generate lfr, accord generate cover."""

from __future__ import annotations

import json
import os
import warnings

import click

import accord
from accord._cli.output import print_blocks
from accord._cli.progress import ProgressLine
from accord._display.tables import Table
from accord._io.files.atomic import open_folder

_SEED = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="The same gives the same.",
)


@click.group()
def generate() -> None:
    """Make a network or a clustering to try methods on."""


@generate.command(short_help="A benchmark network whose clusters are known.")
@click.argument("nodes", type=int)
@click.option("--degree", "average_degree", type=float, required=True, help="Average degree.")
@click.option("--max-degree", type=int, required=True, help="Greatest degree.")
@click.option(
    "--mixing",
    type=float,
    required=True,
    help="Part of a node's edges that leave its clusters, 0 to 1.",
)
@click.option("--weighted", "weights", is_flag=True, help="Edges with weights.")
@click.option(
    "--weight-mixing", type=float, help="The same part of the weight; by default as for edges."
)
@click.option(
    "--weight-exponent", type=float, help="Weights at a node: degree^this; by default 1.5."
)
@click.option(
    "--degree-exponent", type=float, default=2.0, show_default=True, help="Power law of degrees."
)
@click.option(
    "--size-exponent",
    type=float,
    default=1.0,
    show_default=True,
    help="Power law of cluster sizes.",
)
@click.option("--min-cluster", type=int, help="Least size; by default about the smallest degree.")
@click.option(
    "--max-cluster", type=int, help="Greatest size; by default about the greatest degree."
)
@click.option(
    "--overlapping",
    "overlapping_nodes",
    type=int,
    default=0,
    help="Number of nodes in several clusters.",
)
@click.option("--memberships", type=int, help="Clusters of each of those; by default 2.")
@click.option(
    "--directed", is_flag=True, help="Directed edges; degrees are those of edges that come in."
)
@_SEED
@click.option(
    "--threads", type=click.IntRange(min=1), help="Threads to use; by default all there are."
)
@click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(),
    required=True,
    help="A new or empty folder to write to.",
)
def lfr(nodes: int, output: str, quiet: bool, **parameters: object) -> None:
    """Make an LFR benchmark of NODES nodes: a network with known clusters.

    DIR gets network.nse (network.nsa where it is directed, network.csv where nodes are left without
    edges), truth.cnl, and parameters.json with what was asked for and what came out. What cannot be
    had is an error at once, with the nearest that can.
    """
    if quiet:
        warnings.simplefilter("ignore", accord.AccordWarning)
    with open_folder(output) as folder:
        with ProgressLine("generating", silent=quiet) as progress:
            made = accord.generate_lfr(nodes, **parameters, progress=progress)  # type: ignore[arg-type]
        accord.write_network(made.network, os.path.join(folder, _file_of(made.network)))
        accord.write(made.truth, os.path.join(folder, "truth.cnl"))
        with open(os.path.join(folder, "parameters.json"), "w", encoding="utf-8") as file:
            json.dump({"accord": accord.__version__, **made.to_dict()}, file, indent=2)
            file.write("\n")
    if not quiet:
        print_blocks([block for block in made.blocks() if isinstance(block, Table)])


def _file_of(network: accord.Network) -> str:
    """A list of edges, or a table where there are nodes that a list has no place for."""
    if (network.degrees == 0).any():
        return "network.csv"
    return "network.nsa" if network.directed else "network.nse"


@generate.command(short_help="A random clustering, crisp or overlapping.")
@click.argument("nodes", type=int)
@click.argument("clusters", type=int)
@click.option(
    "--memberships",
    type=float,
    default=1.0,
    show_default=True,
    help="Clusters of a node, on average.",
)
@click.option(
    "--size-exponent",
    type=float,
    default=2.5,
    show_default=True,
    help="Power law of cluster sizes.",
)
@_SEED
@click.option(
    "-o", "--output", metavar="FILE", type=click.Path(), required=True, help="Where to write it to."
)
def cover(
    nodes: int, clusters: int, memberships: float, size_exponent: float, seed: int, output: str
) -> None:
    """Make a random clustering of NODES nodes in CLUSTERS clusters."""
    accord.write(
        accord.generate_cover(nodes, clusters, memberships, seed=seed, size_exponent=size_exponent),
        output,
    )
