"""How commands read networks."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import click

import accord
from accord._cli.clustering_options import Reader
from accord._cli.main import Command
from accord._foundation.network import REPEATS, Network, Repeats
from accord.errors import InputError


@dataclass(frozen=True)
class EdgeOptions:
    """What a command is told about the edges of a network."""

    directed: bool | None
    weights: bool | str | None
    repeats: Repeats

    def read(self, reader: Reader, path: str, format: str | None = None) -> Network:
        """`format` wins over the one chosen for all files."""
        for option, given in (("--shares", reader.shares), ("--noise", reader.noise)):
            if given is not None:
                raise InputError(f"{option} is about clusters, and a network has none")
        with reader.timed(path) as progress:
            return accord.read_network(
                path,
                format=format or reader.format,
                directed=self.directed,
                ids=reader.ids,
                weights=self.weights,
                columns=None if reader.columns is None else reader.columns.split(","),
                repeats=self.repeats,
                threads=reader.threads,
                progress=progress,
            )

    def need_none(self) -> None:
        """Raises where something is said about edges, and there are none."""
        if (self.directed, self.weights, self.repeats) != (None, None, "once"):
            raise InputError(
                "--directed, --weights, --weight and --repeats are about networks: add --network"
            )


def edge_options(command: Command) -> Command:
    """The options of EdgeOptions, which the command gets as `edges`."""

    @functools.wraps(command)
    def with_edges(
        directed: bool | None,
        weights: bool | None,
        weight: str | None,
        repeats: Repeats,
        **others: Any,
    ) -> Any:
        return command(
            edges=EdgeOptions(directed, weights if weight is None else weight, repeats), **others
        )

    for option in (
        click.option(
            "--repeats",
            type=click.Choice(REPEATS),
            default="once",
            show_default=True,
            help="An edge that comes twice.",
        ),
        click.option(
            "--weight", metavar="NAME", help="The column or attribute with the weights of edges."
        ),
        click.option(
            "--weights/--no-weights",
            default=None,
            help="Read weights of edges; by default if there are any.",
        ),
        click.option(
            "--directed/--undirected",
            default=None,
            help="What edges are; by default what the file says.",
        ),
    ):
        with_edges = option(with_edges)
    return with_edges
