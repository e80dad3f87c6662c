"""Score the clusterings of a store by every metric that applies, computing only what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import lru_cache, partial

from accord._foundation.node_base import NODE_POLICIES, NodePolicy
from accord._foundation.progress import ProgressCallback, begin_step
from accord._foundation.threads import thread_count
from accord.bench._metrics import is_quality
from accord.bench._run.open_store import StudyLike, open_store
from accord.bench._score.found_clusterings import found_clusterings
from accord.bench._score.levels import PolicyScore, blind_level, score_levels
from accord.bench._score.metric_panels import accuracy_panel, modularity_criterion, quality_panel
from accord.bench._score.score_table import ScoreKey, ScoreTable, accuracy_key, quality_key
from accord.bench._score.stability import (
    STABILITY,
    ShuffledGroup,
    mean_agreement,
    shuffled_groups,
)
from accord.bench._store.store import Store
from accord.bench._study import checks
from accord.errors import AccordError, unknown
from accord.metrics import METRICS, PANELS
from accord.metrics._requests import ALL, Requests, parse_metrics
from accord.quality._requests import QualityRequests, parse_qualities

#: Default metrics that take too long on some clusterings to score many of them.
_SLOW = ("gnmi",)
#: Quality metrics that are computed if a study names no metrics.
QUALITY_PANEL = ("modularity_shen", "conductance", "internal_density")

MetricNames = Iterable[str] | str | None
#: Computes the scores of one key with a given number of threads.
ScoringTask = Callable[[int], list[PolicyScore]]


@dataclass(frozen=True)
class ScoringSummary:
    """The result of scoring a store."""

    #: Number of clusterings that were scored now, and of those that had all scores before.
    scored: int
    known: int
    #: Names of the clusterings that could not be scored, with the reason.
    failed: Mapping[str, str] = field(default_factory=dict)


def score(
    store: Store,
    study: str | None = None,
    metrics: MetricNames = None,
    qualities: MetricNames = None,
    *,
    nodes: NodePolicy = "truth",
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> ScoringSummary:
    """Score all clusterings of a study, or of all studies, that have not been scored yet.

    The clusterings are in `store`. `metrics` compare with the truth, if there is one: by default
    the panels of `compare`; "all" for every metric, [] for none. `qualities` use only the network:
    by default all of them. If a metric does not apply, the reason is stored. A value is computed
    once for each clustering, truth, network, metric and version of accord, however many jobs found
    that clustering. `nodes` says which nodes are compared, by default those of the truth, which
    says nothing about others. If networks were shuffled, the stability of each algorithm is
    computed too.

    `threads` is the number of threads. If scoring is interrupted, the scores so far are kept.
    """
    if nodes not in NODE_POLICIES:
        raise unknown("node base", nodes, NODE_POLICIES)
    scorer = _Scorer(
        store,
        {} if metrics == [] else parse_metrics(_metric_names(metrics)),
        {} if qualities == [] else parse_qualities(None if qualities == ALL else qualities),
    )
    table = ScoreTable(store)
    known = table.metrics()
    groups = _score_keys(store, study, nodes)
    tasks = {
        key: task
        for key, group in groups.items()
        if (task := scorer.task(key, group, known.get(key, set()))) is not None
    }
    failed: dict[str, str] = {}
    scored = 0
    begin_step(progress, "scoring clusterings")
    for done, (key, result) in enumerate(_completed(tasks, thread_count(threads)), 1):
        if isinstance(result, str):
            failed[key.clustering] = result
        else:
            table.put(key, result)
            scored += 1
        if progress is not None:
            progress(done / len(tasks))
    return ScoringSummary(scored, len(groups) - len(tasks), failed)


def _metric_names(metrics: MetricNames) -> Iterable[str] | str:
    """The names of metrics that compare with the truth; by default those of all panels."""
    if metrics is None:
        names = dict.fromkeys(name for panel in PANELS.values() for name in panel)
        return [name for name in names if name not in _SLOW]
    return list(METRICS) if metrics == ALL else metrics


def score_study(
    store: Store,
    study: str,
    more: Sequence[str] = (),
    *,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> ScoringSummary:
    """Score a study by the metrics it names, or by a default panel, and by `more` metrics."""
    named = store.description(study).get("metrics") or [*_metric_names(None), *QUALITY_PANEL]
    names = dict.fromkeys([*named, *checks.metrics(more)])
    qualities = [name for name in names if is_quality(name)]
    metrics = [name for name in names if name not in qualities]
    return score(store, study, metrics, qualities, threads=threads, progress=progress)


def prune(study: StudyLike) -> dict[str, int]:
    """Remove from a store what no study in it refers to any more; return how much, by kind."""
    with open_store(study) as (store, _):
        removed = store.prune()
        kept = [key for nodes in NODE_POLICIES for key in _score_keys(store, None, nodes)]
        return removed | {"scores": ScoreTable(store).keep(kept)}


def _score_keys(
    store: Store, study: str | None, nodes: str
) -> dict[ScoreKey, ShuffledGroup | None]:
    """The keys of everything that can be scored, with the group for a key of stability.

    These are every clustering on its network, every clustering against its truth if there is one,
    and every group of clusterings from several shuffles. Keys with the same network and truth are
    next to each other, so that these are read about once.
    """
    keys: dict[ScoreKey, ShuffledGroup | None] = {}
    for name in store.studies() if study is None else [study]:
        found = found_clusterings(store.results(name))
        for result in found:
            if result.job.truth:
                keys[accuracy_key(result.job, result.clustering, nodes)] = None
            keys[quality_key(result.job.network, result.clustering)] = None
        for group in shuffled_groups(found):
            keys[quality_key(group.network, group.key)] = group
    ordered = sorted(keys, key=lambda key: (key.network, key.truth))
    return {key: keys[key] for key in ordered}


class _Scorer:
    """Computes scores; caches the networks and truths that were read last."""

    def __init__(self, store: Store, metrics: Requests, qualities: QualityRequests) -> None:
        self._metrics, self._qualities = metrics, qualities
        self._clustering = store.clusterings.get
        self._network = lru_cache(maxsize=2)(store.networks.get)
        self._truth = lru_cache(maxsize=2)(store.clusterings.get)

    def task(
        self, key: ScoreKey, group: ShuffledGroup | None, known: set[str]
    ) -> ScoringTask | None:
        """The task that computes what is missing; None if every metric is known."""
        if group is not None:
            return None if STABILITY in known else partial(self._stability, key, group)
        wanted = self._metrics if key.truth else self._qualities
        missing = [name for name in wanted if name not in known]
        return partial(self._scores, key, missing) if missing else None

    def _scores(self, key: ScoreKey, names: Sequence[str], threads: int) -> list[PolicyScore]:
        """All values by some metrics."""
        network = self._network(key.network)
        if key.truth:
            requests = {name: self._metrics[name] for name in names}
            panel = accuracy_panel(self._truth(key.truth), requests, key.nodes, threads)
        else:
            panel = quality_panel(network, {name: self._qualities[name] for name in names}, threads)
        criterion = modularity_criterion(network, threads)
        return score_levels(self._clustering(key.clustering), panel, criterion)

    def _stability(self, key: ScoreKey, group: ShuffledGroup, threads: int) -> list[PolicyScore]:
        """Agreement of the clusterings of a group, or of their levels by the policy "blind"."""
        criterion = modularity_criterion(self._network(key.network), threads)
        found = [blind_level(self._clustering(name), criterion) for name, _ in group.found]
        value = mean_agreement(found, [shuffle for _, shuffle in group.found], threads=threads)
        return [PolicyScore(STABILITY, "blind", "", value)]


def _completed(
    tasks: Mapping[ScoreKey, ScoringTask], threads: int
) -> Iterator[tuple[ScoreKey, list[PolicyScore] | str]]:
    """Run all tasks and yield their scores, or the reason for a failure, as they complete.

    Tasks that have not begun are cancelled if the caller stops early.
    """
    workers = max(1, min(threads, len(tasks)))
    threads_each = max(1, threads // workers)
    pool = ThreadPoolExecutor(workers)
    try:
        running = {pool.submit(task, threads_each): key for key, task in tasks.items()}
        for future in as_completed(running):
            try:
                yield running[future], future.result()
            except AccordError as error:
                yield running[future], str(error)
    finally:
        pool.shutdown(cancel_futures=True)
