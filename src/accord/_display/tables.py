"""Tables as plain text, Markdown, CSV and HTML."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from accord.errors import need_package

if TYPE_CHECKING:
    import pandas

Row = Sequence[str]

_LONGEST = 120  # letters of a cell for people


@dataclass(frozen=True)
class Table:
    """A table for people."""

    header: Row
    rows: Sequence[Row]
    #: The columns that are aligned to the right.
    right: Sequence[int] = ()
    #: For some columns of numbers how far each is on the way from 0 to the best; None where nobody
    #: knows.
    bars: Mapping[int, Sequence[float | None]] = field(default_factory=dict)

    def __str__(self) -> str:
        return text_table(self.header, self.rows, right=self.right)

    def to_markdown(self) -> str:
        return markdown_table(self.header, self.rows, right=self.right)

    def to_html(self) -> str:
        return html_table(self.header, self.rows, right=self.right)


#: What is printed with an empty line in between.
Block = str | Table


def as_text(blocks: Iterable[Block]) -> str:
    return "\n\n".join(map(str, blocks))


def as_markdown(blocks: Iterable[Block]) -> str:
    return "\n\n".join(
        block.to_markdown() if isinstance(block, Table) else block for block in blocks
    )


def as_html(blocks: Iterable[Block]) -> str:
    from html import escape

    def shown(block: Block) -> str:
        return (
            block.to_html()
            if isinstance(block, Table)
            else f"<p>{escape(block).replace(chr(10), '<br>')}</p>"
        )

    return "".join(map(shown, blocks))


class Shown:
    """Prints in blocks: as text, as Markdown, and in notebooks."""

    def blocks(self) -> list[Block]:
        raise NotImplementedError

    def to_markdown(self) -> str:
        return as_markdown(self.blocks())

    def __str__(self) -> str:
        return as_text(self.blocks())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return as_html(self.blocks())


def text_table(header: Row, rows: Sequence[Row], *, right: Sequence[int] = ()) -> str:
    """Aligned columns; those in `right` are aligned to the right. The last column is not padded."""
    rows = [one_line(row) for row in rows]
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]

    def line(row: Row) -> str:
        cells = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    rule = "  ".join("─" * width for width in widths)
    return "\n".join([line(header), rule, *map(line, rows)])


def markdown_table(header: Row, rows: Sequence[Row], *, right: Sequence[int] = ()) -> str:
    marks = ["---:" if column in right else "---" for column in range(len(header))]
    lines = (header, marks, *map(one_line, rows))
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines
    )


def one_line(row: Row) -> list[str]:
    """Cells of a line each, without what a terminal would obey, and not too long: a name may be anything."""

    def clean(cell: str) -> str:
        text = "".join(
            letter if letter.isprintable() else "�" for letter in " ".join(cell.splitlines())
        )
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

    return [clean(cell) for cell in row]


def csv_table(header: Row, rows: Iterable[Sequence[Any]]) -> str:
    return "\n".join(csv_blocks(header, rows))


def csv_blocks(header: Row, rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Some thousand lines at a time, as rows come. None is an empty cell."""
    import csv

    lines = itertools.chain([header], rows)
    while block := list(itertools.islice(lines, 10_000)):
        written = _Lines()
        csv.writer(written, lineterminator=_END).writerows(block)
        yield "\n".join(written)


#: What a line of CSV is written with, and loses again: so that a name with either character is
#: quoted.
_END = "\r\n"


class _Lines(list[str]):
    """A file of lines, without their ends."""

    def write(self, line: str) -> None:
        self.append(line.removesuffix(_END))


def html_table(header: Row, rows: Sequence[Row], *, right: Sequence[int] = ()) -> str:
    from html import escape

    def line(row: Row, tag: str) -> str:
        cells = [
            f"<{tag} style='text-align:{'right' if column in right else 'left'}'>{escape(cell)}</{tag}>"
            for column, cell in enumerate(row)
        ]
        return f"<tr>{''.join(cells)}</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f"<table><thead>{line(header, 'th')}</thead><tbody>{body}</tbody></table>"


def count(number: int, thing: str) -> str:
    """`1 node`, `2 nodes`, `12,345 nodes`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def decimals(value: float | None, digits: int = 4) -> str:
    """A value for people; nothing for None."""
    return "" if value is None else f"{value:.{digits}f}"


def significant(value: float, digits: int = 3) -> str:
    """A value for people that may be tiny."""
    return f"{value:.{digits}g}"


def shown(value: object) -> str:
    """A fact for people: yes or no, a number with its thousands apart, or a word."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.4f}".rstrip("0").rstrip(".")
    return f"{value:,}" if isinstance(value, int) else str(value)


def describe(
    *,
    nodes: int,
    clusters: int,
    memberships: int,
    overlapping_nodes: int,
    nodes_in_no_cluster: int = 0,
    duplicate_clusters: int | None = 0,
    repeated_memberships: int = 0,
    levels: int = 0,
    fuzzy: bool = False,
    weighted: bool = False,
) -> str:
    """A clustering in a line."""
    on_levels = f" on {count(levels, 'level')}" if levels else ""
    parts = [f"{count(nodes, 'node')} in {count(clusters, 'cluster')}{on_levels}"]
    if overlapping_nodes:
        parts.append(
            f"{count(memberships, 'membership')}, {count(overlapping_nodes, 'node')} in several clusters"
        )
    else:
        parts.append("crisp")
    if nodes_in_no_cluster:
        parts.append(f"{count(nodes_in_no_cluster, 'node')} in no cluster")
    if duplicate_clusters:
        parts.append(count(duplicate_clusters, "duplicate cluster"))
    if repeated_memberships:
        parts.append(f"{count(repeated_memberships, 'repeated membership')} counted once")
    if fuzzy:
        parts.append("with shares")
    if weighted:
        parts.append("weighted")
    return ", ".join(parts)


def data_frame(
    columns: Mapping[str, Any], index: tuple[str, list[str]] | None = None
) -> pandas.DataFrame:
    """A table of pandas; `index` is its name and labels."""
    try:
        import pandas
    except ImportError:
        raise need_package("pandas", "pandas", "a data frame") from None
    return pandas.DataFrame(
        columns, index=None if index is None else pandas.Index(index[1], name=index[0])
    )
