"""Performance: how an algorithm did on a data set, over all its runs there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from accord.bench._algorithms.registry import BASELINE
from accord.bench._metrics import lower_is_better
from accord.bench._results.results import Results, check_ranking
from accord.bench._results.run import Run
from accord.bench._score.levels import LevelPolicy


@dataclass(frozen=True)
class Performance:
    """The runs of an algorithm on a data set, by one metric."""

    #: Mean score, each network counting once; None if no run has a score.
    score: float | None
    #: The same, but a run without a score counts as the worst score on the data set; None if no
    #: algorithm has a score there.
    penalized_score: float | None
    #: Median time in seconds and highest peak memory in bytes, of runs with a score.
    seconds: float | None
    peak_memory: int | None
    #: Number of runs with a score, and of all runs.
    n_scored: int
    n_runs: int
    #: Number of the other runs by their status.
    failures: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Performances(Mapping[tuple[str, str], Performance]):
    """The performance by algorithm and data set, for every pair that was run."""

    metric: str
    policy: LevelPolicy
    _by_pair: Mapping[tuple[str, str], Performance]

    def __getitem__(self, pair: tuple[str, str]) -> Performance:
        return self._by_pair[pair]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._by_pair)

    def __len__(self) -> int:
        return len(self._by_pair)

    @property
    def algorithms(self) -> list[str]:
        """The algorithms that were run, without the random baseline."""
        return list(dict.fromkeys(algorithm for algorithm, _ in self if algorithm != BASELINE))

    @property
    def scored_datasets(self) -> set[str]:
        """The data sets on which an algorithm other than the random baseline has a score."""
        return {
            dataset
            for (algorithm, dataset), performance in self.items()
            if algorithm != BASELINE and performance.score is not None
        }

    def n_runs(self, dataset: str) -> int:
        """Number of runs of all algorithms on a data set."""
        return sum(
            performance.n_runs for (_, other), performance in self.items() if other == dataset
        )

    def best(self, dataset: str) -> tuple[str, float]:
        """The best algorithm on a data set by its penalized score, and that score."""
        scores = {
            algorithm: performance.penalized_score
            for (algorithm, other), performance in self.items()
            if other == dataset
            and algorithm != BASELINE
            and performance.penalized_score is not None
        }
        sign = 1 if lower_is_better(self.metric) else -1
        best = min(scores, key=lambda algorithm: (sign * scores[algorithm], algorithm))
        return best, scores[best]

    def behind_best(self, algorithm: str, dataset: str) -> float:
        """How much better the best algorithm on a data set is, by penalized scores."""
        return abs(self.best(dataset)[1] - self.penalized_score(algorithm, dataset))

    def penalized_score(self, algorithm: str, dataset: str) -> float:
        """The penalized score of an algorithm on one of `scored_datasets`."""
        score = self[algorithm, dataset].penalized_score
        assert score is not None
        return score


def performances(results: Results, metric: str, policy: LevelPolicy) -> Performances:
    """The performance of every algorithm on every data set."""
    check_ranking(results, metric, policy)
    grouped: dict[tuple[str, str], list[Run]] = {}
    for run in results.runs:
        grouped.setdefault((run.algorithm, run.dataset), []).append(run)
    scores: dict[str, list[float]] = {}
    for (_, dataset), runs in grouped.items():
        score = _mean_score(_scored(runs, metric, policy), metric, policy)
        if score is not None:
            scores.setdefault(dataset, []).append(score)
    worse = max if lower_is_better(metric) else min
    worst = {dataset: worse(dataset_scores) for dataset, dataset_scores in scores.items()}
    by_pair = {
        (algorithm, dataset): _performance(runs, metric, policy, worst.get(dataset))
        for (algorithm, dataset), runs in grouped.items()
    }
    return Performances(metric, policy, by_pair)


def _performance(
    runs: Sequence[Run], metric: str, policy: LevelPolicy, worst: float | None
) -> Performance:
    scored = _scored(runs, metric, policy)
    seconds = [run.execution.seconds for run in scored]
    memory = [run.execution.peak_memory for run in scored]
    known_seconds = [value for value in seconds if value is not None]
    return Performance(
        score=_mean_score(scored, metric, policy),
        penalized_score=None if worst is None else _mean_score(runs, metric, policy, worst),
        seconds=median(known_seconds) if known_seconds else None,
        peak_memory=max((size for size in memory if size is not None), default=None),
        n_scored=len(scored),
        n_runs=len(runs),
        failures=Counter(_failure(run) for run in runs if run.value(metric, policy) is None),
    )


def _failure(run: Run) -> str:
    return "not scored" if run.is_ok else run.execution.status


def _scored(runs: Sequence[Run], metric: str, policy: LevelPolicy) -> list[Run]:
    return [run for run in runs if run.value(metric, policy) is not None]


def _mean_score(
    runs: Sequence[Run], metric: str, policy: LevelPolicy, missing: float = 0.0
) -> float | None:
    """Mean over the networks of the mean over their runs; None if there are no runs.

    A run without a score counts as `missing`.
    """
    by_instance: dict[str, list[float]] = {}
    for run in runs:
        value = run.value(metric, policy)
        by_instance.setdefault(run.spec.instance, []).append(missing if value is None else value)
    return fmean(map(fmean, by_instance.values())) if by_instance else None
