"""Notes of a result as sentences of a page."""

from __future__ import annotations

from collections.abc import Iterable

from accord._display.result import Note
from accord.report._markup import Markup, tag


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def small_print(notes: Iterable[Note]) -> list[Markup]:
    """A paragraph below a table that explains it; nothing if there are no notes."""
    text = " ".join(sentence(note.text) for note in notes)
    return [tag("p", text, class_="quiet small")] if text else []
