"""Reading an input of a request: a clustering, a network, or a table of attributes.

An input is a file that the server has checked (`at`), or a text; `name` is what the user calls it.
Messages name it so, and its suffix says the format, as if the user had given the file itself.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import accord
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._foundation.noise import declare_noise
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.threads import thread_count
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.files.binary import refuse_binary
from accord._io.files.label_words import warn_of_large_ids
from accord._io.files.options import ReadOptions, check_id_type, split_columns
from accord._io.files.source import Source
from accord._io.networks.formats import NETWORK_FORMATS
from accord._io.networks.options import NetworkReadOptions
from accord._io.wrong_kind import refuse_clustering, refuse_network
from accord.errors import AccordError, FormatError, InputError

Spec = Mapping[str, Any]

#: Bytes of a text that are looked at first.
_HEAD = 1 << 16
#: Rows of a table of attributes.
_MAX_ROWS = 5_000_000


def name_of(spec: Spec) -> str:
    """What the user calls an input."""
    name = spec.get("name") or spec.get("path")
    return str(name) if name else "pasted text" if "text" in spec else "file"


def title_of(spec: Spec) -> str:
    """The same with the level that is taken."""
    level = spec.get("level")
    return name_of(spec) if level is None else f"{name_of(spec)}, level {level}"


def read_clustering(spec: Spec, progress: ProgressCallback | None = None) -> Clustering:
    """Read a clustering as `accord.read` does; a folder has a file for each level."""
    reading, noise = dict(spec.get("reading") or {}), (spec.get("reading") or {}).get("noise")
    format = reading.get("format")
    if "at" in spec and os.path.isdir(spec["at"]):
        with named(spec):
            return accord.read(spec["at"], **reading, progress=progress)
    check_id_type(reading.get("ids", "auto"))
    begin_step(progress, f"reading {name_of(spec)}")
    source = open_source(spec)
    if format is None:
        refuse_binary(source)
        refuse_network(source)
    options = ReadOptions(**_options(reading, progress), noise=noise)
    clustering = CLUSTERING_FORMATS.for_reading(source, format).read(source, options)
    warn_of_large_ids(source, options, clustering.node_labels)
    return declare_noise(clustering, noise, source.name)


def read_network(spec: Spec, progress: ProgressCallback | None = None) -> Network:
    """Read a network as `accord.read_network` does."""
    reading = dict(spec.get("reading") or {})
    format = reading.get("format")
    check_id_type(reading.get("ids", "auto"))
    begin_step(progress, f"reading {name_of(spec)}")
    source = open_source(spec)
    if format is None:
        refuse_binary(source)
        refuse_clustering(source)
    options = NetworkReadOptions(
        **_options(reading, progress),
        directed=reading.get("directed"),
        weights=reading.get("weights"),
        repeats=reading.get("repeats", "once"),
    )
    network = NETWORK_FORMATS.for_reading(source, format).read(source, options)
    warn_of_large_ids(source, options, network.node_labels)
    return network


def read_table(spec: Spec) -> dict[str, dict[str, str]]:
    """Read a table of attributes: a row per node, its name in the first column, and a header."""
    source = open_source(spec)
    try:
        text = source.read()[source.start :].decode()
    except UnicodeDecodeError:
        raise FormatError("this is not UTF-8 text", source.name) from None
    first = text.partition("\n")[0]
    separator = "\t" if "\t" in first else ";" if ";" in first and "," not in first else ","
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error as error:
        raise FormatError(f"this is not a table: {error}", source.name) from None
    return _attributes([row for row in rows if row], source.name)


def _attributes(rows: Sequence[Sequence[str]], name: str) -> dict[str, dict[str, str]]:
    if len(rows) < 2 or len(rows[0]) < 2:
        raise FormatError(
            "a table of attributes needs a header, and a row for each node: its name, and a "
            "column for each attribute",
            name,
        )
    if len(rows) > _MAX_ROWS:
        raise FormatError(f"a table of attributes has at most {_MAX_ROWS:,} rows", name)
    header = rows[0][1:]
    return {row[0]: dict(zip(header, row[1:], strict=False)) for row in rows[1:]}


def open_source(spec: Spec) -> Source:
    """The file or text of an input, by the name that the user knows."""
    name = name_of(spec)
    if "text" in spec:
        text = str(spec["text"]).encode("utf-8", "surrogatepass")
        return Source(name, None, text, text[:_HEAD])
    if "at" not in spec:
        raise InputError("an input is a file, a path or a text: this one has none of them")
    with named(spec):
        return replace(Source.open(spec["at"]), name=name)


@contextmanager
def named(spec: Spec) -> Iterator[None]:
    """Let errors call a file what the user calls it, and not what the server does."""
    try:
        yield
    except AccordError as error:
        hidden, name = str(spec["at"]), name_of(spec)
        error.args = tuple(
            each.replace(hidden, name) if isinstance(each, str) else each for each in error.args
        )
        if isinstance(error, FormatError):
            error.path = error.path.replace(hidden, name)
        raise


def find_level(clustering: Clustering, level: Hashable) -> Clustering:
    """One level of a clustering, by its name; a text also finds a name that is not a text."""
    levels = clustering.levels()
    if not levels:
        raise InputError(f"there is no level {level}: the clustering has no levels")
    for same in (lambda name: name == level, lambda name: str(name) == str(level)):
        for name, chosen in levels.items():
            if same(name):
                return chosen
    raise accord.errors.unknown("level", str(level), [str(name) for name in levels])


def _options(reading: Mapping[str, Any], progress: ProgressCallback | None) -> dict[str, Any]:
    return {
        "ids": reading.get("ids", "auto"),
        "shares": reading.get("shares"),
        "columns": split_columns(reading.get("columns")),
        "header": reading.get("header"),
        "threads": thread_count(),
        "progress": progress,
        "orientation": reading.get("orientation"),
    }
