"""Result: the base class of everything that is shown; and Note, a remark on a result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from accord._display.columns import Columns, csv_blocks, data_frame
from accord._display.tables import Block, as_html, as_markdown, as_text

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Note:
    """A remark on a result: `kind` says in a word what it is about, `text` is a line for people."""

    kind: str
    text: str

    def __str__(self) -> str:
        return self.text


class Result:
    """A result: prints as text, and converts to HTML, Markdown, CSV, JSON and a data frame.

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
