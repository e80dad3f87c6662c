"""Sentences of a page."""

from __future__ import annotations

from collections.abc import Sequence

from accord.report._markup import Markup, tag


def sentence(words: str) -> str:
    """With a capital, where it does not begin with a name, and a full stop."""
    return f"{words[:1].upper()}{words[1:]}."


def small_print(lines: Sequence[str]) -> list[Markup]:
    """What explains a table, below it."""
    return [tag("p", " ".join(map(sentence, lines)), class_="quiet small")] if lines else []
