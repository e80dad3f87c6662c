"""The task explain_clusters: the clusters of a side, a page at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord._explain.members import as_integer, order_sides
from accord._explain.verdicts import VERDICTS
from accord._foundation.progress import ProgressCallback
from accord.web._tasks.explained import Explained
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.json_values import as_name
from accord.web._tasks.paging import page_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def explain_clusters(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """The clusters of a side that were searched for, in an order: a page of them."""
    explained = inputs.explained(request, progress)
    side = request.get("side") or "truth"
    page = page_of(request)
    clusters, total = explained.clusters(
        side,
        search=request.get("search"),
        verdicts=request.get("verdicts"),
        min_size=request.get("min_size"),
        max_size=request.get("max_size"),
        sort=request.get("sort") or "cost",
        descending=request.get("descending"),
        page=page,
    )
    return {
        "side": side,
        "total": total,
        "offset": page.start,
        "rows": cluster_rows(explained, side, clusters),
    }


def cluster_rows(
    explained: Explained, side: str, indices: NDArray[np.int64]
) -> list[dict[str, Any]]:
    """The facts about some clusters of a side."""
    this, opposite = order_sides(explained.explanation, side)
    rows = []
    for index in indices.tolist():
        partner = int(this.partner[index])
        rows.append(
            {
                "index": index,
                "cluster": as_name(this.name(index)),
                "size": as_integer(this.sizes[index].item()),
                "verdict": VERDICTS[this.verdict[index]]
                if this.verdict[index] < len(VERDICTS)
                else None,
                "words": this.describe(index),
                "parts": int(this.parts[index]) or None,
                "partner": None if partner < 0 else as_name(opposite.name(partner)),
                "partner_index": None if partner < 0 else partner,
                "overlap": as_integer(this.overlap[index].item()),
                "f1": this.f1[index].item(),
                "precision": this.precision[index].item(),
                "recall": this.recall[index].item(),
                "cost": this.cost[index].item(),
            }
        )
    return rows
