"""Writing a clustering to a file, or its levels to the files of a folder."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.checks import need_every_node
from accord._foundation.clustering import Clustering
from accord._foundation.labels import IntegerLabels
from accord._io.clusterings.features import features_of
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.files.atomic import open_folder, open_to_write
from accord._io.files.options import PathLike
from accord.errors import InputError, warn

if TYPE_CHECKING:
    from accord._io.clusterings.formats import ClusteringFormat


def write(clustering: Clustering, path: PathLike, *, format: str | None = None) -> None:
    """Write a clustering to a file, in the format that its suffix says; "-" is the standard output.

    A name that ends in .gz, .zst, .xz or .bz2 says how to compress it. A path that ends in "/" is a
    folder with a file for each level, cluster lists unless `format` says otherwise. A file or
    folder appears whole or not at all. What the format cannot hold is an error; names of clusters
    that it cannot hold are left out, with a warning.
    """
    if not isinstance(clustering, Clustering):
        raise InputError(
            f"expected a Clustering, not {type(clustering).__name__}: "
            "make one with accord.as_clustering or Clustering.from_clusters"
        )
    need_every_node(clustering.multiplicity, "writing a clustering")
    name = os.fspath(path)
    if name.endswith("/"):
        _write_levels(clustering, name, CLUSTERING_FORMATS.for_writing(name, format or "cnl"))
    else:
        _write_file(clustering, name, CLUSTERING_FORMATS.for_writing(name, format))


def _write_file(clustering: Clustering, path: str, format: ClusteringFormat) -> None:
    folder = ", or a folder (a path that ends in /)" if clustering.level_names else ""
    CLUSTERING_FORMATS.check_features(format, features_of(clustering), folder)
    format.check_nodes(clustering.node_labels)
    if "names" in format.holds and format.name != "cnl":
        _check_names(clustering, format)
    if clustering.names is not None and "names" not in format.holds:
        warn(f"{path}: {format.title} cannot hold names of clusters: left out")
    assert format.write is not None  # checked by for_writing
    with open_to_write(path) as out:
        format.write(clustering, out)


def _check_names(clustering: Clustering, format: ClusteringFormat) -> None:
    """Raise InputError if clusters of a level have the same name, and would be read as one."""
    level_of, seen = clustering.level_of_cluster, set()
    for cluster, name in enumerate(clustering.names or ()):
        key = (0 if level_of is None else int(level_of[cluster]), str(name))
        if key in seen:
            raise InputError(
                f"{format.title} cannot hold two clusters of the name {str(name)!r}: "
                "give each its own name"
            )
        seen.add(key)


def _write_levels(clustering: Clustering, folder: str, format: ClusteringFormat) -> None:
    suffix = format.suffixes[0] if format.suffixes else ".txt"
    levels = clustering.levels() or {0: clustering}
    names = [re.sub(r"[^\w-]", "_", str(name)) or "_" for name in levels]
    if len(set(names)) < len(names):
        names = [str(index) for index in range(len(names))]
    holds_lone_nodes = "lone nodes" in format.holds
    if (clustering.memberships_of_node == 0).any():
        CLUSTERING_FORMATS.check_features(format, ["lone nodes"])
    with open_folder(folder) as inside:
        for name, level in zip(names, levels.values(), strict=True):
            if not holds_lone_nodes:  # nodes that only other levels have in a cluster
                clustered = np.flatnonzero(level.memberships_of_node).astype(np.uint32)
                level = level.restrict(level.node_labels.take(clustered))
            _write_file(level, os.path.join(inside, name + suffix), format)


def smallest_text_format(clustering: Clustering) -> ClusteringFormat:
    """The text format with the least overhead that can hold all of a clustering."""
    plain = isinstance(clustering.node_labels, IntegerLabels) and clustering.names is None
    cnl, csv = CLUSTERING_FORMATS["cnl"], CLUSTERING_FORMATS["csv"]
    return cnl if plain and cnl.holds.issuperset(features_of(clustering)) else csv
