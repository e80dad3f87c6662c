"""Tables as plain text, Markdown, CSV and HTML."""

from __future__ import annotations

from collections.abc import Sequence

Row = Sequence[str]


def text_table(header: Row, rows: Sequence[Row], *, right: Sequence[int] = (), rule: bool = True) -> str:
    """Aligned columns; those in `right` are aligned to the right. The last column is not padded."""
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]

    def line(row: Row) -> str:
        cells = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    rules = ["  ".join("─" * width for width in widths)] if rule else []
    return "\n".join([line(header), *rules, *map(line, rows)])


def markdown_table(header: Row, rows: Sequence[Row], *, right: Sequence[int] = ()) -> str:
    marks = ["---:" if column in right else "---" for column in range(len(header))]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in (header, marks, *rows))


def csv_table(header: Row, rows: Sequence[Row]) -> str:
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([header, *rows])
    return out.getvalue().rstrip("\n")


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
