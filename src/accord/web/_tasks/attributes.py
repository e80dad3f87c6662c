"""Attributes of nodes, from a table that the user gave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def attributes_of(node: str, table: Mapping[str, Mapping[str, str]] | None) -> dict[str, Any]:
    """The attributes of a node; nothing if no table was given."""
    return {} if table is None else {"attributes": dict(table.get(node) or {})}
