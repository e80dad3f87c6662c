"""Reading a network from a file."""

from __future__ import annotations

import os
from collections.abc import Sequence

from accord._foundation.network import Network, Repeats, check_repeats
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.threads import thread_count
from accord._io.files.binary import refuse_binary
from accord._io.files.label_words import warn_of_large_ids
from accord._io.files.options import (
    IdType,
    PathLike,
    check_id_type,
    split_columns,
    warn_of_unused,
)
from accord._io.files.source import Source
from accord._io.networks.formats import NETWORK_FORMATS
from accord._io.networks.options import NetworkReadOptions
from accord._io.wrong_kind import refuse_clustering


def read_network(
    path: PathLike,
    *,
    format: str | None = None,
    directed: bool | None = None,
    ids: IdType = "auto",
    weights: bool | str | None = None,
    columns: Sequence[str | int] | None = None,
    header: bool | None = None,
    repeats: Repeats = "once",
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Network:
    """Read a network from a file, plain or compressed; "-" is the standard input.

    Files may be compressed with gzip, zstd, xz or bzip2.

    - `format`: the name of a format; by default it is recognised by the file name or the content.
    - `directed`: by default as the file says, and undirected if it says nothing.
    - `ids`: "integer" or "text"; by default ("auto") the type of those of the first edge.
    - `weights`: False to ignore them, True to require them, or the name of their column or
      attribute; by default they are read if there are any.
    - `columns` of a table: names or numbers of those with the source, the target and perhaps the
      weight; by default found by their names.
    - `header`: whether the first row of a table names its columns; by default as its words say, and
      an error if they do not say.
    - `repeats`: how to treat repeated edges: "once" (the default), "add" to add their weights, or
      "error".
    - `progress`: called from time to time with the part of the work that is done, from 0 to 1.
    """
    check_id_type(ids)
    check_repeats(repeats)
    if format is not None:
        NETWORK_FORMATS.find(format)  # a wrong name is an error even if there is no such file
    options = NetworkReadOptions(
        ids=ids,
        shares=None,
        columns=split_columns(columns),
        header=header,
        threads=thread_count(threads),
        progress=progress,
        directed=directed,
        weights=weights,
        repeats=repeats,
    )
    begin_step(progress, f"reading {os.fspath(path)}")
    source = Source.open(path)
    if format is None:
        refuse_binary(source)
        refuse_clustering(source)
    chosen = NETWORK_FORMATS.for_reading(source, format)
    if not chosen.has_columns:
        warn_of_unused(options, source.name, chosen.title)
    network = chosen.read(source, options)
    warn_of_large_ids(source, options, network.node_labels)
    return network
