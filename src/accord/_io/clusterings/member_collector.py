"""Memberships collected by parsers in Python, with the position of each node for messages.

Formats that other programs write are parsed line by line: `text_lines` gives the lines,
`words_of` and `tab_fields` split them, and a `MemberCollector` makes the clustering. Ids are read
as the native readers do: the first one decides whether they are integers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from accord._foundation.clustering import Clustering
from accord._foundation.columns import Column, make_column
from accord._foundation.pack_clustering import pack_memberships
from accord._io.files.options import ReadOptions
from accord._io.files.source import Source
from accord._io.files.text import integer_hint, is_integer
from accord.errors import FormatError, InputError

_MAX_WORD = 1 << 20

#: A word or field of a line, behind the column at which it begins, from 1.
Field = tuple[int, str]


def text_lines(source: Source, *, max_bytes: int | None = 1 << 20) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers; raises FormatError if they are not text."""
    for number, line in source.decoded_lines(max_bytes):
        control = re.search(r"[\x00-\x08\x0b-\x1f\x7f]", line)
        if control:
            raise FormatError(
                "a control character: this is not a text file",
                source.name,
                number,
                control.start() + 1,
            )
        if line.strip():
            yield number, line


def words_of(line: str, start: int = 0) -> list[Field]:
    """The words of a line between blanks, from the index `start` on."""
    return [(match.start() + 1, match[0]) for match in re.compile(r"\S+").finditer(line, start)]


def tab_fields(line: str) -> list[Field]:
    """The fields of a line between tabs, without blanks around them."""
    fields, column = [], 1
    for field in line.split("\t"):
        fields.append((column + len(field) - len(field.lstrip()), field.strip()))
        column += len(field) + 1
    return fields


class MemberCollector:
    """Collects memberships and makes a clustering of them."""

    def __init__(self, source: Source, options: ReadOptions) -> None:
        self._source, self._options = source, options
        self._nodes: list[str] = []
        self._positions: list[tuple[int, int]] = []
        self._clusters: list[str | None] = []
        self._levels: list[str] = []

    def add(self, node: Field, cluster: str | None, line: int, *, level: str | None = None) -> None:
        """Add a node to a cluster; None: to no cluster."""
        column, word = node
        if not word:
            raise FormatError("a node without a name", self._source.name, line, column)
        if len(word) > _MAX_WORD:
            raise FormatError("a word longer than 1 MiB", self._source.name, line, column)
        self._nodes.append(word)
        self._positions.append((line, column))
        self._clusters.append(cluster)
        if level is not None:
            self._levels.append(level)

    def add_cluster(
        self, nodes: Iterable[Field], cluster: str, line: int, *, level: str | None = None
    ) -> int:
        """Add the nodes of a cluster, and return how many there are."""
        before = len(self._nodes)
        for node in nodes:
            self.add(node, cluster, line, level=level)
        return len(self._nodes) - before

    def clustering(self) -> Clustering:
        """The clustering; raises FormatError if there is none."""
        if not any(cluster is not None for cluster in self._clusters):
            raise FormatError("there are no clusters in it", self._source.name)
        levels = make_column(_numbered(self._levels), "level") if self._levels else None
        try:
            return Clustering(
                pack_memberships(
                    self._node_column(),
                    make_column(_numbered(self._clusters), "cluster"),
                    levels=levels,
                )
            )
        except FormatError:
            raise
        except InputError as error:
            raise FormatError(str(error), self._source.name) from None

    def _node_column(self) -> Column:
        ids = self._options.ids
        if ids == "auto" and self._source.says_text_ids:
            ids = "text"
        if ids == "text" or (ids == "auto" and not is_integer(self._nodes[0].encode())):
            return make_column(self._nodes, "node")
        odd = {node for node in set(self._nodes) if not is_integer(node.encode())}
        if odd:
            index = next(index for index, node in enumerate(self._nodes) if node in odd)
            what = f"{self._nodes[index]!r} is not an integer id"
            raise FormatError(
                what + integer_hint(what, ids), self._source.name, *self._positions[index]
            )
        return make_column(list(map(int, self._nodes)), "node")


def _numbered(names: list[str] | list[str | None]) -> list[str | None] | list[int | None]:
    """The names as integers, if all of them can be."""
    if all(is_integer(name.encode()) for name in set(names) if name is not None):
        return [None if name is None else int(name) for name in names]
    return list(names)
