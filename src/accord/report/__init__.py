"""A report as a page: one HTML file about a comparison or a ranking, for people."""

from __future__ import annotations

import os

from accord._compare import Comparison, Ranking
from accord._io.files.atomic import open_to_write
from accord.errors import InputError

__all__ = ["to_html", "write_html"]


def to_html(result: Comparison | Ranking, *, title: str | None = None) -> str:
    """A page about what `compare` or `rank` returned: scores, verdicts, pictures, the clusters that cost most.

    It is one file that needs no network, and can be read, printed and sent. The same result gives
    the same page.

    >>> from accord import compare
    >>> to_html(compare([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]))[:15]
    '<!DOCTYPE html>'
    """
    from accord.report._comparison import report_on_one
    from accord.report._page import page
    from accord.report._ranking import report_on_several

    if isinstance(result, Ranking):
        lead, sections = report_on_several(result)
        return page(title or f"{len(result)} results against the truth", lead, sections)
    if isinstance(result, Comparison):
        lead, sections = report_on_one(result)
        return page(title or "Found against truth", lead, sections)
    raise InputError(
        f"a report is made of what compare or rank returns, not of {type(result).__name__}"
    )


def write_html(
    result: Comparison | Ranking, path: str | os.PathLike[str], *, title: str | None = None
) -> None:
    """Writes the page of `to_html` into a file, which appears whole or not at all."""
    text = to_html(result, title=title).encode()
    with open_to_write(os.fspath(path)) as file:
        file.write(text)
