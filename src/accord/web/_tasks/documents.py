"""The tasks report and tables: a result as a file."""

from __future__ import annotations

from typing import Any

from accord._display.result import Result
from accord._foundation.progress import ProgressCallback, begin_step
from accord.errors import unknown
from accord.report import to_html
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.result_by_kind import result_of
from accord.web._tasks.task import Document

#: How a table is written: its suffix and its media type.
TABLE_FORMATS = {
    "csv": (".csv", "text/csv; charset=utf-8"),
    "json": (".json", "application/json"),
    "latex": (".tex", "application/x-tex; charset=utf-8"),
    "markdown": (".md", "text/markdown; charset=utf-8"),
}


def report(request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None) -> Document:
    """A page about a result, in one file that loads nothing else."""
    result, commands = result_of(request, inputs, progress)
    begin_step(progress, "writing the page")
    page = to_html(
        result,
        title=request.get("title"),
        command=commands["shell"] or commands["python"],
    )
    return Document(_encoded(page), "text/html; charset=utf-8", f"{_stem(request)}.html")


def tables(request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None) -> Document:
    """A result as CSV, JSON, LaTeX or Markdown."""
    format = request.get("format") or "csv"
    if format not in TABLE_FORMATS:
        raise unknown("format of tables", format, TABLE_FORMATS)
    result, _ = result_of(request, inputs, progress)
    begin_step(progress, "writing the table")
    return table_document(result, format, _stem(request))


def table_document(result: Result, format: str, stem: str) -> Document:
    """A result as a file of one of TABLE_FORMATS."""
    suffix, media_type = TABLE_FORMATS[format]
    text: str = getattr(result, f"to_{format}")()
    return Document(_encoded(f"{text}\n"), media_type, f"{stem}{suffix}")


def _stem(request: dict[str, Any]) -> str:
    return str(request.get("of") or "compare").replace("_", "-")


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
