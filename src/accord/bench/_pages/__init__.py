"""The results of a benchmark as a page: one HTML file, for people."""

from __future__ import annotations

from collections.abc import Iterator

from accord.bench._advise.recommendation import Recommendation
from accord.bench._advise.records import records
from accord.bench._pages.advice import advice_section
from accord.bench._pages.costs import costs_section
from accord.bench._pages.datasets import datasets_section
from accord.bench._pages.differences import differences_section
from accord.bench._pages.failures import failures_section
from accord.bench._pages.levels import levels_section
from accord.bench._pages.provenance import citing_section, provenance_section
from accord.bench._pages.standing import lead, standing_section
from accord.bench._results.results import Results
from accord.report._page import Section, page

__all__ = ["bench_page"]


def bench_page(
    results: Results,
    metric: str | None = None,
    policy: str = "blind",
    *,
    title: str | None = None,
    recommendation: Recommendation | None = None,
) -> str:
    """A page about a benchmark: leaderboard, costs, data sets, levels, differences, recommendation, failures, provenance.

    It is one file that needs no network. `metric` is what algorithms are ranked by, otherwise
    `results.headline`. A `recommendation` for a network is shown on the page too. The same results
    give the same page.
    """
    chosen = metric or results.headline or next(iter(results.metrics), None)
    # Where no run has a score there is nothing to rank; why that is so is on the page all the same.
    board = (
        None if chosen is None and results.runs else results.leaderboard(chosen or "f1h", policy)
    )

    def sections() -> Iterator[Section | None]:
        if board is not None:
            yield standing_section(results, board)
            yield costs_section(board)
            yield datasets_section(results, board, records(results, board.metric, policy))
            yield levels_section(results, board)
            yield differences_section(board)
            yield advice_section(results, board.metric, policy, recommendation)
        yield failures_section(results, results.algorithms if board is None else list(board))
        yield provenance_section(results, board)
        yield citing_section()

    heading = title or f"Benchmark: {results.facts.get('study', 'clustering algorithms')}"
    return page(
        heading, lead(results, board), [section for section in sections() if section is not None]
    )
