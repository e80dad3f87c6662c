"""Hand-made runs and results."""

from collections.abc import Iterable, Mapping
from typing import Any

from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec
from accord.bench._results.results import Results
from accord.bench._results.run import Run
from accord.bench._score.clustering_scores import ClusteringScores


def make_spec(
    algorithm: str, dataset: str, instance: str, *, shuffle: int | None = 0, seed: int = 0
) -> JobSpec:
    """A job of an algorithm on a network."""
    return JobSpec(
        algorithm=algorithm,
        implementation=algorithm,
        version="1",
        parameters={},
        dataset=dataset,
        instance=instance,
        network=f"{dataset} {instance}",
        truth="t",
        shuffle=shuffle,
        seed=seed,
    )


def make_run(
    algorithm: str,
    instance: str,
    value: float | None = None,
    *,
    dataset: str = "lfr",
    shuffle: int = 0,
    seed: int = 0,
    status: str | None = None,
    reason: str | None = None,
    seconds: float | None = 2.0,
    peak_memory: int | None = 1_000_000,
    n_nodes: int | None = None,
    log: str = "",
    scores: Mapping[str, Mapping[str, float]] | None = None,
    not_applicable: Mapping[str, Mapping[str, str]] | None = None,
    by_level: Mapping[str, Mapping[str, float]] | None = None,
) -> Run:
    """A run that is ok if it has a value or scores, and timed out otherwise.

    `value` is f1h by every policy.
    """
    if scores is None:
        scores = {} if value is None else {"f1h": dict.fromkeys(("blind", "best", "merged"), value)}
    status = status or ("ok" if scores else "timeout")
    is_ok = status == "ok"
    execution = Execution(
        status=status,
        reason=("" if is_ok else "ran longer than 10 s") if reason is None else reason,
        wall_seconds=seconds if is_ok else None,
        peak_memory=peak_memory if is_ok else None,
        n_nodes=n_nodes,
        clustering="c" if is_ok else None,
        log=log,
    )
    return Run(
        make_spec(algorithm, dataset, instance, shuffle=shuffle, seed=seed),
        execution,
        ClusteringScores(scores, not_applicable or {}, by_level or {}),
    )


def make_results(
    values: Mapping[str, Mapping[str, Iterable[float | None]]], **more: Any
) -> Results:
    """Results from values by algorithm and network; None for a failed run."""
    runs = [
        make_run(algorithm, network, value, shuffle=shuffle)
        for algorithm, by_network in values.items()
        for network, of_runs in by_network.items()
        for shuffle, value in enumerate(of_runs)
    ]
    return Results(tuple(runs), **more)
