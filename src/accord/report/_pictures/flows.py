"""How nodes flow from truth to found clusters: bars on both sides, and bands between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accord._display.names import shortened
from accord._display.numbers import percent, readable
from accord._explain.verdicts import VERDICTS
from accord.report._markup import Markup, coordinate, label
from accord.report._pictures.svg import mark, picture, svg_text, text_width
from accord.views import Bar, Flows, Link

_WIDTH = 1000
_BAR_WIDTH = 12
#: Total height of the bars of a side.
_ALL_BARS = 380
#: Minimum distance between two labels.
_MIN_STEP = 16
#: Maximum number of characters of a name.
_MAX_NAME_LENGTH = 26


def flows_picture(flows: Flows) -> Markup:
    total = max(sum(bar.amount for bar in bars) for bars in (flows.truth, flows.found)) or 1.0
    scale = _ALL_BARS / total
    truth = _Side(flows.truth, _tops(flows.truth, scale), _label_width(flows.truth), "end")
    found = _Side(
        flows.found,
        _tops(flows.found, scale),
        _WIDTH - _label_width(flows.found) - _BAR_WIDTH,
        "start",
    )
    titles = [
        svg_text(truth.x, 12, "truth", class_="strong"),
        svg_text(found.x + _BAR_WIDTH, 12, "found", "end", "strong"),
    ]
    parts = [
        *titles,
        *_bands(flows.wide_links(), truth, found, scale),
        *_bars(truth, scale),
        *_bars(found, scale),
    ]
    bottom = max(
        top + bar.amount * scale
        for side in (truth, found)
        for top, bar in zip(side.tops, side.bars, strict=True)
    )
    description = (
        f"{len(flows.truth)} bars of truth on the left and {len(flows.found)} of found on the "
        f"right, with {len(flows.links)} bands between them."
    )
    return picture(
        "flows",
        _WIDTH,
        bottom + 12,
        "Where the nodes of truth clusters are found",
        description,
        parts,
    )


@dataclass(frozen=True)
class _Side:
    """The bars of a side, their tops, their left edge, and the anchor of their names."""

    bars: Sequence[Bar]
    tops: Sequence[float]
    x: float
    anchor: str


def _bands(links: Sequence[Link], truth: _Side, found: _Side, scale: float) -> list[Markup]:
    """Draw the links of a bar one below the other, in the order of the bars they lead to."""
    from_top, to_top = list(truth.tops), list(found.tops)
    drawn = []
    for link in links:
        source, target = truth.bars[link.truth], found.bars[link.found]
        width = link.amount * scale
        shares = [
            f", {percent(link.amount / bar.size)} of {label(bar.name)}"
            for bar in (source, target)
            if bar.index is not None
        ]
        tip = (
            f"{label(source.name)} → {label(target.name)}: {readable(link.amount)}{''.join(shares)}"
        )
        shape = _band(
            truth.x + _BAR_WIDTH, from_top[link.truth], found.x, to_top[link.found], width
        )
        drawn.append(mark("path", tip, d=shape, class_=f"link {_colour(source)}"))
        from_top[link.truth] += width
        to_top[link.found] += width
    return drawn


def _bars(side: _Side, scale: float) -> list[Markup]:
    drawn = []
    beside = side.x - 8 if side.anchor == "end" else side.x + _BAR_WIDTH + 8
    for bar, top in zip(side.bars, side.tops, strict=True):
        height = bar.amount * scale
        verdict = "" if bar.verdict is None else f", {VERDICTS[bar.verdict]}"
        tip = f"{label(bar.name)}: {readable(bar.size)}{verdict}"
        size = {"x": side.x, "y": top, "width": _BAR_WIDTH, "height": max(height, 1.0)}
        drawn.append(mark("rect", tip, **size, class_=f"coloured {_colour(bar)}"))
        name = shortened(label(bar.name), _MAX_NAME_LENGTH)
        class_ = None if bar.index is None else "ink"
        drawn.append(svg_text(beside, top + height / 2 + 4, name, side.anchor, class_))
    return drawn


def _label_width(bars: Sequence[Bar]) -> float:
    """Return the width of the labels of a side."""
    return 16 + max(
        (text_width(shortened(label(bar.name), _MAX_NAME_LENGTH)) for bar in bars), default=0.0
    )


def _tops(bars: Sequence[Bar], scale: float) -> list[float]:
    """Return the top of each bar: below the one before it, with room for its label."""
    tops, y = [], 26.0
    for bar in bars:
        height = bar.amount * scale
        y += max(0.0, (_MIN_STEP - height) / 2)
        tops.append(y)
        y += height + max(4.0, (_MIN_STEP - height) / 2)
    return tops


def _band(x1: float, y1: float, x2: float, y2: float, width: float) -> str:
    """Return the path of a band from a top left corner to a top right corner."""
    middle = (x1 + x2) / 2
    a, b, c = coordinate(x1), coordinate(middle), coordinate(x2)
    top1, top2 = coordinate(y1), coordinate(y2)
    low1, low2 = coordinate(y1 + width), coordinate(y2 + width)
    return f"M{a} {top1}C{b} {top1} {b} {top2} {c} {top2}V{low2}C{b} {low2} {b} {low1} {a} {low1}Z"


def _colour(bar: Bar) -> str:
    return "c-none" if bar.verdict is None else f"c-{VERDICTS[bar.verdict]}"
