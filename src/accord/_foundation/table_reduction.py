"""How lazy tables were reduced to node types."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Reduction:
    """Which engine reduced lazy tables to node types, and the rows that took."""

    engine: str
    #: Rows of all tables together, and rows sent to the engine or fetched from it.
    rows_read: int
    rows_moved: int
    #: Number of node types; None if they were too many and overlaps were counted in the engine.
    types: int | None

    def __str__(self) -> str:
        found = (
            "counted overlaps inside" if self.types is None else f"found {self.types:,} node types"
        )
        return f"{self.engine} read {self.rows_read:,} rows, moved {self.rows_moved:,}, and {found}"
