"""Tables as LaTeX: with the rules of the package booktabs, and with all text escaped."""

from __future__ import annotations

from collections.abc import Iterable

from accord._display.tables import Row, Table, clean_cells

#: Characters that mean something else in LaTeX, or that its default fonts lack.
_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "−": "$-$",
        "±": r"$\pm$",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "↓": r"$\downarrow$",
        "↑": r"$\uparrow$",
        "→": r"$\rightarrow$",
        "–": "--",
        "—": "---",
        "…": r"\ldots{}",
        "\ufffd": "?",
    }
)


def latex_text(text: str) -> str:
    r"""The text with the characters escaped that are special in LaTeX.

    >>> print(latex_text("f1p[weighting=macro] & 50 %, a_b"))
    f1p{[}weighting=macro{]} \& 50 \%, a\_b
    """
    # A bracket after a line end would be read as an option of the line end.
    brackets = {"[": "{[}", "]": "{]}"}
    return "".join(brackets.get(letter) or letter.translate(_ESCAPES) for letter in text)


def as_latex(tables: Iterable[Table], caption: str | None, label: str | None) -> str:
    """The tables; in a `table` environment if there is a caption or a label."""
    drawn = "\n\n".join(map(_tabular, tables))
    if caption is None and label is None:
        return drawn
    lines = [r"\begin{table}", r"\centering"]
    if caption is not None:
        lines.append(rf"\caption{{{latex_text(caption)}}}")
    if label is not None:
        lines.append(rf"\label{{{label}}}")
    return "\n".join([*lines, drawn, r"\end{table}"])


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
            line(table.header),
            r"\midrule",
            *(line(clean_cells(cells), row) for row, cells in enumerate(table.rows)),
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def _cell(text: str, *, is_best: bool) -> str:
    # A hyphen before a digit is a minus sign.
    minus = text[:1] == "-" and text[1:2].isdigit()
    escaped = "$-$" + latex_text(text[1:]) if minus else latex_text(text)
    return rf"\textbf{{{escaped}}}" if is_best else escaped
