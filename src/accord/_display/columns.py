"""Columns of data as CSV and as a data frame."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from accord.errors import need_package

if TYPE_CHECKING:
    import pandas

#: Values by the name of their column; all columns have the same length.
Columns = Mapping[str, Sequence[Any]]

_LINES_PER_BLOCK = 10_000
#: CSV is written with this line end, so that cells with either character are quoted; it is removed
#: afterwards.
_END = "\r\n"


def csv_blocks(
    header: Sequence[str], rows: Iterable[Sequence[Any]], delimiter: str = ","
) -> Iterator[str]:
    """The rows as CSV, a few thousand lines at a time. None is an empty cell."""
    import csv

    lines = itertools.chain([header], rows)
    while block := list(itertools.islice(lines, _LINES_PER_BLOCK)):
        written = _Lines()
        csv.writer(written, delimiter=delimiter, lineterminator=_END).writerows(block)
        yield "\n".join(written)


class _Lines(list[str]):
    """A file that keeps the lines written to it, without line ends."""

    def write(self, line: str) -> None:
        self.append(line.removesuffix(_END))


def data_frame(columns: Mapping[str, Any], index: str | None = None) -> pandas.DataFrame:
    """A pandas data frame; `index` names the column that labels the rows."""
    try:
        import pandas
    except ImportError:
        raise need_package("pandas", "pandas", "a data frame") from None
    frame = pandas.DataFrame(columns)
    return frame if index is None else frame.set_index(index)
