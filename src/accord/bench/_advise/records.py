"""Record: how an algorithm did on one data set, over all its runs there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

from accord.bench._results.results import Results
from accord.bench._results.run import POLICIES, Run, lower_is_better
from accord.errors import unknown


@dataclass(frozen=True)
class Record:
    """What came of the runs of an algorithm on a data set."""

    #: The mean score, each network counting once; None where no run has one.
    score: float | None
    #: The same where a run without a score counts as the worst score on the data set; None where
    #: none has a score.
    counted: float | None
    #: The usual time of a run that has a score, and the most memory that one held.
    seconds: float | None
    memory: int | None
    #: How many runs have a score, and how many there were.
    ok: int
    total: int
    #: The statuses of the others, and how often.
    failures: dict[str, int]


#: By algorithm and data set; nothing where an algorithm was not run.
Records = dict[tuple[str, str], Record]


def records(results: Results, metric: str, policy: str) -> Records:
    """Of every algorithm on every data set."""
    if metric not in results.metrics:
        raise unknown("metric of these results", metric, results.metrics)
    if policy not in POLICIES:
        raise unknown("policy", policy, POLICIES)
    grouped: dict[tuple[str, str], list[Run]] = {}
    for run in results.runs:
        grouped.setdefault((run.algorithm, run.dataset), []).append(run)
    found = {key: _record(runs, metric, policy) for key, runs in grouped.items()}
    worse = max if lower_is_better(metric) else min
    worst = {
        dataset: worse(
            one.score for (_, of), one in found.items() if of == dataset and one.score is not None
        )
        for dataset in {of for (_, of), one in found.items() if one.score is not None}
    }
    return {
        key: replace(one, counted=_mean(grouped[key], metric, policy, worst[key[1]]))
        if key[1] in worst
        else one
        for key, one in found.items()
    }


def _record(runs: Sequence[Run], metric: str, policy: str) -> Record:
    failures: dict[str, int] = {}
    scored = []
    for run in runs:
        value = run.value(metric, policy)
        if value is None:
            status = "not scored" if run.is_ok else run.status
            failures[status] = failures.get(status, 0) + 1
        else:
            scored.append(run)
    seconds = [run.seconds for run in scored if run.seconds is not None]
    memory = [run.memory for run in scored if run.memory is not None]
    return Record(
        _mean(scored, metric, policy) if scored else None,
        None,
        median(seconds) if seconds else None,
        max(memory) if memory else None,
        len(scored),
        len(runs),
        failures,
    )


def _mean(runs: Sequence[Run], metric: str, policy: str, missing: float = 0.0) -> float:
    """The mean over the networks of the mean over the runs there, one without a score counting as `missing`."""
    by_instance: dict[str, list[float]] = {}
    for run in runs:
        value = run.value(metric, policy)
        by_instance.setdefault(run.instance, []).append(missing if value is None else value)
    return fmean(map(fmean, by_instance.values()))
