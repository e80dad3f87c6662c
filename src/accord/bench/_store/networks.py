"""Networks as algorithms get them: nodes are 0, 1, 2, …, in the order of the file or in a random one.

What an algorithm finds is told in these numbers, and turned into the labels of the network again.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._engines.native.shuffle import shuffle
from accord._foundation.clustering import Clustering
from accord._foundation.labels import IntegerLabels, Labels, TextLabels
from accord._foundation.network import Network, pack_edges
from accord._foundation.parts import Levels, Parts
from accord._foundation.rows import Rows
from accord._foundation.threads import thread_count
from accord._io.files.atomic import atomic_folder, open_to_write, system_errors
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NODES, _EDGES = 0, 1  # numbers of random orders of one seed
_LINES = 100_000  # of an edge list, at a time


def places(count: int, seed: int | None) -> NDArray[np.uint32]:
    """Which node of a network of so many nodes each number stands for."""
    return np.arange(count, dtype=np.uint32) if seed is None else shuffle(count, seed, _NODES)


def numbered(network: Network, seed: int | None) -> Network:
    """The network with nodes 0, 1, 2, …, in the order they have, or in a random one."""
    nodes = IntegerLabels(np.arange(network.n_nodes))
    if seed is None:
        return Network(nodes, network.rows, network.directed)
    number = np.empty(network.n_nodes, np.uint32)
    number[places(network.n_nodes, seed)] = np.arange(network.n_nodes, dtype=np.uint32)
    sources, targets, weights = network.edge_columns()
    return pack_edges(nodes, number[sources], number[targets], weights, network.directed)


def restored(found: Clustering, place: NDArray[np.uint32], labels: Labels) -> Clustering:
    """A clustering of numbered nodes, with the labels of the nodes; raises where it has nodes that are none."""
    if not isinstance(found.node_labels, IntegerLabels):
        raise InputError(f"its nodes are not numbers, but such as {found.node_labels[0]!r}")
    numbers = found.node_labels.values
    wrong = (numbers < 0) | (numbers >= len(place))
    if wrong.any():
        raise InputError(
            f"node {numbers[wrong.argmax()]} is not in the network, whose nodes are 0 to {len(place) - 1}"
        )
    nodes = place[numbers]
    kept = np.sort(nodes)
    index = np.searchsorted(kept, nodes).astype(np.uint32)
    weights = None
    if found.weights is not None:
        weights = np.empty_like(found.weights)
        weights[index] = found.weights
    levels = (
        None
        if found.level_of_cluster is None
        else Levels(found.level_names, found.level_of_cluster)
    )
    rows = found.rows.relabel(index, len(kept), thread_count())
    return Clustering(Parts(labels.take(kept), rows, found.names, weights, found.repeated, levels))


def is_digest(name: str) -> bool:
    """Whether a file or folder of a store is called after its content."""
    return re.fullmatch("[0-9a-f]{64}", name) is not None


def remove_others(folder: Path, digests: set[str]) -> int:
    """Removes the folders in a folder that are called after their content, but for these, and says how many."""
    others = [
        path for path in folder.glob("*") if path.name not in digests and is_digest(path.name)
    ]
    for path in others:
        shutil.rmtree(path, ignore_errors=True)
    return len(others)


class NetworkFiles:
    """A folder of networks by their digests: as arrays, and as lists of edges for programs that read such."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, digest: str, network: Network) -> None:
        if (self.folder / digest).exists():
            return
        arrays: dict[str, Any] = {
            "offsets": network.rows.offsets,
            "members": network.rows.members,
            "directed": np.array(network.directed),
        }
        if network.rows.shares is not None:
            arrays["weights"] = network.rows.shares
        if isinstance(network.node_labels, IntegerLabels):
            arrays["labels"] = network.node_labels.values
        elif isinstance(network.node_labels, TextLabels):
            arrays |= {"text_ends": network.node_labels.offsets, "text": network.node_labels.data}
        else:
            raise InputError(
                f"a network with nodes such as {network.node_labels[0]!r} cannot be kept: use integers or texts"
            )
        with system_errors(str(self.folder)):
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                with atomic_folder(self.folder / digest) as folder:
                    for name, array in arrays.items():
                        np.save(os.path.join(folder, f"{name}.npy"), array, allow_pickle=False)
            except OSError:
                if not (self.folder / digest).exists():  # else another process was faster
                    raise

    def get(self, digest: str) -> Network:
        weights = self._load(digest, "weights") if self._path(digest, "weights").exists() else None
        rows = Rows(self._load(digest, "offsets"), self._load(digest, "members"), weights)
        return Network(self.labels(digest), rows, bool(self._load(digest, "directed")))

    def labels(self, digest: str) -> Labels:
        if self._path(digest, "labels").exists():
            return IntegerLabels(self._load(digest, "labels"))
        return TextLabels(self._load(digest, "text_ends"), self._load(digest, "text"))

    def _load(self, digest: str, part: str) -> Any:
        with system_errors(str(self._path(digest, part))):
            return np.load(self._path(digest, part), allow_pickle=False)

    def _path(self, digest: str, part: str) -> Path:
        return self.folder / digest / f"{part}.npy"

    def file(self, digest: str, seed: int | None, format: str | None) -> Path:
        """A file with the numbered network for programs that read such; with a seed, in random order."""
        order = "as-given" if seed is None else f"shuffle-{seed}"
        path = self.folder / digest / f"{order}.{format or 'txt'}"
        if not path.exists():
            network = numbered(self.get(digest), seed)
            if format is None:
                _write_edges(network, seed, path)
            else:
                from accord._io.networks.write import write_network

                write_network(network, path, format=format)
        return path

    def keep(self, digests: set[str]) -> int:
        """Removes all other networks, and says how many; what else is in the folder stays."""
        return remove_others(self.folder, digests)


def _write_edges(network: Network, seed: int | None, path: Path) -> None:
    """A line per edge: its nodes, and its weight if it has one."""
    sources, targets, weights = network.edge_columns()
    columns: list[NDArray[Any]] = (
        [sources, targets] if weights is None else [sources, targets, weights]
    )
    if seed is not None:
        order = shuffle(len(sources), seed, _EDGES)
        columns = [column[order] for column in columns]
    line = "%d %d\n" if weights is None else "%d %d %.17g\n"
    with open_to_write(str(path)) as file:
        for start in range(0, len(sources), _LINES):
            part = [column[start : start + _LINES].tolist() for column in columns]
            cells = tuple(cell for row in zip(*part, strict=True) for cell in row)
            file.write((line * len(part[0]) % cells).encode())
