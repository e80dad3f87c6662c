"""The task quality: a clustering on its network, without a truth."""

from __future__ import annotations

from typing import Any

from accord._display.tables import Table
from accord._foundation.progress import ProgressCallback
from accord.web._tasks.commands import commands_of_quality
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.result_by_kind import quality_of
from accord.web._tasks.results import notes_of, table_of


def quality(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """Score a clustering, or each of its levels, on its network, as `accord.score` does."""
    scores = quality_of(request, inputs, progress)
    tables = [table_of(block) for block in scores.blocks() if isinstance(block, Table)]
    return {
        "quality": scores.to_dict(),
        "tables": tables,
        "notes": notes_of(scores.notes()),
        "commands": commands_of_quality(request),
    }
