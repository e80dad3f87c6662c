"""accord info, accord convert, accord formats."""

from __future__ import annotations

import json

import click

import accord
from accord._cli.clustering_options import FormatName, Reader, reading_options
from accord._cli.network_options import EdgeOptions, edge_options
from accord._display.numbers import readable
from accord._display.tables import Table
from accord._io.clusterings import FORMATS
from accord._io.networks import NETWORK_FORMATS
from accord.errors import InputError

network_option = click.option(
    "--network", is_flag=True, help="The files are networks, not clusterings."
)


@click.command(short_help="Say what is in a clustering, or with --network in a network.")
@click.argument("file", type=click.Path())
@click.option(
    "--format",
    "form",
    type=click.Choice(("table", "json")),
    default="table",
    show_default=True,
    help="How to print.",
)
@network_option
@edge_options
@reading_options
def info(reader: Reader, edges: EdgeOptions, network: bool, file: str, form: str) -> None:
    """Say what is in FILE: a clustering, or with --network a network."""
    if not network:
        edges.need_none()
    data = edges.read(reader, file) if network else reader.read(file)
    facts = {**data.facts(), "ids": data.node_labels.kind}
    if form == "json":
        click.echo(json.dumps(facts, indent=2))
    else:
        for name, value in facts.items():
            click.echo(f"{name.replace('_', ' '):22}{readable(value):>14}")


@click.command(short_help="Convert a clustering or a network from one format to another.")
@click.argument("files", metavar="IN... OUT", type=click.Path(), nargs=-1)
@click.option(
    "--output-format",
    type=FormatName(),
    help="Format of OUT, where its name does not tell; see 'formats'.",
)
@click.option(
    "--merge-levels",
    is_flag=True,
    help="Write the clusters of all levels as one clustering, each once.",
)
@click.option("--unique", is_flag=True, help="Drop clusters that are equal to an earlier one.")
@network_option
@edge_options
@reading_options
def convert(
    reader: Reader,
    edges: EdgeOptions,
    network: bool,
    files: tuple[str, ...],
    output_format: str | None,
    merge_levels: bool,
    unique: bool,
) -> None:
    """Convert a clustering, or with --network a network, from one format to another, by the names of the files.

    Several files IN are levels of one clustering; an OUT that ends in "/" is a folder with a file
    for each level. What the format of OUT has no place for is an error, and OUT is then as it was;
    but names of clusters are left out with a warning.
    """
    if len(files) < 2:
        raise InputError("give the file to convert and the one to write: accord convert IN OUT")
    *source, target = files
    if network:
        if len(source) > 1 or merge_levels or unique:
            raise InputError(
                "a network is one file without levels and clusters: accord convert --network IN OUT"
            )
        accord.write_network(edges.read(reader, source[0]), target, format=output_format)
        return
    edges.need_none()
    clustering = reader.read(source[0] if len(source) == 1 else source)
    if merge_levels:
        clustering = clustering.merged()
    accord.write(clustering.unique() if unique else clustering, target, format=output_format)


@click.command()
def formats() -> None:
    """List the formats of files, one line each."""
    for title, listed in (("format", FORMATS), ("of networks", NETWORK_FORMATS)):
        rows = [
            [format.name, " ".join(format.suffixes), format.meaning] for format in listed.values()
        ]
        click.echo(
            ("\n" if title != "format" else "")
            + str(Table([title, "files", "what is in them"], rows))
        )
