"""Which algorithm is good where: every algorithm on every data set."""

from __future__ import annotations

import re
from dataclasses import replace

from accord._display.numbers import count, duration
from accord._foundation.rounding import ROUNDING
from accord.bench._advise.records import Record, Records
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.results import Results
from accord.bench._results.run import BASELINE, lower_is_better
from accord.report._markup import Markup, label, tag
from accord.report._page import Section
from accord.report._pictures.heat_map import Cell, heat_picture
from accord.report._pictures.svg import figure
from accord.report._tables import name_of, table

#: What a cell says where no run has a score, by the commonest status.
_WORDS = {
    "timeout": "time",
    "out_of_memory": "memory",
    "crashed": "crash",
    "error": "error",
    "invalid_output": "invalid",
    "skipped": "skipped",
    "interrupted": "stopped",
    "not scored": "none",
}


def datasets_section(results: Results, board: Leaderboard, known: Records) -> Section:
    algorithms, lower = list(board), lower_is_better(board.metric)
    datasets = sorted(results.datasets, key=_as_people_sort)
    cells = [
        [_cell(known.get((name, dataset)), name, dataset, board.metric) for name in algorithms]
        for dataset in datasets
    ]
    cells = [_with_best(row, algorithms, lower) for row in cells]
    intro = f"The mean {board.metric} of every algorithm on every data set; algorithms are in the order of the leaderboard."
    caption = (
        "The stronger the colour, the better; the best of a row is bold. A dashed cell says why no run has a value, "
        "and a value with * leaves out runs that have none."
    )
    title = f"{board.metric} by data set and algorithm"
    drawn = figure(heat_picture("heat", title, datasets, algorithms, cells, lower=lower), caption)
    content = [tag("p", intro, class_="intro"), drawn, _table(datasets, board, cells)]
    return Section("datasets", "Data sets", "Which is good where?", content)


def _as_people_sort(name: str) -> list[tuple[str, float]]:
    """With the numbers in it as numbers."""
    return [
        (words, float(number or 0))
        for words, number in re.findall(r"([^\d]*)(\d+(?:\.\d+)?)?", name)
    ]


def _cell(one: Record | None, algorithm: str, dataset: str, metric: str) -> Cell:
    where = f"{label(algorithm)} on {label(dataset)}"
    if one is None:
        return Cell(None, "", f"{where}: not run")
    failed = ", ".join(
        f"{number} {status.replace('_', ' ')}" for status, number in one.failures.items()
    )
    if one.score is None:
        commonest = max(one.failures, key=lambda status: one.failures[status])
        return Cell(
            None, _WORDS[commonest], f"{where}: no value in {count(one.total, 'run')}: {failed}"
        )
    took = "" if one.seconds is None else f", {duration(one.seconds)}"
    runs = f"{one.ok} of {count(one.total, 'run')}{f', {failed}' if failed else ''}"
    return Cell(
        one.score, "", f"{where}: {metric} {one.score:.4f}{took}; {runs}", part=one.ok < one.total
    )


def _with_best(row: list[Cell], algorithms: list[str], lower: bool) -> list[Cell]:
    """With the best ones marked, of which the baseline is none."""
    values = [
        cell.value
        for cell, name in zip(row, algorithms, strict=True)
        if cell.value is not None and name != BASELINE
    ]
    best = (min if lower else max)(values, default=None)
    return [
        replace(
            cell,
            best=name != BASELINE
            and cell.value is not None
            and abs(cell.value - (best or 0.0)) <= ROUNDING,
        )
        for cell, name in zip(row, algorithms, strict=True)
    ]


def _table(datasets: list[str], board: Leaderboard, cells: list[list[Cell]]) -> Markup:
    """The same in numbers."""
    columns = [("data set", "name"), *((label(name), "number") for name in board)]
    rows = [
        [
            name_of(dataset),
            *(cell.word or "–" if cell.value is None else f"{cell.value:.4f}" for cell in row),
        ]
        for dataset, row in zip(datasets, cells, strict=True)
    ]
    numbers = table(
        "datasets-table",
        f"Mean {board.metric} by data set and algorithm",
        columns,
        rows,
        sortable=True,
    )
    return tag("details", tag("summary", "The same as a table"), numbers)
