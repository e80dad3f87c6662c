"""Extended BCubed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord import _core
from accord._engines.native.node_types import TypedPair
from accord._summaries.clustering_pair import BCubed

if TYPE_CHECKING:
    from accord._engines.native.engine import NativeEngine


def compute_bcubed(engine: NativeEngine) -> BCubed:
    """Compute extended BCubed; a node that a side lacks is alone there."""
    engine.pair.need_integer_weights("bcubed")
    typed = engine.get(TypedPair, unique=False)
    progress = engine.begin_step("computing BCubed")
    sides = _core.bcubed(typed, typed.most_cells, threads=typed.threads, progress=progress)
    return BCubed(
        *(min(float((typed.weights * of_type).sum() / typed.total), 1.0) for of_type in sides)
    )
