"""Valid files to mutate: as accord writes them, and as other programs do."""

import bz2
import gzip
import io
import lzma
import tempfile
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import zstandard
from format_cases import VALID_FILES as VALID_CLUSTERINGS
from network_files import VALID_FILES as VALID_NETWORKS

import accord
from accord import Clustering, Network
from accord._io.clusterings.formats import CLUSTERING_FORMATS
from accord._io.files.format_table import FormatTable
from accord._io.networks.formats import NETWORK_FORMATS

#: The formats that the two functions read.
_FORMATS: dict[str, FormatTable[Any, Any]] = {
    "read": CLUSTERING_FORMATS,
    "read_network": NETWORK_FORMATS,
}
#: The compressions, by suffix.
COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: gzip.compress(data, mtime=0),
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor(write_checksum=True).compress,
}

_CLUSTERINGS = (
    Clustering.from_clusters({"red": ["ann", "bob", "eve"], "blue": ["eve", "joé"]}),
    Clustering.from_clusters([[1, 2, 3], [4, 5], [6]]),
    Clustering.from_memberships([1, 1, 2], ["a", "b", "b"], shares=[0.25, 0.75, 1]),
    Clustering.from_memberships([1, 2, 3], [0, 0, 1], weights=[1, 2.5, 3]),
    Clustering.from_levels(
        {1: Clustering.from_labels([0, 0, 0, 1]), 2: Clustering.from_labels([0, 0, 1, 2])}
    ),
    Clustering.from_clusters({"d:0:1": ["d:0:0-1", "d:0:3-3"], "d:0:2": ["d:0:1-2"]}),
)
_NETWORKS = (
    Network.from_edges([(1, 2), (2, 3), (3, 1)]),
    Network.from_edges([(1, 2), (2, 3)], weights=[0.5, 2], nodes=[1, 2, 3, 4]),
    Network.from_edges([("ann", "bob"), ("bob", "joé")], directed=True),
)
_EXTRA = {
    "gml network": [
        b'graph [ # x\n node [ id 1 name "a" g [ x 1 ] ] edge [ source 1 target 1 w "2" ] ]'
    ],
    "graphml network": [
        b'<?xml version="1.0" encoding="ISO-8859-1"?><graphml><key id="k" for="edge" '
        b'attr.name="weight"><default>2</default></key><graph edgedefault="directed">'
        b'<node id="n0"><data key="name">a</data></node><node id="n1"/>'
        b'<edge source="n0" target="n1" directed="false"><data key="k">3e2</data></edge>'
        b"</graph></graphml>"
    ],
    "metis network": [b"% x\n3 2 011 2\n1 1 2 0.5\r\n1 1 1 0.5 3 1\n1 2 2 1e0\n"],
    "pajek network": [
        b'*Network x\n*Vertices 3\n1 "a b" 0.1 0.2\n3 c\n*Arcs\n1 2 3 c Blue\n*Edgeslist\n3 1 2\n'
    ],
    "networkx network": [b"# x\n1 2 {'weight': 0.5, 'a': [1]}\n2 3 {}\n"],
    "infomap": [b'# path flow name node_id\n1:1:1 0.5 "a" 1\n2:1 0.5 "b" 2\n*Links\n1 2\n'],
    "json": [
        b'{"ann": ["red", "blue"], "bob": ["red"]}',
        b"[0, 0, 1, -1]",
        b'[{"node": "\\u00e9", "cluster": 12345678901234567890123}]',
        b"[[0.5, 0.5], [1.0, 0.0]]",
    ],
}


@dataclass(frozen=True)
class Reader:
    """A reader to fuzz: the format and the compression of its files."""

    name: str
    #: "read" or "read_network", and the format to read.
    function: str
    format: str | None
    seeds: tuple[bytes, ...]


def readers() -> dict[str, Reader]:
    """All readers, by name: of each format, of each compression, and where no format is given."""
    found = []
    for function, formats in _FORMATS.items():
        of_function = [_reader(function, name) for name in formats]
        texts = [reader.seeds for reader in of_function if formats[reader.format].is_text]
        unnamed = Reader(f"{function} without format", function, None, tuple(chain(*texts)))
        found += [*of_function, unnamed]
    text = b"".join(b"%d %d\n" % (number, number * 7 % 50) for number in range(40))
    found += [
        Reader(suffix, "read", "cnl", (pack(text), pack(text) + pack(text)))
        for suffix, pack in COMPRESSIONS.items()
    ]
    return {reader.name: reader for reader in found}


def _reader(function: str, format: str) -> Reader:
    """With a small file, and what accord writes of what the format can hold."""
    of_clusterings = function == "read"
    name = format if of_clusterings else f"{format} network"
    small = (VALID_CLUSTERINGS if of_clusterings else VALID_NETWORKS).get(format)
    seeds = [] if small is None else [small.encode()]
    seeds += _EXTRA.get(name, [])
    if _FORMATS[function][format].write is not None:
        seeds += _written(format, _CLUSTERINGS if of_clusterings else _NETWORKS)
    seeds += _arrays() if format == "numpy" else []
    assert seeds, name
    return Reader(name, function, format, tuple(seeds))


def _written(format: str, contents: Sequence[Clustering | Network]) -> list[bytes]:
    written = []
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", accord.AccordWarning)  # names that a format cannot hold
        path = Path(folder) / "seed"
        for content in contents:
            try:
                if isinstance(content, Clustering):
                    accord.write(content.unique(), path, format=format)
                else:
                    accord.write_network(content, path, format=format)
            except accord.InputError:
                continue  # a format need not hold everything
            written.append(path.read_bytes())
    return written


def _arrays() -> list[bytes]:
    files = []
    arrays = [np.array([0, 0, 1]), np.array(["a", "é"]), np.eye(3), np.array([b"x", b"y"])]
    for array in [*arrays, np.array([0.5, 1.5])]:
        for save in (np.save, np.savez, np.savez_compressed):
            file = io.BytesIO()
            save(file, array)
            files.append(file.getvalue())
    return files
