"""Result: the base class of everything that is shown; and Note, a remark on a result.

A result is made far below the pages and plots that show it. `to_html` and `plot` reach them as a
user would, through the names of the package (`accord.report`, `accord.plot`), which are loaded on
first use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, overload

from accord._display.columns import Columns, csv_blocks, data_frame
from accord._display.tables import Block, Table, as_html, as_markdown, as_text
from accord.errors import InputError, unknown

if TYPE_CHECKING:
    import os

    import pandas
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Note:
    """A remark on a result: `kind` says in a word what it is about, `text` is a line for people."""

    kind: str
    text: str

    def __str__(self) -> str:
        return self.text


class Result:
    """A result: prints as text, and converts to HTML, LaTeX, Markdown, CSV, JSON, a data frame.

    A subclass defines what it prints (`blocks`), its content as plain Python objects (`to_dict`),
    and its rows as columns by name (`columns`).
    """

    #: Name of the column that labels the rows of a data frame; None if no column does.
    _index: ClassVar[str | None] = None

    def blocks(self) -> list[Block]:
        """What is printed: text, lists and tables."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The result as plain Python objects."""
        raise NotImplementedError

    def columns(self) -> Columns:
        """The rows of the result as columns, by name."""
        raise NotImplementedError

    def __str__(self) -> str:
        return as_text(self.blocks())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return as_html(self.blocks())

    @overload
    def to_html(self, path: None = None, *, title: str | None = None) -> str: ...

    @overload
    def to_html(self, path: str | os.PathLike[str], *, title: str | None = None) -> None: ...

    def to_html(
        self, path: str | os.PathLike[str] | None = None, *, title: str | None = None
    ) -> str | None:
        """Write a page to the file `path`, or return it if there is no `path`.

        The page is one HTML file that loads nothing else. For a comparison, a ranking and an
        explanation it has pictures; see `accord.report`.
        """
        import accord

        if path is None:
            return accord.report.to_html(self, title=title)
        accord.report.write_html(self, path, title=title)
        return None

    def to_latex(self, *, caption: str | None = None, label: str | None = None) -> str:
        """The tables of the result in LaTeX, for the package booktabs; best values are bold.

        With a caption or a label, they are in a `table` environment.
        """
        from accord._display.latex import as_latex

        tables = [block for block in self.blocks() if isinstance(block, Table)]
        if not tables:
            raise InputError(f"{type(self).__name__} has no table to write in LaTeX")
        return as_latex(tables, caption, label)

    def to_markdown(self) -> str:
        return as_markdown(self.blocks())

    def to_json(self, indent: int | None = 2) -> str:
        import json

        return json.dumps(self.to_dict(), indent=indent, default=str)

    def csv_blocks(self) -> Iterator[str]:
        """The rows as CSV, a few thousand lines at a time."""
        columns = self.columns()
        return csv_blocks(list(columns), zip(*columns.values(), strict=True))

    def to_csv(self) -> str:
        """The rows as CSV; an empty cell for None."""
        return "\n".join(self.csv_blocks())

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame."""
        return data_frame(self.columns(), self._index)


class PlottedResult(Result):
    """A result that plots show."""

    #: The functions of `accord.plot` that draw the result; the first one is the default.
    _plots: ClassVar[tuple[str, ...]]

    def plot(self, kind: str | None = None, *, ax: Axes | None = None, **options: Any) -> Axes:
        """Draw the result with matplotlib, and return the axes.

        `kind` is the name of a function of `accord.plot`, which gets `options`. Without `ax`, the
        plot is drawn on a new figure.
        """
        import accord

        chosen = self._plots[0] if kind is None else kind
        if chosen not in self._plots:
            raise unknown(f"plot of {type(self).__name__}", chosen, self._plots)
        axes: Axes = getattr(accord.plot, chosen)(self, ax=ax, **options)
        return axes
