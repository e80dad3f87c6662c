"""Tables of a report, in a box that scrolls, with columns that may be sortable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.report._markup import Markup, joined, label, tag

#: A tall table with more rows scrolls, and these are printed; page.css repeats the number.
ROWS_ON_PAPER = 30
#: Names with more characters may not fit into their column and get a tooltip.
_LONG_NAME = 28
#: The title of a column and its kind: "number", "name", "verdict", "words", "metric", "bar",
#: "members" or "".
ColumnHeads = Sequence[tuple[str, str]]
#: Kinds of columns by which a table cannot be sorted.
_UNSORTED = ("bar", "members")


def table(
    id: str,
    caption: str,
    columns: ColumnHeads,
    rows: Sequence[Sequence[str]],
    *,
    attributes: Sequence[Mapping[str, Any]] | None = None,
    sortable: bool = False,
    heading: int = 0,
    class_: str = "",
) -> Markup:
    """Return a table whose column `heading` names the rows.

    `attributes` are those of the rows, `class_` is that of the box: a "tall" one scrolls if it has
    many rows, and says so; only its first rows are printed.
    """
    heads = [
        tag(
            "th",
            tag("button", title, type="button") if sortable and kind not in _UNSORTED else title,
            scope="col",
            **_class(kind),
        )
        for title, kind in columns
    ]
    body = joined(
        tag("tr", *_cells(columns, row, heading), **(attributes[index] if attributes else {}))
        for index, row in enumerate(rows)
    )
    is_long = "tall" in class_ and len(rows) > ROWS_ON_PAPER
    if not is_long:
        class_ = class_.replace("tall", "").strip()
    more = tag("span", f"{len(rows):,} rows: scroll down for more ↓", class_="on-screen")
    drawn = tag(
        "table",
        tag("caption", joined([caption, " ", more]) if is_long else caption),
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
    if not is_long:
        return box
    return joined(
        [
            box,
            tag(
                "p",
                f"The first {ROWS_ON_PAPER} rows; the page has all of them on screen.",
                class_="on-paper small",
            ),
        ]
    )


def name_of(name: object) -> Markup:
    """Write a name given by a user, isolated from the direction of the text around it."""
    text = label(name)
    return tag("bdi", text, title=text if len(text) > _LONG_NAME else None)


def key(colour: str, words: str) -> Markup:
    """Write words after a mark in the colour they have in the pictures."""
    return joined([tag("span", class_=f"key c-{colour}", aria_hidden="true"), words])


def legend(keys: Mapping[str, str]) -> Markup:
    """Return the colours with their meanings."""
    return tag(
        "ul", *(tag("li", key(colour, words)) for colour, words in keys.items()), class_="legend"
    )


def facts(values: Mapping[str, str], class_: str = "facts") -> Markup:
    """Return names with their values as a list."""
    return tag(
        "dl",
        *(joined([tag("dt", name), tag("dd", value)]) for name, value in values.items()),
        class_=class_,
    )


def _class(kind: str) -> dict[str, str]:
    return {"class_": kind} if kind else {}


def _cells(columns: ColumnHeads, row: Sequence[str], heading: int) -> list[Markup]:
    return [
        tag("th", cell, scope="row", **_class(kind))
        if index == heading
        else tag("td", cell, **_class(kind))
        for index, ((_, kind), cell) in enumerate(zip(columns, row, strict=True))
    ]
