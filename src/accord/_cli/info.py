"""accord info."""

from __future__ import annotations

import json

import click

from accord._cli.command import command
from accord._cli.options.clusterings import FileOptions, file_options
from accord._cli.options.networks import EdgeOptions, edge_options, network_option
from accord._cli.output import print_text
from accord._display.numbers import readable


@command(
    example="accord info --network network.edges",
)
@click.argument("file", type=click.Path())
@click.option(
    "--format",
    "output_format",
    type=click.Choice(("table", "json")),
    default="table",
    show_default=True,
    help="Format of the output.",
)
@network_option
@edge_options
@file_options
def info(
    file: str, output_format: str, network: bool, edges: EdgeOptions, files: FileOptions
) -> None:
    """Show what FILE contains, and how it is read: a clustering, or with --network a network."""
    read = edges.read if network else edges.read_clustering
    with files.progress() as progress:
        data = read(file, files, progress)
    reading = {} if network else files.describe(file)
    facts = {**reading, **data.facts(), "ids": data.node_labels.kind}
    if output_format == "json":
        print_text(json.dumps(facts, indent=2))
    else:
        for name, value in facts.items():
            print_text(f"{name.replace('_', ' '):22}{readable(value):>14}")
