"""Scores of several results, and the similarity of results to each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord._compare.comparison import Comparison
from accord._compare.comparisons import Comparisons
from accord._compare.ranking import Ranking
from accord._compare.similarity import similarity_matrix
from accord._engines.choose import as_clusterings
from accord._foundation.node_base import NodesOf
from accord.metrics._requests import DEFAULT_METRIC, one_metric, parse_metrics
from accord.quality._requests import parse_qualities
from accord.quality._results import Scores, ScoresByClustering
from accord.views._limits import check_limit
from accord.views._linkage import Merge, average_linkage

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Merge", "ScoreDots", "SimilarityMap", "score_dots", "similarity_map"]


@dataclass(frozen=True, eq=False)
class ScoreDots:
    """Scores by result and metric, with intervals and baselines; NaN if unknown."""

    results: tuple[str, ...]
    metrics: tuple[str, ...]
    #: For each metric, whether lower is better.
    distances: tuple[bool, ...]
    #: For each metric, whether it fits on an axis from 0 to 1; only unbounded distances do not.
    bounded: tuple[bool, ...]
    #: A row per result, a column per metric.
    values: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    expected: NDArray[np.float64]
    #: Confidence of the intervals; None without intervals.
    confidence: float | None = None


@dataclass(frozen=True, eq=False)
class SimilarityMap:
    """The similarity of the truth and several results; similar ones are adjacent."""

    metric: str
    #: Whether lower values are more similar.
    distance: bool
    names: tuple[str, ...]
    #: Index of the truth among the names.
    truth_index: int
    #: Row i, column j has clustering i as truth and j as found.
    matrix: NDArray[np.float64]
    #: Whether the metric is symmetric.
    symmetric: bool
    #: Average linkage of the rows; heights are mean distances, or 1 − value for similarities.
    merges: tuple[Merge, ...]
    #: Number of all results.
    n_results: int


def score_dots(scores: Comparison | Comparisons | Scores | ScoresByClustering) -> ScoreDots:
    """Return the scores of a comparison, a ranking or levels, or of clusterings on a network.

    >>> from accord import compare
    >>> dots = score_dots(compare([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]], ["f1h", "nvd"]))
    >>> dots.metrics, dots.distances, dots.values.round(2).tolist()
    (('f1h', 'nvd'), (False, True), [[0.8, 0.2]])
    """
    if isinstance(scores, Scores | ScoresByClustering):
        return _quality_dots(scores)
    comparisons: Mapping[str, Comparison] = (
        {"found": scores} if isinstance(scores, Comparison) else scores
    )
    metrics = tuple(scores) if isinstance(scores, Comparison) else tuple(scores.metrics)
    declared = [metric for metric, _ in parse_metrics(metrics).values()]

    def table(value: Callable[[Comparison, str], float]) -> NDArray[np.float64]:
        rows = [[value(compared, name) for name in metrics] for compared in comparisons.values()]
        return np.array(rows, np.float64).reshape(len(rows), len(metrics))

    def low(compared: Comparison, name: str) -> float:
        return compared.intervals[name].low if name in compared.intervals else np.nan

    def high(compared: Comparison, name: str) -> float:
        return compared.intervals[name].high if name in compared.intervals else np.nan

    def expected(compared: Comparison, name: str) -> float:
        return compared.baselines[name].expected if name in compared.baselines else np.nan

    return ScoreDots(
        results=tuple(map(str, comparisons)),
        metrics=metrics,
        distances=tuple(metric.distance for metric in declared),
        bounded=tuple(not metric.distance or metric.bounds[1] is not None for metric in declared),
        values=table(lambda compared, name: float(compared[name])),
        low=table(low),
        high=table(high),
        expected=table(expected),
        confidence=next(
            (
                interval.confidence
                for compared in comparisons.values()
                for interval in compared.intervals.values()
            ),
            None,
        ),
    )


def _quality_dots(scores: Scores | ScoresByClustering) -> ScoreDots:
    """Return the scores of clusterings on a network; NaN if undefined or not applicable."""
    by_name = {"clustering": scores} if isinstance(scores, Scores) else dict(scores)
    metrics = tuple(dict.fromkeys(metric for found in by_name.values() for metric in found))
    declared = [metric for metric, _ in parse_qualities(metrics).values()]
    values = np.full((len(by_name), len(metrics)), np.nan)
    for row, found in enumerate(by_name.values()):
        for column, metric in enumerate(metrics):
            if metric in found:
                values[row, column] = float(found[metric])
    unknown = np.full_like(values, np.nan)
    return ScoreDots(
        results=tuple(by_name),
        metrics=metrics,
        distances=tuple(metric.distance for metric in declared),
        bounded=tuple(
            metric.bounds[1] is not None and metric.bounds[1] <= 1 for metric in declared
        ),
        values=values,
        low=unknown,
        high=unknown,
        expected=unknown,
    )


def similarity_map(
    ranking: Ranking, metric: str = DEFAULT_METRIC, max_clusterings: int = 40
) -> SimilarityMap:
    """Return the values of a metric for all pairs among the truth and the results.

    At most `max_clusterings` are compared: the truth and the best results. If the results were
    ranked on the nodes of the truth, all pairs are compared on these nodes as well. Weighted nodes
    are an exception: each row is then compared on the nodes of its clustering, because a node that
    neither of two results has would have no weight.

    >>> from accord import rank
    >>> truth = [[1, 2, 3], [4, 5]]
    >>> view = similarity_map(rank(truth, {"half": [[1, 2], [3, 4, 5]], "same": truth}), "f1h")
    >>> view.names, view.matrix[0].round(2).tolist()
    (('truth', 'same', 'half'), [1.0, 1.0, 0.8])
    """
    ranked = [name for name in ranking if name in ranking.results]
    names = [*ranked, *(name for name in ranking.results if name not in ranked)]
    shown = names[: check_limit("max_clusterings", max_clusterings) - 1]
    sides = [
        ("truth", ranking.given_truth),
        *((str(name), ranking.results[name]) for name in shown),
    ]
    clusterings = [side.merged() for side in as_clusterings(sides, ranking.reading)]
    _, (chosen, options) = one_metric(metric)
    weighted = any(clustering.weights is not None for clustering in clusterings)
    of_truth = isinstance(ranking.nodes, str) and ranking.nodes == "truth" and not weighted
    nodes = NodesOf(0) if of_truth else ranking.nodes
    matrix = similarity_matrix(clusterings, metric, nodes=nodes)
    mean = (matrix + matrix.T) / 2
    order, merges = average_linkage(mean if chosen.distance else 1 - mean)
    row_of = {item: row for row, item in enumerate(order)}
    merges_of_rows = tuple(
        Merge(
            row_of.get(merge.first, merge.first),
            row_of.get(merge.second, merge.second),
            merge.height,
        )
        for merge in merges
    )
    labels = ["truth", *map(str, shown)]
    return SimilarityMap(
        metric=metric,
        distance=chosen.distance,
        names=tuple(labels[item] for item in order),
        truth_index=row_of[0],
        matrix=matrix[np.ix_(order, order)],
        symmetric=chosen.is_symmetric(options, nodes),
        merges=merges_of_rows,
        n_results=len(names),
    )
