"""The task named_clusters: which truth clusters each found cluster stands for."""

from __future__ import annotations

from typing import Any

from accord._foundation.progress import ProgressCallback
from accord.web._tasks.commands import commands_of_names
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.json_values import as_name
from accord.web._tasks.paging import page_of
from accord.web._tasks.result_by_kind import named_clusters_of
from accord.web._tasks.results import notes_of


def named_clusters(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """Name found clusters after truth clusters, as `accord.named_clusters` does: a page."""
    named = named_clusters_of(request, inputs, progress)
    page = page_of(request)
    return {
        "f1": float(named.score),
        "precision": named.score.precision,
        "recall": named.score.recall,
        "total": len(named),
        "offset": page.start,
        "rows": [
            {
                "found": as_name(named.found.name(naming.found)),
                "found_index": naming.found,
                "truth": as_name(named.truth.name(naming.truth)),
                "truth_index": naming.truth,
                "f1": naming.f1,
                "precision": naming.precision,
                "recall": naming.recall,
            }
            for naming in named.namings[page]
        ],
        "n_unnamed": len(named.unnamed),
        "notes": notes_of(named.notes()),
        "commands": commands_of_names(request),
    }
