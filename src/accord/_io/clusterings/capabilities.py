"""What a format can hold of a clustering."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from accord._foundation.clustering import Clustering
from accord._foundation.labels import IntegerLabels, Labels, TextLabels
from accord._io.files.text import is_integer
from accord.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: What not every format has a place for, and how to say so.
PARTS = {
    "overlaps": "nodes in several clusters",
    "lone nodes": "nodes that are in no cluster",
    "shares": "shares",
    "levels": "levels",
    "weights": "node weights",
}


def parts_of(clustering: Clustering) -> Iterator[str]:
    """Which of these parts a clustering has."""
    if clustering.level_names:
        yield "levels"
        if any(not level.is_crisp for level in clustering.levels().values()):
            yield "overlaps"
    elif not clustering.is_crisp:
        yield "overlaps"
    if (clustering.memberships_of_node == 0).any():
        yield "lone nodes"
    if clustering.is_fuzzy:
        yield "shares"
    if clustering.weights is not None:
        yield "weights"


def ids_header(labels: Labels) -> bytes:
    """A comment that says that ids are texts, where they would be taken for integers."""
    return (
        b"# Ids: text\n"
        if isinstance(labels, TextLabels) and is_integer(labels[0].encode())
        else b""
    )


def check_words(clustering: Clustering, what: str, special: str = r"(?!)") -> None:
    """Raises where a node or a cluster name cannot be a word of a text file, or matches `special`."""
    check_labels(clustering.node_labels, what, special)
    check_labels(clustering.names or (), what, special, "cluster name")


def check_labels(
    words: Labels | Sequence[Hashable], what: str, special: str, kind: str = "node"
) -> None:
    """Raises where one of them cannot be a word of a text file, or matches `special`."""
    for word in () if isinstance(words, IntegerLabels) else map(str, words):
        if not word or re.search(r"[\x00-\x20\x7f\ud800-\udfff]|^\ufeff", word):
            raise InputError(
                f"{what} cannot hold the {kind} {word!r}: it is empty, or has blanks or control characters"
            )
        if re.search(special, word):
            raise InputError(
                f"{what} cannot hold the {kind} {word!r}: it would be read as something else"
            )


def need_numbered_nodes(clustering: Clustering, what: str, first: int) -> None:
    """Raises where the nodes are not first, first + 1, and so on."""
    need_numbered(clustering.node_labels, what, first)


def need_numbered(labels: Labels, what: str, first: int) -> None:
    """Raises where these are not first, first + 1, and so on."""
    wanted = np.arange(first, first + len(labels))
    if not isinstance(labels, IntegerLabels) or not np.array_equal(labels.values, wanted):
        raise InputError(
            f"{what} cannot hold these nodes: it numbers them {first}, {first + 1}, {first + 2}, …"
        )


def cluster_of_node(clustering: Clustering) -> NDArray[np.int64]:
    """The one cluster that each node is in, -1 for none."""
    cluster = np.full(clustering.n_nodes, -1)
    cluster[clustering.rows.members] = clustering.rows.row_of_membership()
    return cluster
