"""Cluster lists (CNL): one cluster per line, its nodes separated by blanks.

    # Clusters: 2, Nodes: 4, Fuzzy: 0, Numbered: 1
    red> 1 2 3
    blue> 3 4

Lines that start with '#' are comments; the first may be a header as above. A name before '>' is optional. With
`Fuzzy: 1` in the header, or `shares=True`, a member may be `node:share`.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from accord import _core
from accord.clustering import Clustering
from accord.errors import AccordWarning, FormatError, InputError, unknown
from accord.io.compression import decompress, is_compressed
from accord.io.files import open_to_write, system_errors
from accord.labels import IntegerLabels, Labels, TextLabels
from accord.packing import Parts
from accord.rows import Rows
from accord.threads import Progress, thread_count

IDS = ("auto", "integer", "text")
_HEAD = 1 << 16  # bytes in which the header must be

PathLike = str | os.PathLike[str]


@dataclass(frozen=True)
class Header:
    """What the comments at the start of a file claim; None where they say nothing."""

    clusters: int | None = None
    nodes: int | None = None
    fuzzy: bool = False
    text_ids: bool = False

    @classmethod
    def parse(cls, head: bytes) -> Header:
        claims: dict[bytes, bytes] = {}
        for line in head.removeprefix(b"\xef\xbb\xbf").splitlines():
            if line.strip() and not line.lstrip().startswith(b"#"):
                break
            for key, value in re.findall(rb"\b(clusters|nodes|fuzzy|ids)\s*:\s*(\d{1,18}\b|text\b)", line.lower()):
                claims.setdefault(key, value)
        clusters, nodes, fuzzy = (_count(claims.get(key)) for key in (b"clusters", b"nodes", b"fuzzy"))
        return cls(clusters, nodes, bool(fuzzy), claims.get(b"ids") == b"text")

    def contradictions(self, clustering: Clustering) -> Iterator[str]:
        """Where the content says otherwise."""
        for what, claimed, there in (
            ("clusters", self.clusters, clustering.n_clusters),
            ("nodes", self.nodes, clustering.n_nodes),
        ):
            if claimed is not None and claimed != there:
                yield f"the header says {claimed} {what}, the file has {there}"


def _count(value: bytes | None) -> int | None:
    return int(value) if value is not None and value.isdigit() else None


def read(
    path: PathLike,
    *,
    ids: str = "auto",
    shares: bool | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Clustering:
    """Reads a clustering from a cluster list, plain or compressed by gzip or zstd; "-" is the standard input.

    `ids`: "integer", "text", or what the first node is. `shares`: whether nodes are written `node:share`; by default what
    the header says. `progress` is called now and then with the share of the work that is done.
    """
    if ids not in IDS:
        raise unknown("kind of ids", ids, IDS)
    name = "standard input" if str(path) == "-" else os.fspath(path)
    count = thread_count(threads)
    with system_errors(name):
        head, text = _open(path)
    if not head:
        raise FormatError("the file is empty: expected one cluster per line", name)
    header = Header.parse(head)
    fuzzy = header.fuzzy if shares is None else shares
    if ids == "auto" and header.text_ids:
        ids = "text"
    try:
        with system_errors(name):
            if text is None:
                parts, labels, names = _core.read_file(os.fsencode(path), ids, fuzzy, count, progress)
            else:
                parts, labels, names = _core.read_bytes(text, ids, fuzzy, count, progress)
    except _core.ParseError as error:
        what, line, column, not_integer = error.args
        raise FormatError(what + (_hint(what, ids) if not_integer else ""), name, line, column) from None
    clustering = _assemble(parts, labels, names, name)
    doubts = list(header.contradictions(clustering))
    if shares is None and not fuzzy and _looks_shared(clustering.labels):
        doubts.append(f"ids such as {clustering.labels[0]!r} look like node:share; read them so with --shares (shares=True)")
    for doubt in doubts:
        warnings.warn(f"{name}: {doubt}", AccordWarning, stacklevel=2)
    return clustering


def write(clustering: Clustering, path: PathLike) -> None:
    """Writes a clustering as a cluster list, compressed by gzip or zstd where the name ends in .gz or .zst.

    Names (as texts) and shares are kept; node weights and nodes in no cluster have no place in this format and are an
    error. The file appears whole or not at all; "-" is the standard output.
    """
    if not isinstance(clustering, Clustering):
        raise InputError(f"expected a Clustering, not {type(clustering).__name__}: make one with Clustering.from_clusters")
    for problem in _unwritable(clustering):
        raise InputError(f"a cluster list cannot hold {problem}")
    with open_to_write(os.fspath(path)) as out:
        counts = f"Clusters: {clustering.n_clusters}, Nodes: {clustering.n_nodes}"
        kinds = f"Fuzzy: {int(clustering.is_fuzzy)}, Numbered: {int(clustering.names is not None)}"
        ids = "" if isinstance(clustering.labels, IntegerLabels) else ", Ids: text"
        out.write(f"# {counts}, {kinds}{ids}\n".encode())
        for line in _lines(clustering):
            out.write(line.encode())


def _open(path: PathLike) -> tuple[bytes, bytes | None]:
    """The first bytes of the text, and all of it where the core cannot read the file by itself."""
    if str(path) == "-":
        text = decompress(sys.stdin.buffer.read(), "standard input")
        return text[:_HEAD], text
    with open(path, "rb") as file:
        head = file.read(_HEAD)
        if not is_compressed(head) and os.path.isfile(path):
            return head, None
        text = decompress(head + file.read(), os.fspath(path))
        return text[:_HEAD], text


def _looks_shared(labels: Labels) -> bool:
    """Whether the first ids all end as shares do."""
    if not isinstance(labels, TextLabels):
        return False
    return all(re.search(r".:(0?\.\d+|1(\.0*)?)$", labels[index]) for index in range(min(20, len(labels))))


def _hint(what: str, ids: str) -> str:
    """What to do about a word that is no integer id."""
    reason = "; ids are integers, as the first one is" if ids == "auto" else ""
    share = ", or with --shares (shares=True) where it is node:share" if ":" in what else ""
    return f"{reason}: read names with --ids text (ids='text'){share}"


def _assemble(parts: tuple[Any, ...], labels: Any, names: Any, path: str) -> Clustering:
    offsets, members, shares, repeated = parts
    if not len(members):
        raise FormatError("there are no clusters in it: expected one per line", path)
    node_labels: Labels = TextLabels(*labels) if isinstance(labels, tuple) else IntegerLabels(labels)
    cluster_names = None
    if names is not None:
        cluster_names = [name or f"unnamed-{index}" for index, name in enumerate(TextLabels(*names))]
    return Clustering(Parts(node_labels, Rows(offsets, members, shares), cluster_names, repeated=repeated))


def _unwritable(clustering: Clustering) -> Iterator[str]:
    if clustering.weights is not None:
        yield "node weights"
    if (clustering.memberships_of_node == 0).any():
        yield "nodes that are in no cluster"
    for kind, words in (("node", clustering.labels), ("cluster name", clustering.names or ())):
        if isinstance(words, IntegerLabels):
            continue
        for word in map(str, words):
            if not word or re.search(r"[\x00-\x20\x7f\ud800-\udfff]", word):
                yield f"the {kind} {word!r}: it is empty, or has blanks or control characters"
            if word.startswith("#") or ">" in word:
                yield f"the {kind} {word!r}: '#' at the start and '>' have a meaning of their own"


def _lines(clustering: Clustering) -> Iterator[str]:
    words = [str(label) for label in clustering.labels]
    shares, offsets = clustering.rows.shares, clustering.rows.offsets.tolist()
    for index in range(clustering.n_clusters):
        members = [words[node] for node in clustering.rows.row(index)]
        if shares is not None:
            own = shares[offsets[index] : offsets[index + 1]].tolist()
            members = [f"{word}:{share!r}" for word, share in zip(members, own, strict=True)]
        prefix = "" if clustering.names is None else f"{clustering.names[index]}> "
        yield prefix + " ".join(members) + "\n"
