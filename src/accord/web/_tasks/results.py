"""Parts of results as they are sent: notes, tables, facts."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any

from accord._display.result import Note
from accord._display.tables import Table


def notes_of(notes: Iterable[Note]) -> list[dict[str, str]]:
    """Notes on a result, by kind."""
    return [{"kind": note.kind, "text": note.text} for note in notes]


def table_of(table: Table) -> dict[str, Any]:
    """A table of texts, and which of its columns are numbers."""
    return {
        "header": list(table.header),
        "rows": [list(row) for row in table.rows],
        "numbers": sorted(table.right),
    }


def without_markup(markup: str) -> str:
    """The text of a sentence of a page."""
    return html.unescape(re.sub(r"<[^>]*>", "", markup))
