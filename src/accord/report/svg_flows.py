"""How truth clusters flow into found ones: bars on both sides, and bands between them as wide as what they share."""

from __future__ import annotations

from collections.abc import Sequence

from accord.report.markup import Markup, label, number, shortened
from accord.report.svg import LETTER, mark, picture, words
from accord.verdicts import VERDICTS
from accord.views import Bar, Flows

#: How high all bars of a side are together, how wide one is, and how far apart two labels are at least.
_HEIGHT, _BAR, _APART = 380, 12, 16
_WIDTH, _LETTERS = 1000, 26


def flows_picture(flows: Flows) -> Markup:
    whole = max(sum(bar.amount for bar in flows.truth), sum(bar.amount for bar in flows.found)) or 1.0
    scale = _HEIGHT / whole
    rooms = [_room(bars) for bars in (flows.truth, flows.found)]
    tops = {"truth": _tops(flows.truth, scale), "found": _tops(flows.found, scale)}
    ends = [top + bar.amount * scale for side, bars in (("truth", flows.truth), ("found", flows.found))
            for top, bar in zip(tops[side], bars, strict=True)]  # fmt: skip
    left, right = rooms[0] + _BAR, _WIDTH - rooms[1] - _BAR
    from_top, to_top = list(tops["truth"]), list(tops["found"])
    parts = [words(rooms[0], 12, "truth", class_="strong"), words(right + _BAR, 12, "found", "end", "strong")]
    for link in flows.links:
        truth, found = flows.truth[link.truth], flows.found[link.found]
        thick = link.amount * scale
        told = f"{label(truth.name)} → {label(found.name)}: {link.amount:,.6g}, {link.amount / truth.amount:.0%} of " \
               f"{label(truth.name)}, {link.amount / found.amount:.0%} of {label(found.name)}"  # fmt: skip
        parts.append(
            mark(
                "path",
                told,
                d=_band(left, from_top[link.truth], right, to_top[link.found], thick),
                class_=f"link {_colour(truth)}",
            )
        )
        from_top[link.truth] += thick
        to_top[link.found] += thick
    for side, bars, x, anchor, text_x in (
        ("truth", flows.truth, rooms[0], "end", rooms[0] - 8),
        ("found", flows.found, right, "start", right + _BAR + 8),
    ):
        for bar, top in zip(bars, tops[side], strict=True):
            height = bar.amount * scale
            told = f"{label(bar.name)}: {bar.amount:,.6g}" + ("" if bar.verdict is None else f", {_verdict(bar)}")
            parts.append(
                mark(
                    "rect",
                    told,
                    x=float(x),
                    y=top,
                    width=float(_BAR),
                    height=max(height, 1.0),
                    class_=f"coloured {_colour(bar)}",
                )
            )
            named = None if bar.place is None else "ink"
            parts.append(words(text_x, top + height / 2 + 4, shortened(label(bar.name), _LETTERS), anchor, named))
    told = (
        f"{len(flows.truth)} bars of truth on the left and {len(flows.found)} of found on the right, "
        f"with {len(flows.links)} bands between them."
    )
    return picture("flows", _WIDTH, max(ends, default=0) + 12, "Where the nodes of truth clusters are found", told, parts)


def _room(bars: Sequence[Bar]) -> float:
    """What the labels of a side need."""
    return 16 + LETTER * max((len(shortened(label(bar.name), _LETTERS)) for bar in bars), default=0)


def _tops(bars: Sequence[Bar], scale: float) -> list[float]:
    """Where each bar begins: below the one before it, with room for its label."""
    tops, y = [], 26.0
    for bar in bars:
        height = bar.amount * scale
        y += max(0.0, (_APART - height) / 2)
        tops.append(y)
        y += height + max(4.0, (_APART - height) / 2)
    return tops


def _band(x1: float, y1: float, x2: float, y2: float, thick: float) -> str:
    middle = (x1 + x2) / 2
    a, b, c = number(x1), number(middle), number(x2)
    top1, top2, low1, low2 = number(y1), number(y2), number(y1 + thick), number(y2 + thick)
    return f"M{a} {top1}C{b} {top1} {b} {top2} {c} {top2}V{low2}C{b} {low2} {b} {low1} {a} {low1}Z"


def _colour(bar: Bar) -> str:
    return "c-none" if bar.place is None else f"c-{_verdict(bar)}"


def _verdict(bar: Bar) -> str:
    return "none" if bar.verdict is None else VERDICTS[bar.verdict]
