"""Text that comes from users, such as names of nodes, clusters and files, in each format.

- Text, Markdown, LaTeX and HTML are for people: a name cannot change how the rest is shown. Control
  characters are replaced, and what is markup in the format is escaped.
- CSV, TSV and JSON are data: names arrive as they are, so that they can be matched with others.
  Only a terminal is not sent control characters. JSON escapes them by itself. A cell that starts
  with `=`, `+`, `-` or `@` is not changed either: a spreadsheet may take it for a formula, unless
  it is told that the column is text.
"""

from __future__ import annotations

import re

#: Characters that a terminal shows, but that are not `printable`.
_LAYOUT = frozenset("\n\t")
#: What is markup in Markdown. An underscore inside a word is not.
_MARKDOWN = re.compile(r"[\\`*~|\[\]]|(?<![^\W_])_|_(?![^\W_])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
#: Characters that mean something else in LaTeX, or that its default fonts lack.
_LATEX = str.maketrans(
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


def printable(text: str) -> str:
    """The text on one line, without control characters that a terminal would obey."""
    return printable_lines(" ".join(text.splitlines())).replace("\t", "\ufffd")


def printable_lines(text: str) -> str:
    """The text with its line ends and tabs, but without other control characters."""
    return "".join(
        letter if letter.isprintable() or letter in _LAYOUT else "\ufffd" for letter in text
    )


def markdown_text(text: str) -> str:
    r"""The text with the characters escaped that are markup in Markdown, or HTML.

    >>> print(markdown_text("<b>f1p[weighting=macro]</b> of max_matching_ratio, *all*"))
    &lt;b&gt;f1p\[weighting=macro\]&lt;/b&gt; of max_matching_ratio, \*all\*
    """
    return _MARKDOWN.sub(r"\\\g<0>", text).translate(_ENTITIES)


def latex_text(text: str) -> str:
    r"""The text with the characters escaped that are special in LaTeX.

    >>> print(latex_text("f1p[weighting=macro] & 50 %, a_b"))
    f1p[weighting=macro] \& 50 \%, a\_b
    """
    escaped = text.translate(_LATEX)
    # A bracket after a line end would be read as an option of the line end.
    return "{[}" + escaped[1:] if escaped[:1] == "[" else escaped
