"""The parts that clusters are divided into on the other side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord import _core
from accord._foundation.pair import Pair
from accord._foundation.rows import Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray


def find_parts(
    pair: Pair,
    side: str,
    clusters: NDArray[np.int64],
    candidates: Rows,
    overlaps: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.bool_]]:
    """Choose the parts of some clusters of `side` from candidates, in their order.

    A candidate is left out if half of its overlap or more is in parts chosen before it. Returns the
    number of parts of each cluster, how much of it they have, and which candidates are parts or
    duplicates of parts.
    """
    this, other = (pair.truth, pair.found)[:: 1 if side == "truth" else -1]
    n_parts, covered, is_part = _core.find_parts(
        this.rows,
        other.rows,
        clusters.astype(np.uint32),
        candidates,
        overlaps,
        np.empty(0) if pair.weights is None else pair.weights.astype(np.float64),
        pair.n_nodes,
        threads=pair.threads,
    )
    return n_parts, covered, is_part.astype(bool)
