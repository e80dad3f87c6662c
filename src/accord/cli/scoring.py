"""accord score."""

from __future__ import annotations

from typing import Any

import click

import accord
from accord.cli.comparing import short_names
from accord.cli.frame import Reader, print_option, print_result, reading_options
from accord.errors import InputError
from accord.quality import Scores, SeveralScores
from accord.quality.registry import parse_qualities


@click.command(short_help="Score clusterings by their network, without a truth.")
@click.argument("network", type=click.Path())
@click.argument("clustering", type=click.Path(), nargs=-1, required=True)
@click.option("-m", "--metrics", multiple=True, help="Comma-separated; see 'accord metrics --quality'.")
@click.option("--per-cluster", is_flag=True, help="Show the values of every cluster.")
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
