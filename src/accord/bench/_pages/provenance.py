"""Sections "Provenance" and "Citing": where the numbers come from, and how to cite them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import accord
from accord._display.numbers import byte_size, count, readable
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.results import Results
from accord.report._markup import Markup, label, tag
from accord.report._page import Section
from accord.report._provenance import citation_section
from accord.report._tables import facts

#: Lists whose lines have at most this many characters are shown side by side.
_NARROW = 36


def provenance_section(results: Results, board: Leaderboard | None) -> Section:
    lists = [
        (title, {label(name): _fact_text(name, fact) for name, fact in listed.items()})
        for name, nested in results.facts.items()
        if isinstance(nested, Mapping)
        for title, listed in _lists(label(name).capitalize(), nested)
    ]
    narrow: list[Markup] = []
    wide: list[Markup] = []
    for title, texts in lists:
        is_narrow = all(len(name) + len(text) <= _NARROW for name, text in texts.items())
        (narrow if is_narrow else wide).append(tag("div", tag("h3", title), facts(texts)))
    content = [
        facts(_general(results, board)),
        tag("div", *narrow, class_="columns narrow"),
        *wide,
    ]
    return Section("provenance", "Provenance", "Where do the numbers come from?", content)


def citing_section() -> Section:
    return Section("citing", "Citing", "How to cite", citation_section())


def _general(results: Results, board: Leaderboard | None) -> dict[str, str]:
    """The facts that are not lists, and those about this page."""
    general = {
        label(name): _fact_text(name, fact)
        for name, fact in results.facts.items()
        if not isinstance(fact, Mapping)
    }
    general["runs"] = f"{len(results.runs):,}, on {count(len(results.network_keys), 'network')}"
    if board is not None:
        general["intervals"] = f"{100 * board.confidence:g} %, by resampling the networks"
    general["page"] = f"accord {accord.__version__}"
    return general


def _lists(title: str, nested: Mapping[Any, Any]) -> list[tuple[str, Mapping[Any, Any]]]:
    """A list of facts with its title, or several if each fact is a list, as for machines."""
    if not nested or not all(isinstance(fact, Mapping) for fact in nested.values()):
        return [(title, nested)]
    return [
        (title if len(nested) == 1 else f"{title}: {label(name)}", fact)
        for name, fact in nested.items()
    ]


def _fact_text(name: object, fact: object) -> str:
    """Any fact as text; numbers named "memory" are sizes in bytes."""
    if isinstance(fact, Mapping):
        parts = (f"{label(key)}: {_fact_text(key, value)}" for key, value in fact.items())
        return "; ".join(parts) or "–"
    if isinstance(fact, list | tuple | set | frozenset):
        return ", ".join(_fact_text(name, value) for value in fact) or "–"
    if isinstance(fact, bool):
        return readable(fact)
    if isinstance(fact, int | float) and str(name).endswith("memory"):
        return byte_size(fact)
    if isinstance(fact, float):
        return f"{fact:,g}"
    return "–" if fact is None else label(readable(fact))
