"""Instances: the networks of the data sets of a study, each with its truth if there is one."""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import accord
from accord._display.names import natural_order
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._foundation.reading import READ_AS_FOUND, Reading
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.networks.formats import NETWORK_FORMATS
from accord.bench._algorithms.graph_kinds import GraphKind, graph_kind_of
from accord.bench._digest import digest_of, digest_of_file
from accord.bench._study import checks
from accord.bench._study.objects import network_of, truth_of
from accord.bench._study.recipes import Recipe, grid
from accord.errors import AccordError, InputError

#: Settings of how a network is read, by the names of the arguments of `read_network`.
_READING_KEYS = ("format", "directed", "ids", "weights", "columns", "header", "repeats")
#: Settings of how a truth is read.
_TRUTH_KEYS = ("orientation", "noise", "truth_columns", "truth_header")
_KEYS = ("name", "network", "lfr", "truth", "truth_format", *_TRUTH_KEYS, *_READING_KEYS)


@dataclass(frozen=True)
class Instance:
    """A network of a data set, with its truth if there is one."""

    dataset: str
    #: Distinguishes the networks of a data set; empty if there is only one.
    name: str
    network: Path | Network | Recipe
    truth: Path | Clustering | None = None
    #: Arguments of `read_network`.
    reading: Mapping[str, Any] = field(default_factory=dict)
    truth_format: str | None = None
    #: How a truth that is a file is read, besides its format; and whether it has a header.
    truth_reading: Reading = READ_AS_FOUND
    truth_header: bool | None = None
    #: What the network was given as; "network" for a Network, a file, a table or a recipe.
    graph: GraphKind = "network"

    def generated(self) -> Instance:
        """The same instance, with network and truth generated if they are still a recipe."""
        if not isinstance(self.network, Recipe):
            return self
        try:
            network, truth = self.network.generate()
        except AccordError as error:
            raise InputError(f"{self.dataset}: {error}") from None
        return replace(self, network=network, truth=truth)

    def read_network(self) -> Network:
        if isinstance(self.network, Network):
            return self.network
        assert isinstance(self.network, Path)
        return accord.read_network(self.network, **self.reading)

    def digest(self) -> str:
        """Identifies the network: a digest of its content and of how it is read."""
        if isinstance(self.network, Network):
            return digest_of_network(self.network)
        assert isinstance(self.network, Path)
        format = NETWORK_FORMATS.by_suffix(self.network.name)
        reading = {**({"format": format.name} if format else {}), **self.reading}
        return digest_of({"file": digest_of_file(self.network), "reading": reading})


def digest_of_network(network: Network) -> str:
    """Digest of the content of a network."""
    rows, labels = network.rows, network.node_labels
    total = hashlib.sha256(repr((network.directed, labels.kind, list(labels))).encode())
    for array in (rows.offsets, rows.members, rows.shares):
        if array is not None:
            total.update(array.tobytes())
    return total.hexdigest()


# ---- from the settings of a data set -------------------------------------------------------------


def parse_data(entry: Any, folder: Path) -> list[Instance]:
    """The instances of an entry of `data`; paths are relative to `folder`."""
    entry = checks.mapping(entry, _KEYS)
    if "lfr" in entry:
        return _generated(entry)
    if entry.get("network") is None:
        raise InputError('there is no network: give its file, as in network = "friends.txt"')
    if not isinstance(entry.get("directed", True), bool):
        raise InputError(f"directed is true or false, not {entry['directed']!r}")
    if entry.get("format") is not None:
        NETWORK_FORMATS.find(entry["format"])
    if entry.get("truth_format") is not None:
        CLUSTERING_FORMATS.find(entry["truth_format"])
    is_pattern = _is_path(entry["network"]) and "*" in str(entry["network"])
    return _matching(entry, folder) if is_pattern else [_single(entry, folder)]


def _generated(entry: Mapping[str, Any]) -> list[Instance]:
    """Instances that are LFR benchmarks, for every combination of their parameters."""
    for key in entry:
        if key not in ("name", "lfr"):
            raise InputError(f"an LFR benchmark has its own network and truth: leave out {key}")
    name = checks.string(entry.get("name", "lfr"))
    return [
        Instance(dataset, instance, recipe)
        for dataset, instance, recipe in grid(name, entry["lfr"])
    ]


def _single(entry: Mapping[str, Any], folder: Path) -> Instance:
    """A data set that is one network: a file or an object."""
    given, reading = entry["network"], _reading(entry)
    if _is_path(given):
        network: Path | Network = _file(given, "network", folder)
        default = Path(given).name.partition(".")[0]
    else:
        network, reading = network_of(given, reading), {}
        default = "network"
    return Instance(
        dataset=checks.string(entry.get("name") or default),
        name="",
        network=network,
        truth=_truth(entry, network, folder),
        reading=reading,
        truth_format=entry.get("truth_format"),
        truth_reading=_truth_reading(entry),
        truth_header=entry.get("truth_header"),
        graph=graph_kind_of(given),
    )


def _truth(
    entry: Mapping[str, Any], network: Path | Network, folder: Path
) -> Path | Clustering | None:
    """The file of a truth, or the clustering that an object is."""
    truth = entry.get("truth")
    if truth is None:
        return None
    if _is_path(truth):
        return _file(truth, "truth", folder)
    nodes = network.node_labels if isinstance(network, Network) else None
    return truth_of(truth, entry["network"], nodes, _truth_reading(entry))


def _truth_reading(entry: Mapping[str, Any]) -> Reading:
    return Reading(entry.get("orientation"), entry.get("noise"), entry.get("truth_columns"))


def _matching(entry: Mapping[str, Any], folder: Path) -> list[Instance]:
    """A data set of all networks whose paths match a pattern with a *."""
    pattern, truth = str(entry["network"]), entry.get("truth")
    if pattern.count("*") > 1 or (truth is not None and str(truth).count("*") != 1):
        raise InputError("network and truth must have one * each, for the name of the instance")
    files = _files_like(folder / pattern)
    if not files:
        raise InputError(f"there is no file {pattern}: give the network of at least one instance")
    default = Path(pattern.replace("*", "")).name.partition(".")[0] or "data"
    dataset = checks.string(entry.get("name") or default)
    return [
        Instance(
            dataset=dataset,
            name=name,
            network=files[name],
            truth=None if truth is None else _file(str(truth).replace("*", name), "truth", folder),
            reading=_reading(entry),
            truth_format=entry.get("truth_format"),
            truth_reading=_truth_reading(entry),
            truth_header=entry.get("truth_header"),
        )
        for name in sorted(files, key=natural_order)
    ]


def _reading(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: entry[key] for key in _READING_KEYS if key in entry}


def _is_path(value: Any) -> bool:
    return isinstance(value, str | os.PathLike)


def _file(value: str | os.PathLike[str], key: str, folder: Path) -> Path:
    """The path of an existing file."""
    path = folder / checks.located(key, checks.path, value)
    if not path.exists():
        raise InputError(
            f"the {key} {path} does not exist: give a file, relative to the folder of the study"
        )
    return path


def _files_like(pattern: Path) -> dict[str, Path]:
    """The files whose paths match a pattern, by the part that the * matches.

    No other character has a special meaning.
    """
    start, end = str(pattern).split("*")
    paths = glob.glob(f"{glob.escape(start)}*{glob.escape(end)}")
    return {path[len(start) : len(path) - len(end)]: Path(path) for path in paths}
