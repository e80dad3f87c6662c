"""Shuffle stability: whether an algorithm finds the same when nodes are named and edges listed in another order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from accord._compare.similarity import similarity_matrix
from accord._foundation.clustering import Clustering
from accord.bench._results.statistics import mean
from accord.bench._study.jobs import digest_of

#: What it is called among the scores.
STABILITY = "stability"
#: What agreement is measured by: symmetric, and for overlapping clusters too.
MEASURE = "f1h"


def agreement(
    clusterings: Sequence[Clustering], shuffles: Sequence[int | None], *, threads: int | None = None
) -> float | None:
    """How much the clusterings of different shuffles agree, the mean of F1h over all pairs; 1 where all are the same.

    The nodes have the names that they have in the network, whatever they were called in a run. None
    where all clusterings are of one shuffle. Clusterings of one shuffle, with other seeds, are not
    compared with each other.
    """
    pairs = [
        pair
        for pair in combinations(range(len(shuffles)), 2)
        if shuffles[pair[0]] != shuffles[pair[1]]
    ]
    if not pairs:
        return None
    table = similarity_matrix(clusterings, MEASURE, threads=threads)
    return mean([float(table[pair]) for pair in pairs])


@dataclass(frozen=True)
class Group:
    """What an algorithm found on a network: the names of the clusterings, each with its shuffle."""

    algorithm: str
    dataset: str
    instance: str
    found: tuple[tuple[str, int | None], ...]

    @property
    def key(self) -> str:
        """The same for the same clusterings."""
        return digest_of([list(one) for one in self.found])


def shuffled_groups(rows: Iterable[dict[str, Any]]) -> list[Group]:
    """Those of several shuffles, from the rows of a store."""
    found: dict[tuple[str, str, str], list[tuple[str, int | None]]] = {}
    for row in rows:
        if row["status"] == "ok" and row["clustering"]:
            place = row["algorithm"], row["data"], row["instance"]
            found.setdefault(place, []).append((row["clustering"], row["shuffle"]))
    groups = [Group(*place, tuple(members)) for place, members in found.items()]
    return [group for group in groups if len({shuffle for _, shuffle in group.found}) > 1]
