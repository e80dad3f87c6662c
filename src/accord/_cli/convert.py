"""accord convert."""

from __future__ import annotations

import click

import accord
from accord._cli.command import command
from accord._cli.options.clusterings import FileOptions, file_options, unique_option
from accord._cli.options.names import FormatName
from accord._cli.options.networks import EdgeOptions, edge_options, network_option
from accord.errors import InputError


@command(
    example="accord convert clusters.csv clusters.cnl",
)
@click.argument("paths", metavar="IN... OUT", type=click.Path(), nargs=-1)
@click.option(
    "--output-format",
    type=FormatName(),
    help="Format of OUT, if its name does not imply one; see 'accord formats'.",
)
@click.option(
    "--merge-levels",
    is_flag=True,
    help="Write the clusters of all levels as one clustering, without duplicates.",
)
@unique_option
@network_option
@edge_options
@file_options
def convert(
    paths: tuple[str, ...],
    output_format: str | None,
    merge_levels: bool,
    unique: bool,
    network: bool,
    edges: EdgeOptions,
    files: FileOptions,
) -> None:
    """Convert a clustering, or with --network a network, to the format that OUT's name implies.

    Several files IN are levels of one clustering. If OUT ends in "/" it is a folder with a file
    for each level. Content that the format of OUT cannot hold is an error, and OUT is left
    unchanged; only names of clusters are dropped, with a warning.
    """
    if len(paths) < 2:
        raise InputError("give the file to convert and the file to write: accord convert IN OUT")
    *sources, target = paths
    if network:
        if len(sources) > 1 or merge_levels or unique:
            raise InputError(
                "a network is one file without levels or clusters: accord convert --network IN OUT"
            )
        with files.progress() as progress:
            data = edges.read(sources[0], files, progress)
            progress.begin(f"writing {target}")
            accord.write_network(data, target, format=output_format)
        return
    with files.progress() as progress:
        source = sources[0] if len(sources) == 1 else sources
        clustering = edges.read_clustering(source, files, progress)
        if merge_levels:
            progress.begin("merging levels")
            clustering = clustering.merged()
        if unique:
            progress.begin("dropping duplicates")
            clustering = clustering.unique()
        progress.begin(f"writing {target}")
        accord.write(clustering, target, format=output_format)
