"""Clusterings and networks as the bytes of a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from tempfile import TemporaryDirectory

import accord
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network


def clustering_bytes(clustering: Clustering, name: str, format: str | None = None) -> bytes:
    """The file of this name that `accord.write` writes."""
    return _written(lambda path: accord.write(clustering, path, format=format), name)


def network_bytes(network: Network, name: str, format: str | None = None) -> bytes:
    """The file of this name that `accord.write_network` writes."""
    return _written(lambda path: accord.write_network(network, path, format=format), name)


def _written(write: Callable[[str], None], name: str) -> bytes:
    with TemporaryDirectory(prefix="accord-") as folder:
        path = os.path.join(folder, os.path.basename(name))
        write(path)
        with open(path, "rb") as file:
            return file.read()
