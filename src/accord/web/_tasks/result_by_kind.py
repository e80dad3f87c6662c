"""The result that a request is about, by its kind: for reports and tables."""

from __future__ import annotations

from typing import Any

import accord
from accord._display.result import Result
from accord._explain.members import explain_cluster as explain_members
from accord._foundation.progress import ProgressCallback
from accord.errors import unknown
from accord.quality import Scores, ScoresByClustering
from accord.web._tasks.commands import (
    commands_of_compare,
    commands_of_explain,
    commands_of_names,
    commands_of_quality,
    commands_of_rank,
)
from accord.web._tasks.compare import comparison_of
from accord.web._tasks.explain_cluster import find_index
from accord.web._tasks.inputs import Inputs, sides_of
from accord.web._tasks.rank import names_of, ranking_of

#: What a report or a table can be of.
KINDS = ("compare", "rank", "explain", "cluster", "node", "named_clusters", "quality")


def result_of(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> tuple[Result, dict[str, Any]]:
    """The result, and the commands that make it."""
    kind = request.get("of") or "compare"
    if kind == "compare":
        return comparison_of(request, inputs, progress), commands_of_compare(request)
    if kind == "rank":
        commands = commands_of_rank(request, names_of(request["found"]))
        return ranking_of(request, inputs, progress), commands
    if kind == "named_clusters":
        return named_clusters_of(request, inputs, progress), commands_of_names(request)
    if kind == "quality":
        return quality_of(request, inputs, progress), commands_of_quality(request)
    if kind not in KINDS:
        raise unknown("result", kind, KINDS)
    explained = inputs.explained(request, progress)
    explanation = explained.explanation
    if kind == "explain":
        return explanation, commands_of_explain(request)
    if kind == "node":
        name = str(request.get("node"))
        return explanation.node(name), commands_of_explain(request, "node", name)
    side = request.get("side") or "truth"
    cluster = explain_members(explanation, side, find_index(explained, side, request))
    subject = "cluster" if side == "truth" else "found_cluster"
    return cluster, commands_of_explain(request, subject, str(cluster.cluster))


def named_clusters_of(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> accord.NamedClusters:
    """The truth clusters that each found cluster stands for, as a request asks."""
    truth, found = sides_of(request)
    settings = {name: request[name] for name in ("by", "weighting", "nodes") if request.get(name)}
    return accord.named_clusters(
        inputs.clustering(truth, progress),
        inputs.clustering(found, progress),
        **settings,
        progress=progress,
    )


def quality_of(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> Scores | ScoresByClustering:
    """The scores of a clustering on its network, as a request asks."""
    return accord.score(
        inputs.network(request["network"], progress),
        inputs.clustering(request["clustering"], progress),
        request.get("metrics"),
        progress=progress,
    )
