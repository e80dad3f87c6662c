"""Entries of a leaderboard: one algorithm, and the difference of two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class LeaderboardEntry:
    """One algorithm on the leaderboard. None marks what is unknown or does not apply."""

    algorithm: str
    #: Rank by the mean, shared by equal means; None if the algorithm is not compared.
    rank: int | None
    #: Mean over the compared networks, and its confidence interval.
    mean: float | None
    low: float | None
    high: float | None
    #: Standard deviation between networks, and between the runs on a network.
    sd_networks: float | None
    sd_runs: float | None
    #: Mean of the random baseline on these networks, and the mean on a scale where that is 0 and
    #: the best possible value is 1.
    chance: float | None
    adjusted: float | None
    #: Mean of its ranks on the single networks.
    mean_rank: float | None
    #: Number of networks with a value, number of all networks, and the mean over all with a value.
    n_networks: int
    n_networks_total: int
    overall_mean: float | None
    #: Number of runs that were ok, and of all runs; number of runs by the reason for no value.
    n_ok: int
    n_runs: int
    reasons: Mapping[str, int]
    #: Mean time over the compared networks in seconds, and the highest peak memory in bytes.
    seconds: float | None
    peak_memory: int | None
    #: Mean agreement of the clusterings from different shuffles of a network.
    stability: float | None
    #: Mean share of the nodes that are in no cluster, over the compared networks.
    unclustered: float | None = None

    @property
    def coverage(self) -> float:
        """Share of the networks with a value."""
        return self.n_networks / self.n_networks_total


@dataclass(frozen=True)
class AlgorithmDifference:
    """Two algorithms on the compared networks."""

    first: str
    second: str
    #: Mean of first − second.
    mean: float
    n_networks: int
    #: p-value of the signed-rank test, and the same corrected for the number of pairs (Holm).
    p_value: float
    corrected: float
