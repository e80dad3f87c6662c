"""Results on a terminal: bars beside numbers if there is room, and a few colours."""

from __future__ import annotations

import os
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
    "grown": "bright_green",
    "shrunk": "bright_green",
    "shifted": "bright_green",
    "split": "yellow",
    "one of": "yellow",
    "merged": "cyan",
    "merges": "cyan",
    "nested": "blue",
    "mixed": "magenta",
    "missed": "red",
    "noise": "red",
    "outside": "white",
}


def is_rich() -> bool:
    """Return whether the output is a terminal that can show more than plain text."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def has_colours() -> bool:
    """Return whether colours are wanted; see no-color.org."""
    return not os.environ.get("NO_COLOR")


def render(blocks: Sequence[Block]) -> str:
    """Render for people: with bars and colours on a terminal, else as plain text."""
    if not is_rich():
        return as_text(blocks)
    import shutil  # takes long to import, for terminals only

    columns = shutil.get_terminal_size().columns
    return "\n\n".join(
        _fit(block, columns) if isinstance(block, Table) else as_text([block]) for block in blocks
    )


def bar(fraction: float | None) -> str:
    """Draw a bar for a fraction of 1, to an eighth of a character."""
    if fraction is None:
        return ""
    eighths = round(min(max(fraction, 0.0), 1.0) * _BAR_WIDTH * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _fit(table: Table, columns: int) -> str:
    """Render a table with bars, or without them if there is no room."""
    with_bars = _render_table(table, columns)
    fits = all(len(click.unstyle(line)) <= columns for line in with_bars.splitlines())
    return with_bars if fits else _render_table(replace(table, bars={}), columns)


def _render_table(table: Table, columns: int) -> str:
    """Render a table with a bar after each column that has bars.

    The last column is cut at the edge of the window.
    """
    header, rows, right, bars = _insert_bars(table)
    widths = [
        _BAR_WIDTH if column in bars else max(len(row[column]) for row in (header, *rows))
        for column in range(len(header))
    ]
    room = columns - sum(widths[:-1]) - 2 * (len(widths) - 1)
    if room >= _BAR_WIDTH:  # else let the terminal wrap long lines
        widths[-1] = min(widths[-1], room)

    def line(row: Sequence[str], is_header: bool = False) -> str:
        cells = []
        for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
            text = cell if len(cell) <= width else cell[: width - 1] + "…"
            padded = text.rjust(width) if column in right else text.ljust(width)
            cells.append(_paint(padded, header[column], column in bars, is_header))
        return "  ".join(cells).rstrip()

    rules = [(" " if column in bars else "─") * width for column, width in enumerate(widths)]
    rule = _style("  ".join(rules).rstrip(), dim=True)
    return "\n".join([line(header, is_header=True), rule, *map(line, rows)])


def _insert_bars(table: Table) -> tuple[list[str], list[list[str]], set[int], set[int]]:
    """Insert a column of bars after each column that has them.

    Returns the header, the rows, the columns aligned to the right, and the columns of bars.
    """
    header, *rows = map(clean_cells, (table.header, *table.rows))
    right, bars = set(table.right), set[int]()
    for column in sorted(table.bars, reverse=True):
        right = {index + (index > column) for index in right}
        bars = {index + 1 for index in bars} | {column + 1}
        header.insert(column + 1, "")
        fractions = [*table.bars[column], *[None] * len(rows)]  # a row of totals has none
        for row, fraction in zip(rows, fractions, strict=False):
            row.insert(column + 1, bar(fraction))
    return header, rows, right, bars


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
