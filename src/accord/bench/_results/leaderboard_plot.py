"""The plot of a leaderboard: a dot for each algorithm, with its interval and what chance gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.bench._metrics import lower_is_better
from accord.plot import scores
from accord.views import ScoreDots

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from accord.bench._results.leaderboard import Leaderboard


def plot_leaderboard(board: Leaderboard, ax: Axes | None) -> Axes:
    """Draw the ranked algorithms, best first."""
    means = _column(board, "mean")
    dots = ScoreDots(
        results=tuple(board.ranked),
        metrics=(board.metric,),
        distances=(lower_is_better(board.metric),),
        bounded=(bool(np.all(np.abs(means) <= 1)),),
        values=means,
        low=_column(board, "low"),
        high=_column(board, "high"),
        expected=_column(board, "chance"),
        confidence=board.confidence,
    )
    return scores(dots, ax=ax)


def _column(board: Leaderboard, name: str) -> NDArray[np.float64]:
    """A number of each ranked algorithm; NaN if it is unknown."""
    values = [getattr(board[algorithm], name) for algorithm in board.ranked]
    return np.array([[np.nan if value is None else value] for value in values], np.float64)
