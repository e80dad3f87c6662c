"""Load the results of a study from its store: its runs with their scores."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from accord._foundation.progress import ProgressCallback
from accord.bench._algorithms.registry import BASELINE
from accord.bench._features import FINGERPRINT
from accord.bench._job.execution import Execution
from accord.bench._job.spec import JobSpec
from accord.bench._metrics import needs_truth
from accord.bench._results.results import Results
from accord.bench._results.run import NetworkKey, Run
from accord.bench._run.open_store import StudyLike, one_study, open_store, open_study
from accord.bench._score.clustering_scores import ClusteringScores
from accord.bench._score.found_clusterings import found_clusterings
from accord.bench._score.levels import LEVEL_POLICIES, PolicyScore
from accord.bench._score.score import score_study
from accord.bench._score.score_table import ScoreKey, ScoreTable, accuracy_key, quality_key
from accord.bench._score.stability import STABILITY, shuffled_groups
from accord.bench._store.rows import execution_of, job_of
from accord.bench._store.store import Store

_LOG_TAIL = 2000  # characters
_NOT_RUN = Execution("skipped", "not run yet")


def load_results(
    study: StudyLike,
    name: str | None = None,
    metrics: Sequence[str] = (),
    *,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Results:
    """All runs of a study with their scores; scores that are missing are computed first.

    They are scored by the metrics that the study names, or by a default panel, and by `metrics`.
    If a store has several studies, `name` selects one.
    """
    with open_study(study, name) as (store, chosen):
        failed = score_study(store, chosen, metrics, threads=threads, progress=progress).failed
        return _load(store, chosen, failed=failed)


def load_all_results(
    study: StudyLike, metrics: Sequence[str] = (), *, progress: ProgressCallback | None = None
) -> Results:
    """The results of all studies in a store together, as evidence for a recommendation.

    If there are several studies, the names of data sets begin with the name of their study.
    """
    with open_store(study) as (store, _):
        names = store.studies() or [one_study(store, None)]
        found = {name: load_results(store, name, metrics, progress=progress) for name in names}
    return found[names[0]] if len(names) == 1 else _joined(found)


def stored_results(store: Store, study: str | None = None, *, nodes: str = "truth") -> Results:
    """All runs of a study, or of the only one in the store, with the scores computed so far.

    A job that has not run yet appears as one that was skipped.
    """
    return _load(store, one_study(store, study), nodes=nodes)


def all_stored_results(store: Store) -> Results:
    """The results of all studies of a store together, with the scores computed so far."""
    names = store.studies() or [one_study(store, None)]
    found = {name: _load(store, name) for name in names}
    return found[names[0]] if len(names) == 1 else _joined(found)


def _load(
    store: Store, study: str, *, nodes: str = "truth", failed: Mapping[str, str] | None = None
) -> Results:
    """The results of a study; `failed` says which clusterings could not be scored, and why."""
    rows = store.results(study)
    jobs = [(job_of(row), execution_of(row)) for row in rows]
    names = {job.algorithm: _name(job) for job, _ in jobs}
    scores = ScoreTable(store).scores()
    runs = [_run(store, *job, scores, nodes, failed or {}) for job in jobs]
    facts = store.network_facts()
    return Results(
        runs=tuple(_without_truth(runs)),
        facts=_facts(store, study, rows, [job for job, _ in jobs]),
        networks={run.network_key: _features(facts.get(run.spec.network, {})) for run in runs},
        deterministic=_deterministic(store, study, names),
        fingerprints={
            run.network_key: fingerprint
            for run in runs
            if (fingerprint := _network_facts(facts.get(run.spec.network, {})).get(FINGERPRINT))
        },
        stability={
            (names[group.algorithm], group.dataset, group.instance): score.value
            for group in shuffled_groups(found_clusterings(rows))
            for score in scores.get(quality_key(group.network, group.key), [])
            if score.metric == STABILITY and score.value is not None
        },
    )


def _name(job: JobSpec) -> str:
    """Name of the algorithm: `BASELINE` for the random baseline, whatever the study calls it."""
    return BASELINE if job.implementation == f"baseline.{BASELINE}" else job.algorithm


def _run(
    store: Store,
    job: JobSpec,
    execution: Execution | None,
    scores: Mapping[ScoreKey, list[PolicyScore]],
    nodes: str,
    failed: Mapping[str, str],
) -> Run:
    job = replace(job, algorithm=_name(job))
    if execution is None:
        return Run(job, _NOT_RUN)
    if execution.status != "ok" or not execution.clustering:
        tail = store.log(job.key)[-_LOG_TAIL:]
        return Run(job, replace(execution, clustering=None, log=tail))
    clustering = execution.clustering
    found = scores.get(accuracy_key(job, clustering, nodes), []) if job.truth else []
    found = [*found, *scores.get(quality_key(job.network, clustering), [])]
    grouped = ClusteringScores.from_policy_scores(found)
    return Run(job, execution, replace(grouped, failure=failed.get(clustering, "")))


def _without_truth(runs: Sequence[Run]) -> list[Run]:
    """The runs; those without a truth get that as the reason for each metric that needs one."""
    metrics = (metric for run in runs for metric in run.scores.metrics if needs_truth(metric))
    no_truth: dict[str, str] = dict.fromkeys(LEVEL_POLICIES, "there is no truth")
    reasons = dict.fromkeys(metrics, no_truth)
    return [run if run.spec.truth else _with_reasons(run, reasons) for run in runs]


def _with_reasons(run: Run, reasons: Mapping[str, Mapping[str, str]]) -> Run:
    not_applicable = {**run.scores.not_applicable, **reasons}
    return replace(run, scores=replace(run.scores, not_applicable=not_applicable))


def _joined(found: Mapping[str, Results]) -> Results:
    """The results of several studies, by their names, as one."""
    return Results(
        runs=tuple(
            replace(run, spec=replace(run.spec, dataset=f"{name}: {run.dataset}"))
            for name, results in found.items()
            for run in results.runs
        ),
        facts={"studies": list(found)},
        networks={
            NetworkKey(f"{name}: {key.dataset}", key.instance): features
            for name, results in found.items()
            for key, features in results.networks.items()
        },
        fingerprints={
            NetworkKey(f"{name}: {key.dataset}", key.instance): fingerprint
            for name, results in found.items()
            for key, fingerprint in results.fingerprints.items()
        },
    )


def _facts(
    store: Store, study: str, rows: Sequence[Mapping[str, Any]], jobs: Sequence[JobSpec]
) -> dict[str, object]:
    """Facts about a study, for the record; see `Results.facts`."""
    times = [row[name] for row in rows for name in ("started", "finished") if row[name] is not None]
    ends = [min(times), max(times)] if times else []
    metrics = store.description(study).get("metrics")
    machines = {row["machine"] for row in rows}
    return {
        "study": study,
        **({"metrics": metrics} if metrics else {}),
        "when": " to ".join(
            datetime.fromtimestamp(time, UTC).isoformat(" ", "seconds") for time in ends
        ),
        "limits": {
            name: _distinct(getattr(job.limits, name) for job in jobs)
            for name in ("seconds", "memory", "threads")
        },
        "algorithms": {_name(job): _described(job) for job in jobs},
        "machines": {name: facts for name, facts in store.machines().items() if name in machines},
    }


def _described(job: JobSpec) -> str:
    """Implementation, version and parameters of an algorithm."""
    parameters = ", ".join(
        f"{name}={value}" for name, value in job.parameters.items() if name != "truth"
    )
    parts = [job.implementation, job.version, f"({parameters})" if parameters else ""]
    return " ".join(filter(None, parts))


def _distinct(values: Iterable[Any]) -> list[Any]:
    """Each value once, without None."""
    return [value for value in dict.fromkeys(values) if value is not None]


def _deterministic(store: Store, study: str, names: Mapping[str, str]) -> frozenset[str]:
    """The algorithms that the study knows to be deterministic, by their names in results."""
    described = store.description(study).get("algorithms", {})
    return frozenset(
        name
        for algorithm, name in names.items()
        if described.get(algorithm, {}).get("deterministic", False)
    )


def _network_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """The facts about a network."""
    facts: dict[str, Any] = json.loads(row.get("facts") or "{}")
    return facts


def _features(row: Mapping[str, Any]) -> dict[str, float]:
    """The features of a network that are numbers."""
    return {
        name: float(value)
        for name, value in _network_facts(row).items()
        if isinstance(value, bool | int | float)
    }
