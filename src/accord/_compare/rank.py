"""rank: several results compared with one truth, best first."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from accord._certainty.defaults import GROUPS
from accord._certainty.options import CertaintyOptions
from accord._compare.compare import ComparisonTask, choose_metrics_to_compare
from accord._compare.comparison import Comparison
from accord._compare.comparisons import best_first
from accord._compare.leaders import find_leaders
from accord._compare.ranking import Ranking
from accord._engines.choose import as_clusterings
from accord._foundation.clustering import Clustering
from accord._foundation.metric_options import Sharing, Weighting
from accord._foundation.node_base import NodeBase, fixed_base
from accord._foundation.noise import describe_unused_noise
from accord._foundation.progress import ProgressCallback
from accord._foundation.reading import Orientation, Reading
from accord._foundation.threads import thread_count
from accord._io.objects.clusterings import convert_input
from accord._io.objects.label_sequences import has_index, is_flat
from accord._io.objects.results import name_results
from accord._io.tables.backends import is_lazy
from accord.errors import InputError, NotApplicableError, unknown, warn

if TYPE_CHECKING:
    import pandas

    from accord._foundation.types import ClusteringLike


def rank(
    truth: ClusteringLike,
    found: Mapping[str, ClusteringLike] | Sequence[ClusteringLike] | pandas.DataFrame,
    metrics: Iterable[str] | str | None = None,
    *,
    nodes: NodeBase = None,
    orientation: Orientation | None = None,
    noise: object = None,
    columns: Sequence[str | int] | None = None,
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

    A list of files is named by the parts of their paths that differ: ["run/leiden.cnl",
    "run/louvain.cnl"] is ranked as "leiden" and "louvain". Each column of a data frame is a result,
    with a label for every node; the nodes are its index. A list of other results is numbered:
    "result 1", "result 2".
    A result with levels is ranked once for each level and once for all levels merged; with
    `levels="best"`, "each" or "merged" only for these. The other arguments are those of `compare`.
    `ranking.best` is the name of the first result. With `interval`, `ranking.leaders` says which
    results may be the best: those that could change places with the first one on another sample of
    nodes.

    >>> from accord import rank
    >>> truth = [[1, 2, 3], [4, 5]]
    >>> list(rank(truth, {"half": [[1, 2], [3, 4, 5]], "same": truth}, ["f1p"]))
    ['same', 'half']
    """
    if levels not in (None, "best", "each", "merged"):
        raise unknown("choice of levels", levels, ("best", "each", "merged"))
    found = name_results(found, truth)
    task = ComparisonTask(
        choice=choose_metrics_to_compare(metrics, sharing=sharing, weighting=weighting),
        nodes=fixed_base(nodes),
        reading=Reading(orientation, noise, columns, nodes),
        certainty=CertaintyOptions(baseline, interval, repeats, seed, confidence),
        threads=thread_count(threads),
        progress=progress,
    )
    read_together = is_flat(truth) or _are_in_memory(truth, found)
    if read_together:
        inputs = [("truth", truth), *found.items()]
        truth, *converted = as_clusterings(inputs, task.reading, threads=threads)
        found = dict(zip(found, converted, strict=True))
    elif not is_lazy(truth):
        truth = convert_input(truth, task.reading, name="truth", threads=threads)
    ranked_truth: Any = truth
    compared: dict[str, dict[str, Comparison]] = {}
    for name, result in found.items():
        compared[name] = _compare_result(task, truth, name, result, levels)
        first = next(iter(compared[name].values()))
        if first.subject is not None and not isinstance(ranked_truth, Clustering):
            ranked_truth = first.subject.truth
        # Results may be read one at a time, and not fit into memory together.
        compared[name] = _without_subjects(compared[name])
        if "overlapping" in _panels(compared[name]):
            task = task.with_panel("overlapping")
    if len(_panels(*compared.values())) > 1:  # one panel for all results
        for name in [
            name for name, comparisons in compared.items() if "crisp" in _panels(comparisons)
        ]:
            again = _compare_result(task, truth, name, found[name], levels)
            compared[name] = _without_subjects(again)
    comparisons: dict[str, Comparison] = {}
    for of_result in compared.values():
        for name, comparison in of_result.items():
            if name in comparisons:
                raise InputError(f"two results would be called {name!r}: give them other names")
            comparisons[name] = comparison
    unused = {comparison.unused_noise for comparison in comparisons.values()}
    if not read_together and None not in unused:
        warn(describe_unused_noise(str(noise)))
    ranking = Ranking(best_first(comparisons), ranked_truth, truth, found, task.nodes, task.reading)
    return ranking if not interval or len(ranking) == 1 else _with_leaders(ranking, task)


def _with_leaders(ranking: Ranking, task: ComparisonTask) -> Ranking:
    """The ranking with the differences of the first results, which are read again."""
    certainty = task.certainty
    leaders = find_leaders(
        ranking,
        groups=GROUPS if certainty.repeats is None else certainty.repeats,
        confidence=certainty.confidence,
        seed=certainty.seed,
        threads=task.threads,
        progress=task.progress,
    )
    return replace(ranking, leaders=leaders)


def _are_in_memory(truth: Any, found: Mapping[str, Any]) -> bool:
    """Whether the truth is a mapping or a Series, and no result has to be read from a file."""
    return (isinstance(truth, Mapping) or has_index(truth)) and not any(
        isinstance(result, str | os.PathLike) or is_lazy(result) for result in found.values()
    )


def _compare_result(
    task: ComparisonTask, truth: Any, name: str, result: Any, levels: str | None
) -> dict[str, Comparison]:
    """The comparisons to rank: one of a result without levels, and some of one with levels."""
    try:
        comparison = task.of_part(name).compare(
            truth, result, "best" if levels == "each" else levels
        )
    except NotApplicableError as error:
        raise type(error)(f"{name}: {error}") from None
    scores = comparison.levels
    if scores is None:
        return {str(name): comparison}
    chosen = [scores.best] if levels == "best" else list(scores)
    comparisons = {f"{name} level {level}": scores[level] for level in chosen}
    if scores.merged is not None:
        comparisons[f"{name} merged"] = scores.merged
    return comparisons


def _without_subjects(comparisons: Mapping[str, Comparison]) -> dict[str, Comparison]:
    return {name: replace(comparison, subject=None) for name, comparison in comparisons.items()}


def _panels(*of_results: Mapping[str, Comparison]) -> set[str | None]:
    """The panels of default metrics that were computed for some results."""
    return {comparison.panel for result in of_results for comparison in result.values()}
