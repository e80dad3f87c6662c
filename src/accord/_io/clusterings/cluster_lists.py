"""Lists with a line for each cluster (CNL, SNAP), or for each node with its clusters (LFR).

    # Clusters: 2, Nodes: 4, Fuzzy: 0, Numbered: 1
    red> 1 2 3
    blue> 3 4

Lines that start with '#' or '%' are comments; the first may be a header as above. A name before
'>' is optional. With `Fuzzy: 1` in the header, or `shares=True`, a member may be `node:share`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np

from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._foundation.clustering_parts import Parts
from accord._foundation.columns import Column
from accord._foundation.labels import IntegerLabels, Labels, TextLabels, label_nodes
from accord._foundation.pack_clustering import pack_memberships
from accord._foundation.rows import NOWHERE
from accord._foundation.threads import thread_count
from accord._io.clusterings.features import check_clustering_words
from accord._io.clusterings.line_names import may_have_names
from accord._io.files.delimited import MAX_PREVIEW
from accord._io.files.label_words import ids_header
from accord._io.files.options import ReadOptions
from accord._io.files.preview import Preview
from accord._io.files.source import Source
from accord._io.files.text import NotInteger, is_integer, read_rows, write_rows
from accord._io.tables.first_row import FirstRow, judge_first_row
from accord.errors import FormatError, warn

#: The first nodes are searched for words that are not likely to be nodes.
_MAX_ODD = 1000


@dataclass(frozen=True)
class Header:
    """What the comments at the top of a file claim; None if they say nothing."""

    clusters: int | None = None
    nodes: int | None = None
    fuzzy: bool = False

    @classmethod
    def parse(cls, head: bytes) -> Header:
        claims: dict[bytes, bytes] = {}
        for line in head.removeprefix(b"\xef\xbb\xbf").splitlines():
            if line.strip() and not line.lstrip().startswith((b"#", b"%")):
                break
            for key, value in re.findall(
                rb"\b(clusters|nodes|fuzzy)\s*:\s*(\d{1,18})\b", line.lower()
            ):
                claims.setdefault(key, value)
        clusters, nodes, fuzzy = (
            int(claims[key]) if key in claims else None for key in (b"clusters", b"nodes", b"fuzzy")
        )
        return cls(clusters, nodes, bool(fuzzy))

    def contradictions(self, clustering: Clustering) -> Iterator[str]:
        """The claims that the content contradicts, as messages."""
        for what, claimed, there in (
            ("clusters", self.clusters, clustering.n_clusters),
            ("nodes", self.nodes, clustering.n_nodes),
        ):
            if claimed is not None and claimed != there:
                yield f"the header says {claimed} {what}, the file has {there}"


def is_cluster_list(preview: Preview) -> bool:
    """Whether there is a header of a cluster list, or a name in front of the first cluster."""
    return preview.comments_match(rb"\b(clusters|fuzzy|numbered)\s*:") or preview.first_matches(
        rb"[^\s>\[{\"<][^\s>]*>"
    )


def read_clusters(source: Source, options: ReadOptions) -> Clustering:
    """Read one cluster per line."""
    header = Header.parse(source.head)
    shares = header.fuzzy if options.shares is None else options.shares
    ids = "text" if options.ids == "auto" and source.says_text_ids else options.ids
    read = read_rows(source, options, ids=ids, shares=shares)
    if not len(read.rows.members):
        raise FormatError("there are no clusters in it: expected one per line", source.name)
    clustering = Clustering(Parts(read.labels, read.rows, read.names, repeated=read.repeated))
    doubts = list(header.contradictions(clustering))
    if options.shares is None and not shares and _look_like_shares(clustering.node_labels):
        doubts.append(
            f"ids such as {clustering.node_labels[0]!r} look like node:share; "
            f"read shares with {argument('shares', True)}"
        )
    odd = None if source.says_text_ids else _odd_word(clustering.node_labels)
    if odd is not None:
        doubts.append(
            f"nodes are separated by blanks, and {odd!r} is one node: if that is not intended, "
            "put blanks in place of what else separates them, as with sed 's/[,;] */ /g'"
        )
    if odd is None and header.clusters is None and clustering.names is None:
        doubts.extend(_doubt_first_words(source))
    doubts.extend(_doubt_comments(source))
    for doubt in doubts:
        warn(f"{source.name}: {doubt}")
    return clustering


def _doubt_first_words(source: Source) -> Iterator[str]:
    """Say that first words are read as nodes, if they may be names of clusters."""
    word = may_have_names(Preview(source))
    if word is not None:
        yield (
            f"first words of lines, such as {word!r}, are read as nodes; "
            f"say {argument('format', 'named')} if they are names of clusters"
        )


def _doubt_header(source: Source) -> Iterator[str]:
    """Say that the first line is read as a node, if it may name columns."""
    rows = [line.decode(errors="replace").split() for _, line in source.filled_lines(MAX_PREVIEW)]
    columns = range(min(map(len, rows), default=0))
    if len(rows) > 1 and judge_first_row(rows, columns[:2]) is FirstRow.HEADER:
        yield f"the first line, {' '.join(rows[0])!r}, is read as a node; remove it if it is none"


def _doubt_comments(source: Source) -> Iterator[str]:
    """Say that lines are skipped if they may begin with a node: those with '%' and no blank."""
    lines = [line.strip() for _, line in source.lines() if line.strip()]
    data = [at for at, line in enumerate(lines) if not line.startswith((b"#", b"%"))]
    for at, line in enumerate(lines):
        if line.startswith(b"%") and (at > data[0] or line[1:2] not in b" \t%"):
            text = line[:40].decode(errors="replace")
            yield f"lines that start with '%', such as {text!r}, are skipped as comments"
            return


def read_nodes(source: Source, options: ReadOptions) -> Clustering:
    """Read one node per line, followed by its clusters."""
    ids = "text" if options.ids == "auto" and source.says_text_ids else options.ids
    shares = bool(options.shares)
    try:
        read = read_rows(source, options, ids=ids, shares=shares, keyed=True)
        texts = False
    except NotInteger:
        if ids != "auto":
            raise
        # Names of clusters may be texts.
        read = read_rows(source, options, ids="text", shares=shares, keyed=True)
        texts = True
    assert read.keys is not None
    if read.names is not None:
        raise FormatError(
            f"there are names such as '{read.names[0]}>' in it: this is a list of clusters (cnl)",
            source.name,
        )
    if not len(read.rows.members):
        raise FormatError(
            "no node in it is in any cluster: expected a node and then its clusters", source.name
        )
    sizes = read.rows.sizes
    alone = read.keys[sizes == 0]
    nodes = Column(read.labels, np.concatenate((np.repeat(read.keys, sizes), alone)))
    if texts:
        nodes = _numbered(nodes)
        if not isinstance(nodes.labels, IntegerLabels):
            # The first node is an integer and another is not: raise the error about that one.
            read_rows(source, options, ids=ids, shares=shares, keyed=True)
    clusters = Column(
        read.labels, np.concatenate((read.rows.members, np.full(len(alone), NOWHERE)))
    )
    share_array = (
        None
        if read.rows.shares is None
        else np.concatenate((read.rows.shares, np.ones(len(alone))))
    )
    parts = pack_memberships(nodes, _numbered(clusters), share_array)
    for doubt in (*_doubt_comments(source), *_doubt_header(source)):
        warn(f"{source.name}: {doubt}")
    return Clustering(replace(parts, repeated=parts.repeated + read.repeated))


def write_clusters(clustering: Clustering, out: BinaryIO) -> None:
    """Write one cluster per line, with a header; names (as texts) and shares are kept."""
    check_clustering_words(clustering, "a cluster list", special=r"^[#%]|>")
    counts = f"Clusters: {clustering.n_clusters}, Nodes: {clustering.n_nodes}"
    kinds = f"Fuzzy: {int(clustering.is_fuzzy)}, Numbered: {int(clustering.names is not None)}"
    ids = "" if isinstance(clustering.node_labels, IntegerLabels) else ", Ids: text"
    out.write(f"# {counts}, {kinds}{ids}\n".encode())
    write_rows(
        out, clustering.rows, members=clustering.node_labels, keys=clustering.names, key_end="> "
    )


def write_snap(clustering: Clustering, out: BinaryIO) -> None:
    """Write one cluster per line, with tabs between its nodes and nothing else."""
    check_clustering_words(clustering, "a SNAP file", special=r"^[#%]|>")
    out.write(ids_header(clustering.node_labels))
    write_rows(out, clustering.rows, members=clustering.node_labels, separator="\t")


def write_nodes(clustering: Clustering, out: BinaryIO) -> None:
    """Write one node per line, followed by its clusters."""
    check_clustering_words(clustering, "an LFR file", special=r"^[#%]|>")
    out.write(ids_header(clustering.node_labels))
    clusters_of_node = clustering.rows.transpose(clustering.memberships_of_node, thread_count())
    names = clustering.cluster_names()
    write_rows(out, clusters_of_node, members=names, keys=clustering.node_labels, key_end="\t")


def _look_like_shares(labels: Labels) -> bool:
    """Whether the first ids all end like shares."""
    if not isinstance(labels, TextLabels):
        return False
    return all(
        re.search(r".:(0?\.\d+|1(\.0*)?)$", labels[index]) for index in range(min(20, len(labels)))
    )


def _odd_word(labels: Labels) -> str | None:
    """One of the first ids that looks as if it were in another format; None if none does."""
    if not isinstance(labels, TextLabels):
        return None
    words = (labels[index] for index in range(min(_MAX_ODD, len(labels))))
    odd = re.compile(r".*[,;:]|\w+(,\w+)+|[#%=|/<>~:]+|[-=~]+>|\d+-\d+")
    return next((word for word in words if odd.fullmatch(word)), None)


def _numbered(column: Column) -> Column:
    """The labels as integers, if all of them can be."""
    if isinstance(column.labels, IntegerLabels):
        return column
    present = column.index != NOWHERE
    used, position = np.unique(column.index[present], return_inverse=True)
    texts = list(column.labels.take(used))
    if not all(is_integer(text.encode()) for text in texts):
        return column
    labels, index = label_nodes([int(text) for text in texts], 1)
    spread = np.full(len(column.index), NOWHERE)
    spread[present] = index[position]
    return Column(labels, spread)
