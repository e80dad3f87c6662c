"""The task explain: what happened to the clusters, in numbers."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from accord._explain.explained_side import ExplainedSide
from accord._foundation.progress import ProgressCallback
from accord.report._sentences import MEANINGS, title_of
from accord.web._tasks.commands import commands_of_explain
from accord.web._tasks.explained import Explained
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.json_values import kind_of_names
from accord.web._tasks.results import notes_of


def explain(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """Explain found against truth, as `accord.explain` does: totals by side and verdict."""
    explained = inputs.explained(request, progress)
    explanation = explained.explanation
    return {
        "sentence": f"{title_of(explanation.summary())}.",
        "metric": explanation.metric,
        "value": float(explanation.score),
        "totals": {
            side: {verdict: asdict(total) for verdict, total in totals.items()}
            for side, totals in explanation.totals().items()
        },
        "meanings": MEANINGS,
        "clusters": {side.side: len(side.judged) for side in explanation.sides},
        "compared": compared_facts(explained),
        "kinds": kinds_of(explained),
        "notes": notes_of(explanation.notes()),
        "commands": commands_of_explain(request),
    }


def compared_facts(explained: Explained) -> dict[str, Any]:
    """The facts about both sides and the nodes that were compared."""
    explanation = explained.explanation
    truth, found = explanation._side_facts
    return {
        "truth": asdict(truth),
        "found": asdict(found),
        "nodes": asdict(explanation.pair.facts),
    }


def kinds_of(explained: Explained) -> dict[str, str]:
    """What the names of nodes and clusters, which are sent as texts, are."""
    explanation = explained.explanation
    return {
        "nodes": explanation.nodes.labels.kind,
        **{side.side: _kind_of_clusters(side) for side in explanation.sides},
    }


def _kind_of_clusters(side: ExplainedSide) -> str:
    return kind_of_names(side.clustering.names)
