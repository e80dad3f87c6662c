"""From a store to Results: the runs of a study with their scores."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from accord._foundation.threads import ProgressCallback
from accord.bench._results.results import BASELINE, POLICIES, Place, Results, Run
from accord.bench._results.run import needs_truth
from accord.bench._run.locate import StudyLike, one_study, open_store, open_study
from accord.bench._score.levels import Scored, gather
from accord.bench._score.score import score_study
from accord.bench._score.score_table import ScoreTable, Subject, accuracy_of, quality_of
from accord.bench._score.stability import STABILITY, shuffled_groups
from accord.bench._store.store import Store

_TAIL = 2000  # letters of a log that are shown
_NOT_RUN = {"status": "skipped", "reason": "not run yet"}


def results(
    study: StudyLike,
    name: str | None = None,
    metrics: Sequence[str] = (),
    *,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Results:
    """All runs of a study with their scores: by the metrics it names, or a panel where it names none, and by `metrics`.

    What has no score yet gets it first. Of a store with several studies, `name` says which.
    """
    with open_study(study, name) as (store, chosen):
        failed = score_study(store, chosen, metrics, threads=threads, progress=progress).failed
        found = collect(store, chosen)
        return replace(
            found,
            runs=tuple(
                replace(run, unscored=failed.get(run.clustering or "", "")) for run in found.runs
            ),
        )


def evidence(
    study: StudyLike, metrics: Sequence[str] = (), *, progress: ProgressCallback | None = None
) -> Results:
    """The same of all studies in a store together, to learn from; where there are several, data sets have their names."""
    with open_store(study) as (store, _):
        names = store.studies() or [one_study(store, None)]
        found = [results(store, name, metrics, progress=progress) for name in names]
    return found[0] if len(found) == 1 else _joined(dict(zip(names, found, strict=True)))


def _joined(found: Mapping[str, Results]) -> Results:
    return Results(
        tuple(
            replace(run, dataset=f"{name}: {run.dataset}")
            for name, one in found.items()
            for run in one.runs
        ),
        {"studies": list(found)},
        {
            (f"{name}: {data}", inst): facts
            for name, one in found.items()
            for (data, inst), facts in one.networks.items()
        },
    )


def collect(store: Store, study: str | None = None, *, nodes: str = "truth") -> Results:
    """All runs of a study, or of the only one there is, with the scores that they have by now.

    A job that has not been run yet is there as one that was skipped.
    """
    name = one_study(store, study)
    scores = ScoreTable(store).scores()
    instances = {(row["dataset"], row["instance"]): row for row in store.instances(name)}
    rows = store.results(name)
    runs = [
        _run(store, row, instances[row["dataset"], row["instance"]], scores, nodes) for row in rows
    ]
    runs = _without_truth(runs, {place for place, row in instances.items() if not row["truth"]})
    names = {row["algorithm"]: _name(row) for row in rows}
    stability = {
        (names[group.algorithm], group.dataset, group.instance): one.value
        for group in shuffled_groups(rows)
        for one in scores.get(quality_of(group.key, instances[group.dataset, group.instance]), [])
        if one.metric == STABILITY and one.value is not None
    }
    networks, places = store.network_facts(), dict.fromkeys(run.place for run in runs)
    return Results(
        tuple(runs),
        _facts(name, store.description(name).get("metrics"), rows, store.machines()),
        {place: _features(networks.get(instances[place]["network"], {})) for place in places},
        stability,
    )


def _run(
    store: Store,
    row: Mapping[str, Any],
    instance: Mapping[str, Any],
    scores: Mapping[Subject, list[Scored]],
    nodes: str,
) -> Run:
    name = row["clustering"]
    status = row if row["status"] is not None else _NOT_RUN
    is_ok = status["status"] == "ok"
    found: list[Scored] = []
    if is_ok and name:
        found += scores.get(accuracy_of(name, instance, nodes), []) if instance["truth"] else []
        found += scores.get(quality_of(name, instance), [])
    gathered = gather(found)
    return Run(
        key=row["key"],
        algorithm=_name(row),
        dataset=row["dataset"],
        instance=row["instance"],
        shuffle=row["shuffle"],
        seed=row["seed"],
        status=status["status"],
        reason=status["reason"],
        seconds=row["wall_seconds"]
        if row["algorithm_seconds"] is None
        else row["algorithm_seconds"],
        cpu_seconds=None
        if row["user_seconds"] is None
        else row["user_seconds"] + (row["system_seconds"] or 0.0),
        memory=row["peak_memory"],
        clustering=name if is_ok else None,
        scores=gathered.scores,
        log_tail="" if is_ok else store.log(row["key"])[-_TAIL:],
        not_applicable=gathered.not_applicable,
        level_scores=gathered.level_scores,
        blind_level=gathered.blind_level,
    )


def _without_truth(runs: Sequence[Run], places: set[Place]) -> list[Run]:
    """The runs, where those on networks that have no truth say so for every metric that needs one."""
    metrics = dict.fromkeys(
        name for run in runs for name in (*run.scores, *run.not_applicable) if needs_truth(name)
    )
    why = {metric: dict.fromkeys(POLICIES, "there is no truth") for metric in metrics}
    return [
        replace(run, not_applicable={**run.not_applicable, **why}) if run.place in places else run
        for run in runs
    ]


def _facts(
    study: str,
    metrics: list[str] | None,
    rows: Sequence[Mapping[str, Any]],
    machines: Mapping[str, Any],
) -> dict[str, object]:
    """Where the numbers come from."""
    times = [row[name] for row in rows for name in ("started", "finished") if row[name] is not None]
    ends = [min(times), max(times)] if times else []
    limits = {"seconds": "limit_seconds", "memory": "limit_memory", "threads": "limit_threads"}
    used = {row["machine"] for row in rows}
    return {
        "study": study,
        **({"metrics": metrics} if metrics else {}),
        "when": " to ".join(
            datetime.fromtimestamp(time, UTC).isoformat(" ", "seconds") for time in ends
        ),
        "limits": {name: _distinct(row[column] for row in rows) for name, column in limits.items()},
        "algorithms": {_name(row): _described(row) for row in rows},
        "machines": {name: facts for name, facts in machines.items() if name in used},
    }


def _described(row: Mapping[str, Any]) -> str:
    """What ran under a name, in which version and with which parameters."""
    told = ", ".join(
        f"{name}={value}" for name, value in row["parameters"].items() if name != "truth"
    )
    return " ".join(
        filter(None, [row["implementation"], row["version"], f"({told})" if told else ""])
    )


def _distinct(values: Iterable[Any]) -> list[Any]:
    """Each value once, those that there are."""
    return [value for value in dict.fromkeys(values) if value is not None]


def _name(row: Mapping[str, Any]) -> str:
    """The name of an algorithm in the study; the baseline has one of its own, by which values are put beside it."""
    return BASELINE if row["implementation"] == f"baseline.{BASELINE}" else row["algorithm"]


def _features(row: Mapping[str, Any]) -> dict[str, float]:
    """What is known of a network in numbers."""
    facts: dict[str, Any] = json.loads(row.get("facts") or "{}")
    return {
        name: float(value) for name, value in facts.items() if isinstance(value, bool | int | float)
    }
