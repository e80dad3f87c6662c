"""Find a cluster or a node by the name that a user gives."""

from __future__ import annotations

import difflib
from collections.abc import Hashable, Iterable
from itertools import islice
from typing import TYPE_CHECKING

from accord._foundation.arguments import method
from accord._foundation.clustering import Clustering
from accord._foundation.rows import NOWHERE
from accord.errors import UnknownNameError

if TYPE_CHECKING:
    from accord._foundation.labels import Labels

#: Number of names among which similar ones are searched.
_MAX_NAMES = 50_000
#: For each side the opposite one, and the method of an Explanation that explains its clusters.
_EXPLAINED_BY = {"truth": ("found", "found_cluster"), "found": ("truth", "cluster")}


def find_cluster(clustering: Clustering, name: object, side: str, opposite: Clustering) -> int:
    """The index of the cluster of this name; a text also finds a name that is not a text.

    Raises UnknownNameError if there is none: the error says if the opposite side has such a
    cluster, or else names similar ones.
    """
    index = _index_of_cluster(clustering, name)
    if index is not None:
        return index
    kind = f"{side} cluster"
    if _index_of_cluster(opposite, name) is not None:
        other_side, function = _EXPLAINED_BY[side]
        raise UnknownNameError(
            f"unknown {kind} {str(name)!r}: {other_side} has a cluster {name}: "
            f"use {method(function, name)}"
        )
    names = clustering.cluster_names()
    raise _unknown(kind, name, names, len(names))


def _index_of_cluster(clustering: Clustering, name: object) -> int | None:
    """The index of the cluster of this name; None if there is none."""
    names = clustering.cluster_names()
    if isinstance(names, range):
        number = _as_integer(name)
        return names.index(number) if number is not None and number in names else None
    for same in (lambda known: known == name, lambda known: str(known) == str(name)):
        for index, known in enumerate(names):
            if same(known):
                return index
    return None


def find_node(labels: Labels, name: object) -> int:
    """The index of the node of this name; a text also finds a name that is not a text.

    Raises UnknownNameError, with similar names, if there is none.
    """
    index = int(NOWHERE)
    if labels.kind == "integer":
        number = _as_integer(name)
        index = index if number is None else int(labels.find([number])[0])
    elif labels.kind == "text":
        index = int(labels.find([str(name)])[0])
    else:
        matching = (i for i, label in enumerate(labels) if label == name or str(label) == str(name))
        index = next(matching, index)
    if index == NOWHERE:
        raise _unknown("node", name, labels, len(labels))
    return index


def _as_integer(name: object) -> int | None:
    try:
        return int(str(name))
    except ValueError:
        return None


def _unknown(kind: str, name: object, names: Iterable[Hashable], count: int) -> UnknownNameError:
    """The error for an unknown name, with the most similar ones or the first ones."""
    known = [str(each) for each in islice(names, _MAX_NAMES)]
    near = difflib.get_close_matches(str(name), known, n=3, cutoff=0.6)
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    elif count > 3:
        hint = f"there are {count:,}, such as {', '.join(known[:3])}"
    else:
        hint = f"choose from {', '.join(known)}"
    return UnknownNameError(f"unknown {kind} {str(name)!r}: {hint}")
