"""What became of the clusters: bars as wide as the page, in the colours of the verdicts."""

from __future__ import annotations

from collections.abc import Mapping

from accord._display.numbers import percent, readable
from accord._explain.explanation import Explanation
from accord.report._markup import Markup, joined, label, tag
from accord.report._pictures.svg import mark, picture
from accord.report._sentences import unit_of_sums

_WIDTH, _HEIGHT = 1000, 22


def verdicts_picture(explanation: Explanation) -> Markup:
    """A bar for the clusters of each side, and one for the nodes in them."""
    rows = []
    for side, totals in explanation.totals().items():
        clusters = {verdict: float(total.clusters) for verdict, total in totals.items()}
        unit = unit_of_sums(explanation, side)
        sizes = {verdict: total.size for verdict, total in totals.items()}
        rows.append(_row(f"{side} clusters", clusters, f"verdicts-{side}-clusters", "clusters"))
        rows.append(_row(f"{unit} in {side} clusters", sizes, f"verdicts-{side}-nodes", unit))
    return _stacks(rows)


def verdicts_of_results(clusters: Mapping[str, Mapping[str, float]]) -> Markup:
    """A bar for each result: how many truth clusters got which verdict."""
    named = enumerate(clusters.items())
    return _stacks(
        [_row(label(name), of, f"verdicts-of-{place}", "clusters") for place, (name, of) in named]
    )


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
    whole = sum(amounts.values()) or 1.0
    parts, x = [], 0.0
    for verdict, part in amounts.items():
        width = _WIDTH * part / whole
        if part:
            tip = f"{verdict}: {readable(part)} {unit}, {percent(part / whole)}"
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
