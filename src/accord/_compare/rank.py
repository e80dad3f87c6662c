"""rank: several results compared with one truth, best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from accord._certainty.options import CertaintyOptions
from accord._compare.compare import ComparisonTask
from accord._compare.comparison import Comparison
from accord._compare.comparisons import best_first
from accord._compare.ranking import Ranking
from accord._engines.choose import as_clusterings
from accord._foundation.clustering import Clustering
from accord._foundation.node_base import NodeBase, fixed_base
from accord._foundation.progress import ProgressCallback
from accord._foundation.threads import thread_count
from accord._io.objects.clusterings import as_clustering, is_flat
from accord._io.tables.backends import is_lazy
from accord.errors import InputError, NotApplicableError, unknown
from accord.metrics._options import Sharing, Weighting
from accord.metrics._requests import parse_metrics

if TYPE_CHECKING:
    from accord._foundation.types import ClusteringLike


def rank(
    truth: ClusteringLike,
    found: Mapping[str, ClusteringLike],
    metrics: Iterable[str] | str | None = None,
    *,
    nodes: NodeBase = None,
    levels: Literal["best", "each", "merged"] | None = None,
    sharing: Sharing | None = None,
    weighting: Weighting | None = None,
    baseline: bool = False,
    interval: bool = False,
    repeats: int | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Ranking:
    """Compare several results, given by name, with one truth, and rank them by the first metric.

    A result with levels is ranked once for each level and once for all levels merged; with
    `levels="best"`, "each" or "merged" only for these. The other arguments are those of `compare`.
    Whether two results differ is a question for `accord.difference`.

    >>> from accord import rank
    >>> truth = [[1, 2, 3], [4, 5]]
    >>> list(rank(truth, {"half": [[1, 2], [3, 4, 5]], "same": truth}, ["f1p"]))
    ['same', 'half']
    """
    if levels not in (None, "best", "each", "merged"):
        raise unknown("choice of levels", levels, ("best", "each", "merged"))
    if not isinstance(found, Mapping) or not found:
        raise InputError("results to rank must be a mapping from names to results, and not empty")
    task = ComparisonTask(
        requests=parse_metrics(metrics, sharing=sharing, weighting=weighting),
        strict=metrics is not None,
        nodes=fixed_base(nodes),
        certainty=CertaintyOptions(baseline, interval, repeats, seed, confidence),
        threads=thread_count(threads),
        progress=progress,
    )
    if is_flat(truth):
        truth, *labelled = as_clusterings([("truth", truth), *found.items()], threads=threads)
        found = dict(zip(found, labelled, strict=True))
    elif not is_lazy(truth):
        truth = as_clustering(truth, name="truth", threads=threads)
    ranked_truth: Any = truth
    comparisons: dict[str, Comparison] = {}
    for name, comparison in _compare_each(task, truth, found, levels):
        if name in comparisons:
            raise InputError(f"two results would be called {name!r}: give them other names")
        if comparison.subject is not None and not isinstance(ranked_truth, Clustering):
            ranked_truth = comparison.subject.truth
        # Results may be read one at a time, and not fit into memory together.
        comparisons[name] = replace(comparison, subject=None)
    return Ranking(best_first(comparisons), ranked_truth, truth, found, task.nodes)


def _compare_each(
    task: ComparisonTask, truth: Any, found: Mapping[str, Any], levels: str | None
) -> Iterator[tuple[str, Comparison]]:
    """The comparisons to rank: one per result without levels, and some of each with levels."""
    for name, result in found.items():
        try:
            comparison = task.compare(truth, result, "best" if levels == "each" else levels)
        except NotApplicableError as error:
            raise type(error)(f"{name}: {error}") from None
        scores = comparison.levels
        if scores is None:
            yield str(name), comparison
            continue
        for level in [scores.best] if levels == "best" else scores:
            yield f"{name} level {level}", scores[level]
        if scores.merged is not None:
            yield f"{name} merged", scores.merged
