"""Writing a network to a file."""

from __future__ import annotations

import os

from accord._foundation.network import Network
from accord._io.files.atomic import open_to_write
from accord._io.files.options import PathLike
from accord._io.networks.features import features_of
from accord._io.networks.formats import NETWORK_FORMATS
from accord.errors import InputError


def write_network(network: Network, path: PathLike, *, format: str | None = None) -> None:
    """Write a network to a file, in the format that its suffix says; "-" is the standard output.

    A name that ends in .gz, .zst, .xz or .bz2 says how to compress it. The file appears whole or
    not at all. What the format cannot hold is an error.
    """
    if not isinstance(network, Network):
        raise InputError(
            f"expected a Network, not {type(network).__name__}: make one with accord.as_network"
        )
    name = os.fspath(path)
    chosen = NETWORK_FORMATS.for_writing(name, format)
    NETWORK_FORMATS.check_features(chosen, features_of(network))
    chosen.check_nodes(network.node_labels)
    assert chosen.write is not None  # checked by for_writing
    with open_to_write(name) as out:
        chosen.write(network, out)
