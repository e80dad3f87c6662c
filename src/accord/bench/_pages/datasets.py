"""Section "Data sets": every algorithm on every data set."""

from __future__ import annotations

import re
from dataclasses import replace

from accord._display.numbers import count, duration
from accord._foundation.rounding import ROUNDING
from accord.bench._advise.performance import Performance, Performances
from accord.bench._algorithms.registry import BASELINE
from accord.bench._metrics import lower_is_better
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.results import Results
from accord.report._markup import Markup, label, tag
from accord.report._page import Section
from accord.report._pictures.heat_map import Cell, heat_picture
from accord.report._pictures.svg import figure
from accord.report._tables import name_of, table

#: Text of a cell without a score, by the most frequent status of the runs.
_STATUS_WORDS = {
    "timeout": "time",
    "out_of_memory": "memory",
    "crashed": "crash",
    "error": "error",
    "invalid_output": "invalid",
    "skipped": "skipped",
    "interrupted": "stopped",
    "not scored": "none",
}


def datasets_section(results: Results, board: Leaderboard, known: Performances) -> Section:
    algorithms, lower = list(board), lower_is_better(board.metric)
    datasets = sorted(results.datasets, key=_decimal_order)
    cells = []
    for dataset in datasets:
        row = [
            _cell(known.get((algorithm, dataset)), algorithm, dataset, board.metric)
            for algorithm in algorithms
        ]
        cells.append(_mark_best(row, algorithms, lower))
    intro = (
        f"The mean {board.metric} of every algorithm on every data set; "
        "algorithms are in the order of the leaderboard."
    )
    caption = (
        "Stronger colours are better; the best value of a row is bold. A dashed cell shows why no "
        "run has a value; * marks the mean of only those runs that have a value."
    )
    title = f"{board.metric} by data set and algorithm"
    picture = heat_picture("heat", title, datasets, algorithms, cells, lower=lower)
    content = [
        tag("p", intro, class_="intro"),
        figure(picture, caption),
        _table(datasets, board, cells),
    ]
    return Section("datasets", "Data sets", "Which algorithm is good where?", content)


def _decimal_order(name: str) -> list[tuple[str, float]]:
    """Sort key that orders numbers in names, including decimals, by value."""
    return [
        (text, float(number or 0)) for text, number in re.findall(r"([^\d]*)(\d+(?:\.\d+)?)?", name)
    ]


def _cell(performance: Performance | None, algorithm: str, dataset: str, metric: str) -> Cell:
    where = f"{label(algorithm)} on {label(dataset)}"
    if performance is None:
        return Cell(None, "", f"{where}: not run")
    runs = count(performance.n_runs, "run")
    failures = ", ".join(
        f"{number} {status.replace('_', ' ')}" for status, number in performance.failures.items()
    )
    if performance.score is None:
        most_frequent = max(performance.failures, key=performance.failures.__getitem__)
        tip = f"{where}: no value in {runs}: {failures}"
        return Cell(None, _STATUS_WORDS[most_frequent], tip)
    time = "" if performance.seconds is None else f", {duration(performance.seconds)}"
    scored = f"{performance.n_scored} of {runs}{f', {failures}' if failures else ''}"
    return Cell(
        performance.score,
        "",
        f"{where}: {metric} {performance.score:.4f}{time}; {scored}",
        part=performance.n_scored < performance.n_runs,
    )


def _mark_best(row: list[Cell], algorithms: list[str], lower: bool) -> list[Cell]:
    """The row with its best cells marked; the baseline does not count."""
    values = [
        cell.value
        for cell, name in zip(row, algorithms, strict=True)
        if cell.value is not None and name != BASELINE
    ]
    best = (min if lower else max)(values, default=0.0)
    return [
        replace(
            cell,
            best=name != BASELINE and cell.value is not None and abs(cell.value - best) <= ROUNDING,
        )
        for cell, name in zip(row, algorithms, strict=True)
    ]


def _table(datasets: list[str], board: Leaderboard, cells: list[list[Cell]]) -> Markup:
    """The picture as a table of numbers."""
    columns = [("data set", "name"), *((label(name), "number") for name in board)]
    rows = [
        [
            name_of(dataset),
            *(cell.word or "–" if cell.value is None else f"{cell.value:.4f}" for cell in row),
        ]
        for dataset, row in zip(datasets, cells, strict=True)
    ]
    caption = f"Mean {board.metric} by data set and algorithm"
    numbers = table("datasets-table", caption, columns, rows, sortable=True)
    return tag("details", tag("summary", "The same as a table"), numbers)
