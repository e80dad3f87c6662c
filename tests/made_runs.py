"""Runs by hand."""

from collections.abc import Iterable, Mapping
from typing import Any

from accord.bench._results.results import Results, Run


def made_run(
    algorithm: str,
    network: str,
    value: float | None = None,
    *,
    dataset: str = "lfr",
    shuffle: int = 0,
    seed: int = 0,
    status: str | None = None,
    scores: Mapping[str, Mapping[str, float]] | None = None,
    **more: Any,
) -> Run:
    """A run that is ok where it has a value or scores, and timed out otherwise. `value` is f1h by
    every policy.
    """
    if scores is None:
        scores = {} if value is None else {"f1h": dict.fromkeys(("blind", "best", "merged"), value)}
    status = status or ("ok" if scores else "timeout")
    facts: dict[str, Any] = {
        "reason": "" if status == "ok" else "ran longer than 10 s",
        "seconds": 2.0 if status == "ok" else None,
        "cpu_seconds": None,
        "memory": 1_000_000 if status == "ok" else None,
        "clustering": "c" if status == "ok" else None,
    }
    key = f"{algorithm} {dataset} {network} {shuffle} {seed}"
    return Run(
        key, algorithm, dataset, network, shuffle, seed, status, scores=scores, **facts | more
    )


def made_results(
    values: Mapping[str, Mapping[str, Iterable[float | None]]], **more: Any
) -> Results:
    """From algorithm, network and the values of its runs, None for one that failed."""
    runs = [
        made_run(algorithm, network, value, shuffle=shuffle)
        for algorithm, by_network in values.items()
        for network, of_runs in by_network.items()
        for shuffle, value in enumerate(of_runs)
    ]
    return Results(tuple(runs), **more)
