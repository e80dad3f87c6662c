"""Which algorithm is best: the leaderboard, and the same by every metric."""

from __future__ import annotations

from accord._display.numbers import count, decimals
from accord.bench._pages.sentences import sentence, small_print
from accord.bench._results.leaderboard import Leaderboard, Row
from accord.bench._results.results import Results
from accord.bench._results.run import BASELINE, lower_is_better
from accord.report._markup import Markup, joined, label, tag
from accord.report._page import Section
from accord.report._pictures.value_bar import value_bar
from accord.report._tables import name_of, table


def lead(results: Results, board: Leaderboard | None) -> Markup:
    """The winner, how sure that is, and what there was to win."""
    parts: list[str] = []
    if board is not None and board.ranked:
        first, *others = (board[name] for name in board.ranked)
        parts += [
            tag("strong", f"{label(first.algorithm)} is best"),
            f": {board.metric} {decimals(first.mean, 2)}",
        ]
        parts.append(f" on average over {count(len(board.compared), 'network')}")
        if first.low is not None:
            parts.append(f" ({decimals(first.low, 2)} to {decimals(first.high, 2)})")
        chance = "" if first.chance is None else f"; chance alone gets {first.chance:.2f}"
        parts.append(f"{chance}. {_runner_up(board, first, others[0]) if others else ''}")
    else:
        why = (
            "no run has a score"
            if board is None
            else "there is no network on which all of them have a value"
        )
        parts += [tag("strong", "No algorithm can be ranked"), f": {why}. "]
    ok = sum(run.is_ok for run in results.runs)
    algorithms = count(sum(name != BASELINE for name in results.algorithms), "algorithm")
    runs = f"{count(len(results.runs), 'run')}, {'all' if ok == len(results.runs) else f'{ok:,}'} of them ok"
    parts.append(f"{algorithms} on {count(len(results.datasets), 'data set')}: {runs}.")
    return joined(parts)


def _runner_up(board: Leaderboard, first: Row, second: Row) -> str:
    pair = {first.algorithm, second.algorithm}
    p_value = next(
        (one.corrected for one in board.differences if {one.first, one.second} == pair), None
    )
    if p_value is None or first.mean is None or second.mean is None:
        return ""
    sure = "more than chance would do" if p_value <= 1 - board.confidence else "which may be chance"
    ahead = abs(first.mean - second.mean)
    return (
        f"It is {ahead:.{2 if ahead >= 0.01 else 4}f} ahead of {label(second.algorithm)}, {sure}. "
    )


def standing_section(results: Results, board: Leaderboard) -> Section:
    means = [row.mean for row in board.rows if row.mean is not None]
    bars = not lower_is_better(board.metric) and all(0 <= value <= 1 for value in means)
    first, *others = board.notes()
    content = [tag("p", f"Ranked by {first}.", class_="intro"), _board(board, bars)]
    chance = next((row.chance for row in board.rows if row.chance is not None), None)
    dotted = (
        []
        if chance is None
        else [f"chance alone gets {chance:.4f}{', the dotted mark' if bars else ''}"]
    )
    # What is said of ranks is said again, in more words, in the section on differences.
    aside = [line for line in others if line.startswith("not compared")]
    told = [line for line in others if line not in aside and not line.startswith("average ranks")]
    content += small_print([*dotted, *told])
    content += (
        [
            tag(
                "ul",
                *(tag("li", sentence(line), class_="warning") for line in aside),
                class_="notes",
            )
        ]
        if aside
        else []
    )
    content += [tag("h3", "By every metric"), _by_metric(results, board)]
    return Section("leaderboard", "Leaderboard", "Which algorithm is best?", content)


def _board(board: Leaderboard, bars: bool) -> Markup:
    """Columns in which nobody has anything are left out."""
    of_bar = [(tag("span", "bar", class_="unseen"), "bar")] if bars else []
    columns = [("rank", "number"), ("algorithm", "name"), (board.metric, "number"), *of_bar]
    columns += [(f"{100 * board.confidence:g} % interval", ""), ("networks", ""), ("runs ok", "")]
    columns += [("seconds", "number"), ("MB", "number")]
    rows = [_cells(row, bars) for row in board.rows]
    shown = [place for place in range(len(columns)) if place < 3 or any(row[place] for row in rows)]
    caption = f"Algorithms by {board.metric}, best first"
    chosen = [
        [row[place] or ("" if columns[place][1] == "bar" else "–") for place in shown]
        for row in rows
    ]
    return table(
        "leaderboard-table",
        caption,
        [columns[place] for place in shown],
        chosen,
        sortable=True,
        heading=1,
    )


def _cells(row: Row, bars: bool) -> list[str]:
    bar = (
        ""
        if row.mean is None
        else value_bar(row.mean, chance=row.chance, low=row.low, high=row.high)
    )
    return [
        "" if row.rank is None else str(row.rank),
        name_of(row.algorithm),
        decimals(row.mean),
        *([bar] if bars else []),
        "" if row.low is None else f"{decimals(row.low, 3)}–{decimals(row.high, 3)}",
        f"{row.networks:,}/{row.of_networks:,}",
        f"{row.ok:,}/{row.total:,}",
        _seconds(row.seconds),
        "" if row.memory is None else f"{row.memory / 1e6:,.0f}",
    ]


def _seconds(value: float | None) -> str:
    """To about three digits, and not in powers of ten."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}" if value >= 0.001 else f"{value:.6f}"


def _by_metric(results: Results, board: Leaderboard) -> Markup:
    boards = {metric: results.leaderboard(metric, board.policy) for metric in results.metrics}
    titles = [f"{metric} ↓" if lower_is_better(metric) else metric for metric in boards]
    means = ([decimals(one[name].mean) for name in board] for one in boards.values())
    columns = dict(zip(titles, means, strict=True))
    columns["± networks"] = [decimals(row.between) for row in board.rows]
    columns["± runs"] = [decimals(row.within) for row in board.rows]
    columns["adjusted"] = [decimals(row.adjusted) for row in board.rows]
    columns["stability"] = [decimals(row.stability) for row in board.rows]
    there = {
        title: [cell or "–" for cell in cells] for title, cells in columns.items() if any(cells)
    }
    rows = [[name_of(name), *cells] for name, *cells in zip(board, *there.values(), strict=True)]
    caption = f"Mean of each metric, over the networks where all algorithms have a value of it; and more on {board.metric}"
    caption += ". ↓: lower is better" if any(map(lower_is_better, boards)) else ""
    kinds = [("algorithm", "name"), *((title, "number") for title in there)]
    return table("metrics-table", caption, kinds, rows, sortable=True)
