"""Clusterings in files: one module per family of formats, `formats` lists them all."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from accord._display.names import natural_order
from accord._foundation.checks import need_nodes
from accord._foundation.clustering import Clustering
from accord._foundation.labels import ObjectLabels
from accord._foundation.threads import ProgressCallback, thread_count
from accord._io.clusterings import text_tables as tables
from accord._io.clusterings.capabilities import PARTS, parts_of
from accord._io.clusterings.formats import FORMATS, format_of
from accord._io.files.atomic import open_folder, open_to_write
from accord._io.files.source import PathLike, Reading, Source
from accord.errors import AccordWarning, FormatError, InputError, unknown

__all__ = ["FORMATS", "IDS", "read", "read_nodes", "write"]

IDS = ("auto", "integer", "text")
_WAYS_OUT = {
    "levels": ": write a folder (a name that ends in /), csv, json or parquet, or merge the levels"
}


def read(
    path: PathLike | Sequence[PathLike],
    *,
    format: str | None = None,
    ids: str = "auto",
    shares: bool | None = None,
    columns: Sequence[str | int] | None = None,
    noise: object = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Clustering:
    """Reads a clustering from a file, plain or compressed by gzip, zstd, xz or bzip2; "-" is the standard input.

    Several files, or a folder, are the levels of one clustering, named after the files. `format` is
    told by the name of the file, or else by its content. `ids`: "integer", "text", or what the
    first node is. `shares`: whether nodes in a cluster list are written `node:share`; by default
    what its header says. `columns` of a table: the names or numbers of those with the node and the
    cluster, and perhaps the share, `level=…` and `weight=…`. The nodes of the cluster `noise` are
    in no cluster. `progress` is called now and then with the part of the work that is done.
    """
    if ids not in IDS:
        raise unknown("kind of ids", ids, IDS)
    chosen = None if format is None else FORMATS.find(format)
    if isinstance(columns, str):
        columns = columns.split(",")
    chosen_columns = None if columns is None else tuple(str(column) for column in columns)
    reading = Reading(ids, shares, chosen_columns, thread_count(threads), progress)
    paths = _files_of(path)
    if paths is None:
        assert isinstance(path, str | os.PathLike)
        source = Source.open(path)
        if chosen is not None and chosen.is_text:
            source.check_text()
        clustering = (chosen or format_of(source)).read(source, reading)
        return clustering if noise is None else clustering.without(noise)
    levels: dict[Hashable, Clustering] = {}
    for name, file in paths.items():
        level = read(
            file,
            format=format,
            ids=ids,
            shares=shares,
            columns=columns,
            noise=noise,
            threads=threads,
            progress=progress,
        )
        if level.level_names:
            raise FormatError(
                "it has levels itself, and cannot be one level of several", os.fspath(file)
            )
        levels[name] = level
    return Clustering.from_levels(levels)


def read_nodes(path: PathLike, *, ids: str = "auto", threads: int | None = None) -> list[Any]:
    """The nodes in a file: those of a clustering, where the name of the file tells its format, or else all its words."""
    known = FORMATS.by_name(os.fspath(path))
    if known is not None and known.name in ("csv", "tsv"):
        single = tables.read_single_column(
            Source.open(path), Reading(ids, None, None, thread_count(threads), None)
        )
        if single is not None:
            return list(single)
    return read(
        path, format=known.name if known else "cnl", ids=ids, shares=False, threads=threads
    ).nodes()


def write(clustering: Clustering, path: PathLike, *, format: str | None = None) -> None:
    """Writes a clustering, in the format that the name of the file says, compressed where it ends in .gz, .zst, .xz or .bz2.

    What the format has no place for is an error; names of clusters that it has no place for are
    left out, with a warning. A path that ends in "/" is a folder with a file for each level,
    cluster lists unless `format` says otherwise. The file or folder appears whole or not at all;
    "-" is the standard output.
    """
    if not isinstance(clustering, Clustering):
        raise InputError(
            f"expected a Clustering, not {type(clustering).__name__}: make one with Clustering.from_clusters"
        )
    need_nodes(clustering.multiplicity, "writing a clustering")
    name = os.fspath(path)
    if name.endswith("/"):
        _write_levels(clustering, name, format or "cnl")
        return
    chosen = FORMATS.to_write(name, format)
    for part in parts_of(clustering):
        if part not in chosen.holds:
            raise InputError(f"{chosen.title} cannot hold {PARTS[part]}{_WAYS_OUT.get(part, '')}")
    if isinstance(clustering.node_labels, ObjectLabels) and not (
        chosen.name == "json" and all(type(node) is int for node in clustering.node_labels)
    ):
        raise InputError(
            f"{chosen.title} cannot hold nodes such as {clustering.node_labels[0]!r}: only integers of 64 bits, and texts"
        )
    if "names" in chosen.holds and chosen.name != "cnl":
        _check_names(clustering, chosen.title)
    if clustering.names is not None and "names" not in chosen.holds:
        warnings.warn(
            f"{name}: {chosen.title} cannot hold names of clusters: left out",
            AccordWarning,
            stacklevel=2,
        )
    with open_to_write(name) as out:
        chosen.write(clustering, out)


def _files_of(path: PathLike | Sequence[PathLike]) -> dict[str, PathLike] | None:
    """The files of the levels by their names; None for a single file."""
    if isinstance(path, str | os.PathLike):
        if not os.path.isdir(path):
            return None
        files: list[PathLike] = list(_files_in(path))
    else:
        files = list(path)
        if not files:
            raise InputError("there are no files to read")
    stems = [
        os.path.basename(os.fspath(file)).partition(".")[0] or os.fspath(file) for file in files
    ]
    if len(set(stems)) < len(stems):
        stems = [os.path.basename(os.fspath(file)) for file in files]
    if len(set(stems)) < len(stems):
        stems = [os.fspath(file) for file in files]
    if len(set(stems)) < len(stems):
        raise InputError("a file is given twice")
    return dict(zip(stems, files, strict=True))


def _files_in(folder: PathLike) -> list[Path]:
    """The files in a folder, in natural order: if the names of some tell their format, these only."""
    files = [
        file for file in Path(folder).iterdir() if file.is_file() and not file.name.startswith(".")
    ]
    if not files:
        raise InputError(f"{os.fspath(folder)}: there are no files in this folder")
    known = [file for file in files if FORMATS.by_name(file.name) is not None]
    others = sorted(file.name for file in files if file not in known)
    if known and others:
        left_out = f"not read as levels, as their names tell no format: {', '.join(others)}"
        warnings.warn(f"{os.fspath(folder)}: {left_out}", AccordWarning, stacklevel=4)
    return sorted(known or files, key=lambda file: natural_order(file.name))


def _check_names(clustering: Clustering, what: str) -> None:
    """Raises where two clusters of a level have one name, which would make them one."""
    level_of, seen = clustering.level_of_cluster, set()
    for cluster, name in enumerate(clustering.names or ()):
        key = (0 if level_of is None else int(level_of[cluster]), str(name))
        if key in seen:
            raise InputError(
                f"{what} cannot hold two clusters of the name {str(name)!r}: names tell them apart there"
            )
        seen.add(key)


def _write_levels(clustering: Clustering, folder: str, format: str) -> None:
    chosen = FORMATS.find(format)
    suffix = chosen.suffixes[0] if chosen.suffixes else ".txt"
    levels = clustering.levels() or {0: clustering}
    names = [re.sub(r"[^\w-]", "_", str(name)) or "_" for name in levels]
    if len(set(names)) < len(names):
        names = [str(place) for place in range(len(names))]
    if "lone nodes" not in chosen.holds and (clustering.memberships_of_node == 0).any():
        raise InputError(f"{chosen.title} cannot hold {PARTS['lone nodes']}")
    with open_folder(folder) as inside:
        for name, level in zip(names, levels.values(), strict=True):
            in_cluster = np.flatnonzero(level.memberships_of_node).astype(np.uint32)
            own = (
                level
                if "lone nodes" in chosen.holds
                else level.restrict(level.node_labels.take(in_cluster))
            )
            write(own, os.path.join(inside, name + suffix), format=format)
