"""Result: the base class of everything that is shown; and Note, a remark on a result.

A result is made far below the pages, plots and files that show it. `plot`, `to_html` and others
with a path reach them as a user would, through the names of the package (`accord.report`,
`accord.plot`), which are loaded on first use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, overload

from accord._display.columns import Columns, csv_blocks, data_frame
from accord._display.escaping import printable
from accord._display.tables import Block, Table, as_html, as_markdown, as_text
from accord.errors import InputError, unknown

if TYPE_CHECKING:
    import os

    import pandas
    from matplotlib.axes import Axes

    Path = str | os.PathLike[str]


@dataclass(frozen=True)
class Note:
    """A remark on a result: `kind` says in a word what it is about, `text` is a line for people."""

    kind: str
    text: str

    def __str__(self) -> str:
        return printable(self.text)  # names and reasons come from users and programs


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
    def to_html(self, path: Path, *, title: str | None = None) -> None: ...

    def to_html(self, path: Path | None = None, *, title: str | None = None) -> str | None:
        """Write a page to the file `path`, or return it if there is no `path`.

        The page is one HTML file that loads nothing else. For a comparison, a ranking and an
        explanation it has pictures; see `accord.report`.
        """
        return _return_or_write(self._page(title), path)

    def _page(self, title: str | None) -> str:
        """The page that `to_html` writes."""
        import accord

        return accord.report.to_html(self, title=title)

    @overload
    def to_latex(
        self, path: None = None, *, caption: str | None = None, label: str | None = None
    ) -> str: ...

    @overload
    def to_latex(
        self, path: Path, *, caption: str | None = None, label: str | None = None
    ) -> None: ...

    def to_latex(
        self, path: Path | None = None, *, caption: str | None = None, label: str | None = None
    ) -> str | None:
        """Write the tables in LaTeX to the file `path`, or return them if there is no `path`.

        They need the package booktabs; best values are bold. Metrics have the names that papers
        print, and intervals are in brackets after their values. Notes are comments. With a
        caption or a label, each table is in a `table` environment; the second one has the label
        with "-2", and so on.
        """
        from accord._display.latex import as_latex

        blocks = self.paper_blocks()
        if not any(isinstance(block, Table) for block in blocks):
            raise InputError(f"{type(self).__name__} has no table to write in LaTeX")
        return _return_or_write(as_latex(blocks, caption, label, self.printed_names()), path)

    def paper_blocks(self) -> list[Block]:
        """What `to_latex` writes: what is printed, unless a paper shows it in another way."""
        return self.blocks()

    def printed_names(self) -> dict[str, str]:
        """How papers print the metrics of a table, by their names there."""
        return {}

    @overload
    def to_markdown(self, path: None = None) -> str: ...

    @overload
    def to_markdown(self, path: Path) -> None: ...

    def to_markdown(self, path: Path | None = None) -> str | None:
        """Write what is printed as Markdown to the file `path`, or return it if there is none."""
        return _return_or_write(as_markdown(self.blocks()), path)

    @overload
    def to_json(self, path: None = None, *, indent: int | None = 2) -> str: ...

    @overload
    def to_json(self, path: Path, *, indent: int | None = 2) -> None: ...

    def to_json(self, path: Path | None = None, *, indent: int | None = 2) -> str | None:
        """Write the content of `to_dict` as JSON to the file `path`, or return it if there is none.

        Without `indent`, it is on one line.
        """
        import json

        return _return_or_write(json.dumps(self.to_dict(), indent=indent, default=str), path)

    def csv_blocks(self) -> Iterator[str]:
        """The rows as CSV, a few thousand lines at a time."""
        columns = self.columns()
        return csv_blocks(list(columns), zip(*columns.values(), strict=True))

    @overload
    def to_csv(self, path: None = None) -> str: ...

    @overload
    def to_csv(self, path: Path) -> None: ...

    def to_csv(self, path: Path | None = None) -> str | None:
        """Write the rows as CSV to the file `path`, or return them if there is no `path`.

        An empty cell stands for None.
        """
        return _return_or_write("\n".join(self.csv_blocks()), path)

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


def _return_or_write(text: str, path: Path | None) -> str | None:
    """Write the text to a file, or return it if there is no path."""
    if path is None:
        return text
    import accord

    accord.report.write_text(text, path)
    return None
