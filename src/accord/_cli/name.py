"""accord name."""

from __future__ import annotations

from dataclasses import dataclass

import click

import accord
from accord._cli.command import command
from accord._cli.options.clusterings import (
    FileOptions,
    TruthFileOptions,
    check_inputs,
    file_options,
    truth_options,
)
from accord._cli.options.group import option_group
from accord._cli.options.nodes import nodes_option, read_node_base
from accord._cli.output import format_option, print_result, print_text
from accord._explain.name_clusters import MATCH_MEASURES, WEIGHTINGS


@dataclass(frozen=True)
class MatchOptions:
    """How clusters are matched."""

    by: str
    weighting: str
    nodes: str | None


match_options = option_group(
    "matching",
    MatchOptions,
    click.option(
        "--by",
        type=click.Choice(MATCH_MEASURES),
        default="f1",
        show_default=True,
        help="Measure of how well two clusters match: F1, or the product of the shares of both "
        "that they have in common.",
    ),
    click.option(
        "--weighting",
        type=click.Choice(WEIGHTINGS),
        default="micro",
        show_default=True,
        help="How clusters are averaged.",
    ),
    nodes_option,
    section="Matching clusters",
)


@command(
    example="accord name truth.cnl found.cnl --format csv",
)
@click.argument("truth", type=click.Path())
@click.argument("found", type=click.Path())
@match_options
@format_option("cll")
@truth_options
@file_options
def name(
    truth: str,
    found: str,
    matching: MatchOptions,
    output_format: str,
    truth_reading: TruthFileOptions,
    files: FileOptions,
) -> None:
    """Show which clusters of the TRUTH each cluster of FOUND stands for."""
    check_inputs(truth, found)
    with files.progress() as progress:
        sides = truth_reading.read_truth(truth, files, progress), files.read(found, progress)
        nodes = read_node_base(matching.nodes, files)
        named = accord.named_clusters(
            *sides,
            by=matching.by,
            weighting=matching.weighting,
            nodes=nodes,
            noise=files.noise_label,
            threads=files.threads,
            progress=progress,
        )
    if output_format == "cll":
        print_text(named.to_cll())
    else:
        print_result(named, output_format, quiet=files.quiet)
