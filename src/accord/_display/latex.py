"""Tables as LaTeX: with the rules of the package booktabs, and with all text escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from accord._display.escaping import latex_text, printable
from accord._display.tables import Block, Row, Table, clean_cells

#: A hyphen before a number.
_MINUS = re.compile(r"(^|[\[ ])-(?=\d)")


def as_latex(
    blocks: Iterable[Block],
    caption: str | None,
    label: str | None,
    names: Mapping[str, str] | None = None,
) -> str:
    """The tables, and other blocks as comments.

    With a caption or a label, each table is in a `table` environment; those after the first one
    have the caption and the label with a number. `names` are printed names of metrics, by their
    names in the table: in the column "metric", or else in the header.
    """
    drawn: list[str] = []
    number = 0
    for block in blocks:
        if isinstance(block, Table):
            number += 1
            shown = _with_names(block, names or {})
            drawn.append(_environment(_tabular(shown), caption, label, number))
        else:
            drawn.append(_comment(str(block)))
    return "\n\n".join(drawn)


def _with_names(table: Table, names: Mapping[str, str]) -> Table:
    """The table with the printed names of metrics."""
    if "metric" not in table.header:
        return replace(table, header=[names.get(title, title) for title in table.header])
    place = list(table.header).index("metric")
    rows = [
        [*row[:place], names.get(row[place], row[place]), *row[place + 1 :]] for row in table.rows
    ]
    return replace(table, rows=rows)


def _environment(tabular: str, caption: str | None, label: str | None, number: int) -> str:
    """The `number`-th table in an environment; without it if there is no caption and no label."""
    if caption is None and label is None:
        return tabular
    lines = [r"\begin{table}", r"\centering"]
    if caption is not None:
        text = caption if number == 1 else f"{caption} ({number})"
        lines.append(rf"\caption{{{latex_text(printable(text))}}}")
    if label is not None:
        lines.append(rf"\label{{{label if number == 1 else f'{label}-{number}'}}}")
    return "\n".join([*lines, tabular, r"\end{table}"])


def _comment(text: str) -> str:
    return "\n".join(f"% {printable(line)}".rstrip() for line in text.splitlines())


def _tabular(table: Table) -> str:
    """The table without columns of prose and empty ones; numbers on the right, the best bold."""
    shown = [
        column
        for column in range(len(table.header))
        if column not in table.prose and any(row[column] for row in table.rows)
    ]
    sides = "".join("r" if column in table.right else "l" for column in shown)

    def line(cells: Row, row: int | None = None) -> str:
        texts = [
            _cell(cells[column], is_best=row in table.best.get(column, ())) for column in shown
        ]
        return rf"{' & '.join(texts)} \\"

    return "\n".join(
        [
            rf"\begin{{tabular}}{{{sides}}}",
            r"\toprule",
            line(clean_cells(table.header)),
            r"\midrule",
            *(line(clean_cells(cells), row) for row, cells in enumerate(table.rows)),
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def _cell(text: str, *, is_best: bool) -> str:
    escaped = _MINUS.sub(r"\1$-$", latex_text(text))
    if not is_best:
        return escaped
    value, bracket, interval = escaped.partition(" [")  # bold is the value, without its interval
    return rf"\textbf{{{value}}}{bracket}{interval}"
