"""Section "Costs": the scores against time and memory."""

from __future__ import annotations

from accord._display.numbers import byte_size, duration
from accord.bench._metrics import lower_is_better
from accord.bench._results.leaderboard import Leaderboard
from accord.report._markup import label, tag
from accord.report._page import Section
from accord.report._pictures.pareto_front import Point, front_of, front_picture
from accord.report._pictures.svg import figure


def costs_section(board: Leaderboard) -> Section | None:
    """None if neither time nor memory is known."""
    points = {
        "seconds": _points(board, {entry.algorithm: entry.seconds for entry in board.entries}),
        "memory": _points(board, {entry.algorithm: entry.peak_memory for entry in board.entries}),
    }
    names = {"seconds": "time", "memory": "memory"}
    axes = {"seconds": "mean time of a run", "memory": "most memory of a run"}
    units = {"seconds": duration, "memory": byte_size}
    lower = lower_is_better(board.metric)
    figures, fronts = [], []
    for cost, of_cost in points.items():
        if not of_cost:
            continue
        title = f"{board.metric} against {names[cost]}"
        picture = front_picture(
            f"front-{cost}",
            title,
            of_cost,
            gain=board.metric,
            cost=axes[cost],
            unit=units[cost],
            lower=lower,
        )
        figures.append(figure(picture, f"{title}, on the networks where algorithms are compared."))
        front = ", ".join(label(point.name) for point in front_of(of_cost, lower=lower))
        fronts.append(f"by {names[cost]} {front}")
    if not figures:
        return None
    intro = (
        "The algorithms on the dashed line form the front: no other is at least as good at a "
        f"lower cost. They are, {'; '.join(fronts)}. "
        "For each of the others, one of these is better or cheaper, or both."
    )
    content = [tag("p", intro, class_="intro"), tag("div", *figures, class_="columns")]
    return Section("costs", "Costs", "What does accuracy cost?", content)


def _points(
    board: Leaderboard, costs: dict[str, float | None] | dict[str, int | None]
) -> list[Point]:
    """The ranked algorithms whose cost is known and not 0."""
    return [
        Point(entry.algorithm, float(cost), entry.mean, entry.low, entry.high)
        for entry in board.entries
        if entry.rank is not None and entry.mean is not None and (cost := costs[entry.algorithm])
    ]
