"""What accuracy costs: time and memory."""

from __future__ import annotations

from accord._display.numbers import byte_size, duration
from accord.bench._results.leaderboard import Leaderboard
from accord.bench._results.run import lower_is_better
from accord.report._markup import label, tag
from accord.report._page import Section
from accord.report._pictures.pareto_front import Point, front_of, front_picture
from accord.report._pictures.svg import figure


def costs_section(board: Leaderboard) -> Section | None:
    """None where neither time nor memory is known."""
    lower = lower_is_better(board.metric)
    drawn, told = [], []
    for cost, name, unit, what in (
        ("seconds", "time", duration, "mean time of a run"),
        ("memory", "memory", byte_size, "most memory of a run"),
    ):
        points = [
            Point(row.algorithm, float(getattr(row, cost)), row.mean, row.low, row.high)
            for row in board.rows
            if row.rank is not None and row.mean is not None and getattr(row, cost)
        ]
        if points:
            title = f"{board.metric} against {name}"
            axes = {"gain": board.metric, "cost": what, "unit": unit}
            picture = front_picture(f"front-{cost}", title, points, **axes, lower=lower)  # type: ignore[arg-type]
            drawn.append(
                figure(picture, f"{title}, on the networks where algorithms are compared.")
            )
            told.append(
                f"by {name} {', '.join(label(point.name) for point in front_of(points, lower=lower))}"
            )
    if not drawn:
        return None
    intro = (
        "Points on the dashed line are the front: no other algorithm is at least as good for less. "
        f"On it are {'; '.join(told)}. For each of the others one of these is better or cheaper, or both."
    )
    content = [tag("p", intro, class_="intro"), tag("div", *drawn, class_="columns")]
    return Section("costs", "Costs", "What does accuracy cost?", content)
