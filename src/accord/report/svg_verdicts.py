"""What became of the clusters: a bar for the clusters of each side and one for what is in them, by verdict."""

from __future__ import annotations

from accord.explanation import VERDICTS, Explanation
from accord.layout import count
from accord.report.markup import Markup
from accord.report.svg import mark, picture, words

_LEFT, _WIDTH, _BAR, _STEP = 124, 770, 22, 32


def verdicts_picture(explanation: Explanation) -> Markup:
    totals = explanation.totals()
    parts, y, told = [], 4.0, []
    for side in ("truth", "found"):
        of_side = {verdict: totals[side][verdict] for verdict in VERDICTS if verdict in totals[side]}
        clusters = {verdict: float(total.clusters) for verdict, total in of_side.items()}
        sizes = {verdict: float(total.size) for verdict, total in of_side.items()}
        for title, amounts, thing in ((f"{side} clusters", clusters, "cluster"), ("nodes in them", sizes, "node")):
            parts.append(words(_LEFT - 10, y + 15, title, "end", "ink" if thing == "cluster" else None))
            parts += _bar(amounts, y, side, thing)
            y += _STEP if thing == "node" else _BAR + 4
        y += 8
        told.append(f"{side}: " + ", ".join(f"{number:,.0f} {verdict}" for verdict, number in clusters.items() if number))
    return picture("verdicts", _LEFT + _WIDTH + 6, y - 8, "What became of the clusters", "; ".join(told) + ".", parts)


def _bar(amounts: dict[str, float], y: float, side: str, thing: str) -> list[Markup]:
    whole = sum(amounts.values()) or 1.0
    parts, x = [], float(_LEFT)
    for verdict, amount in amounts.items():
        width = _WIDTH * amount / whole
        if not amount:
            continue
        told = f"{verdict}: {_amount(amount, thing)} of {side}, {amount / whole:.0%}"
        parts.append(
            mark("rect", told, x=x, y=y, width=max(width - 1, 0.5), height=float(_BAR), class_=f"coloured c-{verdict}")
        )
        x += width
    return parts


def _amount(amount: float, thing: str) -> str:
    return count(int(amount), thing) if amount == int(amount) else f"{amount:,.1f} {thing}s"
