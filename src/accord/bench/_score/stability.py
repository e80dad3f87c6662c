"""Shuffle stability: how much a result depends on node names and on the order of edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from accord._compare.similarity import similarity_matrix
from accord._foundation.clustering import Clustering
from accord.bench._digest import digest_of
from accord.bench._score.found_clusterings import FoundClustering

#: Name of the stability among the scores.
STABILITY = "stability"
#: The metric of agreement: symmetric, and defined for overlapping clusters.
AGREEMENT_METRIC = "f1h"


def mean_agreement(
    clusterings: Sequence[Clustering], shuffles: Sequence[int | None], *, threads: int | None = None
) -> float | None:
    """Mean F1h over all pairs of clusterings from different shuffles; 1 if all are equal.

    Nodes have their names in the original network, whatever they were called in a run. None if all
    clusterings come from one shuffle: clusterings that differ only by their random seed are not
    compared with each other.
    """
    pairs = [
        (first, second)
        for first, second in combinations(range(len(shuffles)), 2)
        if shuffles[first] != shuffles[second]
    ]
    if not pairs:
        return None
    similarities = similarity_matrix(clusterings, AGREEMENT_METRIC, threads=threads)
    return fmean(float(similarities[pair]) for pair in pairs)


@dataclass(frozen=True)
class ShuffledGroup:
    """What an algorithm found on one network under several shuffles."""

    algorithm: str
    dataset: str
    instance: str
    #: Digest of the network.
    network: str
    #: Names of the clusterings in the store, each with its shuffle.
    found: tuple[tuple[str, int | None], ...]

    @property
    def key(self) -> str:
        """A digest of the clusterings and shuffles; equal groups have equal keys."""
        return digest_of([list(member) for member in self.found])


def shuffled_groups(found: Iterable[FoundClustering]) -> list[ShuffledGroup]:
    """All groups with at least two shuffles, among what was found in a study."""
    members: dict[tuple[str, str, str, str], list[tuple[str, int | None]]] = {}
    for result in found:
        job = result.job
        key = job.algorithm, job.dataset, job.instance, job.network
        members.setdefault(key, []).append((result.clustering, job.shuffle))
    groups = [ShuffledGroup(*key, found=tuple(clusterings)) for key, clusterings in members.items()]
    return [group for group in groups if len({shuffle for _, shuffle in group.found}) > 1]
