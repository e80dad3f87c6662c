"""Section "Levels": scores by level, and how one level is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from accord._display.numbers import count, decimals
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.results import Results
from accord.bench._results.run import Run
from accord.bench._score.levels import LEVEL_POLICIES
from accord.report._markup import Markup, label, tag
from accord.report._page import Section
from accord.report._pictures.curves import MAX_CURVES, Curve, curves_picture
from accord.report._pictures.svg import figure
from accord.report._tables import name_of, table

#: Curves of runs with different numbers of levels are averaged at this many points.
_POINTS = 9

#: By algorithm, its runs with several levels.
RunsWithLevels = Mapping[str, Sequence[Run]]


def levels_section(results: Results, board: Leaderboard) -> Section | None:
    """The section; None if no algorithm finds several levels."""
    with_levels = {name: _runs_with_levels(results, name, board.metric) for name in board}
    with_levels = {name: runs for name, runs in with_levels.items() if runs}
    if not with_levels:
        return None
    intro = (
        "One of several levels is chosen: blind, by a score that does not use the truth, or best, "
        "by the metric itself, which is possible only with the truth. "
        "Or all levels are merged into one clustering."
    )
    content = [
        tag("p", intro, class_="intro"),
        _policy_table(results, board, with_levels),
        _figure(with_levels, board.metric),
    ]
    return Section("levels", "Levels", "Which level is best?", content)


def _runs_with_levels(results: Results, algorithm: str, metric: str) -> list[Run]:
    return [
        run
        for run in results.runs
        if run.algorithm == algorithm and len(run.scores.by_level.get(metric, {})) > 1
    ]


def _level_counts(runs: Sequence[Run], metric: str) -> list[int]:
    """The different numbers of levels, in ascending order."""
    return sorted({len(run.scores.by_level[metric]) for run in runs})


def _policy_table(results: Results, board: Leaderboard, with_levels: RunsWithLevels) -> Markup:
    boards = {policy: results.leaderboard(board.metric, policy) for policy in LEVEL_POLICIES}
    columns = [
        ("algorithm", "name"),
        ("levels", "number"),
        *((policy, "number") for policy in LEVEL_POLICIES),
        ("lost", "number"),
    ]
    rows = []
    for name, runs in with_levels.items():
        counts = _level_counts(runs, board.metric)
        levels = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        means = [decimals(policy_board[name].mean) or "–" for policy_board in boards.values()]
        loss = _blind_loss(name, boards["blind"], boards["best"])
        rows.append([name_of(name), levels, *means, decimals(loss) or "–"])
    caption = f"Mean {board.metric} by how the level is chosen, and what a blind choice loses"
    return table("policies-table", caption, columns, rows, sortable=True)


def _blind_loss(algorithm: str, blind: Leaderboard, best: Leaderboard) -> float | None:
    """Mean of what a blind choice loses on the networks where it is compared."""
    blind_scores, best_scores = blind.scores[algorithm], best.scores[algorithm]
    losses = [
        abs(best_scores[key] - blind_scores[key])
        for key in blind.compared
        if key in blind_scores and key in best_scores
    ]
    return fmean(losses) if losses else None


def _figure(with_levels: RunsWithLevels, metric: str) -> Markup:
    """The mean score by level, a curve for each algorithm."""
    curves = [_curve(name, runs, metric) for name, runs in list(with_levels.items())[:MAX_CURVES]]
    picture = curves_picture(
        "curves",
        f"{metric} by level",
        curves,
        y=metric,
        x="level",
        ticks=[(0.0, "first"), (1.0, "last")],
        greatest=max(1.0, *(value for curve in curves for _, value, _ in curve.points)),
    )
    caption = f"{metric} of every level, the mean over all runs."
    if any(len(_level_counts(runs, metric)) > 1 for runs in with_levels.values()):
        caption += " Runs with different numbers of levels are stretched to the same length."
    if len(with_levels) > MAX_CURVES:
        caption += f" Of {len(with_levels)} algorithms, the first {MAX_CURVES} by rank."
    return figure(picture, caption)


def _curve(algorithm: str, runs: Sequence[Run], metric: str) -> Curve:
    """The mean of all runs, each stretched from the first level to the last."""
    values = [list(run.scores.by_level[metric].values()) for run in runs]
    counts = _level_counts(runs, metric)
    n_points = counts[0] if len(counts) == 1 else _POINTS
    points = []
    for index in range(n_points):
        share = index / (n_points - 1)
        value = fmean(_interpolated(run_values, share) for run_values in values)
        where = f"level {index + 1} of {n_points}"
        if len(counts) > 1:
            where = f"{share:.0%} of the way"
        tip = f"{label(algorithm)}, {where}: {metric} {value:.4f}, over {count(len(runs), 'run')}"
        points.append((share, value, tip))
    return Curve(algorithm, points)


def _interpolated(values: Sequence[float], share: float) -> float:
    """The value at a share of the way from the first to the last, by linear interpolation."""
    position = share * (len(values) - 1)
    low = min(int(position), len(values) - 2)
    return values[low] + (position - low) * (values[low + 1] - values[low])
