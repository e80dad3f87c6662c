"""Reading a clustering from a file, or from several files that are its levels."""

from __future__ import annotations

import os
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from accord._display.names import natural_order
from accord._foundation.clustering import Clustering
from accord._foundation.noise import declare_noise
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.reading import Orientation, Reading
from accord._foundation.threads import thread_count
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.files.binary import refuse_binary
from accord._io.files.label_words import warn_of_large_ids
from accord._io.files.options import (
    IdType,
    PathLike,
    ReadOptions,
    check_id_type,
    split_columns,
    warn_of_unused,
)
from accord._io.files.source import Source
from accord._io.wrong_kind import refuse_network
from accord.errors import FormatError, InputError, warn

if TYPE_CHECKING:
    from pathlib import Path


def read(
    path: PathLike | Sequence[PathLike],
    *,
    format: str | None = None,
    ids: IdType = "auto",
    shares: bool | None = None,
    columns: Sequence[str | int] | None = None,
    header: bool | None = None,
    orientation: Orientation | None = None,
    noise: object = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Clustering:
    """Read a clustering from a file, plain or compressed; "-" is the standard input.

    Several files, or a folder, are the levels of one clustering, named after the files. Files may
    be compressed with gzip, zstd, xz or bzip2.

    - `format`: the name of a format; by default it is recognised by the file name or the content.
    - `ids`: "integer" or "text"; by default ("auto") the type of the first node.
    - `shares`: whether nodes of a cluster list are written `node:share`; by default as its header
      says.
    - `columns` of a table: names or numbers of those with the node, the cluster and perhaps the
      share, then `level=…` and `weight=…`; by default found by their names.
    - `header`: whether the first row of a table names its columns; by default as its words say, and
      an error if they do not say.
    - `orientation` of a mapping to lists in JSON: "nodes" if its keys are nodes, "clusters" if they
      are clusters; by default what the data tell.
    - `noise`: the name of a cluster, such as -1, whose nodes are in no cluster; False if there is
      none.
    - `progress`: called from time to time with the part of the work that is done, from 0 to 1.
    """
    check_id_type(ids)
    if format is not None:
        CLUSTERING_FORMATS.find(format)  # a wrong name is an error even if there is no such file
    reading = Reading(orientation, noise, columns)
    options = ReadOptions(
        ids=ids,
        shares=shares,
        columns=split_columns(columns),
        header=header,
        threads=thread_count(threads),
        progress=progress,
        orientation=reading.orientation,
        noise=noise,
    )
    if isinstance(path, str | os.PathLike) and not os.path.isdir(path):
        return _read_file(path, format, options, noise)
    levels: dict[Hashable, Clustering] = {}
    for name, file in _level_files(path).items():
        level = None if os.path.isdir(file) else _read_file(file, format, options, noise)
        if level is None or level.level_names:
            raise FormatError(
                "it has levels itself, and cannot be one level of several", os.fspath(file)
            )
        levels[name] = level
    return Clustering.from_levels(levels)


def read_nodes(path: PathLike, *, ids: IdType = "auto", threads: int | None = None) -> list[Any]:
    """The nodes in a file: of a clustering if its suffix says a format, else all its words."""
    format = CLUSTERING_FORMATS.by_suffix(os.fspath(path)) or CLUSTERING_FORMATS["cnl"]
    if os.path.isdir(path):
        return read(path, format=format.name, ids=ids, shares=False, threads=threads).nodes()
    options = ReadOptions(
        ids=ids,
        shares=False,
        columns=None,
        header=None,
        threads=thread_count(threads),
        progress=None,
    )
    source = Source.open(path)  # once: it may be a pipe
    if format.name in ("csv", "tsv"):
        from accord._io.clusterings.text_memberships import read_single_column  # for tables only

        nodes = read_single_column(source, options)
        if nodes is not None:
            return list(nodes)
    return _read_source(source, format.name, options, None).nodes()


def _read_file(
    path: PathLike, format: str | None, options: ReadOptions, noise: object
) -> Clustering:
    begin_step(options.progress, f"reading {os.fspath(path)}")
    return _read_source(Source.open(path), format, options, noise)


def _read_source(
    source: Source, format: str | None, options: ReadOptions, noise: object
) -> Clustering:
    if format is None:
        refuse_binary(source)
        refuse_network(source)
    chosen = CLUSTERING_FORMATS.for_reading(source, format)
    if not chosen.has_columns:
        warn_of_unused(options, source.name, chosen.title)
    clustering = chosen.read(source, options)
    warn_of_large_ids(source, options, clustering.node_labels)
    return declare_noise(clustering, noise, source.name)


def _level_files(path: PathLike | Sequence[PathLike]) -> dict[str, PathLike]:
    """The files of the levels, by the shortest part of their names that tells them apart."""
    files: Sequence[PathLike] = (
        _files_in(path) if isinstance(path, str | os.PathLike) else list(path)
    )
    if not files:
        raise InputError("there are no files to read")
    paths = [os.fspath(file) for file in files]
    bases = [os.path.basename(path) for path in paths]
    stems = [base.partition(".")[0] or path for base, path in zip(bases, paths, strict=True)]
    for names in (stems, bases, paths):
        if len(set(names)) == len(names):
            return dict(zip(names, files, strict=True))
    raise InputError("a file is given twice")


def _files_in(folder: PathLike) -> list[Path]:
    """The files in a folder in natural order: those whose suffix says a format, or else all."""
    from pathlib import Path  # takes long to import, and few inputs are folders

    files = [
        file for file in Path(folder).iterdir() if file.is_file() and not file.name.startswith(".")
    ]
    if not files:
        raise InputError(f"{os.fspath(folder)}: there are no files in this folder")
    known = [file for file in files if CLUSTERING_FORMATS.by_suffix(file.name) is not None]
    others = sorted(file.name for file in files if file not in known)
    if known and others:
        warn(
            f"{os.fspath(folder)}: not read as levels, as their suffixes are unknown: "
            f"{', '.join(others)}"
        )
    return sorted(known or files, key=lambda file: natural_order(file.name))
