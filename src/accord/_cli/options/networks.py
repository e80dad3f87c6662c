"""Options of commands that read networks."""

from __future__ import annotations

from dataclasses import dataclass

import click

import accord
from accord._cli.options.clusterings import FileOptions
from accord._cli.options.group import option_group
from accord._cli.options.names import FormatName
from accord._foundation.network import REPEATS, Network, Repeats
from accord.errors import InputError


@dataclass(frozen=True)
class EdgeOptions:
    """How the edges of a network are read."""

    directed: bool | None
    weights: bool | None
    weight: str | None
    repeats: Repeats

    def read(self, path: str, files: FileOptions) -> Network:
        """Read a network from a file."""
        for option, value in (("--shares", files.shares), ("--noise", files.noise)):
            if value is not None:
                raise InputError(f"{option} applies to clusterings, not to networks: leave it out")
        with files.progress(f"reading {path}") as progress:
            return accord.read_network(
                path,
                format=files.input_format,
                directed=self.directed,
                ids=files.ids,
                weights=self.weights if self.weight is None else self.weight,
                columns=files.column_names,
                header=files.header,
                repeats=self.repeats,
                threads=files.threads,
                progress=progress,
            )

    def check_unused(self) -> None:
        """Raise an error if one of the options is set, as for a file that is not a network."""
        if self != EdgeOptions(directed=None, weights=None, weight=None, repeats="once"):
            raise InputError(
                "--directed, --weights, --weight and --repeats apply to networks: add --network"
            )


directed_option = click.option(
    "--directed/--undirected",
    default=None,
    help="Whether edges are directed; by default as the file says.",
)
weights_option = click.option(
    "--weights/--no-weights",
    default=None,
    help="Whether to read edge weights; by default if the file has any.",
)
network_format_option = click.option(
    "--network-format", type=FormatName(), help="Format of NETWORK, whatever its name."
)
network_option = click.option(
    "--network", is_flag=True, help="The files are networks, not clusterings."
)
edge_options = option_group(
    "edges",
    EdgeOptions,
    directed_option,
    weights_option,
    click.option("--weight", metavar="NAME", help="Column or attribute with the edge weights."),
    click.option(
        "--repeats",
        type=click.Choice(REPEATS),
        default="once",
        show_default=True,
        help="How to treat repeated edges.",
    ),
)
