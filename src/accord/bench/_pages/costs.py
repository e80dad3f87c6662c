"""Section "Costs": the scores against time and memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accord._display.numbers import byte_size, duration
from accord.bench._metrics import lower_is_better
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.leaderboard_entry import LeaderboardEntry
from accord.report._markup import label, tag
from accord.report._page import Section
from accord.report._pictures.pareto_front import Point, front_of, front_picture
from accord.report._pictures.svg import figure


@dataclass(frozen=True)
class _Cost:
    """Time or memory: what an algorithm costs."""

    id: str
    name: str
    axis: str
    #: Writes a value with its unit.
    unit: Callable[[float], str]
    of: Callable[[LeaderboardEntry], float | None]


_COSTS = (
    _Cost("seconds", "time", "mean time of a run", duration, lambda entry: entry.seconds),
    _Cost("memory", "memory", "highest peak memory", byte_size, lambda entry: entry.peak_memory),
)


def costs_section(board: Leaderboard) -> Section | None:
    """The section; None if neither time nor memory is known."""
    lower = lower_is_better(board.metric)
    figures, fronts = [], []
    for cost in _COSTS:
        points = _points(board, cost)
        if not points:
            continue
        title = f"{board.metric} against {cost.name}"
        picture = front_picture(
            f"front-{cost.id}",
            title,
            points,
            gain=board.metric,
            cost=cost.axis,
            unit=cost.unit,
            lower=lower,
        )
        figures.append(figure(picture, f"{title}, on the networks where algorithms are compared."))
        front = ", ".join(label(point.name) for point in front_of(points, lower=lower))
        fronts.append(f"By {cost.name}: {front}.")
    if not figures:
        return None
    intro = (
        "The algorithms on the dashed line form the front: no other algorithm is at least as good "
        f"at a lower cost. {' '.join(fronts)}"
    )
    content = [tag("p", intro, class_="intro"), tag("div", *figures, class_="columns")]
    return Section("costs", "Costs", "What does accuracy cost?", content)


def _points(board: Leaderboard, cost: _Cost) -> list[Point]:
    """The ranked algorithms whose cost is known and not 0."""
    return [
        Point(entry.algorithm, float(value), entry.mean, entry.low, entry.high)
        for entry in board.entries
        if entry.rank is not None and entry.mean is not None and (value := cost.of(entry))
    ]
