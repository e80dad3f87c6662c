"""What a clustering may have that not every format can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord._foundation.clustering import Clustering

#: What messages call each feature. Names that a format cannot hold are left out with a warning.
FEATURES: Mapping[str, str] = {
    "overlaps": "nodes in several clusters",
    "lone nodes": "nodes that are in no cluster",
    "shares": "shares",
    "levels": "levels",
    "weights": "node weights",
    "names": "names of clusters",
}


def features_of(clustering: Clustering) -> Iterator[str]:
    """The features of a clustering other than names."""
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


def check_clustering_words(clustering: Clustering, title: str, special: str = r"(?!)") -> None:
    """Raise InputError if a node or a cluster name cannot be a word of a text file."""
    from accord._io.files.label_words import check_words  # needs NumPy

    check_words(clustering.node_labels, title, special)
    check_words(clustering.names or (), title, special, kind="cluster name")
