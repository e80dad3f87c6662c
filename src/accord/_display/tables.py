"""Blocks of text for people: tables and lists, as plain text, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from accord._display.escaping import markdown_text, printable, printable_lines
from accord._display.names import shortened
from accord._display.numbers import readable

Row = Sequence[str]

_LONGEST_CELL = 120


@dataclass(frozen=True)
class Table:
    """A table for people: cells are text."""

    header: Row
    rows: Sequence[Row]
    #: Indices of the columns that are aligned to the right.
    right: Sequence[int] = ()
    #: For some columns of numbers, the length of a bar for each value, from 0 to 1 (best); None
    #: for no bar. Drawn in a terminal.
    bars: Mapping[int, Sequence[float | None]] = field(default_factory=dict)
    #: For some columns, the rows that have its best value; bold in HTML and LaTeX.
    best: Mapping[int, Collection[int]] = field(default_factory=dict)
    #: Indices of columns of sentences, which are left out in LaTeX.
    prose: Collection[int] = ()

    def columns(self) -> dict[str, list[str]]:
        """The cells of each column, by its title."""
        return {title: [row[i] for row in self.rows] for i, title in enumerate(self.header)}

    def __str__(self) -> str:
        """Aligned columns; the last one is not padded."""
        header, *rows = map(clean_cells, (self.header, *self.rows))
        widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]

        def line(row: Row) -> str:
            cells = [
                cell.rjust(width) if column in self.right else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            return "  ".join(cells).rstrip()

        rule = "  ".join("─" * width for width in widths)
        return "\n".join([line(header), rule, *map(line, rows)])

    def to_markdown(self) -> str:
        marks = ["---:" if column in self.right else "---" for column in range(len(self.header))]
        header, *rows = (map(markdown_text, clean_cells(row)) for row in (self.header, *self.rows))
        return "\n".join(f"| {' | '.join(row)} |" for row in (header, marks, *rows))

    def to_html(self) -> str:
        """The table for a notebook or a page, in the colours of what is around it."""
        from html import escape

        def line(cells: Row, tag: str, row: int | None = None) -> str:
            styles = [
                f"text-align:{'right' if column in self.right else 'left'}"
                + (";font-weight:bold" if row in self.best.get(column, ()) else "")
                for column in range(len(cells))
            ]
            marked = [
                f"<{tag} style='{style}'>{escape(cell)}</{tag}>"
                for cell, style in zip(cells, styles, strict=True)
            ]
            return f"<tr>{''.join(marked)}</tr>"

        body = "".join(line(cells, "td", row) for row, cells in enumerate(self.rows))
        return f"<table><thead>{line(self.header, 'th')}</thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True)
class Lines:
    """Lines of text, indented under the title if there is one; a list in Markdown."""

    lines: Sequence[object]
    title: str = ""

    def __str__(self) -> str:
        lines = [printable(str(line)) for line in self.lines]
        if not self.title:
            return "\n".join(lines)
        return "\n".join([f"{printable(self.title)}:", *(f"  {line}" for line in lines)])

    def to_markdown(self) -> str:
        items = "\n".join(f"- {markdown_text(printable(str(line)))}" for line in self.lines)
        title = markdown_text(printable(self.title))
        return f"{title}:\n\n{items}" if title else items

    def to_html(self) -> str:
        return text_to_html(str(self))


#: Blocks are printed with an empty line in between.
Block = str | Table | Lines


def as_text(blocks: Iterable[Block]) -> str:
    return "\n\n".join(
        printable_lines(block) if isinstance(block, str) else str(block) for block in blocks
    )


def as_markdown(blocks: Iterable[Block]) -> str:
    return "\n\n".join(
        markdown_text(printable_lines(block)) if isinstance(block, str) else block.to_markdown()
        for block in blocks
    )


def as_html(blocks: Iterable[Block]) -> str:
    return "".join(
        text_to_html(block) if isinstance(block, str) else block.to_html() for block in blocks
    )


def facts_to_html(title: str, facts: Mapping[str, object]) -> str:
    """A table of names with their values, without those that are None, for a notebook."""
    rows = [
        [name.replace("_", " "), readable(value)]
        for name, value in facts.items()
        if value is not None
    ]
    return Table([title, ""], rows, right=[1]).to_html()


def text_to_html(text: str) -> str:
    """An HTML paragraph that keeps the line breaks of the text."""
    from html import escape

    return f"<p>{escape(text).replace(chr(10), '<br>')}</p>"


def clean_cells(row: Row) -> list[str]:
    """The cells on one line each, printable and of limited length: names come from users."""
    return [shortened(printable(cell), _LONGEST_CELL) for cell in row]
