"""Where the numbers come from, and how to cite them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import accord
from accord._display.numbers import byte_size, count, readable
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.results import Results
from accord.report._facts import how_to_cite
from accord.report._markup import label, tag
from accord.report._page import Section
from accord.report._tables import facts

#: Lists of facts with at most so many letters in a line stand side by side.
_NARROW = 36


def provenance_section(results: Results, board: Leaderboard | None) -> Section:
    general = {
        label(name): _said(name, fact)
        for name, fact in results.facts.items()
        if not isinstance(fact, Mapping)
    }
    general["runs"] = f"{len(results.runs):,}, on {count(len(results.places), 'network')}"
    if board is not None:
        general["intervals"] = (
            f"{100 * board.confidence:g} %, by drawing the networks again from themselves"
        )
    general["page"] = f"accord {accord.__version__}"
    lists = [
        (title, {label(key): _said(key, fact) for key, fact in of.items()})
        for name, nested in results.facts.items()
        if isinstance(nested, Mapping)
        for title, of in _lists(label(name).capitalize(), nested)
    ]
    drawn = [tag("div", tag("h3", title), facts(of)) for title, of in lists]
    narrow = [_widest(of) <= _NARROW for _, of in lists]
    beside = [one for one, fits in zip(drawn, narrow, strict=True) if fits]
    below = [one for one, fits in zip(drawn, narrow, strict=True) if not fits]
    content = [facts(general), tag("div", *beside, class_="columns narrow"), *below]
    return Section("provenance", "Provenance", "Where do the numbers come from?", content)


def citing_section() -> Section:
    return Section("citing", "Citing", "How to cite", how_to_cite())


def _widest(of: Mapping[str, str]) -> int:
    """Letters of the longest line."""
    return max((len(name) + len(value) for name, value in of.items()), default=0)


def _lists(title: str, nested: Mapping[Any, Any]) -> list[tuple[str, Mapping[Any, Any]]]:
    """A list of facts, or several where each fact is a list, as of several machines; with their titles."""
    if not nested or not all(isinstance(of, Mapping) for of in nested.values()):
        return [(title, nested)]
    return [
        (title if len(nested) == 1 else f"{title}: {label(name)}", of)
        for name, of in nested.items()
    ]


def _said(name: object, fact: object) -> str:
    """A fact in words, whatever it is."""
    if isinstance(fact, Mapping):
        return "; ".join(f"{label(key)}: {_said(key, value)}" for key, value in fact.items()) or "–"
    if isinstance(fact, list | tuple | set | frozenset):
        return ", ".join(_said(name, value) for value in fact) or "–"
    if (
        str(name).endswith("memory")
        and isinstance(fact, int | float)
        and not isinstance(fact, bool)
    ):
        return byte_size(fact)
    if isinstance(fact, float):
        return f"{fact:,g}"
    return "–" if fact is None else label(readable(fact))
