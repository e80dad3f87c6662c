"""Scores of several results, and how like each other the results are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord._compare import Comparison, Ranking
from accord._compare.comparisons import Comparisons
from accord._compare.similarity import similarity_matrix
from accord._engines.choose import as_clusterings
from accord._foundation.node_base import NodesOf
from accord.metrics._requests import DEFAULT_METRIC, one_metric, parse_metrics
from accord.views._limits import check_limit
from accord.views._linkage import Merge, average_linkage

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Merge", "ScoreDots", "SimilarityMap", "score_dots", "similarity_map"]


@dataclass(frozen=True, eq=False)
class ScoreDots:
    """Scores by result and metric, with intervals and what chance alone gives; NaN where something is not known."""

    results: tuple[str, ...]
    metrics: tuple[str, ...]
    #: Whether lower is better, a metric each.
    distances: tuple[bool, ...]
    #: Whether it can be shown beside others from 0 to 1, as all can but distances without an upper
    #: bound; a metric each.
    bounded: tuple[bool, ...]
    #: A row per result, a column per metric.
    values: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    expected: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SimilarityMap:
    """How like each other the truth and several results are, in an order that brings like ones together."""

    metric: str
    #: Whether lower values are more alike.
    distance: bool
    names: tuple[str, ...]
    #: Where the truth is among them.
    truth: int
    #: Row i, column j has clustering i as truth and j as found.
    matrix: NDArray[np.float64]
    #: Whether that makes no difference, by what is known of the metric.
    symmetric: bool
    #: Average linkage: things are numbered as the rows are; heights are mean distances, 1 − value
    #: where more is better.
    merges: tuple[Merge, ...]
    #: How many results there are in all.
    n_results: int


def score_dots(scores: Comparison | Comparisons) -> ScoreDots:
    """The scores of a comparison, of a ranking, or of levels.

    >>> from accord import compare
    >>> dots = score_dots(compare([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]], ["f1h", "nvd"]))
    >>> dots.metrics, dots.distances, dots.values.round(2).tolist()
    (('f1h', 'nvd'), (False, True), [[0.8, 0.2]])
    """
    comparisons: Mapping[str, Comparison] = (
        {"found": scores} if isinstance(scores, Comparison) else scores
    )
    metrics = tuple(scores) if isinstance(scores, Comparison) else tuple(scores.metrics)
    known = [metric for metric, _ in parse_metrics(metrics).values()]

    def table(of: str, value: str) -> NDArray[np.float64]:
        rows = [
            [getattr(getattr(one, of).get(name), value, np.nan) for name in metrics]
            for one in comparisons.values()
        ]
        return np.array(rows, np.float64).reshape(len(rows), len(metrics))

    return ScoreDots(
        tuple(map(str, comparisons)),
        metrics,
        tuple(metric.distance for metric in known),
        tuple(not metric.distance or metric.bounds[1] is not None for metric in known),
        np.array(
            [[float(one[metric]) for metric in metrics] for one in comparisons.values()]
        ).reshape(-1, len(metrics)),
        table("intervals", "low"),
        table("intervals", "high"),
        table("baselines", "expected"),
    )


def similarity_map(
    ranking: Ranking, metric: str = DEFAULT_METRIC, max_clusterings: int = 40
) -> SimilarityMap:
    """The metric for all pairs among the truth and the results, the first `most − 1` of them by rank.

    Where the results were ranked on the nodes of the truth, all pairs are compared on these, too.
    Only where nodes have weights, which those that neither of two results knows would lack, is each
    row compared on its own nodes.

    >>> from accord import rank
    >>> truth = [[1, 2, 3], [4, 5]]
    >>> likeness = similarity_map(rank(truth, {"half": [[1, 2], [3, 4, 5]], "same": truth}), "f1h")
    >>> likeness.names, likeness.matrix[0].round(2).tolist()
    (('truth', 'same', 'half'), [1.0, 1.0, 0.8])
    """
    ranked = [name for name in ranking if name in ranking.results]
    names = [*ranked, *(name for name in ranking.results if name not in ranked)]
    shown = names[: check_limit("max_clusterings", max_clusterings) - 1]
    sides = [
        ("truth", ranking.given_truth),
        *((str(name), ranking.results[name]) for name in shown),
    ]
    clusterings = [side.merged() for side in as_clusterings(sides)]
    _, (chosen, options) = one_metric(metric)
    weighted = any(clustering.weights is not None for clustering in clusterings)
    of_truth = isinstance(ranking.nodes, str) and ranking.nodes == "truth" and not weighted
    nodes = NodesOf(0) if of_truth else ranking.nodes
    matrix = similarity_matrix(clusterings, metric, nodes=nodes)
    mean = (matrix + matrix.T) / 2
    order, merges = average_linkage(mean if chosen.distance else 1 - mean)
    place = {thing: at for at, thing in enumerate(order)}
    numbered = [
        Merge(
            place.get(merge.first, merge.first), place.get(merge.second, merge.second), merge.height
        )
        for merge in merges
    ]
    labels = ["truth", *map(str, shown)]
    return SimilarityMap(
        metric,
        chosen.distance,
        tuple(labels[thing] for thing in order),
        place[0],
        matrix[np.ix_(order, order)],
        chosen.is_symmetric(options, nodes),
        tuple(numbered),
        len(names),
    )
