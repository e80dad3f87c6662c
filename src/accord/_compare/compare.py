"""compare: all the numbers about two clusterings, each summary computed once."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord._certainty.options import Certainty
from accord._compare import Comparison, LevelScores, Ranking, SideFacts, Subject
from accord._engines.base import PairEngine
from accord._engines.choose import as_clusterings, engine_for, open_inputs
from accord._engines.native.engine import NativeEngine
from accord._engines.tables.limits import TooManyTypes
from accord._engines.tables.reduction import UnreducedTables
from accord._foundation.clustering import Clustering
from accord._foundation.node_base import NodeBase, fixed_base
from accord._foundation.node_index import NodeIndex, pair_up
from accord._foundation.pair import BasePair
from accord._foundation.side import BaseSide
from accord._foundation.threads import ProgressCallback, thread_count
from accord._io.objects import as_clustering, is_flat
from accord._io.tables.backends import is_lazy
from accord._summaries.clustering_pair import Overlaps, PairCounts
from accord.errors import InputError, NodeSetError, OverlapError, WeightError, unknown
from accord.metrics._requests import Requests, one_metric, parse_metrics

if TYPE_CHECKING:
    from numpy.typing import NDArray


def compare(
    truth: Any,
    found: Any,
    metrics: Iterable[str] | str | None = None,
    *,
    nodes: NodeBase = None,
    levels: str | None = None,
    sharing: str | None = None,
    weighting: str | None = None,
    baseline: bool = False,
    interval: bool = False,
    repeats: int | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Comparison:
    """Compares a clustering with the truth by several metrics.

    Metrics are named as `f1p` or `f1p[weighting=macro]`. Without `metrics` a short panel is shown,
    and what does not apply to this input is listed with the reason; a metric asked for that does
    not apply raises. `sharing` and `weighting` are passed on to every metric that has them. `nodes`
    says which nodes to compare: "union", "intersection", "truth", "equal" or a collection.
    `progress` is called now and then with the part of a long step that is done.

    With `baseline` every value is shown beside what chance alone gets, with `interval` beside how
    far it may be off because of which nodes were compared: see `accord.baseline` and
    `accord.interval`, which explain `repeats`, `seed` and `confidence`.

    Where found has levels, they are compared one by one and merged into one clustering; the scores
    are those of the merged one, or with `levels="best"` of the level that scores best by the first
    metric. With `levels="merged"` the single levels are left out. The levels of the truth are
    merged.

    >>> from accord import compare
    >>> comparison = compare([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]], ["f1p", "nmi"])
    >>> round(comparison["nmi"], 6)
    0.432538
    """
    if levels not in (None, "best", "merged"):
        raise unknown("choice of levels", levels, ("best", "merged"))
    requests = parse_metrics(metrics, sharing=sharing, weighting=weighting)
    count = thread_count(threads)
    start = time.perf_counter()
    base, strict = fixed_base(nodes), metrics is not None
    sure = Certainty(baseline, interval, repeats, seed, confidence)
    sides = open_inputs([("truth", truth), ("found", found)], threads=count)
    if isinstance(sides, UnreducedTables):
        engine = engine_for(sides, nodes=base, threads=count, progress=progress)
        seconds = {"read": time.perf_counter() - start}
        return _compare(engine, None, requests, base, strict, seconds, sure, progress)
    read_seconds = time.perf_counter() - start

    def scores(found: Clustering) -> Comparison:
        own_start = time.perf_counter()
        engine = engine_for([sides[0], found], nodes=base, threads=count, progress=progress)
        engine.pair.need_known_nodes()
        subject = Subject(sides[0], found, base, count)
        seconds = {"read": read_seconds, "compare": time.perf_counter() - own_start}
        return _compare(engine, subject, requests, base, strict, seconds, sure, progress)

    if not sides[1].level_names or levels == "merged":
        return scores(sides[1])
    each = {name: scores(level) for name, level in sides[1].levels().items()}
    merged = None
    if levels is None:
        try:
            merged = scores(sides[1].merged())
        except OverlapError as error:
            raise OverlapError(f"{error}; to compare single levels, use levels='best'") from None
    of_levels = LevelScores(each, merged, ascending=_ascending(requests))
    chosen = each[of_levels.best] if merged is None else merged
    chosen.levels = of_levels
    return chosen


def _compare(
    engine: PairEngine,
    subject: Subject | None,
    requests: Requests,
    nodes: NodeBase,
    strict: bool,
    seconds: Mapping[str, float],
    sure: Certainty,
    progress: ProgressCallback | None,
) -> Comparison:
    """The pair of the engine by these metrics. `strict`: a metric that does not apply raises."""
    start = time.perf_counter()
    scores, not_applicable = {}, {}
    for name, (metric, options) in requests.items():
        try:
            scores[name] = metric.score(engine, **options)
        except (OverlapError, NodeSetError, WeightError, TooManyTypes) as error:
            if strict:
                raise
            not_applicable[name] = (
                f"{name}: {error}" if isinstance(error, TooManyTypes) else str(error)
            )
    applicable = {name: requests[name] for name in scores}
    pair = engine.pair
    baselines, intervals = sure.of(pair, applicable, scores, progress)
    facts = pair.facts
    truth_nodes = facts.common + facts.only_truth - facts.dropped_truth_nodes
    found_nodes = facts.common + facts.only_found - facts.dropped_found_nodes
    repeated = engine.repeated_memberships
    truth_facts = _side_facts(pair, pair.truth, truth_nodes, repeated[0])
    found_facts = _side_facts(pair, pair.found, found_nodes, repeated[1])
    node_base = nodes if isinstance(nodes, str) else "default" if nodes is None else "given"
    took = {**seconds, "compare": seconds.get("compare", 0.0) + time.perf_counter() - start}
    comparison = Comparison(
        scores,
        not_applicable,
        facts,
        node_base,
        truth_facts,
        found_facts,
        took,
        subject,
        engine.how_pairs_were_counted,
    )
    comparison.baselines, comparison.intervals, comparison.seed = baselines, intervals, sure.seed
    comparison.reduction = engine.reduction
    return comparison


def rank(
    truth: Any,
    found: Mapping[str, Any],
    metrics: Iterable[str] | str | None = None,
    *,
    nodes: NodeBase = None,
    levels: str | None = None,
    sharing: str | None = None,
    weighting: str | None = None,
    baseline: bool = False,
    interval: bool = False,
    repeats: int | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Ranking:
    """Compares several results, by name, with one truth, and ranks them by the first metric.

    A result with levels is ranked by each of them and merged; `levels` is "best", "each" or
    "merged" for these alone. `baseline`, `interval` and what belongs to them are as in `compare`;
    whether two results differ is told by `difference`.

    >>> from accord import rank
    >>> truth = [[1, 2, 3], [4, 5]]
    >>> list(rank(truth, {"half": [[1, 2], [3, 4, 5]], "same": truth}, ["f1p"]))
    ['same', 'half']
    """
    if levels not in (None, "best", "each", "merged"):
        raise unknown("choice of levels", levels, ("best", "each", "merged"))
    if not isinstance(found, Mapping) or not found:
        raise InputError(
            "results to rank are given as a mapping from name to result, with at least one in it"
        )
    if is_flat(truth):
        truth, *labelled = as_clusterings([("truth", truth), *found.items()], threads=threads)
        found = dict(zip(found, labelled, strict=True))
    elif not is_lazy(truth):
        truth = as_clustering(truth, name="truth", threads=threads)
    described = truth
    settings: dict[str, Any] = {
        "nodes": fixed_base(nodes),
        "sharing": sharing,
        "weighting": weighting,
    }
    settings |= {
        "baseline": baseline,
        "interval": interval,
        "repeats": repeats,
        "seed": seed,
        "confidence": confidence,
    }
    comparisons: dict[str, Comparison] = {}
    for name, result in found.items():
        try:
            comparison = compare(
                *(truth, result, metrics),
                levels="best" if levels == "each" else levels,
                threads=threads,
                progress=progress,
                **settings,
            )
        except (OverlapError, NodeSetError, WeightError) as error:
            raise type(error)(f"{name}: {error}") from None
        for level, chosen in _chosen_levels(comparison, levels):
            row = f"{name} {level}".rstrip()
            if row in comparisons:
                raise InputError(f"two results would be called {row!r}: give them other names")
            if chosen.subject is not None and not isinstance(described, Clustering):
                described = chosen.subject.truth
            chosen.subject = (
                None  # results may be read one at a time, and not fit into memory together
            )
            comparisons[row] = chosen
    requests = parse_metrics(metrics, sharing=sharing, weighting=weighting)
    return Ranking(
        comparisons, described, truth, found, settings["nodes"], ascending=_ascending(requests)
    )


def _chosen_levels(comparison: Comparison, levels: str | None) -> Iterator[tuple[str, Comparison]]:
    """The comparisons of a result that are ranked, with what to add to its name."""
    scores, comparison.levels = comparison.levels, None
    if scores is None:
        yield "", comparison
        return
    for level in [scores.best] if levels == "best" else scores:
        yield f"level {level}", scores[level]
    if scores.merged is not None:
        yield "merged", scores.merged


def _ascending(requests: Requests) -> bool:
    """Whether the first metric is a distance."""
    return next(iter(requests.values()))[0].distance


def similarity_matrix(
    clusterings: Sequence[Any] | Mapping[str, Any],
    metric: str = "f1p",
    *,
    nodes: NodeBase = None,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """The metric for all pairs of clusterings: row i, column j has clustering i as truth and j as found.

    `nodes` holds for each pair: with "truth" these are the nodes of clustering i, another base in
    each row, which makes any metric asymmetric where nodes differ. Give the nodes themselves to
    compare all pairs on the same.

    >>> from accord import similarity_matrix
    >>> similarity_matrix([[[1, 2], [3, 4]], [[1, 2], [3], [4]]], "nmi").round(3)
    array([[1.   , 0.667],
           [0.667, 1.   ]])
    """
    _, (chosen, options) = one_metric(metric)
    count = thread_count(threads)
    if not len(clusterings):
        raise InputError("there are no clusterings")
    named = clusterings.items() if isinstance(clusterings, Mapping) else enumerate(clusterings)
    sides = as_clusterings([(f"clustering {name}", data) for name, data in named], threads=count)
    index = NodeIndex(sides, count)
    nodes = fixed_base(nodes)
    mirrored = chosen.is_symmetric(options, nodes)
    matrix = np.empty((len(clusterings), len(clusterings)))
    for i in range(len(clusterings)):
        for j in range(i if mirrored else 0, len(clusterings)):
            matrix[i, j] = chosen.score(NativeEngine(index.pair(i, j, nodes)), **options)
            if mirrored:
                matrix[j, i] = matrix[i, j]
    return matrix


def overlaps(
    truth: Any, found: Any, *, nodes: NodeBase = None, threads: int | None = None
) -> Overlaps:
    """The overlap (contingency) table of two clusterings: which clusters share how many nodes.

    >>> from accord import overlaps
    >>> table = overlaps([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
    >>> list(zip(table.truth.tolist(), table.found.tolist(), table.amounts.tolist()))
    [(0, 0, 2), (0, 1, 1), (1, 1, 2)]
    """
    count = thread_count(threads)
    pair = pair_up(
        as_clusterings([("truth", truth), ("found", found)], threads=count), nodes, count
    )
    table = NativeEngine(pair).get(Overlaps)
    return Overlaps(
        pair.truth.index_in_input(table.truth),
        pair.found.index_in_input(table.found),
        table.amounts,
        pair.truth.expand_to_input(table.truth_sizes, 0),
        pair.found.expand_to_input(table.found_sizes, 0),
        table.total,
    )


def pair_counts(
    truth: Any, found: Any, *, nodes: NodeBase = None, threads: int | None = None
) -> PairCounts:
    """How many pairs of nodes share how many clusters in truth and in found; what Omega is made of.

    >>> from accord import pair_counts
    >>> pair_counts([[1, 2, 3], [3, 4]], [[1, 2], [3, 4]]).pairs
    {(0, 0): 2, (1, 0): 2, (1, 1): 2}
    """
    count = thread_count(threads)
    return NativeEngine(
        pair_up(as_clusterings([("truth", truth), ("found", found)], threads=count), nodes, count)
    ).get(PairCounts)


def _side_facts(pair: BasePair[BaseSide], side: BaseSide, nodes: int, repeated: int) -> SideFacts:
    in_clusters = pair.facts.base - side.n_in_no_cluster
    return SideFacts(
        nodes=nodes,
        clusters=side.n_clusters,
        memberships=side.n_memberships,
        overlapping_nodes=side.n_overlapping,
        nodes_in_no_cluster=nodes - in_clusters,
        duplicate_clusters=side.n_duplicates,
        repeated_memberships=repeated,
        fuzzy=side.is_fuzzy,
        weighted=pair.is_weighted,
    )
