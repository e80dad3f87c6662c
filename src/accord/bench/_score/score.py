"""Scores for the clusterings of a store: each by every metric that applies, and only what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import cast

from accord._engines.native.engine import NativeEngine
from accord._foundation.clustering import Clustering
from accord._foundation.network import Network
from accord._foundation.pair import NODE_POLICIES, NodePolicy, pair_up
from accord._foundation.threads import ProgressCallback, thread_count
from accord.bench._metrics import is_quality
from accord.bench._run.locate import StudyLike, open_store
from accord.bench._score.levels import Outcome, Panel, Scored, blind, outcome_of, score_levels
from accord.bench._score.quality import level_choice, quality_panel
from accord.bench._score.score_table import ScoreTable, Subject, accuracy_of, quality_of
from accord.bench._score.stability import STABILITY, Group, agreement, shuffled_groups
from accord.bench._store.store import Store
from accord.bench._study import checks
from accord.errors import AccordError, unknown
from accord.metrics import METRICS
from accord.metrics._requests import Requests, parse_metrics
from accord.quality._requests import QualityRequests, parse_qualities

#: In place of names: every metric there is.
ALL = "all"
#: What is looked at on the network where a study names no metrics.
QUALITY_PANEL = ("modularity_shen", "conductance", "internal_density")

Names = Iterable[str] | str | None
#: What computes scores with so many threads.
Task = Callable[[int], list[Scored]]


@dataclass(frozen=True)
class Scoring:
    """What was done: how much was scored, how much had all its scores, and what could not be scored."""

    scored: int
    known: int
    #: Why, by the name of the clustering.
    failed: Mapping[str, str] = field(default_factory=dict)


def score(
    store: Store,
    study: str | None = None,
    metrics: Names = None,
    qualities: Names = None,
    *,
    nodes: NodePolicy = "truth",
    network_of: Callable[[str], Network] | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Scoring:
    """Scores all clusterings of a study, or of all studies, that have not been scored yet.

    `metrics` compare with the truth, where there is one; without names they are the panel of
    `compare`, with "all" every metric. `qualities` look at the network alone; without names these
    are all; [] is none. A metric that does not apply is kept with the reason. A value is computed
    once for a clustering, a truth, a network, a metric and a version of accord, however many jobs
    found that clustering. Clusterings are compared on the `nodes` of the truth: of others nobody
    knows where they belong. Where a network was shuffled, the agreement of what was found is
    computed too.

    The work is shared out to `threads`; what is done is kept if it is stopped.
    """
    if nodes not in NODE_POLICIES:
        raise unknown("node base", nodes, NODE_POLICIES)
    requests = {} if metrics == [] else parse_metrics(list(METRICS) if metrics == ALL else metrics)
    looks = {} if qualities == [] else parse_qualities(None if qualities == ALL else qualities)
    table = ScoreTable(store)
    work = _Work(store, network_of or store.networks.get, requests, looks)
    done = table.metrics()
    subjects = _subjects(store, study, nodes)
    tasks: dict[Subject, Task] = {}
    for subject, group in subjects.items():
        wanted = [STABILITY] if group else list(requests if subject.truth else looks)
        missing = [name for name in wanted if name not in done.get(subject, ())]
        if missing:
            tasks[subject] = (
                partial(work.stability, subject, group)
                if group
                else partial(work.scores, subject, missing)
            )
    count = thread_count(threads)
    workers = max(1, min(count, len(tasks)))
    failed: dict[str, str] = {}
    scored = 0
    for number, (subject, outcome) in enumerate(_each(tasks, workers, max(1, count // workers)), 1):
        if isinstance(outcome, str):
            failed[subject.clustering] = outcome
        else:
            table.put(subject, outcome)
            scored += 1
        if progress is not None:
            progress(number / len(tasks))
    return Scoring(scored, len(subjects) - len(tasks), failed)


def score_study(
    store: Store,
    study: str,
    more: Sequence[str] = (),
    *,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Scoring:
    """Scores a study by the metrics that it names, of both kinds, or by a panel; and by `more`."""
    named = store.description(study).get("metrics")
    names = list(
        dict.fromkeys([*(named or [*parse_metrics(None), *QUALITY_PANEL]), *checks.metrics(more)])
    )
    qualities = [name for name in names if is_quality(name)]
    metrics = [name for name in names if name not in qualities]
    return score(store, study, metrics, qualities, threads=threads, progress=progress)


def prune(study: StudyLike) -> dict[str, int]:
    """Removes from a store what no study in it refers to any more, and says how much that was."""
    with open_store(study) as (store, _):
        removed = store.prune()
        kept = [subject for nodes in NODE_POLICIES for subject in _subjects(store, None, nodes)]
        return removed | {"scores": ScoreTable(store).keep(kept)}


def _subjects(store: Store, study: str | None, nodes: str) -> dict[Subject, Group | None]:
    """What there is to score: every clustering on its network, against the truth if there is one, and groups of them."""
    subjects: dict[Subject, Group | None] = {}
    for name in store.studies() if study is None else [study]:
        instances = {(row["dataset"], row["instance"]): row for row in store.instances(name)}
        rows = store.results(name)
        for row in rows:
            if row["status"] == "ok" and row["clustering"]:
                instance = instances[row["dataset"], row["instance"]]
                if instance["truth"]:
                    subjects[accuracy_of(row["clustering"], instance, nodes)] = None
                subjects[quality_of(row["clustering"], instance)] = None
        for group in shuffled_groups(rows):
            subjects[quality_of(group.key, instances[group.dataset, group.instance])] = group
    in_order = sorted(
        subjects, key=lambda one: (one.network, one.truth)
    )  # so that each of these is read about once
    return {subject: subjects[subject] for subject in in_order}


class _Work:
    """Computes scores; what it reads is kept for the next."""

    def __init__(
        self,
        store: Store,
        network_of: Callable[[str], Network],
        requests: Requests,
        looks: QualityRequests,
    ) -> None:
        self._found, self._requests, self._looks = store.clusterings.get, requests, looks
        self._network = lru_cache(maxsize=2)(network_of)
        self._truth = lru_cache(maxsize=2)(store.clusterings.get)

    def scores(self, subject: Subject, names: Sequence[str], threads: int) -> list[Scored]:
        """All values by some metrics."""
        network = self._network(subject.network)
        if subject.truth:
            requests = {name: self._requests[name] for name in names}
            panel = accuracy_panel(self._truth(subject.truth), requests, subject.nodes, threads)
        else:
            panel = quality_panel(network, {name: self._looks[name] for name in names}, threads)
        return score_levels(self._found(subject.clustering), panel, level_choice(network, threads))

    def stability(self, subject: Subject, group: Group, threads: int) -> list[Scored]:
        """How much the clusterings of a group agree, of several levels those that "blind" takes."""
        choice = level_choice(self._network(subject.network), threads)
        found = [blind(self._found(name), choice) for name, _ in group.found]
        value = agreement(found, [shuffle for _, shuffle in group.found], threads=threads)
        return [Scored(STABILITY, "blind", "", value)]


def accuracy_panel(truth: Clustering, requests: Requests, nodes: str, threads: int) -> Panel:
    """Metrics of a clustering against the truth."""

    def panel(found: Clustering) -> dict[str, Outcome]:
        engine = NativeEngine(pair_up([truth, found], cast(NodePolicy, nodes), threads))
        return {
            name: outcome_of(partial(metric.score, engine, **options))
            for name, (metric, options) in requests.items()
        }

    return panel


def _each(
    tasks: Mapping[Subject, Task], workers: int, threads: int
) -> Iterator[tuple[Subject, list[Scored] | str]]:
    """The outcomes of all tasks as they come, or why there is none. What has not begun is left when nobody wants more."""
    pool = ThreadPoolExecutor(workers)
    try:
        running = {pool.submit(task, threads): subject for subject, task in tasks.items()}
        for done in as_completed(running):
            try:
                yield running[done], done.result()
            except AccordError as error:
                yield running[done], str(error)
    finally:
        pool.shutdown(cancel_futures=True)
