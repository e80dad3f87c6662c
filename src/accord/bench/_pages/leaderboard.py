"""Section "Leaderboard": the algorithms ranked, and their means by every metric."""

from __future__ import annotations

from accord._display.numbers import count, decimals, percent, positional
from accord._display.result import Note
from accord.bench._algorithms.registry import BASELINE
from accord.bench._metrics import lower_is_better
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.leaderboard_entry import LeaderboardEntry
from accord.bench._results.results import Results
from accord.report._markup import Markup, joined, label, tag
from accord.report._notes import sentence, small_print, warning_list
from accord.report._page import Section
from accord.report._pictures.value_bar import value_bar
from accord.report._tables import name_of, table


def lead(results: Results, board: Leaderboard | None) -> Markup:
    """The winner, how certain that is, and how much was run."""
    if board is not None and board.ranked:
        parts = _winner(board)
    else:
        why = (
            "no run has a score"
            if board is None
            else "there is no network on which all of them have a value"
        )
        parts = [tag("strong", "No algorithm can be ranked"), f": {why}. "]
    n_ok = sum(run.is_ok for run in results.runs)
    ok = "all" if n_ok == len(results.runs) else f"{n_ok:,}"
    algorithms = count(sum(name != BASELINE for name in results.algorithms), "algorithm")
    datasets = count(len(results.datasets), "data set")
    runs = count(len(results.runs), "run")
    return joined([*parts, f"{algorithms} on {datasets}: {runs}, {ok} of them ok."])


def _winner(board: Leaderboard) -> list[str]:
    """The winner, or that there is none, and the score of the first of the leaderboard."""
    first = board[board.ranked[0]]
    score = f"{label(first.algorithm)} has {board.metric} {decimals(first.mean, 2)}"
    parts: list[str] = []
    if board.winner is not None:
        claim = board.winner.claim
        parts += [
            tag(
                "strong", claim[0].upper() + claim[1:] if board.winner.algorithm is None else claim
            ),
            f": {board.winner.reason}. ",
        ]
    n_networks = len(board.compared)
    where = "on the network" if n_networks == 1 else f"on average over {n_networks:,} networks"
    parts.append(f"{score} {where}")
    if first.low is not None:
        parts.append(f" ({decimals(first.low, 2)} to {decimals(first.high, 2)})")
    if first.chance is not None:
        parts.append(f"; chance alone gives {first.chance:.2f}")
    return [*parts, ". "]


def leaderboard_section(results: Results, board: Leaderboard) -> Section:
    means = [entry.mean for entry in board.entries if entry.mean is not None]
    bars = not lower_is_better(board.metric) and all(0 <= value <= 1 for value in means)
    notes = board.notes()
    basis = next(note for note in notes if note.kind == "basis")
    # The section on differences says more about ranks.
    explanations = [note for note in notes if note.kind == "interval"]
    seeds = [note for note in notes if note.kind == "seeds"]
    warnings = [note for note in notes if note.kind in ("unclustered", "not_compared")]
    content = [
        tag("p", f"Ranked by {basis}.", class_="intro"),
        _table(board, bars),
        *small_print([*seeds, *_chance_note(board, bars), *explanations]),
        *warning_list(sentence(note.text) for note in warnings),
        tag("h3", "By every metric"),
        _metrics_table(results, board),
    ]
    return Section("leaderboard", "Leaderboard", "Which algorithm is best?", content)


def _chance_note(board: Leaderboard, bars: bool) -> list[Note]:
    chance = next((entry.chance for entry in board.entries if entry.chance is not None), None)
    if chance is None:
        return []
    mark = ", the dotted mark" if bars else ""
    return [Note("chance", f"chance alone gives {chance:.4f}{mark}")]


def _table(board: Leaderboard, bars: bool) -> Markup:
    """The leaderboard; columns that are empty everywhere are left out."""
    bar_column = [(tag("span", "bar", class_="unseen"), "bar")] if bars else []
    columns = [("rank", "number"), ("algorithm", "name"), (board.metric, "number"), *bar_column]
    columns += [(f"{100 * board.confidence:g} % interval", ""), ("in no cluster", "number")]
    columns += [("networks", ""), ("runs ok", "")]
    columns += [("seconds", "number"), ("MB", "number")]
    rows = [_cells(entry, bars) for entry in board.entries]
    if not any(entry.unclustered for entry in board.entries):
        left_out = [title for title, _ in columns].index("in no cluster")
        rows = [[*row[:left_out], "", *row[left_out + 1 :]] for row in rows]
    shown = [index for index in range(len(columns)) if index < 3 or any(row[index] for row in rows)]
    return table(
        "leaderboard-table",
        f"Algorithms by {board.metric}, best first",
        [columns[index] for index in shown],
        [
            [row[index] or ("" if columns[index][1] == "bar" else "–") for index in shown]
            for row in rows
        ],
        sortable=True,
        heading=1,
    )


def _cells(entry: LeaderboardEntry, bars: bool) -> list[str]:
    bar = []
    if bars:
        bar = [
            ""
            if entry.mean is None
            else value_bar(entry.mean, chance=entry.chance, low=entry.low, high=entry.high)
        ]
    return [
        "" if entry.rank is None else str(entry.rank),
        name_of(entry.algorithm),
        decimals(entry.mean),
        *bar,
        "" if entry.low is None else f"{decimals(entry.low, 3)}–{decimals(entry.high, 3)}",
        "" if entry.unclustered is None else percent(entry.unclustered),
        f"{entry.n_networks:,}/{entry.n_networks_total:,}",
        f"{entry.n_ok:,}/{entry.n_runs:,}",
        "" if entry.seconds is None else positional(entry.seconds),
        "" if entry.peak_memory is None else f"{entry.peak_memory / 1e6:,.0f}",
    ]


def _metrics_table(results: Results, board: Leaderboard) -> Markup:
    """Means by every metric, and more numbers by the metric of the leaderboard."""
    columns = {}
    for metric in sorted(results.metrics, key=lambda name: name != board.metric):
        title = f"{metric} ↓" if lower_is_better(metric) else metric
        metric_board = results.leaderboard(metric, board.policy)
        columns[title] = [decimals(metric_board[name].mean) for name in board]
    columns["± networks"] = [decimals(entry.sd_networks) for entry in board.entries]
    columns["± runs"] = [decimals(entry.sd_runs) for entry in board.entries]
    columns["adjusted"] = [decimals(entry.adjusted) for entry in board.entries]
    columns["stability"] = [decimals(entry.stability) for entry in board.entries]
    shown = {
        title: [cell or "–" for cell in cells] for title, cells in columns.items() if any(cells)
    }
    caption = (
        "Mean of each metric over the networks where all algorithms have a value, "
        f"and further statistics of {board.metric}"
    )
    if any(map(lower_is_better, results.metrics)):
        caption += ". ↓: lower is better"
    return table(
        "metrics-table",
        caption,
        [("algorithm", "name"), *((title, "number") for title in shown)],
        [[name_of(name), *cells] for name, *cells in zip(board, *shown.values(), strict=True)],
        sortable=True,
    )
