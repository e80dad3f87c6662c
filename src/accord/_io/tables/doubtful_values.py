"""What is said about labels that may be something else: scores, lists in a cell, other tables."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from accord._display.numbers import count
from accord._foundation.arguments import argument
from accord._foundation.cluster_lists import check_single_cluster
from accord._foundation.clustering import Clustering
from accord._io.tables.column_values import LABELINGS, is_fraction
from accord._io.tables.columns import listed, plain_name
from accord.errors import InputError, warn

#: The first labels are looked at.
_SAMPLE = 1000
_SEPARATORS = re.compile(r"\s*[,;|]\s*|\s+")


def warn_of_fractions(names: Sequence[Hashable], where: str, *, in_text: bool = False) -> None:
    """Warn if names of clusters are fractions, which scores and probabilities are.

    With `in_text`, names in a file without types may be, too, if all of them are from 0 to 1: 1.2
    may be a part of cluster 1.
    """
    if in_text and not all(re.fullmatch(r"0?\.\d+|[01](\.0*)?", str(name)) for name in names):
        return
    kinds = (float, np.floating, str) if in_text else (float, np.floating)
    first = next((name for name in names if isinstance(name, kinds) and _has_fraction(name)), None)
    if first is not None:
        warn(
            f"{where} has labels such as {first}, and each distinct number is a cluster: "
            f"{count(len(names), 'cluster')}; pass the labels as text to confirm it"
        )


def _has_fraction(name: Any) -> bool:
    return is_fraction(name if isinstance(name, str) else float(name))


def refuse_labelings(mapping: Mapping[Any, Any], name: str) -> None:
    """Raise InputError if a mapping holds lists of labels, rather than nodes or clusters."""
    lists = list(mapping.values())
    if not all(isinstance(values, list | tuple) for values in lists):
        return
    if len(lists) == 1:
        check_single_cluster(name, lists)
    keys = [key for key in mapping if isinstance(key, str) and plain_name(key) in LABELINGS]
    if len(keys) == len(mapping) > 1 and len(set(map(len, lists))) == 1:
        raise InputError(
            f"{name} maps {listed(keys)} to lists of the same length: pass the labels of each "
            f"clustering by themselves; for a cluster of each name, "
            f"use {argument('orientation', 'clusters')}"
        )


def doubt_lists_in_cells(clustering: Clustering) -> str | None:
    """Doubt labels that are lists of labels: of several clusters, or of the nodes of a cluster."""
    names = clustering.names or ()
    texts = {name for name in islice(names, _SAMPLE) if isinstance(name, str)}
    joined = _joined(texts, texts)
    if joined is not None:
        return (
            f"the cluster {joined!r} is one cluster, beside those of its parts: "
            "give a row for each cluster of a node"
        )
    counts = {clustering.n_nodes, clustering.n_clusters, clustering.n_memberships}
    if len(counts) > 1 or clustering.n_clusters < 2:
        return None
    nodes = [str(node) for node in islice(clustering.node_labels, _SAMPLE)]
    lists = [node for node in nodes if node.isprintable() and _is_list(node)]
    if 2 * len(lists) < len(nodes):
        return None
    return (
        f"every cluster has one node, such as {lists[0]!r}: "
        "if these are lists of nodes, give a row for each node of a cluster"
    )


def _is_list(text: str) -> bool:
    return sum(map(bool, _SEPARATORS.split(text))) > 1


def _joined(texts: Iterable[str], known: Collection[str]) -> str | None:
    """The first text that is a list of at least two others; None if none is."""
    for text in texts:
        parts = _SEPARATORS.split(text)
        if len(parts) > 1 and all(part in known for part in parts):
            return text
    return None
