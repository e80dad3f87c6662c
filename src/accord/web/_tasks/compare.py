"""The task compare: the scores of one clustering against the truth."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from accord._certainty.options import CertaintyOptions
from accord._compare.compare import ComparisonTask, choose_metrics_to_compare
from accord._compare.comparison import Comparison, Subject, meaning_of, metric_named
from accord._display.numbers import count, decimals
from accord._engines.native.engine import NativeEngine
from accord._foundation.clustering import Clustering
from accord._foundation.node_base import fixed_base
from accord._foundation.progress import ProgressCallback
from accord._foundation.reading import Reading
from accord._foundation.threads import thread_count
from accord.errors import unknown
from accord.metrics._printed_names import printed_name
from accord.report._sentences import title_of
from accord.web._tasks.commands import commands_of_compare
from accord.web._tasks.inputs import Inputs, sides_of
from accord.web._tasks.results import notes_of, table_of

#: Metrics that the sentence names.
_MAX_NAMED = 3


def compare(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """Compare found with truth, as `accord.compare` does."""
    comparison = comparison_of(request, inputs, progress)
    return {
        "sentence": describe(comparison),
        "comparison": comparison.to_dict(),
        "scores": [
            {
                "metric": name,
                "printed": printed_name(name),
                "value": float(score),
                "meaning": meaning_of(name),
                "higher_is_better": not metric_named(name).distance,
                "explains": metric_named(name).costs is not None,
            }
            for name, score in comparison.items()
        ],
        "table": table_of(comparison.table()),
        "notes": notes_of(comparison.notes()),
        "commands": commands_of_compare(request),
    }


def comparison_of(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> Comparison:
    """The comparison that a request asks for; its pair is aligned once for all questions."""
    levels = request.get("levels")
    if levels not in (None, "best", "merged"):
        raise unknown("choice of levels", levels, ("best", "merged"))
    truth, found = sides_of(request)
    task = _KeptComparison(
        **task_settings(request, progress),
        truth=inputs.clustering(truth, progress),
        found=inputs.clustering(found, progress),
        engine=lambda: inputs.engine(truth, found, request.get("nodes"), progress),
    )
    return task.compare(task.truth, task.found, levels)


def task_settings(request: dict[str, Any], progress: ProgressCallback | None) -> dict[str, Any]:
    """The fields of a ComparisonTask that a request says."""
    nodes = request.get("nodes")
    return {
        "choice": choose_metrics_to_compare(
            request.get("metrics"),
            sharing=request.get("sharing"),
            weighting=request.get("weighting"),
        ),
        "nodes": fixed_base(nodes),
        "reading": Reading(nodes=nodes),
        "certainty": CertaintyOptions(
            bool(request.get("baseline")),
            bool(request.get("interval")),
            request.get("repeats"),
            request.get("seed") or 0,
            request.get("confidence") or 0.95,
        ),
        "threads": thread_count(),
        "progress": progress,
    }


@dataclass(frozen=True)
class _KeptComparison(ComparisonTask):
    """A comparison whose engine is kept for the next question."""

    truth: Clustering = field(kw_only=True)
    found: Clustering = field(kw_only=True)
    engine: Any = field(kw_only=True)

    def _compare_clusterings(
        self, truth: Clustering, found: Clustering, read_seconds: float
    ) -> Comparison:
        if truth is not self.truth or found is not self.found:  # a level, or all levels merged
            return super()._compare_clusterings(truth, found, read_seconds)
        start = time.perf_counter()
        engine: NativeEngine = self.engine()
        engine.pair.need_known_nodes()
        seconds = {"read": read_seconds, "compare": time.perf_counter() - start}
        return self._compare_pair(engine, seconds, Subject(truth, found, self.nodes, self.threads))


def describe(comparison: Comparison) -> str:
    """A sentence with the first scores, and what chance alone gives."""
    values = [f"{printed_name(name)} {decimals(score)}" for name, score in comparison.items()]
    if not values:
        return "None of the metrics applies."
    first, *others = values
    name = next(iter(comparison))
    sentence = title_of(first)
    if name in comparison.baselines:
        sentence += f", where chance alone gives {decimals(comparison.baselines[name].expected)}"
    if others:
        sentence += f"; {', '.join(others[: _MAX_NAMED - 1])}"
    return f"{sentence}; on {count(comparison.nodes.base, 'node')}."
