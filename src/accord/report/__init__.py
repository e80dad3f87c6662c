"""Reports: one self-contained HTML page about a comparison or a ranking.

`_comparison` and `_ranking` each return the lead of a page and its sections, and `_page` puts them
into the frame. Sections are written with `_sentences`, `_tables` and `_markup`, which escapes all
text that is not Markup, so that no name can become part of the page. `_pictures` draws the views of
`accord.views` as SVG, one module per picture, with colours that are CSS classes.

page.css and page.js are plain files, included as they are; the content security policy of the page
has their hashes, so nothing else can run. The script adds sorting, filtering and tooltips to a page
that can be read without it.
"""

from __future__ import annotations

import os

from accord._compare import Comparison, Ranking
from accord._io.files.atomic import open_to_write
from accord.errors import InputError

__all__ = ["to_html", "write_html"]


def to_html(result: Comparison | Ranking, *, title: str | None = None) -> str:
    """Return a page about a result of `compare` or `rank`.

    It shows scores, verdicts, pictures and the costliest clusters. The page is one file that loads
    nothing else, and can be printed. Equal results give equal pages.

    >>> from accord import compare
    >>> to_html(compare([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]))[:15]
    '<!DOCTYPE html>'
    """
    from accord.report._comparison import report_on_comparison
    from accord.report._page import page
    from accord.report._ranking import report_on_ranking

    if isinstance(result, Ranking):
        lead, sections = report_on_ranking(result)
        return page(title or f"{len(result)} results against the truth", lead, sections)
    if isinstance(result, Comparison):
        lead, sections = report_on_comparison(result)
        return page(title or "Found against truth", lead, sections)
    raise InputError(f"a report needs what compare or rank returns, not {type(result).__name__}")


def write_html(
    result: Comparison | Ranking, path: str | os.PathLike[str], *, title: str | None = None
) -> None:
    """Write the page of `to_html` to a file, atomically."""
    text = to_html(result, title=title).encode()
    with open_to_write(os.fspath(path)) as file:
        file.write(text)
