"""Algorithms that give several levels: what each level is worth, and how one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from accord._display.numbers import count, decimals
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.results import Results
from accord.bench._results.run import POLICIES, Run
from accord.report._markup import Markup, label, tag
from accord.report._page import Section
from accord.report._pictures.curves import MOST_CURVES, Curve, curves_picture
from accord.report._pictures.svg import figure
from accord.report._tables import name_of, table

#: Curves of runs with different numbers of levels are averaged at so many places on the way from
#: the first to the last.
_PLACES = 9


def levels_section(results: Results, board: Leaderboard) -> Section | None:
    """None where no algorithm gives several levels."""
    metric = board.metric
    levelled = {name: runs for name in board if (runs := _levelled(results, name, metric))}
    if not levelled:
        return None
    intro = (
        "Among the levels of a result one is chosen: blind, by a score that does not know the truth; or best, by the truth "
        "itself, which nobody could do who does not know it. Or all levels are merged into one clustering."
    )
    curves = [_curve(name, runs, metric) for name, runs in list(levelled.items())[:MOST_CURVES]]
    drawn = curves_picture(
        "curves",
        f"{metric} by level",
        curves,
        up=metric,
        across="from the first level to the last",
        ends=("first", "last"),
        most=max(1.0, *(value for curve in curves for _, value, _ in curve.points)),
    )
    several = " Those of runs with different numbers of levels are stretched to the same length."
    caption = (
        f"{metric} of every level, the mean over all runs.{several if _differ(levelled) else ''}"
    )
    if len(levelled) > MOST_CURVES:
        caption += f" Of {len(levelled)} algorithms, the first {MOST_CURVES} by rank."
    content = [
        tag("p", intro, class_="intro"),
        _policies(results, board, levelled),
        figure(drawn, caption),
    ]
    return Section("levels", "Levels", "Which level is best?", content)


def _levelled(results: Results, name: str, metric: str) -> list[Run]:
    return [
        run
        for run in results.runs
        if run.algorithm == name and len(run.level_scores.get(metric, {})) > 1
    ]


def _numbers(runs: Sequence[Run], metric: str) -> list[int]:
    return sorted({len(run.level_scores[metric]) for run in runs})


def _differ(levelled: dict[str, list[Run]]) -> bool:
    return any(
        len({len(next(iter(run.level_scores.values()))) for run in runs}) > 1
        for runs in levelled.values()
    )


def _policies(results: Results, board: Leaderboard, levelled: dict[str, list[Run]]) -> Markup:
    boards = {policy: results.leaderboard(board.metric, policy) for policy in POLICIES}
    columns = [
        ("algorithm", "name"),
        ("levels", "number"),
        *((policy, "number") for policy in POLICIES),
        ("lost", "number"),
    ]
    rows = []
    for name, runs in levelled.items():
        means = {policy: one[name].mean for policy, one in boards.items()}
        numbers = _numbers(runs, board.metric)
        levels = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
        blind, best = boards["blind"].scores[name], boards["best"].scores[name]
        losses = [
            abs(best[place] - blind[place])
            for place in boards["blind"].compared
            if place in blind and place in best
        ]
        lost = f"{fmean(losses):.4f}" if losses else "–"
        rows.append(
            [name_of(name), levels, *(decimals(value) or "–" for value in means.values()), lost]
        )
    caption = f"Mean {board.metric} by how the level is chosen, and what is lost where the choice is blind"
    return table("policies-table", caption, columns, rows, sortable=True)


def _curve(name: str, runs: Sequence[Run], metric: str) -> Curve:
    """The mean of all runs, each stretched from the first level to the last."""
    of_runs = [list(run.level_scores[metric].values()) for run in runs]
    numbers = _numbers(runs, metric)
    places = numbers[0] if len(numbers) == 1 else _PLACES
    points = []
    for place in range(places):
        at = place / (places - 1)
        value = fmean(_between(values, at) for values in of_runs)
        where = f"level {place + 1} of {places}" if len(numbers) == 1 else f"{at:.0%} of the way"
        points.append(
            (
                at,
                value,
                f"{label(name)}, {where}: {metric} {value:.4f}, over {count(len(runs), 'run')}",
            )
        )
    return Curve(name, points)


def _between(values: Sequence[float], at: float) -> float:
    """The value at a share of the way, on the straight line between its neighbours."""
    place = at * (len(values) - 1)
    low = min(int(place), len(values) - 2)
    return values[low] + (place - low) * (values[low + 1] - values[low])
