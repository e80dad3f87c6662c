"""Tables of a report: in a box that scrolls, with a caption, and with columns that can be sorted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.report._markup import Markup, joined, label, tag

#: As the style says.
ROWS_ON_PAPER = 30
#: Names with more letters may not fit into their column.
_LONG = 28
#: The title of a column and its kind: "number", "name", "verdict", "words", "metric", "bar" or "".
Columns = Sequence[tuple[str, str]]


def table(
    id: str,
    caption: str,
    columns: Columns,
    rows: Sequence[Sequence[str]],
    *,
    attributes: Sequence[Mapping[str, Any]] | None = None,
    sortable: bool = False,
    heading: int = 0,
    class_: str = "",
) -> Markup:
    """A table whose column `heading` names the rows. `attributes` are those of the rows. `class_` is that of its box: one
    that is "tall" scrolls, and has its first rows only on paper.
    """
    heads = [
        tag(
            "th",
            tag("button", title, type="button") if sortable and kind != "bar" else title,
            scope="col",
            **_class(kind),
        )
        for title, kind in columns
    ]
    body = joined(
        tag("tr", *_cells(columns, row, heading), **(attributes[place] if attributes else {}))
        for place, row in enumerate(rows)
    )
    drawn = tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", *heads)),
        tag("tbody", body),
        id=id,
        class_="sortable" if sortable else None,
    )
    box = tag(
        "div",
        drawn,
        class_=f"scroll {class_}".rstrip(),
        tabindex="0",
        role="region",
        aria_label=caption,
    )
    if "tall" not in class_ or len(rows) <= ROWS_ON_PAPER:
        return box
    return joined(
        [
            box,
            tag(
                "p",
                f"On paper the first {ROWS_ON_PAPER}; the page on the screen has all.",
                class_="on-paper small",
            ),
        ]
    )


def name_of(name: object) -> Markup:
    """A name that people gave, in whatever direction its letters run."""
    text = label(name)
    return tag("bdi", text, title=text if len(text) > _LONG else None)


def key(colour: str, words: str) -> Markup:
    """Words behind the colour they have in the pictures."""
    return joined([tag("span", class_=f"key c-{colour}", aria_hidden="true"), words])


def legend(keys: Mapping[str, str]) -> Markup:
    """Colours and what they stand for."""
    return tag(
        "ul", *(tag("li", key(colour, words)) for colour, words in keys.items()), class_="legend"
    )


def facts(of: Mapping[str, str], class_: str = "facts") -> Markup:
    """Names with their values."""
    return tag(
        "dl",
        *(joined([tag("dt", name), tag("dd", value)]) for name, value in of.items()),
        class_=class_,
    )


def _class(kind: str) -> dict[str, str]:
    return {"class_": kind} if kind else {}


def _cells(columns: Columns, row: Sequence[str], heading: int) -> list[Markup]:
    return [
        tag("th", cell, scope="row", **_class(kind))
        if place == heading
        else tag("td", cell, **_class(kind))
        for place, ((_, kind), cell) in enumerate(zip(columns, row, strict=True))
    ]
