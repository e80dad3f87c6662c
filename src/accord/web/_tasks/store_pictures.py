"""Pictures of a study: those of its page, one at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from accord.bench._advise.performance import performances
from accord.bench._pages.costs import costs_section
from accord.bench._pages.datasets import datasets_section
from accord.bench._pages.differences import differences_section
from accord.bench._pages.levels import levels_section
from accord.bench._pages.recommendation import recommendation_section
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.results import Results
from accord.errors import InputError, unknown
from accord.report._page import Section
from accord.web._tasks.results import without_markup
from accord.web._tasks.standalone import standalone
from accord.web._tasks.task import Document

#: The section of the page that has each picture.
KINDS: dict[str, Callable[[Results, Leaderboard], Section | None]] = {
    "pareto_front": lambda _, board: costs_section(board),
    "heat_map": lambda results, board: datasets_section(
        results, board, performances(results, board.metric, board.policy)
    ),
    "levels": levels_section,
    "critical_differences": lambda _, board: differences_section(board),
    "regret": lambda results, board: recommendation_section(
        results, board.metric, board.policy, None
    ),
}
_NAMESPACE = '<svg xmlns="http://www.w3.org/2000/svg" '


def draw(
    kind: str, results: Results, board: Leaderboard, *, as_file: bool
) -> dict[str, Any] | Document:
    """A picture for the page, or as a file that needs nothing else."""
    if kind not in KINDS:
        raise unknown("picture", kind, KINDS)
    section = KINDS[kind](results, board)
    markup = "" if section is None else "".join(section.content)
    drawings = re.findall(r"<svg\b.*?</svg>", markup, re.DOTALL)
    if not drawings:
        raise InputError(f"there is nothing to draw in the picture {kind}: {_NEEDS[kind]}")
    if as_file:
        return Document(standalone(drawings).encode(), "image/svg+xml", f"{kind}.svg")
    captions = re.findall(r"<figcaption><span>(.*?)</span>", markup, re.DOTALL)
    svgs = [drawing.replace("<svg ", _NAMESPACE, 1) for drawing in drawings]
    return {
        "kind": kind,
        "svg": svgs[0],
        "svgs": [{"title": _title(svg), "svg": svg} for svg in svgs],
        "caption": " ".join(without_markup(caption) for caption in dict.fromkeys(captions)),
        "legend": [],
    }


#: What each picture needs.
_NEEDS = {
    "pareto_front": "the time or the memory of an algorithm must be known",
    "heat_map": "there must be a data set",
    "levels": "some clustering must have levels",
    "critical_differences": "at least two algorithms must be compared on two networks",
    "regret": "at least two data sets with scores are needed",
}


def _title(svg: str) -> str:
    match = re.search(r"<title[^>]*>(.*?)</title>", svg, re.DOTALL)
    return without_markup(match[1]) if match else ""
