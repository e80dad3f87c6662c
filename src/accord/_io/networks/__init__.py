"""Networks in files: one module per family of formats, `formats` lists them all."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from accord._foundation.labels import ObjectLabels
from accord._foundation.network import REPEATS, Network, Repeats
from accord._foundation.threads import ProgressCallback, thread_count
from accord._io.files.atomic import open_to_write
from accord._io.files.source import PathLike, Source
from accord._io.networks.formats import NETWORK_FORMATS, PARTS, format_of
from accord._io.networks.options import NetworkReading
from accord.errors import InputError, unknown

__all__ = ["NETWORK_FORMATS", "read_network", "write_network"]

IDS = ("auto", "integer", "text")


def read_network(
    path: PathLike,
    *,
    format: str | None = None,
    directed: bool | None = None,
    ids: str = "auto",
    weights: bool | str | None = None,
    columns: Sequence[str | int] | None = None,
    repeats: Repeats = "once",
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Network:
    """Reads a network from a file, plain or compressed by gzip, zstd, xz or bzip2; "-" is the standard input.

    `format` is told by the name of the file, or else by its content. `directed`: by default what
    the file says, and undirected where it says nothing. `ids`: "integer", "text", or what those of
    the first edge are. `weights`: False to leave them, True to insist on them, or the name of their
    column or attribute. `columns` of a table: the names or numbers of those with the source, the
    target and perhaps the weight. An edge that comes twice is one edge: `repeats` is "once", "add"
    to add their weights, or "error". `progress` is called now and then with the part of the work
    that is done.
    """
    if ids not in IDS:
        raise unknown("kind of ids", ids, IDS)
    if repeats not in REPEATS:
        raise unknown("way to treat repeats", repeats, REPEATS)
    chosen = None if format is None else NETWORK_FORMATS.find(format)
    if isinstance(columns, str):
        columns = columns.split(",")
    chosen_columns = None if columns is None else tuple(str(column) for column in columns)
    reading = NetworkReading(
        ids, None, chosen_columns, thread_count(threads), progress, directed, weights, repeats
    )
    source = Source.open(path)
    if chosen is not None and chosen.is_text:
        source.check_text("a network")
    return (chosen or format_of(source)).read(source, reading)


def write_network(network: Network, path: PathLike, *, format: str | None = None) -> None:
    """Writes a network, in the format that the name of the file says, compressed where it ends in .gz, .zst, .xz or .bz2.

    What the format has no place for is an error. The file appears whole or not at all; "-" is the
    standard output.
    """
    if not isinstance(network, Network):
        raise InputError(
            f"expected a Network, not {type(network).__name__}: make one with accord.as_network"
        )
    name = os.fspath(path)
    chosen = NETWORK_FORMATS.to_write(name, format)
    for part in _parts_of(network):
        if part not in chosen.holds:
            able = [
                other.name
                for other in NETWORK_FORMATS.values()
                if set(_parts_of(network)) <= other.holds
            ]
            raise InputError(f"{chosen.title} cannot hold {PARTS[part]}: write {' or '.join(able)}")
    if isinstance(network.node_labels, ObjectLabels):
        raise InputError(
            f"{chosen.title} cannot hold nodes such as {network.node_labels[0]!r}: only integers of 64 bits, and texts"
        )
    with open_to_write(name) as out:
        chosen.write(network, out)


def _parts_of(network: Network) -> Iterator[str]:
    """What there is in a network that not every format has a place for."""
    yield "directed" if network.directed else "undirected"
    if network.is_weighted:
        yield "weights"
    if (network.degrees == 0).any():
        yield "lone nodes"
    if network.n_loops:
        yield "loops"
