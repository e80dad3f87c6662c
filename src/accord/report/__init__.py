"""Reports: one self-contained HTML page about a result.

`_comparison`, `_ranking` and `_explanation` each return the lead of a page and its sections, and
`_tables_of_result` does so for any other result; `_page` puts them into the frame. Sections are
written with `_sentences`, `_tables` and `_markup`, which escapes all text that is not Markup, so
that no name can become part of the page. `_pictures` draws the views of `accord.views` as SVG, one
module per picture, with colours that are CSS classes.

page.css and page.js are plain files, included as they are; the content security policy of the page
has their hashes, so nothing else can run. The script adds sorting, filtering, tooltips and saving
of pictures to a page that can be read without it.
"""

from __future__ import annotations

import datetime
import os

from accord._compare.comparison import Comparison
from accord._compare.ranking import Ranking
from accord._display.result import Result
from accord._explain.explanation import Explanation
from accord._io.files.atomic import open_to_write
from accord.errors import InputError

__all__ = ["to_html", "write_html", "write_text"]


def to_html(
    result: Result,
    *,
    title: str | None = None,
    command: str | None = None,
    date: datetime.date | None = None,
) -> str:
    """Return a page about a result.

    For results of `compare`, `rank` and `explain` it shows scores, verdicts, pictures and the
    costliest clusters; for any other result its tables. The page is one file that loads nothing
    else, and can be printed. At its foot are the `command` that made it, the version and the
    `date`: by default that of SOURCE_DATE_EPOCH if this variable is set, else today. Equal results
    give equal pages on a day.

    >>> from accord import compare
    >>> to_html(compare([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]))[:15]
    '<!DOCTYPE html>'
    """
    from accord.report._comparison import report_on_comparison
    from accord.report._explanation import report_on_explanation
    from accord.report._page import Foot, page
    from accord.report._ranking import report_on_ranking
    from accord.report._tables_of_result import report_on_tables

    if isinstance(result, Ranking):
        heading = f"{len(result)} results against the truth"
        lead, sections = report_on_ranking(result)
    elif isinstance(result, Comparison):
        heading = "Found against truth"
        lead, sections = report_on_comparison(result)
    elif isinstance(result, Explanation):
        heading = "Found against truth"
        lead, sections = report_on_explanation(result)
    elif isinstance(result, Result):
        heading = type(result).__name__
        lead, sections = report_on_tables(result)
    else:
        raise InputError(
            f"a report needs a result, such as compare or rank returns, not {type(result).__name__}"
        )
    return page(title or heading, lead, sections, Foot(command, date))


def write_html(
    result: Result,
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    command: str | None = None,
    date: datetime.date | None = None,
) -> None:
    """Write the page of `to_html` about a `result` to a file, atomically."""
    write_text(to_html(result, title=title, command=command, date=date), path)


def write_text(text: str, path: str | os.PathLike[str]) -> None:
    """Write text to a file, atomically; it ends with a line end."""
    with open_to_write(os.fspath(path)) as file:
        file.write(text.encode() if text.endswith("\n") else f"{text}\n".encode())
