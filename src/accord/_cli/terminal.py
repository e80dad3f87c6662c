"""How results look on a terminal: bars beside numbers where there is room, and a few colours."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from accord._display.tables import Block, Table, as_text, clean_cells

_BAR_WIDTH = 10
_EIGHTHS = " ▏▎▍▌▋▊▉"
_COLOURS = {
    "exact": "green",
    "close": "green",
    "partial": "bright_green",
    "split": "yellow",
    "one of": "yellow",
    "merged": "cyan",
    "merges": "cyan",
    "mixed": "magenta",
    "missed": "red",
    "noise": "red",
}


def is_rich() -> bool:
    """Whether the output goes to a terminal that can show more than plain text."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def has_colours() -> bool:
    """Whether colours are welcome; see no-color.org."""
    return not os.environ.get("NO_COLOR")


def render(blocks: Sequence[Block]) -> str:
    """For people: with bars and colours on a terminal, else as plain text."""
    if not is_rich():
        return as_text(blocks)
    columns = shutil.get_terminal_size().columns
    return "\n\n".join(
        _fitting(block, columns) if isinstance(block, Table) else str(block) for block in blocks
    )


def bar(part: float | None) -> str:
    """A bar for a part of 1, to an eighth of a character."""
    if part is None:
        return ""
    eighths = round(min(max(part, 0.0), 1.0) * _BAR_WIDTH * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _fitting(table: Table, columns: int) -> str:
    """With bars where there is room for them."""
    rich = _rich_table(table, columns)
    fits = all(len(click.unstyle(line)) <= columns for line in rich.splitlines())
    return rich if fits else _rich_table(replace(table, bars={}), columns)


def _rich_table(table: Table, columns: int) -> str:
    """As text, with a bar behind each column that has one, and the last column cut where the window ends."""
    header, rows, right, bars = (
        list(table.header),
        [clean_cells(row) for row in table.rows],
        set(table.right),
        set[int](),
    )
    for column in sorted(table.bars, reverse=True):
        right = {place + (place > column) for place in right}
        bars = {place + 1 for place in bars} | {column + 1}
        header.insert(column + 1, "")
        parts = [*table.bars[column], *[None] * len(rows)]  # a row of totals has none
        for row, part in zip(rows, parts, strict=False):
            row.insert(column + 1, bar(part))
    widths = [
        _BAR_WIDTH if column in bars else max(len(row[column]) for row in (header, *rows))
        for column in range(len(header))
    ]
    room = columns - sum(widths[:-1]) - 2 * (len(widths) - 1)
    if room >= _BAR_WIDTH:  # else let the window wrap what cannot fit
        widths[-1] = min(widths[-1], room)

    def line(row: Sequence[str], is_header: bool = False) -> str:
        cells = []
        for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
            text = cell if len(cell) <= width else cell[: width - 1] + "…"
            padded = text.rjust(width) if column in right else text.ljust(width)
            cells.append(_paint(padded, header[column], column in bars, is_header))
        return "  ".join(cells).rstrip()

    rule = _style(
        "  ".join(
            (" " if column in bars else "─") * width for column, width in enumerate(widths)
        ).rstrip(),
        dim=True,
    )
    return "\n".join([line(header, is_header=True), rule, *map(line, rows)])


def _paint(cell: str, column: str, is_bar: bool, is_header: bool) -> str:
    if is_header:
        return _style(cell, bold=True)
    if is_bar:
        return _style(cell, fg="blue")
    if column == "verdict":
        colour = next((colour for word, colour in _COLOURS.items() if cell.startswith(word)), None)
        return _style(cell, fg=colour) if colour else cell
    return cell


def _style(text: str, *, fg: str | None = None, bold: bool = False, dim: bool = False) -> str:
    if not has_colours():
        return text
    return click.style(text, fg=fg, bold=bold or None, dim=dim or None)
