"""The report on any result that has no report of its own: what it prints, as a page."""

from __future__ import annotations

from accord._display.result import Result
from accord._display.tables import Block, Lines, Table
from accord.report._markup import Markup, joined, tag
from accord.report._page import Section
from accord.report._provenance import citation_section
from accord.report._tables import name_of, table


def report_on_tables(result: Result) -> tuple[Markup, list[Section]]:
    """Return the lead of the page and its sections."""
    blocks = result.blocks()
    lead, shown = Markup(""), blocks
    if isinstance(blocks[0], str):
        lead, shown = tag("span", blocks[0]), blocks[1:]
    content = [_markup(block, index) for index, block in enumerate(shown)]
    sections = [Section("result", "Result", "Result", content)] if content else []
    return lead, [*sections, Section("citing", "Citing", "How to cite", citation_section())]


def _markup(block: Block, index: int) -> Markup:
    if isinstance(block, Table):
        return table_of(block, f"table-{index}")
    if isinstance(block, Lines):
        lines = tag("ul", *(tag("li", str(line)) for line in block.lines), class_="notes")
        return joined([tag("h3", block.title), lines]) if block.title else lines
    return joined(tag("p", line, class_="intro") for line in block.splitlines())


def table_of(printed: Table, id: str, caption: str = "Values") -> Markup:
    """Return a printed table as a sortable one."""
    columns = [
        (title, "number" if column in printed.right else "words" if column in printed.prose else "")
        for column, title in enumerate(printed.header)
    ]
    rows = [
        [
            name_of(cell) if not kind else cell
            for cell, (_, kind) in zip(cells, columns, strict=True)
        ]
        for cells in printed.rows
    ]
    return table(id, caption, columns, rows, sortable=True, class_="tall")
