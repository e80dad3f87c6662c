"""accord score."""

from __future__ import annotations

from typing import Any

import click

import accord
from accord._cli.command import command
from accord._cli.options.clusterings import FileOptions, check_inputs, file_options, name_files
from accord._cli.options.names import MetricNames
from accord._cli.options.networks import NetworkOptions, network_options
from accord._cli.output import format_option, print_result
from accord.errors import InputError
from accord.quality import Scores, ScoresByClustering
from accord.quality._requests import parse_qualities


@command(
    example="accord score network.edges leiden.cnl louvain.cnl",
)
@click.argument("network", type=click.Path())
@click.argument("clusterings", metavar="CLUSTERING...", type=click.Path(), nargs=-1, required=True)
@click.option(
    "-m",
    "--metric",
    "metrics",
    type=MetricNames("network"),
    multiple=True,
    help="Comma-separated; see 'accord metrics --quality'.",
)
@click.option("--per-cluster", is_flag=True, help="Show the values of each cluster.")
@format_option()
@network_options
@file_options
def score(
    network: str,
    clusterings: tuple[str, ...],
    metrics: tuple[str, ...],
    per_cluster: bool,
    output_format: str,
    reading: NetworkOptions,
    files: FileOptions,
) -> None:
    """Score clusterings of the nodes of a NETWORK: how dense and how well separated are they?

    "-" is the standard input, and NAME=FILE names a clustering.
    """
    results = name_files(clusterings)
    check_inputs(network, *results.values())
    names = list(parse_qualities(",".join(metrics))) if metrics else None
    with files.progress() as progress:
        graph = reading.read_network(network, progress, ids=files.ids, threads=files.threads)
        by_name = {name: files.read(path, progress) for name, path in results.items()}
        found: Any = by_name if len(by_name) > 1 else next(iter(by_name.values()))
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
