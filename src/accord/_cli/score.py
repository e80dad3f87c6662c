"""accord score."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

import accord
from accord._cli.clustering_options import FormatName, Reader, reading_options
from accord._cli.compare import short_names
from accord._cli.network_options import EdgeOptions, edge_options
from accord._cli.output import print_option, print_result
from accord.errors import InputError
from accord.quality import Scores, SeveralScores
from accord.quality._requests import parse_qualities


@click.command(short_help="Score clusterings by their network, without a truth.")
@click.argument("network", type=click.Path())
@click.argument("clustering", type=click.Path(), nargs=-1, required=True)
@click.option(
    "-m", "--metrics", multiple=True, help="Comma-separated; see 'accord metrics --quality'."
)
@click.option("--per-cluster", is_flag=True, help="Show the values of every cluster.")
@print_option()
@click.option("--network-format", type=FormatName(), help="Format of NETWORK, whatever its name.")
@click.option(
    "--network-columns",
    metavar="SOURCE,TARGET[,WEIGHT]",
    help="Columns of NETWORK, by name or number.",
)
@edge_options
@reading_options
def score(
    reader: Reader,
    edges: EdgeOptions,
    network: str,
    clustering: tuple[str, ...],
    metrics: tuple[str, ...],
    per_cluster: bool,
    network_format: str | None,
    network_columns: str | None,
    form: str,
) -> None:
    """Score clusterings of the nodes of a NETWORK: how dense are clusters, and how well apart? "-" is the standard input."""
    if (network, *clustering).count("-") > 1:
        raise InputError("only one of the files can be the standard input")
    names = list(parse_qualities(",".join(metrics))) if metrics else None
    # The other options are about the clusterings.
    whole = edges.read(
        replace(reader, format=network_format, columns=network_columns, shares=None, noise=None),
        network,
    )
    results = {
        name: reader.read(path)
        for name, path in zip(short_names(clustering), clustering, strict=True)
    }
    given: Any = results if len(results) > 1 else next(iter(results.values()))
    with reader.progress("scoring") as progress:
        scores = accord.score(whole, given, names, threads=reader.threads, progress=progress)
    print_result(_per_cluster(scores) if per_cluster else scores, form, quiet=reader.quiet)


def _per_cluster(scores: Scores | SeveralScores) -> Any:
    if isinstance(scores, SeveralScores):
        raise InputError(
            f"--per-cluster is for one clustering, without levels, and there are {', '.join(scores)}"
        )
    return scores.per_cluster()
