"""accord score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import click

import accord
from accord._cli.flags import flag_notation
from accord._cli.options.clusterings import FileOptions, check_inputs, file_options, short_names
from accord._cli.options.group import option_group
from accord._cli.options.networks import EdgeOptions, edge_options, network_format_option
from accord._cli.output import format_option, print_result
from accord._foundation.arguments import argument_notation
from accord._foundation.network import Network
from accord.errors import InputError
from accord.quality import Scores, ScoresByClustering
from accord.quality._requests import parse_qualities


@dataclass(frozen=True)
class NetworkOptions:
    """How NETWORK is read, in addition to the options for all files."""

    network_format: str | None
    network_columns: str | None

    def read(self, path: str, edges: EdgeOptions, files: FileOptions) -> Network:
        """Read the network, without the options that apply only to clusterings."""
        flags = flag_notation(format="--network-format", columns="--network-columns")
        network_files = replace(
            files,
            input_format=self.network_format,
            columns=self.network_columns,
            shares=None,
            noise=None,
        )
        with argument_notation(flags):
            return edges.read(path, network_files)


network_options = option_group(
    "reading",
    NetworkOptions,
    network_format_option,
    click.option(
        "--network-columns",
        metavar="SOURCE,TARGET[,WEIGHT]",
        help="Columns of NETWORK, by name or number.",
    ),
)


@click.command(short_help="Score clusterings by their network, without a truth.")
@click.argument("network", type=click.Path())
@click.argument("clusterings", metavar="CLUSTERING...", type=click.Path(), nargs=-1, required=True)
@click.option(
    "-m", "--metrics", multiple=True, help="Comma-separated; see 'accord metrics --quality'."
)
@click.option("--per-cluster", is_flag=True, help="Show the values of each cluster.")
@format_option()
@network_options
@edge_options
@file_options
def score(
    network: str,
    clusterings: tuple[str, ...],
    metrics: tuple[str, ...],
    per_cluster: bool,
    output_format: str,
    reading: NetworkOptions,
    edges: EdgeOptions,
    files: FileOptions,
) -> None:
    """Score clusterings of the nodes of a NETWORK: how dense and how well separated are they?

    "-" is the standard input.
    """
    check_inputs(network, *clusterings)
    names = list(parse_qualities(",".join(metrics))) if metrics else None
    graph = reading.read(network, edges, files)
    by_name = {
        name: files.read(path)
        for name, path in zip(short_names(clusterings), clusterings, strict=True)
    }
    found: Any = by_name if len(by_name) > 1 else next(iter(by_name.values()))
    with files.progress("scoring") as progress:
        scores = accord.score(graph, found, names, threads=files.threads, progress=progress)
    result = _per_cluster(scores) if per_cluster else scores
    print_result(result, output_format, quiet=files.quiet)


def _per_cluster(scores: Scores | ScoresByClustering) -> Any:
    if isinstance(scores, ScoresByClustering):
        raise InputError(
            f"--per-cluster needs a single clustering without levels, not {', '.join(scores)}: "
            "give one file"
        )
    return scores.per_cluster()
