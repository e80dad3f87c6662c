"""NetworkFiles: the networks of a store, by their digests."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._foundation.labels import IntegerLabels, Labels, TextLabels
from accord._foundation.network import Network
from accord._io.files.atomic import UNFINISHED, atomic_folder, open_to_write, system_errors
from accord.bench._store.digest_names import is_digest, remove_others
from accord.bench._store.network_arrays import load_directed, load_labels, load_rows
from accord.bench._store.numbering import edge_order, numbered
from accord.errors import FormatError, InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LINES_AT_A_TIME = 100_000  # of a list of edges that is written


class NetworkFiles:
    """A folder of networks, as arrays and as files that programs read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, digest: str, network: Network) -> None:
        """Write a network, unless it is already stored."""
        target = self._folder(digest)
        if target.exists():
            return
        arrays = _arrays(network)
        with system_errors(str(self.folder)):
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                with atomic_folder(target) as folder:
                    for name, array in arrays.items():
                        np.save(os.path.join(folder, f"{name}.npy"), array, allow_pickle=False)
            except OSError:
                if not target.exists():  # else another process was faster
                    raise

    def get(self, digest: str) -> Network:
        """Read a network."""
        labels = self.labels(digest)
        rows = load_rows(self._folder(digest), len(labels))
        return Network(labels, rows, load_directed(self._folder(digest)))

    def labels(self, digest: str) -> Labels:
        """Read the labels of the nodes of a network."""
        return load_labels(self._folder(digest))

    def file(self, digest: str, seed: int | None, format: str | None) -> Path:
        """A file with the numbered network for programs, written if it does not exist.

        With a seed, nodes and edges are in random order. Without a format it is a list of edges.
        """
        order = "as-given" if seed is None else f"shuffle-{seed}"
        path = self._folder(digest) / f"{order}.{format or 'txt'}"
        if not path.exists():
            network = numbered(self.get(digest), seed)
            if format is None:
                _write_edges(network, seed, path)
            else:
                from accord._io.networks.write import write_network

                write_network(network, path, format=format)
        return path

    def keep(self, digests: set[str]) -> int:
        """Remove all other networks, and return how many; other files stay."""
        return remove_others(self.folder, digests)

    def unfinished(self) -> list[Path]:
        """Files and folders that are being written, or whose writer was killed."""
        return [*self.folder.glob(f"{UNFINISHED}*"), *self.folder.glob(f"*/{UNFINISHED}*")]

    def _folder(self, digest: str) -> Path:
        """The folder of a network, whose name may come from a damaged table."""
        if not is_digest(digest):
            raise FormatError(f"{digest!r} is not the name of a network", str(self.folder))
        return self.folder / digest


def _arrays(network: Network) -> dict[str, Any]:
    """A network as arrays, by the names of their files."""
    arrays: dict[str, Any] = {
        "offsets": network.rows.offsets,
        "members": network.rows.members,
        "directed": np.array(network.directed),
    }
    if network.rows.shares is not None:
        arrays["weights"] = network.rows.shares
    labels = network.node_labels
    if isinstance(labels, IntegerLabels):
        return {**arrays, "labels": labels.values}
    if isinstance(labels, TextLabels):
        return {**arrays, "text_ends": labels.offsets, "text": labels.data}
    raise InputError(
        f"a network with nodes such as {labels[0]!r} cannot be stored: use integers or strings"
    )


def _write_edges(network: Network, seed: int | None, path: Path) -> None:
    """Write a line per edge: its nodes, and its weight if it has one."""
    sources, targets, weights = network.edge_columns()
    columns: list[NDArray[Any]] = [sources, targets]
    if weights is not None:
        columns.append(weights)
    if seed is not None:
        order = edge_order(len(sources), seed)
        columns = [column[order] for column in columns]
    line = "%d %d\n" if weights is None else "%d %d %.17g\n"
    with open_to_write(str(path)) as file:
        for start in range(0, len(sources), _LINES_AT_A_TIME):
            part = [column[start : start + _LINES_AT_A_TIME].tolist() for column in columns]
            cells = tuple(cell for row in zip(*part, strict=True) for cell in row)
            file.write((line * len(part[0]) % cells).encode())
