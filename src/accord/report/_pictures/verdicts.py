"""Verdicts on clusters: bars as wide as the page, divided by verdict."""

from __future__ import annotations

from collections.abc import Mapping

from accord._display.numbers import percent, readable
from accord._explain.explained_side import VerdictTotal
from accord._explain.explanation import Explanation
from accord._explain.verdicts import VERDICTS
from accord.report._markup import Markup, joined, label, tag
from accord.report._pictures.svg import figure_of_box, mark, picture
from accord.report._sentences import unit_of_total_size
from accord.report._tables import legend

_WIDTH, _HEIGHT = 1000, 22


def verdicts_picture(explanation: Explanation) -> Markup:
    """Draw a bar for the clusters of each side, and one for the nodes in them."""
    rows = []
    for side, totals in explanation.totals().items():
        clusters = {verdict: float(total.clusters) for verdict, total in totals.items()}
        unit = unit_of_total_size(explanation, side)
        sizes = {verdict: total.size for verdict, total in totals.items()}
        rows.append(_row(f"{side} clusters", clusters, f"verdicts-{side}-clusters", "clusters"))
        rows.append(_row(f"{unit} in {side} clusters", sizes, f"verdicts-{side}-nodes", unit))
    present = {name for totals in explanation.totals().values() for name in _present(totals)}
    keys = {verdict: verdict for verdict in VERDICTS if verdict in present}
    return figure_of_box(_stacks(rows), "Clusters by verdict, on both sides.", legend(keys))


def verdicts_of_results(clusters: Mapping[str, Mapping[str, float]]) -> Markup:
    """Draw a bar for each result: how many truth clusters got which verdict."""
    rows = [
        _row(label(name), counts, f"verdicts-of-{index}", "clusters")
        for index, (name, counts) in enumerate(clusters.items())
    ]
    verdicts = {verdict: verdict for counts in clusters.values() for verdict in counts}
    return figure_of_box(
        _stacks(rows), "A bar for each result, divided by verdict.", legend(verdicts)
    )


def _present(totals: Mapping[str, VerdictTotal]) -> list[str]:
    return [verdict for verdict, total in totals.items() if total.clusters]


def _stacks(rows: list[Markup]) -> Markup:
    return tag(
        "div",
        *rows,
        class_="stacks drawing",
        tabindex="0",
        role="group",
        aria_label="Clusters by verdict",
    )


def _row(title: str, amounts: Mapping[str, float], name: str, unit: str) -> Markup:
    total = sum(amounts.values()) or 1.0
    parts, x = [], 0.0
    for verdict, part in amounts.items():
        width = _WIDTH * part / total
        if part:
            tip = f"{verdict}: {readable(part)} {unit}, {percent(part / total)}"
            parts.append(
                mark(
                    "rect",
                    tip,
                    x=x,
                    y=0,
                    width=width,
                    height=_HEIGHT,
                    class_=f"coloured c-{verdict} part",
                )
            )
        x += width
    description = ", ".join(
        f"{readable(part)} {verdict}" for verdict, part in amounts.items() if part
    )
    drawn = picture(
        name, _WIDTH, _HEIGHT, f"{title} by verdict", f"{description}.", parts, stretch=True
    )
    return joined([tag("bdi", title, class_="stack-name"), drawn])
