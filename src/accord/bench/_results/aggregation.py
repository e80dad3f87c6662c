"""Aggregate runs to a leaderboard: values by network, then by algorithm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean

from accord._foundation.rounding import ROUNDING
from accord.bench._algorithms.registry import BASELINE
from accord.bench._metrics import lower_is_better, needs_truth
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.leaderboard_entry import LeaderboardEntry
from accord.bench._results.run import NetworkKey, Run
from accord.bench._results.statistics import (
    bootstrap_interval,
    chance_adjusted,
    deviation,
    mean,
    pooled_deviation,
    rank_table,
)
from accord.bench._score.levels import LevelPolicy
from accord.errors import InputError


@dataclass(frozen=True)
class _AlgorithmRuns:
    """The runs of one algorithm, and their values by network."""

    name: str
    runs: Sequence[Run]
    #: Values of the runs on each network, and their mean.
    values: Mapping[NetworkKey, Sequence[float]]
    means: Mapping[NetworkKey, float]

    def repeats(
        self, networks: Sequence[NetworkKey], metric: str, policy: LevelPolicy
    ) -> tuple[float, ...]:
        """Its means over these networks, for each seed and shuffle with a value on all of them."""
        values: dict[tuple[int | None, int], dict[NetworkKey, float]] = {}
        for run in self.runs:
            value = run.value(metric, policy)
            if value is not None:
                by_network = values.setdefault((run.spec.shuffle, run.spec.seed), {})
                by_network[run.network_key] = value
        return tuple(
            fmean(by_network[key] for key in networks)
            for by_network in values.values()
            if all(key in by_network for key in networks)
        )


@dataclass(frozen=True)
class _Basis:
    """What the algorithms are compared by, and on which networks."""

    metric: str
    policy: LevelPolicy
    #: All networks, and those on which every ranked algorithm has a value.
    networks: Sequence[NetworkKey]
    compared: Sequence[NetworkKey]
    #: Of every ranked algorithm, the mean over the compared networks, and the mean of its ranks.
    means: Mapping[str, float]
    mean_ranks: Mapping[str, float]
    #: Values of the random baseline by network.
    chance: Mapping[NetworkKey, float]
    #: Number of nodes of each network that is known.
    n_nodes: Mapping[NetworkKey, float] = field(default_factory=dict)

    def values(self, algorithm: _AlgorithmRuns) -> list[float] | None:
        """Values on the compared networks; None unless it is ranked, or is a complete baseline."""
        is_complete = bool(self.compared) and all(key in algorithm.means for key in self.compared)
        if algorithm.name in self.means or (algorithm.name == BASELINE and is_complete):
            return [algorithm.means[key] for key in self.compared]
        return None

    def rank(self, algorithm: str) -> int | None:
        """1 for the best, equal for equal means; None for an algorithm that is not ranked."""
        if algorithm not in self.means:
            return None
        sign = -1 if lower_is_better(self.metric) else 1
        reference = self.means[algorithm]
        return 1 + sum(sign * (mean - reference) > ROUNDING for mean in self.means.values())


def make_leaderboard(
    runs: Sequence[Run],
    stability: Mapping[tuple[str, str, str], float],
    metric: str,
    policy: LevelPolicy,
    *,
    coverage: float,
    confidence: float,
    seed: int,
    deterministic: frozenset[str] = frozenset(),
    n_nodes: Mapping[NetworkKey, float] | None = None,
) -> Leaderboard:
    """The leaderboard of these runs; see `Results.leaderboard`.

    `deterministic` are the algorithms that find the same clusters with every random seed, and
    `n_nodes` the numbers of nodes of networks, as far as they are known.
    """
    if not 0 < coverage <= 1:
        raise InputError(
            f"coverage is {coverage}: give a share of the networks, above 0 and at most 1"
        )
    by_algorithm: dict[str, list[Run]] = {}
    for run in runs:
        by_algorithm.setdefault(run.algorithm, []).append(run)
    algorithms = [
        _algorithm_runs(name, algorithm_runs, metric, policy)
        for name, algorithm_runs in by_algorithm.items()
    ]
    basis = replace(_basis(algorithms, runs, metric, policy, coverage), n_nodes=n_nodes or {})
    entries = [_entry(algorithm, basis, stability, confidence, seed) for algorithm in algorithms]
    ranked = [algorithm for algorithm in algorithms if algorithm.name in basis.means]
    return Leaderboard(
        metric=metric,
        policy=policy,
        confidence=confidence,
        entries=tuple(sorted(entries, key=lambda entry: _order(entry, metric))),
        scores={algorithm.name: algorithm.means for algorithm in algorithms},
        compared=tuple(basis.compared),
        repeats={
            algorithm.name: algorithm.repeats(basis.compared, metric, policy)
            for algorithm in ranked
        },
        deterministic=deterministic,
        has_levels=any(run.scores.by_level for run in runs),
    )


def _algorithm_runs(
    name: str, runs: Sequence[Run], metric: str, policy: LevelPolicy
) -> _AlgorithmRuns:
    scored = ((run.network_key, run.value(metric, policy)) for run in runs)
    values = _by_network(scored)
    means = {key: fmean(network_values) for key, network_values in values.items()}
    return _AlgorithmRuns(name, runs, values, means)


def _by_network(
    values: Iterable[tuple[NetworkKey, float | None]],
) -> dict[NetworkKey, list[float]]:
    """Values grouped by network, without those that are None."""
    grouped: dict[NetworkKey, list[float]] = {}
    for key, value in values:
        if value is not None:
            grouped.setdefault(key, []).append(value)
    return grouped


def _basis(
    algorithms: Sequence[_AlgorithmRuns],
    runs: Sequence[Run],
    metric: str,
    policy: LevelPolicy,
    coverage: float,
) -> _Basis:
    """Choose the algorithms to rank, and the networks on which all of these have a value.

    An algorithm is ranked if it has a value on a share of at least `coverage` of the networks. A
    network on which no algorithm has a value, for example because it has no truth, does not count.
    """
    means = {algorithm.name: algorithm.means for algorithm in algorithms}
    valued = {name: means[name] for name in means if name != BASELINE and means[name]}
    known = {key for by_network in valued.values() for key in by_network}
    covering = [name for name in valued if len(valued[name]) >= coverage * len(known)]
    networks = list(dict.fromkeys(run.network_key for run in runs))
    compared = [
        key for key in networks if covering and all(key in valued[name] for name in covering)
    ]
    ranked = covering if compared else []
    table = [[valued[name][key] for name in ranked] for key in compared]
    ranks = rank_table(table, lower_is_better=lower_is_better(metric))
    return _Basis(
        metric=metric,
        policy=policy,
        networks=networks,
        compared=compared,
        means={name: fmean(valued[name][key] for key in compared) for name in ranked},
        mean_ranks={name: float(ranks[:, column].mean()) for column, name in enumerate(ranked)},
        chance=means.get(BASELINE, {}),
    )


def _entry(
    algorithm: _AlgorithmRuns,
    basis: _Basis,
    stability: Mapping[tuple[str, str, str], float],
    confidence: float,
    seed: int,
) -> LeaderboardEntry:
    """The entry of one algorithm; costs and means are those on the compared networks."""
    rank = basis.rank(algorithm.name)
    values = basis.values(algorithm)
    low, high = bootstrap_interval(values or [], confidence, seed) or (None, None)
    with_chance = [] if rank is None else [key for key in basis.compared if key in basis.chance]
    compared = set() if values is None else set(basis.compared)
    ok_runs = [run for run in algorithm.runs if run.is_ok and run.network_key in compared]
    seconds = _by_network((run.network_key, run.execution.seconds) for run in ok_runs)
    memory = [run.execution.peak_memory for run in ok_runs]
    reasons = Counter(run.missing_reason(basis.metric, basis.policy) for run in algorithm.runs)
    del reasons[""]
    return LeaderboardEntry(
        algorithm=algorithm.name,
        rank=rank,
        mean=mean(values or []),
        low=low,
        high=high,
        sd_networks=deviation(values or []),
        sd_runs=pooled_deviation(
            algorithm.values[key] for key in basis.compared if key in compared
        ),
        chance=mean([basis.chance[key] for key in with_chance]),
        adjusted=_mean_adjusted(algorithm, basis, with_chance),
        mean_rank=basis.mean_ranks.get(algorithm.name),
        n_networks=len(algorithm.means),
        n_networks_total=len(basis.networks),
        overall_mean=mean(list(algorithm.means.values())),
        n_ok=sum(run.is_ok for run in algorithm.runs),
        n_runs=len(algorithm.runs),
        reasons=dict(reasons.most_common()),
        seconds=mean([fmean(on_network) for on_network in seconds.values()]),
        peak_memory=max((size for size in memory if size is not None), default=None),
        stability=mean([value for key, value in stability.items() if key[0] == algorithm.name]),
        unclustered=_mean_unclustered(ok_runs, basis.n_nodes),
    )


def _mean_unclustered(runs: Sequence[Run], n_nodes: Mapping[NetworkKey, float]) -> float | None:
    """Mean share of the nodes in no cluster; each network counts once, None if unknown."""
    shares = _by_network(
        (run.network_key, 1 - run.execution.n_nodes / n_nodes[run.network_key])
        for run in runs
        if run.execution.n_nodes is not None and n_nodes.get(run.network_key)
    )
    return mean([fmean(on_network) for on_network in shares.values()])


def _mean_adjusted(
    algorithm: _AlgorithmRuns, basis: _Basis, networks: Sequence[NetworkKey]
) -> float | None:
    """Mean of the values adjusted for chance; None if the best possible value is not known."""
    if not needs_truth(basis.metric):
        return None
    lower = lower_is_better(basis.metric)
    adjusted = (
        chance_adjusted(algorithm.means[key], basis.chance[key], lower_is_better=lower)
        for key in networks
    )
    return mean([value for value in adjusted if value is not None])


def _order(entry: LeaderboardEntry, metric: str) -> tuple[bool, int, bool, int, float]:
    """Ranked algorithms first, then those with most networks; the baseline is last."""
    value = entry.mean if entry.mean is not None else entry.overall_mean
    signed = 0.0 if value is None else value if lower_is_better(metric) else -value
    is_baseline = entry.algorithm == BASELINE
    return entry.rank is None, entry.rank or 0, is_baseline, -entry.n_networks, signed
