"""Options of commands that read networks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click

import accord
from accord._cli.flags import flag_notation
from accord._cli.options.clusterings import FileOptions
from accord._cli.options.group import option, option_group
from accord._cli.options.names import FormatName
from accord._foundation.arguments import argument_notation
from accord._foundation.clustering import Clustering
from accord._foundation.network import REPEATS, Network, Repeats
from accord._foundation.progress_bar import ProgressBar
from accord._io.files.options import IdType
from accord._io.wrong_kind import NetworkAsClusteringError
from accord.errors import InputError

_SECTION = "Reading networks"


@dataclass(frozen=True)
class EdgeOptions:
    """How the edges of a network are read."""

    directed: bool | None
    weights: bool | None
    weight_column: str | None
    repeats: Repeats

    def read(self, path: str, files: FileOptions, progress: ProgressBar) -> Network:
        """Read a network from one of the files of a command."""
        for flag, value in (("--shares", files.shares), ("--noise", files.noise)):
            if value is not None:
                raise InputError(f"{flag} applies to clusterings, not to networks: leave it out")
        return self._read(
            path,
            progress,
            format=files.input_format,
            columns=files.column_names,
            header=files.header,
            ids=files.ids,
            threads=files.threads,
        )

    def read_clustering(
        self, path: str | Sequence[str], files: FileOptions, progress: ProgressBar
    ) -> Clustering:
        """Read a clustering in a command that reads networks too, with --network."""
        self._check_unused()
        try:
            return files.read(path, progress)
        except NetworkAsClusteringError as error:
            raise InputError(f"{error}; to read it as a network, add --network") from None

    def _check_unused(self) -> None:
        """Raise an error if one of the options is set, as for a file that is not a network."""
        if self != EdgeOptions(directed=None, weights=None, weight_column=None, repeats="once"):
            raise InputError(
                "--directed, --weights, --weight-column and --repeats apply to networks: "
                "add --network"
            )

    def _read(
        self,
        path: str,
        progress: ProgressBar,
        *,
        format: str | None,
        columns: Sequence[str] | None,
        header: bool | None,
        ids: IdType,
        threads: int | None,
    ) -> Network:
        return accord.read_network(
            path,
            format=format,
            directed=self.directed,
            ids=ids,
            weights=self.weights if self.weight_column is None else self.weight_column,
            columns=columns,
            header=header,
            repeats=self.repeats,
            threads=threads,
            progress=progress,
        )


@dataclass(frozen=True)
class NetworkOptions(EdgeOptions):
    """How the argument NETWORK of a command is read."""

    network_format: str | None
    network_columns: str | None
    network_header: bool | None

    def read_network(
        self,
        path: str,
        progress: ProgressBar,
        *,
        ids: IdType = "auto",
        threads: int | None = None,
    ) -> Network:
        """Read the network."""
        flags = flag_notation(
            format="--network-format", columns="--network-columns", header="--network-header"
        )
        columns = None if self.network_columns is None else self.network_columns.split(",")
        with argument_notation(flags):
            return self._read(
                path,
                progress,
                format=self.network_format,
                columns=columns,
                header=self.network_header,
                ids=ids,
                threads=threads,
            )


directed_option = option(
    "--directed/--undirected",
    default=None,
    help="Whether edges are directed; by default as the file says.",
    section=_SECTION,
)
weights_option = option(
    "--weights/--no-weights",
    default=None,
    help="Whether to read edge weights; by default if the file has any.",
    section=_SECTION,
)
network_format_option = option(
    "--network-format",
    type=FormatName(),
    help="Format of NETWORK, whatever its name.",
    section=_SECTION,
)
network_option = option(
    "--network",
    is_flag=True,
    help="The files are networks, not clusterings.",
    section=_SECTION,
)
_edge_options = (
    directed_option,
    weights_option,
    click.option(
        "--weight-column", metavar="NAME", help="Column or attribute with the edge weights."
    ),
    click.option(
        "--repeats",
        type=click.Choice(REPEATS),
        default="once",
        show_default=True,
        help="How to treat repeated edges.",
    ),
)
edge_options = option_group("edges", EdgeOptions, *_edge_options, section=_SECTION)
network_options = option_group(
    "reading",
    NetworkOptions,
    network_format_option,
    click.option(
        "--network-columns",
        metavar="SOURCE,TARGET[,WEIGHT]",
        help="Columns of NETWORK, by name or number.",
    ),
    click.option(
        "--network-header/--no-network-header",
        default=None,
        help="Whether the first row of NETWORK is a header; by default as its words say.",
    ),
    *_edge_options,
    section=_SECTION,
)
