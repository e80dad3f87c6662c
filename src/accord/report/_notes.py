"""Notes of a result as sentences of a page: small print, and what to read before the numbers."""

from __future__ import annotations

from collections.abc import Iterable

from accord._display.result import Note
from accord.report._markup import Markup, tag


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def warning_list(texts: Iterable[str]) -> list[Markup]:
    """A list of what to read before the numbers; nothing if there is none."""
    items = [tag("li", text, class_="warning") for text in texts]
    return [tag("ul", *items, class_="notes")] if items else []


def small_print(notes: Iterable[Note]) -> list[Markup]:
    """A paragraph below a table that explains it; nothing if there are no notes."""
    text = " ".join(sentence(note.text) for note in notes)
    return [tag("p", text, class_="quiet small")] if text else []
