"""compare: score two clusterings by several metrics; each summary is computed once."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from accord._certainty.options import CertaintyOptions
from accord._compare.comparison import Comparison, Subject
from accord._display.not_applicable import NotApplicable
from accord._engines.base import PairEngine
from accord._engines.choose import engine_for, open_inputs
from accord._foundation.arguments import argument
from accord._foundation.clustering import Clustering
from accord._foundation.compared import facts_of_sides
from accord._foundation.metric_options import Sharing, Weighting
from accord._foundation.node_base import NodeBase, fixed_base
from accord._foundation.noise import (
    PossibleNoise,
    describe_unused_noise,
    find_possible_noise,
    unused_noise,
)
from accord._foundation.progress import ProgressCallback, begin_step, progress_of
from accord._foundation.reading import Orientation, Reading
from accord._foundation.threads import thread_count
from accord._io.tables.column_arguments import refuse_column_names
from accord.errors import (
    InputError,
    NotApplicableError,
    OverlapError,
    TooLargeError,
    UnknownNameError,
    unknown,
    warn,
)
from accord.metrics._panels import MetricChoice, PanelName, choose_metrics
from accord.metrics._requests import list_names
from accord.metrics._score import Score

if TYPE_CHECKING:
    from accord._compare.level_scores import LevelScores
    from accord._foundation.types import ClusteringLike, ContingencyTableLike


def compare(
    truth: ClusteringLike | None = None,
    found: ClusteringLike | None = None,
    metrics: Iterable[str] | str | None = None,
    *,
    table: ContingencyTableLike | None = None,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
    levels: Literal["best", "merged"] | None = None,
    sharing: Sharing | None = None,
    weighting: Weighting | None = None,
    baseline: bool = False,
    interval: bool = False,
    repeats: int | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Comparison:
    """Compare a clustering with the truth by several metrics.

    Metrics are named as `f1p` or `f1p[weighting=macro]`; one that does not apply raises. Without
    `metrics`, a panel is computed, which `accord.metrics.PANELS` lists: "crisp" if both sides are
    crisp and have the same nodes (or `nodes` is given), else "overlapping", without what does not
    apply or would take long. `metrics="all"` computes every metric that applies, and lists the
    others with the reason. `sharing` and `weighting` are passed on to every metric that has these
    options. `nodes` chooses the nodes to compare: "union", "intersection", "truth", "labelled"
    (in a cluster of the truth), "clustered" (in a cluster of both sides), "equal" or a collection.
    `orientation`, `noise` and `columns` say how inputs are read, as in
    `accord.as_clustering`. `progress` is called repeatedly with the completed share of a long step.

    With `baseline`, each value comes with the value that chance alone gives; with `interval`, with
    a confidence interval. See `accord.baseline` and `accord.interval`, which explain `repeats`,
    `seed` and `confidence`.

    If found has levels, each level is compared, and so are all levels merged into one clustering.
    The scores are those of the merged clustering or, with `levels="best"`, of the level that scores
    best by the first metric. With `levels="merged"`, single levels are not compared. The levels of
    the truth are merged.

    With `table` in place of `truth` and `found`, what is known is how many nodes the clusters have
    in common: an array, sparse matrix, data frame or file with a row for each cluster of truth and
    a column for each cluster of found. Both sides are crisp and have the same nodes, so that each
    node is counted in one cell, and every metric has the value of the clusterings themselves.

    >>> from accord import compare
    >>> comparison = compare([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]], ["f1p", "nmi"])
    >>> round(comparison["nmi"], 6)
    0.432538
    >>> round(compare(table=[[2, 1], [0, 2]], metrics="nmi")["nmi"], 6)
    0.432538
    """
    if levels not in (None, "best", "merged"):
        raise unknown("choice of levels", levels, ("best", "merged"))
    refuse_column_names([("truth", truth), ("found", found)])
    certainty = CertaintyOptions(baseline, interval, repeats, seed, confidence)
    if table is not None:
        from accord._io.objects import contingency_tables  # few comparisons are of tables

        given = {"truth": truth, "found": found, "orientation": orientation, "columns": columns}
        contingency_tables.refuse_beside_table({**given, "levels": levels}, nodes)
        truth, found = contingency_tables.from_contingency_table(
            table, every_node=certainty.n_repeats > 0
        )
    elif truth is None or found is None:
        raise InputError(f"give truth and found, or {argument('table')} with their common nodes")
    task = ComparisonTask(
        choice=choose_metrics_to_compare(metrics, sharing=sharing, weighting=weighting),
        nodes=fixed_base(nodes),
        reading=Reading(orientation, noise, columns, nodes),
        certainty=certainty,
        threads=thread_count(threads),
        progress=progress,
    )
    comparison = task.compare(truth, found, levels)
    if comparison.unused_noise is not None:
        warn(describe_unused_noise(comparison.unused_noise))
    return comparison


def choose_metrics_to_compare(
    metrics: Iterable[str] | str | None, **shared: str | None
) -> MetricChoice:
    """The choice of `choose_metrics`; the error for a quality metric says where those are."""
    names = None if metrics is None else list_names(metrics)
    try:
        return choose_metrics(names, **shared)
    except UnknownNameError:
        from accord.quality._requests import is_quality

        qualities = [name for name in names or () if is_quality(name)]
        if not qualities:
            raise
        raise UnknownNameError(
            f"{qualities[0]} is a quality metric, of a clustering on its network and not of two "
            "clusterings: use score, which takes the network and the clustering"
        ) from None


@dataclass(frozen=True)
class ComparisonTask:
    """The metrics to compute for two clusterings, and how to compute them."""

    choice: MetricChoice
    nodes: NodeBase
    reading: Reading
    certainty: CertaintyOptions
    threads: int
    progress: ProgressCallback | None

    def compare(self, truth: Any, found: Any, levels: str | None = None) -> Comparison:
        """Compare two inputs of any kind; for `levels` see `compare`."""
        start = time.perf_counter()
        begin_step(self.progress, "reading inputs")
        sides = open_inputs(
            [("truth", truth), ("found", found)], self.reading, threads=self.threads
        )
        if not isinstance(sides, list):  # tables that stay in their engine
            engine = engine_for(sides, nodes=self.nodes)
            return self._compare_pair(engine, {"read": time.perf_counter() - start})
        read_seconds = time.perf_counter() - start
        true_side, found_side = sides
        if not found_side.level_names or levels == "merged":
            return self._compare_clusterings(true_side, found_side, read_seconds)
        scores = self._compare_levels(true_side, found_side, read_seconds, merge=levels is None)
        comparison = scores[scores.best] if scores.merged is None else scores.merged
        return replace(comparison, levels=scores)

    def with_panel(self, panel: PanelName | None) -> ComparisonTask:
        """The same task with one panel of default metrics; None changes nothing."""
        return self if panel is None else replace(self, choice=self.choice.with_panel(panel))

    def of_part(self, name: str) -> ComparisonTask:
        """The same task for one of several results or levels, whose progress is shown by name."""
        return replace(self, progress=progress_of(name, self.progress))

    def _compare_levels(
        self, truth: Clustering, found: Clustering, read_seconds: float, *, merge: bool
    ) -> LevelScores:
        """Compare the levels, and all of them merged, by the same metrics."""
        from accord._compare.level_scores import LevelScores  # few results have levels

        merged, task = None, self
        if merge:
            try:
                merged = self._compare_clusterings(truth, found.merged(), read_seconds)
            except OverlapError as error:
                hint = f"to compare single levels, use {argument('levels', 'best')}"
                raise OverlapError(f"{error}; {hint}") from None
            task = self.with_panel(merged.panel)

        def compare_each(task: ComparisonTask) -> dict[Any, Comparison]:
            return {
                name: task.of_part(f"level {name}")._compare_clusterings(truth, level, read_seconds)
                for name, level in found.levels().items()
            }

        levels = compare_each(task)
        if len({level.panel for level in levels.values()}) > 1:
            levels = compare_each(self.with_panel("overlapping"))
        return LevelScores(levels, merged)

    def _compare_clusterings(
        self, truth: Clustering, found: Clustering, read_seconds: float
    ) -> Comparison:
        start = time.perf_counter()
        engine = engine_for(
            [truth, found], nodes=self.nodes, threads=self.threads, progress=self.progress
        )
        engine.pair.need_known_nodes()
        seconds = {"read": read_seconds, "compare": time.perf_counter() - start}
        subject = Subject(truth, found, self.nodes, self.threads)
        return self._compare_pair(engine, seconds, subject)

    def _score(self, engine: PairEngine, panel: PanelName | None) -> _Outcome:
        """Compute each metric that applies; raise if one that was requested by name does not."""
        scores: dict[str, Score] = {}
        not_applicable: dict[str, NotApplicable] = {}
        left_out: list[str] = []
        repeats = self.certainty.n_repeats
        ignoring_shares: list[str] = []
        for name, (metric, options) in self.choice.panels[panel].items():
            try:
                metric.check_pair(engine.pair)
                if self.choice.takes_long(name, metric, engine.pair, repeats):
                    left_out.append(name)
                    continue
                if self.choice.misses_shares(name, metric, engine.pair):
                    ignoring_shares.append(name)
                    continue
                begin_step(self.progress, f"computing {name}")
                score = metric.score(engine, **options)
                if self.choice.takes_long_to_repeat(name, score, repeats):
                    left_out.append(name)
                else:
                    scores[name] = score
            except NotApplicableError as error:
                if name in self.choice.named:
                    raise
                not_applicable[name] = NotApplicable.from_error(name, error)
            except TooLargeError as error:
                fails = engine.supports(metric.summary) and not self.choice.lists_rest
                if name in self.choice.named or fails:
                    raise
                not_applicable[name] = NotApplicable.from_error(name, error)
        listed = not_applicable if self.choice.lists_rest else {}
        return _Outcome(scores, listed, tuple(left_out), tuple(ignoring_shares))

    def _compare_pair(
        self,
        engine: PairEngine,
        seconds: Mapping[str, float],
        subject: Subject | None = None,
    ) -> Comparison:
        """Compute the metrics of the engine's pair; `seconds` is the time spent so far."""
        start = time.perf_counter()
        pair, facts = engine.pair, engine.pair.facts
        panel = self.choice.panel_for(pair)
        outcome = self._score(engine, panel)
        scores = outcome.scores
        requests = {name: self.choice.panels[panel][name] for name in scores}
        values = {name: float(score) for name, score in scores.items()}
        baselines = self.certainty.baselines(pair, requests, values, self.progress)
        intervals = self.certainty.intervals(pair, requests, values, self.progress)
        truth, found = facts_of_sides(pair, engine.repeated_memberships)
        compare_seconds = seconds.get("compare", 0.0) + time.perf_counter() - start
        return Comparison(
            scores=scores,
            not_applicable=outcome.not_applicable,
            left_out=outcome.left_out,
            ignoring_shares=outcome.ignoring_shares,
            panel=panel,
            nodes=facts,
            node_base=_name_node_base(self.nodes),
            truth=truth,
            found=found,
            baselines=baselines,
            intervals=intervals,
            seed=self.certainty.seed,
            subject=subject,
            possible_noise={} if subject is None else self._possible_noise(subject),
            unused_noise=None
            if subject is None
            else unused_noise((subject.truth, subject.found), self.reading.noise),
            seconds={**seconds, "compare": compare_seconds},
            pair_work=engine.how_pairs_were_counted,
            reduction=engine.reduction,
        )

    def _possible_noise(self, subject: Subject) -> dict[str, tuple[PossibleNoise, ...]]:
        """The labels of both sides that look like noise; none if that was denied."""
        if self.reading.noise is False:
            return {}
        return {
            "truth": find_possible_noise(subject.truth),
            "found": find_possible_noise(subject.found),
        }


@dataclass(frozen=True)
class _Outcome:
    """What became of the metrics of a choice."""

    scores: Mapping[str, Score]
    not_applicable: Mapping[str, NotApplicable]
    #: Metrics that would take long.
    left_out: tuple[str, ...]
    #: Default metrics that ignore the shares of nodes in all clusters.
    ignoring_shares: tuple[str, ...]


def _name_node_base(nodes: NodeBase) -> str:
    if isinstance(nodes, str):
        return nodes
    return "default" if nodes is None else "given"
