"""The page about a benchmark, as text and as a file."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator

from accord.bench._advise.performance import performances
from accord.bench._advise.recommendation import Recommendation
from accord.bench._pages.costs import costs_section
from accord.bench._pages.datasets import datasets_section
from accord.bench._pages.differences import differences_section
from accord.bench._pages.failures import failures_section
from accord.bench._pages.leaderboard import lead, leaderboard_section
from accord.bench._pages.levels import levels_section
from accord.bench._pages.provenance import citing_section, provenance_section
from accord.bench._pages.recommendation import recommendation_section
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.results import Results
from accord.bench._score.levels import LevelPolicy
from accord.errors import InputError
from accord.metrics import DEFAULT_METRIC
from accord.report import write_text
from accord.report._page import Foot, Section, page


def to_html(
    results: Results | Leaderboard,
    metric: str | None = None,
    policy: LevelPolicy = "blind",
    *,
    title: str | None = None,
    recommendation: Recommendation | None = None,
    command: str | None = None,
    date: datetime.date | None = None,
) -> str:
    """A page about a benchmark, as one HTML file that works offline.

    It shows the leaderboard, costs, data sets, levels, differences, recommendation, failures and
    provenance. Algorithms are ranked by `metric`, by default `results.headline`; a leaderboard is
    shown as it is. A `recommendation` for a network is shown on the page too. At its foot are the
    `command` that made it, the version and the `date`: by default that of SOURCE_DATE_EPOCH if this
    variable is set, else today. Equal results give equal pages on a day.
    """
    board: Leaderboard | None
    if isinstance(results, Leaderboard):
        board, results = _results_of(results, metric)
    else:
        board = _leaderboard(results, metric, policy)
    policy = policy if board is None else board.policy
    sections = _sections(results, board, policy, recommendation)
    heading = title or f"Benchmark: {results.facts.get('study', 'clustering algorithms')}"
    shown = [section for section in sections if section is not None]
    return page(heading, lead(results, board), shown, Foot(command, date))


def write_html(
    results: Results | Leaderboard,
    path: str | os.PathLike[str],
    metric: str | None = None,
    policy: LevelPolicy = "blind",
    *,
    title: str | None = None,
    recommendation: Recommendation | None = None,
    command: str | None = None,
    date: datetime.date | None = None,
) -> None:
    """Write the page of `to_html` about `results` to a file, atomically.

    A `recommendation` for a network is shown on the page too.
    """
    text = to_html(
        results,
        metric,
        policy,
        title=title,
        recommendation=recommendation,
        command=command,
        date=date,
    )
    write_text(text, path)


def _results_of(board: Leaderboard, metric: str | None) -> tuple[Leaderboard, Results]:
    """A leaderboard and the results it ranks."""
    if metric is not None:
        raise InputError("a leaderboard has its metric: give results to rank by another one")
    if board.results is None:
        raise InputError("this leaderboard has no results: make it by Results.leaderboard")
    return board, board.results


def _leaderboard(results: Results, metric: str | None, policy: LevelPolicy) -> Leaderboard | None:
    """The leaderboard; None if no run has a score, so that there is nothing to rank."""
    chosen = metric or results.headline or next(iter(results.metrics), None)
    if chosen is None and results.runs:
        return None
    return results.leaderboard(chosen or DEFAULT_METRIC, policy)


def _sections(
    results: Results,
    board: Leaderboard | None,
    policy: LevelPolicy,
    recommendation: Recommendation | None,
) -> Iterator[Section | None]:
    """All sections in their order; None for one that has nothing to show."""
    if board is not None:
        yield leaderboard_section(results, board)
        yield costs_section(board)
        yield datasets_section(results, board, performances(results, board.metric, policy))
        yield levels_section(results, board)
        yield differences_section(board)
        yield recommendation_section(results, board.metric, policy, recommendation)
    yield failures_section(results, results.algorithms if board is None else list(board))
    yield provenance_section(results, board)
    yield citing_section()
